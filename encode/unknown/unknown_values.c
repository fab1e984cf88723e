/* Unknowns. A name becomes a new symbolic value whose candidates come from what the conjuncts say of
 * it; equations need no unknown at all. */
#include "encode/unknown/unknown.h"

/* ---- unknowns of one kind ---------------------------------------------------------------------- */

/* One of these values; if `absent` is given, none of them where that holds. */
static struct sym *choice(enc e, const struct cases *c, lit absent)
{
	struct cases out = {0};
	struct lits one = {0};
	if (c->count == 0) return e->undefined;
	if (c->count == 1) return sym_ground(e, c->values[0]);
	if (c->count == 2 && absent == LIT_FALSE) {
		lit x = circuit_input(e->c);
		cases_push(e, &out, c->values[0], -x);
		cases_push(e, &out, c->values[1], x);
		return sym_of_cases(e, NULL, &out);
	}
	for (uint32_t i = 0; i < c->count; i++) {
		cases_push(e, &out, c->values[i], circuit_input(e->c));
		lits_push(e, &one, out.is[i]);
	}
	if (absent != LIT_FALSE) lits_push(e, &one, absent);
	circuit_require_exactly_one(e->c, one.at, one.count);
	return sym_of_cases(e, NULL, &out);
}

/* Only the first of many candidates, where a quick solution is looked for. */
static void thin(enc e, struct cases *c)
{
	enum { SPARSE = 12 };
	if (!e->is_sparse || c->count <= SPARSE) return;
	c->count = SPARSE;
	e->was_cut = true;
}

static struct sym *subset(enc e, struct cases *c)
{
	struct cases out = {0};
	thin(e, c);
	for (uint32_t i = 0; i < c->count; i++) cases_push(e, &out, c->values[i], circuit_input(e->c));
	return set_of_cases(e, &out);
}

static struct sym *integer(enc e, wide low, wide high)
{
	if (low > high) return e->undefined;
	return sym_number(e, number_fresh(&e->numbers, low, high, SYM_LISTED_INTEGERS));
}

/* ---- all values of a type ---------------------------------------------------------------------- */

static bool products(enc e, const struct cases *a, const struct cases *b, uint64_t most,
                     struct cases *out)
{
	if ((uint64_t)a->count * b->count > most) return false;
	for (uint32_t i = 0; i < a->count; i++)
		for (uint32_t k = 0; k < b->count; k++)
			cases_push(e, out, value_pair(e->s, a->values[i], b->values[k]), LIT_TRUE);
	return true;
}

/* Records of all combinations of the values of their fields. */
static bool records(enc e, const struct type *t, const struct cases *fields, uint64_t most,
                    struct cases *out)
{
	uint64_t total = 1;
	value *v = ARENA_ARRAY(&e->arena, t->count, value);
	for (uint32_t i = 0; i < t->count; i++) {
		total *= fields[i].count;
		if (total > most) return false;
	}
	for (uint64_t choice = 0; choice < total; choice++) {
		uint64_t rest = choice;
		for (uint32_t i = 0; i < t->count; i++) {
			v[i] = fields[i].values[rest % fields[i].count];
			rest /= fields[i].count;
		}
		cases_push(e, out, value_record(e->s, t, v), LIT_TRUE);
	}
	return true;
}

static bool given(enc e, const struct type *t, uint64_t most, struct pos pos, struct cases *out)
{
	if (t->decl->kind == DECL_FREETYPE)
		enc_stop(e, EVAL_LIMIT, pos, "the values of the free type '%s' cannot be listed here",
		         t->decl->name);
	uint32_t number = universe_number(e->u, t->decl), size = e->u->sets.at[number].size;
	if (size > most) return false;
	for (uint32_t i = 0; i < size; i++) cases_push(e, out, value_element(number, i), LIT_TRUE);
	return true;
}

