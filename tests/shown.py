#!/usr/bin/env python3
"""Do the commands that README.md and docs/MANUAL.md show print what is shown there?

    tests/shown.py [--bounce PATH] [-v]     -v: what each prints instead

An example is an indented `$ bounce ...`, or `$ ./bounce ...`, and the lines below it, up to the next command or the end of the
block. A line `...` stands for any lines; seconds are not compared. Left out are commands without an answer, dialogues (lines
`> ...`) and what is about files that are not here (src/).

The last line is 'N passed, N failed'.
"""
import argparse
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SECONDS = r'(?:(?<="seconds":)\d+\.\d+|\d+\.\d+(?= s\b))'
PAGES = ('README.md', 'docs/MANUAL.md')


def examples(page):
    """Line number, command and what is shown, of each."""
    command = None
    with open(os.path.join(ROOT, page), encoding='utf-8') as f:
        for number, line in enumerate(f.read().splitlines() + ['.'], 1):
            begins = re.match(r' {4}\$ (.*\bbounce .*)', line)
            if command and (begins or (line and not line.startswith('    '))):
                yield command[0], command[1], '\n'.join(shown).strip('\n')
                command = None
            if begins:
                command, shown = (number, begins.group(1)), []
            elif command:
                shown.append(line[4:])


def can_be_asked(command, shown):
    if not shown or re.search('^> ', shown, re.M):
        return False
    return all(os.path.exists(os.path.join(ROOT, f)) for f in re.findall(r"(?<![\w'])[\w./]+\.(?:mch|certificates)\b|\bsrc/", command))


def pattern(shown):
    lines = []
    for line in shown.rstrip().splitlines():
        words = re.split(SECONDS, line)
        lines.append(SECONDS.join(re.escape(w) for w in words))
    return re.sub(r'(^|\n)\\\.\\\.\\\.(?=\n|$)', r'\1(?:.*\n)*?.*', '\n'.join(lines))


def printed(program, command):
    words = re.sub(r'(^|[|] *)(?:\./)?bounce ', lambda m: m.group(1) + program + ' ', command)
    done = subprocess.run(['bash', '-c', words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    return done.stdout.strip('\n')


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument('--bounce', default=os.path.join(ROOT, 'bounce'))
    options.add_argument('-v', action='store_true')
    options = options.parse_args()
    passed = failed = 0
    for page in PAGES:
        for number, command, shown in examples(page):
            if not can_be_asked(command, shown):
                continue
            got = printed(os.path.abspath(options.bounce), command)
            if re.fullmatch(pattern(shown), '\n'.join(l.rstrip() for l in got.splitlines())):
                passed += 1
                continue
            failed += 1
            print('%s:%d: %s prints something else%s' % (page, number, command, ':\n' + got if options.v else ''))
    print('%d passed, %d failed' % (passed, failed))
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
