#!/usr/bin/env python3
"""Arithmetic on integers of any size and on reals: bounce against Python's int and Fraction.

    tests/arithmetic.py [--bounce ./bounce] [--seed N] [--count N]

Random expressions with numbers around powers of two, where representations change. One question is one check; the last line is
'N passed, N failed'.
"""
import argparse
import math
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

SIZES = (1, 3, 20, 29, 30, 31, 32, 62, 63, 64, 65, 100, 130, 200)  # bits
COMPARISONS = {'<': lambda a, b: a < b, '<=': lambda a, b: a <= b, '=': lambda a, b: a == b,
               '/=': lambda a, b: a != b, '>': lambda a, b: a > b, '>=': lambda a, b: a >= b}


def number_text(n):
    return str(n) if n >= 0 else f'(-{-n})'


def any_integer(dice):
    n = dice.getrandbits(dice.choice(SIZES)) + dice.choice((-1, 0, 1))
    return n if dice.random() < 0.6 else -n


def quotient(a, b):
    """Toward zero, as in the B-Book."""
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def integer(dice, depth):
    """A text and its value."""
    if depth == 0 or dice.random() < 0.2:
        n = any_integer(dice)
        return number_text(n), n
    (ta, a), (tb, b) = integer(dice, depth - 1), integer(dice, depth - 1)
    op = dice.choice(('+', '-', '*', '/', 'mod', '**', 'max', 'min', 'card', 'neg'))
    if op == '/' and b != 0:
        return f'({ta} / {tb})', quotient(a, b)
    if op == 'mod' and a >= 0 and b > 0:
        return f'({ta} mod {tb})', a % b
    if op == '**':
        k = dice.randint(0, 5)
        return f'({ta} ** {k})', a ** k
    if op in ('max', 'min'):
        return f'{op}({{{ta}, {tb}}})', max(a, b) if op == 'max' else min(a, b)
    if op == 'card':
        low, k = any_integer(dice), dice.randint(-1, 5)
        return f'card({number_text(low)}..{number_text(low + k)})', k + 1
    if op == 'neg':
        return f'(-({ta}))', -a
    if op == '*':
        return f'({ta} * {tb})', a * b
    return (f'({ta} - {tb})', a - b) if op == '-' else (f'({ta} + {tb})', a + b)


def real(dice, depth):
    if depth == 0 or dice.random() < 0.2:
        n = dice.randint(-10 ** dice.randint(0, 12), 10 ** dice.randint(0, 25))
        return f'real({number_text(n)})', Fraction(n)
    (ta, a), (tb, b) = real(dice, depth - 1), real(dice, depth - 1)
    op = dice.choice('+-*/')
    if op == '/' and b != 0:
        return f'({ta} / {tb})', a / b
    if op == '*':
        return f'({ta} * {tb})', a * b
    return (f'({ta} - {tb})', a - b) if op == '-' else (f'({ta} + {tb})', a + b)


def question(dice):
    kind = dice.randrange(4)
    if kind == 0:
        text, value = integer(dice, 4)
        return text, str(value)
    if kind == 1:
        text, value = real(dice, 3)
        down = dice.random() < 0.5
        return (f'floor({text})', str(math.floor(value))) if down else (f'ceiling({text})', str(math.ceil(value)))
    (ta, a), (tb, b) = (integer if kind == 2 else real)(dice, 3), (integer if kind == 2 else real)(dice, 3)
    if dice.random() < 0.2:
        tb, b = f'({tb} + {ta} - {tb})', a
    op = dice.choice(tuple(COMPARISONS))
    return f'{ta} {op} {tb}', 'TRUE' if COMPARISONS[op](a, b) else 'FALSE'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--bounce', default='./bounce')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=3000)
    options = parser.parse_args()
    sys.set_int_max_str_digits(0)
    dice = random.Random(options.seed)
    asked = [question(dice) for _ in range(options.count)]
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
        file.write(''.join(text + '\n' for text, _ in asked))
        file.flush()
        run = subprocess.run([options.bounce, 'eval', '-f', file.name], capture_output=True, text=True, check=False)
    answers = run.stdout.splitlines()
    if len(answers) != len(asked):
        print(run.stderr[:500], f'{len(answers)} answers to {len(asked)} questions', sep='\n')
        answers += [''] * (len(asked) - len(answers))
    wrong = [(text, right, got) for (text, right), got in zip(asked, answers) if right != got]
    for text, right, got in wrong[:5]:
        print(f'{text}\n  is {right}, not {got}')
    print(f'{len(asked) - len(wrong)} passed, {len(wrong)} failed')
    sys.exit(bool(wrong))


main()