static bool unknown_record(enc e, const struct type *t, const struct range *r, uint64_t most,
                           struct pos pos, struct cases *out)
{
	struct cases *fields = ARENA_ARRAY(&e->arena, t->count, struct cases);
	for (uint32_t i = 0; i < t->count; i++) {
		const struct range *of = r && r->fields ? r->fields[i] : NULL;
		if (!unknown_type_values(e, t->fields[i].type, of, most, pos, &fields[i])) return false;
	}
	return records(e, t, fields, most, out);
}

bool unknown_type_values(enc e, const struct type *t, const struct range *r, uint64_t most,
                         struct pos pos, struct cases *out)
{
	struct cases a = {0}, b = {0};
	switch (t->kind) {
	case TYPE_BOOL:
		cases_push(e, out, VALUE_FALSE, LIT_TRUE);
		cases_push(e, out, VALUE_TRUE, LIT_TRUE);
		return true;
	case TYPE_INTEGER: return reach_integers(e, r, false, 0, most, out);
	case TYPE_STRING:
		e->was_cut = true;
		for (uint32_t i = 0; i < e->pool.strings.count; i++)
			cases_push(e, out, e->pool.strings.values[i], LIT_TRUE);
		return true;
	case TYPE_GIVEN: return given(e, t, most, pos, out);
	case TYPE_POW:
		return unknown_type_values(e, t->a, r ? r->a : NULL, most, pos, &a) &&
		       subsets_list(e, &a, most, r, out);
	case TYPE_PAIR:
		return unknown_type_values(e, t->a, r ? r->a : NULL, most, pos, &a) &&
		       unknown_type_values(e, t->b, r ? r->b : NULL, most, pos, &b) &&
		       products(e, &a, &b, most, out);
	case TYPE_RECORD: return unknown_record(e, t, r, most, pos, out);
	default: enc_stop(e, EVAL_UNSUPPORTED, pos, "real numbers that nothing lists or gives by '='");
	}
}

static value set_value(enc e, struct cases *c)
{
	value *items = ARENA_ARRAY(&e->arena, c->count, value);
	if (c->count) memcpy(items, c->values, c->count * sizeof *items);
	return value_set(e->s, items, c->count);
}

static void samples(enc e, const struct type *t, const struct range *r, uint32_t most,
                    struct pos pos, struct cases *out);

/* The empty set, singletons, and the set of all samples. */
static void sample_sets(enc e, const struct type *t, const struct range *r, uint32_t most,
                        struct pos pos, struct cases *out)
{
	struct cases a = {0};
	samples(e, t->a, r ? r->a : NULL, most, pos, &a);
	cases_push(e, out, value_empty(e->s), LIT_TRUE);
	for (uint32_t i = 0; i < a.count && out->count < most; i++)
		cases_push(e, out, value_set(e->s, &(value){a.values[i]}, 1), LIT_TRUE);
	cases_push(e, out, set_value(e, &a), LIT_TRUE);
}

/* Of samples of both sides; where the formula writes values out, more of them. */
static void sample_pairs(enc e, const struct type *t, const struct range *r, uint32_t most,
                         struct pos pos, struct cases *out)
{
	enum { MOST_PAIRS = 256 };
	struct cases a = {0}, b = {0};
	uint32_t side = 1;
	while (side * side < most) side++;
	samples(e, t->a, r ? r->a : NULL, side, pos, &a);
	samples(e, t->b, r ? r->b : NULL, side, pos, &b);
	if (most < MOST_PAIRS && e->pool.mentioned.count) most = MOST_PAIRS;
	for (uint32_t i = 0; i < a.count; i++)
		for (uint32_t k = 0; k < b.count && out->count < most; k++)
			cases_push(e, out, value_pair(e->s, a.values[i], b.values[k]), LIT_TRUE);
}

static void sample_first(enc e, const value *values, uint32_t count, uint32_t most,
                         struct cases *out)
{
	for (uint32_t i = 0; i < count && i < most; i++) cases_push(e, out, values[i], LIT_TRUE);
}

