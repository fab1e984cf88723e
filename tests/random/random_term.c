/* Random formulas of a wanted type. Operators are chosen by the signatures of op.def: a production is
 * an operator with a signature. Forms that have none there get one here: what they make of which
 * types; 'r' is a record. */
#include "tests/random/random_inside.h"

enum trait {
	MAKES_INFINITE = 1,  /* an infinite set, or a function on one */
	TAKES_SMALL = 2,     /* sets of which it makes many more */
	TAKES_SEQUENCES = 4, /* else it is undefined */
	MAKES_SEQUENCE = 8,
	OF_TREES = 16,
	MAKES_TREE = 32,
	IS_NEUTRAL = 64, /* makes what its operands are */
	MAKES_FUNCTION = 128,
};

struct production {
	enum op op;
	const char *signature;
	uint32_t weight;
	int traits;
};

enum { USUAL_WEIGHT = 4 };

/* What differs from the usual: weight 4, the signature of op.def, no traits. A second line for an
 * operator is a second production. */
static const struct production special[] = {
    {OP_AND, NULL, 3, 0},
    {OP_OR, NULL, 6, 0},
    {OP_IMPLIES, NULL, 6, 0},
    {OP_EQUIV, NULL, 3, 0},
    {OP_NOT, NULL, 4, 0},
    {OP_FORALL, "=.", 5, 0},
    {OP_EXISTS, "=.", 5, 0},
    {OP_TRUTH, NULL, 0, 0},
    {OP_FALSITY, NULL, 0, 0},
    {OP_FINITE, NULL, 1, 0},
    {OP_PARTITION, "=.", 2, 0},
    {OP_SUBSTITUTED, "=.", 2, 0},
    {OP_SUBSET, NULL, 3, 0},
    {OP_NOT_MEMBER, NULL, 5, 0},
    {OP_NOT_SUBSET, NULL, 5, 0},
    {OP_DIVIDE, NULL, 3, 0},
    {OP_MOD, NULL, 2, 0},
    {OP_MIN, NULL, 3, 0},
    {OP_MAX, NULL, 3, 0},
    {OP_GENERAL_INTER, NULL, 2, 0},
    {OP_STRICT_SUBSET, NULL, 1, 0},
    {OP_NOT_STRICT_SUBSET, NULL, 3, 0},
    {OP_NUMBER, NULL, 1, 0},
    {OP_STRING, "=S", 2, 0},
    {OP_TEMPLATE, "=S", 1, 0},
    {OP_INTEGER_SET, NULL, 2, MAKES_INFINITE},
    {OP_NATURAL_SET, NULL, 2, MAKES_INFINITE},
    {OP_NATURAL1_SET, NULL, 2, MAKES_INFINITE},
    {OP_STRING_SET, NULL, 2, MAKES_INFINITE},
    {OP_INT_SET, NULL, 2, 0},
    {OP_NAT_SET, NULL, 2, 0},
    {OP_NAT1_SET, NULL, 2, 0},
    {OP_EMPTY_SET, NULL, 1, 0},
    {OP_EMPTY_SEQ, NULL, 1, MAKES_SEQUENCE},
    {OP_MINUS, "ZZ=Z", 4, 0},
    {OP_MINUS, "PaPa=Pa", 3, 0},
    {OP_TIMES, "ZZ=Z", 4, 0},
    {OP_PRODUCT, NULL, 3, 0},
    {OP_POWER, NULL, 1, 0},
    {OP_SUCC, NULL, 4, MAKES_INFINITE},
    {OP_PRED, NULL, 4, MAKES_INFINITE},
    {OP_CARD, NULL, 8, 0},
    {OP_SIGMA, "=Z", 4, 0},
    {OP_PI, "=Z", 3, 0},
    {OP_SET, "=Pa", 6, MAKES_FUNCTION},
    {OP_COMPREHENSION, "=Pa", 8, 0},
    {OP_POW, NULL, 4, TAKES_SMALL},
    {OP_POW1, NULL, 3, TAKES_SMALL},
    {OP_FIN, NULL, 2, TAKES_SMALL},
    {OP_FIN1, NULL, 2, TAKES_SMALL},
    {OP_QUANTIFIED_UNION, "=Pa", 4, 0},
    {OP_QUANTIFIED_INTER, "=Pa", 4, 0},
    {OP_RELATIONS, NULL, 4, TAKES_SMALL},
    {OP_TOTAL_RELATIONS, NULL, 3, TAKES_SMALL},
    {OP_SURJECTIVE_RELATIONS, NULL, 3, TAKES_SMALL},
    {OP_TOTAL_SURJECTIVE_RELATIONS, NULL, 3, TAKES_SMALL},
    {OP_PARTIAL_FUNCTIONS, NULL, 4, TAKES_SMALL},
    {OP_TOTAL_FUNCTIONS, NULL, 4, TAKES_SMALL},
    {OP_PARTIAL_INJECTIONS, NULL, 3, TAKES_SMALL},
    {OP_TOTAL_INJECTIONS, NULL, 3, TAKES_SMALL},
    {OP_PARTIAL_SURJECTIONS, NULL, 3, TAKES_SMALL},
    {OP_TOTAL_SURJECTIONS, NULL, 3, TAKES_SMALL},
    {OP_PARTIAL_BIJECTIONS, NULL, 3, TAKES_SMALL},
    {OP_TOTAL_BIJECTIONS, NULL, 3, TAKES_SMALL},
    {OP_APPLY, "=a", 5, 0},
    {OP_OVERRIDE, NULL, 4, MAKES_FUNCTION},
    {OP_IDENTITY, NULL, 3, MAKES_FUNCTION},
    {OP_LAMBDA, "=P*ab", 5, MAKES_FUNCTION},
    {OP_SEQ, NULL, 3, TAKES_SMALL | MAKES_INFINITE},
    {OP_SEQ1, NULL, 3, TAKES_SMALL | MAKES_INFINITE},
    {OP_ISEQ, NULL, 3, TAKES_SMALL},
    {OP_ISEQ1, NULL, 3, TAKES_SMALL},
    {OP_PERM, NULL, 3, TAKES_SMALL},
    {OP_SEQUENCE, "=P*Za", 4, MAKES_SEQUENCE},
    {OP_SIZE, NULL, 4, TAKES_SEQUENCES},
    {OP_FIRST, NULL, 1, TAKES_SEQUENCES},
    {OP_LAST, NULL, 1, TAKES_SEQUENCES},
    {OP_FRONT, NULL, 1, TAKES_SEQUENCES | MAKES_SEQUENCE},
    {OP_TAIL, NULL, 1, TAKES_SEQUENCES | MAKES_SEQUENCE},
    {OP_REV, NULL, 3, TAKES_SEQUENCES | MAKES_SEQUENCE},
    {OP_CONCAT, NULL, 3, TAKES_SEQUENCES | MAKES_SEQUENCE},
    {OP_INSERT_FRONT, NULL, 3, TAKES_SEQUENCES | MAKES_SEQUENCE},
    {OP_INSERT_TAIL, NULL, 3, TAKES_SEQUENCES | MAKES_SEQUENCE},
    {OP_RESTRICT_FRONT, NULL, 3, TAKES_SEQUENCES | MAKES_SEQUENCE},
    {OP_RESTRICT_TAIL, NULL, 3, TAKES_SEQUENCES | MAKES_SEQUENCE},
    {OP_CONC, NULL, 2, TAKES_SEQUENCES | MAKES_SEQUENCE},
    {OP_TREE, NULL, 1, TAKES_SMALL | MAKES_INFINITE | OF_TREES},
    {OP_BTREE, NULL, 1, TAKES_SMALL | MAKES_INFINITE | OF_TREES},
    {OP_CONST, NULL, 2, OF_TREES | MAKES_TREE},
    {OP_TOP, NULL, 0, OF_TREES},
    {OP_SONS, NULL, 1, OF_TREES | MAKES_SEQUENCE},
    {OP_PREFIX, NULL, 0, OF_TREES | MAKES_SEQUENCE},
    {OP_POSTFIX, NULL, 0, OF_TREES | MAKES_SEQUENCE},
    {OP_SIZET, NULL, 1, OF_TREES},
    {OP_MIRROR, NULL, 2, OF_TREES | MAKES_TREE},
    {OP_RANK, NULL, 0, OF_TREES},
    {OP_FATHER, NULL, 0, OF_TREES | MAKES_SEQUENCE},
    {OP_SON, NULL, 0, OF_TREES | MAKES_SEQUENCE},
    {OP_SUBTREE, NULL, 1, OF_TREES | MAKES_TREE},
    {OP_ARITY, NULL, 0, OF_TREES},
    {OP_BIN, "=P*P*ZZa", 1, OF_TREES | MAKES_TREE},
    {OP_LEFT, NULL, 1, OF_TREES | MAKES_TREE},
    {OP_RIGHT, NULL, 1, OF_TREES | MAKES_TREE},
    {OP_INFIX, NULL, 0, OF_TREES | MAKES_SEQUENCE},
    {OP_STRUCT, "=Prab", 3, 0},
    {OP_REC, "=rab", 4, 0},
    {OP_FIELD, "=a", 2, 0},
    {OP_IF, "=a", 2, IS_NEUTRAL},
    {OP_LET, "=a", 2, IS_NEUTRAL},
    {OP_EXTERNAL_CALL, "=a", 1, 0},
};

