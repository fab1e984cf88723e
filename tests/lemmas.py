#!/usr/bin/env python3
"""Universals about infinite functions that are written out, and functions that call themselves: what is said to be true or
impossible must be so.

    tests/lemmas.py [--bounce ./bounce] [--seed N] [--count N]

f is constant, linear or the identity on NATURAL, NATURAL1 or INTEGER, with other values at some places. Python evaluates
!t.(t : NATURAL & t >= k => f(t + d) < E) for t up to 300, far beyond all places where lines cross. One question is one check; the
last line is 'N passed, N failed'.
"""
import argparse
import json
import random
import subprocess
import tempfile

FAR = 300
DOMAINS = {'NATURAL': lambda x: x >= 0, 'NATURAL1': lambda x: x >= 1, 'INTEGER': lambda x: True}
COMPARISONS = {'<': lambda a, b: a < b, '<=': lambda a, b: a <= b, '=': lambda a, b: a == b, '/=': lambda a, b: a != b,
               '>=': lambda a, b: a >= b, '>': lambda a, b: a > b}


def line(dice, name):
    """A text, and the function that it means."""
    a, b = dice.choice((0, 0, 1, 2, -1)), dice.randint(-3, 6)
    return (f'{a} * {name} + ({b})' if a else f'({b})'), lambda x: a * x + b


def function(dice):
    domain = dice.choice(list(DOMAINS))
    kind = dice.choice(('lambda', 'lambda', 'product', 'id'))
    is_in = DOMAINS[domain]
    if kind == 'id':
        text, at = f'id({domain})', lambda x: x
    elif kind == 'product':
        c = dice.randint(-3, 6)
        text, at = f'{domain} * {{{c}}}', lambda x: c
    else:
        body, at = line(dice, 'x')
        hole = dice.choice((None, None, dice.randint(4, 20)))
        text = f'%x.(x : {domain}{f" & x /= {hole}" if hole else ""} | {body})'
        is_in = (lambda x: DOMAINS[domain](x) and x != hole)
    other = {dice.randint(0, 20): dice.randint(-3, 9) for _ in range(dice.choice((0, 0, 1, 2)))}
    if other:
        text = f'({text}) <+ {{{", ".join(f"{k} |-> {v}" for k, v in other.items())}}}'
    return text, lambda x: other[x] if x in other else at(x) if is_in(x) else None


def question(dice):
    """A predicate, and whether it is true of all t."""
    text, f = function(dice)
    start, shift, op = dice.randint(0, 4), dice.choice((0, 0, 0, 1, 2, -1, -2)), dice.choice(list(COMPARISONS))
    if dice.random() < 0.5:
        right, value = line(dice, 't')
    else:
        right, value = text_of(text, f, dice)
    body = f'f(t + ({shift})) {op} {right}'
    results = [None if f(t + shift) is None or value(t) is None else COMPARISONS[op](f(t + shift), value(t))
               for t in range(start, FAR)]
    return f'f = {text} & !t.(t : NATURAL & t >= {start} => {body})', all(results)


def text_of(text, f, dice):
    """f at another place, or its last value there plus something."""
    shift, more = dice.choice((0, 1)), dice.randint(-2, 3)
    return f'f(t + {shift}) + ({more})', lambda t: None if f(t + shift) is None else f(t + shift) + more


def called(dice):
    """A function that calls itself, or two that call each other, and its value somewhere; or one whose calls never end."""
    if dice.random() < 0.15:
        c, v, n = dice.randint(-2, 2), dice.randint(-3, 5), dice.randint(-2, 4)
        if dice.random() < 0.5:  # f(x) = v + c * (x - n) is one
            return f'f = %x.(x : INTEGER | f(x - 1) + ({c})) & f({n}) = ({v})', True
        return f'f = %x.(x : INTEGER | f(x) + ({c})) & f({n}) = ({v})', c == 0
    names = dice.choice(('f', 'f', 'fg'))
    first = dice.randint(-2, 1)
    parts = {}
    for name in names:
        a, d, e = dice.choice((1, 1, 2, -1, 0)), dice.randint(-2, 2), dice.randint(-3, 3)
        parts[name] = (dice.randint(-3, 4), dice.choice(names), a, d, e)
    def at(name, x):
        base, to, a, d, e = parts[name]
        return base if x <= first else a * at(to, x - 1) + d * x + e
    texts = [f'{name} = %x.(x : {"INTEGER" if first else dice.choice(("INTEGER", "NATURAL"))} | IF x <= {first} THEN {base} '
             f'ELSE {a} * {to}(x - 1) + {d} * x + ({e}) END)' for name, (base, to, a, d, e) in parts.items()]
    n, more = dice.randint(0, 9), dice.choice((0, 0, 1, -1))
    dice.shuffle(texts)
    return ' & '.join(texts + [f'f({n}) = ({at("f", n) + more})']), more == 0


def main():
    options = argparse.ArgumentParser()
    options.add_argument('--bounce', default='./bounce')
    options.add_argument('--seed', type=int, default=1)
    options.add_argument('--count', type=int, default=60)
    options = options.parse_args()
    dice = random.Random(options.seed)
    questions = [dice.choice((question, question, called))(dice) for _ in range(options.count)]
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as batch:
        batch.write('\n'.join(text for text, _ in questions) + '\n')
        batch.flush()
        command = [options.bounce, 'solve', '--json', '--batch', batch.name]
        out = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout
    answers = [json.loads(answer) for answer in out.splitlines()]
    failed = len(questions) - len(answers)
    for answer in answers:
        text, is_true = questions[answer['line'] - 1]
        said = answer['verdict'] == 'found' or (False if answer['verdict'] == 'none' and answer['complete'] else None)
        if said is not None and said != is_true:
            failed += 1
            print(f'is {str(is_true).lower()}, and was said to be {str(said).lower()}:', text)
    decided = sum(a['verdict'] == 'found' or (a['verdict'] == 'none' and a['complete']) for a in answers)
    print(f'{decided} of {len(questions)} were decided, {sum(t for _, t in questions)} are true')
    print(f'{len(questions) - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    raise SystemExit(main())