/* Some values of a type that has too many: those of the formula, small sets, the first ones. */
static void samples(enc e, const struct type *t, const struct range *r, uint32_t most,
                    struct pos pos, struct cases *out)
{
	struct cases all = {0};
	e->was_cut = true;
	if (type_any(t, type_is_given, NULL)) e->symmetry.fixes_all = true; /* the first ones */
	mention_add(e, t, out);
	most += out->count;
	if (t->kind == TYPE_POW) sample_sets(e, t, r, most, pos, out);
	else if (t->kind == TYPE_PAIR) sample_pairs(e, t, r, most, pos, out);
	else if (t->kind == TYPE_INTEGER && e->pool.integers.count && !r)
		sample_first(e, e->pool.integers.values, e->pool.integers.count, most, out);
	else if (unknown_type_values(e, t, r, e->limits.most_candidates, pos, &all))
		sample_first(e, all.values, all.count, most, out);
	cases_merge(e, out);
}

static uint32_t most_samples(enc e) { return e->is_sparse ? 4 : SYM_SAMPLES; }

struct sym *unknown_of_type(enc e, const struct type *t, const struct range *r, struct pos pos)
{
	struct cases c = {0};
	wide low = 0, high = 0;
	switch (t->kind) {
	case TYPE_BOOL: return sym_bool(e, circuit_input(e->c));
	case TYPE_INTEGER: reach_clamp(e, r, false, &low, false, &high); return integer(e, low, high);
	case TYPE_PAIR:
		return sym_pair(e, unknown_of_type(e, t->a, r ? r->a : NULL, pos),
		                unknown_of_type(e, t->b, r ? r->b : NULL, pos));
	case TYPE_RECORD: {
		struct sym **fields = ARENA_ARRAY(&e->arena, t->count, struct sym *);
		for (uint32_t i = 0; i < t->count; i++)
			fields[i] =
			    unknown_of_type(e, t->fields[i].type, r && r->fields ? r->fields[i] : NULL, pos);
		return sym_record(e, t, fields);
	}
	case TYPE_POW:
		if (!unknown_type_values(e, t->a, r ? r->a : NULL, reach_most_candidates(e), pos, &c)) {
			c = (struct cases){0};
			samples(e, t->a, r ? r->a : NULL, most_samples(e), pos, &c);
		}
		return subset(e, &c);
	default:
		if (!unknown_type_values(e, t, r, e->limits.most_candidates, pos, &c))
			enc_stop(e, EVAL_LIMIT, pos, "a type with too many values" LIST_LIMIT);
		return choice(e, &c, LIT_FALSE);
	}
}

/* ---- candidates for the elements of a set ------------------------------------------------------ */

static bool integers_of(enc e, const struct node *set, const struct range *r, uint64_t most,
                        struct cases *out)
{
	return reach_integers(e, r, set->op != OP_INTEGER_SET, set->op == OP_NATURAL1_SET, most, out);
}

/* Relations or partial functions between candidates: all that the arrow may have. */
static bool arrows(enc e, const struct node *n, const struct range *r, struct cases *out)
{
	struct cases a = {0}, b = {0};
	enum op op = op_is(n->op, FACT_FUNCTIONS) ? OP_PARTIAL_FUNCTIONS : OP_RELATIONS;
	const struct range *pair = r ? r->a : NULL;
	if (!unknown_candidates(e, n->kid[0], pair ? pair->a : NULL, &a)) return false;
	if (!unknown_candidates(e, n->kid[1], pair ? pair->b : NULL, &b)) return false;
	value sides[2] = {set_value(e, &a), set_value(e, &b)};
	struct algebra_failure why = {0};
	value all = algebra_apply(e->s, op, sides, 2, e->limits.most_subsets, &why);
	if (all == VALUE_NONE) return false;
	uint64_t count = value_count(e->s, all);
	for (uint64_t i = 0; i < count; i++) cases_push(e, out, value_at(e->s, all, i), LIT_TRUE);
	return true;
}

