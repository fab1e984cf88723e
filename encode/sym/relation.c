/* Relations: domain, image, composition, restriction, override. Written for lists of pairs with
 * conditions; relations of known pairs have an index by their first components. */
#include "encode/formula/formula.h"

/* ---- the index --------------------------------------------------------------------------------- */

struct pair_row {
	value first, second;
	lit is;
};

static int by_first(const void *a, const void *b)
{
	const struct pair_row *x = a, *y = b;
	return x->first < y->first ? -1 : x->first > y->first;
}

const struct rows *relation_rows(enc e, struct sym *set)
{
	if (set->rows) return set->rows;
	struct rows *r = ARENA_NEW(&e->arena, struct rows);
	struct pair_row *p = ARENA_ARRAY(&e->arena, set->count, struct pair_row);
	for (uint32_t i = 0; i < set->count; i++)
		p[i] = (struct pair_row){value_first(e->s, set->values[i]),
		                         value_second(e->s, set->values[i]), set->is[i]};
	qsort(p, set->count, sizeof *p, by_first);
	r->count = set->count;
	r->first = ARENA_ARRAY(&e->arena, r->count, value);
	r->second = ARENA_ARRAY(&e->arena, r->count, value);
	r->is = ARENA_ARRAY(&e->arena, r->count, lit);
	for (uint32_t i = 0; i < r->count; i++) {
		r->first[i] = p[i].first;
		r->second[i] = p[i].second;
		r->is[i] = p[i].is;
	}
	return set->rows = r;
}

uint32_t relation_row(const struct rows *r, value first)
{
	uint32_t i = sym_place(r->first, r->count, first);
	return i < r->count && r->first[i] == first ? i : r->count;
}

/* All y with x |-> y in r, for a known x; added under the condition `is` besides. */
static void images_of(enc e, struct sym *r, value x, lit is, struct parts *out)
{
	if (r->kind == SYM_MAP) {
		uint32_t i = sym_find(r, x);
		if (i != UINT32_MAX) parts_push(e, out, r->parts[i], circuit_and(e->c, is, r->is[i]));
	} else if (r->kind == SYM_SET) {
		const struct rows *rows = relation_rows(e, r);
		for (uint32_t i = relation_row(rows, x); i < rows->count && rows->first[i] == x; i++)
			parts_push(e, out, sym_ground(e, rows->second[i]), circuit_and(e->c, is, rows->is[i]));
	} else {
		struct algebra_failure why = {0};
		value args[2] = {r->ground, value_set(e->s, &x, 1)};
		value set = algebra_apply(e->s, OP_IMAGE, args, 2, e->limits.most_candidates, &why);
		uint64_t count = set == VALUE_NONE ? 0 : value_count(e->s, set);
		for (uint64_t i = 0; i < count; i++)
			parts_push(e, out, sym_ground(e, value_at(e->s, set, i)), is);
	}
}

static bool has_rows(enc e, struct sym *r)
{
	return r->kind == SYM_MAP || r->kind == SYM_SET ||
	       (r->kind == SYM_GROUND && !sym_is_lazy(e, r));
}

/* ---- projections ------------------------------------------------------------------------------- */

static struct sym *sides(enc e, const struct node *n, struct sym *r, bool is_first)
{
	struct parts p = {0};
	if (r->kind == SYM_MAP && is_first) {
		struct cases c = {0};
		for (uint32_t i = 0; i < r->count; i++) cases_push(e, &c, r->values[i], r->is[i]);
		return set_of_cases(e, &c);
	}
	set_elements(e, r, n->kid[0]->type, n->pos, &p);
	for (uint32_t i = 0; i < p.count; i++)
		p.at[i] = is_first ? sym_first(e, p.at[i]) : sym_second(e, p.at[i]);
	return set_of_parts(e, &p, n->type);
}

