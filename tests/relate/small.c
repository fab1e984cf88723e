#include "tests/relate/small.h"

#include "tests/random/random_machine.h"

/* The values of a kind, roughly: their product bounds the number of states. */
static uint32_t size_of(enum random_kind kind)
{
	static const uint32_t sizes[KINDS] = {4, 2, 3, 2, 8, 4, 8, 64, 16, 4, 6};
	return sizes[kind];
}

/* Any values, or one. */
static void make_start(struct maker *m, uint32_t first)
{
	uint32_t all = m->count;
	bool is_known = maker_chance(m, 60);
	for (uint32_t i = first; i < all; i++) {
		struct random_name n = m->names[i];
		text_format(m->out, "%s%s %s ", i > first ? " || " : "", n.text, is_known ? ":=" : "::");
		m->count = first; /* no variable has a value yet */
		if (is_known) make_expression(m, n.kind, 0);
		else text_add(m->out, kind_type(n.kind));
		m->count = all;
	}
	text_add(m->out, "\n");
}

static void make_variables(struct maker *m)
{
	uint32_t states = 1, first = m->count, wanted = 2 + maker_number(m, 3);
	for (uint32_t tries = 0; tries < 20 && m->count < first + wanted; tries++) {
		enum random_kind kind = (enum random_kind)maker_number(m, KINDS);
		if (states * size_of(kind) > 400) continue;
		states *= size_of(kind);
		maker_add(m, "x", kind, true);
	}
	text_add(m->out, "VARIABLES ");
	for (uint32_t i = first; i < m->count; i++)
		text_format(m->out, "%s%s", i > first ? ", " : "", m->names[i].text);
	text_add(m->out, "\nINVARIANT ");
	for (uint32_t i = first; i < m->count; i++)
		text_format(m->out, "%s%s : %s", i > first ? " & " : "", m->names[i].text,
		            kind_type(m->names[i].kind));
	for (uint32_t i = maker_number(m, 3); i > 0; i--) {
		text_add(m->out, "\n& (");
		make_predicate(m, 1);
		if (maker_chance(m, 60)) {
			text_add(m->out, maker_chance(m, 50) ? " or " : " => ");
			make_predicate(m, 1);
		}
		text_add(m->out, ")");
	}
	text_add(m->out, "\nINITIALISATION ");
	make_start(m, first);
}

enum { GUARDS = 5 };

/* Of the conjuncts that are at hand, and perhaps one of its own. */
static void make_guard(struct maker *m, const struct text *guards)
{
	uint32_t count = 1 + maker_chance(m, 30);
	for (uint32_t i = 0; i < count; i++) {
		text_add(m->out, i > 0 ? " & " : "");
		if (maker_chance(m, 75))
			text_format(m->out, "%s(%s)", maker_chance(m, 30) ? "not" : "",
			            text_get(&guards[maker_number(m, GUARDS)]));
		else make_predicate(m, 1);
	}
}

static void make_operation(struct maker *m, uint32_t number, const struct text *guards)
{
	uint32_t before = m->count, shape = maker_number(m, 7);
	enum random_kind kind = (enum random_kind)maker_number(m, KIND_ENUMS);
	text_format(m->out, "op%u", number);
	if (shape == 0) { /* a parameter */
		const char *p = maker_add(m, "p", kind, false)->text;
		text_format(m->out, "(%s) = PRE %s : %s & ", p, p, kind_type(kind));
	} else if (shape == 1) {
		const char *p = maker_add(m, "p", kind, false)->text;
		text_format(m->out, " = ANY %s WHERE %s : %s & ", p, p, kind_type(kind));
	} else if (shape < 5) {
		text_add(m->out, maker_chance(m, 70) ? " = SELECT " : " = PRE ");
	} else {
		text_add(m->out, " = ");
	}
	if (shape < 5) {
		make_guard(m, guards);
		text_add(m->out, " THEN ");
	}
	const struct random_name *n = &m->names[maker_number(m, before)];
	if (maker_chance(m, 50)) {
		text_format(m->out, "%s := ", n->text);
		make_expression(m, n->kind, 1);
	} else {
		make_substitution(m, maker_number(m, 3));
	}
	text_add(m->out, shape < 5 ? " END" : "");
	m->count = before;
}

void small_machine(uint64_t seed, struct text *out)
{
	struct maker m = {.state = seed * 0x5851f42d4c957f2du + 7, .out = out};
	struct text guards[GUARDS] = {{0}};
	text_add(out, "MACHINE M\nSETS E = {e1, e2, e3}; S\nCONSTANTS d1 PROPERTIES d1 : S\n");
	make_variables(&m);
	for (uint32_t i = 0; i < GUARDS; i++) {
		m.out = &guards[i];
		make_predicate(&m, maker_number(&m, 2));
	}
	m.out = out;
	text_add(out, "OPERATIONS\n");
	uint32_t count = 2 + maker_number(&m, 4);
	for (uint32_t i = 0; i < count; i++) {
		text_add(out, i > 0 ? ";\n" : "");
		make_operation(&m, i, guards);
	}
	text_add(out, "\nEND\n");
	for (uint32_t i = 0; i < GUARDS; i++) text_clear(&guards[i]);
}