/* All sequences of candidates up to a length. */
static bool sequences(enc e, const struct node *n, const struct range *r, struct cases *out)
{
	struct cases of = {0};
	bool is_injective = n->op != OP_SEQ && n->op != OP_SEQ1;
	if (!unknown_candidates(e, n->kid[0], r && r->a ? r->a->b : NULL, &of)) return false;
	int64_t longest = of.count == 0 || is_injective ? of.count : reach_length(e, INT64_MAX);
	struct cases now = {0};
	cases_push(e, &now, value_empty(e->s), LIT_TRUE);
	for (int64_t length = 0;; length++) {
		for (uint32_t i = 0; i < now.count; i++) cases_push(e, out, now.values[i], LIT_TRUE);
		if (length >= longest || now.count == 0) return true;
		if ((uint64_t)now.count * of.count + out->count > e->limits.most_subsets)
			return !is_injective && length >= universe_most(e->u);
		struct cases next = {0};
		value at = value_integer(e->s, length + 1);
		for (uint32_t i = 0; i < now.count; i++)
			for (uint32_t k = 0; k < of.count; k++)
				cases_push(e, &next, algebra_update(e->s, now.values[i], at, of.values[k]),
				           LIT_TRUE);
		now = next;
	}
}

static bool structs(enc e, const struct node *n, const struct range *r, struct cases *out)
{
	const struct type *t = n->type->a;
	struct cases *fields = ARENA_ARRAY(&e->arena, t->count, struct cases);
	for (uint32_t i = 0; i < t->count; i++)
		for (uint32_t k = 0; k < n->count; k++)
			if (n->kid[k]->name == t->fields[i].name &&
			    !unknown_candidates(e, n->kid[k]->kid[0], r && r->fields ? r->fields[i] : NULL,
			                        &fields[i]))
				return false;
	return records(e, t, fields, e->limits.most_candidates, out);
}

/* Of a set that can be made: whatever may be in it. */
static bool elements(enc e, const struct node *set, const struct range *r, struct cases *out)
{
	lit defined = LIT_TRUE;
	struct sym *s = expression(e, set, &defined);
	if (s->kind == SYM_UNDEFINED) return true;
	if (s->kind == SYM_GROUND) {
		value v = enc_try_list(e, s->ground, set->pos);
		if (v == VALUE_NONE)
			return unknown_type_values(e, set->type->a, r, e->limits.most_subsets, set->pos, out);
		s = sym_ground(e, v);
	}
	if (s->kind == SYM_LAZY)
		return unknown_type_values(e, set->type->a, r, e->limits.most_subsets, set->pos, out);
	struct sym *matrix = set_as_matrix(e, s, set->type);
	if (!matrix) return false;
	struct parts p = {0};
	set_elements(e, matrix, set->type, set->pos, &p);
	for (uint32_t i = 0; i < p.count; i++) cases_push(e, out, p.at[i]->ground, LIT_TRUE);
	return true;
}

/* All elements of a set that is known and not too large; exactly those. */
static bool known_elements(enc e, const struct node *set, struct cases *out)
{
	bool is_family = op_is(set->op, FACT_POWERS | FACT_ARROWS | FACT_SEQUENCES);
	if (!is_family || !enc_is_ground(e, set) || finite_is_endless(set)) return false;
	bool was_cut = eval_was_cut(e->eval);
	eval_set_limit(e->eval, e->limits.most_subsets);
	value v = eval_expression(e->eval, set);
	if (v != VALUE_NONE) v = eval_list(e->eval, v, set->pos);
	eval_set_limit(e->eval, 0);
	bool is_cut = eval_was_cut(e->eval) && !was_cut;
	if (is_cut) eval_clear_cut(e->eval);
	if (v == VALUE_NONE || is_cut) return false;
	uint64_t count = value_count(e->s, v);
	for (uint64_t i = 0; i < count; i++) cases_push(e, out, value_at(e->s, v, i), LIT_TRUE);
	return true;
}

static bool candidates_of_union(enc e, const struct node *set, const struct range *r,
                                struct cases *out)
{
	struct cases a = {0}, b = {0};
	if (!offer_is_infinite(e, set)) return elements(e, set, r, out);
	if (!unknown_candidates(e, set->kid[0], r, &a) || !unknown_candidates(e, set->kid[1], r, &b))
		return false;
	for (uint32_t i = 0; i < a.count; i++) cases_push(e, &b, a.values[i], LIT_TRUE);
	cases_merge(e, &b);
	*out = b;
	return true;
}

