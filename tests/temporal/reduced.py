#!/usr/bin/env python3
"""Random formulas over random machines with symmetric elements and operations that commute: the engine `reduced`, which leaves out
what a formula cannot tell apart, against `states`, which looks at everything.

  reduced.py [--bounce PATH] [--count N] [--seed N] [-v]

Each must answer each formula, with the same verdict; with -v it says how often something was left out."""
import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

FORMULAS = 12


def machine(r):
    """Counters, sets of elements and an element; an operation touches few of them, or one only."""
    is_apart = r.random() < 0.4
    counters = ['x', 'y', 'z'][:r.randint(1 + is_apart, 3)]
    sets = ['a', 'b'][:r.randint(0, 2)]
    has_one = r.random() < 0.5
    tops = {c: r.randint(1, 2) for c in counters}
    ops = []

    def guard():
        c = r.choice(counters)
        how = r.randrange(4)
        if how == 0 and sets: return r.choice(['{0} = {{}}', '{0} /= {{}}', 'card({0}) < 2']).format(r.choice(sets))
        if how == 1 and has_one: return r.choice(['t = t1', 't /= t1', 't : {t1, t2}'])
        return f'{c} {r.choice(["<", ">", "=", "/="])} {r.randint(0, tops[c])}'

    for i in range(r.randint(2, 5)):
        kind = r.random()
        more = ''.join(f' & {guard()}' for _ in range(r.choice([0, 0, 0, 1]))) if not is_apart else ''
        c = counters[i % len(counters)] if is_apart else r.choice(counters)
        s = r.choice(sets) if sets else None
        if s and kind < 0.3:
            other = [v for v in sets if v != s]
            move = f' || {other[0]} := {other[0]} - {{p}}' if other and r.random() < 0.5 else ''
            ops.append((f'o{i}', 1, 'S', f'o{i}(p) = SELECT p : S & p /: {s}{more} THEN {s} := {s} \\/ {{p}}{move} END'))
        elif s and kind < 0.5: ops.append((f'o{i}', 1, 'S', f'o{i}(p) = SELECT p : {s}{more} THEN {s} := {s} - {{p}} END'))
        elif has_one and kind < 0.65: ops.append((f'o{i}', 1, 'T', f'o{i}(p) = SELECT p : T & p /= t{more} THEN t := p END'))
        elif kind < 0.85: ops.append((f'o{i}', 0, '', f'o{i} = SELECT {c} < {tops[c]}{more} THEN {c} := {c} + 1 END'))
        elif kind < 0.95: ops.append((f'o{i}', 0, '', f'o{i} = SELECT {c} = {tops[c]}{more} THEN {c} := 0 END'))
        else: ops.append((f'o{i}', 0, '', f'o{i} = SELECT {guard()}{more} THEN skip END'))
    variables = counters + sets + ['t'] * has_one
    types = [f'{c} : 0..{tops[c]}' for c in counters] + [f'{s} <: S' for s in sets] + ['t : T'] * has_one
    start = [f'{c} := 0' for c in counters] + [f'{s} := {{}}' for s in sets] + [r.choice(['t :: T', 't := t1'])] * has_one
    text = ('MACHINE m SETS S; T = {t1, t2, t3} DEFINITIONS scope_S == 1..%d VARIABLES %s INVARIANT %s INITIALISATION %s OPERATIONS\n%s\nEND\n'
            % (r.choice([2, 3]), ', '.join(variables), ' & '.join(types), ' || '.join(start), ';\n'.join(o[3] for o in ops)))
    return text, counters, sets, has_one, ops


def atoms(r, m, kind):
    _, counters, sets, has_one, ops = m
    name, width, of, _ = r.choice(ops)
    p = '(_)' if width and r.random() < 0.3 else '(t1)' if of == 'T' and r.random() < 0.2 else ''
    c = r.choice(counters)
    out = [f'{{{c} = {r.randint(0, 2)}}}', f'{{{c} > {r.choice(counters)}}}', f'e({name})', f'deadlock({name}, {r.choice(ops)[0]})']
    if sets: out += ['{%s = {}}' % r.choice(sets), '{card(%s) > 1}' % r.choice(sets), '{%s <: %s}' % (r.choice(sets), r.choice(sets))]
    if has_one: out += [r.choice(['{t = t1}', '{t : {t2, t3}}'])]
    if kind == 'any': out += [f'[{name}{p}]', f'[{name}{p}]', f'e({name}{p})', 'deadlock', r.choice(['sink', 'det_output', f'changed({{{c}}})'])]
    return r.choice(out)


