/* The encoder's state: bound names, what is known of nodes, the memory of what was encoded. */
#include "encode/formula/binder.h"
#include "encode/formula/relax.h"

static void alarm_rang(void *encoder);

struct encoder *encode_open(struct eval *e, struct values *s, struct project *p,
                            const struct universe *u, struct circuit *c,
                            const struct encode_options *o)
{
	struct encoder *x = memory_zeroed(1, sizeof *x);
	arena_init_with(&x->arena, &p->arena);
	x->eval = e;
	x->s = s;
	x->project = p;
	x->u = u;
	x->c = c;
	x->numbers = (struct numbers){.circuit = c, .arena = &x->arena};
	/* 2^20 unless told otherwise, and all subsets of 14 elements */
	uint32_t most = (uint32_t)((universe_listed(u) << 20) / EVAL_LISTED);
	x->limits = (struct encoder_limits){
	    .most_candidates = most,
	    .most_subsets = most / 64,
	    .interrupt = o->interrupt,
	    .memory = o->memory,
	    .deadline = o->deadline,
	    .effort_end = o->effort_end ? o->effort_end : UINT64_MAX,
	    .counted_gates = circuit_made(c),
	};
	circuit_set_alarm(c, alarm_rang, x);
	x->relaxed.relaxes = o->relaxes;
	x->relaxed.is_abstract = o->is_abstract;
	x->relaxed.linear_weight = 1;
	x->is_sparse = o->is_sparse;
	x->symmetry.is_broken = o->breaks_symmetry;
	x->symmetry.fixes_all = bounds_project_sees_elements(p, NULL);
	x->pool.reach_low = o->has_reach ? o->reach_low : universe_least(u);
	x->pool.reach_high = o->has_reach ? o->reach_high : universe_most(u);
	x->pool.margin = o->margin;
	x->undefined = ARENA_NEW(&x->arena, struct sym);
	x->empty = sym_ground(x, value_empty(s));
	eval_clear_cut(e);
	return x;
}

void encode_close(struct encoder *e)
{
	circuit_set_alarm(e->c, NULL, NULL);
	map_clear(&e->cache.infos);
	map_clear(&e->cache.balanced);
	VEC_CLEAR(&e->scope.trail);
	map_clear(&e->scope.old);
	map_clear(&e->cache.conjuncts);
	map_clear(&e->cache.strict_conjuncts);
	map_clear(&e->relaxed.cut_names);
	map_clear(&e->symmetry.top_names);
	map_clear(&e->symmetry.mentions);
	map_clear(&e->cache.defining);
	VEC_CLEAR(&e->pool.mentioned);
	VEC_CLEAR(&e->relaxed.opaque);
	VEC_CLEAR(&e->relaxed.leaves);
	VEC_CLEAR(&e->relaxed.monomials);
	VEC_CLEAR(&e->relaxed.residues);
	VEC_CLEAR(&e->symmetry.witnesses);
	free(e->scope.names);
	free(e->scope.named);
	free(e->writing.cells);
	VEC_CLEAR(&e->writing.written);
	free(e->cache.memo);
	arena_clear(&e->arena);
	free(e);
}

const struct encode_failure *encode_failed(const struct encoder *e) { return &e->failure; }

bool encode_is_relaxed(struct encoder *e) { return e->relaxed.relaxes && linear_is_bounded(e); }

bool encode_was_partial(const struct encoder *e) { return e->was_partial; }
bool encode_was_cut(const struct encoder *e) { return e->was_cut; }
void encode_forget_cut(struct encoder *e)
{
	e->was_cut = false;
	map_clear(&e->relaxed.cut_names);
}

/* ---- giving up --------------------------------------------------------------------------------- */

void enc_stop(enc e, enum eval_failure_kind kind, struct pos pos, const char *format, ...)
{
	va_list args;
	char text[512];
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	e->failure = (struct encode_failure){kind, pos, arena_text(&e->arena, text, strlen(text))};
	longjmp(e->stop, 1);
}

static bool is_late(enc e)
{
	if (e->limits.interrupt && *e->limits.interrupt) return true;
	return e->limits.deadline > 0 && eval_clock(e->eval) > e->limits.deadline;
}

/* A node is about as much as a step of the evaluator, and so are some gates. */
static void count_effort(enc e)
{
	enum { GATES = 4 };
	uint32_t gates = (circuit_made(e->c) - e->limits.counted_gates) / GATES;
	eval_spend(e->eval, gates + (e->limits.ticks - e->limits.counted));
	e->limits.counted = e->limits.ticks;
	e->limits.counted_gates += gates * GATES;
}