enum { SPECIALS = sizeof special / sizeof *special };

bool random_has_op(enum op op)
{
	const struct op_info *i = op_info(op);
	if (i->class == CLASS_SUBST) return false;
	switch (op) {
	case OP_LABEL:   /* the front end drops it */
	case OP_OF_TYPE: /* likewise, of Event-B */
	case OP_TYPE_SET:
	case OP_OLD: /* of substitutions */
	case OP_DECIMAL:
	case OP_REAL_SET:
	case OP_FLOAT_SET:
	case OP_FLOOR:
	case OP_CEILING:
	case OP_TO_REAL: return false;
	default: return true;
	}
}

void productions_init(struct writer *w)
{
	struct production *list = ARENA_ARRAY(&w->arena, OP_COUNT + SPECIALS, struct production);
	uint32_t n = 0;
	for (uint32_t op = 0; op < OP_COUNT; op++) {
		const struct op_info *info = op_info((enum op)op);
		uint32_t before = n;
		for (uint32_t i = 0; i < SPECIALS; i++) {
			if (special[i].op != op) continue;
			list[n] = special[i];
			if (!list[n].signature) list[n].signature = info->signature;
			n++;
		}
		if (n == before && *info->signature && random_has_op((enum op)op))
			list[n++] = (struct production){(enum op)op, info->signature, USUAL_WEIGHT, 0};
	}
	w->productions = list;
	w->production_count = n;
}

