#!/bin/bash
# Checks the rules that the compiler does not know; see docs/DESIGN.md, "who may include whom".
#
#   - a folder includes only the folders it may, written from the root of the project;
#   - a header's guard is its path, and every header compiles alone;
#   - library code neither prints nor ends the process (diag_fatal and diag_no_memory in base/ alone may).
#
# One file and one rule is one check. The last line is 'N passed, N failed'.
set -u
shopt -s nullglob
cd "$(dirname "$0")/.." || exit 1

declare -A may=(
	[base]="base"
	[syntax]="base syntax"
	[value]="base syntax value"
	[eval]="base syntax value eval"
	[bounds]="base syntax value eval bounds"
	[solve]="base solve"
	[circuit]="base solve circuit"
	[encode]="base syntax value eval bounds solve circuit encode"
	[explore]="base syntax value eval bounds explore"
	[path]="base syntax value eval path"
	[search]="base syntax value eval bounds solve circuit encode explore path search"
	[bmc]="base syntax value eval bounds solve circuit encode explore path search bmc"
	[prove]="base syntax value eval bounds solve circuit encode explore path search bmc prove"
	[input]="base syntax value eval bounds prove input"
	[cli]="base syntax value eval bounds solve circuit encode explore path search bmc prove input cli"
	[tests]="base syntax value eval bounds solve circuit encode explore path search bmc prove input cli tests"
)

passed=0 failed=0
# verdict PROBLEMS: the check passes if there are none
verdict() {
	if [ -z "$1" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "$1"
	fi
}

# The text of a file, lines numbered, without comments, literals (but in #include lines) and
# the bodies of diag_fatal and diag_no_memory.
code() {
	perl -0777 -pe '
		sub blank { (my $t = shift) =~ s/[^\n]//g; " $t" }
		s~(/\*.*?\*/|//[^\n]*)           # comments
		 |(^[ \t]*\#[ \t]*include[^\n]*)
		 |("(?:\\.|[^"\\\n])*")
		 |(\x27(?:\\.|[^\x27\\\n])*\x27)
		 ~$1 ? blank($1) : $2 ? $2 : $3 ? q("") : "0"~gesmx;
		s~(^\w[^\n;]*\b(?:diag_fatal|diag_no_memory)\([^;{]*\)\s*\{.*?^\})~blank($1)~gesm;
		my $n = 0;
		s/^/++$n . ":"/gem;
	' "$1"
}

# What prints or ends the process: these functions, and any use of the standard streams.
forbidden='[^[:alnum:]_.>]((_exit|_Exit|quick_exit|exit|abort|perror|puts|putchar|v?printf)[ \t]*\(|(stdout|stderr)\>)'

for folder in "${!may[@]}"; do
	for file in "$folder"/*.[ch] "$folder"/*.def "$folder"/*/*.[ch] "$folder"/*/*.def; do
		text=$(code "$file") || exit 1

		bad=
		while IFS=: read -r line included; do
			if [[ $included != */* ]]; then
				bad+="$file:$line: '$included' is not written from the root"$'\n'
			elif [[ " ${may[$folder]} " != *" ${included%%/*} "* ]]; then
				bad+="$file:$line: $folder/ may not include '$included'"$'\n'
			fi
		done < <(sed -nE 's/^([0-9]+:)[ \t]*#[ \t]*include[ \t]*"([^"]*)".*/\1\2/p' <<<"$text")
		verdict "${bad%$'\n'}"

		if [[ $file == *.h ]]; then
			guard=${file^^}
			guard=${guard//[!A-Z0-9]/_}
			head=$(sed -nE 's/^[0-9]+:[ \t]*#//p' <<<"$text" | head -n 2)
			bad=
			[ "$head" = "ifndef $guard"$'\n'"define $guard" ] || bad="$file: the guard is not $guard"
			verdict "$bad"

			verdict "$(${CC:-cc} -std=c11 -D_GNU_SOURCE -I. -Wall -Wextra -Werror -Wno-unused-function \
				-fsyntax-only -x c - <<<"#include \"$file\"" 2>&1)"
		fi

		case $folder in cli | tests) continue ;; esac
		verdict "$(grep -E "$forbidden" <<<"$text" |
			sed -E "s|^([0-9]+):[ \t]*|$file:\1: library code must not print or exit: |")"
	done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
