"""Random sequents in Event-B's notation, over two carrier sets and with axioms that a valuation chosen first satisfies.

The words are few (subsets, functions, families of sets, pairs, numbers), and so are the names, so that a goal often
follows from the axioms by the way it is written, and often almost does.
"""

from __future__ import annotations

from random import Random
from typing import Any, Callable

from meaning import Meaning
from term import Node, Type, lit, pair_of, pow_of, pred, rel_of, var
from values import ARROWS, Env, Unsure, World

S, T, Z = ("G", "S"), ("G", "T"), "Z"
NAMES: dict[str, Type] = {
    "A": pow_of(S), "B": pow_of(S), "C": pow_of(S), "U": pow_of(T), "a": S, "b": S, "u": T, "v": T,
    "f": rel_of(S, T), "g": rel_of(S, T), "r": rel_of(S, S), "h": rel_of(S, pow_of(T)), "F": pow_of(pow_of(S)),
    "M": pow_of(Z), "N": pow_of(Z), "m": Z, "n": Z,
}  # fmt: skip
FUNCTIONS = list(ARROWS)
SYMBOL = {
    "union": "∪", "inter": "∩", "diff": "∖", "prod": "×", "maplet": "↦", "comp": ";", "domres": "◁", "domsub": "⩤",
    "ranres": "▷", "ransub": "⩥", "override": "<+", "eq": "=", "neq": "≠", "in": "∈", "notin": "∉", "subset": "⊆",
    "notsubset": "⊈", "strict": "⊂", "le": "≤", "lt": "<", "add": "+", "interval": "‥", "and": "∧", "or": "∨",
    "imp": "⇒", "iff": "⇔", "rels": "↔", "pfun": "⇸", "tfun": "→", "pinj": "⤔", "tinj": "↣", "psur": "⤀",
    "tsur": "↠", "bij": "⤖",
}  # fmt: skip
WHOLE = {"NATURAL": "ℕ", "INTEGER": "ℤ"}


def world_of(sizes: dict[str, int]) -> World:
    return World({name: tuple(f"{name}{i}" for i in range(1, size + 1)) for name, size in sizes.items()})


def text(node: Node) -> str:
    """With all parentheses."""
    op, args = node.op, node.args
    if op in ("var", "name"):
        return WHOLE.get(args[0], args[0])
    if op == "lit":
        return "∅" if args[0] == frozenset() else f"{args[0]}" if args[0] >= 0 else f"(−{-args[0]})"
    if op == "setext":
        return "{" + ", ".join(map(text, args)) + "}"
    if op == "not":
        return f"¬({text(args[0])})"
    if op in ("dom", "ran"):
        return f"{op}({text(args[0])})"
    if op == "POW":
        return f"ℙ({text(args[0])})"
    if op == "inverse":
        return f"({text(args[0])}∼)"
    if op == "image":
        return f"{text(args[0])}[{text(args[1])}]"
    if op == "apply":
        return f"{text(args[0])}({text(args[1])})"
    if op == "forall":
        return f"(∀{', '.join(args[0])}·{text(args[1])} ⇒ {text(args[2])})"
    if op == "exists":
        return f"(∃{', '.join(args[0])}·{text(args[1])})"
    return "(" + f" {SYMBOL[op]} ".join(map(text, args)) + ")"