static struct sym *inverse(enc e, const struct node *n, struct sym *r)
{
	struct parts p = {0};
	set_elements(e, r, n->kid[0]->type, n->pos, &p);
	for (uint32_t i = 0; i < p.count; i++)
		p.at[i] = sym_pair(e, sym_second(e, p.at[i]), sym_first(e, p.at[i]));
	return set_of_parts(e, &p, n->type);
}

static struct sym *identity(enc e, const struct node *n, struct sym *s)
{
	struct parts p = {0};
	set_elements(e, s, n->kid[0]->type, n->pos, &p);
	for (uint32_t i = 0; i < p.count; i++) p.at[i] = sym_pair(e, p.at[i], p.at[i]);
	return set_of_parts(e, &p, n->type);
}

/* prj1(S, T) and prj2(S, T) */
static struct sym *projection(enc e, const struct node *n, struct sym **a)
{
	struct parts x = {0}, y = {0}, out = {0};
	set_elements(e, a[0], n->kid[0]->type, n->pos, &x);
	set_elements(e, a[1], n->kid[1]->type, n->pos, &y);
	for (uint32_t i = 0; i < x.count; i++)
		for (uint32_t k = 0; k < y.count; k++) {
			struct sym *both = sym_pair(e, x.at[i], y.at[k]);
			parts_push(e, &out, sym_pair(e, both, n->op == OP_PRJ1 ? x.at[i] : y.at[k]),
			           circuit_and(e->c, x.is[i], y.is[k]));
		}
	return set_of_parts(e, &out, n->type);
}

/* ---- images and composition -------------------------------------------------------------------- */

static struct sym *image(enc e, const struct node *n, struct sym **a)
{
	const struct type *from = n->kid[1]->type;
	struct sym *set = set_as_matrix(e, a[1], from);
	struct parts p = {0}, out = {0};
	if (set && has_rows(e, a[0])) {
		set_elements(e, set, from, n->pos, &p);
		for (uint32_t i = 0; i < p.count; i++) images_of(e, a[0], p.at[i]->ground, p.is[i], &out);
		return set_of_parts(e, &out, n->type);
	}
	if (described_is_function(e, a[0]) && !sym_is_lazy(e, a[1])) {
		set_elements(e, a[1], from, n->pos, &p);
		for (uint32_t i = 0; i < p.count; i++) {
			lit defined = LIT_TRUE;
			struct sym *y = described_apply(e, a[0], p.at[i], n->pos, &defined);
			parts_push(e, &out, y, circuit_and(e->c, p.is[i], defined));
		}
		return set_of_parts(e, &out, n->type);
	}
	set_elements(e, a[0], n->kid[0]->type, n->pos, &p);
	for (uint32_t i = 0; i < p.count; i++) {
		enc_tick(e, n->pos);
		lit in = set_has(e, sym_first(e, p.at[i]), a[1], from, n->pos);
		parts_push(e, &out, sym_second(e, p.at[i]), circuit_and(e->c, p.is[i], in));
	}
	return set_of_parts(e, &out, n->type);
}

/* A function of known keys, then a function: key by key. */
static struct sym *compose_functions(enc e, const struct node *n, struct sym *f, struct sym *g)
{
	struct parts out = {0};
	const struct type *t = n->kid[1]->type;
	for (uint32_t i = 0; i < f->count; i++) {
		lit defined = f->is[i];
		struct sym *y = relation_apply(e, g, f->parts[i], t, n->pos, &defined);
		parts_push(e, &out, sym_pair(e, sym_ground(e, f->values[i]), y), defined);
	}
	return set_of_parts(e, &out, n->type);
}

static bool is_function(enc e, struct sym *r)
{
	if (r->kind == SYM_MAP || described_is_function(e, r)) return true;
	return r->kind == SYM_GROUND && !sym_is_lazy(e, r) && set_as_map(e, r) != NULL;
}

