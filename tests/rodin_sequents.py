#!/usr/bin/env python3
"""Compares the sequents that bounce makes of .bum and .buc files with those of Rodin (.bpo beside them), hypotheses and goals.

    make build/tests/sequents && tests/rodin_sequents.py [--tool build/tests/sequents] [--only GLOB] [-v] FOLDER

Formulas are compared as trees without types, up to names that are bound, the order in which conjunctions are nested, quantifiers without a
use, and S <| (T <| id) for S <| id. Prints a table by kind: goals and hypotheses that are the same, or differ.
"""
import argparse
import collections
import fnmatch
import os
import subprocess
import sys

QUANTIFIERS = ('FORALL', 'EXISTS')


def parse(words, at=0):
    head, kids, at = words[at], [], at + 1
    if at < len(words) and words[at] == '(':
        at += 1
        while words[at] != ')':
            kid, at = parse(words, at)
            kids.append(kid)
        at += 1
    return (head, tuple(kids)), at


def mentions(tree, name):
    return tree[0] == name or any(mentions(k, name) for k in tree[1])


def quantified(head, ids, body):
    if body[0] == head:
        ids, body = ids + body[1][0][1], body[1][1]
    ids = tuple(i for i in ids if mentions(body, i[0]))
    return (head, (('IDS', ids), body)) if ids else body


def normal(tree):
    head, kids = tree[0], tuple(normal(k) for k in tree[1])
    if head == 'DOMAIN_RESTRICT' and kids[1][0] == 'IDENTITY':
        return 'IDENTITY', kids[:1]
    if head in QUANTIFIERS and len(kids) == 2:
        return quantified(head, kids[0][1], kids[1])
    if head in ('AND', 'OR'):
        unit = 'TRUTH' if head == 'AND' else 'FALSITY'
        parts = [p for k in kids for p in (k[1] if k[0] == head else [k]) if p[0] != unit]
        return (head, tuple(parts)) if len(parts) > 1 else parts[0] if parts else (unit, ())
    if head == 'IMPLIES' and kids[0][0] == 'TRUTH':
        return kids[1]
    if head == 'IMPLIES' and kids[1][0] == 'IMPLIES':
        return normal((head, (('AND', (kids[0], kids[1][1][0])), kids[1][1][1])))
    return head, kids


def renamed(tree, names):
    """Bound names by the order in which they occur."""
    head = names.setdefault(tree[0], f'#{len(names)}') if tree[0].startswith('#') else tree[0]
    return head, tuple(renamed(k, names) for k in tree[1])


def conjuncts(prefix):
    if prefix.startswith('not understood'):
        return [prefix]
    tree = normal(parse(prefix.split())[0])
    parts = tree[1] if tree[0] == 'AND' else [tree]
    return [repr(renamed(p, {})) for p in parts if p[0] != 'TRUTH']


def sequents(tool, path):
    """Name -> (goal as conjuncts, goal as written, {conjunct of a hypothesis: as written})."""
    out = subprocess.run([tool, path], capture_output=True, text=True, timeout=120).stdout
    formulas, found = {}, {}
    for line in out.split('\n'):
        if line.startswith('F '):
            number, name, prefix, written = line[2:].split('\t')
            formulas[number] = conjuncts(prefix), f'{name}: {written}'
        elif line.startswith('S '):
            name, goal, hypotheses = line[2:].split('\t')
            parts = {c: formulas[h][1] for h in hypotheses.split() for c in formulas[h][0]}
            found[name] = formulas[goal][0], formulas[goal][1], parts
        elif line.startswith('E '):
            return None, line[2:]
    return found, ''


def compare(ours, theirs):
    """What is said in the table, and what of the hypotheses is only here or there."""
    less = [theirs[2][c] for c in theirs[2] if c not in ours[2]]
    more = [ours[2][c] for c in ours[2] if c not in theirs[2]]
    words = (['goal'] if ours[0] != theirs[0] else []) + (['fewer'] if less else []) + (['more'] if more else [])
    return ' '.join(words) or 'same', less, more


def main():
    a = argparse.ArgumentParser()
    a.add_argument('--tool', default='build/tests/sequents')
    a.add_argument('--only', default='*')
    a.add_argument('-v', action='store_true')
    a.add_argument('folder')
    o = a.parse_args()
    table = collections.Counter()
    for folder, _, names in sorted(os.walk(o.folder)):
        for f in sorted(names):
            path = os.path.join(folder, f)
            rodin = path[:-4] + '.bpo'
            if not f.endswith(('.bum', '.buc')) or not os.path.exists(rodin) or not fnmatch.fnmatch(path, o.only):
                continue
            ours, why = sequents(o.tool, path)
            theirs, _ = sequents(o.tool, rodin)
            if ours is None or theirs is None:
                print(f'error: {path}: {why}')
                continue
            for name in theirs:
                state, less, more = compare(ours[name], theirs[name]) if name in ours else ('missing', [], [])
                table[name.rsplit('/', 1)[-1], state] += 1
                if o.v and state != 'same':
                    print(f'{state}: {path}: {name}\n  ours  {(ours.get(name) or [0, ""])[1]}\n  Rodin {theirs[name][1]}')
                    print(''.join(f'  only Rodin {x}\n' for x in less) + ''.join(f'  only ours {x}\n' for x in more), end='')
    for (kind, state), n in sorted(table.items()):
        print(f'{kind:8}{state:12}{n:8}')
    same, every = sum(n for (_, s), n in table.items() if s == 'same'), sum(table.values())
    print(f'the same hypotheses and goal: {same} of {every} ({100 * same / max(1, every):.1f}%)')
    return 0


sys.exit(main())
