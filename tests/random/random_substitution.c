/* Substitutions of random machines. */
#include "tests/random/random_machine.h"

static void say(struct maker *m, const char *t) { text_add(m->out, t); }

static const struct random_name *any_target(struct maker *m)
{
	for (int i = 0; i < 40; i++) {
		const struct random_name *n = maker_name(m, (enum random_kind)maker_number(m, KINDS), true);
		if (n) return n;
	}
	return NULL;
}

/* ---- assignments --------------------------------------------------------------------------------- */

/* Mostly so that few values are reached. */
static void make_value(struct maker *m, enum random_kind kind, uint32_t depth)
{
	if (kind == KIND_INTEGER && maker_chance(m, 70)) {
		say(m, "(");
		make_expression(m, kind, depth);
		text_format(m->out, " %s)", maker_chance(m, 50) ? "mod 4" : "/ 2");
		return;
	}
	make_expression(m, kind, depth);
}

static void make_such(struct maker *m, const struct random_name *n)
{
	text_format(m->out, "%s :(%s : %s", n->text, n->text, kind_type(n->kind));
	if (maker_chance(m, 50)) text_format(m->out, " & %s /= %s$0", n->text, n->text);
	if (maker_chance(m, 50)) {
		say(m, " & ");
		make_predicate(m, 1);
	}
	say(m, ")");
}

static void make_part(struct maker *m, const struct random_name *n, uint32_t depth)
{
	if (n->kind == KIND_FUNCTION) {
		text_format(m->out, "%s(", n->text);
		make_expression(m, KIND_ENUM, depth);
		say(m, ") := ");
		make_value(m, KIND_INTEGER, depth);
	} else if (n->kind == KIND_RECORD) {
		bool is_bool = maker_chance(m, 50);
		text_format(m->out, "%s'%c := ", n->text, is_bool ? 'b' : 'a');
		make_value(m, is_bool ? KIND_BOOL : KIND_INTEGER, depth);
	} else {
		text_format(m->out, "%s := ", n->text);
		make_value(m, n->kind, depth);
	}
}

/* For two parts at once: often the value that is there already, and never plainly beside another one,
 * since that is an error of the text. */
static void make_shared(struct maker *m, const struct random_name *n, uint32_t depth)
{
	bool keeps = maker_chance(m, 30), is_whole = n->kind != KIND_FUNCTION && n->kind != KIND_RECORD;
	is_whole |= maker_chance(m, 10);
	if (is_whole) {
		say(m, "IF ");
		make_predicate(m, 1);
		text_format(m->out, " THEN %s := ", n->text);
		if (keeps) say(m, n->text);
		else make_value(m, n->kind, depth);
		say(m, " END");
	} else if (keeps && n->kind == KIND_FUNCTION) {
		const char *at = maker_chance(m, 50) ? "e1" : "e2";
		text_format(m->out, "%s(%s) := %s(%s)", n->text, at, n->text, at);
	} else if (keeps) {
		char field = maker_chance(m, 50) ? 'a' : 'b';
		text_format(m->out, "%s'%c := %s'%c", n->text, field, n->text, field);
	} else {
		make_part(m, n, depth);
	}
}

void make_assignment(struct maker *m, const struct random_name *n, uint32_t depth)
{
	if (n->is_shared) {
		make_shared(m, n, depth);
		return;
	}
	switch (maker_number(m, 8)) {
	case 0: text_format(m->out, "%s :: %s", n->text, kind_type(n->kind)); return;
	case 1: make_such(m, n); return;
	case 2:
		if (n->kind == KIND_ENUM || n->kind == KIND_INTEGER) {
			text_format(m->out, "%s :: ", n->text);
			make_expression(m, n->kind == KIND_ENUM ? KIND_ENUMS : KIND_INTEGERS, depth);
			return;
		}
		break;
	case 3: make_part(m, n, depth); return;
	default: break;
	}
	text_format(m->out, "%s := ", n->text);
	make_value(m, n->kind, depth);
}

