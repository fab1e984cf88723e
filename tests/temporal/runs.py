#!/usr/bin/env python3
"""Random formulas over random machines: `bounce ltl` against their definition, in another language.

  runs.py [--bounce PATH] [--count N] [--seed N] [--length L] [-v]

A machine is a random graph, written in B as tables. Here all of its runs with up to L states (lassos, and runs into a deadlock)
are listed, and each formula of LTL is evaluated on each of them by the definition of its operators; formulas of CTL are evaluated on
the graph. bounce must say `violated` if one of the runs violates the formula; a run that it shows must be one of the graph, be
fair, and violate the formula; and if it calls it shortest, no shorter run of the list may violate the formula, too. Each engine
alone must not contradict the others. The graphs and the definitions are in definition.py, the formulas in formulas.py."""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

from definition import Graph, Run, ctl_states, runs, violates
from formulas import FAULTS, atom, ctl, fairness, formula, often, telling, text

DEPTH = 7  # of what the solver looks at


def run_of(g, entry):
    """The run that bounce shows; None if it is none of the graph."""
    trace = [t for t in entry['trace'] if t['op'] != 'SETUP_CONSTANTS']
    states = [int(t['state']['x']) for t in trace]
    steps = [(t['op'], tuple(int(v) for v in t['params'].values()), x) for t, x in zip(trace[1:], states[1:])]
    loop = entry.get('loop_start')
    if states[0] not in g.initial or any(t not in g.steps[s] for s, t in zip(states, steps)): return None
    if loop is None: return Run(g, states, steps, None) if entry.get('prefix') or not g.steps[states[-1]] else None
    if states[-1] != states[loop]: return None
    return Run(g, states[:-1], steps, loop)


def fair_enough(run, f): return f[0] != 'fair' or run.fair(f[1])


def judge_open(f, entry, listed, engine):
    """An engine of the solver may have no answer, if it says why."""
    reasons = [entry.get(k) or '' for k in ('reason', 'not_bounded', 'not_proved')]
    if f[0] == 'CTL' or any('not encoded' in x for x in reasons): return None
    if engine != 'bounded': return f'inconclusive: {reasons}'
    if entry.get('not_bounded'): return entry['not_bounded']
    bad = next((r for r in listed if len(r.steps) <= DEPTH and violates(r, f)), None)
    if entry.get('steps', -1) != DEPTH and any(len(r.steps) >= DEPTH for r in listed): return f'{entry.get("steps")} steps only'
    return f'bounded found none, but {bad.states} {bad.steps} {bad.loop}' if bad else None


def judge(g, f, entry, listed, length, engine):
    verdict = entry['verdict']
    if engine == 'walks' and verdict == 'inconclusive': return None
    if engine in ('bounded', 'pdr') and verdict == 'inconclusive': return judge_open(f, entry, listed, engine)
    if f[0] == 'CTL':
        good = all(s in ctl_states(g, f[1]) for s in g.initial)
        return None if verdict == ('holds' if good else 'violated') else f'expected {"holds" if good else "violated"}, got {verdict}'
    if verdict not in ('holds', 'violated'): return f'got {verdict}: {entry.get("reason")}'
    if verdict == 'holds':
        bad = next((r for r in listed if violates(r, f)), None)
        return f'holds, but not on {bad.states} {bad.steps} {bad.loop}' if bad else None
    run = run_of(g, entry)
    if run is None: return 'the run is none of the machine'
    if entry.get('prefix'):
        good = next((r for r in runs(g, length, [(run.states, run.steps)]) if fair_enough(r, f) and not violates(r, f)), None)
        if good: return f'the prefix is not enough: {good.states} {good.steps} {good.loop}'
    elif not violates(run, f): return 'the run does not violate the formula'
    if not entry['shortest']: return None
    shorter = next((r for r in listed if len(r.steps) < len(run.steps) and violates(r, f)), None)
    return f'not the shortest: {shorter.states} {shorter.steps} {shorter.loop}' if shorter else None


