#!/bin/bash
# Usage: parallel.sh JOBS RESULTS COMMAND FILE|DIR... [OPTION]...      (COMMAND: check, disprove, explore, constants)
# Runs the campaign in 4 * JOBS parts, JOBS at a time; HOSTS=a,b,c: on these machines by ssh (they share the folders). What RESULTS has
# an answer for is not asked again, so after a failure the same line goes on. Then: bounce merge RESULTS
set -u
jobs=$1 results=$2
shift 2
parts=$((4 * jobs))
seq 1 $parts | parallel --will-cite -j "$jobs" ${HOSTS:+--sshlogin "$HOSTS" --workdir "$PWD"} \
	"${BOUNCE:-bounce} $(printf '%q ' "$@") --shard {}/$parts --cache $(printf '%q' "$results") >/dev/null; [ \$? = 0 -o \$? = 5 -o \$? = 10 ]"
