"""Systems of equations, products, powers and remainders of integers.

Of `equations` a solution is planted, small or out of reach; of `boxes` all solutions are listed by trying every value
of a box that the conjuncts themselves, and not a domain, confine the names to.
"""

from __future__ import annotations

import json
from itertools import product
from random import Random
from typing import Any, Iterator

import bounce
from meaning import Meaning
from predicates import WORLD, Predicates, Sample, true_here, words
from report import shrink
from term import Node, conj, lit, pow_of, pred, show, var
from values import Undefined, Unsure

ALONE = ["direct", "relax", "relax_simple", "simplify", "enumerate", "branches", "extensional", "laws", "wider"]
SIDES = {"eq": "eq", "le": "ge", "lt": "gt", "ge": "le", "gt": "lt", "neq": "neq"}


def number(value: int) -> Node:
    return lit(value, "Z")


def term(op: str, *args: Any) -> Node:
    return Node(op, args, "Z")


class Integers:
    """Terms over integers, and facts that are true of given values."""

    def __init__(self, rng: Random, plant: dict[str, int]) -> None:
        self.rng, self.plant, self.meaning = rng, plant, Meaning(WORLD)

    def value(self, node: Node) -> int:
        return self.meaning.value(node, self.plant)

    def name(self) -> Node:
        return var(self.rng.choice(list(self.plant)), "Z")

    def scaled(self, factor: int, node: Node) -> Node:
        kind = self.rng.randrange(6)
        if factor == 1 and kind:
            return node
        if factor == -1 and kind:
            return term("neg", node)
        return term("mul", node, number(factor)) if kind == 1 else term("mul", number(factor), node)

    def sum(self, parts: list[Node]) -> Node:
        whole = parts[0]
        for part in parts[1:]:
            whole = term("sub", whole, part) if self.rng.random() < 0.3 else term("add", whole, part)
        return whole

    def linear(self) -> Node:
        names = self.rng.sample(list(self.plant), min(len(self.plant), self.rng.choice([1, 2, 2, 3, 4])))
        factors = [1, 1, 1, -1, -1, 2, 3, -2, 5, 7, 12, 100, -1000, 65536]
        return self.sum([self.scaled(self.rng.choice(factors), var(n, "Z")) for n in names])

    def any(self, depth: int) -> Node:
        rng = self.rng
        if depth <= 0 or rng.random() < 0.15:
            return self.name() if rng.random() < 0.7 else number(rng.choice([0, 1, 2, 3, 4, 5, 7, 10, -1, -3]))
        kind = rng.randrange(12)
        a, b = self.any(depth - 1), self.any(depth - 1)
        if kind < 2:
            return self.sum([a, b])
        if kind < 5:
            return term("mul", a, rng.choice([a, b, number(rng.choice([2, 3, -2, 6]))]))
        if kind < 7:
            exponent = number(rng.randrange(5)) if rng.random() < 0.8 else self.name()
            return term("pow", a, exponent)
        if kind == 7:
            return term("pow", number(rng.choice([2, 2, 3, 10, 1, 0])), self.name())
        if kind == 8:
            return term("mod", a, rng.choice([b, number(rng.choice([2, 3, 4, 6, 7, 8, 10]))]))
        if kind == 9:
            return term("div", a, rng.choice([b, number(rng.choice([2, 3, 4, -2, 7]))]))
        some = Node("setext", tuple(self.any(depth - 2) for _ in range(rng.choice([2, 2, 3]))), pow_of("Z"))
        return term("max" if kind == 10 else "min", some)

    def side(self) -> Node:
        return self.linear() if self.rng.random() < 0.4 else self.any(self.rng.choice([1, 2, 2, 3]))

    def fact(self) -> Node | None:
        """Something that is true here; None if this try gives nothing."""
        rng = self.rng
        try:
            left = self.side()
            value = self.value(left)
            op = rng.choice(["eq", "eq", "eq", "eq", "le", "ge", "lt", "gt", "neq", "in"])
            if op == "in":
                low, high = value - rng.choice([0, 1, 5, 1000]), value + rng.choice([0, 2, 9, 70000])
                return pred("in", left, Node("interval", (number(low), number(high)), pow_of("Z")))
            right = number(value)
            if rng.random() < 0.5:
                right = self.side()
                rest = value - self.value(right)
                right = term("add", right, number(rest)) if rest else right
            if op in ("lt", "gt", "neq"):
                right = term("sub" if op == "gt" else "add", right, number(rng.choice([1, 1, 3])))
            return pred(op, left, right) if rng.random() < 0.8 else pred(SIDES[op], right, left)
        except (Undefined, Unsure, RecursionError):
            return None

    def hidden(self, node: Node) -> Node:
        """The same, perhaps in other words or as a part of something larger."""
        kind = self.rng.randrange(10)
        if kind == 0:
            return pred("not", pred("not", node))
        if kind == 1:
            other = pred("eq", self.name(), number(self.rng.randrange(-3, 4)))
            return pred("or", *((node, other) if self.rng.random() < 0.5 else (other, node)))
        return node


