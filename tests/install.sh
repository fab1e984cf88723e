#!/bin/bash
# Is what 'make install' installs enough: the program, the library, the manual? And does 'make uninstall' leave nothing?
# The last line is 'N passed, N failed'.
# shellcheck disable=SC2317 # functions are called through check
set -u
cd "$(dirname "$0")/.." || exit 1
passed=0 failed=0
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

check() { # NAME COMMAND...
	local name=$1
	shift
	if "$@" >"$root/log" 2>&1; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "$name:"
		sed 's/^/    /' "$root/log"
	fi
}

# The example is compiled as its first lines say, and finds the fault of the shipped machine in three operations.
example() {
	local flags
	flags=$(PKG_CONFIG_PATH=$root/lib/pkgconfig pkg-config --cflags --static --libs bounce) || return
	# shellcheck disable=SC2086 # several words
	"${CC:-cc}" -Wall -Wextra -Werror "$root/share/doc/bounce/examples/example.c" -o "$root/example" $flags || return
	"$root/example" "$root/share/doc/bounce/buffer.mch" | tee "$root/found"
	[ "${PIPESTATUS[0]}" = 1 ] && [ "$(grep -c '^  put' "$root/found")" = 3 ]
}

# A host program may call its own functions what it likes.
only_our_names() {
	nm -g --defined-only "$root/lib/libbounce.a" | awk 'NF == 3 && $3 !~ /^bounce_/ { print; bad = 1 } END { exit bad }'
}

program() {
	"$root/bin/bounce" check "$root/share/doc/bounce/buffer.mch" >/dev/null
	[ $? = 10 ] && "$root/bin/bounce" --version
}

manual() { [ "$(head -c 3 "$root/share/man/man1/bounce-check.1")" = .TH ]; }
nothing() { [ -z "$(find "$root" -path "$root/log" -o -path "$root/found" -o -path "$root/example" -o -type f -print)" ]; }

check 'make install' "${MAKE:-make}" -s install PREFIX="$root"
check 'the program' program
check 'the manual' manual
check 'the library has names of its own only' only_our_names
check 'the example' example
check 'make uninstall' "${MAKE:-make}" -s uninstall PREFIX="$root"
check 'nothing is left' nothing
echo "$passed passed, $failed failed"
exit $((failed > 0))
