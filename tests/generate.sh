#!/bin/sh
# Writes a machine of about the given number of lines, with all kinds of clauses.
set -eu
awk -v lines="${1:-20000}" 'BEGIN {
	n = int((lines - 15) / 10) # variables; each has 10 lines
	print "MACHINE generated\nSETS\n  S = {s1, s2, s3}; T\nDEFINITIONS"
	print "  near(a, b) == (a - b : -1..1);\n  both(x, y) == x |-> y"
	print "CONSTANTS\n  f, g\nPROPERTIES\n  f : S --> T & g : T <-> NATURAL\nVARIABLES"
	for (i = 1; i <= n; i++) print "  v" i (i < n ? "," : "")
	print "INVARIANT"
	for (i = 1; i <= n; i++) {
		k = i % 4
		type = k == 0 ? "POW(S * T)" : k == 1 ? "0..100" : k == 2 ? "S +-> seq(T)" : "POW(INTEGER)"
		print "  v" i " : " type (i < n ? " &" : "")
	}
	print "INITIALISATION"
	for (i = 1; i <= n; i++) print "  v" i " := " (i % 4 == 1 ? "0" : "{}") (i < n ? " ||" : "")
	print "OPERATIONS"
	for (i = 1; i <= n; i++) {
		k = i % 4
		print "  r <-- op" i "(p, q) ="
		print "    PRE p : S & q : NATURAL & near(q, card(f)) & #x.(x : T & x |-> q : g)"
		print "    THEN"
		if (k == 0) print "      v" i " := v" i " \\/ {both(p, f(p))} ||"
		if (k == 1) print "      v" i " := (v" i " + q * 2) mod 100 ||"
		if (k == 2) print "      v" i "(p) := [f(p)] ^ {1 |-> f(s1)} ||"
		if (k == 3) print "      v" i " := {y | y : v" i " & y > q} - {q, q + 1} ||"
		print "      IF q > 3 THEN r := TRUE ELSE r := bool(p = s2) END"
		print "    END" (i < n ? ";" : "")
		print ""
	}
	print "END"
}'
