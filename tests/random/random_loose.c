/* Random machines whose operations touch little: processes of a deferred set with places of their own,
 * counters and elements. Many of their operations can be exchanged, and so can the processes; faults
 * are some steps away. */
#include "tests/random/random_machine.h"

/* Names that are in scope: p is a process if has_process. */
struct loose {
	struct maker m;
	bool has_process;
	uint32_t active; /* bits of variables that change: others are there, too */
};

static uint32_t below(struct loose *l, uint32_t n) { return maker_number(&l->m, n); }

static void say(struct loose *l, const char *format, uint32_t a, uint32_t b)
{
	if (strchr(format, '%')) text_format(l->m.out, format, a, b);
	else text_add(l->m.out, format);
}

enum { PC = 1, W = 2, G = 4, X = 8, Y = 16, H = 32, TURN = 64, VARIABLES = 7 };

struct atom {
	const char *text;
	uint32_t about;
};

/* One of them that is about variables that change. */
static const char *choose(struct loose *l, const struct atom *all, uint32_t count)
{
	for (int i = 0; i < 40; i++) {
		const struct atom *a = &all[below(l, count)];
		if ((a->about & ~l->active) == 0) return a->text;
	}
	return "0 = 0";
}

static void make_guard(struct loose *l)
{
	static const struct atom own[] = {
	    {"pc(p) = %u & %u = 0", PC},
	    {"pc(p) /= %u & %u = 0", PC},
	    {"pc(p) <= %u & %u = 0", PC},
	    {"p : w", W},
	    {"p /: w", W},
	    {"p : dom(g)", G},
	    {"p /: dom(g)", G},
	    {"turn = p", TURN},
	    {"turn /= p", TURN},
	    {"p : w \\/ dom(g)", W | G},
	    {"g[{p}] <: {%u, %u}", G},
	    {"0 = 0", 0},
	};
	static const struct atom all[] = {
	    {"x = %u & %u = 0", X},
	    {"x <= %u & %u = 0", X},
	    {"y /= %u & %u = 0", Y},
	    {"h(e1) = %u & %u = 0", H},
	    {"h(e2) <= %u & %u = 0", H},
	    {"h(e1) = h(e2)", H},
	    {"x = y", X | Y},
	    {"w = {}", W},
	    {"turn : w", TURN | W},
	    {"pc(turn) = %u & %u = 0", PC | TURN},
	    {"card(w) < 2", W},
	    {"0 = 0", 0},
	};
	bool mine = l->has_process && maker_chance(&l->m, 75);
	say(l, choose(l, mine ? own : all, 12), below(l, 2), 0);
}

static void make_action(struct loose *l, uint32_t variable)
{
	static const char *const pc[] = {"pc(p) := (pc(p) + 1) mod 3", "pc(p) := %u - %u",
	                                 "pc := pc <+ {p |-> %u - %u}", "pc(turn) := %u - %u"};
	static const char *const w[] = {"w := w \\/ {p}", "w := w - {p}", "w := w \\/ {turn}",
	                                "w := {}"};
	static const char *const g[] = {"g := g <+ {p |-> %u - %u}", "g := {p} <<| g",
	                                "g(p) := (x + %u - %u) mod 3", "g := {}"};
	static const char *const rest[] = {
	    "x := (x + 1) mod 3", "y := (y + 1) mod 3", "x := y",    "h(e1) := (h(e1) + 1) mod 3",
	    "h(e2) := x",         "h(e3) := %u - %u",   "turn := p", "turn :: S"};
	uint32_t i = below(l, 4), c = below(l, 3);
	/* without p: the last ones do not need it */
	if (!l->has_process && i < 2 && variable < 3) i += 2;
	if (!l->has_process && variable == 0) i = 3;
	if (!l->has_process && variable == 2) i = 3;
	switch (variable) {
	case 0: say(l, pc[i], c, 0); return;
	case 1: say(l, w[i], c, 0); return;
	case 2: say(l, g[i], c, 0); return;
	case 3: say(l, maker_chance(&l->m, 70) ? rest[0] : rest[2], c, 0); return;
	case 4: say(l, rest[1], c, 0); return;
	case 5: say(l, rest[3 + below(l, 3)], c, 0); return;
	default: say(l, rest[l->has_process ? 6 : 7], c, 0); return;
	}
}

static uint32_t active_variable(struct loose *l)
{
	uint32_t v = below(l, VARIABLES);
	while (!(l->active >> v & 1)) v = (v + 1) % VARIABLES;
	return v;
}

