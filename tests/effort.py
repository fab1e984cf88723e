#!/usr/bin/env python3
"""Has --effort-limit the same answer on every machine?

Each question is asked twice, the second time with a clock that runs a thousand times as fast (a library that is loaded
before libc): all of the JSON must be the same to the last unit of effort, but for seconds. So no place is left where
the clock decides what is tried.

    tests/effort.py [--bounce ./bounce] [--seed N] [--count N] [--limits 3000,200000] [--commands check,...] [PATH ...]

Without paths: machines, predicates and a sequent of its own. With them: machines (files, or N of those below folders).
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

CLOCK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
int clock_gettime(clockid_t id, struct timespec *t)
{
	static int (*real)(clockid_t, struct timespec *);
	if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
	int result = real(id, t);
	if (id != CLOCK_MONOTONIC) return result;
	static struct timespec first;
	if (!first.tv_sec) first = *t;
	long long passed = (t->tv_sec - first.tv_sec) * 1000000000LL + t->tv_nsec - first.tv_nsec;
	t->tv_sec = first.tv_sec + passed / 1000000;
	t->tv_nsec = passed % 1000000 * 1000;
	return result;
}
"""

COUNTERS = """MACHINE Counters
DEFINITIONS ASSERT_LTL_returns == "G F {held = {}}"; ASSERT_CTL_full == "AG EF {held = ITEM}"
SETS ITEM
CONSTANTS most, weight
PROPERTIES most : 5..60 & weight : ITEM --> 1..9 & card(ITEM) = 3
VARIABLES x, y, held
INVARIANT x : NATURAL & y : INTEGER & held <: ITEM & x + y <= 3 * most
INITIALISATION x, y, held := 0, 0, {}
OPERATIONS
  up = SELECT x < most THEN x := x + 1 END;
  turn(i) = SELECT i : ITEM & i /: held THEN y := y + weight(i) || held := held \\/ {i} END;
  leave = SELECT held /= {} THEN ANY i WHERE i : held THEN held := held - {i} || y := y - 1 END END;
  jump(n) = SELECT n : -9..9 & x * x + n * n = 25 THEN x := x + n END
END
"""

HARD = """MACHINE Hard
DEFINITIONS ASSERT_LTL_grows == "G ({size(s) = 3} => F {s = []})"
CONSTANTS a, b, c
PROPERTIES a : 1..400 & b : 1..400 & c : 1..400 & a * a * a + b * b * b = c * c * c + 3 & a < b & a /= 1 & c /= b
VARIABLES s, n
INVARIANT s : seq(0..6) & n : NATURAL & (size(s) < 7 or n * n /= 2 * b * b + 1)
INITIALISATION s, n := [], 0
OPERATIONS
  put(x) = SELECT x : 0..6 & x /: ran(s) THEN s := s <- x || n := n + x * x END;
  clear = SELECT s /= [] THEN s := tail(s) END
END
"""

PREDICATES = """x * x * x + y * y * y = z * z * z + 17 & x : 1..900 & y : 1..900 & z : 1..900 & x > 300 & y > x
f : 1..9 --> 1..9 & !(i, j).(i : 1..9 & j : 1..9 & i < j => f(i) /= f(j) & f(i) - f(j) /= i - j & f(j) - f(i) /= i - j)
s <: 1..40 & card(s) = 20 & SIGMA(i).(i : s | i * i) = 10000 & !(i).(i : s => i + 1 /: s)
g : INTEGER --> INTEGER & !x.(x : INTEGER => g(g(x)) = x + 1)
"""

GOAL = ['--hyp', 'f : 1..6 >-> 1..6 & g : 1..6 --> INTEGER & !x.(x : 1..6 => g(f(x)) > x * x)',
        '--goal', 'SIGMA(x).(x : 1..6 | g(x)) > 96']
COMMANDS = ('check', 'explore', 'disprove', 'constants', 'ltl', 'relate', 'symmetry')


