#!/usr/bin/env python3
"""Sizes, greatest elements, sequences, functions and infinite sets, with the tactic `laws` alone: what has a solution must not be
said to have none.

    tests/laws.py [--bounce ./bounce] [--seed N] [--count N] [--keep]

Names get values first; random predicates are kept, or negated, as Python says that they are true of these values (undefined
ones stand behind a part that is decided before them). Then each question is asked with one conjunct negated: many of these have
no solution, and how many are said to have none tells whether the test reaches anything. One question is one check; the last
line is 'N passed, N failed'.

A set is (elements from LOW to HIGH, whether all above HIGH are in it, too); a relation is a set of pairs.
"""
import argparse
import json
import random
import subprocess
import tempfile

LOW, HIGH = -60, 60
ALL = frozenset(range(LOW, HIGH + 1))
NUMBERS, SETS, SEQUENCES, RELATIONS = 'xyn', 'ABC', 'stu', 'fgh'


class Undefined(Exception):
    pass


def part(values, has_tail=False):
    values = frozenset(values)
    if not values <= ALL:
        raise Undefined  # too far for this test
    return values, has_tail


def ends(s, greatest):
    values, tail = s
    if not values or (tail and greatest):
        raise Undefined
    return max(values) if greatest else min(values)


def card(s):
    if s[1]:
        raise Undefined
    return len(s[0])


def listed(r):
    """The sequence that a relation is."""
    at = dict(r)
    if len(at) != len(r) or set(at) != set(range(1, len(r) + 1)):
        raise Undefined
    return [at[i + 1] for i in range(len(r))]


def pairs(items):
    return frozenset((i + 1, v) for i, v in enumerate(items))


def cut(r, n, front):
    s = listed(r)
    if not 0 <= n <= len(s):
        raise Undefined
    return pairs(s[:n] if front else s[n:])


def some(r):
    s = listed(r)
    if not s:
        raise Undefined
    return s


def image(r, x):
    found = [b for a, b in r if a == x]
    if len(found) != 1:
        raise Undefined
    return found[0]


