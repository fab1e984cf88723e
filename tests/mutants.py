#!/usr/bin/env python3
"""Seeded faults: does 'bounce disprove' refute what is refuted by looking at all states?

Usage: tests/mutants.py BOUNCE MACHINE... [--broken N] [--most N] [--show]

Each machine has an inductive invariant. A mutant differs by one small change in INITIALISATION or in
one operation: a dropped conjunct of a guard, another operator, another name, another constant, a
dropped assignment. The oracle is the evaluator: from all states that satisfy PROPERTIES and INVARIANT
it executes the changed operation, with deferred sets of 1, 2 and perhaps 3 elements, and tells which
conjuncts are broken. 'bounce disprove' has to refute these obligations, with no larger sets than the oracle
needs, and no others; of the machine as it is it refutes nothing.
"""
import argparse
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

TOKEN = re.compile(r"/\*.*?\*/|//[^\n]*|[A-Za-z_]\w*|\d+|<--|<->|\|->|-->>|-->|\+->>|\+->|>->>|>->|>\+>|"
                   r"<<\||<\||\|>>|\|>|<\+|<=>|=>|<=|>=|/=|/:|<<:|<:|:=|::|\.\.|\\/|/\\|/\|\\|\\\|/|\|\||<-|->|\S", re.S)
OPERATORS = {
    "\\/": ["/\\", "\\"], "/\\": ["\\/"], "\\": ["\\/"], "<<|": ["<|"], "<|": ["<<|"], "|>>": ["|>"],
    "|>": ["|>>"], "<+": ["\\/"], "<": ["<=", ">"], "<=": ["<"], ">": [">=", "<"], ">=": [">"],
    "=": ["/="], "/=": ["="], ":": ["/:"], "/:": [":"], "+": ["-"], "-": ["+"], "or": ["&"],
    "dom": ["ran"], "ran": ["dom"], "first": ["last"], "last": ["first"], "front": ["tail"],
    "tail": ["front"], "<-": ["->"], "/|\\": ["\\|/"],
}
SECTIONS = "DEFINITIONS SETS CONSTANTS PROPERTIES VARIABLES INVARIANT INITIALISATION OPERATIONS".split()


def tokens(text):
    return [(m.group(), m.start(), m.end()) for m in TOKEN.finditer(text)
            if not m.group().startswith(("/*", "//"))]


def clauses(text):
    """The text of each clause, and where it is."""
    marks = [(t, a, b) for t, a, b in tokens(text) if t in SECTIONS]
    end = text.rindex("END")
    out = {}
    for i, (t, _, b) in enumerate(marks):
        stop = marks[i + 1][1] if i + 1 < len(marks) else end
        out[t] = (b, stop)
    return out


def split(text, start, stop, separator):
    """Where the parts between top-level separators are; BEGIN..END and brackets are nested."""
    depth, at, parts = 0, start, []
    for t, a, b in tokens(text[start:stop]):
        if t in ("(", "{", "[", "PRE", "SELECT", "IF", "ANY", "BEGIN"):
            depth += 1
        elif t in (")", "}", "]", "END"):
            depth -= 1
        elif t == separator and depth == 0:
            parts.append((at, start + a))
            at = start + b
    parts.append((at, stop))
    return parts


def operations(text):
    """name -> (start, stop)"""
    start, stop = clauses(text)["OPERATIONS"]
    out = {}
    for a, b in split(text, start, stop, ";"):
        head = text[a:b].split("=")[0]
        name = re.search(r"(\w+)\s*(\([^)]*\))?\s*$", head).group(1)
        out[name] = (a, b)
    return out


def header_end(text, start, stop):
    """Behind the '=' of an operation, so that its name and parameters stay."""
    return start + text[start:stop].index("=") + 1


def guards(text, start, stop):
    """The conditions between PRE, SELECT, IF or WHERE and THEN."""
    opened = None
    for t, a, b in tokens(text[start:stop]):
        if t in ("PRE", "SELECT", "IF", "WHERE"):
            opened = start + b
        elif t == "THEN" and opened is not None:
            yield opened, start + a
            opened = None


def assignments(text, start, stop):
    """Each assignment as a whole, by its ':=' and the separators around it."""
    list_ = [(t, start + a, start + b) for t, a, b in tokens(text[start:stop])]
    for i, (t, _, _) in enumerate(list_):
        if t not in (":=", "::"):
            continue
        left, depth = i, 0
        while left > 0:
            before = list_[left - 1][0]
            depth += before in ")]}"
            depth -= before in "([{"
            if before in ("||", "THEN", "ELSE", "BEGIN", "=", ";") and depth == 0:
                break
            left -= 1
        right, depth = i + 1, 0
        while right < len(list_):
            after = list_[right][0]
            if depth == 0 and after in ("||", "END", "ELSE", ";", "OPERATIONS"):
                break
            depth += after in "([{"
            depth -= after in ")]}"
            right += 1
        yield list_[left][1], list_[right - 1][2]


