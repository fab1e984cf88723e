#!/bin/sh
# Reads the corpus of B models by others, where it is present, and compares with what is known of
# them. Fails below the bars of the project: 98% of the good files accepted, 95% of the faulty ones
# rejected, no crash, every round trip the same.
set -eu
cd "$(dirname "$0")/.."
corpus=${CORPUS:-../shared/corpus}
out=build/corpus_parse.jsonl
"$corpus/run" parse --tool ./bounce --out "$out" || true # its exit code asks for 100%
python3 - "$corpus/parse.json" "$out" <<'PY'
import collections, json, sys
expect = {m['file']: m['expect'] for m in json.load(open(sys.argv[1]))}
count = collections.Counter()
for line in open(sys.argv[2]):
    r = json.loads(line)
    count[expect[r['file']], r['exit']] += 1
def share(kind, code):
    total = sum(n for (k, c), n in count.items() if k == kind)
    return 100 * count[kind, code] / max(1, total)
crashes = sum(n for (k, c), n in count.items() if c not in (0, 1))
ok, rejected = share('ok', 0), share('error', 1)
print(f'accepted of the good files: {ok:.2f}%, rejected of the faulty ones: {rejected:.2f}%, crashes: {crashes}')
sys.exit(0 if ok >= 98 and rejected >= 95 and crashes == 0 else 1)
PY
python3 tests/refinements.py "$corpus/models" ./bounce 1
CORPUS=$corpus tests/roundtrip.sh
