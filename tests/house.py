#!/usr/bin/env python3
"""Checks the rules of the house, docs/DESIGN.md: what no compiler looks at.

    tests/house.py [--all] [--commits-since COMMIT]

- no function has a cyclomatic complexity above 20, but plain dispatch: a switch whose cases decide next to nothing;
- no function has more than 60 lines, but plain dispatch;
- no struct has more than 30 fields, unless it is a table;
- no two structs or unions of the product have the same tag, no two functions the same name unless both are static;
- no function is exported that neither the product nor a test uses;
- no two functions do the same: equal but for their own names, those of their parameters and of their locals;
- no file is longer than 600 lines;
- tests/README.md says for each folder where its tests are, and they are there;
- with --commits-since: the subjects of commits have at most 72 characters (make lint; a test of the tree must not depend
  on its history, which cannot be mended any more when CI looks at it).

tests/house.txt lists what is allowed nevertheless: a rule, the name it is about, and why; it is told when an entry is not
needed any more. One file or name and one rule is one check; --all shows what is allowed, too. The last line is
'N passed, N failed'.
"""
import argparse
import collections
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MOST_COMPLEXITY, MOST_LENGTH, MOST_FIELDS, MOST_LINES, MOST_SUBJECT = 20, 60, 30, 600, 72
# A function is plain dispatch if so little is decided in it besides the choice of a case.
DISPATCH_DECISIONS = 10

# Smaller functions may be equal: so many words and signs.
SMALL = 40

TOKEN = re.compile(r'\w+|[^\s\w]')
LOCAL = re.compile(r'\b(?:(?!return|else|goto|case)\w+|\*|\]) \**(\w+)(?= ?[=;,)\[])')
BLANKED = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
DIRECTIVE = re.compile(r'^[ \t]*#(?:\\\n|[^\n])*', re.M)
DECISION = re.compile(r'\b(?:if|for|while|EACH_[A-Z_]+)\b|&&|\|\||\?')
CASE = re.compile(r'\bcase\b')


def without_text(source):
    """The source without comments, literals and directives; lines stay where they are."""
    lines = lambda m: '""' + '\n' * m.group().count('\n') if m.group()[0] == '"' else '\n' * m.group().count('\n')
    return DIRECTIVE.sub(lines, BLANKED.sub(lines, source))


def top_level(code):
    """Yields (line, head, body) of all that has braces outside of others."""
    depth = start = begin = 0
    for m in re.finditer(r'[{};]', code):
        c, at = m.group(), m.start()
        if c == '{':
            if depth == 0:
                begin = at
            depth += 1
        elif c == '}':
            depth -= 1
            if depth == 0:
                head = code[start:begin]
                line = code.count('\n', 0, start + len(head) - len(head.lstrip())) + 1
                yield line, ' '.join(head.split()), code[begin + 1:at]
                start = at + 1
        elif depth == 0:
            start = at + 1


def function_name(head):
    """The name of a function whose body follows this head, or None."""
    if not head.endswith(')') or '=' in head or head.startswith('typedef'):
        return None
    name = re.search(r'(\w+) ?\(', head)
    return name and name.group(1)


def fields(body):
    """How many fields a struct with this body has, those of structs inside of it included."""
    body = re.sub(r'\[[^]]*\]', '', body)
    while '(' in body:
        shorter = re.sub(r'\([^()]*\)', '', body)
        if shorter == body:
            break
        body = shorter
    body = re.sub(r'\benum\b[^{};]*\{[^}]*\}', 'enum', body)
    return sum(1 + part.count(',') for part in re.split(r'[;{}]', body)[:-1]
               if part.strip() and not re.fullmatch(r'\s*(struct|union)(\s+\w+)?\s*', part))


def shape(head, body):
    """Equal for all functions that are equal but for names; cheap."""
    return re.sub(r'\w+', 'x', re.sub(r'\s+', '', head[head.index('('):] + body))


def without_names(name, head, body):
    """The function with its own name, those of its parameters and of its locals replaced by numbers."""
    text = re.sub(r'\s+', ' ', head[head.index('('):] + body)
    own, numbers = {name, *LOCAL.findall(text)}, {}
    return tuple(numbers.setdefault(t, len(numbers)) if t in own else t for t in TOKEN.findall(text))


