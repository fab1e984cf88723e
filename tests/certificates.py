#!/usr/bin/env python3
"""`--certify` on machines of cases/, and `bounce certify` on what is left: also after one byte of it was changed.

    tests/certificates.py [--short] [FILE...]

Machines are asked about by check and by disprove; --short: one by each. Each folder must be good as it is; a byte that is another one in a proof, in clauses, or anywhere in the manifest must be noticed. The last line
is 'N passed, N failed'; without kissat and drat-trim nothing is asked.
"""
import glob
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BOUNCE = os.path.abspath(os.environ.get('BOUNCE', os.path.join(ROOT, 'bounce')))
PLACES = 4  # of a file, that are changed
OBLIGATIONS = """MACHINE Add SETS S
VARIABLES s, t, n
INVARIANT s <: S & t <: S & s /\\ t = {} & n : 0..10
INITIALISATION s, t, n := {}, {}, 0
OPERATIONS
  add(x) = PRE x : S & x /: t THEN s := s \\/ {x} END;
  move(x) = PRE x : s & n < 10 THEN s := s - {x} || t := t \\/ {x} || n := n + 1 END
END
"""


def run(*words):
    return subprocess.run([BOUNCE, *words], capture_output=True, text=True, timeout=120)


def is_noticed(folder, path, at):
    with open(path, 'r+b') as f:
        f.seek(at)
        old = f.read(1)
        f.seek(at)
        f.write(bytes([old[0] ^ 1 << random.randrange(8)]))
    code = run('certify', folder).returncode
    with open(path, 'r+b') as f:
        f.seek(at)
        f.write(old)
    return code in (1, 10)


def places(folder, is_short):
    """Files, and bytes of them to change."""
    files = sorted(glob.glob(folder + '/*'))
    if is_short:
        files = [folder + '/manifest.json', random.choice([f for f in files if f.endswith('.cnf')]),
                 random.choice([f for f in files if f.endswith('.drat') and os.path.getsize(f)])]
    for path in files:
        size = os.path.getsize(path)
        if size == 0:  # the clauses have the empty one among them
            continue
        chosen = [random.randrange(size)] if is_short else sorted(random.sample(range(size), min(size, PLACES)))
        for at in chosen + [size - 1][is_short:]:
            yield path, at


def ask(command, path, folder, is_short):
    """None: there is nothing to certify. Otherwise what is wrong, or ''."""
    few = ['--card', 'S=2', '--po', 'move/inv2', '--po', 'add/inv4'] if is_short and command == 'disprove' else []
    done = run(command, '--certify', '--certificates', folder, '--time-limit', '20', *few, path)
    if not os.path.exists(folder + '/manifest.json'):
        return None
    if done.returncode not in (0, 10):
        return f'exit {done.returncode}'
    again = run('certify', folder)
    if again.returncode != 0:
        return again.stdout
    said = done.stdout + done.stderr
    if 'without certificate' not in said:
        return 'nothing is said of what has no certificate'
    with open(folder + '/manifest.json', encoding='utf-8') as f:
        manifest = f.read()
    if command == 'check' and 'for all sizes of sets' in said and 'other sizes of sets' not in manifest:
        return 'other sizes have no certificate, and nothing is said of that'
    if is_short and not re.search(r'certified: ([1-9]\d*) of \1,', said):
        return said
    missed = [f'{os.path.basename(p)}:{at}' for p, at in places(folder, is_short) if not is_noticed(folder, p, at)]
    return f'not noticed: {missed}' if missed else ''


def machines(directory):
    """Of cases/check/pdr.yaml, one file each."""
    with open(os.path.join(ROOT, 'cases/check/pdr.yaml'), encoding='utf-8') as f:
        text = re.compile(r'^- name: (\S+).*?\n  text: \|\n((?:    [^\n]*\n|\n)+)', re.M | re.S)
        for case in re.split(r'^(?=- name:)', f.read(), flags=re.M):
            for name, machine in text.findall(case):
                path = os.path.join(directory, name + '.mch')
                with open(path, 'w', encoding='utf-8') as out:
                    out.write(machine)
                yield path


def questions(directory, files):
    """Commands and files."""
    path = os.path.join(directory, 'Add.mch')
    with open(path, 'w', encoding='utf-8') as out:
        out.write(OBLIGATIONS)
    for own in files or machines(directory):
        yield 'check', own
    for own in files or [path]:
        yield 'disprove', own


def main():
    random.seed(1)
    is_short = '--short' in sys.argv
    passed = failed = 0
    if shutil.which('drat-trim') or os.path.exists(os.path.join(ROOT, 'build/deps/usr/bin/drat-trim')):
        with tempfile.TemporaryDirectory() as directory:
            asked = list(questions(directory, [f for f in sys.argv[1:] if f != '--short']))
            for command, path in [asked[0], asked[-1]] if is_short else asked:
                folder = os.path.join(directory, f'{command}_{os.path.basename(path)}')
                wrong = ask(command, path, folder, is_short)
                passed += wrong == ''
                failed += bool(wrong)
                if wrong:
                    print(f'{command} {path}: {wrong}', flush=True)
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    raise SystemExit(main())