static void assign_any(struct maker *m, uint32_t depth)
{
	const struct random_name *n = any_target(m), *o = any_target(m);
	if (!n) {
		say(m, "skip");
	} else if (n->kind == KIND_FUNCTION && maker_chance(m, 10)) {
		text_format(m->out, "%s(e1), %s(", n->text, n->text);
		make_expression(m, KIND_ENUM, depth);
		say(m, ") := ");
		make_value(m, KIND_INTEGER, depth);
		say(m, ", ");
		make_value(m, KIND_INTEGER, depth);
	} else if (o && o != n && !n->is_shared && !o->is_shared && maker_chance(m, 15)) {
		text_format(m->out, "%s, %s := ", n->text, o->text);
		make_value(m, n->kind, depth);
		say(m, ", ");
		make_value(m, o->kind, depth);
	} else {
		make_assignment(m, n, depth);
	}
}

/* ---- composed ones ------------------------------------------------------------------------------- */

static void make_if(struct maker *m, uint32_t depth)
{
	say(m, "IF ");
	make_predicate(m, 2);
	say(m, " THEN ");
	make_substitution(m, depth);
	if (maker_chance(m, 30)) {
		say(m, " ELSIF ");
		make_predicate(m, 1);
		say(m, " THEN ");
		make_substitution(m, depth);
	}
	if (maker_chance(m, 60)) {
		say(m, " ELSE ");
		make_substitution(m, depth);
	}
	say(m, " END");
}

static void make_select(struct maker *m, uint32_t depth)
{
	say(m, "SELECT ");
	make_predicate(m, 2);
	say(m, " THEN ");
	make_substitution(m, depth);
	if (maker_chance(m, 50)) {
		say(m, " WHEN ");
		make_predicate(m, 1);
		say(m, " THEN ");
		make_substitution(m, depth);
	}
	if (maker_chance(m, 30)) {
		say(m, " ELSE ");
		make_substitution(m, depth);
	}
	say(m, " END");
}

static void make_case(struct maker *m, uint32_t depth)
{
	bool of_integer = maker_chance(m, 50);
	say(m, "CASE ");
	make_expression(m, of_integer ? KIND_INTEGER : KIND_ENUM, 1);
	text_format(m->out, " OF EITHER %s THEN ", of_integer ? "0, 1" : "e2");
	make_substitution(m, depth);
	text_format(m->out, " OR %s THEN ", of_integer ? "2" : "e1");
	make_substitution(m, depth);
	if (maker_chance(m, 50)) {
		say(m, " ELSE ");
		make_substitution(m, depth);
	}
	say(m, " END END");
}

static void make_choice(struct maker *m, uint32_t depth)
{
	uint32_t count = 2 + maker_number(m, 2);
	say(m, "CHOICE ");
	for (uint32_t i = 0; i < count; i++) {
		if (i) say(m, " OR ");
		make_substitution(m, depth);
	}
	say(m, " END");
}

static void make_any(struct maker *m, uint32_t depth)
{
	enum random_kind kind = (enum random_kind)maker_number(m, KINDS);
	uint32_t before = m->count;
	const struct random_name *n = maker_add(m, "y", kind, false);
	text_format(m->out, "ANY %s WHERE %s : %s", n->text, n->text, kind_type(kind));
	if (maker_chance(m, 60)) {
		say(m, " & ");
		make_predicate(m, 2);
	}
	say(m, " THEN ");
	make_substitution(m, depth);
	say(m, " END");
	m->count = before;
}

static void make_let(struct maker *m, uint32_t depth)
{
	enum random_kind kind = (enum random_kind)maker_number(m, KINDS);
	uint32_t before = m->count;
	struct random_name n = *maker_add(m, "l", kind, false);
	m->count = before; /* not in scope of its own value */
	text_format(m->out, "LET %s BE %s = ", n.text, n.text);
	make_expression(m, kind, 2);
	m->names[m->count++] = n;
	say(m, " IN ");
	make_substitution(m, depth);
	say(m, " END");
	m->count = before;
}

static void make_var(struct maker *m, uint32_t depth)
{
	enum random_kind kind = (enum random_kind)maker_number(m, KINDS);
	uint32_t before = m->count;
	struct random_name n = *maker_add(m, "v", kind, true);
	m->count = before;
	text_format(m->out, "VAR %s IN ", n.text);
	if (maker_chance(m, 70)) text_format(m->out, "%s :: %s; ", n.text, kind_type(kind));
	else {
		text_format(m->out, "%s := ", n.text);
		make_value(m, kind, 1);
		say(m, "; ");
	}
	m->names[m->count++] = n;
	make_substitution(m, depth);
	say(m, " END");
	m->count = before;
}

