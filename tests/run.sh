#!/bin/bash
# Usage: tests/run.sh COMMAND...
# Runs the commands, as many at a time as there are cores (JOBS=N: N), adds up the totals they print
# and ends with 'N passed, N failed'. What a command prints is shown only if it fails, or with V=1. A
# command that ends with an error but reports no failure, or that prints no total at all, counts as one
# failure. TIMES=1 also tells the seconds of processor time.
set -u
cd "$(dirname "$0")/.." || exit 1
mkdir -p build && dir=$(mktemp -d build/run.XXXXXX) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

run() {
	local log status p f note='' TIMEFORMAT='%U %S'
	log=$(mktemp "$dir/log.XXXXXX")
	{ time bash -c "$1" >"$log" 2>&1 </dev/null; } 2>"$log.time"
	status=$?
	# Our own last line, or the one of the original greatest.h.
	read -r p f <<<"$(sed -nE \
		-e 's/^([0-9]+) passed, ([0-9]+) failed.*/\1 \2/p' \
		-e 's/^Pass: ([0-9]+), fail: ([0-9]+), skip: [0-9]+\..*/\1 \2/p' "$log" | tail -n 1)"
	if [ -z "$p" ]; then
		p=0 f=1 note=" (no total printed, exit code $status)"
	elif [ $status != 0 ] && [ "$f" = 0 ]; then
		f=1 note=" (exit code $status)"
	fi
	if [ -n "${TIMES-}" ]; then note+=$(tail -n 1 "$log.time" | awk '{ printf ", %.1f s", $1 + $2 }'); fi
	if [ "$f" = 0 ] && [ -z "${V-}" ]; then : >"$log"; fi
	printf '%-7s %s: %d passed, %d failed%s\n' RUN "$1" "$p" "$f" "$note" >>"$log"
	echo "$p $f" >>"$dir/totals"
	flock "$dir" cat "$log"
}
export -f run
export dir
# shellcheck disable=SC2016 # for the inner shell
printf '%s\0' "$@" | xargs -0 -n 1 -P "${JOBS:-$(nproc)}" bash -c 'run "$1"' run
awk -v commands=$# '{ passed += $1; failed += $2 }
	END {
		failed += commands - NR # of those that were ended
		print passed + 0 " passed, " failed + 0 " failed"
		exit failed > 0
	}' "$dir/totals"