def changes(text, start, stop, names, elements):
    """(what, from, to, new text)"""
    for a, b in guards(text, start, stop):
        parts = split(text, a, b, "&")
        for x, y in parts:
            yield "dropped guard", x, y, " TRUE = TRUE "
    for a, b in assignments(text, start, stop):
        yield "dropped assignment", a, b, "skip"
    for t, a, b in tokens(text[start:stop]):
        a, b = start + a, start + b
        for other in OPERATORS.get(t, []):
            yield "operator", a, b, other
        if t.isdigit():
            yield "constant", a, b, str(int(t) + 1)
            if int(t) > 0:
                yield "constant", a, b, str(int(t) - 1)
        for family in elements:
            if t in family:
                for other in family:
                    if other != t:
                        yield "constant", a, b, other
        if t in names:
            for other in names:
                if other != t:
                    yield "name", a, b, other


class Machine:
    def __init__(self, path):
        self.path = path
        self.text = open(path).read()
        c = self.clauses = clauses(self.text)
        part = lambda k: self.text[c[k][0]:c[k][1]] if k in c else ""
        self.variables = re.findall(r"\w+", part("VARIABLES"))
        self.constants = re.findall(r"\w+", part("CONSTANTS"))
        self.sets = [s.strip() for s in part("SETS").split(";") if s.strip() and "=" not in s]
        self.elements = [re.findall(r"\w+", e) for e in re.findall(r"\{(.*?)\}", part("SETS"))]
        self.invariant = part("INVARIANT").strip()

    def mutants(self):
        """(what, place, text), of each place in turn, so that any number of them is a fair choice."""
        c = self.clauses
        places = [("INITIALISATION", c["INITIALISATION"][0], c["INITIALISATION"][1])]
        for name, (a, b) in operations(self.text).items():
            places.append((name, header_end(self.text, a, b), b))
        lists = []
        for name, a, b in places:
            local = re.findall(r"[A-Za-z_]\w*", self.text[operations(self.text)[name][0]:a]) \
                if name != "INITIALISATION" else []
            names = self.variables + self.constants + [x for x in local if x != name]
            by_kind = {}
            for what, x, y, new in changes(self.text, a, b, names, self.elements):
                by_kind.setdefault(what, []).append(
                    (what, name, self.text[:x] + new + self.text[y:]))
            for list_ in by_kind.values():
                random.Random(name).shuffle(list_)
                lists.append(list_)
        seen = {self.text}
        for row in itertools.zip_longest(*lists):
            for m in row:
                if m and m[2] not in seen:
                    seen.add(m[2])
                    yield m


class Bounce:
    def __init__(self, program, folder):
        self.program = program
        self.file = os.path.join(folder, "M.mch")

    def run(self, text, *options):
        with open(self.file, "w") as f:
            f.write(text)
        r = subprocess.run([self.program, options[0], self.file, "--json", *options[1:]],
                           capture_output=True, text=True, timeout=120)
        return json.loads(r.stdout) if r.stdout else {"verdict": "none", "errors": [r.stderr]}

    def parses(self, text):
        return self.run(text, "parse")["verdict"] == "holds"


def one_step(machine, mutant, place):
    """The machine that starts in any state of the invariant and has the changed operation only."""
    start, stop = clauses(mutant)["OPERATIONS"]
    if place == "INITIALISATION":
        return mutant[:start] + " nothing = skip\n" + mutant[stop:]
    a, b = operations(mutant)[place]
    text = mutant[:start] + mutant[a:b] + "\n" + mutant[stop:]
    a, b = clauses(text)["INITIALISATION"]
    new = " %s :(%s)\n" % (", ".join(machine.variables), machine.invariant)
    return text[:a] + new + text[b:]


def size_choices(sets):
    """Sizes of the deferred sets, in the order in which disprove looks at them. Two sets of three
    elements have too many relations."""
    choices = itertools.product((1, 2, 3) if len(sets) < 2 else (1, 2), repeat=len(sets))
    return sorted(choices, key=lambda c: (max(c, default=0), sum(c), c))


