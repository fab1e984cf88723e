#!/usr/bin/python3
"""IFs in a row, of which conditions decide each other (path/path_known.c): obligations of random operations, against all states.

    tests/conditions.py [--seed N] [--count N] [BOUNCE]

Each machine has 12 operations. The last line is 'N passed, N failed'."""
import argparse
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
COLOURS = ["red", "green", "blue"]
OPERATIONS = 12


def atom(r):
    """Text and meaning of a condition about x, p, c and t."""
    kind = r.randrange(6)
    k, e = r.randrange(4), r.choice(COLOURS)
    name = r.choice(["x", "p"])
    if kind == 0:
        return f"{name} = {k}", lambda s: s[name] == k
    if kind == 1:
        return f"{name} /= {k}", lambda s: s[name] != k
    if kind == 2:
        return f"c = {e}", lambda s: s["c"] == e
    if kind == 3:
        return f"not(c = {e})", lambda s: s["c"] != e
    if kind == 4:
        return f"{name} < {k}", lambda s: s[name] < k
    v = r.choice(["TRUE", "FALSE"])
    return f"t = {v}", lambda s: s["t"] == v


def change(r):
    kind = r.randrange(4)
    k = r.randrange(4)
    if kind == 0:
        return f"x := x + {k}", lambda s: s.update(x=s["x"] + k)
    if kind == 1:
        return f"x := {k}", lambda s: s.update(x=k)
    if kind == 2:
        e = r.choice(COLOURS)
        return f"c := {e}", lambda s: s.update(c=e)
    v = r.choice(["TRUE", "FALSE"])
    return f"t := {v}", lambda s: s.update(t=v)


def operation(r):
    steps = []
    for _ in range(r.randrange(2, 8)):
        (c, holds), (then, do) = atom(r), change(r)
        if r.random() < 0.3:
            (also, too), join = atom(r), r.choice(["&", "or"])
            text = f"IF {c} {join} {also} THEN {then}"
            both = (lambda s, a=holds, b=too: a(s) and b(s)) if join == "&" else (lambda s, a=holds, b=too: a(s) or b(s))
        else:
            text, both = f"IF {c} THEN {then}", holds
        other = change(r) if r.random() < 0.4 else None
        if other:
            text += f" ELSE {other[0]}"
        steps.append((text + " END", both, do, other[1] if other else None))
    return steps


def run(steps, state):
    s = dict(state)
    for _, holds, do, other in steps:
        if holds(s):
            do(s)
        elif other:
            other(s)
    return s


def is_refuted(steps, most):
    for x, c, t, p in itertools.product(range(most + 1), COLOURS, ["TRUE", "FALSE"], range(4)):
        if not 0 <= run(steps, dict(x=x, c=c, t=t, p=p))["x"] <= most:
            return True
    return False


def machine(r, most):
    operations = [operation(r) for _ in range(OPERATIONS)]
    texts = [f"op{i}(p) = PRE p : 0..3 THEN " + "; ".join(s[0] for s in o) + " END" for i, o in enumerate(operations)]
    return operations, (f"MACHINE M SETS C = {{{', '.join(COLOURS)}}} VARIABLES x, c, t\n"
                        f"INVARIANT x : 0..{most} & c : C & t : BOOL INITIALISATION x, c, t := 0, red, TRUE\nOPERATIONS\n" +
                        ";\n".join(texts) + "\nEND\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("bounce", nargs="?", default=str(ROOT / "bounce"))
    o = parser.parse_args()
    passed = failed = refuted = 0
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "M.mch"
        for seed in range(o.seed, o.seed + o.count):
            r = random.Random(seed)
            most = r.randrange(3, 8)
            operations, text = machine(r, most)
            file.write_text(text)
            out = subprocess.run([o.bounce, "disprove", str(file), "--json", "--po", "op*/inv1"], capture_output=True, text=True)
            status = {a["name"]: a["status"] for a in json.loads(out.stdout)["obligations"]}
            for i, steps in enumerate(operations):
                expected = "refuted" if is_refuted(steps, most) else "proved"
                refuted += expected == "refuted"
                if status.get(f"op{i}/inv1") == expected:
                    passed += 1
                else:
                    failed += 1
                    print(f"FAIL seed {seed} op{i}: expected {expected}, got {status.get(f'op{i}/inv1')}\n{text}")
    print(f"{o.count} machines, {refuted} obligations refuted")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
