"""Refinements: disprove against simulation in all linked states; check where all is proved."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import bounce
from machine import Machine
from machines import Contradiction
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
                self.judge(simulation, answer, answers)
                self.reached(folder, a, simulation, answers)
            except (Contradiction, bounce.Broken) as e:
                return str(e), answers
        return None, answers

    def judge(self, simulation: Simulation, answer: dict[str, Any], answers: list[tuple[str, str]]) -> None:
        """Of one operation all obligations together say that it simulates."""
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

    def reached(self, folder: str, a: Machine, simulation: Simulation, answers: list[tuple[str, str]]) -> None:
        """explore and check look at pairs of states that are reached."""
        try:
            states, faults = simulation.reach()
        except Unsure:
            answers.append(("refinement runs", "not compared"))
            return
        for command in ("explore", "check"):
            options = ["--symmetry", "off"] if command == "explore" else ["--continue"]
            answer = self.ask(folder, a, command, *options)
            if answer["verdict"] == "inconclusive" or answer["reason"]:
                answers.append(("refinement runs", "inconclusive"))
                continue
            given = faults_of(answer)
            if given != faults:
                raise Contradiction(f"{command}: the faults with their depths are {faults}, but bounce says {given}")
            if command == "explore" and not faults and answer["stats"]["states"] != states:
                raise Contradiction(f"{command}: there are {states} pairs of states, but bounce says {answer['stats']['states']}")
            answers.append(("refinement runs", answer["verdict"]))

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


def faults_of(answer: dict[str, Any]) -> dict[str, int]:
    """The kinds with their least depths; an invariant that no outcome of the abstraction fits is no refinement."""
    found: dict[str, int] = {}
    for f in answer["findings"]:
        if f["severity"] == "error" and f["kind"] != "no_initial_state":
            kind = "refinement" if f["kind"] == "invariant" else f["kind"]
            found[kind] = min(f["depth"], found.get(kind, f["depth"]))
    return found
