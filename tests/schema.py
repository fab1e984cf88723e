#!/usr/bin/env python3
"""What --json prints is as docs/bounce.schema.json says, what --sarif writes has what SARIF 2.1.0 asks for, and --junit is XML.

    tests/schema.py [FILE]...           also validates these files of JSON
    tests/schema.py --sarif SCHEMA      also what --sarif writes, with the schema of OASIS itself (make test-sarif)

The part of JSON Schema that these files use is checked here; a keyword that is not known is an error, so that none is overlooked. The last line is
'N passed, N failed'.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[1]
BOUNCE = pathlib.Path(os.environ.get("BOUNCE", ROOT / "bounce")).absolute()
SCHEMA = json.loads((ROOT / "docs/bounce.schema.json").read_text())
WORDS = {"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "oneOf", "$ref", "pattern", "minItems", "uniqueItems", "minimum", "maximum"}
SILENT = {"description", "title", "default", "format", "$schema", "$id", "id", "$defs", "definitions"}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
passed = failed = 0


def check(what, problems):
    global passed, failed
    if problems:
        failed += 1
        print("FAIL", what, *problems[:3], sep="\n  ")
    else:
        passed += 1


# ---- JSON Schema -----------------------------------------------------------------------------------

def has_type(x, word):
    if word in ("integer", "number"):
        return isinstance(x, int if word == "integer" else (int, float)) and not isinstance(x, bool)
    return isinstance(x, TYPES[word])


def referred(path, root):
    for part in path.removeprefix("#/").split("/"):
        root = root[part]
    return root


def range_problems(x, s, at):
    out = []
    if isinstance(x, str) and "pattern" in s and not re.search(s["pattern"], x):
        out.append(f"{at}: {x[:80]!r} is not as {s['pattern']}")
    if has_type(x, "number") and not s.get("minimum", x) <= x <= s.get("maximum", x):
        out.append(f"{at}: {x} is not from {s.get('minimum')} to {s.get('maximum')}")
    if isinstance(x, list):
        out += [f"{at}: fewer than {s['minItems']}"] if len(x) < s.get("minItems", 0) else []
        different = len({json.dumps(v, sort_keys=True) for v in x})
        out += [f"{at}: some are equal"] if s.get("uniqueItems") and different < len(x) else []
    return out


def member_problems(x, s, root, at):
    rest = s.get("additionalProperties", True)
    out = [f"{at}: there is no '{k}'" for k in s.get("required", []) if k not in x]
    for k, v in x.items():
        if k in s.get("properties", {}):
            out += problems(v, s["properties"][k], root, f"{at}.{k}")
        elif rest is False:
            out.append(f"{at}: the schema does not know '{k}'")
        elif isinstance(rest, dict):
            out += problems(v, rest, root, f"{at}.{k}")
    return out


def problems(x, s, root, at="$"):
    unknown = set(s) - WORDS - SILENT
    assert not unknown, f"the schema uses {unknown}"
    if "$ref" in s:
        s = {**referred(s["$ref"], root), **{k: v for k, v in s.items() if k != "$ref"}}
    types = s.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(has_type(x, t) for t in types):
        return [f"{at}: {json.dumps(x)[:80]} is no {' or '.join(types)}"]
    out = range_problems(x, s, at)
    if "const" in s and x != s["const"] or "enum" in s and x not in s["enum"]:
        out.append(f"{at}: {json.dumps(x)[:80]} is not one of {s.get('enum', [s.get('const')])}")
    for choice in ("anyOf", "oneOf"):
        each = [problems(x, o, root, at) for o in s.get(choice, [])]
        good = sum(not p for p in each)
        if each and not good:
            out += min(each, key=len)
        elif choice == "oneOf" and good > 1:
            out.append(f"{at}: as {good} of its choices")
    if isinstance(x, dict):
        out += member_problems(x, s, root, at)
    if isinstance(x, list) and "items" in s:
        for i, v in enumerate(x):
            out += problems(v, s["items"], root, f"{at}[{i}]")
    return out


# ---- SARIF 2.1.0: what its schema requires of the parts that are used ---------------------------------

def place_problems(location, at):
    p = location.get("physicalLocation", {})
    uri, region = p.get("artifactLocation", {}).get("uri"), p.get("region", {})
    out = [] if isinstance(uri, str) and " " not in uri else [f"{at}: uri {uri!r}"]
    return out + [f"{at}: {k} {region[k]!r}" for k in ("startLine", "startColumn") if k in region and not (isinstance(region[k], int) and region[k] >= 1)]


def sarif_problems(log):
    out = []
    if log.get("version") != "2.1.0" or "sarif" not in log.get("$schema", "") or not isinstance(log.get("runs"), list):
        return ["$: version, $schema or runs"]
    for run in log["runs"]:
        driver = run.get("tool", {}).get("driver", {})
        rules = [r.get("id") for r in driver.get("rules", [])]
        if not isinstance(driver.get("name"), str) or len(set(rules)) != len(rules) or not all(isinstance(r, str) for r in rules):
            out.append("driver: name or rules")
        for i, r in enumerate(run.get("results", [])):
            at = f"results[{i}]"
            if not isinstance(r.get("message", {}).get("text"), str):
                out.append(f"{at}: no message.text")
            if r.get("ruleId") not in rules:
                out.append(f"{at}: ruleId {r.get('ruleId')!r} is no rule")
            if r.get("level", "warning") not in ("none", "note", "warning", "error"):
                out.append(f"{at}: level {r.get('level')!r}")
            if r.get("kind", "fail") not in ("notApplicable", "pass", "fail", "review", "open", "informational"):
                out.append(f"{at}: kind {r.get('kind')!r}")
            if r.get("kind", "fail") != "fail" and r.get("level", "none") != "none":
                out.append(f"{at}: of kind {r.get('kind')!r}, the level must be none")
            for l in r.get("locations", []):
                out += place_problems(l, at)
            for flow in r.get("codeFlows", []):
                if not flow.get("threadFlows"):
                    out.append(f"{at}: a code flow without thread flows")
                for thread in flow.get("threadFlows", []):
                    if not isinstance(thread.get("locations"), list):
                        out.append(f"{at}: a thread flow without locations")
                    for l in thread.get("locations", []):
                        out += place_problems(l.get("location", {}), at) if "physicalLocation" in l.get("location", {}) else []
    return out


# ---- what is looked at -------------------------------------------------------------------------------

FILES = {
    "good.mch": "MACHINE good VARIABLES x INVARIANT x : 0..3 INITIALISATION x := 0 OPERATIONS up = SELECT x < 3 THEN x := x + 1 END; back = BEGIN x := 0 END END",
    "bad.mch": """MACHINE bad DEFINITIONS ASSERT_LTL == "F {x = 9}"; GOAL == x = 2; ANIMATION_FUNCTION == {1 |-> 1 |-> x}; VISB_SVG_OBJECTS == rec(`id` : "a", svg_class : "rect", x : x)
