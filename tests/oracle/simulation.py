"""Does a refinement simulate its abstraction, in all pairs of states that the invariants link?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Iterator

from machine import MOST_STATES, Machine, Operation, System
from term import conj, operators
from values import Env, Unsure

Pair = tuple[System, System]


def systems(a: Machine, r: Machine) -> Pair:
    concrete = replace(r, constants=a.constants, properties=a.properties, enumerated=a.enumerated, deferred=a.deferred)
    return System(a), System(concrete)


class Simulation:
    """For each operation and INITIALISATION: why it does not refine, or None."""

    def __init__(self, a: Machine, r: Machine) -> None:
        self.abstract, self.concrete = systems(a, r)
        self.meaning = self.abstract.meaning
        self.glue = list(r.invariants)
        self.common = [n for n in self.abstract.names if n in self.concrete.names]
        self.open: set[str] = set()
        self.fails: dict[str, str | None] = {"INITIALISATION": None}
        self.fails.update({o.name: None for o in a.operations})
        self.wrong = False  # something goes wrong or is undefined on the way
        if not r.operations or not r.variables:
            raise Unsure("nothing to refine")
        self.judge()

    def judge(self) -> None:
        for setup in self.abstract.setups():
            self.initialisation(setup)
            for before in self.linked(setup):
                for o, c in zip(self.abstract.machine.operations, self.concrete.machine.operations):
                    self.operation(o, c, before)

    def linked(self, setup: Env) -> Iterator[Env]:
        """Abstract and concrete values in one environment: common names have the same value."""
        names = tuple(dict.fromkeys([*self.abstract.names, *self.concrete.names]))
        hypotheses = conj([*self.abstract.hypotheses, *self.glue])
        yield from (env for env, verdict in self.meaning.cases(names, hypotheses, setup) if verdict)

    def fits(self, env: Env, abstract: Env, concrete: Env) -> bool:
        if any(abstract[n] != concrete[n] for n in self.common):
            return False
        after = {**env, **abstract, **concrete}
        verdicts = [self.meaning.truth(g, after) for g in self.glue]
        if None in verdicts:
            raise Unsure("undefined gluing invariant")
        return all(verdicts)

    def initialisation(self, setup: Env) -> None:
        abstract = [dict(zip(self.abstract.names, s)) for s in self.abstract.initial(setup)]
        for s in self.concrete.initial(setup):
            concrete = dict(zip(self.concrete.names, s))
            if not any(self.fits(setup, a, concrete) for a in abstract):
                self.fails["INITIALISATION"] = f"{concrete}"

    def operation(self, o: Operation, c: Operation, before: Env) -> None:
        loops = "while" in operators(o.body) or "while" in operators(c.body)
        if loops:
            self.open.add(o.name)
        for env, verdict in self.abstract.calls(o, before):
            if verdict is None:
                continue
            abstract, faults = self.abstract.execute(o, env)
            if faults:
                self.wrong = True
                if faults & {"welldefined", "guard", "maybe", "pre"}:
                    self.open.add(o.name)
                continue  # what goes wrong is refined by anything
            why = self.step(c, env, abstract)
            self.fails[o.name] = self.fails[o.name] or (why and f"{why}, from {env}")

    def step(self, c: Operation, env: Env, abstract: set[Any]) -> str | None:
        pre = self.meaning.all_of(c.pre, env)
        if pre is None:
            self.open.add(c.name)
            return None
        if not pre:
            return "the precondition is stronger"
        outcomes, faults = self.concrete.execute(c, env)
        if faults:
            self.wrong = True
            self.open.add(c.name)
        if outcomes and not abstract:
            return "the abstraction cannot be executed"
        states = [(results, dict(zip(self.abstract.names, s))) for results, s in abstract]
        for results, s in outcomes:
            after = dict(zip(self.concrete.names, s))
            if not any(results == other and self.fits(env, a, after) for other, a in states):
                return f"the abstraction cannot do {after}, results {results}"
        return None

    # ---- the pairs that are reached

    def reach(self) -> tuple[int, dict[str, int]]:
        """How many pairs of states there are, and the least depths of what goes wrong in the refinement."""
        faults: dict[str, int] = {}
        count = 0
        for setup in self.abstract.setups():
            level, depth = self.first(setup, faults), 0
            known = {self.key(env) for env in level}
            while level:
                following = []
                for env in level:
                    for after in self.follow(env, depth, faults):
                        if self.key(after) not in known:
                            known.add(self.key(after))
                            following.append(after)
                    if len(known) > MOST_STATES:
                        raise Unsure("many pairs")
                level, depth = following, depth + 1
            count += len(known)
        return count, faults

    def key(self, env: Env) -> tuple[Any, ...]:
        return tuple(env[n] for n in [*self.abstract.names, *self.concrete.names])

    def note(self, faults: dict[str, int], kind: str, depth: int) -> None:
        faults[kind] = min(depth, faults.get(kind, depth))

    def paired(self, env: Env, after: Env, abstract: list[Env], depth: int, faults: dict[str, int]) -> list[Env]:
        pairs = [{**env, **a, **after} for a in abstract if self.fits(env, a, after)]
        if not pairs:
            self.note(faults, "refinement", depth)
        for pair in pairs:
            if not all(self.meaning.truth(p, pair) for p in self.abstract.hypotheses):
                raise Unsure("the abstraction breaks its invariant")
        return pairs

    def first(self, setup: Env, faults: dict[str, int]) -> list[Env]:
        abstract = [dict(zip(self.abstract.names, s)) for s in self.abstract.initial(setup)]
        concrete = [dict(zip(self.concrete.names, s)) for s in self.concrete.initial(setup)]
        return [pair for c in concrete for pair in self.paired(setup, c, abstract, 0, faults)]

    def follow(self, before: Env, depth: int, faults: dict[str, int]) -> Iterator[Env]:
        enabled = False
        for o, c in zip(self.abstract.machine.operations, self.concrete.machine.operations):
            for env, verdict in self.abstract.calls(o, before):
                outcomes, abstract = self.both(o, c, env, verdict, depth, faults)
                enabled = enabled or bool(outcomes)
                for results, s in outcomes:
                    fitting = [dict(zip(self.abstract.names, a)) for other, a in abstract if other == results]
                    after = dict(zip(self.concrete.names, s))
                    plain = {n: v for n, v in before.items() if n not in dict(o.parameters)}
                    yield from self.paired(plain, after, fitting, depth + 1, faults)
        if not enabled:
            self.note(faults, "deadlock", depth)

    def both(self, o: Operation, c: Operation, env: Env, verdict: bool | None, depth: int, faults: dict[str, int]) -> Any:
        pre = self.meaning.all_of(c.pre, env)
        if verdict is None or pre is None:
            raise Unsure("undefined precondition")
        if not pre:
            self.note(faults, "precondition", depth)
            return [], []
        abstract, wrong = self.abstract.execute(o, env)
        outcomes, own = self.concrete.execute(c, env)
        if wrong or own:
            raise Unsure("something goes wrong inside")
        return outcomes, abstract
