#!/usr/bin/env python3
"""`--certify` on machines of cases/, and `bounce certify` on what is left: also after one byte of it was changed.

    tests/certificates.py [FILE...]

Each folder must be good as it is; a byte that is another one in a proof, in clauses, or anywhere in the manifest must be noticed. The last line
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
BOUNCE = os.path.join(ROOT, 'bounce')
PLACES = 4  # of a file, that are changed


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


def tamper(folder):
    """What was changed and not noticed."""
    missed = []
    for path in sorted(glob.glob(folder + '/*')):
        size = os.path.getsize(path)
        for at in sorted(random.sample(range(size), min(size, PLACES))) + [size - 1]:
            if not is_noticed(folder, path, at):
                missed.append(f'{os.path.basename(path)}:{at}')
    return missed


def ask(command, path, folder):
    """None: there is nothing to certify. Otherwise what is wrong, or ''."""
    done = run(command, '--certify', '--certificates', folder, '--time-limit', '20', path)
    if not os.path.exists(folder + '/manifest.json'):
        return None
    if done.returncode not in (0, 10):
        return f'exit {done.returncode}'
    again = run('certify', folder)
    if again.returncode != 0:
        return again.stdout
    if 'without certificate' not in done.stdout + done.stderr:
        return 'nothing is said of what has no certificate'
    missed = tamper(folder)
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


def main():
    random.seed(1)
    passed = failed = 0
    if shutil.which('drat-trim') or os.path.exists(os.path.join(ROOT, 'build/deps/usr/bin/drat-trim')):
        with tempfile.TemporaryDirectory() as directory:
            for path in sys.argv[1:] or machines(directory):
                folder = os.path.join(directory, 'certificates_of_' + os.path.basename(path))
                wrong = ask('check', path, folder)
                passed += wrong == ''
                failed += bool(wrong)
                if wrong:
                    print(f'{path}: {wrong}', flush=True)
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    raise SystemExit(main())
