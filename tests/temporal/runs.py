#!/usr/bin/env python3
"""Random formulas over random machines: `bounce ltl` against their definition, in another language.

  runs.py [--bounce PATH] [--count N] [--seed N] [--length L] [-v]

A machine is a random graph, written in B as tables. Here all of its runs with up to L states (lassos, and runs into a deadlock)
are listed, and each formula of LTL is evaluated on each of them by the definition of its operators; formulas of CTL are evaluated on
the graph. bounce must say `violated` if one of the runs violates the formula; a run that it shows must be one of the graph, be
fair, and violate the formula; and if it calls it shortest, no shorter run of the list may violate the formula, too."""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

OPS = {'a': 0, 'b': 1, 'c': 0}  # parameters
MOST_PATHS = 1500
DEPTH = 7  # of what the solver looks at


class Graph:
    """steps[s]: list of (operation, parameters, target)"""

    def __init__(self, r):
        if r.random() < 0.3: return self.ring(r)
        self.n = r.randint(1, 4)
        self.steps = [[] for _ in range(self.n)]
        for s in range(self.n):
            for _ in range(r.choice([0, 1, 1, 2, 2, 3])):
                op = r.choice('aabbc')
                p = (r.randint(0, 1),) if OPS[op] else ()
                t = s if r.random() < 0.2 else r.randrange(self.n)
                if (op, p, t) not in self.steps[s]: self.steps[s].append((op, p, t))
        self.initial = sorted(r.sample(range(self.n), r.choice([1, 1, 1, min(2, self.n)])))

    def ring(self, r):
        """what is asked for again and again is met in different states"""
        self.n = r.randint(2, 5)
        self.steps = [[(*r.choice([('a', ()), ('b', (0,)), ('b', (1,)), ('c', ())]), (s + 1) % self.n)] for s in range(self.n)]
        for _ in range(r.randint(0, 2)):
            step = (*r.choice([('a', ()), ('b', (1,)), ('c', ())]), r.randrange(self.n))
            s = r.randrange(self.n)
            if step not in self.steps[s]: self.steps[s].append(step)
        self.initial = [r.randrange(self.n)]

    def text(self):
        out = ['MACHINE m', 'VARIABLES x', f'INVARIANT x : 0..{self.n - 1}', 'INITIALISATION x :: {' + ','.join(map(str, self.initial)) + '}', 'OPERATIONS']
        ops = []
        for op, width in OPS.items():
            rows = [(s, p, t) for s in range(self.n) for o, p, t in self.steps[s] if o == op]
            key = ['x'] + ['p'] * width + ['t']
            cells = ', '.join('(' + '|->'.join([str(s)] + [str(v) for v in p] + [str(t)]) + ')' for s, p, t in rows)
            guard = '(' + '|->'.join(key) + ') : {' + cells + '}' if rows else ' & '.join(['t : 0..0'] + ['p : 0..1'] * width + ['1 = 0'])
            ops.append(f"  {op}{'(p)' if width else ''} = ANY t WHERE {guard} THEN x := t END")
        return '\n'.join(out) + '\n' + ';\n'.join(ops) + '\nEND\n'


# ---- formulas: tuples (operator, operands...) ----------------------------------------------------------------------

def atom(r, n):
    k = r.randrange(n)
    pattern = r.choice([('a', None), ('b', None), ('b', ('0',)), ('b', ('1',)), ('b', ('_',)), ('b', ('x',)), ('c', None)])
    some = tuple(sorted(r.sample('abc', r.randint(1, 3))))
    return r.choice([('pred', '=', k), ('pred', '=', k), ('pred', '<', k + 1), ('pred', '>', k), ('step', pattern), ('step', pattern), ('e', pattern),
                     ('deadlock',), ('none', some), ('det', some), ('control', some), ('sink',), ('change', r.choice(['changed', 'unchanged', 'increasing', 'decreasing', 'BA'])),
                     ('true',), ('false',)])


def formula(r, n, depth, past):
    if depth == 0 or r.random() < 0.15: return atom(r, n)
    unary = ['not', 'G', 'F', 'X'] + (['H', 'O', 'Y'] if past else [])
    binary = ['&', 'or', '=>', '<=>', 'U', 'W', 'R'] + (['S', 'T'] if past else [])
    if r.random() < 0.5: return (r.choice(unary), formula(r, n, depth - 1, past))
    return (r.choice(binary), formula(r, n, depth - 1, past), formula(r, n, depth - 1, past))


