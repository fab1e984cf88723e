#!/bin/sh
# Problems of `solve` that must take less than a second each: large known data with a few unknowns,
# arithmetic, puzzles. Prints the seconds; the exit code is 1 if an answer is wrong or late.
set -u
cd "$(dirname "$0")/.." || exit 1
failed=0
measure() { # NAME VERDICT PREDICATE
	answer=$(./bounce solve --json --time-limit 20 "$3")
	seconds=$(echo "$answer" | sed 's/.*"seconds":\([0-9.e-]*\).*/\1/')
	case $answer in
	*"\"verdict\":\"$2\""*) ;;
	*) seconds="$seconds (wrong: $2 is expected)" ;;
	esac
	late=$(echo "$seconds" | awk '{ print ($1 > 1 || NF > 1) }')
	failed=$((failed + late))
	echo "solve $1: $seconds s"
}

measure 'product' found 'x * y = 391 & x : 2..1000 & y : 2..1000 & x < y'
measure 'product near 2^62' found 'x * y = 4611686014132420609 & x : 2..3000000000 & y : 2..3000000000'
measure 'SEND+MORE=MONEY' found '{S, E, N, D, M, O, R, Y} <: 0..9 & S > 0 & M > 0 & card({S, E, N, D, M, O, R, Y}) = 8 &
	S*1000 + E*100 + N*10 + D + M*1000 + O*100 + R*10 + E = M*10000 + O*1000 + N*100 + E*10 + Y'
magic() { # SIZE SUM
	echo "m : (1..$1) * (1..$1) >->> 1..$1*$1 & !i.(i : 1..$1 => SIGMA(j).(j : 1..$1 | m(i |-> j)) = $2) &
	!j.(j : 1..$1 => SIGMA(i).(i : 1..$1 | m(i |-> j)) = $2) & SIGMA(i).(i : 1..$1 | m(i |-> i)) = $2 &
	SIGMA(i).(i : 1..$1 | m(i |-> $1 + 1 - i)) = $2"
}
measure 'magic square of 3' found "$(magic 3 15)"
measure 'magic square of 4' found "$(magic 4 34)"
measure 'sum of a function into 0..1000' found 'f : 1..20 --> 0..1000 & SIGMA(i).(i : 1..20 | f(i)) = 12345 & f(1) > f(20)'
big='r = %x.(x : 1..100000 | (x * 7) mod 100003)'
measure '100000 pairs, difference' found "$big & d = r - %x.(x : 50000..100000 | (x * 7) mod 100003) & a |-> b : d & a > 49990"
measure '100000 pairs, image' found "$big & s = r[1..50000] & x : s & x > 99990"
measure '100000 pairs, composition' found "$big & c = (r ; r) & x : 1..10 & y = c(x) & y > 300"
measure '100000 pairs, closure' found 'r = %x.(x : 1..100000 | x - x mod 1000) & c = closure1(r) & x : 1..99999 & c[{x}] = {5000} & x mod 7 = 3'
[ $failed -eq 0 ]
