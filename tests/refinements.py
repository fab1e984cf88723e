#!/usr/bin/env python3
"""Runs 'check' and 'disprove' on all refinements and implementations below a folder, and lists where they
differ: faults that 'check' finds although 'disprove' has proved all obligations (a deadlock apart: there
is no obligation about it), and no fault at all where an obligation of the initialisation is refuted.
usage: tests/refinements.py FOLDER [TOOL [SECONDS [OPTION...]]]"""
import collections
import json
import os
import subprocess
import sys

PROVED = ('refuted', 'refuted_partly', 'none_within_bounds', 'open', 'doubtful')


def ask(tool, command, path, seconds, options):
    words = [tool, command, path, '--json', '--time-limit', str(seconds), '--memory-limit', '500']
    try:
        r = subprocess.run(words + options, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                           timeout=60 + 60 * seconds)
        return r.returncode, json.loads(r.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return -1, {}


def models(folder):
    for root, _, files in sorted(os.walk(folder)):
        for f in sorted(files):
            if f.endswith(('.ref', '.imp')):
                yield os.path.join(root, f)


def difference(check, disprove):
    """A word on what does not go together, or None."""
    stats = disprove.get('stats', {})
    faults = [f for f in check.get('findings', []) if f['severity'] == 'error']
    if disprove.get('verdict') == 'holds' and not any(stats.get(k) for k in PROVED):
        if any(f['kind'] != 'deadlock' for f in faults):
            return 'FALSE ALARM'
        if faults:
            return 'deadlock'
    first = [f for f in disprove.get('findings', []) if f.get('name', '').startswith('INITIALISATION/')]
    if first and check.get('verdict') == 'holds':
        return 'MISSED'
    return None


def bounds(answer):
    b = answer.get('bounds', {})
    return f"{b.get('minint')}..{b.get('maxint')}"


def main():
    folder, tool = sys.argv[1], (sys.argv[2:] or ['./bounce'])[0]
    seconds = float((sys.argv[3:] or ['2'])[0])
    count, bad = collections.Counter(), 0
    for path in models(folder):
        code, check = ask(tool, 'check', path, seconds, sys.argv[4:])
        if code == 1:
            count['not read'] += 1
            continue
        code_of_disprove, disprove = ask(tool, 'disprove', path, seconds, [])
        what = difference(check, disprove)
        if what == 'FALSE ALARM' and bounds(check) != bounds(disprove):
            _, again = ask(tool, 'check', path, seconds, sys.argv[4:] + ['--int', bounds(disprove)])
            what = difference(again, disprove) or 'other bounds'
        count[f'check {code}, disprove {code_of_disprove}'] += 1
        if code in (-1, 3) or code_of_disprove in (-1, 3):
            what = 'CRASH'
        if os.environ.get('VERBOSE') and not what:
            what = 'same'
        if what:
            bad += what.isupper()
            found = [f['message'] for f in check.get('findings', []) if f['severity'] == 'error']
            print(f"{what}: {os.path.relpath(path, folder)}: check {code}, disprove {code_of_disprove}: "
                  f"{'; '.join(found) or check.get('reason')}", flush=True)
    for k, n in sorted(count.items()):
        print(f'{n:4} {k}')
    sys.exit(1 if bad else 0)


main()
