#!/usr/bin/env python3
"""Cores of 'bounce disprove --core' on the evaluator.

Usage: tests/cores.py BOUNCE MACHINE...

For each obligation that an operation preserves a conjunct of the invariant: from all states that satisfy
the hypotheses of its core the operation leads to states that satisfy the conjunct; and without any one
of them, for some sizes of the deferred sets, it does not. Operations are of the form 'name(x) = PRE P &
... THEN S END'; the definition TYPES says where the variables are looked for.
"""
import itertools
import re
import subprocess
import sys
import tempfile

import mutants


class Model:
    def __init__(self, path):
        self.machine = mutants.Machine(path)
        text = self.text = self.machine.text
        self.invariants = self.conjuncts(*self.machine.clauses["INVARIANT"])
        self.types = re.search(r"TYPES == (.*)", text).group(1)
        self.operations = mutants.operations(text)

    def conjuncts(self, start, stop):
        return [self.text[a:b].strip() for a, b in mutants.split(self.text, start, stop, "&")]

    def hypotheses(self, operation):
        start, stop = self.operations[operation]
        a, b = next(mutants.guards(self.text, start, stop))
        out = {"inv%d" % (i + 1): c for i, c in enumerate(self.invariants)}
        out.update({"pre%d" % (i + 1): c for i, c in enumerate(self.conjuncts(a, b))})
        return out

    def one_step(self, operation, hypotheses, goal):
        """Starts where the hypotheses hold; `done` tells the states after the operation."""
        start, stop = self.operations[operation]
        a, b = next(mutants.guards(self.text, start, stop))
        known = self.hypotheses(operation)
        kept = [known[h] for h in hypotheses if h.startswith("pre")] or ["TRUE = TRUE"]
        before = [known[h] for h in hypotheses if h.startswith("inv")] + ["done = FALSE", self.types]
        body = self.text[start:a] + " " + " & ".join(kept) + " " + self.text[b:stop]
        body = body[:body.rindex("END")] + "|| done := TRUE END"
        variables = self.machine.variables + ["done"]
        return "MACHINE M SETS %s VARIABLES %s\nINVARIANT (done = FALSE => %s) & done : BOOL & (done = TRUE => %s)\n" \
            "INITIALISATION %s :(%s)\nOPERATIONS %s\nEND\n" % (
                "; ".join(self.machine.sets), ", ".join(variables), self.types, goal,
                ", ".join(variables), " & ".join("(%s)" % p for p in before), body)


def is_broken(bounce, model, operation, hypotheses, goal):
    text = model.one_step(operation, hypotheses, goal)
    for sizes in itertools.product((1, 2), repeat=len(model.machine.sets)):
        cards = [o for s, n in zip(model.machine.sets, sizes) for o in ("--card", "%s=%d" % (s, n))]
        j = bounce.run(text, "check", "--engine", "states", "--find", "invariant", "-k", "1", *cards)
        if j["verdict"] not in ("holds", "violated"):
            sys.exit("tests/cores.py: %s\n%s" % (j["errors"], text))
        if j["verdict"] == "violated":
            return True
    return False


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        bounce = mutants.Bounce(sys.argv[1], folder)
        for path in sys.argv[2:]:
            model = Model(path)
            j = bounce.run(model.text, "disprove", "--core")
            for o in j["obligations"]:
                if o["kind"] != "preservation" or not o.get("core_minimal"):
                    continue
                operation, conjunct = o["name"].split("/")
                goal = model.hypotheses(operation)[conjunct]
                core = [h["name"] for h in o["core"]]
                faults = []
                if is_broken(bounce, model, operation, core, goal):
                    faults.append("it does not suffice")
                for h in core:
                    if not is_broken(bounce, model, operation, [x for x in core if x != h], goal):
                        faults.append("%s is not needed" % h)
                passed += not faults
                failed += bool(faults)
                if faults:
                    print("FAIL %s %s: %s: %s" % (path, o["name"], core, "; ".join(faults)))
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