def formula(r, m, depth, kind):
    if depth == 0: return atoms(r, m, kind)
    unary = ['not ', 'G ', 'F ', 'G F ', 'F G ', 'O ', 'H '] + (['X ', 'Y '] if kind != 'still' else [])
    if r.random() < 0.55: return f'{r.choice(unary)}({formula(r, m, depth - 1, kind)})'
    return f'({formula(r, m, depth - 1, kind)}) {r.choice(["&", "or", "=>", "U", "W", "R", "S"])} ({formula(r, m, depth - 1, kind)})'


def together(r, m):
    """What the order of two operations decides: is there a state, or a first one, in which this is so there and that here?"""
    def here():
        c = r.choice(m[1])
        return r.choice([f'{{{c} = {r.randint(0, 2)}}}', f'{{{c} > {r.randint(0, 1)}}}', f'e({r.choice(m[4])[0]})', f'not e({r.choice(m[4])[0]})', 'deadlock', f'[{r.choice(m[4])[0]}]'])

    a, b = here(), here()
    if r.random() < 0.3:  # what was said of the future is asked about later
        then = f'{r.choice(["Y", "O", "H", "Y Y"])} ({r.choice([f"X {a}", f"F {a}", f"G {a}", f"({a}) U ({b})"])})'
        return r.choice([f'F ({b} & {then})', f'not F ({b} & {then})', f'G ({b} => {then})', f'F ({then})'])
    return r.choice([f'F ({a} & {b})', f'not F ({a} & {b})', f'({a}) U ({b})', f'not (({a}) U ({b}))', f'G ({a} => {b})', f'({a}) R ({b})', f'X ({a})', f'not X ({a})', f'not F ({a} & X ({b}))'])


def ctl(r, m, depth):
    if depth == 0:
        while True:
            f = atoms(r, m, 'any')
            if not f.startswith(('[', 'changed')): return f
    if r.random() < 0.6: return f'{r.choice(["not ", "AG ", "EF ", "AF ", "EG ", "EX ", "AX "])}({ctl(r, m, depth - 1)})'
    return f'({ctl(r, m, depth - 1)}) {r.choice(["&", "or", "=>"])} ({ctl(r, m, depth - 1)})'


def options(r, m):
    out = []
    for _ in range(FORMULAS):
        kind = r.choice(['still', 'still', 'next', 'any', 'fair', 'ctl'])
        if kind == 'ctl': out += ['--ctl', ctl(r, m, r.randint(1, 3))]
        else:
            few = (None, [r.choice(m[1])], m[2] if r.random() < 0.3 else [], m[3] and r.random() < 0.3, m[4])
            f = formula(r, few if r.random() < 0.5 else m, r.choice([0, 1, 1, 2, 3]), 'any' if kind == 'fair' else kind)
            if r.random() < 0.4: f = together(r, m)
            fair = f'{r.choice(["WF", "SF"])}({r.choice(m[4])[0]})'
            out += ['--formula', f'{fair} => ({f})' if kind == 'fair' else f]
    return out


def answers(bounce, path, engine, extra):
    run = subprocess.run([bounce, 'ltl', path, '--json', '--engine', engine] + extra, capture_output=True, text=True)
    try: return run.returncode, json.loads(run.stdout)['formulas']
    except (ValueError, KeyError): return run.returncode, []


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--bounce', default='./bounce')
    p.add_argument('--count', type=int, default=100, help='machines')
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('-v', action='store_true')
    o = p.parse_args()
    count = collections.Counter()
    with tempfile.TemporaryDirectory() as d:
        path = os.path.join(d, 'm.mch')
        for seed in range(o.seed, o.seed + o.count):
            r = random.Random(seed)
            m = machine(r)
            open(path, 'w').write(m[0])
            # one formula may forbid what another one allows: so they are asked one by one, too
            asked = options(r, m)
            groups = [asked, asked[:2], asked[2:4]]
            for extra in groups:
                code, plain = answers(o.bounce, path, 'states', extra)
                worse, less = answers(o.bounce, path, 'reduced', extra)
                bad = 3 in (code, worse) or len(plain) != len(extra) // 2 or len(less) != len(plain)
                for x, y in zip(plain, less):
                    count['symmetry'] += 'symmetry' in (y.get('proof') or '')
                    count['order'] += 'orders' in (y.get('proof') or '')
                    count[y['verdict']] += 1
                    is_open = y['verdict'] == 'inconclusive' and 'left out' in (y.get('reason') or '')
                    if x['verdict'] != y['verdict'] and not is_open:
                        bad = True
                        print(f'seed {seed}: {x["formula"]}\n  states {x["verdict"]}, reduced {y["verdict"]} {y.get("reason")}')
                if bad:
                    count['failed'] += 1
                    print(f'seed {seed}: exit codes {code}, {worse}\n{m[0]}')
    print(f'{o.count - min(count["failed"], o.count)} passed, {count["failed"]} failed' + (f' {dict(count)}' if o.v else ''))
    return 1 if count['failed'] else 0


sys.exit(main())
