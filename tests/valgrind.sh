#!/bin/sh
# Memory errors: unit tests and a sample of commands under valgrind's memcheck. Takes minutes; what it
# finds is printed. `tests/valgrind.sh quick` leaves out the unit tests.
set -u
cd "$(dirname "$0")/.." || exit 1
failed=0
check() { # EXIT_CODES COMMAND...
	wanted=$1
	shift
	valgrind -q --error-exitcode=99 --leak-check=no --main-stacksize=100000000 "$@" \
		>build/valgrind.out 2>build/valgrind.err </dev/null
	code=$?
	case " $wanted " in
	*" $code "*) return ;;
	esac
	failed=$((failed + 1))
	echo "FAIL $* (exit code $code)"
	grep -m 12 '^==' build/valgrind.err
}

b=./bounce
check 0 $b solve 'x : 1..10 & x * x = 49 & s <: 1..4 & card(s) = x - 5'
check 0 $b solve 'f : 1..4 >->> 1..4 & g = closure1(f) & (f ; f) = id(1..4) & f /= f~ <+ {1 |-> 1}' --solver cadical
check 10 $b solve 'x > y & y > z & z > x'
check 10 $b solve 'x : 2..30 & y : 2..30 & x * y = 391 & x < 9'
check 0 $b solve 'q : seq(1..3) & size(q) = 3 & q = rev(q) & tail(q) ^ front(q) : seq(1..2)'
check 0 $b solve 'r = rec(a : 1, b : {2}) & s = struct(a : 1..2, b : POW(1..2)) & r : s & p : s & p /= r'
check 0 $b solve '#x.(x : s & !y.(y : s => y <= x & x mod 3 = 1)) & card(s) = 2 & s <: -9..9' --all --show s
check 0 $b solve -m cases/solve/club.mch 's <: PERSON' --card PERSON=3 --all --up-to-symmetry
check 0 $b solve 'n([3, 2, 1]) = 12 & not(n = %s.(s : seq(1..3) | size(s)))'
check '0 1 5' $b solve --batch cases/solve/one.batch
check '0 1 5' $b solve --batch cases/solve/wrong.batch
check 5 $b solve -m cases/solve/large.mch 'r : S <-> S & closure1(r) = S * S' --card S=100 --time-limit 1
check 0 $b constants cases/solve/club.mch --count 3
check 0 $b eval 'closure1({x, y | y + y = x})[{8}]'
check 0 $b eval '{x, y | x : 1..5 & y : POW(1..x) & card(y) = 2}'
check 1 $b eval '1 / 0'
check '0 10' $b check cases/demo/buffer.mch
check '0 10' $b check cases/demo/traffic_light.mch
check '0 10' $b check cases/check/counter.mch
check '0 10' $b check cases/check/river.mch --engine solver
check '0 10' $b explore cases/demo/buffer.mch
check '0 10' $b explore cases/check/river.mch --json
check '0 10' $b explore cases/check/counter.mch
check '0 10 5' $b disprove cases/disprove/register.mch
check '0 10 5' $b disprove cases/disprove/loops.mch
check 1 $b parse cases/solve/open.pred
check 2 $b solve
[ "${1-}" = quick ] || for test in build/tests/test_*; do
	[ -x "$test" ] && case $test in
	*.o | *.d) ;;
	*_random | *test_differential | *test_disprove) ;; # long
	*test_cases | *test_certify | *test_interrupt | *test_workers) ;; # they start programs
	*) check 0 "$test" ;;
	esac
done
[ $failed -eq 0 ] && echo 'valgrind: no memory errors'
[ $failed -eq 0 ]
