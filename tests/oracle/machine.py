"""Machines: their text, their states, and what is wrong in them, by enumeration."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Iterable, Iterator

from meaning import Meaning
from substitution import Execution, Writes, write
from term import Node, Type, conj, show
from values import Env, Undefined, Unsure, World

MOST_STATES = 150
State = tuple[Any, ...]


def flat(conjuncts: Iterable[Node]) -> list[Node]:
    """P & Q counts as two conjuncts."""
    return [p for c in conjuncts for p in (c.args if c.op == "and" else [c])]


@dataclass(frozen=True)
class Operation:
    name: str
    parameters: tuple[tuple[str, Type], ...]
    results: tuple[tuple[str, Type], ...]
    pre: list[Node]
    body: Node

    def __post_init__(self) -> None:
        object.__setattr__(self, "pre", flat(self.pre))

    def text(self) -> str:
        left = ", ".join(n for n, _ in self.results) + " <-- " if self.results else ""
        right = f"({', '.join(n for n, _ in self.parameters)})" if self.parameters else ""
        body = f"BEGIN {write(self.body)} END"
        if self.pre:
            body = f"PRE {show(conj(self.pre), True)} THEN {write(self.body)} END"
        return f"{left}{self.name}{right} = {body}"


@dataclass(frozen=True)
class Machine:
    name: str
    constants: tuple[tuple[str, Type], ...] = ()
    properties: tuple[Node, ...] = ()
    variables: tuple[tuple[str, Type], ...] = ()
    invariants: tuple[Node, ...] = ()  # first those that give the variables their finite domains
    assertions: tuple[Node, ...] = ()
    init: Node = Node("skip", (), "subst")
    operations: tuple[Operation, ...] = ()
    enumerated: dict[str, tuple[str, ...]] = field(default_factory=dict)
    deferred: dict[str, int] = field(default_factory=dict)
    includes: tuple[tuple[str, "Machine"], ...] = ()  # with a prefix, or ''
    sees: tuple["Machine", ...] = ()
    promotes: tuple[str, ...] = ()
    refines: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "invariants", tuple(flat(self.invariants)))

    def text(self) -> str:
        lines = [f"REFINEMENT {self.name}\nREFINES {self.refines}" if self.refines else f"MACHINE {self.name}"]
        sets = [*self.deferred, *(f"{n} = {{{', '.join(e)}}}" for n, e in self.enumerated.items())]
        clauses = [
            ("SEES", ", ".join(m.name for m in self.sees)),
            ("INCLUDES", ", ".join(prefixed(p, m.name) for p, m in self.includes)),
            ("PROMOTES", ", ".join(self.promotes)),
            ("SETS", "; ".join(sets)),
            ("CONSTANTS", ", ".join(n for n, _ in self.constants)),
            ("PROPERTIES", " &\n  ".join(show(p) for p in self.properties)),
            ("VARIABLES", ", ".join(n for n, _ in self.variables)),
            ("INVARIANT", " &\n  ".join(show(p) for p in self.invariants)),
            ("ASSERTIONS", ";\n  ".join(show(p) for p in self.assertions)),
            ("INITIALISATION", write(self.init) if self.variables else ""),
            ("OPERATIONS", ";\n  ".join(o.text() for o in self.operations)),
        ]
        lines += [f"{name}\n  {text}" for name, text in clauses if text]
        return "\n".join([*lines, "END", ""])

    def all(self) -> Iterator["Machine"]:
        """The machine with those that it needs."""
        for m in [*self.sees, *(m for _, m in self.includes)]:
            yield from m.all()
        yield self

    def files(self) -> dict[str, str]:
        return {m.name + (".ref" if m.refines else ".mch"): m.text() for m in self.all()}


def prefixed(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix else name


def rename(arg: Any, names: dict[str, str]) -> Any:
    """A copy in which variables and operations have other names."""
    if isinstance(arg, Node):
        return arg._replace(args=rename(arg.args, names))
    if type(arg) is tuple:
        return tuple(rename(a, names) for a in arg)
    return names.get(arg, arg) if type(arg) is str else arg


def renamed(prefix: str, m: Machine) -> Machine:
    if not prefix:
        return m
    names = {n: prefixed(prefix, n) for n in [*(v for v, _ in m.variables), *(o.name for o in m.operations)]}
    operations = tuple(
        replace(o, name=names[o.name], pre=[rename(p, names) for p in o.pre], body=rename(o.body, names)) for o in m.operations
    )
    return replace(
        m, variables=tuple((names[v], t) for v, t in m.variables), invariants=rename(m.invariants, names),
        init=rename(m.init, names), operations=operations,
    )  # fmt: skip


@dataclass
class Fault:
    kind: str
    name: str

    def key(self) -> tuple[str, str]:
        return self.kind, self.name


class System:
    """A machine with the parts that it includes and sees, as one."""

    def __init__(self, machine: Machine, least: int = -1, greatest: int = 3) -> None:
        parts = [renamed("", m) for m in machine.sees] + [renamed(p, m) for p, m in machine.includes]
        self.machine, self.parts = machine, parts
        everything = [*parts, machine]
        sets: dict[str, tuple[str, ...]] = {}
        for m in everything:
            sets.update(m.enumerated)
            sets.update({n: tuple(f"{n}{i + 1}" for i in range(size)) for n, size in m.deferred.items()})
        self.meaning = Meaning(World(sets, least, greatest))
        self.constants = unique(c for m in everything for c in m.constants)
        self.properties = list(dict.fromkeys(p for m in everything for p in m.properties))
        self.variables = [v for m in everything for v in m.variables]
        self.names = [n for n, _ in self.variables]
        self.hypotheses = [p for m in everything for p in m.invariants]
        self.callable = {o.name: o for m in everything for o in m.operations}
        seen = [o for m in machine.sees for o in m.operations]
        self.operations = [*machine.operations, *(self.callable[n] for n in machine.promotes), *seen]

    # ---- setups, initial states, steps

    def setups(self) -> list[Env]:
        if not self.constants:
            return [{}]
        names = tuple(n for n, _ in self.constants)
        found = []
        for case, verdict in self.meaning.cases(names, conj(self.properties), {}):
            if verdict is None:
                raise Unsure("undefined PROPERTIES")
            found.append(case)
        return found

    def initial(self, setup: Env) -> list[State]:
        execution = Execution(self.meaning, self.callable)
        outcomes: list[Writes] = [{}]
        for m in [*self.parts, self.machine]:
            outcomes = [{**w, **v} for w in outcomes for v in execution.run(m.init, {**setup, **w})]
        if execution.faults or not outcomes or any(n not in w for w in outcomes for n in self.names):
            raise Unsure("INITIALISATION goes wrong")
        return list(dict.fromkeys(tuple(w[n] for n in self.names) for w in outcomes))

    def environment(self, setup: Env, state: State) -> Env:
        return {**setup, **dict(zip(self.names, state))}

    def calls(self, operation: Operation, env: Env) -> Iterator[tuple[Env, bool | None]]:
        """Parameters for which the precondition is true, or undefined."""
        names = tuple(n for n, _ in operation.parameters)
        if not operation.pre:
            yield env, True
        elif names:
            yield from self.meaning.cases(names, conj(operation.pre), env)
        else:
            verdict = self.meaning.all_of(operation.pre, env)
            if verdict is not False:
                yield env, verdict

    def steps(self, operation: Operation, env: Env) -> tuple[set[Any], set[str]]:
        """(parameters, results, state after) of all steps, and the faults."""
        steps, faults = set(), set()
        for inner, verdict in self.calls(operation, env):
            if verdict is None:
                faults.add("pre")
                continue
            after, wrong = self.execute(operation, inner)
            steps |= {(tuple(inner[n] for n, _ in operation.parameters), *a) for a in after}
            faults |= wrong
        return steps, faults

    def execute(self, operation: Operation, env: Env) -> tuple[set[tuple[Any, State]], set[str]]:
        execution = Execution(self.meaning, self.callable)
        outcomes = execution.run(operation.body, env)
        results = [n for n, _ in operation.results]
        if any(n not in w for w in outcomes for n in results):
            raise Unsure("a result is not written")
        after = {(tuple(w[n] for n in results), tuple(w.get(n, env[n]) for n in self.names)) for w in outcomes}
        return after, execution.faults

    # ---- faults of a state

    def state_faults(self, env: Env) -> Iterator[Fault]:
        clean = True  # assertions follow from the invariant: what is undefined where that is false is not reported
        for kind, short, conjuncts in (
            ("invariant", "inv", self.machine.invariants),
            ("assertion", "assert", self.machine.assertions),
        ):
            for i, p in enumerate(conjuncts, 1):
                verdict = self.meaning.truth(p, env)
                if verdict is False:
                    yield Fault(kind, f"{short}{i}")
                if verdict is None:  # behind one that is false it need not be reported
                    yield Fault("welldefined" if clean else "hidden", f"{short}{i}")
                clean = clean and verdict is True
        for m in self.parts:
            if not all(self.meaning.truth(p, env) for p in m.invariants):
                raise Unsure("an included machine breaks its own invariant")


def unique(items: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys(items))


@dataclass
class Space:
    """All that can be reached: how much, and each fault with the least depth."""

    states: int = 0
    transitions: int = 0
    setups: int = 0
    coverage: dict[str, int] = field(default_factory=dict)
    faults: dict[tuple[str, str], int] = field(default_factory=dict)
    unclear: set[str] = field(default_factory=set)  # kinds of faults that may or may not be noticed
    guards: set[str] = field(default_factory=set)  # operations with a guard or precondition that is undefined somewhere
    broken_by: dict[str, int] = field(default_factory=dict)  # obligations that a state that is reached refutes: its depth

    def add(self, fault: Fault, depth: int) -> None:
        self.faults[fault.key()] = min(depth, self.faults.get(fault.key(), depth))


def explore(system: System) -> Space:
    space = Space(coverage={o.name: 0 for o in system.operations})
    setups = system.setups()
    if not setups or not system.operations or not system.machine.variables:
        raise Unsure("nothing to explore")
    space.setups = len(setups) if system.constants else 0
    for setup in setups:
        explore_setup(system, setup, space)
    space.transitions += space.setups + sum(space.coverage.values())
    return space


def explore_setup(system: System, setup: Env, space: Space) -> None:
    level = system.initial(setup)
    space.transitions += len(level)
    known, depth = set(level), 0
    while level:
        following = []
        for state in level:
            for after in look(system, setup, state, depth, space):
                if after not in known:
                    known.add(after)
                    following.append(after)
            if len(known) > MOST_STATES:
                raise Unsure("many states")
        level, depth = following, depth + 1
    space.states += len(known)


def look(system: System, setup: Env, state: State, depth: int, space: Space) -> Iterator[State]:
    env = system.environment(setup, state)
    for fault in system.state_faults(env):
        if fault.kind == "hidden":
            space.unclear.add("welldefined")
        else:
            space.add(fault, depth)
    stuck, wrong = True, False
    for operation in system.operations:
        steps, faults = system.steps(operation, env)
        space.coverage[operation.name] += len(steps)
        for kind in faults:
            if kind in ("welldefined", "precondition", "assert"):
                space.add(Fault(kind, operation.name), depth)
            if kind in ("maybe", "guard", "pre"):
                space.unclear.add(kind)
            if kind in ("guard", "pre"):
                space.guards.add(operation.name)
        stuck, wrong = stuck and not steps, wrong or bool(faults)
        note_broken(system, operation, env, setup, {after for _, _, after in steps}, depth, space)
        yield from (after for _, _, after in steps)
    if stuck and wrong:
        space.unclear.add("deadlock")
    elif stuck:
        space.add(Fault("deadlock", ""), depth)


def note_broken(system: System, operation: Operation, env: Env, setup: Env, after: set[State], depth: int, space: Space) -> None:
    """Conjuncts that the operation breaks from here, where all of them hold."""
    if not all(system.meaning.truth(p, env) for p in system.hypotheses):
        return
    for state in after:
        for i, p in enumerate(system.machine.invariants, 1):
            if system.meaning.truth(p, system.environment(setup, state)) is False:
                space.broken_by.setdefault(f"{operation.name}/inv{i}", depth)
