#!/usr/bin/env python3
"""Formulas whose atoms have no value in some states: `bounce ltl` against their definition.

  partial.py [--bounce PATH] [--count N] [--seed N]

A run that is shown violates the formula whatever its atoms are where they have no value, occurrence by occurrence (Kleene). If one of
the short runs of the graph is such a run, the formula is violated. A formula that holds is violated by none of them, whatever truth atoms are given, position by position, where
they have no value (so far as that is tried here, at random)."""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

import formulas
from definition import Graph, Run, runs, violates
from formulas import atom, fairness, formula, often
from runs import run_of

ENGINES = (['--engine', 'states'], ['--engine', 'bounded', '--depth', '6'], ['--engine', 'pdr'], [])
TRIES = 6


def partial(r, n, f):
    """some predicates become values of partial functions"""
    if f[0] in ('pred', 'true', 'false', 'e') and r.random() < 0.6:
        domain = sorted(r.sample(range(n), r.randint(0, n)))
        return ('partial', frozenset((s, r.randint(0, 1)) for s in domain))
    if not isinstance(f[0], str) or f[0] in ('step', 'e', 'none', 'det', 'control', 'change', 'pred'): return f
    return (f[0], *(partial(r, n, k) for k in f[1:]))


def text(f):
    if f[0] == 'partial': return '{{%s}(x) = 1}' % ', '.join(f'{s} |-> {v}' for s, v in sorted(f[1])) if f[1] else '{1 / (x - x) = 1}'
    return plain(f)


plain, formulas.text = formulas.text, text


def kindly(f, is_kind=True):
    """each occurrence of an atom is what helps the formula most where it has no value: what is false then is so in any case"""
    o = f[0]
    if o == 'partial': return ('kindly', dict(f[1]), is_kind)
    if not isinstance(o, str) or o in ('step', 'e', 'none', 'det', 'control', 'change', 'pred'): return f
    if o == 'not': return (o, kindly(f[1], not is_kind))
    if o == '=>': return (o, kindly(f[1], not is_kind), kindly(f[2], is_kind))
    if o == '<=>': return kindly(('&', ('=>', f[1], f[2]), ('=>', f[2], f[1])), is_kind)
    if o == 'fair': return (o, f[1], kindly(f[2], is_kind))
    return (o, *(kindly(k, is_kind) for k in f[1:]))


class Kind(Run):
    def unrolled(self, times): return Kind(*(lambda x: (x.g, x.states, x.steps, x.loop))(super().unrolled(times)))

    def value(self, f, i):
        if f[0] != 'kindly': return super().value(f, i)
        return bool(f[1].get(self.states[i], f[2]))


class Guess(Run):
    """where an atom has no value, chance gives it one"""

    def __init__(self, r, run):
        super().__init__(run.g, run.states, run.steps, run.loop)
        self.r, self.chosen = r, {}  # by atom and position

    def unrolled(self, times): return Guess(self.r, super().unrolled(times))

    def value(self, f, i):
        if f[0] != 'partial': return super().value(f, i)
        return bool(dict(f[1]).get(self.states[i], self.chosen.setdefault((f[1], i), self.r.randint(0, 1))))


def judge(r, g, f, entry, engine):
    verdict, listed = entry['verdict'], list(runs(g, 4))
    fails = lambda x: violates(Kind(x.g, x.states, x.steps, x.loop), kindly(f))
    if verdict == 'violated':
        run = run_of(g, entry)
        if run is None: return 'the run is none of the machine'
        return None if entry.get('prefix') or fails(run) else 'the run does not violate the formula'
    if verdict == 'holds':
        bad = next((x for x in listed for _ in range(TRIES) if violates(Guess(r, x), f)), None)
        return f'holds, but not on {bad.states} {bad.steps} {bad.loop}' if bad else None
    bad = next((x for x in listed if fails(x)), None)
    return f'{verdict}, but {bad.states} {bad.steps} {bad.loop}' if bad and engine in (ENGINES[0], ENGINES[3]) else None


def one(o, seed, path):
    r = random.Random(seed)
    g, failed = Graph(r), 0
    open(path, 'w').write(g.text())
    fs = []
    for _ in range(o.each):
        f = partial(r, g.n, often(r, g.n) if r.random() < 0.2 else formula(r, g.n, r.randint(1, 3), r.random() < 0.3))
        fs.append(('fair', fairness(r), f) if r.random() < 0.3 else f)
    for e in ENGINES:
        words = [w for f in fs for w in ('--formula', formulas.text(f))]
        p = subprocess.run([o.bounce, 'ltl', path, '--json', '--time-limit', '600'] + words + e, capture_output=True, text=True)
        entries = json.loads(p.stdout)['formulas'] if p.returncode in (0, 5, 10) else []
        if not entries: print(f'seed {seed}: {e}: exit {p.returncode} {p.stdout[:300]} {p.stderr[:300]}')
        failed += len(fs) - len(entries)
        for f, entry in zip(fs, entries):
            why = judge(r, g, f, entry, e)
            o.kinds[entry['verdict']] = o.kinds.get(entry['verdict'], 0) + 1
            if not why: continue
            print(f'seed {seed}: {e}: {entry["formula"]}: {why}\n{g.text()}')
            failed += 1
    return failed


def main():
    a = argparse.ArgumentParser()
    a.add_argument('--bounce', default='./bounce')
    a.add_argument('--count', type=int, default=60)
    a.add_argument('--seed', type=int, default=1)
    a.add_argument('--each', type=int, default=10)
    a.add_argument('-v', action='store_true')
    o = a.parse_args()
    o.kinds = {}
    with tempfile.TemporaryDirectory() as d:
        failed = sum(one(o, o.seed + i, os.path.join(d, 'm.mch')) for i in range(0, o.count, o.each))
    if o.v: print(o.kinds)
    print(f'{len(ENGINES) * o.count - failed} passed, {failed} failed')
    sys.exit(1 if failed else 0)


if __name__ == '__main__': main()
