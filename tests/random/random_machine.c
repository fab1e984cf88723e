/* Clauses of random machines. */
#include "tests/random/random_machine.h"

const char random_included[] = "MACHINE N CONSTANTS nc PROPERTIES nc = 2\n"
                               "VARIABLES nv INVARIANT nv : 0..2 INITIALISATION nv := 0\n"
                               "OPERATIONS\n"
                               "n_up = SELECT nv < nc THEN nv := nv + 1 END;\n"
                               "n_set(p) = PRE p : 0..2 THEN nv := p END;\n"
                               "r <-- n_get = r := nv;\n"
                               "r <-- n_other(p) = PRE p : -1..4 THEN ANY q WHERE q : 0..2 & q /= "
                               "p THEN r, nv := q, q END END\n"
                               "END\n";

const char random_seen[] = "MACHINE Q CONSTANTS qc, qd PROPERTIES qc = 1 & qd : 0..1\n"
                           "VARIABLES qv INVARIANT qv : 0..qc INITIALISATION qv := qd\n"
                           "OPERATIONS q_set(p) = PRE p : 0..qc THEN qv := p END END\n";

/* Of the constants from the first one on, some have one value. */
static void make_equations(struct maker *m, uint32_t first)
{
	uint32_t all = m->count;
	for (uint32_t i = first; i < all; i++) {
		struct random_name n = m->names[i];
		if (n.kind == KIND_DEFERRED || n.kind == KIND_DEFERREDS || maker_chance(m, 50)) continue;
		text_format(m->out, " & %s = ", n.text);
		m->count = 0;
		make_expression(m, n.kind, 0);
		m->count = all;
	}
}

/* Blocks of a partition of S, and a set that two bijections with T make: of these, and of elements
 * of S, `explore` takes only some that are the same up to symmetry. */
static void make_constants(struct maker *m)
{
	bool has_partition = m->is_symmetric && maker_chance(m, 40),
	     has_bijections = m->is_symmetric && maker_chance(m, 30);
	uint32_t first = m->count;
	char block[8] = "", other[8] = "", equal[8] = "";
	text_add(m->out, "CONSTANTS d1");
	if (maker_chance(m, 40)) maker_add(m, "c", KIND_INTEGER, false);
	if (maker_chance(m, 25)) maker_add(m, "c", KIND_FUNCTION, false);
	if (maker_chance(m, 25)) maker_add(m, "c", KIND_DEFERREDS, false);
	if (m->is_symmetric && maker_chance(m, 60)) maker_add(m, "c", KIND_DEFERRED, false);
	if (has_partition) strcpy(block, maker_add(m, "c", KIND_DEFERREDS, false)->text);
	if (has_partition) strcpy(other, maker_add(m, "c", KIND_DEFERREDS, false)->text);
	if (has_bijections) strcpy(equal, maker_add(m, "c", KIND_DEFERREDS, false)->text);
	for (uint32_t i = first; i < m->count; i++) text_format(m->out, ", %s", m->names[i].text);
	if (has_bijections) text_add(m->out, ", f, g");
	text_add(m->out, "\nPROPERTIES d1 : S");
	for (uint32_t i = first; i < m->count; i++)
		text_format(m->out, " & %s : %s", m->names[i].text, kind_type(m->names[i].kind));
	if (m->is_symmetric && maker_chance(m, 50)) text_add(m->out, " & card(S) = 3");
	if (has_partition)
		text_format(m->out, " & %s \\/ %s = S & %s /\\ %s = {}", block, other, block, other);
	if (has_bijections)
		text_format(m->out,
		            " & card(T) = card(S) & f : S >->> T & g : S >->> T"
		            " & %s = {z | z : S & f(z) = g(z)}",
		            equal);
	if (m->is_rich) make_equations(m, first);
	if (m->count > first && maker_chance(m, 20)) {
		text_add(m->out, " & ");
		make_predicate(m, 2);
	}
	text_add(m->out, "\n");
}

