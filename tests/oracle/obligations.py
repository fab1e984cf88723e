"""Proof obligations against all states in which the hypotheses are true."""

from __future__ import annotations

from typing import Any

from machine import Operation, System
from term import Node, conj, operators
from values import Env

Expected = dict[str, Any]


def expected(system: System) -> Expected:
    """For obligations by name: what refutes them, or None. Those that are left open are not there.

    Loops are executed here, but bounce takes them by their invariant, as the B-Book does: what is true when
    they are executed may be refuted that way."""
    right: Expected = {"PROPERTIES/sat": None} if system.constants else {}
    unclear: set[str] = set()
    for operation in system.operations:
        right.update({f"{operation.name}/inv{i + 1}": None for i in range(len(system.machine.invariants))})
    for setup in system.setups():
        initialisation(system, setup, right)
        for env in states(system, setup):
            assertions(system, env, right)
            for operation in system.operations:
                preconditions(system, operation, env, right)
                one_operation(system, operation, env, right, unclear)
    welldefined_invariants(system, right)
    for operation in system.operations:
        if "while" in operators(operation.body):
            unclear |= {name for name, found in right.items() if name.startswith(operation.name + "/") and not found}
    return {name: found for name, found in right.items() if name not in unclear}


def note(right: Expected, name: str, env: Env, is_refuted: bool) -> None:
    text = ", ".join(f"{n} = {v}" for n, v in env.items()) or "the only case"
    right[name] = right.get(name) or (text if is_refuted else None)


def states(system: System, setup: Env) -> list[Env]:
    """All values of the variables for which all invariants are true."""
    names = tuple(system.names)
    return [env for env, verdict in system.meaning.cases(names, conj(system.hypotheses), setup) if verdict]


def initialisation(system: System, setup: Env, right: Expected) -> None:
    for state in system.initial(setup):
        judge(system, "INITIALISATION", system.environment(setup, state), setup, right)


def judge(system: System, what: str, after: Env, before: Env, right: Expected) -> None:
    for i, conjunct in enumerate(system.machine.invariants, 1):
        note(right, f"{what}/inv{i}", before, system.meaning.truth(conjunct, after) is False)


def assertions(system: System, env: Env, right: Expected) -> None:
    """Those before one are hypotheses of it."""
    for i, p in enumerate(system.machine.assertions, 1):
        verdict = system.meaning.truth(p, env)
        note(right, f"ASSERTIONS/assert{i}", env, verdict is False)
        if verdict is not True:
            return


def preconditions(system: System, operation: Operation, env: Env, right: Expected) -> None:
    """Each conjunct behind those that type the parameters has a value where those before it are true."""
    if operation not in system.machine.operations:
        return
    names = tuple(n for n, _ in operation.parameters)
    for i in range(len(names), len(operation.pre)):
        before = system.meaning.cases(names, conj(operation.pre[:i]), env) if i else [(env, True)]
        for inner, verdict in before:
            undefined = verdict is True and system.meaning.truth(operation.pre[i], inner) is None
            note(right, f"{operation.name}/pre{i + 1}/wd", inner, undefined)


def one_operation(system: System, operation: Operation, env: Env, right: Expected, unclear: set[str]) -> None:
    name = operation.name
    single = alone(operation.body, "assert", "assert1") | called(operation.body)
    for inner, verdict in system.calls(operation, env):
        if verdict is None:
            continue
        after, faults = system.execute(operation, inner)
        for _, state in after:
            judge(system, name, {**inner, **dict(zip(system.names, state))}, inner, right)
        if operation not in system.machine.operations:
            continue
        note(right, f"{name}/wd", inner, bool(faults & {"welldefined", "guard"}))
        for kind, goal in single:
            note(right, f"{name}/{goal}", inner, kind in faults)
        if "maybe" in faults:
            unclear |= {f"{name}/wd", *(f"{name}/{goal}" for _, goal in single)}


def alone(body: Node, op: str, goal: str) -> set[tuple[str, str]]:
    """(kind of the fault, goal) if it is the only one of its kind."""
    return {(op, goal)} if list(operators(body)).count(op) == 1 else set()


def called(body: Node) -> set[tuple[str, str]]:
    names = [n.args[1] for n in nodes(body) if n.op == "call"]
    return {("precondition", f"{names[0].split('.')[-1]}/pre")} if len(names) == 1 else set()


def nodes(arg: Any) -> list[Node]:
    if isinstance(arg, Node):
        return [arg, *nodes(arg.args)]
    return [n for a in arg for n in nodes(a)] if type(arg) is tuple else []


def welldefined_invariants(system: System, right: Expected) -> None:
    own = len(system.machine.invariants)
    for i in range(own):
        before = list(system.hypotheses[: len(system.hypotheses) - own + i])
        if len(before) < len(system.variables):
            continue
        for setup in system.setups():
            for env, verdict in system.meaning.cases(tuple(system.names), conj(before), setup):
                undefined = verdict is True and system.meaning.truth(system.machine.invariants[i], env) is None
                note(right, f"INVARIANT/inv{i + 1}/wd", env, undefined)