class Maker:
    def __init__(self, dice):
        self.dice = dice
        small = lambda: dice.randint(-3, 4)
        self.env = {n: small() for n in NUMBERS}
        for n in SETS:
            self.env[n] = part(small() for _ in range(dice.choice((0, 1, 1, 2, 3, 4))))
            if dice.random() < 0.12:
                start = small()
                self.env[n] = part(set(self.env[n][0]) | set(range(start, HIGH + 1)), True)
        for n in SEQUENCES:
            self.env[n] = pairs(small() for _ in range(dice.choice((0, 1, 2, 2, 3))))
        for n in RELATIONS:
            if dice.random() < 0.2:
                self.env[n] = frozenset((small(), small()) for _ in range(dice.randint(0, 4)))
            else:
                self.env[n] = frozenset({dice.choice((small(), dice.randint(1, 3))): small() for _ in range(dice.randint(0, 3))}.items())
        self.bound = []

    def pick(self, makers, depth):
        return self.dice.choice(makers)(depth - 1)

    # each maker gives (text, value as a function of the environment)
    def number(self, depth):
        d = self.dice
        leaf = [lambda k: self.name(list(NUMBERS) + self.bound * 3), lambda k: self.literal()]
        if depth <= 0:
            return self.pick(leaf, depth)
        def unary(text, of, f):
            t, v = of
            return text.replace('@', t), lambda e: f(v(e))
        deep = [
            lambda k: self.two(self.number(k), self.number(0), '({} + {})', lambda a, b: a + b),
            lambda k: self.two(self.number(k), self.number(0), '({} - {})', lambda a, b: a - b),
            lambda k: unary('(2 * @)', self.number(k), lambda a: 2 * a),
            lambda k: unary('card(@)', self.set(k), card), lambda k: unary('card(@)', self.set(k), card),
            lambda k: unary('max(@)', self.set(k), lambda s: ends(s, True)),
            lambda k: unary('min(@)', self.set(k), lambda s: ends(s, False)),
            lambda k: unary('card(@)', self.relation(k), len),
            lambda k: unary('size(@)', self.sequence(k), lambda r: len(listed(r))),
            lambda k: unary('size(@)', self.sequence(k), lambda r: len(listed(r))),
            lambda k: unary('first(@)', self.sequence(k), lambda r: some(r)[0]),
            lambda k: unary('last(@)', self.sequence(k), lambda r: some(r)[-1]),
            lambda k: self.two(self.sequence(k), self.number(k), '({})({})', image),
            lambda k: self.two(self.relation(k), self.number(k), '({})({})', image),
            lambda k: self.two(self.sequence(k), self.number(k), '({})({})', image),
            self.conditional,
        ]
        if d.random() < 0.08:
            by = d.randint(1, 3)
            def whole(a):
                return abs(a) // by * (1 if a >= 0 else -1)
            def rest(a):
                if a < 0:
                    raise Undefined
                return a % by
            op = d.choice('/m')
            return unary(f'(@ {"/" if op == "/" else "mod"} {by})', self.number(0), whole if op == '/' else rest)
        return self.pick(leaf + deep * 2, depth)

    def conditional(self, k):
        p, test = self.atom(max(k, 1))
        (a, v), (b, w) = self.number(k), self.number(0)
        return f'(IF {p} THEN {a} ELSE {b} END)', lambda e: v(e) if test(e) else w(e)

    def name(self, names):
        n = self.dice.choice(names)
        return n, lambda e: e[n]

    def literal(self):
        n = self.dice.randint(-2, 4)
        return (f'({n})' if n < 0 else str(n)), lambda e: n

    @staticmethod
    def two(a, b, text, f):
        return text.format(a[0], b[0]), lambda e: f(a[1](e), b[1](e))

    def set(self, depth):
        if depth <= 0:
            return self.name(SETS)
        def interval(k):
            return self.two(self.number(0), self.number(k), '({} .. {})', lambda a, b: part(range(a, b + 1)))
        def listing(k):
            return self.two(self.number(k), self.number(0), '{{{}, {}}}', lambda a, b: part({a, b}))
        def one(k):
            t, v = self.number(k)
            return f'{{{t}}}', lambda e: part({v(e)})
        def of(text, maker, f):
            def make(k):
                t, v = maker(k)
                return f'{text}({t})', lambda e: part(f(v(e)))
            return make
        def choice(k):
            op, f = self.dice.choice((('\\/', lambda a, b: (a[0] | b[0], a[1] or b[1])), ('/\\', lambda a, b: (a[0] & b[0], a[1] and b[1])),
                                      ('-', lambda a, b: (a[0] - b[0], a[1] and not b[1]))))
            return self.two(self.set(k), self.set(0 if self.dice.random() < 0.5 else k), '({} ' + op + ' {})', f)
        def known(k):
            return self.dice.choice((('NATURAL', lambda e: part(range(0, HIGH + 1), True)), ('{}', lambda e: part(()))))
        def described(k):
            t, v = self.number(self.dice.choice((0, 0, k)))
            s, w = self.set(0)
            def those(e):
                least = v(e)
                values, tail = w(e)
                return frozenset(i for i in values if i > least), tail
            return f'{{z | z : {s} & z > {t}}}', those
        def imaged(k):
            return self.two(self.relation(k), self.set(0), '({})[{}]', lambda r, s: part(b for a, b in r if a in s[0]))
        dom, ran = (lambda r: [a for a, _ in r]), (lambda r: [b for _, b in r])
        return self.pick([lambda k: self.name(SETS), choice, choice, choice, interval, listing, one, of('dom', self.relation, dom),
                          of('ran', self.relation, ran), of('ran', self.sequence, ran), of('dom', self.sequence, dom), known,
                          described, imaged], depth)

    def sequence(self, depth):
        leaf = [lambda k: self.name(SEQUENCES)] * 3 + [lambda k: self.name(RELATIONS), lambda k: ('[]', lambda e: frozenset())]
        if depth <= 0:
            return self.pick(leaf, depth)
        def unary(text, f):
            def make(k):
                t, v = self.sequence(k)
                return f'{text}({t})', lambda e: f(v(e))
            return make
        deep = [
            unary('rev', lambda r: pairs(listed(r)[::-1])), unary('tail', lambda r: pairs(some(r)[1:])),
            unary('front', lambda r: pairs(some(r)[:-1])),
            lambda k: self.two(self.sequence(k), self.sequence(0), '({} ^ {})', lambda a, b: pairs(listed(a) + listed(b))),
            lambda k: self.two(self.sequence(k), self.sequence(k), '({} ^ {})', lambda a, b: pairs(listed(a) + listed(b))),
            lambda k: self.two(self.sequence(k), self.number(0), '({} <- {})', lambda a, b: pairs(listed(a) + [b])),
            lambda k: self.two(self.number(0), self.sequence(k), '({} -> {})', lambda a, b: pairs([a] + listed(b))),
            lambda k: self.two(self.sequence(k), self.number(k), '({} /|\\ {})', lambda a, b: cut(a, b, True)),
            lambda k: self.two(self.sequence(k), self.number(k), '({} \\|/ {})', lambda a, b: cut(a, b, False)),
            lambda k: self.two(self.number(k), self.number(k), '[{}, {}]', lambda a, b: pairs([a, b])),
            lambda k: self.changed(self.sequence(k)),
        ]
        return self.pick(leaf + deep, depth)

    def changed(self, r):
        i, w = self.number(1)
        v, u = self.number(0)
        def change(e):
            old, at, what = r[1](e), w(e), u(e)
            return frozenset(p for p in old if p[0] != at) | {(at, what)}
        return f'({r[0]} <+ {{{i} |-> {v}}})', change

    def relation(self, depth):
        if depth <= 0:
            return self.name(RELATIONS)
        def turned(k):
            t, v = self.relation(k)
            return f'({t}~)', lambda e: frozenset((b, a) for a, b in v(e))
        inside = lambda text, f: lambda k: self.two(self.set(0), self.relation(k), text, f)
        def override(a, b):
            return frozenset(p for p in a if p[0] not in {q[0] for q in b}) | b
        def joined(a, b):
            return frozenset((x, z) for x, y in a for w, z in b if y == w)
        return self.pick([
            lambda k: self.name(RELATIONS), lambda k: self.name(RELATIONS), lambda k: self.name(SEQUENCES), turned,
            inside('({} <| {})', lambda s, r: frozenset(p for p in r if p[0] in s[0])),
            inside('({} <<| {})', lambda s, r: frozenset(p for p in r if p[0] not in s[0])),
            lambda k: self.two(self.relation(k), self.set(0), '({} |> {})', lambda r, s: frozenset(p for p in r if p[1] in s[0])),
            lambda k: self.two(self.relation(k), self.set(0), '({} |>> {})', lambda r, s: frozenset(p for p in r if p[1] not in s[0])),
            lambda k: self.changed(self.relation(k)),
            lambda k: self.two(self.relation(k), self.relation(0), '({} <+ {})', override),
            lambda k: self.two(self.relation(k), self.relation(0), '({} ; {})', joined),
            lambda k: self.two(self.relation(k), self.relation(0), '({} \\/ {})', lambda a, b: a | b),
            lambda k: self.two(self.relation(k), self.relation(0), '({} /\\ {})', lambda a, b: a & b),
            lambda k: self.two(self.relation(k), self.relation(0), '({} - {})', lambda a, b: a - b),
        ], depth)

    # ---- predicates
    def atom(self, depth):
        d = self.dice
        def family(word, test):
            def make():
                return self.two(self.sequence(depth), self.set(1), '{} : ' + word + '({})', test)
            return make
        def is_sequence(r, s, least=0, injective=False):
            try:
                items = listed(r)
            except Undefined:
                return False
            return len(items) >= least and all(i in s[0] for i in items) and (not injective or len(set(items)) == len(items))
        def arrow():
            sign, total, onto, one = d.choice((('+->', 0, 0, 0), ('-->', 1, 0, 0), ('>+>', 0, 0, 1), ('>->', 1, 0, 1), ('+->>', 0, 1, 0),
                                               ('-->>', 1, 1, 0), ('>->>', 1, 1, 1), ('<->', 0, 0, None)))
            r, v = self.relation(depth)
            a, left = self.set(1)
            b, right = self.set(1)
            def test(e):
                f, x, y = v(e), left(e), right(e)
                from_, to = {p[0] for p in f}, {p[1] for p in f}
                fits = from_ <= x[0] and to <= y[0] and (one is None or len(from_) == len(f))
                fits = fits and (not total or (from_ == x[0] and not x[1])) and (not onto or (to == y[0] and not y[1]))
                return fits and (not one or len(to) == len(f))
            return f'{r} : {a} {sign} {b}', test
        compare = lambda op, f: lambda: self.two(self.number(depth), self.number(depth), '{} ' + op + ' {}', f)
        sets = lambda op, f: lambda: self.two(self.set(depth), self.set(depth), '{} ' + op + ' {}', f)
        below = lambda a, b: a[0] <= b[0] and a[1] <= b[1]
        return d.choice([
            compare('=', lambda a, b: a == b), compare('<', lambda a, b: a < b), compare('<=', lambda a, b: a <= b),
            compare('>=', lambda a, b: a >= b), sets('<:', below), sets('=', lambda a, b: a == b),
            sets('<<:', lambda a, b: below(a, b) and a != b),
            lambda: self.two(self.number(depth), self.set(depth), '{} : {}', lambda a, b: a in b[0]),
            lambda: self.two(self.set(depth), self.literal(), '{} : FIN(INTEGER)', lambda a, b: not a[1]),
            lambda: self.two(self.set(depth), self.set(0), '{} : FIN1({})', lambda a, b: not a[1] and bool(a[0]) and below(a, b)),
            lambda: self.two(self.sequence(depth), self.sequence(depth), '{} = {}', lambda a, b: a == b),
            lambda: self.two(self.relation(depth), self.relation(depth), '{} = {}', lambda a, b: a == b),
            lambda: self.two(self.relation(depth), self.relation(depth), '{} <: {}', lambda a, b: a <= b),
            family('seq', is_sequence), family('seq1', lambda r, s: is_sequence(r, s, 1)),
            family('iseq', lambda r, s: is_sequence(r, s, 0, True)), arrow,
        ])()

    def predicate(self, depth):
        d = self.dice
        kind = d.choice(['atom'] * 6 + ['and', 'or', '=>', '<=>', 'not', 'all', 'some', 'bool'])
        if depth <= 0 or kind == 'atom':
            return self.atom(d.choice((1, 1, 2)))
        if kind == 'bool':
            t, v = self.predicate(depth - 1)
            of = d.choice((True, False))
            return f'bool({t}) = {str(of).upper()}', lambda e: v(e) == of
        if kind == 'not':
            t, v = self.predicate(depth - 1)
            return f'not({t})', lambda e: not v(e)
        if kind in ('all', 'some'):
            s, of = self.set(1)
            name = 'z' + str(len(self.bound))
            self.bound.append(name)
            t, v = self.predicate(0) if len(name) == 2 else None
            self.bound.pop()
            def test(e):
                values, tail = of(e)
                results = []
                for i in sorted(values) + ([HIGH * 9, HIGH * 10 + 1] if tail else []):
                    results.append(v({**e, name: i}))
                return all(results) if kind == 'all' else any(results)
            return (f'!{name}.({name} : INTEGER & {name} : {s} => {t})' if kind == 'all' else f'#{name}.({name} : INTEGER & {name} : {s} & {t})'), test
        a, b = self.predicate(depth - 1), self.predicate(depth - 1)
        texts = {'and': '({} & {})', 'or': '({} or {})', '=>': '({} => {})', '<=>': '({} <=> {})'}
        def test(e):
            left = a[1](e)
            if kind == 'and':
                return left and b[1](e)
            if kind == 'or':
                return left or b[1](e)
            if kind == '=>':
                return not left or b[1](e)
            return left == b[1](e)
        return texts[kind].format(a[0], b[0]), test

    def conjunct(self):
        """True of the values."""
        while True:
            text, test = self.predicate(2)
            try:
                return text if test(self.env) else f'not({text})'
            except Undefined:
                if self.dice.random() < 0.5:
                    continue
            guard, when = self.predicate(0)
            try:
                return f'({guard} or {text})' if when(self.env) else f'({guard} => {text})'
            except Undefined:
                continue


