"""Graphs, runs, and what formulas mean on them, by the definition of their operators."""
import random

OPS = {'a': 0, 'b': 1, 'c': 0}  # parameters
MOST_PATHS = 1500


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
        if self.loop is None: return Run(self.g, self.states, self.steps, None)
        k = self.loop
        return Run(self.g, self.states + self.states[k:] * times, self.steps + self.steps[k:] * times, len(self.states) + (times - 1) * (len(self.states) - k) if times else k)

    def next(self, i):
        if i + 1 < len(self.states): return i + 1
        return self.loop

    def fair(self, f):
        if self.loop is None: return True
        o = f[0]
        if o == 'true': return True
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
        if o == 'wX': return self.next(i) is None or h(f[1], self.next(i))
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
        if o == 'wY': return i == 0 or h(f[1], i - 1)
        if o == 'O': return any(h(f[1], k) for k in range(i + 1))
        if o == 'H': return all(h(f[1], k) for k in range(i + 1))
        if o == 'S': return any(h(f[2], k) and all(h(f[1], j) for j in range(k + 1, i + 1)) for k in range(i + 1))
        if o == 'T': return all(h(f[2], k) or any(h(f[1], j) for j in range(k + 1, i + 1)) for k in range(i + 1))
        return state_atom(self.g, f, self.states[i])


def past_depth(f):
    if not isinstance(f, tuple): return 0
    return max([past_depth(k) for k in f[1:]] + [0]) + (f[0] in ('Y', 'wY', 'O', 'H', 'S', 'T'))


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
