#!/usr/bin/env python3
"""Random texts in the grammar of LTL, and near it: `bounce ltl` against a parser that is written from the productions.

  grammar.py [--bounce PATH] [--count N] [--seed N] [-v]

A text is a random formula in random spellings, with few parentheses, and often with a word too many, one too few or two changed
about. The parser here accepts it or not; bounce must do the same, and print the same tree with all its parentheses."""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

MACHINE = '''MACHINE m VARIABLES x INVARIANT x : 0..1 INITIALISATION x := 0
OPERATIONS a = SELECT x = 0 THEN x := 1 END; b(p) = SELECT x = 1 & p : 0..1 THEN x := p END END
'''
# spellings of a word, the first of which is printed; atoms are printed as they are written
SPELLINGS = {
    '=>': ['=>', '->', '\u21d2', 'implies'], '<=>': ['<=>', '<->', '\u21d4', 'equivalent'], '&': ['&', '&&', '\u2227', 'and'], 'or': ['or', '||', '\u2228'],
    'not': ['not', '\u00ac'], 'U': ['U', 'until', 'stronguntil'], 'W': ['W', 'weakuntil'], 'R': ['R', 'release'], 'S': ['S', 'since'], 'T': ['T', 'trigger'],
    'G': ['G', 'globally', 'always', '\u25a1'], 'F': ['F', 'finally', 'eventually', '<>', '\u22c4'], 'X': ['X', 'next'], 'H': ['H', 'historically'],
    'O': ['O', 'once'], 'Y': ['Y', 'yesterday'], 'SF(a)': ['SF(a)', 'sf(a)', 'SF (a)'], 'WF(b)': ['WF(b)', 'wf(b)', 'wf (b)'], 
}
ATOMS = ['true', 'false', '{x = 1}', '{x : {0}}', '[a]', '[b(_)]', 'e(a)', 'e (b(1))', 'enabled(a)', 'deadlock', 'deadlock(a,b)', 'deterministic(a,b)', 'controller(a,b)', 'sink', 'det_output',
         'changed({x})', 'BA({x = x$0})']
DOMAIN = '{q : 0..1}'
FAIR = {'SF(a)', 'WF(b)', 'SEF', 'WEF'}
UNARY = ['not', 'G', 'F', 'X', 'H', 'O', 'Y']
LEVELS = [['<=>'], ['=>'], ['&', 'or'], ['U', 'W', 'R', 'S', 'T']]


class Wrong(Exception): pass


class Parser:
    def __init__(self, words): self.words, self.at = words, 0

    def now(self): return self.words[self.at] if self.at < len(self.words) else None

    def take(self, *expected):
        w = self.now()
        if w is None or (expected and w not in expected): raise Wrong()
        self.at += 1
        return w

    def attempt(self, production):
        """What the production reads here; nothing if it does not fit."""
        at = self.at
        try: return production()
        except Wrong:
            self.at = at
            return None

    def whole(self):
        fair = self.attempt(self.fairness)
        if fair is None: return self.level(0)
        return (fair, '=>', self.level(0))

    def fairness(self):
        for kinds in ('SW', 'WS', 'S', 'W'):
            f = self.attempt(lambda kinds=kinds: self.parts(kinds))
            if f: return f
        raise Wrong()

    def parts(self, kinds):
        f = self.part(kinds[0], len(kinds) > 1)
        if len(kinds) > 1:
            self.take('&')
            f = (f, '&', self.part(kinds[1], False))
        self.take('=>')
        return f

    def part(self, kind, has_other):
        if self.now() == kind + 'EF': return self.take()
        return self.arguments(kind, has_other)

    def arguments(self, kind, has_other=False):
        f = self.argument(kind)
        while self.now() in ('&', 'or'):
            at = self.at
            op = self.take()
            g = self.attempt(lambda: self.argument(kind))
            if g is None:
                self.at = at
                break
            f = (f, op, g)
        return f

    def argument(self, kind):
        if self.now() == '(':
            self.take()
            f = self.arguments(kind)
            self.take(')')
            return f
        return self.take('SF(a)' if kind == 'S' else 'WF(b)')

    def level(self, k):
        if k == len(LEVELS): return self.unary()
        f = self.level(k + 1)
        while self.now() in LEVELS[k]:
            f = (f, self.take(), self.level(k + 1))
            if k == 0: break
        return f

    def unary(self):
        w = self.take()
        if w in UNARY: return (w, self.unary())
        if w == '(':
            f = self.whole()
            self.take(')')
            return f
        if w in ('!', '#'):
            domain = self.take(DOMAIN)
            self.take('=>' if w == '!' else '&')
            f = self.whole()
            self.take(')')
            return (w, domain, f)
        if w in ATOMS: return w
        raise Wrong()


def tree_of(words):
    p = Parser(words)
    try:
        f = p.whole()
        if p.now() is not None: raise Wrong()
    except Wrong: return None
    return f