/* ---- signatures ---------------------------------------------------------------------------------- */

/* Does the type fit the signature at *s? Reads it and binds its letters. */
static bool fits(const char **s, const struct rtype *t, const struct rtype *v[4])
{
	char c = *(*s)++;
	switch (c) {
	case 'Z':
	case 'N': return t->kind == R_INTEGER;
	case 'B': return t->kind == R_BOOL;
	case 'S': return t->kind == R_STRING;
	case '.': return t->kind == R_PREDICATE;
	case 'P': return t->kind == R_POW && fits(s, t->a, v);
	case '*': return t->kind == R_PAIR && fits(s, t->a, v) && fits(s, t->b, v);
	case 'r': return t->kind == R_RECORD && fits(s, t->a, v) && fits(s, t->b, v);
	default:
		if (!v[c - 'a']) v[c - 'a'] = t;
		return rtype_same(v[c - 'a'], t);
	}
}

static const struct rtype *build(struct writer *w, const char **s, const struct rtype *v[4])
{
	static const char atoms[] = "ZNBS.";
	static const enum rkind kinds[] = {R_INTEGER, R_INTEGER, R_BOOL, R_STRING, R_PREDICATE};
	char c = *(*s)++;
	const char *atom = strchr(atoms, c);
	if (atom) return rtype_of(w, kinds[atom - atoms], NULL, NULL);
	if (c == 'P') return rtype_pow(w, build(w, s, v));
	if (c == '*' || c == 'r') {
		const struct rtype *a = build(w, s, v), *b = build(w, s, v);
		return rtype_of(w, c == 'r' ? R_RECORD : R_PAIR, a, b);
	}
	if (!v[c - 'a']) v[c - 'a'] = rtype_random(w, 1);
	return v[c - 'a'];
}

