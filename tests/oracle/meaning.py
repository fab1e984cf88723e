"""The meaning of expressions and predicates, by docs/LANGUAGE.md: enumerate everything."""

from __future__ import annotations

from itertools import product
from typing import Any, Iterable, Iterator

from term import Node, Rec, Type
from values import (
    ARROWS, COMPARE, MOST, STRICT, Env, Undefined, Unsure, World, closure1, compose, defined, dom, interval,
    is_function, is_injective, is_sequence, join, listed, nonempty, number, ran, subsets, universe,
)  # fmt: skip

MOST_STEPS = 200_000


class Meaning:
    """Evaluation in a world. Names have their values in an environment."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.start()

    def start(self) -> None:
        """From here on so many predicates are evaluated; what takes longer is left alone."""
        self.left = MOST_STEPS

    # ---- expressions

    def value(self, node: Node, env: Env) -> Any:
        op = node.op
        if op == "lit":
            return node.args[0]
        if op == "var":
            return env[node.args[0]]
        if op == "apply" and node.args[0].op == "lambda":
            return self.apply_lambda(node.args[0], self.value(node.args[1], env), env)
        if op == "domres" and node.args[1].op in ("closure", "iterate"):
            return self.restricted(*node.args, env)
        if op in STRICT:
            return STRICT[op](*[self.value(kid, env) for kid in node.args])
        if op == "rels" or op in ARROWS:
            pairs = listed(product(self.value(node.args[0], env), self.value(node.args[1], env)))
            return listed(r for r in subsets(pairs) if self.member(r, node, env))
        if op in ("seq", "seq1", "iseq", "struct"):
            raise Unsure("a set that is asked for membership only")
        return getattr(self, "value_" + op)(node, env)

    def value_bool(self, node: Node, env: Env) -> bool:
        return self.holds(node.args[0], env)

    def value_name(self, node: Node, _: Env) -> frozenset[Any]:
        name = node.args[0]
        if name == "BOOL":
            return frozenset((False, True))
        if name in self.world.sets:
            return self.world.sets[name]
        ranges = {"INT": self.world.least, "NAT": 0, "NAT1": 1}
        if name in ranges:
            return interval(ranges[name], self.world.greatest)
        raise Unsure("infinite set")

    def value_if(self, node: Node, env: Env) -> Any:
        condition, yes, no = node.args
        return self.value(yes if self.holds(condition, env) else no, env)

    def value_let(self, node: Node, env: Env) -> Any:
        name, bound, body = node.args
        return self.value(body, {**env, name: self.value(bound, env)})

    def value_rec(self, node: Node, env: Env) -> Rec:
        return Rec(tuple(sorted((n, self.value(e, env)) for n, e in node.args[0])))

    def value_field(self, node: Node, env: Env) -> Any:
        return dict(self.value(node.args[0], env).fields)[node.args[1]]

    def value_proj1(self, node: Node, env: Env) -> Any:
        return self.projection(node, env)[0]

    def value_proj2(self, node: Node, env: Env) -> Any:
        return self.projection(node, env)[1]

    def projection(self, node: Node, env: Env) -> Any:
        left, right, pair = node.args
        value = self.value(pair, env)
        defined(self.member(value[0], left, env) and self.member(value[1], right, env))
        return value

    def value_closure(self, node: Node, env: Env) -> frozenset[Any]:
        r = self.value(node.args[0], env)
        return closure1(r) | identity(universe(node.type[1][1], self.world))

    def value_iterate(self, node: Node, env: Env) -> frozenset[Any]:
        r, n = (self.value(kid, env) for kid in node.args)
        return steps(r, n) if n != 0 else identity(universe(node.type[1][1], self.world))

    def restricted(self, left: Node, node: Node, env: Env) -> frozenset[Any]:
        """s <| closure(r), s <| iterate(r, n): the identity of an infinite type is needed for s only."""
        s, r = self.value(left, env), self.value(node.args[0], env)
        if node.op == "closure":
            reached = closure1(r) | identity(s)
        else:
            n = self.value(node.args[1], env)
            reached = steps(r, n) if n != 0 else identity(s)
        return frozenset(p for p in reached if p[0] in s)

    # ---- binders: what is in, by rule 3 of LANGUAGE.md

    def cases(self, names: tuple[str, ...], body: Node, env: Env) -> Iterator[tuple[Env, bool | None]]:
        """All values of the names that may be in, with True, or None where that is undefined."""
        parts = list(body.args) if body.op == "and" else [body]
        yield from self.choose(names, parts, {n: v for n, v in env.items() if n not in names})

    def choose(self, names: tuple[str, ...], parts: list[Node], env: Env) -> Iterator[tuple[Env, bool | None]]:
        if not names:
            verdict = self.all_of(parts, env)
            if verdict is not False:
                yield env, verdict
            return
        for value in self.domain(names[0], parts, env):
            yield from self.choose(names[1:], parts, {**env, names[0]: value})

    def domain(self, name: str, parts: list[Node], env: Env) -> Iterable[Any]:
        """The values of a name, from name = E, name : S or name <: S where these are known."""
        for op in ("eq", "in", "subset"):
            for part in parts:
                if part.op == op and part.args[0].op == "var" and part.args[0].args[0] == name:
                    try:
                        s = self.value(part.args[1], env)
                    except Undefined as e:
                        raise Unsure("what gives a bound name its values is undefined") from e
                    except KeyError:  # names that come later
                        continue
                    return [s] if op == "eq" else s if op == "in" else subsets(s)
        raise Unsure("no domain")

    def all_of(self, parts: Iterable[Node], env: Env) -> bool | None:
        verdict: bool | None = True
        for part in parts:
            one = self.truth(part, env)
            if one is False:
                return False
            if one is None:
                verdict = None
        return verdict

    def inside(self, names: tuple[str, ...], body: Node, env: Env) -> list[Env]:
        found = []
        for case, verdict in self.cases(names, body, env):
            defined(verdict is True)
            found.append(case)
            if len(found) > MOST:
                raise Unsure("many cases")
        return found

    def value_compr(self, node: Node, env: Env) -> frozenset[Any]:
        names, body = node.args
        return listed(tuple_of([case[n] for n in names]) for case in self.inside(names, body, env))

    def images(self, node: Node, env: Env) -> list[tuple[Any, Any]]:
        names, body, result = node.args
        return [(tuple_of([c[n] for n in names]), self.value(result, c)) for c in self.inside(names, body, env)]

    def value_lambda(self, node: Node, env: Env) -> frozenset[Any]:
        return listed(self.images(node, env))

    def value_sigma(self, node: Node, env: Env) -> int:
        return number(sum(v for _, v in self.images(node, env)))

    def value_product(self, node: Node, env: Env) -> int:
        result = 1
        for _, v in self.images(node, env):
            result = number(result * v)
        return result

    def value_bigunion(self, node: Node, env: Env) -> frozenset[Any]:
        return join(v for _, v in self.images(node, env))

    def value_biginter(self, node: Node, env: Env) -> frozenset[Any]:
        return frozenset.intersection(*nonempty([v for _, v in self.images(node, env)]))

    def apply_lambda(self, node: Node, argument: Any, env: Env) -> Any:
        names, body, result = node.args
        inner = {**env, **bind(names, argument)}
        defined(self.single(body, inner) is True)
        return self.value(result, inner)

    def single(self, body: Node, env: Env) -> bool:
        """Is one element in {names | body}? (rule 5)"""
        verdict = self.all_of(body.args if body.op == "and" else [body], env)
        defined(verdict is not None)
        return bool(verdict)

    # ---- membership: sets that may be infinite are asked as they are written

    def member(self, value: Any, node: Node, env: Env) -> bool:
        op = node.op
        if op == "name":
            return self.member_name(value, node.args[0])
        if op == "interval":
            low, high = (self.value(kid, env) for kid in node.args)
            return low <= value <= high
        if op in ("POW", "POW1", "FIN", "FIN1"):
            return self.all_members(value, node.args[0], env) and (op[-1] != "1" or bool(value))
        if op in ("seq", "seq1", "iseq"):
            inside = self.all_members(ran(value), node.args[0], env)
            return inside and is_sequence(value) and (op != "seq1" or bool(value)) and (op != "iseq" or is_injective(value))
        if op == "rels" or op in ARROWS:
            return self.member_arrow(value, node, env)
        if op == "prod":
            left, right = self.member(value[0], node.args[0], env), self.member(value[1], node.args[1], env)
            return left and right
        if op == "struct":
            fields = dict(value.fields)
            return all([self.member(fields[n], e, env) for n, e in node.args[0]])
        if op == "compr":
            return self.single(node.args[1], {**env, **bind(node.args[0], value)})
        if op == "lambda":
            inner = {**env, **bind(node.args[0], value[0])}
            return self.single(node.args[1], inner) and self.value(node.args[2], inner) == value[1]
        if op == "dom" and node.args[0].op == "lambda":
            names, body, _ = node.args[0].args
            return self.single(body, {**env, **bind(names, value)})
        return value in self.value(node, env)

    def member_name(self, value: Any, name: str) -> bool:
        least = {"NATURAL": 0, "NATURAL1": 1, "NAT": 0, "NAT1": 1, "INT": self.world.least}
        if name in least:
            return value >= least[name] and (name[:4] == "NATU" or value <= self.world.greatest)
        return True  # a whole type

    def all_members(self, values: Iterable[Any], node: Node, env: Env) -> bool:
        verdicts = [self.member(v, node, env) for v in values]
        if not verdicts:
            self.ask(node, env)
        return all(verdicts)

    def ask(self, node: Node, env: Env) -> None:
        """A set that nothing is asked of must be defined nevertheless."""
        if node.op in ("POW", "POW1", "FIN", "FIN1", "seq", "seq1", "iseq", "rels", "prod") or node.op in ARROWS:
            for kid in node.args:
                self.ask(kid, env)
        elif node.op == "struct":
            for _, kid in node.args[0]:
                self.ask(kid, env)
        elif node.op == "interval":
            for kid in node.args:
                self.value(kid, env)
        elif node.op != "name":
            self.value(node, env)

    def member_arrow(self, r: frozenset[Any], node: Node, env: Env) -> bool:
        left, right = node.args
        inside = all([self.all_members(dom(r), left, env), self.all_members(ran(r), right, env)])
        if node.op == "rels":
            return inside
        partial, injective, surjective = ARROWS[node.op]
        verdict = inside and is_function(r) and (not injective or is_injective(r))
        # Whatever decides, the sets are asked for the rest, too: they must have values.
        total = partial or self.equals(dom(r), left, env)
        onto = not surjective or self.equals(ran(r), right, env)
        return verdict and total and onto

    def equals(self, s: frozenset[Any], node: Node, env: Env) -> bool:
        if node.op == "name" and node.args[0] in ("INTEGER", "NATURAL", "NATURAL1"):
            return False
        return s == self.value(node, env)

    # ---- predicates

    def truth(self, node: Node, env: Env) -> bool | None:
        try:
            return self.holds(node, env)
        except Undefined:
            return None

    def holds(self, node: Node, env: Env) -> bool:
        op, args = node.op, node.args
        self.left -= 1
        if self.left < 0:
            raise Unsure("too much work")
        if op in COMPARE:
            return COMPARE[op](self.value(args[0], env), self.value(args[1], env))
        return getattr(self, "holds_" + op)(args, env)

    def holds_true(self, _: Any, __: Env) -> bool:
        return True

    def holds_false(self, _: Any, __: Env) -> bool:
        return False

    def holds_in(self, args: Any, env: Env) -> bool:
        return self.member(self.value(args[0], env), args[1], env)

    def holds_notin(self, args: Any, env: Env) -> bool:
        return not self.holds_in(args, env)

    def holds_subset(self, args: Any, env: Env) -> bool:
        return self.all_members(self.value(args[0], env), args[1], env)

    def holds_notsubset(self, args: Any, env: Env) -> bool:
        return not self.holds_subset(args, env)

    def holds_strict(self, args: Any, env: Env) -> bool:
        s = self.value(args[0], env)
        return all([self.all_members(s, args[1], env), not self.equals(s, args[1], env)])

    def holds_and(self, args: Any, env: Env) -> bool:
        return all(self.holds(part, env) for part in args)

    def holds_or(self, args: Any, env: Env) -> bool:
        return any(self.holds(part, env) for part in args)

    def holds_imp(self, args: Any, env: Env) -> bool:
        return not self.holds(args[0], env) or self.holds(args[1], env)

    def holds_iff(self, args: Any, env: Env) -> bool:
        left, right = self.holds(args[0], env), self.holds(args[1], env)
        return left == right

    def holds_not(self, args: Any, env: Env) -> bool:
        return not self.holds(args[0], env)

    def holds_ifpred(self, args: Any, env: Env) -> bool:
        return self.holds(args[1] if self.holds(args[0], env) else args[2], env)

    def holds_letpred(self, args: Any, env: Env) -> bool:
        return self.holds(args[2], {**env, args[0]: self.value(args[1], env)})

    def holds_exists(self, args: Any, env: Env) -> bool:
        verdicts = [verdict for _, verdict in self.cases(args[0], args[1], env)]
        if True in verdicts:
            return True
        defined(None not in verdicts)
        return False

    def holds_forall(self, args: Any, env: Env) -> bool:
        unknown = False
        for case, verdict in self.cases(args[0], args[1], env):
            then = self.truth(args[2], case)
            if verdict is True and then is False:
                return False
            unknown = unknown or not then
        defined(not unknown)
        return True


def identity(elements: frozenset[Any]) -> frozenset[Any]:
    return frozenset((e, e) for e in elements)


def steps(r: frozenset[Any], n: int) -> frozenset[Any]:
    """iterate(r, n) for n > 0"""
    defined(n > 0)
    if n > 50:
        raise Unsure("iterate")
    result = r
    for _ in range(n - 1):
        result = compose(result, r)
    return result


def tuple_of(values: list[Any]) -> Any:
    result = values[0]
    for value in values[1:]:
        result = (result, value)
    return result


def bind(names: tuple[str, ...], value: Any) -> Env:
    """The names of a binder for one of its elements: (x, y, z) and ((1, 2), 3)."""
    env: Env = {}
    for name in reversed(names[1:]):
        value, env[name] = value[0], value[1]
    env[names[0]] = value
    return env
