#!/usr/bin/env python3
"""Reports which lines and branches of the product were executed.

    tests/coverage.py [--least PERCENT] BUILD FOLDER...

BUILD holds the objects, compiled with --coverage, and what the runs left beside them. The table has a line for each
folder; BUILD/report.txt lists the functions that were never executed and, by file, the lines. The exit code is 1 if less
than PERCENT of the lines of a folder were executed.
"""
import argparse
import collections
import json
import os
import subprocess
import sys


class File:
    def __init__(self):
        self.lines = collections.Counter()     # line: how often it was executed
        self.branches = collections.Counter()  # (line, index): how often it was taken
        self.functions = {}                    # name: [first line, how often it was called]

    def add(self, found):
        for line in found['lines']:
            number = line['line_number']
            self.lines[number] += line['count']
            for i, branch in enumerate(line['branches']):
                self.branches[number, i] += branch['count']
        for function in found['functions']:
            known = self.functions.setdefault(function['name'], [function['start_line'], 0])
            known[1] += function['execution_count']

    def missing_lines(self):
        return sorted(n for n, count in self.lines.items() if count == 0)


def read(build, folders):
    """What gcov says of all objects: {path: File}. Headers occur in many objects: counts are added up."""
    objects = sorted(os.path.join(at, name) for folder in folders for at, _, names in os.walk(os.path.join(build, folder))
                     for name in names if name.endswith('.gcno'))
    files = collections.defaultdict(File)
    for i in range(0, len(objects), 50):
        out = subprocess.run(['gcov', '--json-format', '--branch-probabilities', '--stdout', *objects[i:i + 50]],
                             capture_output=True, text=True, check=True).stdout
        for line in out.splitlines():
            for found in json.loads(line)['files'] if line.startswith('{') else []:
                path = os.path.normpath(found['file'])
                if path.split('/')[0] in folders and path.endswith(('.c', '.h')) and os.path.exists(path):
                    files[path].add(found)
    return files


def percent(counts):
    done = sum(1 for c in counts if c)
    return 100 * done / len(counts) if counts else 100, done, len(counts)


def ranges(numbers):
    """3-5 9: the numbers as ranges."""
    parts = []
    for n in numbers:
        if parts and parts[-1][1] == n - 1:
            parts[-1][1] = n
        else:
            parts.append([n, n])
    return ' '.join(str(a) if a == b else f'{a}-{b}' for a, b in parts)


def row(name, files):
    lines, executed, of = percent([c for f in files for c in f.lines.values()])
    branches, taken, in_all = percent([c for f in files for c in f.branches.values()])
    never = sum(1 for f in files for _, count in f.functions.values() if count == 0)
    print(f'{name:9} {lines:6.1f} % {executed:6} of {of:6} {branches:6.1f} % {taken:6} of {in_all:6} {never:6}')
    return lines


def report(files, out):
    print('# functions that were never executed', file=out)
    for path, f in sorted(files.items()):
        for name, (line, count) in sorted(f.functions.items(), key=lambda item: item[1]):
            if count == 0:
                print(f'{path}:{line}: {name}', file=out)
    print('\n# lines that were never executed: how many, of how many', file=out)
    for path, f in sorted(files.items(), key=lambda item: -len(item[1].missing_lines())):
        missing = f.missing_lines()
        if missing:
            print(f'{path}: {len(missing)} of {len(f.lines)}: {ranges(missing)}', file=out)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('--least', type=float, default=90)
    options.add_argument('build')
    options.add_argument('folders', nargs='+')
    options = options.parse_args()
    files = read(options.build, options.folders)
    with open(os.path.join(options.build, 'report.txt'), 'w', encoding='utf-8') as out:
        report(files, out)
    print(f'{"folder":9} {"lines executed":>25} {"branches taken":>25} {"functions never called":>7}')
    low = [folder for folder in options.folders
           if row(folder, [f for path, f in files.items() if path.split('/')[0] == folder]) < options.least]
    row('all', files.values())
    print(f'what was never executed: {options.build}/report.txt')
    if low:
        print(f'below {options.least:g} % of the lines: {" ".join(low)}')
    sys.exit(bool(low))


main()