def oracle(bounce, machine, mutant, place):
    """conjunct -> sizes of the sets with which the evaluator first finds it broken."""
    text, broken = one_step(machine, mutant, place), {}
    for sizes in size_choices(machine.sets):
        cards = [o for s, n in zip(machine.sets, sizes) for o in ("--card", "%s=%d" % (s, n))]
        j = bounce.run(text, "check", "--engine", "states", "--continue", "--find", "invariant",
                       "-k", "1", "--time-limit", "20", *cards)
        for f in j.get("findings", []):
            if f["kind"] == "invariant":
                broken.setdefault(f["name"], dict(zip(machine.sets, sizes)))
    return broken


def refuted(bounce, mutant, place):
    """conjunct -> sizes of the sets in the counterexample; all statuses."""
    j = bounce.run(mutant, "disprove", "--time-limit", "60")
    out, status = {}, {}
    for o in j.get("obligations", []):
        status[o["name"]] = o["status"]
        head, _, conjunct = o["name"].rpartition("/")
        if o["status"] == "refuted" and conjunct.startswith("inv") and o["kind"] in (
                "preservation", "initialisation"):
            out[(head, conjunct)] = {s: int(n) for s, n in re.findall(r"(\w+) = (\d+)", o["sizes"] or "")}
    return out, status, j


def main():
    p = argparse.ArgumentParser()
    p.add_argument("bounce")
    p.add_argument("machines", nargs="+")
    p.add_argument("--broken", type=int, default=20, help="of each machine, at least so many")
    p.add_argument("--most", type=int, default=150, help="mutants of each machine")
    p.add_argument("--show", action="store_true", help="print every mutant")
    o = p.parse_args()
    total = {k: 0 for k in ("mutants", "broken", "refuted", "obligations", "missed", "larger", "wrong")}
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        bounce = Bounce(o.bounce, folder)
        for path in o.machines:
            failed += not one_machine(bounce, Machine(path), o, total)
    part = 100 * total["refuted"] / max(1, total["broken"])
    print("%(mutants)d mutants, %(broken)d broken, %(refuted)d refuted" % total, end="")
    print(" (%.1f%%); %d obligations broken, %d of them missed, %d refuted with larger sets, %d wrongly" %
          (part, total["obligations"], total["missed"], total["larger"], total["wrong"]))
    failed += part < 98 or total["wrong"] > 0
    sys.exit(1 if failed else 0)


def one_machine(bounce, machine, o, total):
    name = os.path.basename(machine.path)
    found, status, _ = refuted(bounce, machine.text, "")
    fine = status and "refuted" not in status.values() and "doubtful" not in status.values()
    if not fine:
        print("%s: the machine as it is: %s" % (name, sorted(k for k in status if status[k] == "refuted")))
    count = dict.fromkeys(total, 0)
    for what, place, text in machine.mutants():
        if count["broken"] >= o.broken or count["mutants"] >= o.most:
            break
        if not bounce.parses(text):
            continue
        count["mutants"] += 1
        judge(bounce, machine, name, (what, place, text), o, count)
    for k in total:
        total[k] += count[k]
    print("%-16s %s" % (name, ", ".join("%s %d" % (k, v) for k, v in count.items())), flush=True)
    return fine


def judge(bounce, machine, name, mutant, o, count):
    what, place, text = mutant
    broken = oracle(bounce, machine, text, place)
    found, status, _ = refuted(bounce, text, place)
    names = {c for h, c in found if h == place}
    count["broken"] += bool(broken)
    count["obligations"] += len(broken)
    missed = set(broken) - names
    small = max(size_choices(machine.sets)[-1], default=0)
    wrong = {(h, c) for h, c in found if h != place or
             (c not in broken and max(found[(h, c)].values(), default=0) <= small)}
    larger = {c for c in broken if c in names and measure(found[(place, c)]) > measure(broken[c])}
    count["refuted"] += bool(broken) and not (broken and missed == set(broken))
    count["missed"] += len(missed)
    count["larger"] += len(larger)
    count["wrong"] += len(wrong)
    if o.show or missed or wrong or larger:
        print("%s: %s of %s: broken %s" % (name, what, place, sorted(broken.items())))
        print("   ", difference(machine.text, text))
        for label, list_ in (("missed", missed), ("wrong", wrong), ("larger", larger)):
            if list_:
                print("    %s: %s" % (label, [(c, status.get("%s/%s" % (place, c)), found.get((place, c)))
                                              if isinstance(c, str) else c for c in sorted(list_)]))


def measure(sizes):
    return max(sizes.values(), default=0), sum(sizes.values())


def difference(old, new):
    a = next((i for i, (x, y) in enumerate(zip(old, new)) if x != y), len(old))
    start = old.rfind("\n", 0, a) + 1
    return "%s -> %s" % (old[start:old.find("\n", a)].strip(), new[start:new.find("\n", a)].strip())


if __name__ == "__main__":
    main()