static const char *result_of(const struct production *p) { return strchr(p->signature, '=') + 1; }

static bool has_predicates(const struct production *p)
{
	bool is_form = p->signature[0] == '=' && p->op != OP_TRUTH && p->op != OP_FALSITY;
	return p->signature[0] == '.' || is_form;
}

/* ---- choice -------------------------------------------------------------------------------------- */

static bool is_allowed(struct writer *w, const struct production *p, const struct rtype *t,
                       uint32_t depth, int flags)
{
	if (flags & TERM_SEQUENCE && !(p->traits & (MAKES_SEQUENCE | IS_NEUTRAL))) return false;
	if (flags & TERM_TREE && !(p->traits & (MAKES_TREE | IS_NEUTRAL))) return false;
	if (p->traits & MAKES_INFINITE && !(flags & TERM_INFINITE) && !chance(w, 300)) return false;
	if (t->kind != R_PREDICATE) return true;
	if (depth == 0 && has_predicates(p)) return false;
	return *result_of(p) == '.' || p->traits & IS_NEUTRAL;
}

static uint32_t weight_of(const struct production *p, int flags)
{
	bool is_wanted = (flags & TERM_FUNCTION && p->traits & MAKES_FUNCTION) ||
	                 (flags & TERM_INFINITE && p->traits & (TAKES_SMALL | MAKES_INFINITE));
	return is_wanted ? 3 * p->weight : p->weight;
}

static const struct production *pick(struct writer *w, const struct rtype *t, uint32_t depth,
                                     int flags, const struct rtype *v[4])
{
	const struct production *found = NULL;
	uint32_t total = 0;
	for (uint32_t i = 0; i < w->production_count; i++) {
		const struct production *p = &w->productions[i];
		const struct rtype *bound[4] = {0};
		const char *s = result_of(p);
		if (!p->weight || !fits(&s, t, bound) || !is_allowed(w, p, t, depth, flags)) continue;
		uint32_t weight = weight_of(p, flags);
		total += weight;
		if (draw(w, total) >= weight) continue;
		found = p;
		memcpy(v, bound, sizeof bound);
	}
	return found;
}

/* ---- operands ------------------------------------------------------------------------------------ */

/* The operand may be infinite although the formula is finite. */
static bool may_be_infinite(enum op op, uint32_t operand)
{
	switch (op) {
	case OP_DOMAIN_RESTRICT:
	case OP_DOMAIN_SUBTRACT: return operand == 0;
	case OP_MEMBER:
	case OP_NOT_MEMBER:
	case OP_SUBSET:
	case OP_NOT_SUBSET:
	case OP_STRICT_SUBSET:
	case OP_INTER:
	case OP_DIFFERENCE:
	case OP_RANGE_RESTRICT:
	case OP_RANGE_SUBTRACT: return operand == 1;
	default: return false;
	}
}

static bool is_text(const char *signature, const char *part)
{
	return strncmp(signature, part, strlen(part)) == 0;
}

static int operand_flags(struct writer *w, const struct production *p, uint32_t i,
                         const char *operand, int flags)
{
	if (p->traits & OF_TREES)
		return is_text(operand, "P*P*ZZ") ? TERM_TREE : is_text(operand, "P*Z") ? TERM_SEQUENCE : 0;
	if (p->traits & TAKES_SEQUENCES && is_text(operand, "P*Z"))
		return chance(w, 16) ? 0 : TERM_SEQUENCE;
	if (p->traits & TAKES_SMALL) return flags & TERM_INFINITE && chance(w, 3) ? flags : TERM_SMALL;
	return may_be_infinite(p->op, i) ? TERM_INFINITE : 0;
}

static void write_operand(struct writer *w, const struct production *p, uint32_t i,
                          const char **signature, const struct rtype *v[4], uint32_t depth,
                          int flags)
{
	const char *operand = *signature;
	const struct rtype *t = build(w, signature, v);
	if (p->op == OP_POWER) depth = 0;
	write_term(w, t, depth ? depth - 1 : 0, operand_flags(w, p, i, operand, flags));
}

