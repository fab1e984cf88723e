"""Random machines with small state spaces."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, Callable

from machine import Machine, Operation, System, flat
from random_term import Scope, Terms
from substitution import sub, written
from term import Node, Type, conj, lit, pow_of, pred, rel_of, show, var
from values import Unsure, World

LARGE = [30, 1000003, -77777, 99991, 255]


class Machines:
    def __init__(self, seed: int | str) -> None:
        self.rng = rng = Random(seed)
        self.enumerated = {"E": ("e1", "e2", "e3")[: rng.choice([2, 3])]} if rng.random() < 0.6 else {}
        self.deferred = {"D": rng.choice([1, 2, 2, 3])} if rng.random() < 0.4 else {}
        sets = {**self.enumerated, **{n: tuple(f"{n}{i + 1}" for i in range(k)) for n, k in self.deferred.items()}}
        given = {**{n: True for n in self.enumerated}, **{n: False for n in self.deferred}}
        self.top = rng.choice([2, 3, 4, 5])
        self.terms = Terms(rng, World(sets), given, list(range(self.top + 1)) + [-1])
        self.bounds: dict[str, int] = {}

    # ---- declarations

    def variable_type(self) -> Type:
        rng, given = self.rng, [("G", n) for n in self.terms.given]
        small: Type = rng.choice(["B", *given, *given])
        kind = rng.randrange(10)
        if kind < 5:
            return "Z"
        if kind < 7:
            return small
        if kind == 7:
            return pow_of(rng.choice(["Z", small]))
        return rel_of(small, rng.choice(["Z", "B", small]))

    def typing(self, name: str, t: Type) -> Node:
        """A conjunct with a finite domain."""
        x, rng = var(name, t), self.rng
        if t[0] == "P" and t[1][0] == "X":
            arrow = rng.choice(["pfun", "tfun", "pfun", "pinj"])
            right = self.interval(2) if t[1][2] == "Z" else self.terms.whole(t[1][2])
            return pred("in", x, Node(arrow, (self.terms.whole(t[1][1]), right), pow_of(t)))
        if t[0] == "P":
            return pred("subset", x, self.interval(3) if t[1] == "Z" else self.terms.whole(t[1]))
        return pred("in", x, self.interval(self.top) if t == "Z" else self.terms.whole(t))

    def interval(self, top: int) -> Node:
        return Node("interval", (lit(0, "Z"), lit(top, "Z")), pow_of("Z"))

    def constants(self) -> tuple[list[tuple[str, Type]], list[Node]]:
        declared: list[tuple[str, Type]] = []
        properties: list[Node] = []
        for i in range(self.rng.choice([0, 0, 1, 1, 2])):
            name, t = f"c{i + 1}", self.rng.choice(["Z", "Z", self.variable_type()])
            properties.append(self.constant(name, t, declared))
            declared.append((name, t))
        if declared and self.rng.random() < 0.3:
            more = [*properties, self.terms.pred(2, declared)]
            properties = more if self.satisfiable(declared, more) else properties
        return declared, properties

    def satisfiable(self, declared: Scope, properties: list[Node]) -> bool:
        try:
            return bool(System(Machine("M", tuple(declared), tuple(properties), enumerated=self.enumerated, deferred=self.deferred)).setups())
        except Unsure:
            return False

    def constant(self, name: str, t: Type, scope: Scope) -> Node:
        rng, x = self.rng, var(name, t)
        if rng.random() < 0.6 and self.terms.can_write(t):  # one value
            value = rng.choice([*range(self.top + 1), *LARGE]) if t == "Z" else self.terms.value(t)
            return pred("eq", x, lit(value, t))
        if t == "Z":
            low = rng.randrange(3)
            return pred("in", x, Node("interval", (lit(low, "Z"), lit(low + rng.randrange(1, 3), "Z")), pow_of("Z")))
        return self.typing(name, t)

    # ---- expressions that keep the space small

    def expr(self, t: Type, scope: Scope) -> Node:
        rng = self.rng
        if t == "Z" and rng.random() < 0.75:
            return self.next_number(scope)
        return self.terms.expr(t, rng.choice([1, 1, 2]), scope)

    def next_number(self, scope: Scope) -> Node:
        rng, leaf = self.rng, lambda: self.terms.leaf("Z", scope)
        kind = rng.randrange(5)
        if kind < 2:
            step = Node("add", (leaf(), lit(rng.choice([1, 1, 2]), "Z")), "Z")
            return step if rng.random() < 0.4 else Node("mod", (step, lit(self.top + 1, "Z")), "Z")
        if kind == 2:
            return Node("sub", (leaf(), lit(1, "Z")), "Z")
        if kind == 3:
            return Node(rng.choice(["max", "min"]), (Node("setext", (leaf(), leaf()), pow_of("Z")),), "Z")
        return leaf()

    def guard(self, scope: Scope) -> Node:
        rng = self.rng
        if rng.random() < 0.6:
            op = rng.choice(["lt", "le", "gt", "ge", "eq", "neq"])
            names = [n for n, t in scope if t == "Z"]
            if names:
                return pred(op, var(rng.choice(names), "Z"), self.terms.leaf("Z", scope))
        return self.terms.pred(rng.choice([1, 1, 2, 3]), scope)

    # ---- substitutions

    def change(self, targets: Scope, scope: Scope) -> Node:
        """One variable gets a value."""
        rng = self.rng
        name, t = rng.choice(targets)
        kind = rng.randrange(10)
        if kind == 0 and (t == "B" or t[0] == "G"):
            return sub("element", name, self.terms.whole(t))
        if kind <= 1 and t == "Z":
            return sub("element", name, rng.choice([self.interval(rng.randrange(3)), self.terms.expr(pow_of("Z"), 1, scope)]))
        if kind == 2 and t == "Z":
            return sub("such", name, conj([pred("in", var(name, t), self.interval(self.top)), self.terms.atom(1, scope)]))
        if kind <= 6 and t[0] == "P" and t[1][0] == "X":
            return sub("place", name, self.expr(t[1][1], scope), self.expr(t[1][2], scope))
        return sub("assign", (name,), (self.expr(t, scope),))

    def body(self, targets: Scope, scope: Scope, depth: int) -> Node:
        rng, d = self.rng, depth - 1
        if depth <= 0 or not targets:
            return self.change(targets, scope) if targets and rng.random() < 0.9 else sub("skip")
        kind = rng.randrange(20)
        again = lambda: self.body(targets, scope, d)
        if kind <= 2:
            return self.change(targets, scope)
        if kind <= 6:
            branches = tuple((self.guard(scope), again()) for _ in range(rng.choice([1, 1, 2])))
            return sub(rng.choice(["select", "select", "if"]), branches, again() if rng.random() < 0.4 else None)
        if kind == 7:
            return sub("choice", again(), again())
        if kind <= 9:
            return self.parallel(targets, scope, d)
        if kind <= 11:
            return sub("seq", again(), again())
        if kind <= 13:
            return self.any(targets, scope, d)
        if kind == 14:
            name, t = self.terms.name(), self.variable_type()
            return sub("letsub", name, self.expr(t, scope), self.body(targets, scope + [(name, t)], d))
        if kind == 15:
            return sub("assert", self.guard(scope), again())
        if kind == 16:
            return self.case(targets, scope, d)
        if kind == 17:
            return self.loop(targets, scope, d)
        if kind == 18:
            return self.local(targets, scope, d)
        return sub("skip")

    def parallel(self, targets: Scope, scope: Scope, d: int) -> Node:
        first = self.body(targets, scope, d)
        rest = [v for v in targets if v[0] not in set(written(first))]
        if not rest:
            return first
        return sub("par", first, self.body(rest, scope, d))

    def any(self, targets: Scope, scope: Scope, d: int) -> Node:
        name, t = self.terms.name(), self.rng.choice(["Z", "Z", "B", self.variable_type()])
        parts = [self.typing(name, t)]
        inner = scope + [(name, t)]
        if self.rng.random() < 0.7:
            parts.append(self.guard(inner))
        return sub("any", (name,), conj(parts), self.body(targets, inner, d))

    def case(self, targets: Scope, scope: Scope, d: int) -> Node:
        values = self.rng.sample(range(self.top + 1), 2)
        branches = tuple(((lit(v, "Z"),), self.body(targets, scope, d)) for v in values)
        otherwise = self.body(targets, scope, d) if self.rng.random() < 0.5 else None
        return sub("case", self.expr("Z", scope), branches, otherwise)

    def loop(self, targets: Scope, scope: Scope, d: int) -> Node:
        i, rounds = self.terms.name(), self.rng.randrange(1, 3)
        counter, end = var(i, "Z"), lit(rounds, "Z")
        count = sub("assign", (i,), (Node("add", (counter, lit(1, "Z")), "Z"),))
        invariant = pred("in", counter, Node("interval", (lit(0, "Z"), end), pow_of("Z")))
        body = sub("seq", self.body(targets, scope + [(i, "Z")], d), count)
        loop = sub("while", pred("lt", counter, end), body, invariant, Node("sub", (end, counter), "Z"))
        return sub("var", i, sub("seq", sub("assign", (i,), (lit(0, "Z"),)), loop))

    def local(self, targets: Scope, scope: Scope, d: int) -> Node:
        name, t = self.terms.name(), self.variable_type()
        start = sub("assign", (name,), (self.expr(t, scope),))
        return sub("var", name, sub("seq", start, self.body(targets, scope + [(name, t)], d)))

    # ---- machines

    def operation(self, name: str, targets: Scope, scope: Scope) -> Operation:
        rng = self.rng
        parameters: list[tuple[str, Type]] = []
        pre: list[Node] = []
        for i in range(rng.choice([0, 0, 0, 1, 1, 2])):
            parameters.append((f"p{i + 1}", rng.choice(["Z", "B", self.variable_type()])))
            pre.append(self.typing(*parameters[-1]))
        inner = scope + parameters
        if pre and rng.random() < 0.4 or rng.random() < 0.1:
            pre.append(self.guard(inner))
        body = self.body(targets, inner, rng.choice([1, 2, 2, 3]))
        results: list[tuple[str, Type]] = []
        if rng.random() < 0.2:
            results = [("res", rng.choice(["Z", "B"]))]
            body = sub("par", sub("assign", ("res",), (self.expr(results[0][1], inner),)), body)
        return Operation(name, tuple(parameters), tuple(results), pre, body)

    def start(self, name: str, t: Type, scope: Scope) -> Node:
        rng = self.rng
        if t == "Z":
            return sub("assign", (name,), (lit(rng.randrange(3), "Z"),))
        if self.terms.can_write(t) and not (t[0] == "P" and t[1][0] == "X") and rng.random() < 0.7:
            return sub("assign", (name,), (lit(self.terms.value(t), t),))
        if t == "B" or t[0] == "G":
            return sub("element", name, self.terms.whole(t))
        return sub("such", name, self.typing(name, t))

    def part(self, name: str, prefix: str) -> Machine:
        """A machine to be included or seen: one variable, one or two operations that keep its invariant."""
        v = f"{prefix}v"
        typing = pred("in", var(v, "Z"), self.interval(self.top))
        plus = Node("add", (var(v, "Z"), var("q1", "Z")), "Z")
        pre = [pred("in", var("q1", "Z"), Node("interval", (lit(0, "Z"), lit(2, "Z")), pow_of("Z")))]
        pre.append(pred("le", plus, lit(self.top, "Z")))
        up = Operation(f"{prefix}up", (("q1", "Z"),), (), pre, sub("assign", (v,), (plus,)))
        get = Operation(f"{prefix}get", (), (("q2", "Z"),), [], sub("assign", ("q2",), (var(v, "Z"),)))
        zero = Operation(f"{prefix}zero", (), (), [], self.body([(v, "Z")], [(v, "Z")], 1))
        init = sub("assign", (v,), (lit(self.rng.randrange(2), "Z"),))
        some = self.rng.sample([up, get, zero], 2)
        return Machine(
            name, variables=((v, "Z"),), invariants=(typing,), init=init, operations=tuple(some),
            enumerated=self.enumerated, deferred=self.deferred,
        )  # fmt: skip

    def call(self, part: Machine, prefix: str, targets: Scope, scope: Scope) -> Operation:
        operation = self.rng.choice(part.operations)
        called = f"{prefix}.{operation.name}" if prefix else operation.name
        arguments = tuple(self.expr("Z", scope) for _ in operation.parameters)
        numbers = [n for n, t in targets if t == "Z"]
        name = f"call{self.rng.randrange(1000)}"
        if operation.results:
            if not numbers:
                return Operation(name, (), (), [], sub("skip"))
            return Operation(name, (), (), [], sub("call", (self.rng.choice(numbers),), called, arguments))
        body = sub("call", (), called, arguments)
        if self.rng.random() < 0.6:
            body = sub(self.rng.choice(["par", "seq"]), body, self.change(targets, scope))
        if self.rng.random() < 0.4:
            body = sub("select", ((self.guard(scope), body),), None)
        return Operation(name, (), (), [], body)

    def machine(self, name: str = "M") -> Machine:
        rng = self.rng
        constants, properties = self.constants()
        variables = [(f"v{i + 1}", self.variable_type()) for i in range(rng.choice([1, 1, 2, 2, 3]))]
        scope: Scope = [*constants, *variables]
        m = Machine(
            name, tuple(constants), tuple(properties), tuple(variables), tuple(self.typing(*v) for v in variables),
            enumerated=self.enumerated, deferred=self.deferred,
        )  # fmt: skip
        operations = [self.operation(f"op{i + 1}", variables, scope) for i in range(rng.choice([1, 2, 2, 3, 3]))]
        kind = rng.random()
        if kind < 0.12:
            part, prefix = self.part("I", "i"), rng.choice(["a", ""])
            m = replace(m, includes=((prefix, part),), enumerated={}, deferred={})
            seen: Scope = [(f"{prefix}.iv" if prefix else "iv", "Z")]
            operations += [self.call(part, prefix, variables, scope + seen)]
            if rng.random() < 0.5:
                own = part.operations[0].name
                m = replace(m, promotes=(f"{prefix}.{own}" if prefix else own,))
            scope = scope + seen
        elif kind < 0.22:
            part = self.part("S", "s")
            m = replace(m, sees=(part,), enumerated={}, deferred={})
            operations += [self.operation("look", variables, scope + [("sv", "Z")])]
        inits = [self.start(n, t, scope) for n, t in variables]
        m = replace(m, init=sub("par", *inits) if len(inits) > 1 else inits[0], operations=tuple(operations))
        return self.with_conditions(m, scope)

    def with_conditions(self, m: Machine, scope: Scope) -> Machine:
        rng = self.rng
        invariants, assertions = list(m.invariants), []
        for _ in range(rng.choice([0, 1, 1, 2])):
            p = self.guard(scope)
            if holds_at_first(replace(m, invariants=()), p) or rng.random() < 0.05:
                invariants.append(p)
        if rng.random() < 0.15:
            assertions += flat([self.guard(scope)])
        return replace(m, invariants=tuple(invariants), assertions=tuple(assertions))


def holds_at_first(m: Machine, p: Node) -> bool:
    system = System(m)
    try:
        return all(
            system.meaning.truth(p, system.environment(setup, state)) for setup in system.setups() for state in system.initial(setup)
        )
    except Unsure:
        return False


def attempt(make: Callable[[str], Machine], seed: int | str) -> Machine:
    """A machine that could be made; some choices lead nowhere."""
    for number in range(100):
        try:
            return make(f"{seed}/{number}")
        except (LookupError, RecursionError):
            continue
    raise RuntimeError(f"no machine for seed {seed}")


def random_machine(seed: int | str) -> Machine:
    return attempt(lambda s: Machines(s).machine(), seed)


def keeps(rng: Random, operation: Operation, invariants: tuple[Node, ...]) -> Operation:
    """The operation goes on only where the invariants hold after it, or most of them."""
    wanted = [p for p in invariants if rng.random() < 0.8]
    if not wanted:
        return operation
    body = sub("seq", operation.body, sub("select", ((conj(wanted), sub("skip")),), None))
    return replace(operation, body=body)


def finite_machine(seed: str) -> Machine:
    """Nothing can break but by a deadlock: variables of finite types, operations with guards."""
    make = Machines(seed)
    rng, finite = make.rng, ["B", *(("G", n) for n in make.terms.given)]
    variables = [(f"v{i + 1}", rng.choice(finite)) for i in range(rng.choice([2, 2, 3]))]
    operations = []
    for i in range(rng.choice([1, 2, 2, 3])):
        body = sub("select", ((make.terms.pred(1, variables), make.change(variables, variables)),), None)
        operations.append(Operation(f"op{i + 1}", (), (), [], body))
    inits = [make.start(n, t, variables) for n, t in variables]
    return Machine(
        "M", variables=tuple(variables), invariants=tuple(make.typing(*v) for v in variables), init=sub("par", *inits),
        operations=tuple(operations), enumerated=make.enumerated, deferred=make.deferred,
    )  # fmt: skip


def inductive_machine(seed: int | str) -> Machine:
    rng = Random(f"{seed}/inductive")
    if rng.random() < 0.4:
        return attempt(finite_machine, f"{seed}/finite")
    m = random_machine(seed)
    operations = tuple(keeps(rng, o, m.invariants) for o in m.operations)
    idle = Operation("idle", (), (), [], sub("skip"))
    return replace(m, operations=(*operations, idle) if rng.random() < 0.6 else operations)
