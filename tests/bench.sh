#!/bin/sh
# Speed of the front end: generated machines of three sizes, instructions counted by callgrind
# where it is installed (stable), seconds otherwise. Linear cost shows as equal numbers per line.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/bench
for lines in 5000 10000 20000; do
	file=build/bench/m$lines.mch
	tests/generate.sh "$lines" >"$file"
	seconds=$(./bounce parse --json "$file" | sed 's/.*"seconds":\([0-9.e-]*\).*/\1/')
	if command -v valgrind >/dev/null; then
		count=$(valgrind --tool=callgrind --main-stacksize=100000000 --callgrind-out-file=/dev/null \
			./bounce parse "$file" 2>&1 >/dev/null | sed -n 's/.*Collected : \([0-9]*\).*/\1/p')
		echo "parse $lines lines: $seconds s, $count instructions, $((count / lines)) per line"
	else
		echo "parse $lines lines: $seconds s"
	fi
done
