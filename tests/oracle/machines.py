"""Machines: explore, check and disprove against the enumeration of all states."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import bounce
from machine import Machine, Space, System, explore
from obligations import expected
from random_machine import inductive_machine, random_machine
from report import Report
from shrink_machine import smaller_machine
from term import operators
from values import Unsure

ERRORS = ("invariant", "assertion", "deadlock", "precondition", "assert")
NAMED = ("invariant", "assertion")


class Contradiction(Exception):
    pass


class Comparison:
    """What bounce says of one machine."""

    def __init__(self, program: str, limit: float, m: Machine, folder: Path, seed: int) -> None:
        self.program, self.limit, self.machine, self.rng = program, limit, m, Random(seed)
        for name, text in m.files().items():
            (folder / name).write_text(text)
        self.file = str(folder / (m.name + (".ref" if m.refines else ".mch")))
        self.system = System(m)
        self.space: Space = explore(self.system)
        self.answers: list[tuple[str, str]] = []

    def ask(self, command: str, *options: str) -> dict[str, Any]:
        cards = [o for part in self.machine.all() for n, k in part.deferred.items() for o in ("--card", f"{n}={k}")]
        return bounce.ask(self.program, [command, self.file, *cards, "--time-limit", str(self.limit), *options])

    # ---- explore

    def explore(self) -> None:
        strict = self.rng.random() < 0.5
        answer = self.ask("explore", "--symmetry", "off", *(["--strict"] if strict else []))
        if answer["verdict"] == "inconclusive" or answer["reason"]:
            self.answers.append(("explore", "inconclusive"))
            return
        stats, space = answer["stats"], self.space
        right = (space.states, space.transitions, space.setups, space.coverage)
        given = (stats["states"], stats["transitions"], stats["setups"], answer["coverage"])
        if right != given:
            raise Contradiction(f"explore: states, transitions, setups, coverage are {right}, but bounce says {given}")
        self.same_faults("explore", answer, ERRORS)
        self.welldefined(answer, strict)
        self.answers.append(("explore", answer["verdict"]))

    def welldefined(self, answer: dict[str, Any], strict: bool) -> None:
        """An expression that several operations use by a call is reported once; a guard only if that is asked for."""
        called = {o.name for o in self.system.operations if "call" in operators(o.body) or o not in self.machine.operations}
        right = {n for k, n in self.space.faults if k == "welldefined" and n not in called}
        right |= {n for n in self.space.guards if strict and n not in called}
        given = {f["name"] for f in answer["findings"] if f["kind"] == "welldefined" and f["name"] not in called}
        unclear = self.space.unclear - ({"guard", "pre"} if strict else set())
        if not right <= given or (not unclear and right != given):
            raise Contradiction(f"explore: undefined are {sorted(right)}, but bounce says {sorted(given)}")

    def wanted(self, kinds: tuple[str, ...]) -> dict[tuple[str, str], int]:
        """The faults of these kinds; of some kinds the names do not count."""
        found: dict[tuple[str, str], int] = {}
        for (kind, name), depth in self.space.faults.items():
            if kind in kinds and kind not in self.space.unclear:
                key = (kind, name if kind in NAMED else "")
                found[key] = min(depth, found.get(key, depth))
        return found

    def given(self, answer: dict[str, Any], kinds: tuple[str, ...]) -> dict[tuple[str, str], int]:
        found: dict[tuple[str, str], int] = {}
        for f in answer["findings"]:
            if f["kind"] in kinds and f["kind"] not in self.space.unclear:
                key = (f["kind"], f["name"] if f["kind"] in NAMED else "")
                found[key] = min(f["depth"], found.get(key, f["depth"]))
        return found

    def same_faults(self, what: str, answer: dict[str, Any], kinds: tuple[str, ...]) -> None:
        right, given = self.wanted(kinds), self.given(answer, kinds)
        if right != given and "maybe" not in self.space.unclear:
            raise Contradiction(f"{what}: the faults with their depths are {right}, but bounce says {given}")

    # ---- check

    def strict(self) -> bool:
        """Is it clear what is undefined? (Of a conjunct that was false once it is not looked for.)"""
        return not self.space.unclear and not any(k == "welldefined" and n[:3] in ("inv", "ass") for k, n in self.space.faults)

    def check(self, engine: str) -> None:
        rng = self.rng
        options = ["--engine", engine]
        kinds = tuple(k for k in ERRORS if k not in self.space.unclear)
        if rng.random() < 0.3:
            kinds = tuple(rng.sample(kinds, rng.randrange(1, len(kinds))))
        if self.strict() and rng.random() < 0.4:
            options, kinds = [*options, "--strict"], (*kinds, "welldefined")
        options += ["--find", ",".join(kinds)] if kinds != ERRORS else []
        most = rng.choice([100, 100, 100, rng.randrange(1, 6)])
        options += ["-k", str(most)] if most < 100 else []
        on = rng.random() < 0.4
        options += ["--continue"] if on else []
        for option in (["--symmetry", "off"], ["--peephole", "off"], ["--solver", "picosat"], ["--minimise"]):
            options += option if rng.random() < 0.2 else []
        what = "check " + " ".join(options)
        answer = self.ask("check", *options)
        if "maybe" in self.space.unclear:
            return
        right = {k: d for k, d in self.wanted(kinds).items() if d <= most}
        self.judge_check(what, answer, right, self.given(answer, kinds), on)
        self.judge_proofs(what, answer, kinds)
        self.answers.append((f"check {engine}", words(answer)))

    def judge_check(self, what: str, answer: dict[str, Any], right: dict[Any, int], given: dict[Any, int], on: bool) -> None:
        if any(k not in right or right[k] != d for k, d in given.items() if not (on is False and k in right)):
            raise Contradiction(f"{what}: the faults are {right}, but bounce says {given}")
        if not on and given and min(given.values()) != min(right.values()):
            raise Contradiction(f"{what}: a shortest run is {min(right.values())} long, but bounce says {given}")
        over = answer["verdict"] == "inconclusive" or answer["reason"]
        if right and not given and not over:
            raise Contradiction(f"{what}: the faults are {right}, but bounce says {words(answer)}")
        if on and right != given and not over:
            raise Contradiction(f"{what}: the faults are {right}, but bounce found only {given} and says no more")

    def judge_proofs(self, what: str, answer: dict[str, Any], kinds: tuple[str, ...]) -> None:
        """What is proved, of all kinds or of one, holds for runs of any length."""
        faults = self.wanted(kinds)
        if answer["verdict"] == "holds" and answer["complete"] and faults:
            raise Contradiction(f"{what}: the faults are {faults}, but bounce says proved")
        for part in answer.get("kinds", []):
            self.answers.append(("check, by kind", part["kind"] + (", complete" if part["complete"] else "")))
            if part["complete"] and any(k == part["kind"] for k, _ in faults):
                raise Contradiction(f"{what}: the faults are {faults}, but bounce says {part}")

    # ---- disprove

    def disprove(self) -> None:
        answer = self.ask("disprove")
        right = expected(self.system)
        for o in answer["obligations"]:
            if o["name"] not in right:
                self.answers.append(("obligations", "not compared"))
                continue
            if o["status"].startswith("proved") and right[o["name"]]:
                raise Contradiction(f"disprove: {o['name']} is false for {right[o['name']]}, but bounce says {o['status']}")
            self.judge_reached(o)
            if o["status"] == "refuted" and not right[o["name"]]:
                raise Contradiction(f"disprove: {o['name']} is true in all states, but bounce says refuted: {o['counterexample']}")
            self.answers.append(("obligations", o["status"] + ("" if o["status"] != "none_within_bounds" or not right[o["name"]] else ", but false")))

    def judge_reached(self, o: dict[str, Any]) -> None:
        """Is the state before a counterexample reached? 'never' is said of all states in which the same goes wrong."""
        reached = (o.get("counterexample") or {}).get("reached")
        depth = self.space.broken_by.get(o["name"])
        if reached == "never" and depth is not None and "loops" not in o["counterexample"]:
            raise Contradiction(f"disprove: {o['name']} is refuted by a state that {depth} operations reach, but bounce says never")

    # ---- probes

    def probe(self) -> None:
        """Engines that go far: what they find must be there, and is as near as they say."""
        engine = self.rng.choice(["greedy", "walk", "depth_first"])
        kinds = tuple(k for k in ERRORS if k not in self.space.unclear)
        answer = self.ask("check", "--engine", engine, "--find", ",".join(kinds))
        if "maybe" in self.space.unclear:
            return
        right = self.wanted(kinds)
        for f in answer["findings"]:
            if f["kind"] not in kinds:
                continue
            key = (f["kind"], f["name"] if f["kind"] in NAMED else "")
            least = right.get(key)
            if least is None or f["depth"] < least or (f["shortest"] and f["depth"] > min(right.values())):
                raise Contradiction(f"probe {engine}: the faults are {right}, but bounce says {key} at {f['depth']}")
            if f["trace"] and len(f["trace"]) not in (f["depth"] + 1, f["depth"] + 2):
                raise Contradiction(f"probe {engine}: a run of {f['depth']} operations has {len(f['trace'])} states")
        self.judge_proofs(f"probe {engine}", answer, kinds)
        self.answers.append((f"probe {engine}", words(answer) + (", but there is a fault" if right and not answer["findings"] else "")))

    # ---- obligations

    def obligations(self) -> None:
        """The engine that asks the prover, which no other one is quicker than here."""
        kinds = tuple(k for k in ERRORS if k not in self.space.unclear)
        if self.rng.random() < 0.5:
            kinds = tuple(self.rng.sample(kinds, self.rng.randrange(1, len(kinds))))
        options = ["--engine", "bmc,obligations", "-k", str(self.rng.choice([1, 1, 2, 5])), "--find", ",".join(kinds)]
        answer = self.ask("check", *options)
        if "maybe" in self.space.unclear:
            return
        self.judge_proofs("check " + " ".join(options), answer, kinds)
        by = answer["stats"]["by"] == "obligations"
        parts = any(p["complete"] for p in answer.get("kinds", []))
        what = "proved" if by else "proved in part" if parts else "not proved"
        self.answers.append(("inductive", what + (", with faults" if self.space.faults else "")))

    def all(self) -> None:
        self.explore()
        for engine in ("auto", "states", "solver"):
            self.check(engine)
        self.probe()
        self.disprove()


def words(answer: dict[str, Any]) -> str:
    return answer["verdict"] + (", complete" if answer["verdict"] == "holds" and answer["complete"] else "")


class MachineSuite:
    name, make = "machines", staticmethod(random_machine)

    def __init__(self, program: str, report: Report, limit: float) -> None:
        self.program, self.report, self.limit = program, report, limit

    def compare(self, comparison: Comparison) -> None:
        comparison.all()

    def problem(self, m: Machine, seed: int) -> tuple[str | None, list[tuple[str, str]]]:
        with TemporaryDirectory(prefix="oracle") as folder:
            comparison = Comparison(self.program, self.limit, m, Path(folder), seed)
            try:
                self.compare(comparison)
            except (Contradiction, bounce.Broken) as e:
                return str(e), comparison.answers
            return None, comparison.answers

    def run(self, seed: int) -> None:
        m = self.make(seed)
        try:
            problem, answers = self.problem(m, seed)
        except (Unsure, RecursionError):
            self.report.counts[self.name, "skipped"] += 1
            return
        if problem is None:
            self.report.count(self.name, "compared")
            for suite, answer in answers:
                self.report.counts[suite, answer] += 1
        elif "cannot be inferred" in problem or "no type" in problem:
            self.report.counts[self.name, "rejected"] += 1
        else:
            kind = problem.split(":")[0].split()[0]

            def still(candidate: Machine) -> bool:
                other = self.problem(candidate, seed)[0]
                return other is not None and other.split(":")[0].split()[0] == kind and "exit code 1" not in other

            small = smaller_machine(m, still)
            again = self.problem(small, seed)[0] or problem
            self.report.contradiction(self.name, seed, again, small.files())


class InductiveSuite(MachineSuite):
    """Operations that keep the invariants, mostly: what else is wrong must be found."""

    name, make = "inductive", staticmethod(inductive_machine)

    def compare(self, comparison: Comparison) -> None:
        comparison.obligations()
