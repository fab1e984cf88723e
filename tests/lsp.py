#!/usr/bin/env python3
"""A client of the language server: opens, changes and asks, as an editor does.

    tests/lsp.py [--program ./bounce]

The last line is 'N passed, N failed'.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

MACHINE = """MACHINE Lift
SETS DOOR = {open, closed}
CONSTANTS top
PROPERTIES top = 5
DEFINITIONS near(x) == x + 1
VARIABLES floor, door
INVARIANT floor : 0..top & door : DOOR /* \u00e9\U0001d54f */ & floor <= top
INITIALISATION floor := 0 || door := closed
OPERATIONS
up(n) = PRE n : 1..3 & door = closed THEN
floor := near(floor) END;
  r <-- where = r := floor
END
"""


class Client:
    def __init__(self, program, folder):
        self.server = subprocess.Popen([program, 'lsp'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        self.next, self.waiting = 1, []

    def send(self, message):
        data = json.dumps(dict(message, jsonrpc='2.0')).encode()
        self.server.stdin.write(b'Content-Length: %d\r\n\r\n%s' % (len(data), data))
        self.server.stdin.flush()

    def read(self):
        length = 0
        while (line := self.server.stdout.readline().strip()):
            key, value = line.split(b':')
            if key == b'Content-Length':
                length = int(value)
        return json.loads(self.server.stdout.read(length))

    def ask(self, method, **params):
        self.send({'id': self.next, 'method': method, 'params': params})
        self.next += 1
        while True:
            m = self.read()
            if m.get('id') == self.next - 1:
                return m
            self.waiting.append(m)

    def tell(self, method, **params):
        self.send({'method': method, 'params': params})

    def wait(self, method):
        for m in self.waiting:
            if m.get('method') == method:
                self.waiting.remove(m)
                return m['params']
        while (m := self.read()).get('method') != method:
            self.waiting.append(m)
        return m['params']


def position(text, word, after=0):
    """Of the word in the text, as the protocol counts: UTF-16 units."""
    at = text.index(word, after)
    line = text.count('\n', 0, at)
    start = text.rfind('\n', 0, at) + 1
    return {'line': line, 'character': len(text[start:at].encode('utf-16-le')) // 2}


class Tests:
    def __init__(self, program):
        self.passed = self.failed = 0
        self.folder = tempfile.mkdtemp()
        self.path = os.path.join(self.folder, 'Lift 1.mch')
        with open(self.path, 'w', encoding='utf-8') as f:
            f.write(MACHINE)
        self.uri = 'file://' + self.path.replace(' ', '%20')
        self.client = Client(program, self.folder)
        self.document = {'uri': self.uri}

    def check(self, name, is_right, seen=None):
        self.passed += bool(is_right)
        self.failed += not is_right
        if not is_right:
            print(f'FAIL {name}: {json.dumps(seen)}')

    def at(self, word, after=0):
        return {'textDocument': self.document, 'position': position(MACHINE, word, after)}

    def change(self, text):
        self.client.tell('textDocument/didChange', textDocument=dict(self.document, version=2), contentChanges=[{'text': text}])
        return self.client.wait('textDocument/publishDiagnostics')['diagnostics']

    def run(self):
        c = self.client
        capabilities = c.ask('initialize', processId=None, rootUri=None, capabilities={})['result']['capabilities']
        self.check('capabilities', capabilities['hoverProvider'] and capabilities['renameProvider'], capabilities)
        c.tell('initialized')
        c.tell('textDocument/didOpen', textDocument=dict(self.document, languageId='b', version=1, text=MACHINE))
        diagnostics = c.wait('textDocument/publishDiagnostics')['diagnostics']
        self.check('no diagnostics', diagnostics == [], diagnostics)
        self.names()
        self.lists()
        self.errors()
        self.speed()
        self.commands()
        self.bad_messages()
        c.ask('shutdown')
        c.tell('exit')
        self.check('exit code', c.server.wait(10) == 0, c.server.returncode)

    def names(self):
        c = self.client
        hover = c.ask('textDocument/hover', **self.at('floor := near'))['result']
        self.check('hover of a variable', 'variable' in hover['contents']['value'] and 'floor : INTEGER' in hover['contents']['value'], hover)
        hover = c.ask('textDocument/hover', **self.at('top &'))['result']
        self.check('hover of a constant has its value', 'top = 5' in hover['contents']['value'], hover)
        hover = c.ask('textDocument/hover', **self.at('near(floor)'))['result']
        self.check('hover of a definition', 'near ==' in hover['contents']['value'], hover)
        hover = c.ask('textDocument/hover', **self.at('MACHINE'))['result']
        self.check('hover of nothing', hover is None, hover)
        place = c.ask('textDocument/definition', **self.at('floor <= top'))['result']
        self.check('definition behind characters of two units', place['uri'] == self.uri and place['range']['start'] == position(MACHINE, 'floor, door'), place)
        place = c.ask('textDocument/definition', **self.at('near(floor)'))['result']
        self.check('definition of a definition', place['range']['start'] == position(MACHINE, 'near(x)'), place)
        places = c.ask('textDocument/references', context={'includeDeclaration': True}, **self.at('floor, door'))['result']
        self.check('references', len(places) == MACHINE.count('floor'), places)
        edit = c.ask('textDocument/rename', newName='level', **self.at('floor, door'))['result']
        self.check('rename', self.apply(edit['changes'][self.uri]) == MACHINE.replace('floor', 'level'), edit)
        answer = c.ask('textDocument/rename', newName='door', **self.at('floor, door'))
        self.check('a name that is taken', 'used already' in answer.get('error', {}).get('message', ''), answer)
        answer = c.ask('textDocument/rename', newName='END', **self.at('floor, door'))
        self.check('a keyword is no name', 'not a name' in answer.get('error', {}).get('message', ''), answer)

    def apply(self, edits):
        lines = MACHINE.split('\n')
        offset = lambda p: sum(len(l) + 1 for l in lines[:p['line']]) + len(lines[p['line']].encode('utf-16-le')[:2 * p['character']].decode('utf-16-le'))
        text = MACHINE
        for e in sorted(edits, key=lambda e: -offset(e['range']['start'])):
            text = text[:offset(e['range']['start'])] + e['newText'] + text[offset(e['range']['end']):]
        return text

    def lists(self):
        c = self.client
        names = [s['name'] for s in c.ask('textDocument/documentSymbol', textDocument=self.document)['result']]
        self.check('symbols', {'DOOR', 'open', 'closed', 'top', 'floor', 'door', 'up', 'where', 'near'} <= set(names), names)
        labels = [i['label'] for i in c.ask('textDocument/completion', **self.at('floor := near'))['result']]
        self.check('completion', {'floor', 'up', 'near', 'INVARIANT', 'card', 'POW'} <= set(labels), labels)
        lenses = c.ask('textDocument/codeLens', textDocument=self.document)['result']
        self.check('lenses', sorted(l['command']['command'] for l in lenses) == ['bounce.check'] + ['bounce.disprove'] * 3, lenses)
        edits = c.ask('textDocument/formatting', textDocument=self.document, options={'tabSize': 2, 'insertSpaces': True})['result']
        text = self.apply(edits)
        self.check('formatting indents and keeps all words', '\n  up(n) = PRE n : 1..3 & door = closed THEN\n    floor := near(floor) END;\n' in text and text.split() == MACHINE.split(), text)

    def errors(self):
        c = self.client
        diagnostics = self.change(MACHINE.replace('floor := 0', 'floor := TRUE'))
        self.check('a type error', len(diagnostics) == 1 and diagnostics[0]['severity'] == 1 and 'of type BOOL' in diagnostics[0]['message'], diagnostics)
        self.check('with where the types come from', len(diagnostics[0]['relatedInformation']) > 0, diagnostics)
        diagnostics = self.change(MACHINE.replace('INVARIANT', 'INVARANT'))
        self.check('a syntax error', len(diagnostics) > 0, diagnostics)
        hover = c.ask('textDocument/hover', **self.at('floor := near'))['result']
        self.check('hover while there are errors', hover and 'floor : INTEGER' in hover['contents']['value'], hover)
        self.check('mended', self.change(MACHINE) == [])

    def speed(self):
        """No limit of time, but told: 1000 lines."""
        body = ''.join(f';\n  op{i} = PRE floor : 0..{i} THEN floor := near(floor) END' for i in range(990))
        started = time.monotonic()
        diagnostics = self.change(MACHINE.replace('r := floor', 'r := floor' + body))
        print(f'diagnostics of 1000 lines: {(time.monotonic() - started) * 1000:.0f} ms')
        self.check('a long machine', diagnostics == [], diagnostics)
        self.change(MACHINE)

    def commands(self):
        c = self.client
        c.ask('workspace/executeCommand', command='bounce.check', arguments=[self.uri])
        found = c.wait('textDocument/publishDiagnostics')['diagnostics']
        self.check('check finds the fault', any(d['source'] == 'bounce check' and 'invariant' in d['message'] and '1: up' in d['message'] or '2: up' in d['message'] for d in found), found)
        said = c.wait('window/showMessage')
        self.check('check says so', 'violated' in said['message'], said)
        c.ask('workspace/executeCommand', command='bounce.disprove', arguments=[self.uri, 'up/*'])
        c.wait('textDocument/publishDiagnostics')
        said = c.wait('window/showMessage')
        self.check('disprove says so', 'violated' in said['message'], said)
        answer = c.ask('workspace/executeCommand', command='rm', arguments=[])
        self.check('no other command', 'error' in answer, answer)

    def bad_messages(self):
        c = self.client
        answer = c.ask('textDocument/nothing')
        self.check('an unknown method', answer['error']['code'] == -32601, answer)
        c.server.stdin.write(b'Content-Length: 5\r\n\r\n{"a":')
        c.server.stdin.flush()
        answer = c.read()
        self.check('no JSON', answer['error']['code'] == -32700, answer)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('--program', default='./bounce')
    tests = Tests(os.path.abspath(options.parse_args().program))
    tests.run()
    print(f'{tests.passed} passed, {tests.failed} failed')
    sys.exit(tests.failed > 0)


main()
