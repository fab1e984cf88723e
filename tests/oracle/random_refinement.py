"""Pairs of an abstract machine and a refinement: right by construction, or with a small mutation.

Each abstract variable keeps its name, gets another one, is shifted by a number, or (BOOL) becomes a number; the
operations are rewritten for that, and some choices are made.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any, Callable

from machine import Machine, Operation
from random_machine import Machines
from substitution import sub
from term import SUBST, Node, Type, conj, lit, pow_of, pred, show, var


@dataclass(frozen=True)
class Data:
    """How an abstract variable is represented."""

    abstract: str
    concrete: str
    type: Type
    concrete_type: Type
    read: Node  # the abstract value as an expression of the concrete variable
    write: Callable[[Node], Node]  # the concrete value of an abstract one
    glue: tuple[Node, ...]


def kept(name: str, t: Type) -> Data:
    return Data(name, name, t, t, var(name, t), lambda e: e, ())


def another(name: str, t: Type, typing: Node) -> Data:
    w = var("w" + name, t)
    return Data(name, "w" + name, t, t, w, lambda e: e, (replace_var(typing, name, w), pred("eq", w, var(name, t))))


def shifted(name: str, by: int, top: int) -> Data:
    w, v = var("w" + name, "Z"), var(name, "Z")
    typing = pred("in", w, Node("interval", (lit(by, "Z"), lit(top + by, "Z")), pow_of("Z")))
    plus: Callable[[Node], Node] = lambda e: Node("add", (e, lit(by, "Z")), "Z")
    return Data(name, "w" + name, "Z", "Z", Node("sub", (w, lit(by, "Z")), "Z"), plus, (typing, pred("eq", w, plus(v))))


def as_number(name: str) -> Data:
    w, v = var("w" + name, "Z"), var(name, "B")
    typing = pred("in", w, Node("interval", (lit(0, "Z"), lit(1, "Z")), pow_of("Z")))
    glue = pred("iff", pred("eq", v, lit(True, "B")), pred("eq", w, lit(1, "Z")))
    number: Callable[[Node], Node] = lambda e: Node("if", (pred("eq", e, lit(True, "B")), lit(1, "Z"), lit(0, "Z")), "Z")
    return Data(name, "w" + name, "B", "Z", Node("bool", (pred("eq", w, lit(1, "Z")),), "B"), number, (typing, glue))


def replace_var(arg: Any, name: str, by: Node) -> Any:
    """Variables have names that nothing else has, so nothing is caught."""
    if isinstance(arg, Node):
        if arg.op == "var" and arg.type != SUBST and arg.args[0] == name:
            return by
        return arg._replace(args=replace_var(arg.args, name, by))
    return tuple(replace_var(a, name, by) for a in arg) if type(arg) is tuple else arg


class Refiner:
    def __init__(self, rng: Random, data: list[Data], careful: bool) -> None:
        self.rng, self.careful = rng, careful
        self.data = {d.abstract: d for d in data}
        self.fresh = 0

    def expr(self, node: Any) -> Any:
        for d in self.data.values():
            node = replace_var(node, d.abstract, d.read)
        return node

    def subst(self, node: Node) -> Node:
        op, args = node.op, node.args
        if op == "assign" and args[0][0] in self.data:
            d = self.data[args[0][0]]
            return sub("assign", (d.concrete,), (d.write(self.expr(args[1][0])),))
        if op in ("element", "such"):
            return self.chosen(op, args)
        if op == "place":
            return self.place(args)
        if op == "choice" and self.rng.random() < 0.5:
            return self.subst(self.rng.choice(args))
        return node._replace(args=self.arguments(args))

    def arguments(self, arg: Any) -> Any:
        if isinstance(arg, Node):
            return self.subst(arg) if arg.type == SUBST else self.expr(arg)
        return tuple(self.arguments(a) for a in arg) if type(arg) is tuple else arg

    def place(self, args: Any) -> Node:
        name, index, expr = args
        d = self.data.get(name)
        return sub("place", d.concrete if d else name, self.expr(index), self.expr(expr))

    def chosen(self, op: str, args: Any) -> Node:
        """x :: S and x : (P) for a variable that looks different: ANY z ... THEN w := f(z) END."""
        name, what = args
        d = self.data.get(name)
        if d is None or (d.concrete == name and op == "element"):
            return sub(op, name, self.expr(what))
        self.fresh += 1
        z = var(f"zz{self.fresh}", d.type)
        condition = pred("in", z, self.expr(what)) if op == "element" else self.expr(replace_var(what, name, z))
        return sub("any", (z.args[0],), condition, sub("assign", (d.concrete,), (d.write(z),)))

    def operation(self, o: Operation) -> Operation:
        pre = [self.expr(p) for p in o.pre]
        typings = len(o.parameters)
        if len(pre) > typings and self.rng.random() < 0.5:
            pre = pre[:typings]
        return replace(o, pre=pre, body=self.subst(o.body))


def random_refinement(seed: int) -> tuple[Machine, Machine]:
    for attempt in range(200):
        try:
            return attempt_refinement(f"refinement {seed}/{attempt}")
        except (LookupError, RecursionError):
            continue
    raise RuntimeError(f"no refinement for seed {seed}")


def attempt_refinement(seed: str) -> tuple[Machine, Machine]:
    generator = Machines(seed)
    rng = generator.rng
    a = generator.machine("A")
    if a.includes or a.sees or a.assertions:
        raise LookupError
    data = [represent(generator, n, t, a.invariants[i]) for i, (n, t) in enumerate(a.variables)]
    refiner = Refiner(rng, data, True)
    typings = tuple(d.glue[0] for d in data if d.glue)
    glue = tuple(g for d in data for g in d.glue[1:])
    r = Machine(
        "R", variables=tuple((d.concrete, d.concrete_type) for d in data), invariants=typings + glue,
        init=refiner.subst(a.init), operations=tuple(refiner.operation(o) for o in a.operations), refines="A",
    )  # fmt: skip
    return a, mutate(rng, r) if rng.random() < 0.5 else r


def represent(generator: Machines, name: str, t: Type, typing: Node) -> Data:
    kind = generator.rng.randrange(4)
    if kind == 0:
        return kept(name, t)
    if t == "Z" and kind <= 2:
        return shifted(name, generator.rng.choice([1, 2, 7, 1000]), generator.top)
    if t == "B" and kind <= 2:
        return as_number(name)
    return another(name, t, typing)


# ---- mutation ----------------------------------------------------------------------------------

SWAPS = {"lt": "le", "le": "lt", "gt": "ge", "ge": "gt", "eq": "neq", "add": "sub", "union": "inter", "max": "min", "and": "or"}


def mutate(rng: Random, r: Machine) -> Machine:
    """One small change somewhere in an operation, the initialisation or the gluing invariant."""
    where = rng.randrange(len(r.operations) + 2)
    if where < len(r.operations):
        o = r.operations[where]
        changed = replace(o, body=mutate_node(rng, o.body))
        return replace(r, operations=r.operations[:where] + (changed,) + r.operations[where + 1 :])
    typings = len([n for n, _ in r.variables if n.startswith("w")])
    if where == len(r.operations) or len(r.invariants) <= typings:
        return replace(r, init=mutate_node(rng, r.init))
    i = rng.randrange(typings, len(r.invariants))
    return replace(r, invariants=r.invariants[:i] + (mutate_node(rng, r.invariants[i]),) + r.invariants[i + 1 :])


def mutate_node(rng: Random, node: Node) -> Node:
    places = [path for path in paths(node) if changes(rng, at(node, path))]
    if not places:
        return node
    path = rng.choice(places)
    return put(node, path, rng.choice(changes(rng, at(node, path))))


def changes(rng: Random, node: Any) -> list[Node]:
    if not isinstance(node, Node):
        return []
    if node.op == "lit" and node.type == "Z":
        return [lit(node.args[0] + 1, "Z"), lit(max(node.args[0] - 1, 0), "Z")]
    if node.op == "lit" and node.type == "B":
        return [lit(not node.args[0], "B")]
    if node.op in SWAPS:
        return [node._replace(op=SWAPS[node.op])]
    if node.type == SUBST and node.op == "assign" and not node.args[0][0].startswith(("res", "z")):
        return [sub("skip")]
    if node.op == "select" and node.args[1] is None:
        return [node._replace(args=(node.args[0], sub("skip")))]
    return []


def paths(arg: Any, here: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Where the nodes are; not inside of loops, whose invariants must stay right."""
    found = [here] if isinstance(arg, Node) else []
    inside = arg.args if isinstance(arg, Node) and arg.op != "while" else arg if type(arg) is tuple else ()
    for i, a in enumerate(inside):
        found += paths(a, here + (i,))
    return found


def at(arg: Any, path: tuple[int, ...]) -> Any:
    for i in path:
        arg = (arg.args if isinstance(arg, Node) else arg)[i]
    return arg


def put(arg: Any, path: tuple[int, ...], new: Any) -> Any:
    if not path:
        return new
    inside = arg.args if isinstance(arg, Node) else arg
    changed = inside[: path[0]] + (put(inside[path[0]], path[1:], new),) + inside[path[0] + 1 :]
    return arg._replace(args=changed) if isinstance(arg, Node) else changed