def often(r, n):
    """GF p & GF q & .., or its negation: mostly of different states, so that a loop meets them in several"""
    f = ('G', ('F', atom(r, n)))
    for k in r.sample(range(n), r.randint(1, n)): f = ('&', f, ('G', ('F', r.choice([('pred', '=', k), atom(r, n)]))))
    return ('not', f) if r.random() < 0.7 else f


def fairness(r):
    def arguments(kind):
        one = [(kind, r.choice([('a', None), ('b', None), ('b', ('1',)), ('b', ('_',)), ('c', None)])) for _ in range(r.randint(1, 3))]
        f = one[0]
        for g in one[1:]: f = (r.choice(['&', '&', 'or']), f, g)
        return f

    def part(kind): return (kind[0] + 'EF',) if r.random() < 0.3 else arguments(kind)

    how = r.randrange(4)
    if how == 0: return part('WF')
    if how < 3: return part('SF')
    kinds = ['WF', 'SF']
    r.shuffle(kinds)
    return ('&', part(kinds[0]), part(kinds[1]))


def ctl(r, n, depth):
    if depth == 0 or r.random() < 0.15:
        while True:
            f = atom(r, n)
            if f[0] not in ('step', 'change'): return f
    how = r.random()
    if how < 0.5: return (r.choice(['EX', 'AX', 'EF', 'AF', 'EG', 'AG', 'not']), ctl(r, n, depth - 1))
    if how < 0.6: return (r.choice(['EXby', 'AXby']), r.choice([('a', None), ('b', ('1',))]), ctl(r, n, depth - 1))
    return (r.choice(['&', 'or', '=>', 'EU', 'AU']), ctl(r, n, depth - 1), ctl(r, n, depth - 1))


def shown(pattern): return pattern[0] + ('' if pattern[1] is None else '(' + ','.join(pattern[1]) + ')')


def text(f):
    o = f[0]
    if o == 'pred': return '{x %s %d}' % (f[1], f[2])
    if o == 'step': return f'[{shown(f[1])}]'
    if o == 'e': return f'e({shown(f[1])})'
    if o in ('none', 'det', 'control'): return {'none': 'deadlock', 'det': 'deterministic', 'control': 'controller'}[o] + '(' + ','.join(f[1]) + ')'
    if o == 'change': return 'BA({x = x$0 + 1})' if f[1] == 'BA' else f[1] + '({x})'
    if o in ('WF', 'SF'): return f'{o}({shown(f[1])})'
    if len(f) == 1: return o
    if o == 'fair': return (text(f[1])[1:-1] if f[1][0] in ('&', 'or') else text(f[1])) + ' => ' + text(f[2])
    if o in ('EU', 'AU'): return f'({o[0]} ({text(f[1])}) U ({text(f[2])}))'
    if o in ('EXby', 'AXby'): return f'({o[:2]} [{shown(f[1])}] ({text(f[2])}))'
    if len(f) == 2: return f'({o} {text(f[1])})'
    return f'({text(f[1])} {o} {text(f[2])})'


# ---- the definition ----------------------------------------------------------------------------------------------------

def fits(pattern, step, x):
    op, p, _ = step
    if op != pattern[0]: return False
    return all(w == '_' or v == (x if w == 'x' else int(w)) for w, v in zip(pattern[1] or (), p))


def state_atom(g, f, s):
    steps = g.steps[s]
    o = f[0]
    if o == 'pred': return {'=': s == f[2], '<': s < f[2], '>': s > f[2]}[f[1]]
    if o == 'e': return any(fits(f[1], t, s) for t in steps)
    if o == 'deadlock': return not steps
    if o in ('none', 'det', 'control'):
        k = len({t[0] for t in steps} & set(f[1]))
        return {'none': k == 0, 'det': k <= 1, 'control': k == 1}[o]
    if o == 'sink': return all(t[2] == s for t in steps)
    return o == 'true'


