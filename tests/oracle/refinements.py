"""Refinements: disprove against simulation in all linked states; check where all is proved."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import bounce
from machine import Machine, System, explore
from machines import ERRORS, Contradiction
from obligations import expected
from random_refinement import random_refinement
from report import Report
from shrink_machine import smaller_pair
from simulation import Simulation
from values import Unsure

SIMULATES = re.compile(r"(.+)/(pre|guard|inv\d+|same_.+|out|simulates)$")


class RefinementSuite:
    def __init__(self, program: str, report: Report, limit: float) -> None:
        self.program, self.report, self.limit = program, report, limit

    def ask(self, folder: str, a: Machine, command: str, *options: str) -> dict[str, Any]:
        cards = [o for n, k in a.deferred.items() for o in ("--card", f"{n}={k}")]
        file = str(Path(folder) / "R.ref")
        return bounce.ask(self.program, [command, file, *cards, "--time-limit", str(self.limit), *options])

    def problem(self, a: Machine, r: Machine) -> tuple[str | None, list[tuple[str, str]]]:
        simulation = Simulation(a, r)
        answers: list[tuple[str, str]] = []
        with TemporaryDirectory(prefix="oracle") as folder:
            for m in (a, r):
                for name, text in m.files().items():
                    (Path(folder) / name).write_text(text)
            try:
                answer = self.ask(folder, a, "disprove")
                proved = self.judge(simulation, answer, answers)
                if proved and not simulation.wrong and sound(a):
                    self.check(folder, a, answers)
            except (Contradiction, bounce.Broken) as e:
                return str(e), answers
        return None, answers

    def judge(self, simulation: Simulation, answer: dict[str, Any], answers: list[tuple[str, str]]) -> bool:
        """Of one operation all obligations together say that it simulates. Is all proved?"""
        groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for o in answer["obligations"]:
            match = SIMULATES.match(o["name"])
            if match:
                groups[match[1]].append(o)
        for name, fails in simulation.fails.items():
            given = groups.get(name, [])
            refuted = [o["name"] for o in given if o["status"] == "refuted"]
            if name in simulation.open:
                answers.append(("refinement obligations", "not compared"))
            elif refuted and not fails:
                raise Contradiction(f"disprove: {name} refines its abstraction, but bounce says refuted: {refuted}")
            elif fails and all(o["status"].startswith("proved") for o in given):
                raise Contradiction(f"disprove: {name} does not refine ({fails}), but bounce says all is proved")
            else:
                answers.append(("refinement obligations", "refuted" if fails and refuted else "left open" if fails else "proved"))
        return not any(simulation.fails.values()) and all(o["status"].startswith("proved") for o in answer["obligations"])

    def check(self, folder: str, a: Machine, answers: list[tuple[str, str]]) -> None:
        for engine in ("states", "solver"):
            answer = self.ask(folder, a, "check", "--engine", engine)
            found = [f for f in answer["findings"] if f["kind"] in ERRORS and f["kind"] != "deadlock"]
            if found:
                raise Contradiction(f"check --engine {engine}: disprove proves all, but there is {found[0]['message']}")
            answers.append(("refinement check", answer["verdict"]))

    def run(self, seed: int) -> None:
        a, r = random_refinement(seed)
        try:
            problem, answers = self.problem(a, r)
        except (Unsure, RecursionError):
            self.report.counts["refinements", "skipped"] += 1
            return
        if problem is None:
            self.report.count("refinements", "compared")
            for suite, answer in answers:
                self.report.counts[suite, answer] += 1
        elif "cannot be inferred" in problem:
            self.report.counts["refinements", "rejected"] += 1
        else:
            kind = problem.split(":")[0]
            a, r = smaller_pair(a, r, lambda x, y: same_kind(self.problem(x, y)[0], kind))
            self.report.contradiction("refinements", seed, self.problem(a, r)[0] or problem, {**a.files(), **r.files()})


def same_kind(problem: str | None, kind: str) -> bool:
    return problem is not None and problem.split(":")[0] == kind and "exit code 1" not in problem


def sound(a: Machine) -> bool:
    """Nothing is wrong with the abstraction itself."""
    system = System(a)
    return not explore(system).faults.keys() - {("deadlock", "")} and not any(expected(system).values())