static void make_variables(struct maker *m, struct random_machine *r)
{
	uint32_t first = m->count, count = 1 + maker_number(m, 4);
	for (uint32_t i = 0; i < count; i++)
		maker_add(m, "x", (enum random_kind)maker_number(m, KINDS), true);
	if (m->has_clock) strcpy(m->names[m->count].text, "t0");
	if (m->has_clock) m->names[m->count++].kind = KIND_INTEGER;
	text_add(m->out, "VARIABLES ");
	for (uint32_t i = first; i < m->count; i++)
		text_format(m->out, "%s%s", i > first ? ", " : "", m->names[i].text);
	text_add(m->out, "\n");
	static const char *const types[KINDS] = {"INTEGER",
	                                         "BOOL",
	                                         "E",
	                                         "S",
	                                         "POW(E)",
	                                         "POW(S)",
	                                         "POW(INTEGER)",
	                                         "E <-> INTEGER",
	                                         "S <-> BOOL",
	                                         "INTEGER <-> BOOL",
	                                         "struct(a : INTEGER, b : BOOL)"};
	for (uint32_t i = first; i < m->count; i++)
		text_format(&r->typing, "%s%s : %s", i > first ? " & " : "", m->names[i].text,
		            types[m->names[i].kind]);
	for (uint32_t i = first; i < m->count; i++)
		text_format(&r->bounded, "%s%s : %s", i > first ? " & " : "", m->names[i].text,
		            kind_type(m->names[i].kind));
	m->out = &r->initialisation;
	for (uint32_t i = first; i < m->count; i++) {
		const struct random_name *n = &m->names[i];
		text_add(m->out, i > first ? " || " : "");
		if (maker_chance(m, 30) && n->is_writable) {
			text_format(m->out, "%s :: %s", n->text, kind_type(n->kind));
			continue;
		}
		/* no variable has a value yet */
		uint32_t all = m->count;
		struct random_name mine = *n;
		m->count = first;
		text_format(m->out, "%s := ", mine.text);
		if (mine.is_writable) make_expression(m, mine.kind, maker_chance(m, 8));
		else text_add(m->out, "0");
		m->count = all;
	}
}

static void make_invariants(struct maker *m, struct random_machine *r)
{
	r->invariant_count = 1 + maker_number(m, 2);
	for (uint32_t i = 0; i < r->invariant_count; i++) {
		const struct random_name *n = &m->names[maker_number(m, m->count)];
		m->out = &r->invariants[i];
		if (maker_chance(m, 60) && n->is_writable)
			text_format(m->out, "%s : %s", n->text, kind_type(n->kind));
		else {
			if (m->has_clock) text_format(m->out, "t0 /= %u or ", 1 + maker_number(m, 4));
			make_predicate(m, 2);
			text_add(m->out, " or ");
			make_predicate(m, 2);
		}
	}
}

static void make_operation(struct maker *m, uint32_t number)
{
	uint32_t before = m->count, results = maker_chance(m, 25), parameters = maker_chance(m, 40);
	char result[8] = "", parameter[8] = "";
	if (results)
		strcpy(result, maker_add(m, "r", (enum random_kind)maker_number(m, KINDS), false)->text);
	enum random_kind kind = (enum random_kind)maker_number(m, KINDS);
	m->count = before; /* a result has no value yet */
	enum random_kind result_kind = results ? m->names[before].kind : KINDS;
	if (parameters) strcpy(parameter, maker_add(m, "p", kind, false)->text);
	if (results) text_format(m->out, "%s <-- ", result);
	text_format(m->out, "op%u", number);
	if (parameters) text_format(m->out, "(%s)", parameter);
	text_add(m->out, " = ");
	bool has_pre = parameters || maker_chance(m, 40);
	if (has_pre) {
		text_add(m->out, "PRE ");
		if (parameters) text_format(m->out, "%s : %s & ", parameter, kind_type(kind));
		if (m->has_clock && maker_chance(m, 60))
			text_format(m->out, "t0 %s %u", maker_chance(m, 50) ? "=" : ">=", maker_number(m, 4));
		else make_predicate(m, 2);
		text_add(m->out, " THEN ");
	}
	bool ticks = m->has_clock && maker_chance(m, 60);
	if (ticks) text_add(m->out, "BEGIN t0 := (t0 + 1) mod 5 || ");
	if (results) {
		text_format(m->out, "BEGIN %s := ", result);
		make_expression(m, result_kind, 1);
		text_add(m->out, maker_chance(m, 50) ? " || " : "; ");
	}
	make_substitution(m, 1 + maker_number(m, 3));
	if (results) text_add(m->out, " END");
	if (ticks) text_add(m->out, " END");
	if (has_pre) text_add(m->out, " END");
	m->count = before;
}