/* x = x says little: tries again if both operands are the same text. */
static void write_infix(struct writer *w, const struct production *p, const struct rtype *v[4],
                        uint32_t depth, int flags)
{
	const char *s = p->signature;
	text_add(w->out, "(");
	size_t from = w->out->count;
	write_operand(w, p, 0, &s, v, depth, flags);
	size_t length = w->out->count - from;
	text_format(w->out, " %s ", op_info(p->op)->spelling);
	size_t to = w->out->count;
	for (int tries = 0; tries < 3; tries++) {
		const char *second = s;
		text_cut(w->out, to);
		write_operand(w, p, 1, &second, v, depth + (uint32_t)tries, flags);
		bool is_same =
		    w->out->count - to == length && memcmp(w->out->at + from, w->out->at + to, length) == 0;
		if (!is_same || chance(w, 16)) break;
	}
	text_add(w->out, ")");
}

static void write_production(struct writer *w, const struct production *p, const struct rtype *v[4],
                             uint32_t depth, int flags)
{
	const struct op_info *info = op_info(p->op);
	const char *s = p->signature;
	bool is_infix = info->form == FORM_INFIX || info->form == FORM_RIGHT ||
	                info->form == FORM_NONE || p->op == OP_PRODUCT;
	if (*s == '=' && info->form == FORM_WEAK && p->op != OP_PARTITION && p->op != OP_BIN) {
		text_add(w->out, info->spelling);
	} else if (is_infix) {
		write_infix(w, p, v, depth, flags);
	} else if (*s != '=' && (info->form == FORM_CALL || info->form == FORM_WEAK)) {
		text_format(w->out, "%s(", info->spelling);
		for (uint32_t i = 0; *s != '='; i++) {
			if (i) text_add(w->out, ", ");
			write_operand(w, p, i, &s, v, depth, flags);
		}
		text_add(w->out, ")");
	} else if (info->form == FORM_WORD) {
		text_add(w->out, info->spelling);
	} else {
		while (*s) { /* binds all letters; the sign = is not one */
			if (*s == '=') s++;
			else build(w, &s, v);
		}
		write_form(w, p->op, (const struct rtype *const *)v, depth, flags);
	}
}

/* ---- terms --------------------------------------------------------------------------------------- */

static void write_leaf_set(struct writer *w, const struct rtype *t, int flags)
{
	if (flags & TERM_TREE) {
		text_add(w->out, "const(");
		write_leaf(w, t->a->b, 0);
		text_add(w->out, ", [])");
	} else if (flags & TERM_SEQUENCE) {
		text_add(w->out, "[");
		if (!chance(w, 12)) write_leaf(w, t->a->b, 0);
		text_add(w->out, "]");
	} else if (chance(w, 2)) {
		write_few(w, t->a);
	} else if (chance(w, 4)) {
		text_add(w->out, "{}");
	} else {
		text_add(w->out, "{");
		write_leaf(w, t->a, 0);
		text_add(w->out, "}");
	}
}

static void write_leaf_number(struct writer *w)
{
	if (chance(w, 24)) text_add(w->out, chance(w, 2) ? "MAXINT" : "MININT");
	else write_literal(w, rtype_of(w, R_INTEGER, NULL, NULL));
}

void write_leaf(struct writer *w, const struct rtype *t, int flags)
{
	const struct rname *n = names_pick(w, t, flags);
	if (n && !chance(w, 6)) {
		text_add(w->out, n->text);
		return;
	}
	if (!flags && !chance(w, 4) && write_derived(w, t)) return;
	switch (t->kind) {
	case R_PREDICATE: write_predicate(w, 0); break;
	case R_INTEGER: write_leaf_number(w); break;
	case R_POW: write_leaf_set(w, t, flags); break;
	case R_PAIR:
	case R_RECORD:
		text_add(w->out, t->kind == R_PAIR ? "(" : "rec(p : ");
		write_leaf(w, t->a, 0);
		text_add(w->out, t->kind == R_PAIR ? " |-> " : ", q : ");
		write_leaf(w, t->b, 0);
		text_add(w->out, ")");
		break;
	default:
		if (n && !rtype_has_literals(t)) text_add(w->out, n->text);
		else write_literal(w, t);
	}
}

