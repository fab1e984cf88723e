/* Substitutions, executed on symbolic states. e->scope.names is what is read, e->writing.cells what is written; a
 * choice is a new unknown, branches are executed one after the other and joined (B-Book chapters 4
 * to 6; the same rules as eval/subst/subst.c). */
#include "encode/subst/subst.h"
#include "encode/unknown/unknown.h"

/* ---- cells ------------------------------------------------------------------------------------- */

static struct sym **cell_of(enc e, const struct decl *d)
{
	uint32_t slot = eval_slot(e->eval, d), room = slot + 64;
	if (slot < e->writing.cell_room) return &e->writing.cells[slot];
	e->writing.cells = memory_resized(e->writing.cells, room * sizeof *e->writing.cells);
	for (uint32_t i = e->writing.cell_room; i < room; i++) e->writing.cells[i] = NULL;
	e->writing.cell_room = room;
	return &e->writing.cells[slot];
}

/* A name counts as a cell from its first use on. */
static void know(enc e, struct decl *d)
{
	if (!decl_is_among(e->writing.written.at, e->writing.written.count, d))
		VEC_PUSH(&e->writing.written, d);
}

struct sym *cell_get(enc e, const struct decl *d) { return *cell_of(e, d); }

void cell_set(enc e, struct decl *d, struct sym *s)
{
	know(e, d);
	*cell_of(e, d) = s;
}

struct sym **cells_now(enc e)
{
	struct sym **c = ARENA_ARRAY(&e->arena, e->writing.written.count, struct sym *);
	for (uint32_t i = 0; i < e->writing.written.count; i++)
		c[i] = cell_get(e, e->writing.written.at[i]);
	return c;
}

/* Cells that became known later have the values they had from the start. */
void cells_back(enc e, struct sym **c, uint32_t count)
{
	for (uint32_t i = 0; i < e->writing.written.count; i++) {
		struct decl *d = e->writing.written.at[i];
		cell_set(e, d, i < count ? c[i] : enc_bound(e, d));
	}
}

void trouble_add(enc e, lit when, enum eval_failure_kind kind, struct pos pos)
{
	if (when == LIT_FALSE) return;
	if (e->writing.trouble_count == e->writing.trouble_room) {
		uint32_t room = e->writing.trouble_room ? e->writing.trouble_room * 2 : 16;
		struct encode_trouble *t = ARENA_ARRAY(&e->arena, room, struct encode_trouble);
		if (e->writing.trouble_count)
			memcpy(t, e->writing.troubles, e->writing.trouble_count * sizeof *t);
		e->writing.troubles = t;
		e->writing.trouble_room = room;
	}
	e->writing.troubles[e->writing.trouble_count++] = (struct encode_trouble){when, kind, pos};
}

/* ---- branches ---------------------------------------------------------------------------------- */

struct branches {
	struct sym **start; /* cells before */
	const struct write *start_writes;
	uint32_t start_count;
	struct sym ***ends; /* cells after each */
	const struct write **writes;
	uint32_t *counts;
	lit *is, *guards;
	uint32_t count;
};

static struct branches branches_start(enc e, uint32_t most)
{
	struct branches b = {.start = cells_now(e),
	                     .start_writes = e->writing.writes,
	                     .start_count = e->writing.written.count};
	b.ends = ARENA_ARRAY(&e->arena, most, struct sym **);
	b.writes = ARENA_ARRAY(&e->arena, most, const struct write *);
	b.counts = ARENA_ARRAY(&e->arena, most, uint32_t);
	b.is = ARENA_ARRAY(&e->arena, most, lit);
	b.guards = ARENA_ARRAY(&e->arena, most, lit);
	return b;
}

/* One more branch, taken where `is` holds; body may be NULL for nothing to do. */
static void branch(enc e, struct branches *b, lit is, const struct node *body, lit path)
{
	if (is == LIT_FALSE) return;
	lit guard = body ? execute(e, body, circuit_and(e->c, path, is)) : LIT_TRUE;
	uint32_t i = b->count++;
	b->is[i] = is;
	b->guards[i] = circuit_and(e->c, is, guard);
	b->ends[i] = cells_now(e);
	b->writes[i] = e->writing.writes;
	b->counts[i] = e->writing.written.count;
	cells_back(e, b->start, b->start_count);
	e->writing.writes = b->start_writes;
}