static bool candidates_of_product(enc e, const struct node *set, const struct range *r,
                                  struct cases *out)
{
	struct cases a = {0}, b = {0};
	return unknown_candidates(e, set->kid[0], r ? r->a : NULL, &a) &&
	       unknown_candidates(e, set->kid[1], r ? r->b : NULL, &b) &&
	       products(e, &a, &b, e->limits.most_candidates, out);
}

bool unknown_candidates(enc e, const struct node *set, const struct range *r, struct cases *out)
{
	if (known_elements(e, set, out)) return true;
	struct cases a = {0};
	switch (set->op) {
	case OP_INTEGER_SET:
	case OP_NATURAL_SET:
	case OP_NATURAL1_SET: return integers_of(e, set, r, e->limits.most_candidates, out);
	case OP_STRING_SET:
		return unknown_type_values(e, set->type->a, r, e->limits.most_subsets, set->pos, out);
	case OP_POW:
	case OP_POW1:
	case OP_FIN:
	case OP_FIN1:
		return unknown_candidates(e, set->kid[0], r ? r->a : NULL, &a) &&
		       subsets_list(e, &a, e->limits.most_subsets, r, out);
	case OP_PRODUCT: return candidates_of_product(e, set, r, out);
	case OP_STRUCT: return structs(e, set, r, out);
	case OP_UNION: return candidates_of_union(e, set, r, out);
	default:
		if (op_is(set->op, FACT_ARROWS)) return arrows(e, set, r, out);
		if (op_is(set->op, FACT_SEQUENCES)) return sequences(e, set, r, out);
		if (op_is(set->op, FACT_TREES)) return unknown_trees(e, set, r, out);
		return elements(e, set, r, out);
	}
}

/* ---- an unknown element of a set --------------------------------------------------------------- */

/* The image of a key: absent where `has` is false, if its values can be listed. */
static struct sym *unknown_image(enc e, const struct node *set, const struct range *r, lit has,
                                 bool is_listed, const struct cases *of)
{
	if (is_listed && has != LIT_TRUE) return choice(e, of, -has);
	return unknown_in(e, set, r);
}

/* The elements of a known set, and not only candidates for them. */
static bool is_exact(enc e, const struct node *set, struct cases *out)
{
	lit defined = LIT_TRUE;
	struct sym *s = expression(e, set, &defined);
	if (s->kind != SYM_GROUND) return false;
	value v = enc_try_list(e, s->ground, set->pos);
	if (v == VALUE_NONE || value_count(e->s, v) > e->limits.most_candidates) return false;
	uint64_t count = value_count(e->s, v);
	for (uint64_t i = 0; i < count; i++) cases_push(e, out, value_at(e->s, v, i), LIT_TRUE);
	return true;
}

/* A function is unknown key by key. */
static struct sym *function(enc e, const struct node *n, const struct range *r)
{
	struct cases keys = {0}, images = {0};
	struct parts out = {0};
	const struct range *pair = r ? r->a : NULL, *image = pair ? pair->b : NULL;
	if (!unknown_candidates(e, n->kid[0], pair ? pair->a : NULL, &keys))
		return unknown_of_type(e, n->type->a, r, n->pos);
	if (!op_is(n->op, FACT_TOTAL)) thin(e, &keys);
	struct cases exact = {0};
	bool is_sure = op_is(n->op, FACT_TOTAL) && enc_is_ground(e, n->kid[0]) && !e->was_cut &&
	               is_exact(e, n->kid[0], &exact);
	if (is_sure) keys = exact;
	enum type_kind kind = n->type->a->a->b->kind;
	bool is_listed = (kind == TYPE_GIVEN || kind == TYPE_STRING || kind == TYPE_BOOL) &&
	                 unknown_candidates(e, n->kid[1], image, &images);
	for (uint32_t i = 0; i < keys.count; i++) {
		enc_tick(e, n->pos);
		lit has = is_sure ? LIT_TRUE : circuit_input(e->c);
		struct sym *y = unknown_image(e, n->kid[1], image, has, is_listed, &images);
		if (y->kind == SYM_UNDEFINED) has = LIT_FALSE;
		parts_push(e, &out, sym_pair(e, sym_ground(e, keys.values[i]), y), has);
	}
	return set_of_parts(e, &out, n->type->a);
}

