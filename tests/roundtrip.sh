#!/bin/sh
# Every file of the corpus that the parser accepts is the same after printing and reading again.
set -eu
cd "$(dirname "$0")/.."
corpus=${CORPUS:-../shared/corpus}
make -s build/tests/roundtrip
find "$corpus/models" -type f \( -name '*.mch' -o -name '*.ref' -o -name '*.imp' -o -name '*.sys' \
	-o -name '*.def' \) | sort | build/tests/roundtrip
