"""Does a refinement simulate its abstraction, in all pairs of states that the invariants link?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Iterator

from machine import Machine, Operation, System
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