static void look_at_limits(enc e, struct pos pos)
{
	count_effort(e);
	if (eval_effort(e->eval) > e->limits.effort_end) {
		eval_ran_out(e->eval, true);
		enc_stop(e, EVAL_LIMIT, pos, "%s", meter_reason(&e->project->meter));
	}
	if (is_late(e)) enc_stop(e, EVAL_LIMIT, pos, "%s", meter_reason(&e->project->meter));
	size_t used = e->arena.total + circuit_bytes(e->c);
	if (e->limits.memory && used > e->limits.memory)
		enc_stop(e, EVAL_LIMIT, pos,
		         "the memory limit was reached while encoding (--memory-limit raises it)");
	if (circuit_gate_count(e->c) > 400 * 1000 * 1000u)
		enc_stop(e, EVAL_LIMIT, pos, "the formula needs more than 400 million gates");
}

/* Where no place in the text is at hand: lists that grow, gates that are made. */
static void alarm_rang(void *encoder)
{
	enc e = encoder;
	if (e->can_stop) look_at_limits(e, (struct pos){0});
}

static void tick_of_list(enc e, uint32_t count)
{
	enum { OFTEN = 0x3f };
	if ((count & OFTEN) == OFTEN && (++e->limits.ticks & OFTEN) == 0) alarm_rang(e);
}

struct asking enc_ask(enc e, bool is_taken)
{
	struct asking outer = e->asking;
	e->asking = (struct asking){LIT_TRUE, is_taken};
	return outer;
}

enc enc_enter(enc e)
{
	encode_resume(e);
	eval_clear_cut(e->eval); /* what others were cut by does not matter here */
	e->can_stop = true;
	e->writing.path = LIT_TRUE;
	e->writing.used_path = false;
	enc_ask(e, false);
	return e;
}

bool enc_leave(enc e, bool is_good)
{
	e->can_stop = false;
	count_effort(e);
	e->was_cut |= eval_was_cut(e->eval); /* others may clear that */
	return is_good;
}

enc enc_begin_attempt(enc e, struct enc_place *before)
{
	*before = (struct enc_place){.asking = e->asking,
	                             .failure = e->failure,
	                             .depth = e->limits.depth,
	                             .is_asserted = e->is_asserted,
	                             .was_cut = e->was_cut,
	                             .bound = e->scope.trail.count,
	                             .table = e->numbers.table,
	                             .keeps_bindings = e->scope.keeps_bindings};
	memcpy(&before->stop, &e->stop, sizeof e->stop);
	e->scope.keeps_bindings = true;
	return e;
}

/* Whoever binds a name binds it back, unless it does not come to that. */
static void undo_bindings(enc e, uint32_t count)
{
	e->scope.keeps_bindings = false;
	while (e->scope.trail.count > count) {
		struct binding b = VEC_POP(&e->scope.trail);
		enc_bind(e, b.name, b.is);
	}
}

void enc_end_attempt(enc e, const struct enc_place *before, bool is_done, struct pos pos)
{
	memcpy(&e->stop, &before->stop, sizeof e->stop);
	if (!is_done) undo_bindings(e, before->bound);
	e->scope.keeps_bindings = before->keeps_bindings;
	if (!e->scope.keeps_bindings) e->scope.trail.count = 0;
	e->numbers.table = before->table;
	e->asking = before->asking;
	e->failure = before->failure;
	e->limits.depth = before->depth;
	e->is_asserted = before->is_asserted;
	e->was_cut |= before->was_cut;
	look_at_limits(e, pos);
}

void enc_tick(enc e, struct pos pos)
{
	if ((++e->limits.ticks & 0xff) == 0 && e->can_stop) look_at_limits(e, pos);
}

/* ---- lists ------------------------------------------------------------------------------------- */

/* The next room of a list that is full, and its array copied there. */
static void *grow(enc e, const void *at, uint32_t count, uint32_t room, size_t size)
{
	void *new = arena_array(&e->arena, room, size);
	if (count) memcpy(new, at, count * size);
	return new;
}

static uint32_t next_room(uint32_t room) { return room ? room * 2 : 8; }

void lits_push(enc e, struct lits *l, lit x)
{
	if (l->count == l->room) {
		l->room = next_room(l->room);
		l->at = grow(e, l->at, l->count, l->room, sizeof *l->at);
	}
	l->at[l->count++] = x;
	tick_of_list(e, l->count);
}