/* Joins them; exactly one `is` holds wherever the result matters. */
static lit branches_end(enc e, struct branches *b)
{
	for (uint32_t k = 0; k < e->writing.written.count; k++) {
		struct decl *d = e->writing.written.at[k];
		struct parts p = {0};
		for (uint32_t i = 0; i < b->count; i++) {
			struct sym *s = k < b->counts[i]     ? b->ends[i][k]
			                : k < b->start_count ? b->start[k]
			                                     : enc_bound(e, d);
			if (s) parts_push(e, &p, s, b->is[i]);
		}
		if (b->count == 0) continue;
		struct sym *joined = p.count ? sym_select(e, d->type, &p) : NULL;
		cell_set(e, d, joined && joined->kind != SYM_UNDEFINED ? joined : NULL);
	}
	for (uint32_t i = 0; i < b->count; i++) write_add(e, b->writes[i], b->start_writes);
	return circuit_any(e->c, b->guards, b->count);
}

/* New unknowns of which exactly one holds. */
static lit *choices(enc e, uint32_t count)
{
	lit *sel = ARENA_ARRAY(&e->arena, count, lit);
	if (count == 1) sel[0] = LIT_TRUE;
	if (count == 2) {
		sel[0] = circuit_input(e->c);
		sel[1] = -sel[0];
	}
	if (count <= 2) return sel;
	for (uint32_t i = 0; i < count; i++) sel[i] = circuit_input(e->c);
	circuit_require_exactly_one(e->c, sel, count);
	return sel;
}

static lit choice(enc e, const struct node *n, lit path)
{
	struct branches b = branches_start(e, n->count);
	lit *sel = choices(e, n->count);
	for (uint32_t i = 0; i < n->count; i++) branch(e, &b, sel[i], n->kid[i], path);
	return branches_end(e, &b);
}

static lit if_then(enc e, const struct node *n, lit path)
{
	struct branches b = branches_start(e, n->count + 1);
	lit here = LIT_TRUE;
	uint32_t i = 0;
	for (; i + 1 < n->count; i += 2) {
		struct truth_pair c = predicate(e, n->kid[i], WANT_BOTH);
		lit at = circuit_and(e->c, path, here);
		if (!c.is_total)
			trouble_add(e, circuit_and(e->c, at, -circuit_or(e->c, c.t, c.f)), EVAL_UNDEFINED,
			            n->kid[i]->pos);
		branch(e, &b, circuit_and(e->c, here, c.t), n->kid[i + 1], path);
		here = circuit_and(e->c, here, c.f);
	}
	branch(e, &b, here, i < n->count ? n->kid[i] : NULL, path);
	return branches_end(e, &b);
}

/* All branches whose guard holds; ELSE if all are false. An undefined guard does not hold; it is trouble where ELSE
 * would deny it. */
static lit select_when(enc e, const struct node *n, lit path)
{
	struct branches b = branches_start(e, n->count + 1);
	lit *sel = choices(e, n->count / 2), none = LIT_TRUE, denied = LIT_TRUE;
	uint32_t i = 0;
	bool has_else = n->count % 2;
	for (; i + 1 < n->count; i += 2) {
		/* without ELSE the guard is only asked for being true */
		struct truth_pair p = predicate(e, n->kid[i], has_else ? WANT_BOTH : WANT_TRUE);
		branch(e, &b, circuit_and(e->c, sel[i / 2], p.t), n->kid[i + 1], path);
		none = circuit_and(e->c, none, -p.t);
		denied = circuit_and(e->c, denied, p.f);
	}
	if (!has_else) return branches_end(e, &b);
	lit undefined = circuit_and(e->c, none, -denied);
	trouble_add(e, circuit_and(e->c, path, undefined), EVAL_UNDEFINED, n->kid[0]->pos);
	branch(e, &b, denied, n->kid[i], path);
	return branches_end(e, &b);
}

/* One of the labels is the value; *here: none before was, and all that were looked at have values. */
static lit is_labelled(enc e, const struct node *labels, struct sym *v, lit path, lit *here)
{
	lit is = LIT_FALSE;
	for (uint32_t i = 0; i < labels->count; i++) {
		lit defined = LIT_TRUE, at = circuit_and(e->c, *here, -is);
		struct sym *label = expression(e, labels->kid[i], &defined);
		trouble_add(e, circuit_and(e->c, circuit_and(e->c, path, at), -defined), EVAL_UNDEFINED,
		            labels->kid[i]->pos);
		*here = circuit_and(e->c, *here, circuit_or(e->c, is, defined));
		if (label->kind == SYM_UNDEFINED) continue;
		lit same = circuit_and(e->c, defined, sym_equal(e, v, label, labels->kid[i]->type));
		is = circuit_or(e->c, is, same);
	}
	return is;
}