def make_clock(folder):
    source, library = os.path.join(folder, 'clock.c'), os.path.join(folder, 'clock.so')
    with open(source, 'w') as out:
        out.write(CLOCK)
    subprocess.run([os.environ.get('CC', 'cc'), '-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], check=True)
    return library


def questions(options, folder):
    """Command lines, without the limit."""
    if options.paths:
        files = [p for p in options.paths if os.path.isfile(p)]
        found = sorted(os.path.join(d, f) for p in options.paths for d, _, names in os.walk(p) for f in names
                       if f.endswith(('.mch', '.ref', '.imp', '.sys')))
        files += random.Random(options.seed).sample(found, min(options.count, len(found)))
        return [[c, f] for f in files for c in options.commands.split(',')]
    for name, text in (('Counters.mch', COUNTERS), ('Hard.mch', HARD), ('predicates', PREDICATES)):
        with open(os.path.join(folder, name), 'w') as out:
            out.write(text)
    machines = [os.path.join(folder, m) for m in ('Counters.mch', 'Hard.mch')]
    all_commands = [[c, m] for m in machines for c in options.commands.split(',')]
    engines = [['check', machines[0], '--engine', e] for e in ('bmc', 'pdr', 'k_induction', 'greedy', 'obligations')]
    formulas = [['ltl', machines[0], '--formula', 'G F {held = {}}', '--engine', e] for e in ('states', 'bounded', 'pdr')]
    batch = ['solve', '--batch', os.path.join(folder, 'predicates')]
    return all_commands + engines + formulas + [batch, ['disprove', *GOAL], ['constants', machines[1], '--all']]


def plain(x):
    """Without what a clock or the memory of the machine says."""
    if isinstance(x, dict):
        return {k: plain(v) for k, v in x.items() if 'seconds' not in k and k != 'bytes'}
    return [plain(v) for v in x] if isinstance(x, list) else x


def ask(options, line, limit, clock):
    words = [options.bounce, *line, '--effort-limit', str(limit)] + ([] if '--batch' in line else ['--json'])
    environment = dict(os.environ, LD_PRELOAD=clock) if clock else None
    run = subprocess.run(words, capture_output=True, env=environment, stdin=subprocess.DEVNULL, check=False)
    try:
        answers = [json.loads(x) for x in run.stdout.decode(errors='replace').splitlines() if x.strip()] \
            if '--batch' in line else json.loads(run.stdout)
    except ValueError:
        answers = run.stdout[:200]
    return run.returncode, plain(answers)


def differences(a, b, path=''):
    if isinstance(a, dict) and isinstance(b, dict):
        return [d for k in sorted({*a, *b}) for d in differences(a.get(k), b.get(k), f'{path}.{k}')]
    if isinstance(a, (list, tuple)) and type(a) is type(b) and len(a) == len(b):
        return [d for i, (x, y) in enumerate(zip(a, b)) for d in differences(x, y, f'{path}[{i}]')]
    return [] if a == b else [f'{path}: {str(a)[:60]} and {str(b)[:60]}']


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--bounce', default='./bounce')
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--count', type=int, default=20)
    p.add_argument('--limits', default='3000,200000')
    p.add_argument('--commands', default=','.join(COMMANDS))
    p.add_argument('-v', '--verbose', action='store_true')
    p.add_argument('paths', nargs='*')
    options = p.parse_args()
    passed = failed = limited = 0
    with tempfile.TemporaryDirectory() as folder:
        clock = make_clock(folder)
        for line in questions(options, folder):
            for limit in map(int, options.limits.split(',')):
                first, second = ask(options, line, limit, None), ask(options, line, limit, clock)
                limited += 'effort-limit' in str(first)
                found = differences(first, second)
                if first[0] not in (0, 1, 5, 10):
                    found.append(f'exit code {first[0]}')
                if options.verbose:
                    print(first[0], limit, *line)
                passed, failed = passed + (not found), failed + bool(found)
                if found:
                    print(f"FAIL {' '.join(line)} --effort-limit {limit}: {'; '.join(found[:4])}", flush=True)
    if not options.paths and limited < 12:
        print(f'only {limited} questions came to the limit')
        failed += 1
    print(f'{limited} came to the limit\n{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
