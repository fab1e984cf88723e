#!/bin/bash
# A campaign in shards gives what one process gives, also after a job was killed; answers are asked once; contradictions are seen.
# The last line is 'N passed, N failed'.
set -u
cd "$(dirname "$0")/.." || exit 1
bounce=$PWD/${1:-bounce} scripts=$PWD/docs/campaigns
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
check() { # NAME CONDITION...
	local name=$1
	shift
	if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $name"; fi
}
cp cases/demo/*.mch cases/disprove/register.mch "$dir" && cd "$dir" || exit 1
# How far a proof reaches may depend on what is asked together with it.
statuses() { python3 -c 'import json,sys
for o in sorted(json.load(sys.stdin)["results"], key=lambda o: o["file"]):
    for p in sorted(o["obligations"], key=lambda p: p["name"]): print(o["file"], p["name"], p["status"].replace("_for_sizes", ""))'; }
ask=("$bounce" disprove buffer.mch register.mch traffic_light.mch)

"${ask[@]}" --json | statuses >one
for i in 1 2 3 4; do
	timeout -s KILL 0.05 "${ask[@]}" --shard $i/4 --cache results >/dev/null 2>&1 # may or may not have answered something
	"${ask[@]}" --shard $i/4 --cache results >/dev/null 2>&1
done
"$bounce" merge results --json | statuses >merged
check 'all shards together are the whole' cmp -s one merged
check 'something was compared' test -s one
"${ask[@]}" --shard 2/4 --cache results | grep -q '3 of them answered before'
check 'answers are asked once' test $? -eq 0
"$bounce" plan buffer.mch register.mch traffic_light.mch >planned
check 'the plan has every obligation' test "$(awk '$2 == "disprove"' planned | wc -l)" -eq "$(wc -l <one)"
check 'and its ids differ' test "$(cut -d' ' -f1 planned | sort -u | wc -l)" -eq "$(wc -l <planned)"
for i in 1 2 3; do "$bounce" plan buffer.mch register.mch traffic_light.mch --shard $i/3; done | sort >parts
check 'its parts are the whole' cmp -s <(sort planned) parts
if type parallel >/dev/null 2>&1; then
	BOUNCE=$bounce "$scripts/parallel.sh" 2 by_parallel disprove buffer.mch register.mch traffic_light.mch >/dev/null 2>&1
	check 'GNU parallel runs it' cmp -s one <("$bounce" merge by_parallel --json | statuses)
fi
echo '/* changed */' >>buffer.mch
"${ask[@]}" --shard 2/4 --cache results | grep -q 'answered before'
check 'a change in the folder is another question' test $? -ne 0
"$bounce" merge results --html r.html --junit r.xml --sarif r.sarif >/dev/null
check 'merge tells the worst answer' test $? -eq 10
check 'merge writes the files' test -s r.html -a -s r.xml -a -s r.sarif
mkdir two && "$bounce" disprove register.mch --po add/inv3 --json >two/a.json
sed 's/"status":"refuted"/"status":"proved"/' two/a.json >two/b.json
"$bounce" merge two >/dev/null 2>errors
check 'contradictions are an error' test $? -eq 3
check 'and say what' grep -q 'add/inv3: refuted, and proved elsewhere' errors
echo '{"a":1}' >two/c.json
"$bounce" merge two/c.json >/dev/null 2>&1
check 'no answer of ours' test $? -eq 1
echo "$passed passed, $failed failed"
exit $((failed > 0))
