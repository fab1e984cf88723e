#!/usr/bin/env python3
"""Are --time-limit, --memory-limit and --total-limit kept?

Runs every machine below a folder through check, disprove, explore and constants with --json, and measures wall time, CPU
time and the largest resident set of each run. A run is too long if it takes more than its limit and a tenth of it, or
half a second if that is more; too large above 1.4 times its memory; and whatever it does, it must print one JSON object
and end with a known exit code. On a busy machine wall time says little: what was too long by the clock alone is run
again at the end, alone, and counts only if it is too long every time.

    tests/limits.py [--bounce ./bounce] [--part 1/8] [--jobs N] [--out FILE] MODELS [COMMAND ...]
"""
import argparse
import concurrent.futures
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

ENDINGS = ('.mch', '.ref', '.imp', '.sys', '.pog')
COMMANDS = ('check', 'disprove', 'explore', 'constants')
GOOD_EXITS = (0, 1, 5, 10)
AGAIN = 3  # times that a suspect is run alone


def allowed(limit):
    return limit + max(0.5, limit / 10)


class Run:
    """One command on one machine, and what it took."""

    def __init__(self, options, command, path):
        self.command, self.path = command, path
        self.words = [options.bounce, command, path, '--json', '--time-limit', str(options.time_limit),
                      '--memory-limit', str(options.memory_limit)]
        self.limit = options.time_limit
        if command == 'disprove':
            self.words += ['--total-limit', str(options.total_limit)]
            self.limit = options.total_limit
        self.each = options.time_limit
        self.memory = options.memory_limit

    def measure(self):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            start = time.monotonic()
            child = subprocess.Popen(self.words, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                     start_new_session=True)
            killed = self.wait(child, start)
            self.wall = time.monotonic() - start
            self.read_answer(out)
        self.exit = -signal.SIGKILL if killed else os.waitstatus_to_exitcode(self.status)
        self.cpu = self.usage.ru_utime + self.usage.ru_stime
        return self

    def read_answer(self, out):
        """The object may be large: what is needed of it is kept, and no more."""
        out.seek(0)
        try:
            answer = json.load(out)
        except ValueError:
            answer = None
        self.is_json = isinstance(answer, dict)
        self.late = [f"{o['name']}: {o['seconds']:.2f} s" for o in (answer or {}).get('obligations', [])
                     if o.get('seconds', 0) > allowed(self.each)]

    def look_at_memory(self, pid):
        """Of the program alone: ru_maxrss also counts what this process had when it started it."""
        try:
            with open(f'/proc/{pid}/status') as status:
                for line in status:
                    if line.startswith('VmHWM:'):
                        self.megabytes = max(self.megabytes, int(line.split()[1]) * 1024 / 1e6)
        except (OSError, ValueError):
            pass

    def wait(self, child, start):
        """Much too long is long enough."""
        self.megabytes = 0
        while True:
            self.look_at_memory(child.pid)
            pid, self.status, self.usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                child.returncode = 0
                return False
            if time.monotonic() - start > 10 * self.limit + 30:
                os.killpg(child.pid, signal.SIGKILL)
                _, self.status, self.usage = os.wait4(child.pid, 0)
                child.returncode = 0
                return True
            time.sleep(0.005)

    def faults(self):
        """What is wrong whatever else the machine does, and what may be the load."""
        sure, suspect = [], []
        if self.exit not in GOOD_EXITS:
            sure.append(f'exit {self.exit}')
        if not self.is_json:
            sure.append('no JSON')
        if self.megabytes > 1.4 * self.memory:
            sure.append(f'{self.megabytes:.0f} MB')
        if self.cpu > allowed(self.limit):
            sure.append(f'{self.cpu:.2f} s of CPU')
        elif self.wall > allowed(self.limit):
            suspect.append(f'{self.wall:.2f} s')
        return sure, suspect + self.late

    def record(self, sure, suspect):
        return {'command': self.command, 'file': self.path, 'exit': self.exit, 'wall': round(self.wall, 3),
                'cpu': round(self.cpu, 3), 'megabytes': round(self.megabytes, 1), 'faults': sure, 'suspect': suspect}


def models(folder, part):
    found = []
    for root, _, names in os.walk(folder):
        found += [os.path.join(root, n) for n in names if n.endswith(ENDINGS)]
    index, count = map(int, part.split('/'))
    return sorted(found)[index - 1::count]


def confirm(run, sure, suspect):
    """Too long by the clock: is it so every time?"""
    for _ in range(AGAIN):
        if sure or not suspect:
            break
        sure, suspect = run.measure().faults()
    return sure + suspect


def table(records):
    print(f"{'command':10} {'runs':>6} {'inconclusive':>13} {'wall':>7} {'CPU':>7} {'MB':>6} {'faults':>7}")
    for command in sorted({r['command'] for r in records}):
        of = [r for r in records if r['command'] == command]
        print(f"{command:10} {len(of):6} {sum(r['exit'] == 5 for r in of):13} {max(r['wall'] for r in of):7.2f} "
              f"{max(r['cpu'] for r in of):7.2f} {max(r['megabytes'] for r in of):6.0f} "
              f"{sum(bool(r['faults']) for r in of):7}")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--bounce', default='./bounce')
    p.add_argument('--part', default='1/1', help='every n-th machine, from the i-th on: i/n')
    p.add_argument('--jobs', type=int, default=1)
    p.add_argument('--out', help='a line of JSON for each run')
    p.add_argument('--time-limit', type=float, default=2)
    p.add_argument('--total-limit', type=float, default=10)
    p.add_argument('--memory-limit', type=int, default=500)
    p.add_argument('models')
    p.add_argument('commands', nargs='*', default=list(COMMANDS))
    options = p.parse_args()
    runs = [Run(options, c, f) for f in models(options.models, options.part) for c in options.commands
            if c == 'disprove' or not f.endswith('.pog')]
    records, suspects = [], []
    out = open(options.out, 'w') if options.out else None

    def keep(record):
        records.append(record)
        if out:
            print(json.dumps(record), file=out, flush=True)
        if record['faults']:
            print(f"{record['command']} {record['file']}: {', '.join(record['faults'])}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for run in pool.map(Run.measure, runs):
            sure, suspect = run.faults()
            if sure or not suspect:
                keep(run.record(sure, []))
            else:
                suspects.append((run, sure, suspect))
    for run, sure, suspect in suspects:
        keep(run.record(confirm(run, sure, suspect), suspect))
    table(records)
    return 1 if any(r['faults'] for r in records) else 0


if __name__ == '__main__':
    sys.exit(main())
