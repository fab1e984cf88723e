/* Random machines with relations to numbers of wide ranges, which the encoder keeps as rows: accounts
 * that are opened, changed one or two at a time, and closed. Guards leave few amounts of many, so that
 * the states can be explored. */
#include "tests/random/random_machine.h"

static const char *any_of(struct maker *m, const char *const *all, uint32_t count)
{
	return all[maker_number(m, count)];
}

#define ANY_OF(m, all) any_of(m, all, (uint32_t)(sizeof(all) / sizeof(all)[0]))

/* n from many, of which few remain. */
static void make_amount(struct maker *m)
{
	static const char *const amounts[] = {
	    "n : 0..30 & n mod 15 = 0",
	    "n : -2..45 & n >= 44",
	    "n : 0..40 & n >= 39 - x",
	    "n : 0..40 & x + n : 39..40",
	    "n : 1..60 & n <= 2 & x + n <= 60",
	    "n : 0..40 & b(p) + n : 39..41",
	    "n : 0..40 & n >= b(p) & n - b(p) < 2",
	    "n > 39 & n - x <= 40 & n : 0..90",
	    "n : -9..60 & x - n <= -38 & 40 > n",
	    "40 - n : 0..1 & n : 0..70 & x >= 5 - n",
	};
	text_add(m->out, ANY_OF(m, amounts));
}

static void make_guard(struct maker *m)
{
	static const char *const guards[] = {
	    "p : dom(b)",
	    "p /: dom(b)",
	    "p /= q",
	    "p /= q & p : dom(b) & q : dom(b)",
	    "p : S - dom(b)",
	    "q /: dom(b) & p : dom(b)",
	    "(p = q or p : dom(b))",
	    "b(p) <= 20",
	    "0 = 0",
	};
	text_add(m->out, ANY_OF(m, guards));
}

static void make_relation(struct maker *m)
{
	static const char *const relations[] = {
	    "b <+ {p |-> n}",
	    "b \\/ {p |-> n}",
	    "({p, q} <<| b) \\/ {p |-> n, q |-> x}",
	    "b <+ {p |-> n, q |-> x}",
	    "b <+ {p |-> b(p) - n, q |-> b(q) + n}",
	    "{p |-> n, q |-> x + n}",
	    "{p} <<| b",
	    "b - {p |-> x}",
	    "(b <+ {q |-> x}) \\/ {p |-> n}",
	    "{q} <| b \\/ {p |-> n}",
	    "%z.(z : {p, q} | n + x)",
	    "b <+ %z.(z : dom(b) | b(z) + n)",
	    "b |> (0..n)",
	};
	text_add(m->out, ANY_OF(m, relations));
}

static void make_action(struct maker *m)
{
	static const char *const plain[] = {
	    "b(p) := b(p) + n", "b(p) := n",        "b(p), x := n, b(q)",       "x := n",
	    "x := b(p)",        "x := card(b) + n", "x := max(ran(b) \\/ {n})", "x := card(ran(b))",
	    "u := q",           "u, v := v, u",
	};
	if (maker_chance(m, 35)) {
		text_add(m->out, ANY_OF(m, plain));
		return;
	}
	text_add(m->out, "b := ");
	make_relation(m);
}

static void make_operation(struct maker *m, uint32_t number)
{
	/* of two that are chosen, or of the last ones: then nothing but the guard keeps them apart */
	text_format(m->out,
	            maker_chance(m, 60) ? "op%u(p, q, n) = PRE p : S & q : S & "
	                                : "op%u = ANY p, q, n WHERE p = u & q = v & ",
	            number);
	make_guard(m);
	text_add(m->out, " & ");
	make_amount(m);
	text_add(m->out, " THEN ");
	bool has_branches = maker_chance(m, 30);
	if (has_branches) text_add(m->out, "IF ");
	if (has_branches) make_guard(m);
	if (has_branches) text_add(m->out, " THEN ");
	make_action(m);
	if (has_branches) text_add(m->out, " ELSE ");
	if (has_branches) make_action(m);
	text_add(m->out, has_branches ? " END END" : " END");
}

static void make_invariant(struct maker *m)
{
	static const char *const invariants[] = {
	    "b : S +-> INTEGER",
	    "ran(b) <: -10..60",
	    "b : S <-> 0..41",
	    "!p.(p : dom(b) => b(p) <= 41)",
	    "not(#(p, q).(p : dom(b) & q : dom(b) & p /= q & b(p) + b(q) = 40))",
	    "x <= 60",
	    "card(b) < 2",
	    "#z.(z : 0..90 & x - z <= 3 & z + x <= 50)",
	    "!p.(p : dom(b) => #z.(50 - z : 5..70 & z : NATURAL1 & b(p) < z & z < 50 - x))",
	    "!p.(p : dom(b) => #z.(z : 0..90 & z >= b(p) & z + x <= 61))",
	    "#(z, y).(z : 0..70 & y : 0..70 & z >= x & y < z & y + 2 > card(b))",
	    "b = {} or #(z, p).(p : dom(b) & z : 1..200 & x - z >= -60 & z > b(p))",
	};
	text_add(m->out, ANY_OF(m, invariants));
}

void random_accounts_machine(uint64_t seed, struct random_machine *out)
{
	struct maker m = {.state = seed * 0x5851f42d4c957f2du + 1234};
	*out = (struct random_machine){0};
	text_add(&out->head, "MACHINE M\nSETS S\nVARIABLES b, x, u, v\n");
	text_add(&out->typing, "b : S <-> INTEGER & x : INTEGER & u : S & v : S");
	text_add(&out->initialisation,
	         maker_chance(&m, 25) ? "b := {} || x := 0" : "b := S * {1} || x := 2");
	text_add(&out->initialisation, " || u :: S || v :: S");
	out->invariant_count = 1 + maker_number(&m, 2);
	for (uint32_t i = 0; i < out->invariant_count; i++) {
		m.out = &out->invariants[i];
		make_invariant(&m);
	}
	out->operation_count = 2 + maker_number(&m, 2);
	for (uint32_t i = 0; i < out->operation_count; i++) {
		m.out = &out->operations[i];
		make_operation(&m, i);
	}
	if (maker_chance(&m, 70)) text_add(&out->operations[out->operation_count++], "stay = skip");
}