/* Each of the variables that change is changed by some operation. */
static void make_body(struct loose *l, uint32_t number)
{
	uint32_t first = 0, second = active_variable(l);
	for (uint32_t left = number % 3; !(l->active >> first & 1) || left > 0; first++)
		left -= l->active >> first & 1;
	make_action(l, first);
	if (second == first || maker_chance(&l->m, 60)) return;
	text_add(l->m.out, " || ");
	make_action(l, second);
}

static void make_operation(struct loose *l, uint32_t number)
{
	uint32_t form = below(l, 8) % 5 % 4; /* mostly of a process */
	l->has_process = form < 3;
	text_format(l->m.out, "op%u%s = %s", number, form < 2 ? "(p)" : "",
	            form < 2    ? "PRE p : S & "
	            : form == 2 ? "ANY p WHERE p : S & "
	                        : "SELECT ");
	make_guard(l);
	if (maker_chance(&l->m, 20)) {
		text_add(l->m.out, " & ");
		make_guard(l);
	}
	text_add(l->m.out, " THEN ");
	make_body(l, number);
	text_add(l->m.out, " END");
}

/* That some things never come together: so the fault is some steps away. */
static void make_invariant(struct loose *l)
{
	static const struct atom all[] = {
	    {"#(p, q).(p : S & q : S & p /= q & pc(p) = %u & pc(q) = %u)", PC},
	    {"#p.(p : w & pc(p) = 1 + %u / (1 + %u))", W | PC},
	    {"card(w) = 1 + %u / (1 + %u)", W},
	    {"card(g) = 1 + %u / (1 + %u)", G},
	    {"x = 1 + %u / (1 + %u)", X},
	    {"y = 1 + %u / (1 + %u)", Y},
	    {"h(e1) = 1 + %u / (1 + %u)", H},
	    {"h(e2) + h(e3) = 1 + %u + %u", H},
	    {"turn : w", TURN | W},
	    {"turn : dom(g) & g(turn) = %u / (1 + %u)", TURN | G},
	    {"#p.(p : dom(g) - w & pc(p) = %u / (1 + %u))", G | W | PC},
	    {"SIGMA(p).(p : S | pc(p)) = 2 + %u + %u", PC},
	};
	uint32_t count = 2 + below(l, 2);
	text_add(l->m.out, "not(");
	for (uint32_t i = 0; i < count; i++) {
		text_add(l->m.out, i ? " & " : "");
		say(l, choose(l, all, 12), below(l, 3), below(l, 3));
	}
	text_add(l->m.out, ")");
}

void random_loose_machine(uint64_t seed, struct random_machine *out)
{
	struct loose l = {.m = {.state = seed * 0x5851f42d4c957f2du + 77}};
	*out = (struct random_machine){0};
	text_add(&out->head, "MACHINE M\nSETS E = {e1, e2, e3}; S\n");
	bool has_constant = maker_chance(&l.m, 30);
	if (has_constant)
		text_add(&out->head, maker_chance(&l.m, 50) ? "CONSTANTS c\nPROPERTIES c : S\n"
		                                            : "CONSTANTS c\nPROPERTIES c <: S & c /= {}\n");
	text_add(&out->head, "VARIABLES pc, w, g, x, y, h, turn\n");
	text_add(&out->typing,
	         "pc : S --> 0..2 & w <: S & g : S +-> 0..2 & x : 0..2 & y : 0..2 & h : E "
	         "--> 0..2 & turn : S");
	text_add(&out->initialisation,
	         "pc := S * {0} || w := {} || g := {} || x := 0 || y := 0 || h := E "
	         "* {0} || ");
	bool names = has_constant && strstr(text_get(&out->head), "c : S");
	text_add(&out->initialisation, names && maker_chance(&l.m, 60) ? "turn := c" : "turn :: S");
	while (__builtin_popcount(l.active) < 3) l.active |= 1u << maker_number(&l.m, VARIABLES);
	out->invariant_count = 1 + maker_number(&l.m, 2);
	for (uint32_t i = 0; i < out->invariant_count; i++) {
		l.m.out = &out->invariants[i];
		make_invariant(&l);
	}
	out->operation_count = 3 + maker_number(&l.m, 2);
	for (uint32_t i = 0; i < out->operation_count; i++) {
		l.m.out = &out->operations[i];
		make_operation(&l, i);
	}
	if (maker_chance(&l.m, 50)) text_add(&out->operations[out->operation_count++], "stay = skip");
}
