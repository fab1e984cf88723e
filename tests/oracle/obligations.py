"""Proof obligations against all states in which the hypotheses are true."""

from __future__ import annotations

from typing import Any

from machine import System
from term import conj, operators
from values import Env, Unsure


def expected(system: System) -> dict[str, Any]:
    """For obligations by name: what refutes them, or None. Those that are left open are not there.

    Loops are executed here, but bounce takes them by their invariant, as the B-Book does: what is true when
    they are executed may be refuted that way."""
    right: dict[str, Any] = {}
    open_names: set[str] = set()
    for setup in system.setups():
        initialisation(system, setup, right)
        for env in states(system, setup):
            for operation in system.operations:
                one_operation(system, operation, env, right, open_names)
    welldefined_invariants(system, right)
    for operation in system.operations:
        if "while" in operators(operation.body):
            open_names |= {name for name, found in right.items() if name.startswith(operation.name + "/") and not found}
    return {name: found for name, found in right.items() if name not in open_names}


def note(right: dict[str, Any], name: str, found: Any) -> None:
    right[name] = right.get(name) or found


def states(system: System, setup: Env) -> list[Env]:
    """All values of the variables for which all invariants are true."""
    names = tuple(system.names)
    return [env for env, verdict in system.meaning.cases(names, conj(system.hypotheses), setup) if verdict]


def initialisation(system: System, setup: Env, right: dict[str, Any]) -> None:
    for state in system.initial(setup):
        judge(system, "INITIALISATION", system.environment(setup, state), setup, right)


def judge(system: System, what: str, after: Env, found: Any, right: dict[str, Any]) -> None:
    for i, conjunct in enumerate(system.machine.invariants, 1):
        false = system.meaning.truth(conjunct, after) is False
        note(right, f"{what}/inv{i}", show_env(found) if false else None)


def show_env(env: Env) -> str:
    return ", ".join(f"{n} = {v}" for n, v in env.items()) or "the only case"


def one_operation(system: System, operation: Any, env: Env, right: dict[str, Any], open_names: set[str]) -> None:
    name, own = operation.name, operation in system.machine.operations
    for inner, verdict in system.calls(operation, env):
        if verdict is None:
            continue
        after, faults = system.execute(operation, inner)
        if faults & {"maybe"}:
            open_names.add(f"{name}/wd")
        for _, state in after:
            judge(system, name, {**inner, **dict(zip(system.names, state))}, inner, right)
        if own:
            note(right, f"{name}/wd", show_env(inner) if faults & {"welldefined", "guard"} else None)


def welldefined_invariants(system: System, right: dict[str, Any]) -> None:
    own = len(system.machine.invariants)
    for i in range(own):
        before = list(system.hypotheses[: len(system.hypotheses) - own + i])
        if len(before) < len(system.variables):
            continue
        for setup in system.setups():
            for env, verdict in system.meaning.cases(tuple(system.names), conj(before), setup):
                undefined = verdict and system.meaning.truth(system.machine.invariants[i], env) is None
                note(right, f"INVARIANT/inv{i + 1}/wd", show_env(env) if undefined else None)
