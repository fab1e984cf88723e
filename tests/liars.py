#!/usr/bin/env python3
"""`--engine abc`: what another program says is believed only if it is checked. Programs that lie take the place of ABC (BOUNCE_ABC).

    tests/liars.py

Where ABC is installed (Debian: berkeley-abc), it proves what needs an invariant, and finds the fault. BOUNCE names another program than ./bounce.
The last line is 'N passed, N failed'.
"""
import os
import shutil
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BOUNCE = os.path.abspath(os.environ.get('BOUNCE', os.path.join(ROOT, 'bounce')))
# Of x : 0..3 and y : 0..3 only 0 and 1 are ever there; that x is not 2 is true of all states, but not inductive.
MACHINE = """MACHINE Swap VARIABLES x, y
INVARIANT x : 0..3 & y : 0..3 & x /= 2
INITIALISATION x, y := 0, 1
OPERATIONS
  swap = BEGIN x, y := y, x END%s
END
"""
FAULT = ';\n  count = PRE x = 1 THEN x := 2 END'
# What the program prints, and writes to the file behind "-I" (an invariant) or "-a" (a run); the exit code: 3 where an invariant is none.
LIES = {
    'proved, with nothing': ('Property proved', '', None, 3),
    'proved, by cubes': ('Property proved', '.ilb l0 l1 l2\n01- 1\n1-1 1\n.e\n', None, 3),
    'proved, by latches that are not there': ('Property proved', '.ilb l99999\n1 1\n', None, 5),
    'found, with nothing': ('was asserted in frame', None, '', 5),
    'found, by steps that lead nowhere': ('was asserted in frame', None, '0000\n0000000000\n1111111111\n# DONE\n', 5),
    'no answer': ('', None, None, 5),
}


def liar(folder, say, invariant, run):
    path = os.path.join(folder, 'abc')
    with open(path, 'w', encoding='utf-8') as f:
        f.write('#!/usr/bin/env python3\nimport sys\nwords = sys.argv[2].replace(";", " ").split()\n')
        for option, text in (('-I', invariant), ('-a', run)):
            if text is not None:
                f.write(f'open(words[words.index({option!r}) + 1], "w").write({text!r})\n')
        f.write(f'print({say!r})\n')
    os.chmod(path, 0o755)
    return path


def check(folder, fault, abc):
    path = os.path.join(folder, 'Swap.mch')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(MACHINE % fault)
    env = dict(os.environ, **({'BOUNCE_ABC': abc} if abc else {}))
    done = subprocess.run([BOUNCE, 'check', '--engine', 'abc', '--time-limit', '20', path], env=env, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout + done.stderr


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        asked = [(name, fault, liar(folder, *lie[:3]), lie[3]) for name, lie in LIES.items() for fault in ('', FAULT)]
        if shutil.which('berkeley-abc'):
            asked += [('ABC', '', None, 0), ('ABC', FAULT, None, 10)]
        for name, fault, abc, expected in asked:
            if abc:
                liar(folder, *LIES[name][:3])
            code, shown = check(folder, fault, abc)
            passed += code == expected
            failed += code != expected
            if code != expected:
                print(f'{name}{", with a fault" if fault else ""}: exit {code}, not {expected}\n{shown}', flush=True)
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    raise SystemExit(main())