ENGINES = {'auto': [], 'states': ['--engine', 'states'], 'bounded': ['--engine', 'bounded', '--depth', str(DEPTH)], 'pdr': ['--engine', 'pdr'], 'walks': ['--engine', 'walks']}


class Block:
    """formulas on a graph"""

    def __init__(self, o, seed, count, folder):
        r = random.Random(seed)
        self.o, self.seed, self.g = o, seed, Graph(r)
        self.listed = list(runs(self.g, o.length))
        short = [x for x in self.listed if len(x.steps) <= 3]
        short = r.sample(short, min(len(short), 60))
        fs = [self.formula(r, short) for _ in range(count)]
        self.fs = [f for f in fs if f[0] != 'CTL'] + [f for f in fs if f[0] == 'CTL']
        self.path = os.path.join(folder, 'm.mch')
        open(self.path, 'w').write(self.g.text())
        self.verdicts = [{} for _ in fs]  # by engine

    def formula(self, r, short):
        how, n = r.random(), self.g.n
        if how < 0.1: return ('CTL', ctl(r, n, r.randint(1, 3)))
        if how < 0.8: return telling(r, n, short, r.choice(FAULTS), 60)
        f = often(r, n) if how < 0.84 else formula(r, n, r.randint(1, 3), r.random() < 0.5)
        return ('fair', fairness(r), f) if r.random() < 0.3 else f

    def ask(self, engine):
        words = [w for f in self.fs for w in (('--ctl', text(f[1])) if f[0] == 'CTL' else ('--formula', text(f)))]
        p = subprocess.run([self.o.bounce, 'ltl', self.path, '--json', '--time-limit', '600'] + words + ENGINES[engine], capture_output=True, text=True)
        try: entries = json.loads(p.stdout)['formulas']
        except (ValueError, KeyError): entries = []
        if len(entries) != len(self.fs): return self.fail(engine, f'no answer: {p.stdout[:300]} {p.stderr[:300]}')
        return sum(self.look_at(engine, i, e) for i, e in enumerate(entries))

    def look_at(self, engine, i, entry):
        f = self.fs[i]
        why = judge(self.g, f, entry, self.listed, self.o.length, engine)
        self.verdicts[i][engine] = entry['verdict']
        said = {v for v in self.verdicts[i].values() if v != 'inconclusive'}
        if not why and len(said) > 1: why = f'engines contradict each other: {self.verdicts[i]}'
        how = ' into a deadlock' if entry.get('deadlock') else ' prefix' if entry.get('prefix') else ''
        key = f"{engine}{' CTL' if f[0] == 'CTL' else ' fair' if f[0] == 'fair' else ''} {entry['verdict']}{how}"
        self.o.kinds[key] = self.o.kinds.get(key, 0) + 1
        return self.fail(engine, f'{entry["formula"]}: {why}') if why else 0

    def fail(self, engine, why):
        print(f'seed {self.seed}: {engine}: {why}\n{self.g.text()}')
        return 1


def main():
    a = argparse.ArgumentParser()
    a.add_argument('--bounce', default='./bounce')
    a.add_argument('--count', type=int, default=200)
    a.add_argument('--seed', type=int, default=1)
    a.add_argument('--length', type=int, default=4)
    a.add_argument('-v', action='store_true')
    o = a.parse_args()
    o.kinds = {}
    each, done, failed = 10, 0, 0
    with tempfile.TemporaryDirectory() as d:
        while done < o.count:
            block = Block(o, o.seed + done, min(each, o.count - done), d)
            failed += sum(block.ask(e) for e in ENGINES)
            done += len(block.fs)
    if o.v: print(', '.join(f'{k} {v}' for k, v in sorted(o.kinds.items())))
    print(f'{len(ENGINES) * done - failed} passed, {failed} failed')
    sys.exit(1 if failed else 0)


if __name__ == '__main__': main()