static struct sym *relation(enc e, const struct node *n, const struct range *r)
{
	struct cases a = {0}, b = {0}, all = {0};
	const struct range *pair = r ? r->a : NULL;
	bool is_listed = unknown_candidates(e, n->kid[0], pair ? pair->a : NULL, &a) &&
	                 unknown_candidates(e, n->kid[1], pair ? pair->b : NULL, &b) &&
	                 products(e, &a, &b, reach_most_pairs(e), &all);
	return is_listed ? subset(e, &all) : unknown_of_type(e, n->type->a, r, n->pos);
}

/* A sequence has a first part of its places. */
static struct sym *sequence(enc e, const struct node *n, const struct range *r)
{
	struct parts out = {0};
	struct cases of = {0};
	bool is_injective = n->op != OP_SEQ && n->op != OP_SEQ1;
	const struct range *places = r && r->a ? r->a->a : NULL, *element = r && r->a ? r->a->b : NULL;
	int64_t longest = INT64_MAX;
	if (r && r->has_most && r->most < INT64_MAX) longest = (int64_t)r->most;
	if (places && places->has_high && places->high < longest) longest = places->high;
	if (is_injective && unknown_candidates(e, n->kid[0], element, &of) && of.count < longest)
		longest = of.count;
	longest = reach_length(e, longest);
	lit before = LIT_TRUE;
	for (int64_t i = 1; i <= longest; i++) {
		lit has = circuit_input(e->c);
		circuit_require(e->c, circuit_implies(e->c, has, before));
		struct sym *x = unknown_in(e, n->kid[0], element);
		if (x->kind == SYM_UNDEFINED) break;
		parts_push(e, &out, sym_pair(e, sym_ground(e, value_integer(e->s, i)), x), has);
		before = has;
	}
	return set_of_parts(e, &out, n->type->a);
}

static struct sym *record(enc e, const struct node *n, const struct range *r)
{
	const struct type *t = n->type->a;
	struct sym **fields = ARENA_ARRAY(&e->arena, t->count, struct sym *);
	for (uint32_t i = 0; i < t->count; i++)
		for (uint32_t k = 0; k < n->count; k++)
			if (n->kid[k]->name == t->fields[i].name)
				fields[i] = unknown_in(e, n->kid[k]->kid[0], r && r->fields ? r->fields[i] : NULL);
	return sym_record(e, t, fields);
}

static struct sym *exactly_one(enc e, struct sym *const *list, uint32_t count, const struct type *t)
{
	struct parts p = {0};
	struct lits one = {0};
	for (uint32_t i = 0; i < count; i++) {
		lits_push(e, &one, circuit_input(e->c));
		parts_push(e, &p, list[i], one.at[i]);
	}
	if (p.count == 0) return e->undefined;
	circuit_require_exactly_one(e->c, one.at, one.count);
	return sym_select(e, t, &p);
}

static struct sym *one_of_values(enc e, const struct cases *c, const struct type *t)
{
	struct sym **list = ARENA_ARRAY(&e->arena, c->count, struct sym *);
	for (uint32_t i = 0; i < c->count; i++) list[i] = sym_ground(e, c->values[i]);
	return exactly_one(e, list, c->count, t);
}

/* Of ground candidates; sets are any subset of all their elements. */
static struct sym *among(enc e, struct cases *c, const struct type *t)
{
	struct cases all = {0};
	if (t->kind != TYPE_POW) return choice(e, c, LIT_FALSE);
	if (c->count == 1) return sym_ground(e, c->values[0]);
	if (cases_are_described(e, c)) return one_of_values(e, c, t);
	for (uint32_t i = 0; i < c->count; i++) {
		uint64_t count = value_count(e->s, c->values[i]);
		for (uint64_t k = 0; k < count; k++)
			cases_push(e, &all, value_at(e->s, c->values[i], k), LIT_TRUE);
	}
	cases_merge(e, &all);
	return c->count ? subset(e, &all) : e->undefined;
}