SETS S; T = {a, b} CONSTANTS c, d PROPERTIES c : 1..2 & d : S VARIABLES x, f INVARIANT x : 0..2 & f : T +-> 0..3 & !t.(t : dom(f) => f(t) < 2)
ASSERTIONS x < 9 INITIALISATION x, f := 0, {} OPERATIONS up(n) = PRE n : 1..c & x < 3 THEN x := x + n END; r <-- set(t) = PRE t : T THEN f(t) := x || r := x END; stay = skip END""",
    "stuck.mch": "MACHINE stuck VARIABLES x INVARIANT x : 0..1 INITIALISATION x := 0 OPERATIONS go = SELECT x = 0 THEN x := 1 END END",
    "none.mch": "MACHINE none CONSTANTS c PROPERTIES c : 1..2 & c > 5 END",
    "wrong.mch": "MACHINE wrong VARIABLES x INVARIANT x : NAT & x = TRUE INITIALISATION x := 0 END",
    "abs.mch": "MACHINE abs VARIABLES s INVARIANT s <: 0..1 INITIALISATION s := {} OPERATIONS add(e) = PRE e : 0..1 THEN s := s \\/ {e} END; n <-- size_of = BEGIN n := card(s) END END",
    "con.ref": "REFINEMENT con REFINES abs VARIABLES l INVARIANT l : seq(0..1) & ran(l) = s INITIALISATION l := [] OPERATIONS add(e) = BEGIN l := l <- e END; n <-- size_of = BEGIN n := size(l) END END",
    "commands": "1\n2\n",
    "batch": "x : 1..3 & x > 2\nx : 1..3 & x > 5\nx :\n",
}
CALLS = [
    "parse good.mch", "parse bad.mch --types", "parse good.mch --print", "parse wrong.mch", "check good.mch", "check bad.mch --pictures", "check stuck.mch", "check none.mch",
    "check con.ref", "check wrong.mch", "check nothing.mch", "check good.mch bad.mch", "explore bad.mch --coverage", "explore good.mch --view signature --svg g.svg", "explore good.mch --max-states 2",
    "ltl bad.mch --pictures", "ltl good.mch --formula 'G {x < 9}'", "ltl good.mch --ctl 'AG {x < 2}'", "disprove bad.mch", "disprove con.ref --core", "disprove good.mch --list", "disprove --goal 'x > 1' --hyp 'x > 2'",
    "constants bad.mch", "constants none.mch", "solve 'x : 1..3' --all", "solve 'x : 1..3 & x > 5' --certify", "eval '1 + 1'", "eval 'x > 3 & x < 5'", "eval 1/0", "relate good.mch", "relate good.mch --can '{x = 0} ~>[up] {x = 1}'",
    "symmetry bad.mch", "plan good.mch bad.mch", "plan wrong.mch", "animate good.mch -f commands --pictures", "check --nonsense", "check", "explore bad.mch --time-limit 0.000001",
]
WRITES = ["check good.mch", "check bad.mch", "check good.mch bad.mch stuck.mch wrong.mch", "explore bad.mch", "disprove bad.mch", "disprove con.ref", "constants none.mch", "constants bad.mch", "ltl bad.mch",
          "parse wrong.mch", "solve 'x : 1..3'"]


def run(folder, call, *more):
    import shlex
    return subprocess.run([BOUNCE, *shlex.split(call), *more], cwd=folder, capture_output=True, text=True)


def main():
    files = sys.argv[1:]
    sarif = json.loads(pathlib.Path(files[1]).read_text()) if files[:1] == ["--sarif"] else None
    for path in files[2:] if sarif else files:
        check(path, problems(json.loads(pathlib.Path(path).read_text()), SCHEMA, SCHEMA))
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for name, text in FILES.items():
            (folder / name).write_text(text)
        for call in CALLS:
            printed = run(folder, call, "--json").stdout
            try:
                check(call, problems(json.loads(printed), SCHEMA, SCHEMA))
            except json.JSONDecodeError as e:
                check(call, [f"no JSON: {e}: {printed[:100]}"])
        for call in WRITES:
            run(folder, call, "--sarif", "s.sarif", "--junit", "j.xml")
            log = json.loads((folder / "s.sarif").read_text())
            check(f"{call} --sarif", sarif_problems(log) + (problems(log, sarif, sarif) if sarif else []))
            suites = xml.etree.ElementTree.parse(folder / "j.xml").getroot()
            cases = suites.findall(".//testcase")
            check(f"{call} --junit", [] if cases and all(c.get("name") for c in cases) else ["no test cases"])
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