def planted(seed: int) -> Sample:
    rng = Random(f"equations {seed}")
    reach = rng.choice([6, 6, 30, 1000, 10**6, 2**31, 2**40])
    names = [f"x{i}" for i in range(rng.choice([1, 2, 2, 3, 3, 4, 5]))]
    plant = {n: rng.randrange(-reach // rng.choice([1, 10**9]), rng.choice([6, reach]) + 1) for n in names}
    terms, facts = Integers(rng, plant), []
    for n, v in plant.items():
        kind = rng.randrange(4)
        whole = Node("name", ("NATURAL" if v >= 0 and kind else "INTEGER",), pow_of("Z"))
        facts.append(pred("in", var(n, "Z"), whole) if kind < 3 else pred("ge", var(n, "Z"), number(v - rng.choice([0, 3, 50]))))
    wanted = rng.choice([1, 2, 2, 3, 4, 5])
    for _ in range(40):
        new = terms.fact()
        new = terms.hidden(new) if new is not None else None
        if new is not None and true_here(new, plant):
            facts.append(new)
            wanted -= 1
            if wanted == 0:
                break
    rng.shuffle(facts)
    return Sample(seed, {n: "Z" for n in names}, plant, facts)


# ---- all solutions --------------------------------------------------------------------------------


def confine(rng: Random, name: str, low: int, high: int) -> Node:
    """A conjunct that is true for low .. high at most, without saying so."""
    x, far = var(name, "Z"), max(abs(low), abs(high))
    kind = rng.randrange(7)
    if kind == 0:
        return pred("le", term("mul", x, x), number(far * far + rng.randrange(far + 1)))
    if kind == 1:
        return pred("lt", term("pow", x, number(4)), number(far**4 + 1))
    if kind == 2:
        return pred("in", term("mul", number(3), x), Node("interval", (number(3 * low), number(3 * high)), pow_of("Z")))
    if kind == 3:
        return pred("in", term("pow", x, number(3)), Node("interval", (number(low**3), number(high**3)), pow_of("Z")))
    if kind == 4:
        return pred("le", term("add", term("mul", number(2), term("mul", x, x)), number(3)), number(2 * far * far + 4))
    if kind == 5:
        edge = Node("setext", (x, term("neg", x)), pow_of("Z"))
        return pred("le", term("max", edge), number(far))
    return pred("in", x, Node("interval", (number(low), number(high)), pow_of("Z")))


def box(seed: int) -> tuple[Sample, list[str], list[tuple[int, str, dict[str, int], int]]]:
    """Names in a box, others that equations determine: factor, name, factors of the names before it, constant."""
    rng = Random(f"boxes {seed}")
    count = rng.choice([1, 2, 2, 3])
    free = [f"x{i}" for i in range(count)]
    terms = Integers(rng, {n: rng.randrange(-4, 5) for n in free})
    facts = [confine(rng, n, *rng.choice([(-4, 4), (-2, 5), (0, 6), (-7, 7 - 2 * count)])) for n in free]
    determined = []
    for k in range(rng.choice([0, 0, 1, 2])):
        name, factor = f"y{k}", rng.choice([1, 1, -1, 2, 3, -4])
        others = {n: rng.choice([1, -1, 2, 3, 0, 10]) for n in terms.plant}
        constant = rng.randrange(-9, 30)
        determined.append((factor, name, others, constant))
        sum_ = terms.sum([terms.scaled(factor, var(name, "Z"))])
        for n, f in others.items():
            sum_ = term("add", sum_, terms.scaled(f, var(n, "Z"))) if f else sum_
        facts.append(pred("eq", sum_, number(constant)) if rng.random() < 0.7 else pred("eq", number(constant), sum_))
        terms.plant[name] = rng.randrange(-4, 5)
    if determined and rng.random() < 0.5:  # a combination of two of them, or something that contradicts them
        facts.append(pred("eq", terms.linear(), number(rng.randrange(-6, 12))))
    for _ in range(rng.choice([0, 1, 1, 2])):
        a, b = terms.side(), terms.side() if rng.random() < 0.5 else number(rng.choice([0, 1, 2, 4, 8, 9, 12]))
        facts.append(terms.hidden(pred(rng.choice(["eq", "eq", "le", "lt", "neq", "ge"]), a, b)))
    rng.shuffle(facts)
    return Sample(seed, {n: "Z" for n in terms.plant}, {}, facts), free, determined


def inside(free: list[str], determined: list[tuple[int, str, dict[str, int], int]]) -> Iterator[dict[str, int]]:
    for values in product(range(-8, 9), repeat=len(free)):
        env = dict(zip(free, values))
        for factor, name, others, constant in determined:
            rest = constant - sum(f * env[n] for n, f in others.items())
            if rest % factor:
                break
            env[name] = rest // factor
        else:
            yield env


def solutions(sample: Sample, free: list[str], determined: Any) -> set[tuple[int, ...]]:
    """All of them: where a conjunct is undefined, there is none."""
    meaning, found = Meaning(WORLD), set()
    for env in inside(free, determined):
        meaning.start()
        if meaning.all_of(sample.facts, env):
            found.add(tuple(env[n] for n in sample.types))
    return found


# ---- asking -----------------------------------------------------------------------------------------


class Equations(Predicates):
    def planted(self, seeds: range) -> None:
        samples = [planted(seed) for seed in seeds]
        rng = Random(f"tactics {seeds.start}")
        tactics = [] if rng.random() < 0.6 else ["--tactics", rng.choice(ALONE)]
        try:
            answers = self.batch_with(tactics, [show(conj(s.facts), True) for s in samples])
        except bounce.Broken as e:
            self.wrong("equations", samples[0], str(e))
            return
        for sample, answer in zip(samples, answers):
            problem = self.judge(sample.types, sample.facts, answer)
            if problem is None:
                self.report.count("equations", words(answer))
            else:
                self.wrong("equations", self.smaller_planted(sample, tactics), problem + " " + " ".join(tactics))

    def batch_with(self, more: list[str], texts: list[str]) -> list[dict[str, Any]]:
        wait = 60 + 4 * self.limit * len(texts)
        words_ = ["solve", "--batch", "-", *self.options(), *more]
        output = bounce.run_any(self.program, words_, "\n".join(texts) + "\n", wait)
        return [json.loads(line) for line in output.splitlines()]

    def smaller_planted(self, sample: Sample, tactics: list[str]) -> Sample:
        def still(facts: list[Node]) -> bool:
            if not all(true_here(f, sample.plant) for f in facts):
                return False
            problem = self.judge(sample.types, facts, self.batch_with(tactics, [show(conj(facts), True)])[0])
            return problem is not None and not problem.startswith("error")

        return Sample(sample.seed, sample.types, sample.plant, shrink(sample.facts, still))

    def boxes(self, seed: int) -> None:
        sample, free, determined = box(seed)
        try:
            right = solutions(sample, free, determined)
        except Unsure:
            self.report.count("boxes", "skipped")
            return
        problem = self.compare_listed(sample, right)
        if problem in ("equal", "inconclusive", "incomplete"):
            self.report.count("boxes", problem)
        else:
            self.wrong("boxes", sample, problem)

    def compare_listed(self, sample: Sample, right: set[tuple[int, ...]]) -> str:
        text = show(conj(sample.facts), True)
        try:
            answer = bounce.ask(self.program, ["solve", "--all", *self.options(), text])
        except bounce.Broken as e:
            return str(e)
        listed = answer["solutions"] if answer["verdict"] == "found" else []
        found = {tuple(int(s[n]) for n in sample.types) for s in listed}
        if found - right:
            return f"bounce found {sorted(found - right)[:3]}, which are none"
        if answer["verdict"] == "inconclusive" or not answer["complete"]:
            return "inconclusive" if answer["verdict"] == "inconclusive" else "incomplete"
        return "equal" if found == right else f"bounce says complete, without {sorted(right - found)[:3]}"