class Sequents:
    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.sizes = {"S": rng.choice([1, 2, 2, 3]), "T": rng.choice([1, 1, 2, 2])}
        self.world = world_of(self.sizes)
        self.meaning = Meaning(self.world)
        self.scope = dict(NAMES)
        self.fresh = 0
        self.env = {name: self.value(t) for name, t in NAMES.items()}

    # ---- values

    def value(self, t: Type) -> Any:
        rng = self.rng
        if t == Z:
            return rng.choice([-1, 0, 1, 2, 3, 5])
        if t[0] == "G":
            return rng.choice(sorted(self.world.sets[t[1]]))
        if t[0] == "X":
            return (self.value(t[1]), self.value(t[2]))
        if t[1][0] != "X":
            items = sorted(self.world.sets[t[1][1]]) if t[1][0] == "G" else [self.value(t[1]) for _ in range(3)]
            return frozenset(e for e in items if rng.random() < 0.6)
        left = sorted(self.world.sets[t[1][1][1]])
        if rng.random() < 0.6:  # a function
            share = rng.choice([1, 1, 0.6])
            return frozenset((e, self.value(t[1][2])) for e in left if rng.random() < share)
        return frozenset(self.value(t[1]) for _ in range(3))

    def truth(self, node: Node, env: Env) -> bool | None:
        """None: it is undefined, or takes too long."""
        try:
            self.meaning.start()
            return self.meaning.truth(node, env)
        except (Unsure, RecursionError):
            return None

    # ---- expressions

    def leaf(self, t: Type) -> Node:
        rng = self.rng
        names = [n for n, u in self.scope.items() if u == t]
        if t[0] == "P" and (rng.random() < 0.12 or not names):
            return self.whole(t[1]) if t[1][0] != "P" and rng.random() < 0.7 else lit(frozenset(), t)
        if t == Z and rng.random() < 0.3:
            return lit(rng.choice([-1, 0, 1, 2, 3]), Z)
        if not names:
            return Node("maplet", (self.leaf(t[1]), self.leaf(t[2])), t)
        return var(rng.choice(names), t)

    def whole(self, t: Type) -> Node:
        if t[0] == "P":
            return Node("POW", (self.whole(t[1]),), pow_of(t))
        if t[0] == "X":
            return Node("prod", (self.whole(t[1]), self.whole(t[2])), pow_of(t))
        return Node("name", (t[1] if t[0] == "G" else "INTEGER",), pow_of(t))

    def expr(self, t: Type, depth: int) -> Node:
        if depth <= 0 or self.rng.random() < 0.4:
            return self.leaf(t)
        if t[0] == "P":
            return self.set(t, depth - 1)
        if t[0] == "X":
            return Node("maplet", (self.expr(t[1], depth - 1), self.expr(t[2], depth - 1)), t)
        if t == Z:
            return Node("add", (self.expr(Z, depth - 1), self.leaf(Z)), Z)
        function = rel_of(S, t) if t == T or self.rng.random() < 0.7 else rel_of(S, S)
        return Node("apply", (self.leaf(function), self.expr(S, depth - 1)), t) if function in NAMES.values() else self.leaf(t)

    def set(self, t: Type, d: int) -> Node:
        rng, e = self.rng, t[1]
        kind = rng.randrange(10)
        if kind < 5:
            return Node(rng.choice(["union", "inter", "diff"]), (self.expr(t, d), self.expr(t, d)), t)
        if kind < 7:
            return Node("setext", tuple(self.expr(e, d) for _ in range(rng.choice([1, 1, 2]))), t)
        if e == Z:
            return rng.choice([Node("interval", (self.leaf(Z), self.leaf(Z)), t), Node("name", ("NATURAL",), t)])
        if e[0] == "X":
            return self.relation(t, d)
        if e[0] == "P":
            return Node("POW", (self.expr(e, d),), t)
        if e == S and kind < 9:
            return Node("dom", (self.expr(rng.choice([rel_of(S, T), rel_of(S, S), rel_of(S, pow_of(T))]), d),), t)
        other = rel_of(S, e)
        return rng.choice([Node("ran", (self.expr(other, d),), t), Node("image", (self.leaf(other), self.expr(pow_of(S), d)), t)])

    def relation(self, t: Type, d: int) -> Node:
        rng, left, right = self.rng, pow_of(t[1][1]), pow_of(t[1][2])
        kind = rng.randrange(6)
        if kind == 0 and right != pow_of(pow_of(T)):
            return Node("prod", (self.expr(left, d), self.expr(right, d)), t)
        if kind == 1:
            return Node(rng.choice(["ranres", "ransub"]), (self.expr(t, d), self.expr(right, d)), t)
        if kind == 2:
            return Node("override", (self.expr(t, d), self.expr(t, d)), t)
        if kind == 3:
            return Node("comp", (self.leaf(rel_of(S, S)), self.expr(t, d)), t)
        if kind == 4 and left == right:
            return Node("inverse", (self.expr(t, d),), t)
        return Node(rng.choice(["domres", "domsub"]), (self.expr(left, d), self.expr(t, d)), t)

    # ---- predicates

    def type(self) -> Type:
        return self.rng.choice(list(NAMES.values()))

    def element_type(self) -> Type:
        return self.rng.choice([S, S, S, T, Z, pow_of(S), pow_of(S), pair_of(S, T), pair_of(S, S)])

    def set_type(self) -> Type:
        return self.rng.choice([pow_of(S)] * 4 + [pow_of(T), pow_of(Z), rel_of(S, T), rel_of(S, S), NAMES["F"]])

    def arrow(self, depth: int) -> Node:
        t = self.rng.choice([rel_of(S, T)] * 3 + [rel_of(S, S), rel_of(S, pow_of(T))])
        op = self.rng.choice([*FUNCTIONS, "rels", "rels", "pfun", "tfun"])
        left = self.leaf(pow_of(S)) if self.rng.random() < 0.6 else self.whole(S)
        right = self.whole(t[1][2]) if self.rng.random() < 0.7 else self.leaf(pow_of(t[1][2]))
        return pred("in", self.expr(t, depth), Node(op, (left, right), pow_of(t)))

    def atom(self, depth: int) -> Node:
        rng, kind = self.rng, self.rng.randrange(12)
        if kind < 4:
            t = self.element_type()
            return pred(rng.choice(["in", "in", "in", "notin"]), self.expr(t, depth - 1), self.expr(pow_of(t), depth))
        if kind < 7:
            t = self.set_type()
            if rng.random() < 0.3:
                return pred("in", self.expr(t, depth), Node("POW", (self.expr(t, depth),), pow_of(t)))
            return pred(rng.choice(["subset"] * 4 + ["notsubset", "strict"]), self.expr(t, depth), self.expr(t, depth))
        if kind < 9:
            return self.arrow(depth - 1)
        if kind == 9:
            return pred("eq", Node("dom", (self.leaf(rng.choice([NAMES["f"], NAMES["g"]])),), pow_of(S)), self.expr(pow_of(S), 1))
        if kind == 10:
            t = self.type()
            return pred(rng.choice(["eq", "eq", "neq"]), self.expr(t, depth), self.expr(t, depth))
        return pred(rng.choice(["le", "lt"]), self.expr(Z, depth), self.expr(Z, depth))

    def pred(self, depth: int) -> Node:
        rng, kind = self.rng, self.rng.randrange(10)
        if depth <= 1 or kind < 3:
            return self.atom(depth)
        if kind < 5:
            return pred("imp", self.pred(depth - 1), self.pred(depth - 1))
        if kind < 8:
            return self.bound(depth)
        if kind == 8:
            if rng.random() < 0.3:  # what is assumed for one part is not known of the next
                assumed = self.pred(depth - 1)
                return pred("and", pred("imp", assumed, rng.choice([assumed, self.pred(1)])), assumed)
            return pred(rng.choice(["and", "and", "or"]), self.pred(depth - 1), self.pred(depth - 1))
        return pred("not", self.pred(depth - 1))

    def bound(self, depth: int) -> Node:
        """At times the name is one that has a value outside."""
        if self.rng.random() < 0.2:
            return self.bound_pair()
        name, t = (f"x{self.rng.randrange(3)}", S) if self.rng.random() < 0.8 else ("b", S)
        outer = self.scope.get(name)
        domain = pred("in", var(name, t), self.expr(pow_of(S), 1))
        if domain.args[1].op == "lit":
            domain = pred("in", var(name, t), self.whole(S))
        self.scope[name] = t
        body = self.pred(depth - 1)
        if outer is None:
            del self.scope[name]
        if self.rng.random() < 0.8:
            return pred("forall", (name,), domain, body)
        return pred("exists", (name,), pred("and", domain, body))

    def bound_pair(self) -> Node:
        names = ("x", "y")
        domain = pred("and", *(pred("in", var(n, S), self.leaf_set()) for n in names))
        ends = [var(n, S) for n in self.rng.choice([names, names[::-1]])]
        pair = Node("maplet", tuple(ends), pair_of(S, S))
        return pred("forall", names, domain, pred("in", pair, self.leaf(rel_of(S, S))))

    def leaf_set(self) -> Node:
        return self.rng.choice([self.whole(S), var("A", pow_of(S)), var("B", pow_of(S))])

    # ---- sequents

    def some(self, count: int, is_good: Callable[[Node], bool], make: Callable[[], Node]) -> list[Node]:
        found: list[Node] = []
        for _ in range(count * 6):
            if len(found) < count and is_good(node := make()):
                found.append(node)
        return found

    def typings(self) -> list[Node]:
        """What tells the types and no more."""
        return [pred("in", var(name, t), self.whole(t)) for name, t in NAMES.items()]

    def axioms(self) -> list[Node]:
        is_true = lambda n: self.truth(n, self.env) is True
        make = lambda: self.bound_pair() if self.rng.random() < 0.1 else self.pred(self.rng.choice([1, 1, 1, 2]))
        return self.some(self.rng.randrange(4, 12), is_true, make)

    def near(self, axioms: list[Node]) -> list[Env]:
        """The valuation, and others that satisfy the axioms."""
        found = [self.env]
        for _ in range(60):
            env = dict(self.rng.choice(found))
            for name in self.rng.sample(list(NAMES), self.rng.randrange(1, 4)):
                env[name] = self.value(NAMES[name])
            if all(self.truth(a, env) is True for a in axioms):
                found.append(env)
        return found

    def goals(self, axioms: list[Node], count: int) -> list[Node]:
        """Many of them are made of an axiom, so that they follow from it by a rule, or almost do."""

        def make() -> Node:
            kind = self.rng.randrange(8)
            if kind > 3 or not axioms:
                return self.pred(self.rng.choice([1, 1, 2, 3]))
            axiom = self.rng.choice(axioms)
            goal = self.changed(axiom) if kind == 0 else self.beside(axiom)
            return pred("imp", self.pred(1), goal) if self.rng.random() < 0.2 else goal

        return self.some(count, lambda n: self.truth(n, self.env) is not None, make)

    def beside(self, axiom: Node) -> Node:
        """What speaks of the same sets."""
        rng = self.rng
        if axiom.op == "subset":
            a, b = axiom.args
            element, power = self.leaf(a.type[1]), Node("POW", (a,), pow_of(a.type))
            return rng.choice([pred("subset", b, a), pred("in", element, b), pred("in", element, a), pred("in", b, power)])
        if axiom.op == "in" and (axiom.args[1].op in ARROWS or axiom.args[1].op == "rels"):
            f, left, right = axiom.args[0], *axiom.args[1].args
            if rng.random() < 0.6:
                return self.made_of(f, axiom.args[1])
            whole = (self.whole(left.type[1]), self.whole(right.type[1]))
            kinds = [pred("in", f, Node(op, rng.choice([whole, (left, right)]), axiom.args[1].type)) for op in ("pfun", "tfun")]
            return rng.choice([*kinds, pred("in", self.leaf(left.type[1]), Node("dom", (f,), left.type))])
        if axiom.op == "in":
            x, a = axiom.args
            other = self.expr(a.type, 1)
            pairs = rng.choice([(a, other), (other, a)])
            more = pred("in", x, Node(rng.choice(["union", "inter", "diff"]), pairs, a.type))
            listed = pred("subset", Node("setext", rng.choice([(x, self.leaf(x.type)), (x,)]), a.type), rng.choice(pairs))
            return rng.choice([more, more, listed, pred("in", self.leaf(x.type), a)])
        return self.changed(axiom)

    def made_of(self, f: Node, arrow: Node) -> Node:
        """What f becomes when it is assigned at one place, or some of it is left, is said to be a function, too."""
        rng, t = self.rng, f.type
        left, right = arrow.args
        key, image = self.leaf(t[1][1]), self.leaf(t[1][2])
        one = Node("setext", (Node("maplet", (key, image), t[1]),), t)
        at = Node("setext", (key,), left.type)
        g = rng.choice([one, one, one, self.leaf(t)])
        formed = rng.choice([
            Node("override", (f, g), t), Node("override", (f, g), t), Node("override", (g, f), t), Node("union", (f, g), t),
            Node("inter", (f, g), t), Node("diff", (f, g), t), Node("domsub", (at, f), t), Node("domres", (at, f), t), one, f,
        ])  # fmt: skip
        sides = [left, Node("union", (left, at), left.type), Node("diff", (left, at), left.type), at, self.leaf(left.type)]
        op = rng.choice([arrow.op, "rels", "pfun", "tfun", "pinj", "tinj"])
        goal = pred("in", formed, Node(op, (rng.choice(sides), rng.choice([right, right, self.leaf(right.type)])), arrow.type))
        typed = [pred("in", key, rng.choice([left, self.leaf(left.type)])), pred("in", image, right)]
        return rng.choice([goal, pred("imp", typed[1], goal), pred("imp", pred("and", *typed), goal)])

    def changed(self, node: Node) -> Node:
        """With other terms in place of some of its names."""
        args = tuple(self.changed(a) if isinstance(a, Node) and self.rng.random() < 0.5 else a for a in node.args)
        if node.op == "maplet" and self.rng.random() < 0.5 and args[0].type == args[1].type:
            return node._replace(args=args[::-1])
        if node.type == Z or (node.op == "var" and node.args[0] in NAMES):
            return self.expr(node.type, 1)
        return node._replace(args=args)

