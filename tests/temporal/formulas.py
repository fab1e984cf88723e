"""Random formulas, as tuples (operator, operands...). Many of them are chosen because one fault of a checker would change their
verdict on a graph: a fault is a wrong definition of what violates a formula, tried here on the short runs of the graph."""
from definition import violates


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
    for k in r.sample(range(n), r.randint(1, min(n, 4))): f = ('&', f, ('G', ('F', r.choice([('pred', '=', k), atom(r, n)]))))
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


# ---- faults of a checker -----------------------------------------------------------------------------------------------

NEGATED = {'&': 'or', 'or': '&', 'X': 'wX', 'U': 'R', 'R': 'U', 'Y': 'wY', 'S': 'T', 'T': 'S'}
SHORT = {'F': ('U', True), 'G': ('R', False), 'O': ('S', True), 'H': ('T', False)}  # F p = true U p


def normal(f, negated):
    """negations at atoms only"""
    o = f[0]
    if o == 'not': return normal(f[1], not negated)
    if o == '=>': return normal(('or', ('not', f[1]), f[2]), negated)
    if o == '<=>': return normal(('or', ('&', f[1], f[2]), ('&', ('not', f[1]), ('not', f[2]))), negated)
    if o == 'W': return normal(('R', f[2], ('or', f[1], f[2])), negated)
    if o in SHORT: return normal((SHORT[o][0], ('true',) if SHORT[o][1] else ('false',), f[1]), negated)
    if o in NEGATED: return (NEGATED[o] if negated else o, *(normal(k, negated) for k in f[1:]))
    return ('not', f) if negated else f


def parts(f, ops, at=()):
    """places of the subformulas with one of these operators"""
    here = [at] if f[0] in ops else []
    return here + [p for i, k in enumerate(f) if isinstance(k, tuple) and k and isinstance(k[0], str) for p in parts(k, ops, at + (i,))]


def part(f, at): return part(f[at[0]], at[1:]) if at else f


def replaced(f, at, by):
    return (*f[:at[0]], replaced(f[at[0]], at[1:], by), *f[at[0] + 1:]) if at else by


FAIRNESS = ('WF', 'SF', 'WEF', 'SEF')


def is_violated(runs, f): return any(violates(x, f) for x in runs)


def faulty(r, runs, f, fault):
    """The verdict with the fault; None if it makes no sense here."""
    fair, inner = f[1:] if f[0] == 'fair' else (None, f)
    premise = lambda x: fair is None or x.fair(fair)
    if fault in ('drop', 'kind'):
        if fair is None: return None
        at = r.choice(parts(fair, FAIRNESS))
        leaf = part(fair, at)
        other = ({'W': 'S', 'S': 'W'}[leaf[0][0]] + leaf[0][1:], *leaf[1:])
        return is_violated(runs, ('fair', replaced(fair, at, ('true',) if fault == 'drop' else other), inner))
    if fault == 'dead': return is_violated([x for x in runs if x.loop is not None], f)
    if fault == 'past': return any(premise(x) and not x.unrolled(0).holds(inner, 0) for x in runs)
    denied = normal(inner, True)
    places = parts(denied, ('U',) if fault == 'keep' else ('X', 'wX'))
    if not places: return None
    at = r.choice(places)
    op = {'U': 'W', 'X': 'wX', 'wX': 'X'}[part(denied, at)[0]]
    wrong = replaced(denied, at, (op, *part(denied, at)[1:]))
    return any(premise(x) and not violates(x, wrong) for x in runs)


FAULTS = 4 * ('drop',) + 3 * ('past',) + ('kind', 'dead', 'keep', 'next')


def candidate(r, n, fault):
    pq = lambda: r.choice([atom(r, n), formula(r, n, 1, fault == 'past')])
    again = lambda: r.choice([('G', ('F', pq())), ('F', ('G', pq())), ('G', ('=>', pq(), ('F', pq()))), ('F', pq()), often(r, n)])
    if fault in ('drop', 'kind'):
        one = lambda: (r.choice(('WF', 'SF')), r.choice([('a', None), ('b', None), ('b', ('1',)), ('c', None)]))
        return ('fair', fairness(r) if r.random() < 0.4 else one(), again())
    if fault == 'keep': return again()
    if fault == 'past':
        f = (r.choice('SST'), pq(), pq()) if r.random() < 0.6 else (r.choice('HOY'), formula(r, n, 2, True))
        return r.choice([('G', ('F', f)), ('F', ('G', f)), ('F', f), ('G', ('=>', pq(), f))])
    f = formula(r, n, r.randint(1, 2), False)
    return r.choice([f, ('G', f), ('F', f), ('G', ('=>', pq(), ('X', f)))])


def telling(r, n, runs, fault, tries):
    """A formula whose verdict on these runs the fault would change, if one is found soon."""
    for _ in range(tries):
        f = candidate(r, n, fault)
        wrong = faulty(r, runs, f, fault)
        if wrong is not None and wrong != is_violated(runs, f): return f
    return f