static void make_while(struct maker *m, uint32_t depth)
{
	uint32_t before = m->count, rounds = 1 + maker_number(m, 3);
	const struct random_name *n = maker_add(m, "i", KIND_INTEGER, maker_chance(m, 10));
	const char *i = n->text;
	text_format(m->out, "VAR %s IN %s := 0; WHILE %s < %u DO ", i, i, i, rounds);
	make_substitution(m, depth);
	text_format(m->out, "; %s := %s + 1 INVARIANT %s : 0..%u", i, i, i,
	            rounds - maker_chance(m, 10));
	if (maker_chance(m, 10)) {
		say(m, " & ");
		make_predicate(m, 1);
	}
	text_format(m->out, " VARIANT %u - %s END END", rounds - maker_chance(m, 10), i);
	m->count = before;
}

static void make_call(struct maker *m, uint32_t depth)
{
	const struct random_name *n = maker_name(m, KIND_INTEGER, true);
	uint32_t which = maker_number(m, n ? 4 : 2);
	switch (which) {
	case 0: say(m, "n_up"); return;
	case 1: say(m, "n_set("); break;
	case 2: text_format(m->out, "%s <-- n_get", n->text); return;
	default: text_format(m->out, "%s <-- n_other(", n->text); break;
	}
	make_expression(m, KIND_INTEGER, depth ? 1 : 0);
	say(m, ")");
}

static void make_checked(struct maker *m, uint32_t depth)
{
	say(m, maker_chance(m, 60) ? "ASSERT " : "PRE ");
	make_predicate(m, 1);
	say(m, " THEN ");
	make_substitution(m, depth);
	say(m, " END");
}

static void make_sequence(struct maker *m, uint32_t depth)
{
	uint32_t count = 2 + maker_number(m, 2);
	say(m, "BEGIN ");
	for (uint32_t i = 0; i < count; i++) {
		if (i) say(m, "; ");
		make_substitution(m, depth);
	}
	say(m, " END");
}

/* Most names are written in one part only. */
static void make_parallel(struct maker *m, uint32_t depth)
{
	uint32_t count = 2 + maker_number(m, 2), part[MOST_NAMES];
	bool was[MOST_NAMES], shared[MOST_NAMES], includes = m->includes;
	uint32_t names = m->count;
	for (uint32_t i = 0; i < m->count; i++) {
		was[i] = m->names[i].is_writable;
		shared[i] = m->names[i].is_shared;
		m->names[i].is_shared |= maker_chance(m, m->names[i].kind == KIND_FUNCTION ? 40 : 15);
		part[i] = m->names[i].is_shared ? count : maker_number(m, count);
	}
	say(m, "BEGIN ");
	for (uint32_t k = 0; k < count; k++) {
		if (k) say(m, " || ");
		for (uint32_t i = 0; i < m->count; i++)
			m->names[i].is_writable = was[i] && (part[i] == k || part[i] == count);
		m->includes = includes && k == 0;
		make_substitution(m, depth);
	}
	say(m, " END");
	m->includes = includes;
	for (uint32_t i = 0; i < names; i++) {
		m->names[i].is_writable = was[i];
		m->names[i].is_shared = shared[i];
	}
}

void make_substitution(struct maker *m, uint32_t depth)
{
	if (depth == 0 || maker_chance(m, 25)) {
		if (m->includes && maker_chance(m, 25)) make_call(m, depth);
		else if (maker_chance(m, 5)) say(m, "skip");
		else assign_any(m, 1);
		return;
	}
	depth--;
	switch (maker_number(m, 12)) {
	case 0: make_if(m, depth); return;
	case 1: make_select(m, depth); return;
	case 2: make_case(m, depth); return;
	case 3: make_choice(m, depth); return;
	case 4: make_any(m, depth); return;
	case 5: make_let(m, depth); return;
	case 6: make_var(m, depth); return;
	case 7: make_while(m, depth); return;
	case 8: make_checked(m, depth); return;
	case 9: make_sequence(m, depth); return;
	default: make_parallel(m, depth); return;
	}
}