void cases_push(enc e, struct cases *c, value v, lit is)
{
	if (c->count == c->room) {
		c->room = next_room(c->room);
		c->values = grow(e, c->values, c->count, c->room, sizeof *c->values);
		c->is = grow(e, c->is, c->count, c->room, sizeof *c->is);
	}
	c->values[c->count] = v;
	c->is[c->count++] = is;
	tick_of_list(e, c->count);
}

void parts_push(enc e, struct parts *p, struct sym *s, lit is)
{
	if (p->count == p->room) {
		p->room = next_room(p->room);
		p->at = grow(e, p->at, p->count, p->room, sizeof *p->at);
		p->is = grow(e, p->is, p->count, p->room, sizeof *p->is);
	}
	p->at[p->count] = s;
	p->is[p->count++] = is;
	tick_of_list(e, p->count);
}

void conjuncts_add(enc e, struct conjuncts *c, const struct node *n)
{
	EACH_CONJUNCT(w, n) {
		if (c->count == c->room) {
			c->room = next_room(c->room);
			c->at = grow(e, c->at, c->count, c->room, sizeof *c->at);
		}
		c->at[c->count++] = w.now;
	}
}

/* ---- names ------------------------------------------------------------------------------------- */

static void room_for(enc e, uint32_t slot)
{
	if (slot < e->scope.name_count) return;
	uint32_t count = slot + 64;
	e->scope.names = memory_resized(e->scope.names, count * sizeof *e->scope.names);
	e->scope.named = memory_resized(e->scope.named, count * sizeof *e->scope.named);
	for (uint32_t i = e->scope.name_count; i < count; i++) {
		e->scope.names[i] = NULL;
		e->scope.named[i] = NULL;
	}
	e->scope.name_count = count;
}

static value ground_of(const struct sym *s)
{
	return s && s->kind == SYM_GROUND ? s->ground : VALUE_NONE;
}

struct sym *enc_bind(enc e, struct decl *d, struct sym *s)
{
	eval_set(e->eval, d, ground_of(s));
	e->scope.changes++; /* what others have changed since stays to be noticed */
	uint32_t slot = eval_slot(e->eval, d);
	room_for(e, slot);
	e->scope.named[slot] = d;
	struct sym *old = e->scope.names[slot];
	if (e->scope.keeps_bindings) VEC_PUSH(&e->scope.trail, ((struct binding){d, old}));
	e->scope.names[slot] = s;
	return old;
}

struct sym *enc_bound(const struct encoder *e, const struct decl *d)
{
	uint32_t slot = eval_slot(e->eval, d);
	return slot < e->scope.name_count ? e->scope.names[slot] : NULL;
}

/* Elements that a known value mentions are not interchangeable with others. */
static void fix_elements(enc e, value v)
{
	switch (value_kind(e->s, v)) {
	case VALUE_ELEMENT: cases_push(e, &e->symmetry.fixed, v, LIT_TRUE); return;
	case VALUE_PAIR:
		fix_elements(e, value_first(e->s, v));
		fix_elements(e, value_second(e->s, v));
		return;
	case VALUE_SET: {
		uint64_t count = value_count(e->s, v);
		for (uint64_t i = 0; i < count; i++) fix_elements(e, value_at(e->s, v, i));
		return;
	}
	case VALUE_BOOL:
	case VALUE_INTEGER:
	case VALUE_HUGE:
	case VALUE_REAL:
	case VALUE_INTERVAL:
	case VALUE_STRING: return;
	default: e->symmetry.fixes_all = true; return;
	}
}

bool encode_is_fixed(const struct encoder *e, value element)
{
	if (e->symmetry.fixes_all) return true;
	for (uint32_t i = 0; i < e->symmetry.fixed.count; i++)
		if (e->symmetry.fixed.values[i] == element) return true;
	return false;
}

void encode_fix_set(struct encoder *e, uint32_t set)
{
	for (uint32_t k = 0; k < e->u->sets.at[set].size; k++)
		cases_push(e, &e->symmetry.fixed, value_element(set, k), LIT_TRUE);
}

bool encode_fixes_all(const struct encoder *e) { return e->symmetry.fixes_all; }

void encode_give(struct encoder *e, uint64_t effort_end) { e->limits.effort_end = effort_end; }

void encode_resume(struct encoder *e)
{
	if (e->scope.changes == eval_changes(e->eval)) return;
	for (uint32_t i = 0; i < e->scope.name_count; i++)
		if (e->scope.named[i]) eval_set(e->eval, e->scope.named[i], ground_of(e->scope.names[i]));
	e->scope.changes = eval_changes(e->eval);
}