/* A name from outside: of a parameter, or of a constant of a machine that is seen or included. */
static void add_foreign(struct maker *m, const char *text)
{
	struct random_name *n = &m->names[m->count++];
	*n = (struct random_name){.kind = KIND_INTEGER};
	strcpy(n->text, text);
}

static void make_head(struct maker *m, struct random_machine *out)
{
	text_format(m->out, "MACHINE M%s\n", out->sees ? "(k0)" : "");
	if (out->sees)
		text_format(m->out, "CONSTRAINTS k0 : 0..3%s\nSEES Q\n",
		            maker_chance(m, 50) ? " & k0 = 2" : "");
	if (out->sees) add_foreign(m, "k0");
	if (out->sees) add_foreign(m, "qc");
	if (out->includes) text_add(m->out, "INCLUDES N\n");
	if (out->includes && out->sees) add_foreign(m, "nc");
}

static void make(uint64_t seed, bool is_rich, struct random_machine *out)
{
	struct maker m = {
	    .state = seed * 0x5851f42d4c957f2du + 1, .is_symmetric = seed % 8 == 3, .is_rich = is_rich};
	*out = (struct random_machine){.sees = is_rich};
	out->includes = m.includes = maker_chance(&m, 25);
	m.has_clock = maker_chance(&m, 60);
	m.out = &out->head;
	make_head(&m, out);
	text_add(m.out, "SETS E = {e1, e2, e3}; S");
	text_add(m.out, m.is_symmetric ? "; T\n" : "\n");
	make_constants(&m);
	make_variables(&m, out);
	make_invariants(&m, out);
	out->operation_count = 1 + maker_number(&m, 3);
	if (maker_chance(&m, 60))
		text_add(&out->operations[out->operation_count],
		         m.has_clock ? "tick = t0 := (t0 + 1) mod 5" : "stay = skip");
	for (uint32_t i = 0; i < out->operation_count; i++) {
		m.out = &out->operations[i];
		make_operation(&m, i);
	}
	out->operation_count += out->operations[out->operation_count].count > 0;
}

void random_machine(uint64_t seed, struct random_machine *out) { make(seed, false, out); }
void random_rich_machine(uint64_t seed, struct random_machine *out) { make(seed, true, out); }

void random_machine_clear(struct random_machine *m)
{
	text_clear(&m->head);
	text_clear(&m->typing);
	text_clear(&m->bounded);
	text_clear(&m->initialisation);
	for (uint32_t i = 0; i < MOST_PARTS; i++) {
		text_clear(&m->invariants[i]);
		text_clear(&m->operations[i]);
	}
}

void random_machine_print(const struct random_machine *m, uint32_t invariants_out,
                          uint32_t operations_out, struct text *out)
{
	text_format(out, "%sINVARIANT %s", text_get(&m->head), text_get(&m->typing));
	for (uint32_t i = 0; i < m->invariant_count; i++)
		if (!(invariants_out >> i & 1)) text_format(out, "\n& (%s)", text_get(&m->invariants[i]));
	text_format(out, "\nINITIALISATION %s\nOPERATIONS", text_get(&m->initialisation));
	const char *between = "\n";
	for (uint32_t i = 0; i < m->operation_count; i++) {
		if (operations_out >> i & 1) continue;
		text_format(out, "%s%s", between, text_get(&m->operations[i]));
		between = ";\n";
	}
	text_add(out, "\nEND\n");
}

void random_machine_print_bounded(const struct random_machine *m, struct text *out)
{
	struct random_machine small = *m;
	small.typing = m->bounded;
	random_machine_print(&small, 0, 0, out);
}
