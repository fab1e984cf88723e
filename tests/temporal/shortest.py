#!/usr/bin/env python3
"""Is the lasso that `bounce ltl` calls shortest a shortest one? All shorter runs are tried, one by one.

  shortest.py [--bounce PATH] [--count N] [--seed N] [-v]

Spaces are random graphs with up to 10,000 states, formulas have no operators of the past. A run that bounce shows must violate the
formula, and no run with fewer steps in stem and loop together may do so, by the definition of the operators."""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

from definition import OPS, Graph, Run, violates
from formulas import candidate, text
from runs import run_of

MOST_STEPS = 200000  # on paths that are tried


class Space(Graph):
    """larger, and sparser, so that runs are long and few"""

    def __init__(self, r):
        self.n = r.choice([r.randint(2, 9), r.randint(10, 60), r.randint(10, 60), r.randint(100, 600), r.choice([2000, 10000])])
        self.steps = [[] for _ in range(self.n)]
        near = r.random() < 0.5
        for s in range(self.n):
            for _ in range(r.choice([0, 1, 1, 1, 1, 1, 2, 2]) if r.random() < 0.97 else 3):
                op = r.choice('aabbc')
                t = (s + r.randint(-2, 3)) % self.n if near else r.randrange(self.n)
                step = (op, (r.randint(0, 1),) if OPS[op] else (), t)
                if step not in self.steps[s]: self.steps[s].append(step)
        self.initial = sorted(r.sample(range(self.n), min(self.n, r.choice([1, 1, 2]))))


class TooMany(Exception): pass


def shorter(g, f, length):
    """A run with fewer steps that violates the formula; or None."""
    left = MOST_STEPS
    for s in g.initial:
        states, steps = [s], []
        stack = [iter(g.steps[s])]
        if not g.steps[s] and length > 0 and violates(Run(g, states[:], [], None), f): return Run(g, states[:], [], None)
        while stack:
            t = next(stack[-1], None)
            if t is None:
                stack.pop()
                states.pop()
                if steps: steps.pop()
                continue
            left -= 1
            if left < 0: raise TooMany
            if len(steps) + 1 >= length: continue
            for k, x in enumerate(states):
                if x == t[2]:
                    run = Run(g, states[:], steps + [t], k)
                    if violates(run, f): return run
            states.append(t[2])
            steps.append(t)
            stack.append(iter(g.steps[t[2]]))
            if not g.steps[t[2]]:
                run = Run(g, states[:], steps[:], None)
                if violates(run, f): return run
    return None


def try_one(o, seed, path, counts):
    """why it is wrong, or None"""
    r = random.Random(seed)
    g = Space(r)
    f = candidate(r, g.n, r.choice(['drop', 'dead', 'keep', 'next']))
    open(path, 'w').write(g.text())
    p = subprocess.run([o.bounce, 'ltl', path, '--json', '--time-limit', '600', '--engine', 'states', '--formula', text(f)], capture_output=True, text=True)
    try: entry = json.loads(p.stdout)['formulas'][0]
    except (ValueError, KeyError): return f'{text(f)}: no answer: {p.stdout[:200]} {p.stderr[:200]}'
    kind = entry['verdict']
    if kind == 'violated':
        run = run_of(g, entry)
        if run is None or not violates(run, f): return f'{text(f)}: the run is none, or does not violate it'
        kind = 'shortest' if entry['shortest'] else 'not called shortest'
        try: better = shorter(g, f, len(run.steps)) if entry['shortest'] else None
        except TooMany: better, kind = None, 'too many runs'
        if better: return f'{text(f)}: {len(run.steps)} steps, but {better.states} {better.steps} {better.loop}'
    counts[kind] = counts.get(kind, 0) + 1
    return None


def main():
    a = argparse.ArgumentParser()
    a.add_argument('--bounce', default='./bounce')
    a.add_argument('--count', type=int, default=40, help='runs that are checked to be shortest')
    a.add_argument('--seed', type=int, default=1)
    a.add_argument('-v', action='store_true')
    o = a.parse_args()
    counts, failed, seed = {'shortest': 0}, 0, o.seed
    with tempfile.TemporaryDirectory() as d:
        while counts['shortest'] + failed < o.count:
            why = try_one(o, seed, os.path.join(d, 'm.mch'), counts)
            if why: print(f'seed {seed}: {why}')
            failed += why is not None
            seed += 1
    if o.v: print(', '.join(f'{k} {v}' for k, v in sorted(counts.items())))
    print(f'{counts["shortest"]} passed, {failed} failed')
    sys.exit(1 if failed else 0)


if __name__ == '__main__': main()
