"""Smaller machines of which something is still true."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Callable, Iterator

from machine import Machine, Operation
from report import smaller_nodes
from term import Node

TRIES = 250


def smaller_machine(m: Machine, still: Callable[[Machine], bool]) -> Machine:
    budget = TRIES
    progress = True
    while progress:
        progress = False
        for candidate in candidates(m):
            budget -= 1
            if budget < 0:
                return m
            try:
                if still(candidate):
                    m, progress = candidate, True
                    break
            except Exception:  # what cannot be explored is no smaller example
                continue
    return m


def candidates(m: Machine) -> Iterator[Machine]:
    for field in ("operations", "assertions", "properties", "includes", "sees", "promotes"):
        for shorter in shorter_lists(getattr(m, field)):
            yield replace(m, **{field: shorter})
    typings = len(m.variables)
    for i in range(typings, len(m.invariants)):
        yield replace(m, invariants=m.invariants[:i] + m.invariants[i + 1 :])
    for i, (name, _) in enumerate(m.variables):
        yield replace(m, variables=drop(m.variables, i), invariants=drop(m.invariants, i), init=without(m.init, name))
    for i in range(len(m.constants)):
        yield replace(m, constants=drop(m.constants, i), properties=drop(m.properties, i))
    yield from smaller_operations(m)
    for i in range(typings, len(m.invariants)):
        for p in smaller_nodes(m.invariants[i], None):
            yield replace(m, invariants=m.invariants[:i] + (p,) + m.invariants[i + 1 :])


def smaller_operations(m: Machine) -> Iterator[Machine]:
    for i, operation in enumerate(m.operations):
        for smaller in smaller_operation(operation):
            yield replace(m, operations=m.operations[:i] + (smaller,) + m.operations[i + 1 :])


def smaller_operation(o: Operation) -> Iterator[Operation]:
    for i in range(len(o.parameters)):
        yield replace(o, parameters=drop(o.parameters, i), pre=o.pre[:i] + o.pre[i + 1 :])
    for i in range(len(o.parameters), len(o.pre)):
        yield replace(o, pre=o.pre[:i] + o.pre[i + 1 :])
    if o.results:
        yield replace(o, results=(), body=o.body.args[1] if o.body.op == "par" else o.body)
    if o.body.op != "skip":
        yield replace(o, body=Node("skip", (), "subst"))
    for body in smaller_nodes(o.body, None):
        yield replace(o, body=body)
    for i in range(len(o.parameters), len(o.pre)):
        for p in smaller_nodes(o.pre[i], None):
            yield replace(o, pre=o.pre[:i] + [p] + o.pre[i + 1 :])


def shorter_lists(items: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for i in range(len(items)):
        yield drop(items, i)


def drop(items: tuple[Any, ...], i: int) -> tuple[Any, ...]:
    return items[:i] + items[i + 1 :]


def without(init: Node, name: str) -> Node:
    parts = [p for p in (init.args if init.op == "par" else (init,)) if name not in (p.args[0], *p.args[0])]
    return parts[0] if len(parts) == 1 else init._replace(op="par", args=tuple(parts))


def smaller_pair(a: Machine, r: Machine, still: Callable[[Machine, Machine], bool]) -> tuple[Machine, Machine]:
    """A refinement and its abstraction: operations go from both, the rest is done one by one."""

    def safe(x: Machine, y: Machine) -> bool:
        try:
            return still(x, y)
        except Exception:  # as above
            return False

    i = 0
    while i < len(r.operations):
        fewer = replace(a, operations=drop(a.operations, i)), replace(r, operations=drop(r.operations, i))
        if safe(*fewer):
            a, r = fewer
        else:
            i += 1
    a = smaller_machine(a, lambda m: len(m.operations) == len(r.operations) and safe(m, r))
    r = smaller_machine(r, lambda m: len(m.operations) == len(a.operations) and safe(a, m))
    return a, r