/* Few elements, so that all its subsets or functions on it can be listed. */
void write_small_set(struct writer *w, const struct rtype *element, uint32_t depth)
{
	const struct rtype *set = rtype_pow(w, element);
	const struct rname *n = names_pick(w, set, TERM_SMALL);
	if (n && !chance(w, 3)) {
		text_add(w->out, n->text);
	} else if (depth == 0 || chance(w, 3)) {
		write_few(w, element);
	} else if (chance(w, 3)) {
		text_add(w->out, "{");
		write_term(w, element, depth - 1, 0);
		text_add(w->out, "}");
	} else {
		text_add(w->out, "(");
		write_few(w, element);
		text_add(w->out, chance(w, 2) ? " /\\ " : " - ");
		write_term(w, set, depth - 1, 0);
		text_add(w->out, ")");
	}
}

void write_term(struct writer *w, const struct rtype *t, uint32_t depth, int flags)
{
	enum { GUARDED_EVERY = 40 };
	const struct rtype *v[4] = {0};
	w->budget--;
	if (flags & TERM_SMALL && t->kind == R_POW) {
		write_small_set(w, t->a, depth);
		return;
	}
	if (depth > 0 && w->budget > 0 && t->kind != R_PREDICATE && chance(w, GUARDED_EVERY)) {
		write_guarded(w, t, depth, flags);
		return;
	}
	bool is_leaf = depth == 0 || w->budget <= 0 || chance(w, flags & TERM_INFINITE ? 8 : 3);
	const struct production *p = NULL;
	if (!is_leaf || t->kind == R_PREDICATE) p = pick(w, t, w->budget <= 0 ? 0 : depth, flags, v);
	if (p) write_production(w, p, v, depth, flags);
	else write_leaf(w, t, flags);
}

void write_predicate(struct writer *w, uint32_t depth)
{
	write_term(w, rtype_of(w, R_PREDICATE, NULL, NULL), depth, 0);
}

/* ---- featured operators -------------------------------------------------------------------------- */

static const char *comparison(struct writer *w, const struct rtype *t)
{
	static const char *const of_numbers[] = {"<", "<=", ">", ">=", "=", "/=", "<=", ">="};
	static const char *const of_sets[] = {"=", "/=", "<:", "/<:", "/=", "/<<:", "/<:", "/="};
	static const char *const of_others[] = {"=", "/=", "/="};
	if (t->kind == R_INTEGER) return of_numbers[draw(w, 8)];
	if (t->kind == R_POW) return of_sets[draw(w, 8)];
	return of_others[draw(w, 3)];
}

/* A term that is, or is not, in the infinite set. */
static void write_membership(struct writer *w, const struct production *p, const struct rtype *v[4],
                             const struct rtype *t, uint32_t depth)
{
	int flags = p->traits & OF_TREES ? TERM_TREE : 0;
	if (rtype_is_sequence(t->a) && !chance(w, 3)) flags = TERM_SEQUENCE;
	text_add(w->out, "(");
	write_term(w, t->a, depth, flags);
	text_add(w->out, chance(w, 3) ? " : " : " /: ");
	write_production(w, p, v, depth, TERM_INFINITE);
	text_add(w->out, ")");
}

void write_featured(struct writer *w, uint32_t depth)
{
	const struct production *p = &w->productions[draw(w, w->production_count)];
	const struct rtype *v[4] = {0};
	if (p->traits & OF_TREES && !chance(w, 3)) p = &w->productions[draw(w, w->production_count)];
	if (p->traits & OF_TREES) v[0] = rtype_of(w, R_INTEGER, NULL, NULL);
	const char *s = result_of(p);
	const struct rtype *t = build(w, &s, v);
	if (t->kind == R_PREDICATE) {
		write_production(w, p, v, depth, 0);
	} else if (t->kind == R_POW && (p->traits & MAKES_INFINITE || chance(w, 3))) {
		write_membership(w, p, v, t, depth);
	} else {
		text_add(w->out, "(");
		write_production(w, p, v, depth, 0);
		text_format(w->out, " %s ", comparison(w, t));
		write_term(w, t, depth ? depth - 1 : 0, p->traits & MAKES_TREE ? TERM_TREE : 0);
		text_add(w->out, ")");
	}
}
