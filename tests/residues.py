#!/usr/bin/env python3
"""Equations and comparisons of products, powers, quotients and remainders that have a solution: relaxed, none of them may be without one.

    tests/residues.py [--bounce ./bounce] [--seed N] [--count N]

The solution is planted: Python evaluates both sides for random values, and the difference is written beside one of them. One
question is one check; the last line is 'N passed, N failed'.
"""
import argparse
import json
import math
import random
import subprocess
import tempfile

CONSTANTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 100, -1, -3, -8)
SUMS = {'+': lambda a, b: a + b, '-': lambda a, b: a - b, '*': lambda a, b: a * b}


def quotient(a, b):
    return abs(a) // b * (1 if a >= 0 else -1)


def term(dice, depth, values):
    """A text and its value."""
    if depth == 0 or dice.random() < 0.25:
        if dice.random() < 0.7:
            name = dice.choice('xyzmn')
            return name, values[name]
        c = dice.choice(CONSTANTS)
        return f'({c})', c
    op = dice.choice(('+', '-', '*', '*', 'negate', 'mod', '**', '**', '/', 'divide'))
    a, x = term(dice, depth - 1, values)
    if op == 'negate':
        return f'(-{a})', -x
    if op == 'mod' and x >= 0:
        c = dice.choice((2, 3, 4, 5, 6, 7, 8, 14))
        return f'({a} mod {c})', x % c
    if op == '/':
        c = dice.choice((2, 3, 4, 8))
        return f'({a} / {c})', quotient(x, c)
    if op == 'divide':  # by a term
        b, y = term(dice, depth - 1, values)
        if x >= 0 and y > 0 and dice.random() < 0.5:
            return f'({a} mod {b})', x % y
        return (f'({a} / {b})', quotient(x, y)) if y > 0 else (b, y)
    if op == '**':
        name = dice.choice('mn')
        c = dice.randint(0, 4)
        return (f'({a} ** {c})', x ** c) if dice.random() < 0.5 else (f'({a} ** {name})', x ** values[name])
    if op == 'mod':
        return a, x
    b, y = term(dice, depth - 1, values)
    return f'({a} {op} {b})', SUMS[op](x, y)


def products(dice):
    """Tight comparisons of few products of few names, so that what is known of one meets what is known of another."""
    values = {name: dice.choice((-7, -3, -2, -1, 0, 0, 1, 2, 3, 8)) for name in 'xyz'}
    conjuncts = []
    for _ in range(dice.randint(3, 7)):
        terms = [(dice.choice((1, 1, -1, 2)), [dice.choice('xyz') for _ in range(dice.randint(1, 2))])
                 for _ in range(dice.randint(1, 3))]
        if dice.random() < 0.3:
            a, b = dice.sample('xyz', 2)
            terms = [(dice.choice((1, 1, 2, -1)), names) for names in ([a, a], [b, b], [a, b])]
        total = sum(c * math.prod(values[name] for name in names) for c, names in terms)
        text = ' + '.join(f'({c}) * ' + ' * '.join(names) for c, names in terms)
        conjuncts.append(f'{text} {dice.choice(("<=", ">=", "="))} ({total})')
    return ' & '.join(conjuncts + ['x + y + z > -1000000'])


def question(dice):
    if dice.random() < 0.4:
        return products(dice)
    while True:
        values = {name: dice.randint(-9, 30) for name in 'xyz'} | {'m': dice.randint(0, 5), 'n': dice.randint(0, 4)}
        conjuncts = []
        for _ in range(dice.randint(1, 3)):
            a, x = term(dice, 3, values)
            b, y = term(dice, 2, values)
            if max(abs(x), abs(y)) < 10 ** 12:
                how = dice.choice(('=', '=', '<=', '/='))
                more = {'=': 0, '<=': dice.randint(0, 2), '/=': dice.choice((-1, 1))}[how]
                conjuncts.append(f'{a} {how} {b} + ({x - y + more})')
        if conjuncts:
            return ' & '.join(conjuncts + ['m >= 0', 'n >= 0', 'x + y + z > -1000000'])


def main():
    options = argparse.ArgumentParser()
    options.add_argument('--bounce', default='./bounce')
    options.add_argument('--seed', type=int, default=1)
    options.add_argument('--count', type=int, default=300)
    options = options.parse_args()
    dice = random.Random(options.seed)
    texts = [question(dice) for _ in range(options.count)]
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as batch:
        batch.write('\n'.join(texts) + '\n')
        batch.flush()
        command = [options.bounce, 'solve', '--tactics', 'relax', '--json', '--batch', batch.name]
        out = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout
    answers = [json.loads(line) for line in out.splitlines()]
    wrong = [texts[a['line'] - 1] for a in answers if a['verdict'] not in ('inconclusive', 'found')]
    for text in wrong:
        print('has a solution:', text)
    failed = len(wrong) + len(texts) - len(answers)
    print(f'{len(texts) - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    raise SystemExit(main())