class House:
    def __init__(self):
        self.checks = collections.defaultdict(list)  # (rule, file): what is wrong, as (subject, text)
        self.tags = collections.defaultdict(list)
        self.functions = collections.defaultdict(list)
        self.uses = collections.Counter()  # words of all sources, without comments
        self.shapes = collections.defaultdict(list)
        self.endings = set()               # what macros paste behind a word: name##_turn

    def count_words(self, path):
        with open(path, encoding='utf-8') as f:
            text = re.sub(r'/\*.*?\*/|//[^\n]*', '', f.read(), flags=re.S)
        self.uses.update(re.findall(r'\w+', text))
        self.endings.update(re.findall(r'##\s*(_\w+)', text))

    def is_used(self, name):
        """Other than in its definition and its declaration?"""
        return self.uses[name] > 2 or name == 'main' or any(
            name.endswith(end) and self.uses[name[:-len(end)]] > 0 for end in self.endings)

    def look_at(self, path):
        with open(path, encoding='utf-8') as f:
            source = f.read()
        for rule in ('complexity', 'length', 'fields', 'lines'):
            self.checks[rule, path]
        lines = source.count('\n')
        if lines > MOST_LINES:
            self.checks['lines', path].append((path, f'{path}: {lines} lines'))
        for line, head, body in top_level(without_text(source)):
            name = function_name(head)
            if name:
                self.look_at_function(path, line, name, 'static' in head.split(), body)
                self.shapes[shape(head, body)].append((path, line, name, head, body))
            for tag in re.findall(r'\b(?:struct|union) (\w+)$', head):
                self.look_at_struct(path, line, tag, body)

    def look_at_function(self, path, line, name, is_static, body):
        self.functions[name].append((path, line, is_static))
        decisions, cases = 1 + len(DECISION.findall(body)), len(CASE.findall(body))
        if cases and decisions <= DISPATCH_DECISIONS:
            return
        if body.count('\n') > MOST_LENGTH:
            self.checks['length', path].append((name, f'{path}:{line}: {name}: {body.count(chr(10))} lines'))
        if decisions + cases > MOST_COMPLEXITY:
            self.checks['complexity', path].append(
                (name, f'{path}:{line}: {name}: complexity {decisions + cases}, cases {cases} of these'))

    def look_at_struct(self, path, line, tag, body):
        self.tags[tag].append((path, line))
        count = fields(body)
        if count > MOST_FIELDS:
            self.checks['fields', path].append((tag, f'{path}:{line}: struct {tag}: {count} fields'))

    def look_at_names(self):
        for tag, places in self.tags.items():
            wrong = self.checks['tag', tag]
            if len(places) > 1:
                wrong.append((tag, f'struct {tag}: ' + ', '.join(f'{p}:{n}' for p, n in places)))
        for name, places in self.functions.items():
            wrong = self.checks['function', name]
            if len(places) > 1 and any(not s for _, _, s in places):
                wrong.append((name, f'function {name}: ' + ', '.join(f'{p}:{n}' for p, n, _ in places)))
            path, line, is_static = places[0]
            if not is_static and not self.is_used(name):
                self.checks['unused', name].append((name, f'{path}:{line}: {name} is never used'))

    def look_at_repeats(self):
        for alike in self.shapes.values():
            same = collections.defaultdict(list)
            for path, line, name, head, body in alike if len(alike) > 1 else ():
                same[without_names(name, head, body)].append((name, f'{name} ({path}:{line})'))
            for tokens, places in same.items():
                wrong = self.checks['twice', places[0][1]]
                if len(places) > 1 and len(tokens) >= SMALL:
                    wrong.append((places[0][0], 'the same: ' + ', '.join(p for _, p in places)))

    def look_at_map(self):
        with open('tests/README.md', encoding='utf-8') as f:
            rows = dict(re.findall(r'^\| `(\w+)/` \|(.*)$', f.read(), re.M))
        for folder in sorted({path.split('/')[0] for rule, path in self.checks if rule == 'lines'} | rows.keys()):
            wrong = self.checks['tests', folder]
            places = re.findall(r'`((?:tests|cases)/[^`]*)`', rows.get(folder, ''))
            wrong += [(folder, f'tests/README.md: {folder}/: there is no {p}') for p in places if not os.path.exists(p)]
            if not places:
                wrong.append((folder, f'tests/README.md does not say where the tests of {folder}/ are'))

    def look_at_commits(self, base):
        done = subprocess.run(['git', 'log', '--no-merges', '--format=%h %s', base + '..HEAD'], cwd=ROOT,
                              capture_output=True, text=True)
        if done.returncode != 0:  # a shallow clone, or no repository at all
            return
        for line in done.stdout.splitlines():
            commit, subject = line.split(' ', 1)
            wrong = self.checks['subject', commit]
            if len(subject) > MOST_SUBJECT:
                wrong.append((commit, f'{commit}: subject of {len(subject)} characters: {subject}'))


def allowed():
    """What tests/house.txt allows: {(rule, subject): why}."""
    allow = {}
    with open(os.path.join(ROOT, 'tests/house.txt'), encoding='utf-8') as f:
        for line in f:
            if line.strip() and not line.startswith('#'):
                rule, subject, *why = line.split(None, 2)
                allow[rule, subject] = ''.join(why).strip()
    return allow


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('--all', action='store_true')
    options.add_argument('--commits-since')
    options = options.parse_args()
    os.chdir(ROOT)
    house = House()
    for path in sorted(glob.glob('[a-z]*/**/*.[ch]', recursive=True) + glob.glob('[a-z]*/**/*.def', recursive=True)):
        if path.startswith(('build/', 'docs/')):
            continue
        house.count_words(path)
        if path.endswith(('.c', '.h')) and not path.startswith('tests/'):
            house.look_at(path)
    house.look_at_names()
    house.look_at_repeats()
    house.look_at_map()
    if options.commits_since:
        house.look_at_commits(options.commits_since)

    allow, needed, failed = allowed(), set(), 0
    for (rule, _), wrong in sorted(house.checks.items()):
        bad = [text for subject, text in wrong if options.all or (rule, subject) not in allow]
        needed.update((rule, subject) for subject, _ in wrong)
        failed += bool(bad)
        for text in bad:
            print(f'{rule}: {text}')
    for rule, subject in sorted(allow.keys() - needed):
        if rule == 'subject' and not options.commits_since:
            continue
        print(f'note: "{rule} {subject}" in tests/house.txt is not needed any more')
    print(f'{len(house.checks) - failed} passed, {failed} failed')
    sys.exit(failed > 0)


main()
