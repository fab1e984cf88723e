#!/usr/bin/env python3
"""Does --symmetry change an answer? Machines (files, or all below directories) by `explore` and `check` with all its words.

    tests/modes.py [--seconds S] [--sample N] [--seed N] PATH ...

Compared are the verdict and, of explorations that are complete, kind, place and depth of each fault. What a limit cut
short is no difference, and is counted."""
import argparse
import json
import os
import random
import subprocess
import sys

WORDS = {"explore": ["off", "sets", "auto", "canonical", "markers", "flood"], "check": ["off", "sets", "auto"]}


def machines(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for directory, _, files in sorted(os.walk(path)):
            yield from (os.path.join(directory, f) for f in sorted(files) if f.endswith((".mch", ".ref")))


def answer(options, command, word, path):
    """What it says, or None: nothing that can be compared."""
    line = [options.bounce, command, "--symmetry", word, "--json", "--time-limit", str(options.seconds), path]
    if command == "explore":
        line += ["--max-states", "30000"]
    try:
        run = subprocess.run(line, capture_output=True, text=True, timeout=10 * options.seconds + 20, check=False)
        told = json.loads(run.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return None
    if run.returncode not in (0, 10):
        return None if run.returncode in (1, 5) else ("exit", run.returncode)
    faults = [f for f in told.get("findings", []) if f.get("severity") == "error"]
    if command == "explore":
        if not told.get("complete"):
            return None
        return run.returncode, sorted({(f["kind"], str(f.get("at")), f.get("depth")) for f in faults}, key=str)
    shortest = [f for f in faults if f.get("shortest")]
    return run.returncode, min((f["depth"] for f in shortest), default=None)


def same(command, a, b):
    if a is None or b is None or a[0] == "exit" or b[0] == "exit":
        return a is None or b is None
    if command == "check" and (a[1] is None or b[1] is None):
        return a[0] == b[0]
    return a == b


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bounce", default="./bounce")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("paths", nargs="+")
    options = parser.parse_args()
    files = list(machines(options.paths))
    if options.sample:
        files = sorted(random.Random(options.seed).sample(files, min(options.sample, len(files))))
    compared = differ = 0
    for path in files:
        for command, words in WORDS.items():
            plain = answer(options, command, words[0], path)
            for word in words[1:] if plain else []:
                other = answer(options, command, word, path)
                compared += other is not None
                if not same(command, plain, other):
                    differ += 1
                    print(f"{path}: {command} --symmetry {word}: {other}, off: {plain}", flush=True)
    print(f"{len(files)} machines, {compared} answers compared with '--symmetry off', {differ} differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