class Run:
    """states[0..], steps[i] leads on from states[i]; loop: the position to which the last step leads back, or None."""

    def __init__(self, g, states, steps, loop):
        self.g, self.states, self.steps, self.loop = g, states, steps, loop
        self.known = {}

    def unrolled(self, times):
        if self.loop is None: return self
        k = self.loop
        return Run(self.g, self.states + self.states[k:] * times, self.steps + self.steps[k:] * times, len(self.states) + (times - 1) * (len(self.states) - k) if times else k)

    def next(self, i):
        if i + 1 < len(self.states): return i + 1
        return self.loop

    def fair(self, f):
        if self.loop is None: return True
        o = f[0]
        if o == '&': return self.fair(f[1]) and self.fair(f[2])
        if o == 'or': return self.fair(f[1]) or self.fair(f[2])
        round_ = list(range(self.loop, len(self.states)))
        if o in ('WF', 'SF'):
            on = [any(fits(f[1], t, self.states[i]) for t in self.g.steps[self.states[i]]) for i in round_]
            taken = any(fits(f[1], self.steps[i], self.states[i]) for i in round_)
            return taken or not (all(on) if o == 'WF' else any(on))
        events = {t[:2] for i in round_ for t in self.g.steps[self.states[i]]}
        for e in events:
            on = [any(t[:2] == e for t in self.g.steps[self.states[i]]) for i in round_]
            if (all(on) if o == 'WEF' else any(on)) and not any(self.steps[i][:2] == e for i in round_): return False
        return True

    def reach(self, i):
        """positions from i on, each once"""
        seen = []
        while i is not None and i not in seen:
            seen.append(i)
            i = self.next(i)
        return seen

    def holds(self, f, i):
        key = (id(f), i)
        if key not in self.known: self.known[key] = self.value(f, i)
        return self.known[key]

    def value(self, f, i):
        o, h = f[0], self.holds
        step = self.steps[i] if i < len(self.steps) else None
        if o == 'step': return step is not None and fits(f[1], step, self.states[i])
        if o == 'change':
            if step is None: return False
            x, y = self.states[i], step[2]
            return {'changed': x != y, 'unchanged': x == y, 'increasing': y > x, 'decreasing': y < x, 'BA': y == x + 1}[f[1]]
        if o == 'not': return not h(f[1], i)
        if o == '&': return h(f[1], i) and h(f[2], i)
        if o == 'or': return h(f[1], i) or h(f[2], i)
        if o == '=>': return not h(f[1], i) or h(f[2], i)
        if o == '<=>': return h(f[1], i) == h(f[2], i)
        if o == 'X': return self.next(i) is not None and h(f[1], self.next(i))
        if o == 'F': return any(h(f[1], k) for k in self.reach(i))
        if o == 'G': return all(h(f[1], k) for k in self.reach(i))
        if o in ('U', 'W', 'R'):
            ahead = self.reach(i)
            if o == 'R':  # q as long as no p was there before
                for k in ahead:
                    if not h(f[2], k): return False
                    if h(f[1], k): return True
                return True
            for k in ahead:
                if h(f[2], k): return True
                if not h(f[1], k): return False
            return o == 'W'
        if o == 'Y': return i > 0 and h(f[1], i - 1)
        if o == 'O': return any(h(f[1], k) for k in range(i + 1))
        if o == 'H': return all(h(f[1], k) for k in range(i + 1))
        if o == 'S': return any(h(f[2], k) and all(h(f[1], j) for j in range(k + 1, i + 1)) for k in range(i + 1))
        if o == 'T': return all(h(f[2], k) or any(h(f[1], j) for j in range(k + 1, i + 1)) for k in range(i + 1))
        return state_atom(self.g, f, self.states[i])


def past_depth(f):
    if not isinstance(f, tuple): return 0
    return max([past_depth(k) for k in f[1:]] + [0]) + (f[0] in ('Y', 'O', 'H', 'S', 'T'))


def violates(run, f):
    if f[0] == 'fair': return run.fair(f[1]) and violates(run, f[2])
    return not run.unrolled(past_depth(f) + 1).holds(f, 0)


def runs(g, most, paths=None):
    """All with up to so many states, shorter ones first; those that begin with one of these paths."""
    paths = paths or [([s], []) for s in g.initial]
    for _ in range(most):
        longer = []
        for states, steps in paths:
            here = g.steps[states[-1]]
            if not here: yield Run(g, states, steps, None)
            for t in here:
                for k, s in enumerate(states):
                    if s == t[2]: yield Run(g, states, steps + [t], k)
                longer.append((states + [t[2]], steps + [t]))
        paths = longer[:MOST_PATHS]


def ctl_states(g, f):
    o, every = f[0], set(range(g.n))
    if o == 'not': return every - ctl_states(g, f[1])
    if o == '&': return ctl_states(g, f[1]) & ctl_states(g, f[2])
    if o == 'or': return ctl_states(g, f[1]) | ctl_states(g, f[2])
    if o == '=>': return (every - ctl_states(g, f[1])) | ctl_states(g, f[2])
    some = lambda v: {s for s in every if any(t[2] in v for t in g.steps[s])}
    by = lambda v: {s for s in every if any(fits(f[1], t, s) and t[2] in v for t in g.steps[s])}
    if o == 'EXby': return by(ctl_states(g, f[2]))
    if o == 'AXby': return every - by(every - ctl_states(g, f[2]))
    if o in ('EX', 'AX', 'EF', 'AF', 'EG', 'AG'):
        a = ctl_states(g, f[1])
        if o == 'EX': return some(a)
        if o == 'AX': return every - some(every - a)
        if o == 'AF': return until(g, every, a, True)
        if o == 'EF': return until(g, every, a, False)
        if o == 'EG': return every - until(g, every, every - a, True)
        return every - until(g, every, every - a, False)
    if o in ('EU', 'AU'): return until(g, ctl_states(g, f[1]), ctl_states(g, f[2]), o == 'AU')
    return {s for s in every if state_atom(g, f, s)}