/* Names that nobody bound here have the value that the evaluator knows. */
static struct sym *known(enc e, struct decl *d)
{
	uint32_t slot = eval_slot(e->eval, d);
	if (!slot) return NULL;
	room_for(e, slot);
	if (e->scope.names[slot]) return e->scope.names[slot];
	value v = eval_get(e->eval, d);
	if (v == VALUE_NONE) return NULL;
	fix_elements(e, v);
	e->scope.named[slot] = d;
	return e->scope.names[slot] = sym_ground(e, v);
}

struct sym *enc_name(enc e, struct decl *d, struct pos pos)
{
	struct sym *s = known(e, d);
	if (!s) enc_stop(e, EVAL_UNSUPPORTED, pos, "'%s' has no value here", d->name);
	return s;
}

/* ---- what is known of nodes -------------------------------------------------------------------- */

static bool never_changes(const struct decl *d)
{
	if (d->kind == DECL_DEFERRED_SET) return type_is_own(d); /* else it is one of VALUES */
	return d->kind == DECL_ENUMERATED_SET || d->kind == DECL_ELEMENT || d->kind == DECL_FREETYPE ||
	       d->kind == DECL_CONSTRUCTOR || d->kind == DECL_OPERATION;
}

struct name_walk {
	VEC(struct decl *) bound;
	VEC(struct decl *) free;
	bool may_fail, has_old, has_external;
};

/* Of the operands of an external function the last one may be its declared type. */
static uint32_t operand_count(const struct node *n)
{
	return n->op == OP_EXTERNAL_CALL ? external_operands(n) : n->count;
}

static void walk(struct name_walk *w, const struct node *n)
{
	uint32_t before = w->bound.count;
	if (defined_may_lack_value(n)) w->may_fail = true;
	if (n->op == OP_OLD) w->has_old = true;
	if (n->op == OP_EXTERNAL_CALL) w->has_external = true;
	if ((n->op == OP_ID || n->op == OP_OLD) && n->decl && !never_changes(n->decl) &&
	    !decl_is_among(w->bound.at, w->bound.count, n->decl) &&
	    !decl_is_among(w->free.at, w->free.count, n->decl))
		VEC_PUSH(&w->free, n->decl);
	bool binds = n->count > 0 && n->kid[0]->op == OP_IDS;
	for (uint32_t i = 0; binds && i < n->kid[0]->count; i++)
		VEC_PUSH(&w->bound, n->kid[0]->kid[i]->decl);
	for (uint32_t i = binds, count = operand_count(n); i < count; i++) walk(w, n->kid[i]);
	w->bound.count = before;
}

const struct info *enc_info(enc e, const struct node *n)
{
	struct info *i = map_get(&e->cache.infos, n);
	if (i) return i;
	struct name_walk w = {0};
	walk(&w, n);
	i = ARENA_NEW(&e->arena, struct info);
	i->count = w.free.count;
	i->free = VEC_FREEZE(&w.free, &e->arena);
	i->may_fail = w.may_fail;
	i->has_old = w.has_old;
	if (w.has_external)
		e->symmetry.fixes_all = true; /* it may tell elements apart, by their names */
	VEC_CLEAR(&w.bound);
	map_put(&e->cache.infos, n, i);
	return i;
}

bool enc_is_known(enc e, struct decl *d)
{
	struct sym *s = known(e, d);
	return s && s->kind == SYM_GROUND;
}

bool enc_is_ground(enc e, const struct node *n)
{
	const struct info *i = enc_info(e, n);
	if (i->has_old) return false;
	for (uint32_t k = 0; k < i->count; k++)
		if (!enc_is_known(e, i->free[k])) return false;
	return true;
}

bool enc_mentions(enc e, const struct node *n, const struct decl *d)
{
	const struct info *i = enc_info(e, n);
	return decl_is_among(i->free, i->count, d);
}

/* ---- what the evaluator can do ------------------------------------------------------------------- */

/* What is undefined is no failure of the encoder. */
static bool was_undefined(enc e)
{
	const struct eval_failure *f = eval_failed(e->eval);
	if (f && f->kind == EVAL_UNDEFINED) return true;
	if (!f) enc_stop(e, EVAL_LIMIT, (struct pos){0}, "the evaluator gave up");
	enc_stop(e, f->kind, f->pos, "%s", f->message);
}

bool enc_is_too_large(enc e)
{
	const struct eval_failure *f = eval_failed(e->eval);
	return f && f->kind == EVAL_OVERFLOW;
}

