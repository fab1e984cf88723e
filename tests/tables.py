#!/usr/bin/env python3
"""Tables of the documents that are made from .def files, and maps of files that must be whole.

    tests/tables.py           are they as the sources say?
    tests/tables.py --write   makes them so

- docs/DESIGN.md has the tables of tactics, engines and choices of hypotheses between the lines
  `<!-- table: FILE.def -->` and `<!-- end -->`;
- README.md names every source file of the product, and no file that is not there;
- files and functions that the documents name, as `folder/file.c` and `function()`, are there.

The last line is 'N passed, N failed'.
"""
import fnmatch
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DESIGN = 'docs/DESIGN.md'
# Of each table: the columns, by their place in the macro's arguments.
COLUMNS = {
    'search/tactics.def': [('tactic', 0), ('concludes', 1), ('what it does', -1)],
    'bmc/engines.def': [('engine', 0), ('concludes', 1), ('what it does', -1)],
    'temporal/engines.def': [('engine', 0), ('concludes', 1), ('what it does', -1)],
    'prove/hypotheses.def': [('hypotheses', 0), ('concludes', 1), ('which', -1)],
}
WORDS = {'BOTH': 'found, none', 'WITHIN_BOUNDS': 'none within bounds', 'ENGINE_FINDS': 'fault', 'ENGINE_COVERS': 'all runs looked at', 'ENGINE_PROVES': 'proof',
         'HYPOTHESES_PROVE': 'proof', 'HYPOTHESES_REFUTE': 'counterexample'}


def read(name):
    with open(os.path.join(ROOT, name), encoding='utf-8') as f:
        return f.read()


def entries(name):
    """The arguments of each line MACRO(a, b, "text" "more text")."""
    text = re.sub(r'/\*.*?\*/', '', read(name), flags=re.S)
    for m in re.finditer(r'^[A-Z_]+\((.*?)\)$', text, re.M | re.S):
        parts = re.findall(r'\s*((?:"(?:\\.|[^"\\])*"\s*)+|[^,"]+)(?:,|$)', m.group(1))
        yield [' '.join(re.findall(r'"((?:\\.|[^"\\])*)"', p)).replace('  ', ' ') if '"' in p else p.strip() for p in parts]


def shown(text):
    words = [w.strip() for w in text.split('|')] if re.fullmatch(r'[A-Z_ |]+', text) else [text]
    return ', '.join(WORDS.get(w, w.lower() if w.isupper() else w) for w in words)


def table(name):
    columns = COLUMNS[name]
    rows = [[c for c, _ in columns], ['---'] * len(columns)]
    for e in entries(name):
        rows.append([('`%s`' if i == 0 else '%s') % shown(e[i]) for _, i in columns])
    return ''.join('|%s|\n' % '|'.join(r if r == '---' else ' %s ' % r for r in row) for row in rows)


def with_tables(text):
    def made(m):
        return '%s\n\n%s\n%s' % (m.group(1), table(m.group(2)), m.group(3))
    return re.sub(r'(<!-- table: (\S+) -->)\n.*?(<!-- end -->)', made, text, flags=re.S)


def sources():
    folders = re.search(r'^FOLDERS\s*:=\s*((?:.*\\\n)*.*)$', read('Makefile'), re.M).group(1).replace('\\', ' ').split()
    for f in folders:
        for s in glob.glob(os.path.join(ROOT, f, '**', '*.c'), recursive=True):
            yield os.path.relpath(s, ROOT)


def map_problems():
    """A walk is a paragraph that begins with **`folder/`**; files are in it by their names,
    or by patterns such as `parse*`."""
    text = read('README.md')
    walks = {}
    for m in re.finditer(r'^\*\*`([a-z_/]+)/`\*\*(.*?)(?=\n\n|\Z)', text, re.M | re.S):
        walks[m.group(1)] = set(re.findall(r'`([a-z_0-9*]+)`', m.group(2)))
    there = {}
    for s in sources():
        there.setdefault(os.path.dirname(s), set()).add(os.path.basename(s)[:-2])
    for folder in sorted(set(there) | set(walks)):
        files, words = there.get(folder, set()), walks.get(folder, set())
        for name in sorted(files):
            if not any(fnmatch.fnmatchcase(name, w) for w in words):
                yield 'README.md: %s/%s.c is not on the walk through its folder' % (folder, name)
        for w in sorted(words):
            if not fnmatch.filter(files, w):
                yield 'README.md: there is no %s/%s.c' % (folder, w)


def option_problems():
    """Every option of the table is in the manual by its long name, and the reverse; what help says of a command its man page says, too."""
    options = set(re.findall(r'^OPTION\(\w+, \w+, "([\w-]+)"', read('cli/options.def'), re.M))
    manual = set(re.findall(r'--([a-z][a-z-]*[a-z])', read('docs/MANUAL.md')))
    for o in sorted(options - manual):
        yield 'docs/MANUAL.md: there is nothing on --%s' % o
    for o in sorted(manual - options - {'version'}):
        yield 'docs/MANUAL.md: there is no option --%s' % o
    program = os.path.join(ROOT, 'bounce')
    for command in re.findall(r'^COMMAND\((\w+),', read('cli/command.def'), re.M) if os.path.exists(program) else []:
        texts = [subprocess.run([program, 'help', command, '--format', form], capture_output=True, text=True).stdout.replace('\\-', '-') for form in ('text', 'man')]
        told, printed = (set(re.findall(r'--([a-z][a-z-]*[a-z])', t)) for t in texts)
        if told != printed or not told:
            yield 'bounce help %s: help and man page differ: %s' % (command, ' '.join(sorted(told ^ printed)))


def named_problems():
    """Files that the documents name by their path, and functions that they name as `f()`, are there."""
    texts = [read(os.path.relpath(s, ROOT)) for s in sorted(glob.glob(os.path.join(ROOT, '[a-z]*/**/*.c'), recursive=True)) if '/build/' not in s]
    functions = set(re.findall(r'^[a-z][^\n;={}]*?(\w+)\((?:[^;{}]*)\)\s*\{', '\n'.join(texts), re.M))
    for page in ['README.md', 'tests/README.md'] + ['docs/' + os.path.basename(p) for p in sorted(glob.glob(os.path.join(ROOT, 'docs', '*.md')))]:
        text = read(page)
        for path in sorted(set(re.findall(r'`((?:[a-z_]+/)+[a-z_0-9]+\.(?:c|h|def|py|sh|tsv|mch|yaml|md))\b', text))):
            if not os.path.exists(os.path.join(ROOT, path)):
                yield '%s: there is no %s' % (page, path)
        for name in sorted(set(re.findall(r'`(\w+)\(\)`', text))):
            if name not in functions:
                yield '%s: there is no function %s()' % (page, name)


def main():
    design = read(DESIGN)
    new = with_tables(design)
    if '--write' in sys.argv and new != design:
        with open(os.path.join(ROOT, DESIGN), 'w', encoding='utf-8') as f:
            f.write(new)
        design = new
    problems = list(map_problems()) + list(option_problems()) + list(named_problems())
    if new != design:
        problems.append('docs/DESIGN.md: a table differs from its .def file; tests/tables.py --write mends it')
    print('\n'.join(problems)) if problems else None
    print('%d passed, %d failed' % (len(list(sources())) + 1 - len(problems), len(problems)))
    return bool(problems)


if __name__ == '__main__':
    sys.exit(main())
