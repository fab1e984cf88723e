"""Predicates and sequents with planted solutions, and small predicates whose solutions are counted.

A valuation is chosen first, with integers out of reach of small bounds; then random facts that are true in it.
bounce must not say that there is no solution, and what it finds must be true here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import bounce
from meaning import Meaning
from random_term import Terms
from report import Report, shrink
from term import PRED, Node, Type, conj, lit, pow_of, pred, show, show_value, var
from values import Env, Undefined, Unsure, World, dom, is_function, is_injective, is_sequence, ran, universe

CONTEXT = "MACHINE Context\nSETS D; E = {e1, e2, e3}\nEND\n"
WORLD = World({"D": ("D1", "D2", "D3"), "E": ("e1", "e2", "e3")})
MEANING = Meaning(WORLD)
GIVEN = {"D": False, "E": True}
BATCH = 100


@dataclass
class Sample:
    seed: int
    types: dict[str, Type]
    plant: Env
    facts: list[Node]
    goal: Node | None = None  # of a sequent: false in the plant

    def typings(self) -> int:
        return len(self.types)


def true_here(node: Node, env: Env) -> bool:
    MEANING.start()
    try:
        return MEANING.truth(node, env) is True
    except (Unsure, RecursionError):
        return False


# ---- facts -------------------------------------------------------------------------------------


def typing(terms: Terms, name: str, t: Type, value: Any) -> Node:
    """Something that tells the type, mostly without bounds."""
    rng, x, whole = terms.rng, var(name, t), terms.whole(t)
    if t == "Z":
        if rng.random() < 0.6:  # nothing small will do
            return pred("gt", x, lit(value - rng.choice([1, 5]), "Z")) if value > 0 else pred("lt", x, lit(value + 2, "Z"))
        return pred("in", x, Node("name", ("NATURAL",), pow_of("Z")) if value >= 0 else whole)
    if t[0] == "P" and t[1][0] == "X":
        arrows = ["rels"] + ["pfun"] * 3 * is_function(value)
        arrows += ["pinj"] * (is_function(value) and is_injective(value))
        left, right = terms.whole(t[1][1]), terms.whole(t[1][2])
        if t[1][1] == "Z" and is_sequence(value) and rng.random() < 0.5:
            return pred("in", x, Node(rng.choice(["seq", "seq1"] if value else ["seq"]), (right,), pow_of(t)))
        if is_function(value) and terms.can_write(t[1][1]) and rng.random() < 0.3:
            return pred("in", x, Node("tfun", (lit(dom(value), pow_of(t[1][1])), right), pow_of(t)))
        return pred("in", x, Node(rng.choice(arrows), (left, right), pow_of(t)))
    if t[0] == "P":
        return rng.choice([pred("subset", x, terms.whole(t[1])), pred("in", x, Node("FIN", (terms.whole(t[1]),), pow_of(t)))])
    return pred("in", x, whole)


def fact(terms: Terms, types: dict[str, Type], plant: Env) -> Node | None:
    rng, scope = terms.rng, list(types.items())
    try:
        if rng.random() < 0.6:
            node = terms.pred(rng.choice([1, 2, 2, 3]), scope)
            verdict = MEANING.truth(node, plant)
            return None if verdict is None else node if verdict else pred("not", node)
        t = rng.choice([*types.values(), terms.type()])
        return about(terms, terms.expr(t, rng.choice([1, 2, 3]), scope), plant)
    except (Undefined, Unsure, LookupError, RecursionError):
        return None


def about(terms: Terms, node: Node, plant: Env) -> Node | None:
    rng, t, value = terms.rng, node.type, MEANING.value(node, plant)
    if t == "Z" and rng.random() < 0.6:
        op = rng.choice(["gt", "ge", "lt", "le"])
        return pred(op, node, lit(value + rng.choice([1, 2, 50]) * (1 if op[0] == "l" else -1), "Z"))
    if not terms.can_write(t):
        other = terms.leaf(t, [])
        return pred("eq" if MEANING.value(other, plant) == value else "neq", node, other)
    kind, other = rng.randrange(4), terms.value(t)
    if kind == 0:
        return pred("in", node, lit(frozenset((value, other)), pow_of(t)))
    if kind == 1 and other != value:
        return pred("neq", node, lit(other, t))
    return pred("eq", node, lit(value, t))


def planted(seed: int, sequent: bool) -> Sample:
    MEANING.start()
    rng = Random(f"sequent {seed}" if sequent else seed)
    terms = Terms(rng, WORLD, GIVEN)
    types = {f"x{i}_{seed}" if sequent else f"x{i}": terms.type() for i in range(rng.choice([1, 2, 2, 3, 4]))}
    plant = {name: terms.value(t) for name, t in types.items()}
    facts = [typing(terms, name, t, plant[name]) for name, t in types.items()]
    wanted = rng.choice([1, 2, 2, 3, 4])
    for _ in range(60):
        new = fact(terms, types, plant)
        if new is not None and true_here(new, plant):
            facts.append(new)
            if len(facts) == len(types) + wanted:
                break
    rng.shuffle(facts)
    sample = Sample(seed, types, plant, facts)
    if sequent:
        last = facts[-1]
        sample.facts, sample.goal = facts[:-1] or [pred("true")], last.args[0] if last.op == "not" else pred("not", last)
    return sample


# ---- asking ------------------------------------------------------------------------------------


class Predicates:
    def __init__(self, program: str, report: Report, limit: float) -> None:
        self.program, self.report, self.limit = program, report, limit
        self.home = TemporaryDirectory(prefix="oracle")
        self.context = Path(self.home.name) / "Context.mch"
        self.context.write_text(CONTEXT)

    def options(self) -> list[str]:
        return ["-m", str(self.context), "--card", "D=3", "--time-limit", str(self.limit)]

    def batch(self, texts: list[str]) -> list[dict[str, Any]]:
        wait = 60 + 4 * self.limit * len(texts)
        output = bounce.run_any(self.program, ["solve", "--batch", "-", *self.options()], "\n".join(texts) + "\n", wait)
        answers = [json.loads(line) for line in output.splitlines()]
        if [a["line"] for a in answers] != list(range(1, len(texts) + 1)):
            raise bounce.Broken(f"{len(answers)} answers to {len(texts)} predicates")
        return answers

    # ---- solve

    def solve(self, seeds: range) -> None:
        samples = [planted(seed, False) for seed in seeds]
        try:
            answers = self.batch([show(conj(s.facts), True) for s in samples])
        except bounce.Broken as e:
            if len(samples) == 1:
                self.wrong("planted", samples[0], str(e))
                return
            for seed in seeds:
                self.solve(range(seed, seed + 1))
            return
        for sample, answer in zip(samples, answers):
            problem = self.judge(sample.types, sample.facts, answer)
            if problem is None:
                self.report.count("planted", words(answer))
            else:
                self.wrong("planted", self.smaller(sample), problem)

    def judge(self, types: dict[str, Type], facts: list[Node], answer: dict[str, Any]) -> str | None:
        """What is wrong with an answer to a predicate that has a solution."""
        if answer["verdict"] == "none" and answer["complete"]:
            return "there is a solution, but bounce says: " + answer["message"]
        if answer["verdict"] == "found":
            return self.judge_solution(types, facts, answer["solution"])
        if answer["verdict"] == "error" and "cannot be inferred" not in answer["message"]:
            return "error: " + answer["message"]
        return None

    def judge_solution(self, types: dict[str, Type], facts: list[Node], solution: dict[str, str]) -> str | None:
        try:
            env = {name: bounce.read_value(solution[name], t) for name, t in types.items() if name in solution}
        except ValueError:
            return None  # a set that is not listed
        for f in facts:
            try:
                MEANING.start()
                verdict = MEANING.truth(f, env)
            except (Unsure, KeyError):
                continue
            if verdict is not True:
                state = "undefined" if verdict is None else "false"
                return f"bounce found {solution}, in which this is {state}: {show(f, True)}"
        return None

    def smaller(self, sample: Sample) -> Sample:
        def still(facts: list[Node]) -> bool:
            if not all(true_here(f, sample.plant) for f in facts):
                return False
            answer = self.batch([show(conj(facts), True)])[0]
            problem = self.judge(sample.types, facts, answer)
            return problem is not None and not problem.startswith("error")

        return Sample(sample.seed, sample.types, sample.plant, shrink(sample.facts, still, simple(sample.plant)))

    def wrong(self, suite: str, sample: Sample, problem: str) -> None:
        files = {"plant.txt": plant_text(sample), "predicate.txt": show(conj(sample.facts), True) + "\n"}
        self.report.contradiction(suite, sample.seed, problem, files)

    # ---- sequents

    def sequents(self, seeds: range) -> None:
        self.ask_sequents([planted(seed, True) for seed in seeds])

    def ask_sequents(self, samples: list[Sample]) -> None:
        try:
            answers = self.disprove(samples)
        except bounce.Broken as e:
            if len(samples) > 1:
                middle = len(samples) // 2
                self.ask_sequents(samples[:middle])
                self.ask_sequents(samples[middle:])
            elif "cannot be inferred" in str(e):
                self.report.count("sequents", "rejected")
            else:
                self.wrong_sequent(samples[0], str(e))
            return
        for sample, answer in zip(samples, answers):
            problem = self.judge_sequent(sample, answer)
            if problem is None:
                self.report.count("sequents", answer["status"])
            else:
                self.wrong_sequent(self.smaller_sequent(sample), problem)

    def disprove(self, samples: list[Sample]) -> list[dict[str, Any]]:
        file = Path(self.home.name) / "sequents.yaml"
        file.write_text(yaml(samples))
        wait = 60 + 4 * self.limit * len(samples)
        answer = bounce.ask(self.program, ["disprove", "-f", str(file), *self.options()], None, wait)
        named = {o["name"]: o for o in answer["obligations"]}  # there are others: s1/wd
        return [named[f"s{s.seed}"] for s in samples]

    def judge_sequent(self, sample: Sample, answer: dict[str, Any]) -> str | None:
        assert sample.goal is not None
        if answer["status"].startswith("proved"):
            return "the plant refutes it, but bounce says: " + answer["status"]
        if answer["status"] == "refuted":
            facts = [*sample.facts, pred("not", sample.goal)]
            return self.judge_solution(sample.types, facts, answer["counterexample"]["constants"])
        return None

    def smaller_sequent(self, sample: Sample) -> Sample:
        def still(parts: list[Node]) -> bool:
            facts, goal = parts[:-1], parts[-1]
            if not facts or not all(true_here(f, sample.plant) for f in facts) or MEANING.truth(goal, sample.plant) is not False:
                return False
            smaller = Sample(sample.seed, sample.types, sample.plant, facts, goal)
            return self.judge_sequent(smaller, self.disprove([smaller])[0]) is not None

        assert sample.goal is not None
        parts = shrink([*sample.facts, sample.goal], still, simple(sample.plant))
        return Sample(sample.seed, sample.types, sample.plant, parts[:-1], parts[-1])

    def wrong_sequent(self, sample: Sample, problem: str) -> None:
        files = {"plant.txt": plant_text(sample), "sequent.yaml": yaml([sample])}
        self.report.contradiction("sequents", sample.seed, problem, files)

    # ---- all solutions of a small predicate

    def counted(self, seed: int) -> None:
        sample, domains = small(seed)
        try:
            right = solutions(sample, domains)
            if right is None:
                self.report.count("counted", "skipped")
                return
            problem = self.compare(sample, right)
        except Unsure:
            self.report.count("counted", "skipped")
            return
        except bounce.Broken as e:
            problem = str(e)
        if problem is None:
            self.report.count("counted", "equal")
        elif problem == "inconclusive" or "cannot be inferred" in problem:
            self.report.count("counted", problem if problem == "inconclusive" else "rejected")
        else:
            self.wrong("counted", self.smaller_counted(sample, domains), problem)

    def compare(self, sample: Sample, right: int) -> str | None:
        text = show(conj(sample.facts), True)
        answer = bounce.ask(self.program, ["solve", "--all", *self.options(), text])
        if answer["verdict"] == "inconclusive" or not answer["complete"]:
            return "inconclusive"
        found = len(answer["solutions"]) if answer["verdict"] == "found" else 0
        return None if found == right else f"{right} solutions, but bounce has {found}"

    def smaller_counted(self, sample: Sample, domains: list[Node]) -> Sample:
        def still(facts: list[Node]) -> bool:
            if not all(d in facts for d in domains):
                return False
            smaller = Sample(sample.seed, sample.types, {}, facts)
            right = solutions(smaller, domains)
            return right is not None and self.compare(smaller, right) not in (None, "inconclusive")

        return Sample(sample.seed, sample.types, {}, shrink(sample.facts, still))


def small(seed: int) -> tuple[Sample, list[Node]]:
    rng = Random(seed)
    terms = Terms(rng, WORLD, GIVEN, [0, 1, 2, 3, -1, 4])
    types: dict[str, Type] = {}
    domains = []
    for i in range(rng.choice([1, 2, 2])):
        t = rng.choice(["Z", "Z", "B", ("G", "D"), ("G", "E"), ("P", "B"), ("P", "Z"), ("P", ("G", "D")), ("P", ("X", ("G", "E"), "B"))])
        types[f"x{i}"] = t
        domains.append(small_domain(terms, f"x{i}", t))
    facts = list(domains)
    for _ in range(rng.choice([1, 2, 2])):
        try:
            facts.append(terms.pred(rng.choice([1, 2, 3]), list(types.items())))
        except (LookupError, RecursionError):
            pass
    return Sample(seed, types, {}, facts), domains


def small_domain(terms: Terms, name: str, t: Type) -> Node:
    rng, x = terms.rng, var(name, t)
    if t == "Z":
        return pred("in", x, Node("interval", (lit(rng.randrange(-2, 2), "Z"), lit(rng.randrange(1, 6), "Z")), pow_of("Z")))
    if t == pow_of("Z"):
        return pred("subset", x, lit(frozenset(rng.sample(range(-1, 6), 4)), t))
    if t[0] == "P" and t[1][0] == "X":
        arrow = rng.choice(["rels", "pfun", "tfun"])
        return pred("in", x, Node(arrow, (terms.whole(t[1][1]), terms.whole(t[1][2])), pow_of(t)))
    return pred("subset", x, terms.whole(t[1])) if t[0] == "P" else pred("in", x, terms.whole(t))


def solutions(sample: Sample, domains: list[Node]) -> int | None:
    """How many; None if that depends on the order of conjuncts that are undefined."""
    MEANING.start()
    names, count = list(sample.types), 0
    lists = [candidates(n, t, d) for (n, t), d in zip(sample.types.items(), domains)]
    for values in product(*lists):
        env = dict(zip(names, values))
        verdict = MEANING.all_of(sample.facts, env)
        if verdict is None:
            return None
        count += verdict
    return count


def candidates(name: str, t: Type, domain: Node) -> list[Any]:
    everything = list(MEANING.value(Node("POW", (domain.args[1],), pow_of(t)), {})) if domain.op == "subset" else None
    if everything is None and domain.args[1].op in ("interval", "name"):
        everything = list(MEANING.value(domain.args[1], {}))
    if everything is None:
        everything = list(universe(t, WORLD))
    return [v for v in everything if MEANING.truth(domain, {name: v})]


# ---- texts -------------------------------------------------------------------------------------


def simple(plant: Env) -> Any:
    def literal(node: Node) -> Node | None:
        if node.type in (PRED,) or node.op in ("lit", "var", "name"):
            return None
        try:
            return lit(MEANING.value(node, plant), node.type)
        except (Undefined, Unsure, KeyError):
            return None

    return literal


def words(answer: dict[str, Any]) -> str:
    if answer["verdict"] == "error":
        return "rejected"
    return answer["verdict"] + (" within bounds" if answer["verdict"] == "none" else "")


def plant_text(sample: Sample) -> str:
    return "".join(f"{n} = {show_value(v, sample.types[n])}\n" for n, v in sample.plant.items())


def yaml(samples: list[Sample]) -> str:
    lines = []
    for s in samples:
        assert s.goal is not None
        hyps = ", ".join(json.dumps(show(f, True)) for f in s.facts)
        lines.append(f"- {{name: s{s.seed}, hyp: [{hyps}], goal: {json.dumps(show(s.goal, True))}}}\n")
    return "".join(lines)