struct sym *relation_compose(enc e, struct sym *r, struct sym *s, const struct node *n)
{
	struct parts p = {0}, q = {0}, out = {0};
	if (r->kind == SYM_MAP && is_function(e, s)) return compose_functions(e, n, r, s);
	struct sym *matrix = set_as_matrix(e, r, n->kid[0]->type);
	if (matrix && has_rows(e, s)) {
		set_elements(e, matrix, n->kid[0]->type, n->pos, &p);
		for (uint32_t i = 0; i < p.count; i++) {
			enc_tick(e, n->pos);
			q.count = 0;
			images_of(e, s, value_second(e->s, p.at[i]->ground), p.is[i], &q);
			struct sym *x = sym_first(e, p.at[i]);
			for (uint32_t k = 0; k < q.count; k++)
				parts_push(e, &out, sym_pair(e, x, q.at[k]), q.is[k]);
		}
		return set_of_parts(e, &out, n->type);
	}
	set_elements(e, r, n->kid[0]->type, n->pos, &p);
	set_elements(e, s, n->kid[1]->type, n->pos, &q);
	for (uint32_t i = 0; i < p.count; i++)
		for (uint32_t k = 0; k < q.count; k++) {
			enc_tick(e, n->pos);
			lit all[3] = {
			    p.is[i], q.is[k],
			    sym_equal(e, sym_second(e, p.at[i]), sym_first(e, q.at[k]), n->kid[0]->type->a->b)};
			parts_push(e, &out, sym_pair(e, sym_first(e, p.at[i]), sym_second(e, q.at[k])),
			           circuit_all(e->c, all, 3));
		}
	return set_of_parts(e, &out, n->type);
}

/* (r || s) and r >< s */
static struct sym *products(enc e, const struct node *n, struct sym **a)
{
	struct parts p = {0}, q = {0}, out = {0};
	set_elements(e, a[0], n->kid[0]->type, n->pos, &p);
	set_elements(e, a[1], n->kid[1]->type, n->pos, &q);
	for (uint32_t i = 0; i < p.count; i++)
		for (uint32_t k = 0; k < q.count; k++) {
			enc_tick(e, n->pos);
			struct sym *x = sym_first(e, p.at[i]), *y = sym_first(e, q.at[k]);
			struct sym *images = sym_pair(e, sym_second(e, p.at[i]), sym_second(e, q.at[k]));
			lit same = LIT_TRUE;
			if (n->op == OP_DIRECT_PRODUCT) same = sym_equal(e, x, y, n->kid[0]->type->a->a);
			else x = sym_pair(e, x, y);
			if (same == LIT_FALSE) continue;
			lit all[3] = {p.is[i], q.is[k], same};
			parts_push(e, &out, sym_pair(e, x, images), circuit_all(e->c, all, 3));
		}
	return set_of_parts(e, &out, n->type);
}

/* ---- restriction and override ------------------------------------------------------------------ */

static struct sym *restrict_to(enc e, const struct node *n, struct sym *r, struct sym *set,
                               const struct type *of, bool is_first, bool keeps)
{
	struct parts p = {0};
	set_elements(e, r, n->type, n->pos, &p);
	for (uint32_t i = 0; i < p.count; i++) {
		enc_tick(e, n->pos);
		struct sym *x = is_first ? sym_first(e, p.at[i]) : sym_second(e, p.at[i]);
		lit in = set_has(e, x, set, of, n->pos);
		p.is[i] = circuit_and(e->c, p.is[i], keeps ? in : -in);
	}
	return set_of_parts(e, &p, n->type);
}

static struct sym *domain_of(enc e, struct sym *r, const struct type *t, struct type *set,
                             struct pos pos)
{
	struct parts p = {0};
	set_elements(e, r, t, pos, &p);
	for (uint32_t i = 0; i < p.count; i++) p.at[i] = sym_first(e, p.at[i]);
	*set = (struct type){.kind = TYPE_POW, .a = t->a->a};
	return set_of_parts(e, &p, set);
}

