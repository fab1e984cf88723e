#!/usr/bin/env python3
"""Invariants that PDR finds and writes (`bounce check --invariant-out`), against exploration and the prover.

    tests/invariants.py [--seed N] [--count N] [--cases] [FILE...]

Of random machines, with --cases of those of cases/, or of these files: the machine with the invariant must parse and type, explore must find
it true in all states (the same states as before), and disprove must refute no obligation of it that says that it is established or kept, for
the same sizes. The last line is 'N passed, N failed'.
"""
import argparse
import json
import os
import subprocess
import tempfile

from aiger import BOUNCE, case_machines, random_machines

LIMIT = ['--time-limit', '20']


def bounce(*words):
    try:
        done = subprocess.run([BOUNCE, *words], capture_output=True, text=True, timeout=90)
    except subprocess.TimeoutExpired:
        return None, {}
    return done.returncode, json.loads(done.stdout) if done.stdout else {}


def explored(path, options):
    code, answer = bounce('explore', '--json', *LIMIT, *options, path)
    return code, answer.get('coverage', answer).get('states'), answer


def kept(path, sizes):
    """Names of obligations that are refuted though what they say is what was proved."""
    code, answer = bounce('disprove', '--json', '--time-limit', '2', '--total-limit', '40', *sizes, path)
    if code is None or 'obligations' not in answer:
        return [f'disprove: {code}']
    return [o['name'] for o in answer['obligations']
            if o['status'] == 'refuted' and o['kind'] in ('initialisation', 'preservation')]


def ask(path, options, out):
    """None: there is no invariant. Otherwise what is wrong, or ''."""
    if os.path.exists(out):
        os.unlink(out)
    code, answer = bounce('check', '--json', '--invariant-out', out, *LIMIT, *options, path)
    if code == 3:
        return 'internal error'
    if not os.path.exists(out):
        return None
    if code != 0:
        return f'an invariant, but exit {code}'
    if bounce('parse', '--json', out)[0] != 0:
        return 'what was written is not read back'
    before, states, _ = explored(path, options)
    after, found, told = explored(out, options)
    if before == 0 and (after != 0 or states != found):
        return f'explore: {after}, {states} and {found} states: {told.get("findings")}'
    sets = answer.get('bounds', {}).get('sets', {})
    sizes = [word for s, n in sets.items() for word in ('--card', f'{s}={n}')]
    refuted = kept(out, sizes)
    return f'disprove refutes {refuted}' if refuted else ''


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument('--seed', type=int, default=1)
    options.add_argument('--count', type=int, default=20)
    options.add_argument('--cases', action='store_true')
    options.add_argument('file', nargs='*')
    o = options.parse_args()
    passed = failed = without = 0
    with tempfile.TemporaryDirectory() as directory:
        machines = random_machines(o.seed, o.count, directory)
        if o.cases or o.file:
            machines = case_machines(directory) if o.cases else ((f, [f]) for f in o.file)
        for name, (path, *words) in machines:
            wrong = ask(path, words, os.path.join(os.path.dirname(os.path.abspath(path)), 'invariant_out.mch'))
            without += wrong is None
            passed += wrong == ''
            failed += bool(wrong)
            if wrong:
                print(f'{name}: {wrong}', flush=True)
    print(f'{without} machines without an invariant')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    raise SystemExit(main())
