#!/usr/bin/env python3
"""Does a change keep all answers, and the work they take?

    tests/guard.py record --bounce PATH OUT [--sets cases,corpus,kodkod,predicates] [-j N] [--part K/N] [--cases DIR]
    tests/guard.py compare OLD NEW [--effort 1.03]

`record` asks all questions of the sets and writes a line of JSON for each: what was answered, by which tactic or
engine, and the work, which is counted and not measured (stats.work of --json): the load of the machine plays no part.
Cases change: --cases DIR takes them from another checkout, so that old and new are asked the same.
`compare` lists what differs between two such files. Its exit code is 1 if a verdict, an exit code, completeness or
the status of an obligation changed, or if the effort of a set or of all grew beyond the bound. Questions that a limit
of time or memory ended in either file are listed apart, since they depend on the machine, and are in no sum. They
count as changed only if the verdicts contradict each other, or if an answer got lost: the limit ended it in the new
file after more effort than it took in the old one.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHARED = os.path.join(ROOT, '..', 'shared')
SETS = ('cases', 'corpus', 'kodkod', 'predicates')
# Generous: what the clock ends cannot be compared. A limit of states ends a question at the same place each time.
CASE_LIMIT, CORPUS_LIMIT, KODKOD_LIMIT, PREDICATE_LIMIT = '120', '15', '120', '10'
EXPLORE_STATES = ['--max-states', '200000']
MEMORY = ['--memory-limit', '2000']
ENDED = re.compile(r'(time|total|memory) limit|out of memory|stopped$')
LIMIT = re.compile(r'--time-limit ([0-9.]+)')
OBLIGATION_LIMIT = 10  # seconds for each, if the command line says nothing
DECIDED = ('found', 'none', 'none within bounds')
WORK = ('effort', 'conflicts', 'propagations')

# ---- record -----------------------------------------------------------------------------------------


def run(words, seconds, folder=ROOT):
    """Exit code ('killed' if it takes too long) and output."""
    try:
        done = subprocess.run(words, capture_output=True, timeout=seconds, stdin=subprocess.DEVNULL, cwd=folder)
        return done.returncode, done.stdout.decode('utf-8', 'replace')
    except subprocess.TimeoutExpired as late:
        return 'killed', (late.stdout or b'').decode('utf-8', 'replace')


def read(text):
    try:
        answer = json.loads(text)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


def answered_by(answer):
    stats = answer.get('stats', {})
    if 'attempts' in stats:
        decided = [a['tactic'] for a in stats['attempts'] if a['answer'] in DECIDED]
        return decided[-1] if decided else None
    return ': '.join(filter(None, (stats.get('by'), answer.get('proof')))) or None


def seconds_of(answer):
    return answer.get('seconds', answer.get('stats', {}).get('seconds', 0))


def was_ended(command, code, answer):
    """By a limit, which an answer within bounds does not tell: then it has taken all of its time."""
    reasons = [answer.get('reason'), answer.get('message')] + [o.get('reason') for o in answer.get('obligations', [])]
    given, times = LIMIT.search(command), [o.get('seconds', 0) for o in answer.get('obligations', [])]
    limit = float(given.group(1)) if given else OBLIGATION_LIMIT if times else float('inf')
    is_late = max(times or [seconds_of(answer)]) > 0.95 * limit
    return bool(code in ('killed', -signal.SIGKILL) or is_late or any(ENDED.search(r) for r in reasons if r))


def record_of(kind, name, command, code, answer):
    stats = answer.get('stats', {})
    return {
        'set': kind, 'id': name, 'command': command.replace(SHARED, 'shared'), 'exit': code,
        'verdict': answer.get('verdict'), 'complete': answer.get('complete'), 'by': answered_by(answer),
        'findings': [[f.get('kind'), f.get('name'), f.get('depth')] for f in answer.get('findings', [])],
        'obligations': {o['name']: o.get('status') for o in answer.get('obligations', [])},
        'counts': {k: stats[k] for k in ('states', 'setups', 'transitions', 'solutions') if k in stats},
        'work': stats.get('work', {}), 'attempts': [[a['tactic'], a['effort']] for a in stats.get('attempts', [])],
        'ended': was_ended(command, code, answer), 'seconds': seconds_of(answer),
    }


class Recorder:
    """Each job is a function without arguments that gives records."""

    def __init__(self, bounce, cases):
        self.bounce, self.case_folder = os.path.abspath(bounce), os.path.abspath(cases)

    def one(self, kind, name, words, limit):
        code, out = run([self.bounce] + words, 5 * float(limit) + 30)
        return [record_of(kind, name, ' '.join(words), code, read(out))]

    def case_file(self, path):
        words = ['run', path, '--json', '-v', '-j', '1', '--time-limit', CASE_LIMIT]
        code, out = run([self.bounce] + words, 3600)
        answers = read(out).get('answers', [])
        name = os.path.relpath(path, self.case_folder)
        if not answers:
            return [record_of('cases', name, 'run', code, {})]
        return [record_of('cases', f"{name}:{a['name']}", a['ran'], a['exit'], read(a['printed'])) for a in answers]

    def cases(self):
        paths = [os.path.join(d, f) for d, _, names in os.walk(self.case_folder) for f in names]
        return [lambda p=p: self.case_file(p) for p in sorted(paths) if p.endswith('.yaml')]

    def corpus(self):
        folder = os.path.join(SHARED, 'corpus')
        with open(os.path.join(folder, 'models.json')) as table:
            files = [m['file'] for m in json.load(table)]
        limits = ['--json', '--time-limit', CORPUS_LIMIT] + MEMORY
        commands = {'check': limits, 'explore': limits + EXPLORE_STATES}
        return [lambda c=c, f=f: self.one('corpus', f'{c} {f}', [c, os.path.join(folder, 'models', f)] + commands[c],
                                          CORPUS_LIMIT) for f in files for c in commands]

    def kodkod(self):
        folder = os.path.join(SHARED, 'bench', 'kodkod')
        files = sorted(f for f in os.listdir(folder) if f.endswith('.mch'))
        limits = ['--json', '--time-limit', KODKOD_LIMIT] + MEMORY
        return [lambda f=f: self.one('kodkod', f, ['constants', os.path.join(folder, f)] + limits, KODKOD_LIMIT)
                for f in files]

    def predicates_of(self, machine, predicates):
        with tempfile.NamedTemporaryFile('w', suffix='.txt', encoding='utf-8') as batch:
            batch.write('\n'.join(predicates) + '\n')
            batch.flush()
            words = ['solve', '-m', os.path.join(SHARED, 'corpus', 'models', machine), '--batch', batch.name, '--json',
                     '-v', '--time-limit', PREDICATE_LIMIT]
            code, out = run([self.bounce] + words, 60 + 5 * float(PREDICATE_LIMIT) * len(predicates))
        answers = {a.get('line'): a for a in map(read, out.split('\n'))}
        words[4] = 'FILE'
        # the exit code is that of them all
        return [record_of('predicates', f'{machine}:{i}', ' '.join(words), None if i in answers else code,
                          answers.get(i, {}))
                for i in range(1, len(predicates) + 1)]

    def predicates(self):
        machines = collections.OrderedDict()
        with open(os.path.join(SHARED, 'bench', 'predicates', 'predicates.tsv'), encoding='utf-8') as table:
            for line in table:
                fields = line.rstrip('\n').split('\t', 5)
                machines.setdefault(fields[0], []).append(fields[5])
        return [lambda m=m, p=p: self.predicates_of(m, p) for m, p in machines.items()]


def record(options):
    recorder, count, started = Recorder(options.bounce, options.cases), collections.Counter(), time.monotonic()
    index, parts = map(int, options.part.split('/'))
    with open(options.out, 'w') as out, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for kind in options.sets.split(','):
            try:
                jobs = getattr(recorder, kind)()[index - 1::parts]
            except OSError as missing:
                print(f'{kind}: left out: {missing}')
                continue
            for records in pool.map(lambda job: job(), jobs):
                for r in records:
                    print(json.dumps(r), file=out)
                    count['questions'] += 1
                    count['ended'] += r['ended']
                out.flush()
            print(f'{kind}: {time.monotonic() - started:.0f} s, {dict(count)} so far', flush=True)
    return 0


# ---- compare ----------------------------------------------------------------------------------------

STRICT = ('exit', 'verdict', 'complete', 'obligations')
LOOSE = ('findings', 'counts')
OPPOSITE = ({'holds', 'violated'}, {'found', 'none'})


def load(path):
    with open(path) as lines:
        return {(r['set'], r['id']): r for r in map(json.loads, lines)}


def difference(old, new, field):
    a, b = old[field], new[field]
    if field == 'obligations':
        names = [n for n in {**a, **b} if a.get(n) != b.get(n)]
        return ', '.join(f'{n}: {a.get(n)} -> {b.get(n)}' for n in names)
    return f'{field}: {a} -> {b}'


def changed(pairs, fields):
    found = {k: [difference(*p, f) for f in fields if p[0][f] != p[1][f]] for k, p in pairs.items()}
    return [f"  {' '.join(k)}: {'; '.join(what)}" for k, what in found.items() if what]


def answerers(pairs):
    """A line for each pair of names: a tactic that is called otherwise now is no more than that."""
    groups = collections.defaultdict(list)
    for key, (old, new) in pairs.items():
        if old['by'] != new['by']:
            groups[old['by'], new['by']].append(' '.join(key))
    return [f'  {a} -> {b}: {len(keys)}, first {keys[0]}' for (a, b), keys in groups.items()]


def show(title, lines, most=200):
    print(f'{title}: {len(lines)}')
    for line in lines[:most]:
        print(line[:400])
    if len(lines) > most:
        print(f'  ... {len(lines) - most} more')


def work(r, what):
    return r['work'].get(what, 0)


def ratio(old, new):
    return new / old if old else 1.0 if new == old else float('inf')


def show_sums(pairs, most):
    """One line for each set and one for all; is the effort of each within the bound?"""
    is_good = True
    print(f"{'work':12}{'questions':>10}" + ''.join(f'{w:>16}{"":>16}{"ratio":>8}' for w in WORK))
    for kind in SETS + ('all',):
        of = [p for (k, _), p in pairs.items() if kind in (k, 'all')]
        line = f'{kind:12}{len(of):10}'
        for what in WORK:
            a, b = sum(work(old, what) for old, _ in of), sum(work(new, what) for _, new in of)
            line += f'{a:16}{b:16}{ratio(a, b):8.3f}'
            is_good &= what != 'effort' or ratio(a, b) <= most
        print(line)
    return is_good


def growth(pair):
    return work(pair[1], 'effort') - work(pair[0], 'effort')


def show_largest(pairs):
    ranked = sorted(((k, p) for k, p in pairs.items() if growth(p)), key=lambda x: -abs(growth(x[1])))
    show('other effort, by size', [f"  {' '.join(k)}: {work(p[0], 'effort')} -> {work(p[1], 'effort')} "
                                   f'({ratio(work(p[0], "effort"), work(p[1], "effort")):.3f})' for k, p in ranked], 20)


def is_lost(old, new):
    """Not for want of time alone; last words tell no effort."""
    is_late = new['ended'] and not old['ended']
    return is_late and (not new['work'] or work(new, 'effort') > work(old, 'effort'))


def compare(options):
    old, new = load(options.old), load(options.new)
    both = {k: (old[k], new[k]) for k in old if k in new and old[k]['command'] == new[k]['command']}
    free = {k: p for k, p in both.items() if not p[0]['ended'] and not p[1]['ended']}
    ended = {k: p for k, p in both.items() if k not in free}
    wrong = {k: p for k, p in ended.items() if is_lost(*p) or {p[0]['verdict'], p[1]['verdict']} in OPPOSITE}
    show('only in the old file', [f"  {' '.join(k)}" for k in old if k not in new], 20)
    show('only in the new file', [f"  {' '.join(k)}" for k in new if k not in old], 20)
    show('asked otherwise', [f"  {' '.join(k)}" for k in old if k in new and k not in both], 20)
    answers, details = changed(free, STRICT), changed(free, LOOSE)
    against = changed(wrong, STRICT)
    show('ended by a limit, with answers lost or against each other', against)
    show(f'ended by a limit ({len(ended)}), with other answers', changed(ended, STRICT))
    show('other answers', answers)
    show('other details', details)
    show('answered by others', answerers(free))
    show_largest(free)
    is_within = show_sums(free, options.effort)
    print(f"effort is {'within' if is_within else 'beyond'} {options.effort} times that of before")
    return 1 if answers or against or not is_within else 0


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = p.add_subparsers(dest='command', required=True)
    r = commands.add_parser('record')
    r.add_argument('--bounce', default=os.path.join(ROOT, 'bounce'))
    r.add_argument('--sets', default=','.join(SETS))
    r.add_argument('-j', '--jobs', type=int, default=1)
    r.add_argument('--part', default='1/1', help='of each set the K-th of N parts: K/N')
    r.add_argument('--cases', default=os.path.join(ROOT, 'cases'))
    r.add_argument('out')
    c = commands.add_parser('compare')
    c.add_argument('--effort', type=float, default=1.03)
    c.add_argument('old')
    c.add_argument('new')
    options = p.parse_args()
    return record(options) if options.command == 'record' else compare(options)


if __name__ == '__main__':
    sys.exit(main())