/* Functions key by key: the new image if there is one, else the old one. */
static struct sym *override_maps(enc e, const struct node *n, struct sym *f, struct sym *g)
{
	struct parts out = {0};
	for (uint32_t i = 0; i < g->count; i++) {
		struct sym *key = sym_ground(e, g->values[i]), *image = g->parts[i];
		uint32_t at = sym_find(f, g->values[i]);
		lit has = g->is[i];
		if (at != UINT32_MAX) {
			image = sym_ite(e, n->type->a->b, g->is[i], image, f->parts[at]);
			has = circuit_or(e->c, has, f->is[at]);
		}
		parts_push(e, &out, sym_pair(e, key, image), has);
	}
	for (uint32_t i = 0; i < f->count; i++)
		if (sym_find(g, f->values[i]) == UINT32_MAX)
			parts_push(e, &out, sym_pair(e, sym_ground(e, f->values[i]), f->parts[i]), f->is[i]);
	return set_of_parts(e, &out, n->type);
}

/* f <+ {x |-> y} with an unknown key: every key may be the one. */
static struct sym *override_point(enc e, const struct node *n, struct sym *f, struct sym *x,
                                  struct sym *y)
{
	struct parts out = {0};
	struct cases keys = {0};
	const struct type *t = n->type->a;
	if (!sym_cases(e, x, SYM_MOST_PRODUCT, &keys)) return NULL;
	for (uint32_t i = 0; i < keys.count; i++) {
		uint32_t at = sym_find(f, keys.values[i]);
		struct sym *key = sym_ground(e, keys.values[i]), *image = y;
		lit has = keys.is[i];
		if (at != UINT32_MAX) {
			image = sym_ite(e, t->b, keys.is[i], y, f->parts[at]);
			has = circuit_or(e->c, has, f->is[at]);
		}
		parts_push(e, &out, sym_pair(e, key, image), has);
	}
	struct sym *all = set_of_cases(e, &keys);
	for (uint32_t i = 0; i < f->count; i++) {
		bool is_key = all->kind == SYM_GROUND ? value_in(e->s, all->ground, f->values[i])
		                                      : sym_find(all, f->values[i]) != UINT32_MAX;
		if (!is_key)
			parts_push(e, &out, sym_pair(e, sym_ground(e, f->values[i]), f->parts[i]), f->is[i]);
	}
	return set_of_parts(e, &out, n->type);
}

static struct sym * override(enc e, const struct node *n, struct sym **a)
{
	struct sym *f = set_as_map(e, a[0]), *g = set_as_map(e, a[1]);
	if (f && g && (a[0]->kind == SYM_MAP || a[1]->kind == SYM_MAP))
		return override_maps(e, n, f, g);
	if (f && n->kid[1]->op == OP_SET && n->kid[1]->count == 1 && n->kid[1]->kid[0]->op == OP_PAIR) {
		lit defined = LIT_TRUE;
		const struct node *pair = n->kid[1]->kid[0];
		struct sym *s = override_point(e, n, f, expression(e, pair->kid[0], &defined),
		                               expression(e, pair->kid[1], &defined));
		if (s) return s;
	}
	struct type set;
	struct sym *dom = domain_of(e, a[1], n->type, &set, n->pos);
	struct sym *old = restrict_to(e, n, a[0], dom, &set, true, false);
	struct parts p = {0};
	set_elements(e, old, n->type, n->pos, &p);
	set_elements(e, a[1], n->type, n->pos, &p);
	return set_of_parts(e, &p, n->type);
}