struct sym *enc_ground_value(enc e, const struct node *n, lit *defined)
{
	value v = eval_expression(e->eval, n);
	if (v != VALUE_NONE) return sym_ground(e, eval_list_inside(e->eval, v));
	if (was_undefined(e)) *defined = LIT_FALSE;
	return e->undefined;
}

enum truth enc_ground_truth(enc e, const struct node *n, bool *undefined)
{
	bool is_sure;
	enum truth t = eval_predicate_certain(e->eval, n, &is_sure);
	*undefined = t == EVAL_FAILED && !enc_is_too_large(e) && was_undefined(e);
	return t;
}

value enc_try_list(enc e, value set, struct pos pos)
{
	return value_kind(e->s, set) == VALUE_LAZY ? eval_list(e->eval, set, pos) : set;
}

value enc_list(enc e, value set, struct pos pos)
{
	value v = enc_try_list(e, set, pos);
	if (v == VALUE_NONE) {
		const struct eval_failure *f = eval_failed(e->eval);
		enc_stop(e, EVAL_LIMIT, pos, "%s",
		         f ? f->message : "this set is infinite or too large to be listed");
	}
	return v;
}

/* ---- what was encoded before ------------------------------------------------------------------- */

static uintptr_t key_of(struct sym *s)
{
	if (!s) return 0;
	return s->kind == SYM_GROUND ? (uintptr_t)s->ground << 1 | 1 : (uintptr_t)s;
}

static uint64_t memo_hash(enc e, const struct node *n, const struct info *i, int want)
{
	uint64_t h = (uintptr_t)n * 0x9e3779b97f4a7c15u + (uint64_t)want;
	for (uint32_t k = 0; k < i->count; k++) {
		h ^= key_of(known(e, i->free[k]));
		h *= 0xff51afd7ed558ccdu;
		h ^= h >> 32;
	}
	return h ? h : 1;
}

static bool same_key(enc e, const struct memo_entry *m, const struct info *i)
{
	for (uint32_t k = 0; k < i->count; k++)
		if (m->key[k] != key_of(known(e, i->free[k]))) return false;
	return true;
}

bool enc_begin_cut(enc e)
{
	bool was_cut = encode_was_cut(e);
	e->was_cut = false;
	eval_clear_cut(e->eval);
	return was_cut;
}

bool enc_end_cut(enc e, bool was_cut)
{
	bool is_cut = encode_was_cut(e);
	e->was_cut = was_cut || is_cut;
	return is_cut;
}

struct memo_entry *memo_find(enc e, const struct node *n, int want)
{
	const struct info *i = enc_info(e, n);
	if (!e->cache.memo_room || i->has_old) return NULL;
	uint64_t h = memo_hash(e, n, i, want);
	for (uint32_t at = (uint32_t)h & (e->cache.memo_room - 1);;
	     at = (at + 1) & (e->cache.memo_room - 1)) {
		struct memo_entry *m = &e->cache.memo[at];
		if (!m->hash) return NULL;
		if (m->hash != h || m->node != n || m->want != want || !same_key(e, m, i)) continue;
		e->was_cut |= m->was_cut;
		return m;
	}
}

static void memo_grow(enc e)
{
	uint32_t room = e->cache.memo_room ? e->cache.memo_room * 2 : 1024;
	struct memo_entry *new = memory_zeroed(room, sizeof *new);
	for (uint32_t k = 0; k < e->cache.memo_room; k++) {
		if (!e->cache.memo[k].hash) continue;
		uint32_t at = (uint32_t)e->cache.memo[k].hash & (room - 1);
		while (new[at].hash) at = (at + 1) & (room - 1);
		new[at] = e->cache.memo[k];
	}
	free(e->cache.memo);
	e->cache.memo = new;
	e->cache.memo_room = room;
}

void memo_add(enc e, const struct node *n, int want, struct memo_entry what)
{
	const struct info *i = enc_info(e, n);
	if (i->has_old || e->writing.used_path) return;
	if (e->cache.memo_count * 2 >= e->cache.memo_room) memo_grow(e);
	what.node = n;
	what.want = want;
	what.hash = memo_hash(e, n, i, want);
	what.key = ARENA_ARRAY(&e->arena, i->count, uintptr_t);
	for (uint32_t k = 0; k < i->count; k++) what.key[k] = key_of(known(e, i->free[k]));
	uint32_t at = (uint32_t)what.hash & (e->cache.memo_room - 1);
	while (e->cache.memo[at].hash) at = (at + 1) & (e->cache.memo_room - 1);
	e->cache.memo[at] = what;
	e->cache.memo_count++;
}
