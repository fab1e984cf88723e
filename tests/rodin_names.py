#!/usr/bin/env python3
"""Compares the proof obligations that bounce makes of .bum and .buc files with those of Rodin (.bpo beside them), by name.

    tests/rodin_names.py [--tool ./bounce] [--only GLOB] [-v] FOLDER

Prints a table by kind: how many of Rodin's names are met, missing, and how many are extra. A .bpo may be older than its source: --skip-stale
leaves out sources of which Rodin's own obligations name an event or label that is not in the source any more.
"""
import argparse
import collections
import fnmatch
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as tree

CORE = 'org.eventb.core.'


def rodin_names(path):
    return [x.get('name') for x in tree.parse(path).getroot().findall(CORE + 'poSequent')]


def own_names(tool, path):
    p = subprocess.run([tool, 'disprove', path, '--list'], capture_output=True, text=True, timeout=60)
    lines = p.stdout.split('\n') if p.returncode == 0 else None
    if lines is None:
        return None, p.stderr.strip().split('\n')[0]
    return [re.split(r' +sequent ', l)[0] for l in lines if l], ''


def labels(path):
    """All labels and identifiers of a source, and of the machines it refines."""
    found, folder = set(), os.path.dirname(path)
    while path and os.path.exists(path):
        root, path = tree.parse(path).getroot(), None
        for x in root.iter():
            for which in ('label', 'identifier'):
                value = x.get(CORE + which)
                if value:
                    found |= {value, value + "'"}
            if x.tag == CORE + 'refinesMachine':
                path = os.path.join(folder, x.get(CORE + 'target') + '.bum')
    return found


def is_stale(path, names):
    known = labels(path) | {'vrn'}
    return any(part not in known for n in names for part in n.rsplit('/', 1)[0].split('/') if '/' in n)


def main():
    a = argparse.ArgumentParser()
    a.add_argument('--tool', default='./bounce')
    a.add_argument('--only', default='*')
    a.add_argument('--skip-stale', action='store_true')
    a.add_argument('-v', action='store_true')
    a.add_argument('folder')
    o = a.parse_args()
    table, files = collections.Counter(), collections.Counter()
    for folder, _, names in sorted(os.walk(o.folder)):
        for f in sorted(names):
            path = os.path.join(folder, f)
            other = path[:-4] + '.bpo'
            if not f.endswith(('.bum', '.buc')) or not os.path.exists(other) or not fnmatch.fnmatch(path, o.only):
                continue
            theirs = rodin_names(other)
            if o.skip_stale and is_stale(path, theirs):
                files['stale'] += 1
                continue
            ours, why = own_names(o.tool, path)
            if ours is None:
                files['error'] += 1
                if o.v:
                    print(f'error: {path}: {why}')
            files['read'] += ours is not None
            for n in theirs:
                kind = n.rsplit('/', 1)[-1]
                state = 'met' if n in set(ours or []) else 'missing' if ours is not None else 'not read'
                table[kind, state] += 1
                if o.v and state == 'missing':
                    print(f'missing: {path}: {n}')
            for n in set(ours or []) - set(theirs):
                table[n.rsplit('/', 1)[-1], 'extra'] += 1
                if o.v:
                    print(f'extra: {path}: {n}')
    states = ('met', 'missing', 'not read', 'extra')
    print(f"{'kind':8}" + ''.join(f'{s:>10}' for s in states))
    for kind in sorted({k for k, _ in table}):
        print(f'{kind:8}' + ''.join(f'{table[kind, s]:10}' for s in states))
    sums = {s: sum(v for (_, x), v in table.items() if x == s) for s in states}
    print(f"{'all':8}" + ''.join(f'{sums[s]:10}' for s in states))
    of = sums['met'] + sums['missing']
    print(f"names: {sums['met']} of {of} ({100 * sums['met'] / max(1, of):.1f}%), files {dict(files)}")
    return 0


sys.exit(main())