static lit case_of(enc e, const struct node *n, lit path)
{
	lit defined = LIT_TRUE, here = LIT_TRUE;
	struct branches b = branches_start(e, n->count + 1);
	struct sym *v = expression(e, n->kid[0], &defined);
	trouble_add(e, circuit_and(e->c, path, -defined), EVAL_UNDEFINED, n->kid[0]->pos);
	if (v->kind == SYM_UNDEFINED) return LIT_FALSE;
	path = circuit_and(e->c, path, defined);
	bool is_whole = n->count % 2 == 1 && written_all_cases(n);
	uint32_t i = 1;
	for (; i + 1 < n->count; i += 2) {
		lit is = is_labelled(e, n->kid[i], v, path, &here);
		if (is_whole && i + 2 == n->count) is = LIT_TRUE; /* what else? */
		branch(e, &b, circuit_and(e->c, here, is), n->kid[i + 1], path);
		here = circuit_and(e->c, here, -is);
	}
	if (!is_whole) branch(e, &b, here, i < n->count ? n->kid[i] : NULL, path);
	return branches_end(e, &b);
}

/* ---- names ------------------------------------------------------------------------------------- */

/* ANY and LET: new unknowns that satisfy the condition. */
static lit any(enc e, const struct node *n, lit path)
{
	struct lits all = {0};
	const struct introduced x =
	    unknown_introduce(e, n->kid[0], binder_conjuncts(e, n->kid[1]), n->pos);
	lits_push(e, &all, x.must);
	bool is_let = n->op == OP_S_LET;
	for (uint32_t i = 0; i < x.rest.count; i++) {
		if (!x.rest.at[i]) continue;
		is_let = false;
		lits_push(e, &all, predicate(e, x.rest.at[i], WANT_TRUE).t);
	}
	lit ok = circuit_all(e->c, all.at, all.count);
	/* equations give values unless these are undefined */
	if (is_let) trouble_add(e, circuit_and(e->c, path, -ok), EVAL_UNDEFINED, n->kid[1]->pos);
	lit guard = ok == LIT_FALSE ? LIT_FALSE : execute(e, n->kid[2], circuit_and(e->c, path, ok));
	unknown_withdraw(e, &x);
	return circuit_and(e->c, ok, guard);
}

static lit var(enc e, const struct node *n, lit path)
{
	const struct node *ids = n->kid[0];
	struct sym **old = ARENA_ARRAY(&e->arena, ids->count * 2, struct sym *);
	for (uint32_t i = 0; i < ids->count; i++) {
		struct decl *d = ids->kid[i]->decl;
		old[2 * i] = enc_bind(e, d, NULL);
		old[2 * i + 1] = cell_get(e, d);
		cell_set(e, d, NULL);
	}
	lit guard = execute(e, n->kid[1], path);
	for (uint32_t i = 0; i < ids->count; i++) {
		enc_bind(e, ids->kid[i]->decl, old[2 * i]);
		cell_set(e, ids->kid[i]->decl, old[2 * i + 1]);
	}
	return guard;
}

