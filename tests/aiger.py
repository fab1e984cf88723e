#!/usr/bin/env python3
"""Circuits of `bounce check --aiger` in ABC (Debian: berkeley-abc), against `check --engine pdr` on the same machine.

    tests/aiger.py [--seed N] [--count N] [--cases]

Random machines, or with --cases all machines of cases/ that can be written. ABC's pdr must prove or refute what bounce does, and bmc3 must find a
run exactly where pdr does, at a depth that is at most the one that bounce shows. The last line is 'N passed, N failed'; without ABC nothing is asked.
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BOUNCE = os.path.join(ROOT, 'bounce')


def abc(circuit, command):
    """'proved', 'found' with the frame, or 'open'."""
    try:
        done = subprocess.run(['berkeley-abc', '-c', f'read_aiger {circuit}; orpos; {command}'], capture_output=True,
                              text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return 'open', 0
    found = re.search(r'asserted in frame (\d+)', done.stdout)
    if found:
        return 'found', int(found.group(1))
    return ('proved' if 'Property proved' in done.stdout else 'open'), 0


def bounce(words):
    done = subprocess.run([BOUNCE, 'check', '--engine', 'pdr', '--json', '--time-limit', '30', *words],
                          capture_output=True, text=True, timeout=120)
    return done.returncode, json.loads(done.stdout) if done.stdout else {}


def ask(words, circuit):
    """None: no circuit. Otherwise what is wrong, or ''."""
    if os.path.exists(circuit):
        os.unlink(circuit)
    subprocess.run([BOUNCE, 'check', '--aiger', circuit, '-k', '1', '--time-limit', '10', *words],
                   capture_output=True, timeout=120)
    if not os.path.exists(circuit):
        return None
    code, answer = bounce(words)
    reason = answer.get('reason') or ''
    if code == 10 and not answer.get('findings'):  # a temporal assertion is violated, of which circuits know nothing
        code = 0 if answer.get('complete') else 5
    if 'time limit' in reason:
        return None
    proved, found = abc(circuit, 'pdr -T 20'), abc(circuit, 'bmc3 -F 40 -T 20')
    is_found = code == 10 or 'leave' in reason or 'none for the evaluator' in reason
    expected = 'proved' if code == 0 else 'found' if is_found else 'open'
    if expected == 'open':
        return None  # no initial state within the bounds
    if proved[0] not in (expected, 'open'):
        return f'bounce: {code} {reason}; ABC pdr: {proved}'
    if (found[0] == 'found') != (expected == 'found') and found[0] != 'open':
        return f'bounce: {code} {reason}; ABC bmc3: {found}'
    is_near = proved[0] == 'found' and proved[1] < 20  # else bmc3 may have had no time for it
    if found[0] == 'open' and is_near:
        return f'bounce: {code} {reason}; ABC bmc3 finds nothing'
    return ''


def random_machines(first, count, directory):
    for seed in range(first, first + count):
        subprocess.run([os.path.join(ROOT, 'build/tests/machine_text'), str(seed), directory], check=True)
        yield f'seed {seed}', [os.path.join(directory, 'M.mch')] + (['--strict'] if seed % 4 == 0 else [])


def case_machines(directory):
    for path in sorted(glob.glob(os.path.join(ROOT, 'cases/**/*.mch'), recursive=True)):
        yield path, [path]
    text = re.compile(r'^- name: (\S+).*?\n  text: (?:&\w+ )?\|\n((?:    [^\n]*\n|\n)+)', re.M | re.S)
    for path in sorted(glob.glob(os.path.join(ROOT, 'cases/*/*.yaml'))):
        with open(path, encoding='utf-8', errors='replace') as f:
            for case in re.split(r'^(?=- name:)', f.read(), flags=re.M):
                for name, machine in text.findall(case):
                    model = os.path.join(directory, 'M.mch')
                    with open(model, 'w', encoding='utf-8') as out:
                        out.write(machine)
                    yield f'{path}: {name}', [model]


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument('--seed', type=int, default=1)
    options.add_argument('--count', type=int, default=20)
    options.add_argument('--cases', action='store_true')
    o = options.parse_args()
    passed = failed = without = 0
    if shutil.which('berkeley-abc'):
        with tempfile.TemporaryDirectory() as directory:
            machines = case_machines(directory) if o.cases else random_machines(o.seed, o.count, directory)
            for name, words in machines:
                wrong = ask(words, os.path.join(directory, 'circuit.aig'))
                without += wrong is None
                passed += wrong == ''
                failed += bool(wrong)
                if wrong:
                    print(f'{name}: {wrong}', flush=True)
        print(f'{without} machines without a circuit')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    raise SystemExit(main())
