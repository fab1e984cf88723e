"""python3 tests/oracle [--program ./bounce] [--seed N] [--count N | --seconds N] [--suite NAME]...

Compares bounce with an interpreter of B that shares nothing with it; see README.md."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Callable

import selftest
from machines import InductiveSuite, MachineSuite
from predicates import BATCH, Predicates
from refinements import RefinementSuite
from report import Report
from eventb import EventB
from equations import Equations


def main() -> int:
    options = arguments()
    report = Report(Path(options.folder))
    for failure in (failures := selftest.failures()):
        print(failure)
    report.contradictions, report.passed = len(failures), selftest.total() - len(failures)
    started = time.monotonic()
    suites = make(options, report)
    done = 0
    while not over(options, done, time.monotonic() - started):
        for run, share in suites:
            first = options.seed + done * share // BATCH
            run(range(first, first + share))
        done += BATCH
    print(report.table())
    print(f"seeds from {options.seed} on, {done} predicates, {time.monotonic() - started:.0f} s")
    print(f"{report.passed} passed, {report.contradictions} failed")
    return 1 if report.contradictions else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="./bounce")
    parser.add_argument("--folder", default="build/oracle", help="where contradictions are written to")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=0, help="so many predicates; machines: a tenth")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--limit", type=float, default=0.3, help="seconds for each question")
    parser.add_argument("--suite", action="append", default=[])
    return parser.parse_args()


def over(options: argparse.Namespace, done: int, seconds: float) -> bool:
    return done >= options.count if options.count else seconds >= options.seconds


def make(options: argparse.Namespace, report: Report) -> list[tuple[Callable[[range], None], int]]:
    """What is run for a batch of seeds, with the number of seeds it takes of it."""
    predicates = Predicates(options.program, report, options.limit)
    suites: dict[str, tuple[Callable[[range], None], int]] = {
        "planted": (predicates.solve, BATCH),
        "sequents": (predicates.sequents, BATCH),
        "counted": (each(predicates.counted), BATCH),
        "machines": (each(MachineSuite(options.program, report, options.limit * 2).run), BATCH // 10),
    }
    inductive = InductiveSuite(options.program, report, options.limit * 2)
    suites["inductive"] = (each(inductive.run), BATCH // 10)
    refinements = RefinementSuite(options.program, report, options.limit * 2)
    suites["refinements"] = (each(refinements.run), BATCH // 25)
    suites["eventb"] = (each(EventB(options.program, report, options.limit).run), BATCH // 10)
    equations = Equations(options.program, report, options.limit)
    suites["equations"] = (equations.planted, BATCH // 2)
    suites["boxes"] = (each(equations.boxes), BATCH // 10)
    return [suite for name, suite in suites.items() if name in (options.suite or suites)]


def each(run: Callable[[int], None]) -> Callable[[range], None]:
    return lambda seeds: [run(seed) for seed in seeds] and None


if __name__ == "__main__":
    sys.exit(main())