def shown(f, is_inside=False):
    if isinstance(f, str): return f
    if f[0] in ('!', '#'): return f'{f[0]}q.({f[1]} {"=>" if f[0] == "!" else "&"} {shown(f[2], True)})'
    s = f'{f[0]} {shown(f[1], True)}' if len(f) == 2 else f'{shown(f[0], True)} {f[1]} {shown(f[2], True)}'
    return f'({s})' if is_inside else s


def words_of(r, depth, is_top=False):
    """A formula as words, with parentheses where chance wants them: they are what the text means."""
    how = r.random()
    if is_top and how < 0.25: return fair_words(r) + ['=>'] + words_of(r, depth)
    if depth == 0 or how < 0.1: return [r.choice(ATOMS)]
    if how < 0.2: return ['('] + words_of(r, depth - 1, is_top=True) + [')']
    if how < 0.25:
        q = r.choice('!#')
        return [q, DOMAIN, '=>' if q == '!' else '&'] + words_of(r, depth - 1, is_top=True) + [')']
    if how < 0.55: return [r.choice(UNARY)] + words_of(r, depth - 1)
    return words_of(r, depth - 1) + [r.choice(r.choice(LEVELS))] + words_of(r, depth - 1)


def fair_words(r):
    out = []
    for k in range(r.choice([1, 1, 2, 3])):
        one = [r.choice(['SF(a)', 'SF(a)', 'WF(b)'])] if r.random() < 0.8 else [r.choice(['SEF', 'WEF'])]
        if r.random() < 0.3: one = ['('] + one + [')']
        out += (['&' if r.random() < 0.8 else 'or'] if k else []) + one
    return out


def mutated(r, words):
    words = list(words)
    for _ in range(r.choice([0, 0, 1, 1, 2])):
        k = r.randrange(len(words))
        how = r.randrange(3)
        if how == 0 and len(words) > 1: del words[k]
        elif how == 1: words.insert(k, r.choice(['(', ')', 'not', '&', '=>', '<=>', 'U', 'G', 'SF(a)', 'true', '{x = 1}']))
        else:
            i = r.randrange(len(words))
            words[k], words[i] = words[i], words[k]
    return words


def text_of(r, words):
    """Blanks are needed nowhere but where two words would be read as a longer one."""
    out = ''
    for w in words:
        s = {'!': '!q.(', '#': '# q . ('}.get(w) or r.choice(SPELLINGS.get(w, [w]))
        letters = out[-1:].isalnum() and s[0].isalnum()
        signs = out[-1:] in '<-=>|&' and s[0] in '<-=>|&'
        needs = out and (letters or signs or r.random() < 0.5 or (s[0] == '(' and out[-1:].isalnum()))
        out += (r.choice([' ', '  ', '\t']) if needs else '') + s
    return out


def has_inner_all(f, is_top=True):
    """WEF and SEF are refused elsewhere than at the top."""
    if isinstance(f, str): return not is_top and f in ('WEF', 'SEF')
    if is_top and len(f) == 3 and f[1] == '=>' and set(str(f[0]).replace("'", ' ').split()) & FAIR: return has_inner_all(f[2], False)
    return any(has_inner_all(g, False) for g in f)


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--bounce', default='./bounce')
    p.add_argument('--count', type=int, default=200)
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('-v', action='store_true')
    o = p.parse_args()
    r = random.Random(o.seed)
    texts, trees = [], []
    while len(texts) < o.count:
        words = mutated(r, words_of(r, r.randint(1, 4), is_top=True))
        f = tree_of(words)
        if f is not None and has_inner_all(f): continue
        texts.append(text_of(r, words))
        trees.append(f)
    with tempfile.TemporaryDirectory() as d:
        machine, formulas = os.path.join(d, 'm.mch'), os.path.join(d, 'f.ltl')
        open(machine, 'w').write(MACHINE)
        open(formulas, 'w').write(''.join(f'[f{i}] {t}\n' for i, t in enumerate(texts)))
        run = subprocess.run([o.bounce, 'ltl', machine, '--file', formulas, '--json', '--depth', '2'], capture_output=True, text=True)
        got = {f['name']: f for f in json.loads(run.stdout)['formulas']}
    bad = 0
    for i, (t, f) in enumerate(zip(texts, trees)):
        g = got.get(f'f{i}', {})
        expected = shown(f) if f is not None else None
        if g.get('parsed') != expected or (expected is None) != (g.get('verdict') == 'error'):
            bad += 1
            print(f'{t}\n  expected {expected}\n  got      {g.get("parsed")} {g.get("reason")}')
    accepted = sum(f is not None for f in trees)
    print(f'{len(texts)} passed, {bad} failed ({accepted} are formulas)' if o.v or bad else f'{len(texts) - bad} passed, {bad} failed')
    return 1 if bad else 0


sys.exit(main())
