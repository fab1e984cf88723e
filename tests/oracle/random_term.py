"""Random types, values, expressions and predicates, all well typed."""

from __future__ import annotations

from random import Random
from typing import Any, Callable

from term import PRED, Elem, Node, Rec, Type, conj, flat_types, lit, pair_of, pow_of, pred, rel_of, seq_of, var
from values import World, from_list

SMALL = [0, 1, 2, 3, 4, 7, -1, -2, 10]
LARGE = [100, 255, 1000003, -77777, 12345, 99991, 2147483647, -2147483648, 10**9, -30000, 20001]
Scope = list[tuple[str, Type]]


class Terms:
    """A generator of terms; `given` are the names of the given sets that may be used."""

    def __init__(self, rng: Random, world: World, given: dict[str, bool], numbers: list[int] | None = None) -> None:
        self.rng, self.world, self.given = rng, world, given  # given: can its elements be written?
        self.numbers = numbers or rng.sample(SMALL, 2) + rng.sample(LARGE, 3)
        self.fresh = 0

    # ---- types and values

    def atom_type(self) -> Type:
        return self.rng.choice(["Z", "Z", "Z", "B"] + [("G", name) for name in self.given])

    def type(self) -> Type:
        kind = self.rng.randrange(12)
        a = self.atom_type()
        if kind < 4:
            return a
        if kind < 7:
            return pow_of(a)
        if kind < 9:
            return rel_of(a, self.atom_type())
        if kind == 9:
            return seq_of(a)
        if kind == 10:
            return self.rng.choice([pair_of(a, self.atom_type()), ("R", (("p", a), ("q", self.atom_type())))])
        return self.rng.choice([pow_of(pow_of(a)), rel_of(a, pow_of(self.atom_type())), seq_of(seq_of(a))])

    def value(self, t: Type) -> Any:
        rng = self.rng
        if t == "Z":
            return rng.choice(self.numbers) + rng.choice([0, 0, 0, 1, -1])
        if t == "B":
            return rng.random() < 0.5
        if t[0] == "G":
            return rng.choice(sorted(self.world.sets[t[1]]))
        if t[0] == "X":
            return (self.value(t[1]), self.value(t[2]))
        if t[0] == "R":
            return Rec(tuple((n, self.value(f)) for n, f in t[1]))
        items = [self.value(t[1]) for _ in range(rng.choice([0, 1, 1, 2, 2, 3]))]
        if t[1][0] == "X" and rng.random() < 0.7:  # a function
            items = list({a: (a, b) for a, b in items}.values())
            if t[1][1] == "Z" and rng.random() < 0.6:
                return from_list(b for _, b in items)
        return frozenset(items)

    def can_write(self, t: Type) -> bool:
        if isinstance(t, tuple):
            if t[0] == "G":
                return self.given[t[1]]
            if t[0] == "R":
                return all(self.can_write(f) for _, f in t[1])
            return all(self.can_write(part) for part in t[1:])
        return True

    # ---- expressions

    def name(self) -> str:
        self.fresh += 1
        return f"z{self.fresh}"

    def leaf(self, t: Type, scope: Scope) -> Node:
        names = [var(n, t) for n, u in scope if u == t]
        if names and (self.rng.random() < 0.8 or not self.can_write(t)):
            return self.rng.choice(names)
        if self.can_write(t):
            value = self.value(t)  # rarely {}: its type cannot always be inferred
            return lit(value or self.value(t) or self.value(t), t)
        return self.unwritable(t, scope)

    def unwritable(self, t: Type, scope: Scope) -> Node:
        """Elements of a deferred set have no names: sets of them do."""
        if t[0] == "P":
            whole = Node("name", (t[1][1],), t) if t[1][0] == "G" else None
            return whole if whole and self.rng.random() < 0.6 else lit(frozenset(), t)
        if t[0] == "X":
            return Node("maplet", (self.leaf(t[1], scope), self.leaf(t[2], scope)), t)
        if t[0] == "R":
            return Node("rec", (tuple((n, self.leaf(f, scope)) for n, f in t[1]),), t)
        raise LookupError  # whoever asks tries another term

    def expr(self, t: Type, depth: int, scope: Scope) -> Node:
        if depth <= 0 or self.rng.random() < 0.12:
            return self.leaf(t, scope)
        if self.rng.random() < 0.16:
            return self.any_type(t, depth, scope)
        if t == "Z":
            return self.integer(depth, scope)
        if t == "B":
            if self.rng.random() < 0.5:
                return self.leaf(t, scope)
            return Node("bool", (self.pred(depth - 1, scope),), t)
        if t[0] == "G":
            return self.any_type(t, depth, scope)
        if t[0] == "X":
            return Node("maplet", (self.expr(t[1], depth - 1, scope), self.expr(t[2], depth - 1, scope)), t)
        if t[0] == "R":
            return Node("rec", (tuple((n, self.expr(f, depth - 1, scope)) for n, f in t[1]),), t)
        if t[1][0] == "X" and self.rng.random() < 0.7:
            return self.relation(t, depth, scope)
        return self.set(t, depth, scope)

    def any_type(self, t: Type, depth: int, scope: Scope) -> Node:
        kind, d = self.rng.randrange(7), depth - 1
        if kind <= 1:
            return Node("if", (self.pred(d, scope), self.expr(t, d, scope), self.expr(t, d, scope)), t)
        if kind == 2:
            name, u = self.name(), self.atom_type()
            return Node("let", (name, self.expr(u, d, scope), self.expr(t, d, scope + [(name, u)])), t)
        if kind == 3:
            a = self.atom_type()
            return Node("apply", (self.expr(rel_of(a, t), d, scope), self.expr(a, d, scope)), t)
        if kind == 4:
            a = self.atom_type()
            names, body, inner = self.binder(d, scope, [a])
            function = Node("lambda", (names, body, self.expr(t, d, inner)), rel_of(a, t))
            return Node("apply", (function, self.expr(a, d, scope)), t)
        if kind == 5:
            return Node(self.rng.choice(["first", "last"]), (self.expr(seq_of(t), d, scope),), t)
        fields = (("p", t), ("q", "B"))
        return Node("field", (self.expr(("R", fields), d, scope), "p"), t)

    def integer(self, depth: int, scope: Scope) -> Node:
        rng, d = self.rng, depth - 1
        kind = rng.randrange(13)
        if kind < 6:
            op = rng.choice(["add", "sub", "mul", "div", "mod", "add", "sub", "pow"])
            second = lit(rng.randrange(4), "Z") if op == "pow" else self.expr("Z", d, scope)
            return Node(op, (self.expr("Z", d, scope), second), "Z")
        if kind == 6:
            return Node("neg", (self.expr("Z", d, scope),), "Z")
        if kind <= 8:
            return Node(rng.choice(["max", "min"]), (self.expr(pow_of("Z"), d, scope),), "Z")
        if kind == 9:
            return Node("card", (self.expr(pow_of(self.atom_type()), d, scope),), "Z")
        if kind == 10:
            return Node("size", (self.expr(seq_of(self.atom_type()), d, scope),), "Z")
        names, body, inner = self.binder(d, scope)
        return Node(rng.choice(["sigma", "sigma", "product"]), (names, body, self.expr("Z", d, inner)), "Z")

    def set(self, t: Type, depth: int, scope: Scope) -> Node:
        rng, d, e = self.rng, depth - 1, t[1]
        kind = rng.randrange(15)
        if kind < 4:
            return Node(rng.choice(["union", "inter", "diff"]), (self.expr(t, d, scope), self.expr(t, d, scope)), t)
        if kind < 6:
            return Node("setext", tuple(self.expr(e, d, scope) for _ in range(rng.randrange(1, 3))), t)
        if kind == 6:
            names, body, _ = self.binder(d, scope, [e]) if e[0] != "X" else self.binder(d, scope, [e[1], e[2]])
            return Node("compr", (names, body), t)
        if kind == 7:
            a = self.atom_type()
            relation = self.expr(rel_of(a, e), d, scope)
            return Node("image", (relation, self.expr(pow_of(a), d, scope)), t)
        if kind == 8:
            return Node("ran", (self.expr(rel_of(self.atom_type(), e), d, scope),), t)
        if kind == 9:
            return Node("dom", (self.expr(rel_of(e, self.atom_type()), d, scope),), t)
        if kind == 10:
            names, body, inner = self.binder(d, scope)
            return Node(rng.choice(["bigunion", "biginter"]), (names, body, self.expr(t, d, inner)), t)
        if kind == 11 and e[0] != "P":
            return Node(rng.choice(["gunion", "ginter"]), (self.expr(pow_of(t), d, scope),), t)
        if kind == 12 and e[0] == "P":
            return Node(rng.choice(["POW", "POW1", "FIN"]), (self.expr(e, d, scope),), t)
        if kind == 13 and e == "Z":
            low = self.expr("Z", d, scope)
            return Node("interval", (low, Node("add", (low, lit(rng.randrange(-1, 4), "Z")), "Z")), t)
        return self.leaf(t, scope)

    def relation(self, t: Type, depth: int, scope: Scope) -> Node:
        rng, d, a, b = self.rng, depth - 1, t[1][1], t[1][2]
        kind = rng.randrange(16)
        if kind == 0:
            return Node("inverse", (self.expr(rel_of(b, a), d, scope),), t)
        if kind == 1:
            c = self.atom_type()
            return Node("comp", (self.expr(rel_of(a, c), d, scope), self.expr(rel_of(c, b), d, scope)), t)
        if kind <= 3:
            return Node(rng.choice(["domres", "domsub"]), (self.expr(pow_of(a), d, scope), self.expr(t, d, scope)), t)
        if kind <= 5:
            return Node(rng.choice(["ranres", "ransub"]), (self.expr(t, d, scope), self.expr(pow_of(b), d, scope)), t)
        if kind <= 7:
            return Node("override", (self.expr(t, d, scope), self.expr(t, d, scope)), t)
        if kind == 8:
            return Node("prod", (self.expr(pow_of(a), d, scope), self.expr(pow_of(b), d, scope)), t)
        if kind == 9:
            names, body, inner = self.binder(d, scope, [a])
            return Node("lambda", (names, body, self.expr(b, d, inner)), t)
        if kind == 10 and a == b:
            return self.square(t, d, scope)
        if kind == 11 and b[0] == "P":
            return Node("fnc", (self.expr(rel_of(a, b[1]), d, scope),), t)
        if kind == 12 and b[0] != "P":
            return Node("rel", (self.expr(rel_of(a, pow_of(b)), d, scope),), t)
        if kind == 13 and b[0] == "X":
            return Node("dprod", (self.expr(rel_of(a, b[1]), d, scope), self.expr(rel_of(a, b[2]), d, scope)), t)
        if a == "Z":
            return self.sequence(t, d, scope)
        return self.leaf(t, scope)

    def square(self, t: Type, d: int, scope: Scope) -> Node:
        op = self.rng.choice(["closure", "closure1", "iterate", "id"])
        if op == "id":
            return Node(op, (self.expr(pow_of(t[1][1]), d, scope),), t)
        relation = self.expr(t, d, scope)
        if op != "closure1" and (t[1][1] == "B" or t[1][1][0] == "G"):  # the value depends on the type, so that it must be told
            relation = Node("domres", (self.whole(t[1][1]), relation), t)
        node = Node(op, (relation, lit(self.rng.randrange(4), "Z")) if op == "iterate" else (relation,), t)
        if op != "closure1" and "Z" in flat_types(t):  # has the identity of an infinite type
            return Node("domres", (self.expr(pow_of(t[1][1]), d, scope), node), t)
        return node

    def sequence(self, t: Type, d: int, scope: Scope) -> Node:
        rng, e = self.rng, t[1][2]
        kind = rng.randrange(9)
        if kind <= 2:
            return Node("seqext", tuple(self.expr(e, d, scope) for _ in range(rng.randrange(1, 4))), t)
        if kind == 3:
            return Node("concat", (self.expr(t, d, scope), self.expr(t, d, scope)), t)
        if kind == 4:
            return Node(rng.choice(["rev", "front", "tail"]), (self.expr(t, d, scope),), t)
        if kind == 5:
            return Node(rng.choice(["take", "drop"]), (self.expr(t, d, scope), lit(rng.randrange(3), "Z")), t)
        if kind == 6:
            return Node("insert", (self.expr(e, d, scope), self.expr(t, d, scope)), t)
        if kind == 7:
            return Node("append", (self.expr(t, d, scope), self.expr(e, d, scope)), t)
        return Node("conc", (self.expr(seq_of(t), d, scope),), t)

    # ---- binders

    def binder(self, d: int, scope: Scope, types: list[Type] | None = None) -> tuple[tuple[str, ...], Node, Scope]:
        """Names, their domains with conditions, and the scope inside."""
        types = types or [self.atom_type() for _ in range(self.rng.choice([1, 1, 1, 2]))]
        names = tuple(self.name() for _ in types)
        inner, parts = list(scope), []
        for name, t in zip(names, types):
            parts.append(self.domain(name, t, d, inner))
            inner = inner + [(name, t)]
        for _ in range(self.rng.choice([0, 1, 1, 2])):
            parts.append(self.pred(d - 1, inner))
        return names, conj(parts), inner

    def domain(self, name: str, t: Type, d: int, scope: Scope) -> Node:
        if t == "B" or t[0] == "G":
            whole = "BOOL" if t == "B" else t[1]
            if self.rng.random() < 0.5:
                return pred("in", var(name, t), Node("name", (whole,), pow_of(t)))
        if t[0] == "P" and self.rng.random() < 0.7:
            return pred("subset", var(name, t), self.expr(t, d - 1, scope))
        if t == "Z" and self.rng.random() < 0.4:
            low = self.leaf("Z", scope)
            high = Node("add", (low, lit(self.rng.randrange(4), "Z")), "Z")
            return pred("in", var(name, t), Node("interval", (low, high), pow_of("Z")))
        return pred("in", var(name, t), self.expr(pow_of(t), d - 1, scope))

    # ---- predicates

    def pred(self, depth: int, scope: Scope) -> Node:
        rng, d = self.rng, depth - 1
        if depth <= 0 or rng.random() < 0.45:
            return self.atom(max(depth, 1), scope)
        kind = rng.randrange(12) - 1
        if kind <= 1:
            return pred("ifpred", self.pred(d, scope), self.pred(d, scope), self.pred(d, scope))
        if kind == 2:
            name, t = self.name(), self.atom_type()
            return pred("letpred", name, self.expr(t, d, scope), self.pred(d, scope + [(name, t)]))
        if kind <= 4:
            names, body, inner = self.binder(d, scope)
            if rng.random() < 0.5:
                return pred("exists", names, body)
            return pred("forall", names, body, self.pred(d, inner))
        if kind == 5:
            return pred("not", self.pred(d, scope))
        if kind == 6:
            return conj([self.pred(d, scope), self.pred(d, scope)])
        op: str = rng.choice(["or", "or", "imp", "imp", "iff"])
        return pred(op, self.pred(d, scope), self.pred(d, scope))

    def atom(self, depth: int, scope: Scope) -> Node:
        rng, d = self.rng, depth - 1
        kind = rng.randrange(10)
        if kind < 3:
            op = rng.choice(["lt", "le", "gt", "ge", "eq", "neq"])
            return pred(op, self.expr("Z", d, scope), self.expr("Z", d, scope))
        t = rng.choice([u for _, u in scope] + [self.type()]) if scope else self.type()
        if kind < 5:
            return pred(rng.choice(["eq", "neq"]), self.expr(t, d, scope), self.expr(t, d, scope))
        if kind < 8:
            op = rng.choice(["in", "in", "notin"])
            return pred(op, self.expr(t, d, scope), self.any_set(t, d, scope))
        s = t if t[0] == "P" else pow_of(t)
        op = rng.choice(["subset", "notsubset", "strict"])
        return pred(op, self.expr(s, d, scope), self.expr(s, d, scope) if op == "strict" else self.any_set(s[1], d, scope))

    def any_set(self, t: Type, d: int, scope: Scope) -> Node:
        """A set of elements of type t, at times an infinite one."""
        if self.rng.random() < 0.5:
            return self.expr(pow_of(t), d, scope)
        return self.large_set(t, d, scope)

    def large_set(self, t: Type, d: int, scope: Scope) -> Node:
        rng, s = self.rng, pow_of(t)
        smaller: Callable[[Type], Node] = lambda u: self.any_set(u, d - 1, scope) if d > 0 else self.whole(u)
        if t == "Z" and rng.random() < 0.4:
            return Node("name", (rng.choice(["NATURAL", "NATURAL1", "INT", "NAT"]),), s)
        if t[0] == "P" and t[1][0] == "X":
            op = rng.choice(["rels", "pfun", "pfun", "tfun", "pinj", "tinj", "psur", "tsur", "bij"])
            if t[1][1] == "Z" and rng.random() < 0.3:
                return Node(rng.choice(["seq", "seq1", "iseq"]), (smaller(t[1][2]),), s)
            return Node(op, (smaller(t[1][1]), smaller(t[1][2])), s)
        if t[0] == "P":
            return Node(rng.choice(["POW", "FIN", "POW1"]), (smaller(t[1]),), s)
        if t[0] == "X":
            return Node("prod", (smaller(t[1]), smaller(t[2])), s)
        if t[0] == "R":
            return Node("struct", (tuple((n, smaller(f)) for n, f in t[1]),), s)
        return self.whole(t)

    def whole(self, t: Type) -> Node:
        """The set of all values of a type."""
        s = pow_of(t)
        if t == "Z":
            return Node("name", ("INTEGER",), s)
        if t == "B":
            return Node("name", ("BOOL",), s)
        if t[0] == "G":
            return Node("name", (t[1],), s)
        if t[0] == "X":
            return Node("prod", (self.whole(t[1]), self.whole(t[2])), s)
        if t[0] == "R":
            return Node("struct", (tuple((n, self.whole(f)) for n, f in t[1]),), s)
        return Node("POW", (self.whole(t[1]),), s)
