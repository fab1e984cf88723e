#!/usr/bin/env python3
"""Machines whose integers have no bounds but those that are reached, and parameters with bounds by variables: `check --engine pdr` against all
states, which Python lists.

    tests/unbounded.py [--bounce ./bounce] [--seed N] [--count N] [-v]

A proof must not be given where a state breaks the invariant, nor a run where none does. The last line is 'N passed, N failed'.
"""
import argparse
import json
import random
import subprocess
import tempfile

NAMES = 'abc'
MOST_STATES = 400
FAR = 80  # values of parameters


def term(r):
    """a text of B and Python"""
    x, k = r.choice(NAMES), r.randint(0, 9)
    return r.choice([x, x, str(k), f'{x} + {r.choice(NAMES)}', f'{x} - {r.choice(NAMES)}', f'{x} + {k}', f'{x} - {k}'])


def comparison(r):
    return f'{term(r)} {r.choice(["<", "<=", ">", ">=", "=", "/="])} {term(r)}'


class Machine:
    def __init__(self, r):
        self.start = {x: r.choice([0, 0, 1, 5, 10, 30]) for x in NAMES}
        self.operations = [self.operation(r) for _ in range(r.randint(1, 3))]
        for _ in range(9):  # most machines are to be right, with more than one state
            self.invariant = ' & '.join([comparison(r) for _ in range(r.randint(1, 2))])
            if self.judge() == (False, True): break

    def operation(self, r):
        low, high = r.choice(['n : NATURAL1', 'n : NATURAL', f'{term(r)} <= n', f'{term(r)} < n']), r.choice([f'n <= {term(r)}', f'n < {term(r)}', f'n = {term(r)}', 'n : NATURAL'])
        has_parameter, guards = r.random() < 0.7, [comparison(r) for _ in range(r.randint(1, 2))]
        if has_parameter: guards = [low, high] + guards
        amount = 'n' if has_parameter else str(r.randint(1, 4))
        x, y = r.sample(NAMES, 2)
        change = {x: r.choice([f'{x} - {amount}', f'{x} + {amount}', amount])}
        if r.random() < 0.6: change[y] = r.choice([f'{y} + {amount}', f'{y} - {amount}', '0'])
        return has_parameter, guards, change

    def text(self):
        lines = ['MACHINE M', f'VARIABLES {", ".join(NAMES)}', 'INVARIANT ' + ' & '.join(f'{x} : INTEGER' for x in NAMES) + ' & ' + self.invariant,
                 'INITIALISATION ' + ' || '.join(f'{x} := {v}' for x, v in self.start.items()), 'OPERATIONS']
        one = lambda i, p, g, c: f'  op{i}{"(n)" if p else ""} = SELECT {" & ".join(g)} THEN {" || ".join(f"{x} := {e}" for x, e in c.items())} END'
        return '\n'.join(lines) + '\n' + ';\n'.join(one(i, *o) for i, o in enumerate(self.operations)) + '\nEND\n'

    def holds(self, predicates, state):
        words = {'n : NATURAL1': 'n >= 1', 'n : NATURAL': 'n >= 0'}
        python = lambda p: words.get(p, p).replace(' = ', ' == ').replace('/=', '!=')
        return all(eval(python(p), {}, state) for p in predicates)

    def successors(self, state):
        for has_parameter, guards, change in self.operations:
            for n in range(-FAR, FAR) if has_parameter else [0]:
                here = {**state, 'n': n}
                if self.holds(guards, here): yield {**state, **{x: eval(e, {}, here) for x, e in change.items()}}

    def judge(self):
        """(is an invariant broken, were all states looked at)"""
        todo, seen = [self.start], set()
        for state in todo:
            if max(map(abs, state.values())) > FAR // 4: return False, False
            if not self.holds(self.invariant.split(' & '), state): return True, True
            for s in self.successors(state):
                key = tuple(s.values())
                if key not in seen: todo.append(s)
                seen.add(key)
            if len(seen) > MOST_STATES: return False, False
        return False, True


def machines(r):
    """those that do something"""
    while True:
        m = Machine(r)
        if sum(1 for _ in m.successors(m.start)): yield m


def main():
    a = argparse.ArgumentParser()
    a.add_argument('--bounce', default='./bounce')
    a.add_argument('--seed', type=int, default=1)
    a.add_argument('--count', type=int, default=40)
    a.add_argument('-v', action='store_true')
    o = a.parse_args()
    passed, kinds = 0, {}
    with tempfile.TemporaryDirectory() as d:
        for seed in range(o.seed, o.seed + o.count):
            m = next(machines(random.Random(seed)))
            open(f'{d}/M.mch', 'w').write(m.text())
            p = subprocess.run([o.bounce, 'check', f'{d}/M.mch', '--engine', 'pdr', '--find', 'invariant', '--time-limit', '5', '--json'], capture_output=True, text=True)
            answer = json.loads(p.stdout) if p.returncode in (0, 5, 10) else {}
            is_broken, is_all = m.judge()
            verdict = answer.get('verdict', f'exit {p.returncode}') if answer.get('verdict') != 'holds' or answer.get('complete') else 'not all'
            good = verdict in ('inconclusive', 'not all') or verdict == 'violated' and (is_broken or not is_all) or verdict == 'holds' and not is_broken
            what = f'{verdict}, {"broken" if is_broken else "kept" if is_all else "not known"}'
            kinds[what] = kinds.get(what, 0) + 1
            passed += good
            if not good: print(f'seed {seed}: {what}\n{m.text()}{p.stdout[:300]}{p.stderr[:300]}')
    if o.v: print(kinds)
    print(f'{passed} passed, {o.count - passed} failed')


if __name__ == '__main__': main()