static lit call(enc e, const struct node *n, lit path)
{
	const struct operation *o = n->decl->operation;
	const struct node *inputs = o->parameters, *results = o->results;
	struct sym **args = ARENA_ARRAY(&e->arena, inputs->count, struct sym *);
	struct sym **out = ARENA_ARRAY(&e->arena, results->count, struct sym *);
	struct sym **old = ARENA_ARRAY(&e->arena, results->count * 2, struct sym *);
	for (uint32_t i = 0; i < inputs->count; i++) {
		lit defined = LIT_TRUE;
		args[i] = expression(e, n->kid[1]->kid[i], &defined);
		trouble_add(e, circuit_and(e->c, path, -defined), EVAL_UNDEFINED, n->kid[1]->kid[i]->pos);
		if (args[i]->kind == SYM_UNDEFINED) return LIT_FALSE; /* the path ends here */
	}
	for (uint32_t i = 0; i < inputs->count; i++)
		args[i] = enc_bind(e, inputs->kid[i]->decl, args[i]);
	for (uint32_t i = 0; i < results->count; i++) {
		struct decl *d = results->kid[i]->decl;
		old[2 * i] = enc_bind(e, d, NULL);
		old[2 * i + 1] = cell_get(e, d);
		cell_set(e, d, NULL);
	}
	lit guard = execute(e, o->body, path);
	for (uint32_t i = 0; i < inputs->count; i++) enc_bind(e, inputs->kid[i]->decl, args[i]);
	bool has_all = true;
	for (uint32_t i = 0; i < results->count; i++) {
		struct decl *d = results->kid[i]->decl;
		out[i] = cell_get(e, d);
		has_all &= out[i] != NULL;
		enc_bind(e, d, old[2 * i]);
		cell_set(e, d, old[2 * i + 1]);
	}
	lit here = circuit_and(e->c, path, guard);
	if (!has_all) trouble_add(e, here, EVAL_UNDEFINED, n->pos);
	else assign_places(e, n->kid[0], out, here);
	return has_all ? guard : LIT_FALSE;
}

static lit guarded(enc e, const struct node *n, lit path)
{
	struct truth_pair p = predicate(e, n->kid[0], WANT_BOTH);
	enum eval_failure_kind kind = n->op == OP_S_PRE ? EVAL_PRECONDITION : EVAL_ASSERTION;
	trouble_add(e, circuit_and(e->c, path, p.f), kind, node_start(n->kid[0]));
	if (!p.is_total)
		trouble_add(e, circuit_and(e->c, path, -circuit_or(e->c, p.t, p.f)), EVAL_UNDEFINED,
		            node_start(n->kid[0]));
	return execute(e, n->kid[1], circuit_and(e->c, path, p.t));
}

/* ---- one after the other ----------------------------------------------------------------------- */

/* From here on, what was written is what is read; returns what was read before. */
static struct sym **commit(enc e)
{
	struct sym **old = ARENA_ARRAY(&e->arena, e->writing.written.count, struct sym *);
	for (uint32_t i = 0; i < e->writing.written.count; i++) {
		struct decl *d = e->writing.written.at[i];
		old[i] = enc_bind(e, d, cell_get(e, d));
	}
	return old;
}

static void uncommit(enc e, struct sym **old, uint32_t count)
{
	for (uint32_t i = count; i > 0; i--) enc_bind(e, e->writing.written.at[i - 1], old[i - 1]);
}

static lit sequence(enc e, const struct node *n, lit path)
{
	struct sym ***old = ARENA_ARRAY(&e->arena, n->count, struct sym **);
	uint32_t *counts = ARENA_ARRAY(&e->arena, n->count, uint32_t);
	lit guard = execute(e, n->kid[0], path);
	for (uint32_t i = 1; i < n->count; i++) {
		old[i] = commit(e);
		counts[i] = e->writing.written.count;
		lit here = circuit_and(e->c, path, guard);
		guard = circuit_and(e->c, guard, execute(e, n->kid[i], here));
	}
	for (uint32_t i = n->count; i > 1; i--) uncommit(e, old[i - 1], counts[i - 1]);
	return guard;
}

/* ---- loops ------------------------------------------------------------------------------------- */

