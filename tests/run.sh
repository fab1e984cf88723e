#!/bin/bash
# Usage: tests/run.sh COMMAND...
# Runs each command, adds up the totals they print and ends with 'N passed, N failed'. What a
# command prints is shown only if it fails, or with V=1. A command that ends with an error but
# reports no failure, or that prints no total at all, counts as one failure.
set -u
cd "$(dirname "$0")/.." || exit 1
mkdir -p build && log=$(mktemp build/run.XXXXXX) || exit 1
trap 'rm -f "$log"' EXIT

passed=0 failed=0
for command; do
	bash -c "$command" >"$log" 2>&1 </dev/null
	status=$?
	# Our own last line, or the one of the original greatest.h.
	read -r p f <<<"$(sed -nE \
		-e 's/^([0-9]+) passed, ([0-9]+) failed.*/\1 \2/p' \
		-e 's/^Pass: ([0-9]+), fail: ([0-9]+), skip: [0-9]+\..*/\1 \2/p' "$log" | tail -n 1)"
	note=
	if [ -z "$p" ]; then
		p=0 f=1 note=" (no total printed, exit code $status)"
	elif [ $status != 0 ] && [ "$f" = 0 ]; then
		f=1 note=" (exit code $status)"
	fi
	if [ "$f" != 0 ] || [ -n "${V-}" ]; then cat "$log"; fi
	printf '%-7s %s: %d passed, %d failed%s\n' RUN "$command" "$p" "$f" "$note"
	passed=$((passed + p)) failed=$((failed + f))
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
