"""Sequents of Event-B: what bounce proves, of all sizes of carrier sets or of some, is true in every valuation of these sizes
that satisfies the axioms; what it refutes is false in the valuation that it shows."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import bounce
from meaning import Meaning
from random_sequent import NAMES, Sequents, text, world_of
from report import Report, shrink
from term import Node
from values import Env, Unsure

GOALS = 12
SIZE = re.compile(r"(\w+) = (\d+)(?:\.\.(\d+))?")
ASCII = {"↦": "|->", "∅": "{}", "‥": "..", "−": "-"}


class EventB:
    """A context with the axioms; the goals are invariants of a machine of which nothing else is known at its start."""

    def __init__(self, program: str, report: Report, limit: float) -> None:
        self.program, self.report, self.limit = program, report, limit

    def run(self, seed: int) -> None:
        rng = Random(f"eventb {seed}")
        made = Sequents(rng)
        axioms = made.axioms()
        goals, valuations = made.goals(axioms, GOALS), made.near(axioms)
        options = ["--hypotheses", "text"] if seed % 2 else ["--grow", str(rng.choice([1, 2, 3]))]
        try:
            answers = self.ask(axioms, goals, options)
        except bounce.Broken as e:
            if "cannot be inferred" in str(e):
                self.report.count("eventb", "rejected")
                return
            self.report.contradiction("eventb", seed, str(e), {"M.eventb": machine(axioms, goals)})
            return
        for goal, answer in zip(goals, answers):
            problem = self.judge(made, axioms, goal, valuations, answer)
            if problem is None:
                self.report.count("eventb", words(answer))
            else:
                self.wrong(seed, made, axioms, goal, options, problem)

    def ask(self, axioms: list[Node], goals: list[Node], options: list[str]) -> list[dict[str, Any] | None]:
        """None: it is not asked, since it says only of which type something is."""
        with TemporaryDirectory(prefix="oracle") as folder:
            file = Path(folder) / "M.eventb"
            file.write_text(machine(axioms, goals))
            only = ["--po", "INITIALISATION/*/INV", "--time-limit", str(self.limit)]
            answer = bounce.ask(self.program, ["disprove", str(file), *only, *options])
        named = {o["name"]: o for o in answer["obligations"]}
        return [named.get(f"INITIALISATION/g{i}/INV") for i in range(len(goals))]

    # ---- judging

    def judge(self, made: Sequents, axioms: list[Node], goal: Node, valuations: list[Env], answer: Any) -> str | None:
        if answer is None:
            return None
        if answer["status"] == "refuted":
            return self.judge_counterexample(axioms, goal, answer)
        if not answer["status"].startswith("proved"):
            return None
        if answer["status"] == "proved_for_sizes" and not covers(answer["sizes"], made.sizes):
            return None
        for env in valuations:
            if made.truth(goal, env) is False:
                return f"{answer['status']}, but false in {env}"
        return None

    def judge_counterexample(self, axioms: list[Node], goal: Node, answer: dict[str, Any]) -> str | None:
        sizes = {name: int(low) for name, low, _ in SIZE.findall(answer["sizes"])}
        shown = answer["counterexample"]["constants"]
        try:
            env = {n: bounce.read_value(plain(shown[n]), t) for n, t in NAMES.items() if n in shown}
        except ValueError:
            return None
        meaning = Meaning(world_of(sizes))
        for node, wanted in [*((a, True) for a in axioms), (goal, False)]:
            try:
                meaning.start()
                verdict = meaning.truth(node, env)
            except (Unsure, KeyError):
                continue
            if verdict is not wanted:
                return f"refuted by {shown}, where this is {verdict}: {text(node)}"
        return None

    # ---- reporting

    def wrong(self, seed: int, made: Sequents, axioms: list[Node], goal: Node, options: list[str], problem: str) -> None:
        def still(parts: list[Node]) -> bool:
            *facts, last = parts
            if not all(made.truth(f, made.env) is True for f in facts) or made.truth(last, made.env) is not False:
                return False
            return self.judge(made, facts, last, [made.env], self.ask(facts, [last], options)[0]) is not None

        *axioms, goal = shrink([*axioms, goal], still)
        files = {"M.eventb": machine(axioms, [goal]), "options.txt": " ".join(options) + "\n"}
        self.report.contradiction("eventb", seed, problem, files)


def plain(shown: str) -> str:
    for sign, ascii_sign in ASCII.items():
        shown = shown.replace(sign, ascii_sign)
    return shown


def covers(claimed: str, sizes: dict[str, int]) -> bool:
    ranges = {name: (int(low), int(high or low)) for name, low, high in SIZE.findall(claimed)}
    return all(name in ranges and ranges[name][0] <= size <= ranges[name][1] for name, size in sizes.items())


def words(answer: Any) -> str:
    if answer is None:
        return "trivial"
    return answer["status"] + (" by text" if answer["hypotheses"] == "text" and answer["status"] == "proved" else "")


def machine(axioms: list[Node], goals: list[Node]) -> str:
    lines = ["context C", "sets S T", "constants " + " ".join(NAMES), "axioms"]
    lines += [f"  @t{i} {text(t)}" for i, t in enumerate(Sequents(Random(0)).typings())]
    lines += [f"  @a{i} {text(a)}" for i, a in enumerate(axioms)]
    lines += ["end", "machine M sees C", "variables w", "invariants", "  @w w ∈ BOOL"]
    lines += [f"  @g{i} {text(g)}" for i, g in enumerate(goals)]
    lines += ["events", "  event INITIALISATION begin @act1 w ≔ TRUE end", "end"]
    return "\n".join(lines) + "\n"