/* f <+ {x |-> y} */
struct sym *relation_update(enc e, struct sym *f, struct sym *x, struct sym *y,
                            const struct type *t, struct pos pos)
{
	struct node *n = node_new(&e->arena, OP_OVERRIDE, pos, 0);
	struct parts p = {0}, old = {0};
	n->type = (struct type *)(uintptr_t)t;
	struct sym *map = set_as_map(e, f);
	struct sym *s = map ? override_point(e, n, map, x, y) : NULL;
	if (s) return s;
	set_elements(e, f, t, pos, &old);
	for (uint32_t i = 0; i < old.count; i++) {
		lit here = sym_equal(e, sym_first(e, old.at[i]), x, t->a->a);
		parts_push(e, &p, old.at[i], circuit_and(e->c, old.is[i], -here));
	}
	parts_push(e, &p, sym_pair(e, x, y), LIT_TRUE);
	return set_of_parts(e, &p, t);
}

/* ---- functions to sets ------------------------------------------------------------------------- */

/* fnc(r): each x of the domain with its set of images */
static struct sym *function_of(enc e, const struct node *n, struct sym *r)
{
	struct type set;
	struct parts p = {0}, keys = {0}, out = {0};
	const struct type *t = n->kid[0]->type;
	set_elements(e, r, t, n->pos, &p);
	struct sym *dom = domain_of(e, r, t, &set, n->pos);
	set_elements(e, dom, &set, n->pos, &keys);
	for (uint32_t k = 0; k < keys.count; k++) {
		struct parts images = {0};
		for (uint32_t i = 0; i < p.count; i++) {
			lit here = sym_equal(e, sym_first(e, p.at[i]), keys.at[k], t->a->a);
			if (here != LIT_FALSE)
				parts_push(e, &images, sym_second(e, p.at[i]), circuit_and(e->c, here, p.is[i]));
		}
		struct sym *image = set_of_parts(e, &images, n->type->a->b);
		parts_push(e, &out, sym_pair(e, keys.at[k], image), keys.is[k]);
	}
	return set_of_parts(e, &out, n->type);
}

/* rel(f) */
static struct sym *relation_of(enc e, const struct node *n, struct sym *f)
{
	struct parts p = {0}, out = {0};
	set_elements(e, f, n->kid[0]->type, n->pos, &p);
	for (uint32_t i = 0; i < p.count; i++) {
		struct parts images = {0};
		set_elements(e, sym_second(e, p.at[i]), n->kid[0]->type->a->b, n->pos, &images);
		for (uint32_t k = 0; k < images.count; k++)
			parts_push(e, &out, sym_pair(e, sym_first(e, p.at[i]), images.at[k]),
			           circuit_and(e->c, p.is[i], images.is[k]));
	}
	return set_of_parts(e, &out, n->type);
}

struct sym *relation_operator(enc e, const struct node *n, struct sym **a)
{
	const struct type *left = n->kid[0]->type, *right = n->count > 1 ? n->kid[1]->type : NULL;
	switch (n->op) {
	case OP_DOM: return sides(e, n, a[0], true);
	case OP_RAN: return sides(e, n, a[0], false);
	case OP_INVERSE: return inverse(e, n, a[0]);
	case OP_IDENTITY: return identity(e, n, a[0]);
	case OP_PRJ1:
	case OP_PRJ2: return projection(e, n, a);
	case OP_IMAGE: return image(e, n, a);
	case OP_COMPOSE: return relation_compose(e, a[0], a[1], n);
	case OP_PARALLEL_PRODUCT:
	case OP_DIRECT_PRODUCT: return products(e, n, a);
	case OP_DOMAIN_RESTRICT: return restrict_to(e, n, a[1], a[0], left, true, true);
	case OP_DOMAIN_SUBTRACT: return restrict_to(e, n, a[1], a[0], left, true, false);
	case OP_RANGE_RESTRICT: return restrict_to(e, n, a[0], a[1], right, false, true);
	case OP_RANGE_SUBTRACT: return restrict_to(e, n, a[0], a[1], right, false, false);
	case OP_OVERRIDE: return override(e, n, a);
	case OP_FNC: return function_of(e, n, a[0]);
	case OP_REL: return relation_of(e, n, a[0]);
	default:
		diag_fatal(__FILE__, __LINE__, "%s is not an operator on relations", op_info(n->op)->tag);
	}
}