def until(g, a, b, is_all):
    v = set(b)
    while True:
        more = {s for s in a - v if g.steps[s] and (all if is_all else any)(t[2] in v for t in g.steps[s])}
        if not more: return v
        v |= more


# ---- bounce --------------------------------------------------------------------------------------------------------------

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


def judge(g, f, entry, listed, length, is_bounded):
    verdict = entry['verdict']
    if is_bounded and verdict == 'inconclusive':
        if f[0] == 'CTL' or 'not encoded' in entry.get('not_bounded', ''): return None
        if entry.get('not_bounded'): return entry['not_bounded']
        bad = next((r for r in listed if len(r.steps) <= DEPTH and violates(r, f)), None)
        if entry.get('steps', -1) != DEPTH and any(len(r.steps) >= DEPTH for r in listed): return f'{entry.get("steps")} steps only'
        return f'bounded found none, but {bad.states} {bad.steps} {bad.loop}' if bad else None
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


def compare(o, path, g, fs, words, listed, kinds, seed):
    """the number of failures"""
    failed, is_bounded = 0, 'bounded' in words
    p = subprocess.run([o.bounce, 'ltl', path, '--json', '--time-limit', '600'] + words, capture_output=True, text=True)
    try: entries = json.loads(p.stdout)['formulas']
    except (ValueError, KeyError): entries = []
    if len(entries) != len(fs):
        print(f'seed {seed}: no answer: {p.stdout[:300]} {p.stderr[:300]}\n{g.text()}')
        return len(fs)
    for f, e in zip(fs, entries):
        key = 'CTL' if f[0] == 'CTL' else ('bounded ' if is_bounded else '') + ('fair ' if f[0] == 'fair' else '') + e['verdict'] + (' into a deadlock' if e.get('deadlock') else ' prefix' if e.get('prefix') else '')
        kinds[key] = kinds.get(key, 0) + 1
        why = judge(g, f, e, listed, o.length, is_bounded)
        if not why: continue
        failed += 1
        print(f'seed {seed}: {" ".join(words[-4:]) if is_bounded else ""} {e["formula"]}: {why}\n{g.text()}')
    return failed


def main():
    a = argparse.ArgumentParser()
    a.add_argument('--bounce', default='./bounce')
    a.add_argument('--count', type=int, default=200)
    a.add_argument('--seed', type=int, default=1)
    a.add_argument('--length', type=int, default=4)
    a.add_argument('-v', action='store_true')
    o = a.parse_args()
    each, done, failed, kinds = 20, 0, 0, {}
    with tempfile.TemporaryDirectory() as d:
        while done < o.count:
            r = random.Random(o.seed + done)
            g = Graph(r)
            fs = []
            for i in range(min(each, o.count - done)):
                f = formula(r, g.n, r.randint(1, 3), r.random() < 0.5)
                if r.random() < 0.15: f = often(r, g.n)
                how = r.random()
                if how < 0.4: f = ('fair', fairness(r), f if r.random() < 0.5 else (r.choice(['G', 'F']), ('F', atom(r, g.n))))
                elif how < 0.55: f = ('CTL', ctl(r, g.n, r.randint(1, 3)))
                fs.append(f)
            path = os.path.join(d, 'm.mch')
            open(path, 'w').write(g.text())
            words = [w for f in fs if f[0] != 'CTL' for w in ('--formula', text(f))] + [w for f in fs if f[0] == 'CTL' for w in ('--ctl', text(f[1]))]
            fs = [f for f in fs if f[0] != 'CTL'] + [f for f in fs if f[0] == 'CTL']
            listed = list(runs(g, o.length))
            for engine in ([], ['--engine', 'states'], ['--engine', 'bounded', '--depth', str(DEPTH)]):
                failed += compare(o, path, g, fs, words + engine, listed, kinds, o.seed + done)
            done += len(fs)
    if o.v: print(', '.join(f'{k} {v}' for k, v in sorted(kinds.items())))
    print(f'{3 * done - failed} passed, {failed} failed')
    sys.exit(1 if failed else 0)


main()