/* Round by round, until the condition is known to be false; unknown rounds are limited. */
static lit while_do(enc e, const struct node *n, lit path)
{
	enum { MOST_KNOWN = 5000, MOST_UNKNOWN = 40 };
	struct branches b = branches_start(e, MOST_KNOWN + 2);
	lit here = LIT_TRUE; /* still in the loop */
	struct number *last = NULL;
	struct sym ***old = ARENA_ARRAY(&e->arena, MOST_KNOWN + 2, struct sym **);
	uint32_t *counts = ARENA_ARRAY(&e->arena, MOST_KNOWN + 2, uint32_t), rounds = 0;
	for (;; rounds++) {
		enc_tick(e, n->pos);
		lit at = circuit_and(e->c, path, here), defined = LIT_TRUE;
		struct truth_pair inv = predicate(e, n->kid[2], WANT_BOTH);
		trouble_add(e, circuit_and(e->c, at, -inv.t), EVAL_WHILE, node_start(n->kid[2]));
		struct truth_pair c = predicate(e, n->kid[0], WANT_BOTH);
		if (!c.is_total)
			trouble_add(e, circuit_and(e->c, at, -circuit_or(e->c, c.t, c.f)), EVAL_UNDEFINED,
			            n->kid[0]->pos);
		lit leaves = circuit_and(e->c, here, c.f);
		if (leaves != LIT_FALSE) {
			b.is[b.count] = b.guards[b.count] = leaves;
			b.ends[b.count] = cells_now(e);
			b.writes[b.count] = b.start_writes; /* those of all rounds are kept as they are */
			b.counts[b.count++] = e->writing.written.count;
		}
		here = circuit_and(e->c, here, c.t);
		if (here == LIT_FALSE) break;
		bool is_known = here == LIT_TRUE;
		if (rounds >= MOST_KNOWN || (!is_known && rounds >= MOST_UNKNOWN)) {
			if (is_known)
				enc_stop(e, EVAL_LIMIT, n->pos, "this loop takes more than %d rounds", MOST_KNOWN);
			e->was_cut = true; /* longer runs are left out */
			break;
		}
		at = circuit_and(e->c, path, here);
		struct number *variant = sym_to_number(e, expression(e, n->kid[3], &defined));
		lit bad = -number_at_least(&e->numbers, variant, 0);
		if (last) bad = circuit_or(e->c, bad, -number_less(&e->numbers, variant, last));
		trouble_add(e, circuit_and(e->c, at, -defined), EVAL_UNDEFINED, n->kid[3]->pos);
		trouble_add(e, circuit_and(e->c, at, circuit_and(e->c, defined, bad)), EVAL_WHILE,
		            node_start(n->kid[3]));
		last = variant;
		here = circuit_and(e->c, here, execute(e, n->kid[1], at));
		old[rounds] = commit(e);
		counts[rounds] = e->writing.written.count;
	}
	for (uint32_t i = rounds; i > 0; i--) uncommit(e, old[i - 1], counts[i - 1]);
	return branches_end(e, &b);
}

/* ---- all together ------------------------------------------------------------------------------ */

/* Does a formula of the substitution read a local name or result that has no value? */
static bool reads_nothing(enc e, const struct node *n)
{
	bool has_places = n->op == OP_S_ASSIGN || n->op == OP_S_BECOMES_IN ||
	                  n->op == OP_S_BECOMES_SUCH || n->op == OP_S_CALL;
	for (uint32_t i = has_places; i < n->count; i++) {
		if (op_info(n->kid[i]->op)->class == CLASS_SUBST || n->kid[i]->op == OP_IDS) continue;
		const struct info *info = enc_info(e, n->kid[i]);
		for (uint32_t k = 0; k < info->count; k++) {
			const struct decl *d = info->free[k];
			bool is_cell = d->kind == DECL_OUTPUT || (d->kind == DECL_LOCAL && d->is_assignable);
			if (is_cell && !enc_bound(e, d) && n->op != OP_S_BECOMES_SUCH) return true;
		}
	}
	return false;
}

lit execute(enc e, const struct node *n, lit path)
{
	enc_tick(e, n->pos);
	if (path == LIT_FALSE) return LIT_FALSE;
	if (reads_nothing(e, n)) {
		trouble_add(e, path, EVAL_UNDEFINED, n->pos);
		return LIT_FALSE;
	}
	switch (n->op) {
	case OP_S_SKIP:
	case OP_EXTERNAL_CALL: return LIT_TRUE;
	case OP_S_ASSIGN:
	case OP_S_BECOMES_IN:
	case OP_S_BECOMES_SUCH: return assign_execute(e, n, path);
	case OP_S_CALL: return call(e, n, path);
	case OP_S_PARALLEL: return parallel_execute(e, n, path);
	case OP_S_SEQUENCE: return sequence(e, n, path);
	case OP_S_PRE:
	case OP_S_ASSERT: return guarded(e, n, path);
	case OP_S_CHOICE: return choice(e, n, path);
	case OP_S_IF: return if_then(e, n, path);
	case OP_S_SELECT: return select_when(e, n, path);
	case OP_S_CASE: return case_of(e, n, path);
	case OP_S_ANY:
	case OP_S_LET: return any(e, n, path);
	case OP_S_VAR: return var(e, n, path);
	case OP_S_WHILE: return while_do(e, n, path);
	default: diag_fatal(__FILE__, __LINE__, "%s is not a substitution", op_info(n->op)->tag);
	}
}
