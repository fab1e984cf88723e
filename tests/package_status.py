#!/usr/bin/env python3
"""Compares the proof obligations that bounce makes of ProB's packages (.eventb) with what Rodin knew of them when they were exported:
facts po(Component,'Invariant  preservation',[event(e),invariant(i)],true) in the package.

    tests/package_status.py [--tool ./bounce] [--limit SECONDS] [--most SECONDS] [--only GLOB] FOLDER

None that is discharged there may be refuted here. Prints those, and a table; exit code 1 if there is one.
"""
import argparse
import collections
import fnmatch
import json
import os
import re
import subprocess
import sys
import time

KINDS = {'Invariant  establishment': 'INV', 'Invariant  preservation': 'INV', 'Theorem': 'THM', 'Action simulation': 'SIM',
         'Guard strengthening (split)': 'GRD', 'Feasibility of witness': 'WFIS', 'Equality of variable': 'EQL'}
ATOM = r"'(?:[^'\\]|\\.)*'|\w+"
FACT = re.compile(rf"\bpo\(({ATOM}),'([^']*)',\[([^\]]*)\],(\w+)\)")


def atom(text):
    return text[1:-1].replace("\\'", "'") if text.startswith("'") else text


def facts(text):
    """Component -> {name of the obligation: what Rodin knew}."""
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    for component, says, sources, status in FACT.findall(text):
        kind = 'WD' if says.startswith('Well-definedness') else KINDS.get(says)
        items = [(k, atom(v)) for k, v in re.findall(rf'(\w+)\(({ATOM})\)', sources)]
        events = [v for k, v in items if k == 'event'][-1:]
        parts = [v for k, v in items if k != 'event'][-1:]
        if kind and parts:
            found[atom(component)]['/'.join(events + parts + [kind])].add(status)
    return found


def answers(o, path, component):
    command = [o.tool, 'disprove', path, '--component', component, '--json', '--time-limit', str(o.limit), '--total-limit', str(o.most)]
    out = subprocess.run(command, capture_output=True, text=True, errors='replace').stdout
    try:
        return [(x['name'], x['status']) for x in json.loads(out).get('obligations', [])]
    except ValueError:
        return []


def main():
    a = argparse.ArgumentParser()
    a.add_argument('--tool', default='./bounce')
    a.add_argument('--limit', type=float, default=0.5)
    a.add_argument('--most', type=float, default=40)
    a.add_argument('--only', default='*')
    a.add_argument('--total', type=float, default=float('inf'), help='seconds in all')
    a.add_argument('folder')
    o = a.parse_args()
    table, started = collections.Counter(), time.time()
    paths = sorted((os.path.getsize(os.path.join(d, f)), os.path.join(d, f)) for d, _, names in os.walk(o.folder) for f in names)
    for _, path in paths:
        if not path.endswith('.eventb') or not fnmatch.fnmatch(path, o.only) or time.time() - started > o.total:
            continue
        with open(path, errors='replace') as f:
            known = facts(f.read())
        for component, obligations in known.items():
            for name, status in answers(o, path, component):
                rodin = '/'.join(sorted(obligations.get(name, ['-'])))
                table[rodin, status] += 1
                if rodin == 'true' and status == 'refuted':
                    print(f'refuted although discharged: {path} {component}: {name}')
    for (rodin, status), n in sorted(table.items()):
        print(f'{rodin:12}{status:22}{n:8}')
    return 1 if table['true', 'refuted'] else 0


sys.exit(main())