TYPES = [f'{n} : INTEGER' for n in NUMBERS] + [f'{n} <: INTEGER' for n in SETS] + [f'{n} : seq(INTEGER)' for n in SEQUENCES] + \
        [f'{n} : INTEGER <-> INTEGER' for n in RELATIONS]


def question(dice):
    maker = Maker(dice)
    conjuncts = [maker.conjunct() for _ in range(dice.choice((1, 2, 2, 3, 4)))]
    text = ' '.join(conjuncts)
    names = set(''.join(c if c.isalnum() or c == '_' else ' ' for c in text).split())
    return [t for t in TYPES if t.split()[0] in names], conjuncts, maker.env


def ask(options, texts):
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as batch:
        batch.write('\n'.join(texts) + '\n')
        batch.flush()
        command = [options.bounce, 'solve', '--json', '--tactics', 'laws', '--batch', batch.name]
        run = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    said = {}
    for line in run.stdout.splitlines():
        answer = json.loads(line)
        said[answer['line'] - 1] = answer
    return said


def main():
    options = argparse.ArgumentParser()
    options.add_argument('--bounce', default='./bounce')
    options.add_argument('--seed', type=int, default=1)
    options.add_argument('--count', type=int, default=120)
    options.add_argument('--keep', action='store_true', help='print what is said to have no solution although that is not known')
    options = options.parse_args()
    dice = random.Random(options.seed)
    questions = [question(dice) for _ in range(options.count)]
    texts = [' & '.join(types + conjuncts) for types, conjuncts, _ in questions]
    said, failed = ask(options, texts), 0
    for i, text in enumerate(texts):
        answer = said.get(i, {'verdict': 'no answer'})
        if answer['verdict'] == 'none' or answer['verdict'] not in ('found', 'none', 'inconclusive'):
            failed += 1
            values = {n: sorted(v[0])[:6] + ['...'] * v[1] if n in SETS else sorted(v) if n in SEQUENCES + RELATIONS else v
                      for n, v in questions[i][2].items()}
            print(f'has a solution ({values}), but: {answer["verdict"]} {answer.get("message", "")}: {text}')
    turned = []
    for types, conjuncts, _ in questions:
        k = dice.randrange(len(conjuncts))
        turned.append(' & '.join(types + [f'not({c})' if i == k else c for i, c in enumerate(conjuncts)]))
    answers = ask(options, turned)
    refuted = [turned[i] for i, a in answers.items() if a['verdict'] == 'none']
    if options.keep:
        print('\n'.join(refuted))
    print(f'{len(refuted)} of {len(turned)} questions with a conjunct negated have no solution')
    print(f'{len(texts) - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    raise SystemExit(main())