static struct sym *element(enc e, const struct node *set, const struct range *r)
{
	struct cases c = {0};
	lit defined = LIT_TRUE;
	const struct type *t = set->type->a;
	int64_t low, high;
	struct sym *s = expression(e, set, &defined);
	if (s->kind == SYM_UNDEFINED) return e->undefined;
	if (s->kind == SYM_GROUND && sym_is_lazy(e, s)) return unknown_of_type(e, t, r, set->pos);
	if (s->kind == SYM_GROUND && value_interval_bounds(e->s, s->ground, &low, &high)) {
		wide from = low, to = high;
		reach_clamp(e, r, true, &from, true, &to);
		return integer(e, from, to);
	}
	if (s->kind == SYM_LAZY) return unknown_of_type(e, t, r, set->pos);
	if (s->kind == SYM_LIST) return exactly_one(e, s->parts, s->count, t);
	if (!elements(e, set, r, &c)) return unknown_of_type(e, t, r, set->pos);
	enum { MOST_PAIRS = 1024 };
	if (t->kind == TYPE_PAIR && c.count > MOST_PAIRS) {
		struct cases a = {0}, b = {0};
		for (uint32_t i = 0; i < c.count; i++) {
			cases_push(e, &a, value_first(e->s, c.values[i]), LIT_TRUE);
			cases_push(e, &b, value_second(e->s, c.values[i]), LIT_TRUE);
		}
		cases_merge(e, &a);
		cases_merge(e, &b);
		return sym_pair(e, among(e, &a, t->a), among(e, &b, t->b));
	}
	return among(e, &c, t);
}

static struct sym *integer_in_interval(enc e, const struct node *set, const struct range *r)
{
	lit defined = LIT_TRUE;
	struct sym *a = expression(e, set->kid[0], &defined);
	struct sym *b = expression(e, set->kid[1], &defined);
	if (defined == LIT_FALSE) return e->undefined;
	wide low = sym_to_number(e, a)->low, high = sym_to_number(e, b)->high;
	reach_clamp(e, r, true, &low, true, &high);
	return integer(e, low, high);
}

static struct sym *subset_of(enc e, const struct node *set, const struct range *r)
{
	struct cases c = {0};
	if (!unknown_candidates(e, set->kid[0], r ? r->a : NULL, &c)) {
		c = (struct cases){0};
		samples(e, set->type->a->a, r ? r->a : NULL, most_samples(e), set->pos, &c);
	}
	return subset(e, &c);
}

struct sym *unknown_in(enc e, const struct node *set, const struct range *r)
{
	wide low = 0, high = 0;
	switch (set->op) {
	case OP_INTEGER_SET: reach_clamp(e, r, false, &low, false, &high); return integer(e, low, high);
	case OP_NATURAL_SET:
	case OP_NATURAL1_SET:
		low = set->op == OP_NATURAL1_SET;
		reach_clamp(e, r, true, &low, false, &high);
		return integer(e, low, high);
	case OP_INTERVAL: return integer_in_interval(e, set, r);
	case OP_POW:
	case OP_POW1:
	case OP_FIN:
	case OP_FIN1: return subset_of(e, set, r);
	case OP_PRODUCT:
		return sym_pair(e, unknown_in(e, set->kid[0], r ? r->a : NULL),
		                unknown_in(e, set->kid[1], r ? r->b : NULL));
	case OP_STRUCT: return record(e, set, r);
	default:
		if (op_is(set->op, FACT_FUNCTIONS)) return function(e, set, r);
		if (op_is(set->op, FACT_RELATIONS)) return relation(e, set, r);
		if (op_is(set->op, FACT_SEQUENCES)) return sequence(e, set, r);
		if (op_is(set->op, FACT_TREES)) return unknown_tree(e, set, r);
		return element(e, set, r);
	}
}
