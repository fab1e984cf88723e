/* The state graph, as explore/ finds it, with the truth of all atoms in each state and of each step. */
#include "temporal/inside.h"

/* ---- atoms --------------------------------------------------------------------------------------------- */

static bool is_same_atom(const struct temporal_atom *a, const struct temporal_atom *b)
{
	return a->kind == b->kind && a->bound.count == 0 && b->bound.count == 0 &&
	       strcmp(a->text, b->text) == 0;
}

static void add_atom(struct state_graph *s, struct temporal_atom *a)
{
	for (uint32_t i = 0; i < s->atoms.count; i++) {
		if (s->atoms.at[i] != a && !is_same_atom(s->atoms.at[i], a)) continue;
		a->index = i;
		return;
	}
	a->index = s->atoms.count;
	VEC_PUSH(&s->atoms, a);
}

void space_collect(struct state_graph *s, const struct temporal *f)
{
	if (f->op == TEMPORAL_ALL_WEAK || f->op == TEMPORAL_ALL_STRONG) s->wants_instances = true;
	if (f->atom) add_atom(s, f->atom);
	if (f->op == TEMPORAL_WEAK || f->op == TEMPORAL_STRONG) {
		struct arena *a = &s->scope->project->arena;
		if (!f->atom->enabled) {
			f->atom->enabled = ARENA_NEW(a, struct temporal_atom);
			*f->atom->enabled = *f->atom;
			f->atom->enabled->kind = ATOM_ENABLED;
			f->atom->enabled->text = arena_format(a, "e(%s)", f->atom->text);
		}
		add_atom(s, f->atom->enabled);
	}
	for (uint32_t i = 0; i < temporal_operands(f->op); i++) space_collect(s, f->kid[i]);
}

void space_bind(struct eval *e, const struct temporal_atom *a)
{
	for (uint32_t i = 0; i < a->bound.count; i++)
		eval_set(e, a->bound.at[i].decl, a->bound.at[i].value);
}

static void note_failure(struct state_graph *s, struct temporal_atom *a)
{
	const struct eval_failure *f = eval_failed(s->eval);
	s->is_unknown = true;
	if (a->has_failed) return;
	a->has_failed = true;
	a->failure = arena_format(&s->scope->project->arena, "%s", f->message);
	a->failure_pos = f->pos;
}

static bool is_true(struct state_graph *s, struct temporal_atom *a, const struct node *predicate)
{
	bool is_sure = true;
	enum truth t = eval_predicate_certain(s->eval, predicate, &is_sure);
	if (t == EVAL_FAILED) note_failure(s, a);
	else if (!is_sure) a->is_unsure = s->is_unknown = true;
	return t == EVAL_TRUE;
}

bool space_fits(struct state_graph *s, const struct temporal_atom *a,
                const struct temporal_pattern *p, uint32_t operation, const value *label)
{
	if (p->operation != operation) return false;
	for (uint32_t i = 0; i < p->count; i++) {
		if (!p->arguments[i]) continue;
		value v = eval_expression(s->eval, p->arguments[i]);
		if (v == VALUE_NONE) note_failure(s, s->atoms.at[a->index]);
		if (v == VALUE_NONE) return false;
		if (v != label[i] && eval_equal(s->eval, v, label[i], p->pos) != EVAL_TRUE) return false;
	}
	return true;
}

static bool is_enabled(struct state_graph *s, const struct temporal_atom *a,
                       const struct temporal_pattern *p)
{
	bool is_reduced = explore_result(s->scope->explore)->is_reduced; /* steps were left out */
	if (is_reduced) return explore_is_enabled(s->scope->explore, s->current, p->operation);
	for (uint32_t i = 0; i < s->steps.count; i++)
		if (space_fits(s, a, p, s->steps.at[i].operation, s->values.at + s->steps.at[i].label))
			return true;
	return false;
}

static uint32_t count_enabled(struct state_graph *s, const struct temporal_atom *a)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < a->pattern_count; i++) count += is_enabled(s, a, &a->patterns[i]);
	return count;
}

static bool is_sink(const struct state_graph *s)
{
	for (uint32_t i = 0; i < s->steps.count; i++)
		if (s->steps.at[i].target != s->current) return false;
	return true;
}

/* Of two steps with the same parameters the results are the same. */
static bool has_det_output(const struct state_graph *s)
{
	const struct explore_result *r = explore_result(s->scope->explore);
	for (uint32_t i = 0; i < s->steps.count; i++)
		for (uint32_t k = 0; k < i; k++) {
			const struct raw_step *a = &s->steps.at[i], *b = &s->steps.at[k];
			if (a->operation != b->operation) continue;
			const struct operation *o = r->coverage.at[a->operation].operation;
			size_t n = o->parameters->count, m = o->results->count;
			const value *x = s->values.at + a->label, *y = s->values.at + b->label;
			if (memcmp(x, y, n * sizeof *x) == 0 && memcmp(x + n, y + n, m * sizeof *x) != 0)
				return false;
		}
	return true;
}

static bool state_has(struct state_graph *s, struct temporal_atom *a)
{
	space_bind(s->eval, a);
	switch (a->kind) {
	case ATOM_PREDICATE:
	case ATOM_GOAL: return is_true(s, a, a->node);
	case ATOM_ENABLED: return is_enabled(s, a, &a->patterns[0]);
	case ATOM_DEADLOCK: return s->steps.count == 0;
	case ATOM_NONE_OF: return count_enabled(s, a) == 0;
	case ATOM_DETERMINISTIC: return count_enabled(s, a) <= 1;
	case ATOM_CONTROLLER: return count_enabled(s, a) == 1;
	case ATOM_SINK: return is_sink(s);
	case ATOM_DET_OUTPUT: return has_det_output(s);
	default: return false;
	}
}

/* ---- one state -------------------------------------------------------------------------------------------- */

/* The first half of the set: it is true; the second: that is not known. */
static void set_truth(struct state_graph *s, uint64_t *set, uint32_t atom, bool is_true)
{
	if (is_true) bits_add(set, atom);
	if (s->is_unknown) bits_add(set + s->words, atom);
}

static uint64_t *clear_scratch(struct state_graph *s, uint32_t words)
{
	s->scratch.count = 0;
	for (uint32_t i = 0; i < words; i++) VEC_PUSH(&s->scratch, 0);
	return s->scratch.at;
}

static uint32_t class_of_current(struct state_graph *s)
{
	uint64_t *set = clear_scratch(s, 2 * s->words);
	for (uint32_t i = 0; i < s->atoms.count; i++) {
		s->is_unknown = false;
		set_truth(s, set, i, state_has(s, s->atoms.at[i]));
	}
	return intern_add(&s->classes, set);
}

static uint32_t instance_of(struct state_graph *s, const struct raw_step *r)
{
	const struct explore_result *x = explore_result(s->scope->explore);
	uint32_t n = x->coverage.at[r->operation].operation->parameters->count;
	uint64_t *v = memory_zeroed(s->instances.width, sizeof *v);
	v[0] = r->operation;
	for (uint32_t i = 0; i < n; i++) v[i + 1] = s->values.at[r->label + i];
	uint32_t number = intern_add(&s->instances, v);
	free(v);
	return number;
}

/* Atoms about what a step changes; afterwards the eval has the values of the current state again. */
static void add_changes(struct state_graph *s, const struct raw_step *r, uint64_t *set)
{
	const struct explore_view *v = &s->scope->view;
	bool is_loaded = false;
	for (uint32_t i = 0; i < s->atoms.count; i++) {
		struct temporal_atom *a = s->atoms.at[i];
		if (!a->step) continue;
		if (!is_loaded) {
			for (uint32_t k = 0; k < v->variable_count; k++)
				eval_set(s->eval, s->scope->before[k], eval_get(s->eval, v->variables[k]));
			explore_load(s->scope->explore, r->target);
			is_loaded = true;
		}
		space_bind(s->eval, a);
		s->is_unknown = false;
		set_truth(s, set, i, is_true(s, a, a->step));
	}
	if (is_loaded) explore_load(s->scope->explore, s->current);
}

static uint32_t label_of(struct state_graph *s, const struct raw_step *r)
{
	uint64_t *set = clear_scratch(s, 2 * s->words + 1);
	for (uint32_t i = 0; i < s->atoms.count; i++) {
		const struct temporal_atom *a = s->atoms.at[i];
		if (a->kind != ATOM_ACTION) continue;
		space_bind(s->eval, a);
		s->is_unknown = false;
		set_truth(s, set, i,
		          space_fits(s, a, &a->patterns[0], r->operation, s->values.at + r->label));
	}
	add_changes(s, r, set);
	if (s->wants_instances) set[2 * s->words] = instance_of(s, r);
	return intern_add(&s->labels, set);
}

static int compare_edges(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return x < y ? -1 : x > y;
}

static void add_number(struct state_graph *s, uint64_t n)
{
	for (; n >= 0x80; n >>= 7) VEC_PUSH(&s->edges, (uint8_t)(n & 0x7f) | 0x80);
	VEC_PUSH(&s->edges, (uint8_t)n);
}

/* How far it is from the target before, and whether the label is another one; then that. */
static void add_edge(struct state_graph *s, const struct edge_walk *before, uint32_t label,
                     uint32_t target)
{
	bool is_back = target < before->target, is_other = label != before->label;
	uint64_t by = is_back ? before->target - target : target - before->target;
	add_number(s, by << 2 | (uint64_t)is_back << 1 | is_other);
	if (is_other) add_number(s, label);
	s->edge_count++;
}

static uint32_t kind_of(struct state_graph *s, uint32_t parent, uint32_t own)
{
	uint64_t key[KIND_WIDTH] = {[KIND_PARENT] = parent, [KIND_OWN] = own};
	uint32_t kind = intern_add(&s->kinds, key);
	if (kind == s->kind_classes.count)
		VEC_PUSH(&s->kind_classes, parent ? s->kind_classes.at[parent - 1] : own);
	return kind;
}

/* Edges in the order of their labels become bytes. */
static void add_edges(struct state_graph *s, const uint64_t *edges, uint32_t count)
{
	enum { MOST = 2000000000 }; /* bytes */
	struct edge_walk last = {.label = 0, .target = s->current};
	uint32_t kind = kind_of(s, 0, class_of_current(s));
	s->has_too_many |= s->edges.count > MOST;
	for (uint32_t i = 0; i < count && !s->has_too_many; i++) {
		uint32_t label = (uint32_t)(edges[i] >> 32), target = (uint32_t)edges[i];
		if (i > 0 && edges[i] == edges[i - 1]) continue;
		if (i == 0 || label != last.label) kind = kind_of(s, kind + 1, label);
		add_edge(s, &last, label, target);
		last.label = label;
		last.target = target;
	}
	VEC_PUSH(&s->kind_of, kind);
	VEC_PUSH(&s->first, s->edges.count);
}

void space_finish(struct state_graph *s)
{
	if (s->current == EXPLORE_NONE) return;
	REQUIRE(s->first.count == s->current + 1);
	explore_load(s->scope->explore, s->current);
	uint64_t *edges = memory_raw((s->steps.count + 1) * sizeof *edges);
	uint32_t count = s->steps.count;
	for (uint32_t i = 0; i < count; i++)
		edges[i] = (uint64_t)label_of(s, &s->steps.at[i]) << 32 | s->steps.at[i].target;
	qsort(edges, count, sizeof *edges, compare_edges);
	add_edges(s, edges, count);
	free(edges);
	s->current = EXPLORE_NONE;
}

/* ---- told by the explore ------------------------------------------------------------------------------------- */

static void visit(void *data, uint32_t state)
{
	struct state_graph *s = data;
	if (s->current != state) space_finish(s);
	s->current = state;
	s->steps.count = s->values.count = 0;
}

static void transition(void *data, uint32_t operation, const value *label, uint32_t target)
{
	struct state_graph *s = data;
	const struct operation *o = explore_result(s->scope->explore)->coverage.at[operation].operation;
	uint32_t width = o->parameters->count + o->results->count;
	VEC_PUSH(&s->steps, ((struct raw_step){operation, target, s->values.count}));
	for (uint32_t i = 0; i < width; i++) VEC_PUSH(&s->values, label[i]);
}

bool space_find_step(struct state_graph *s, uint32_t source, uint32_t label, uint32_t target,
                     struct raw_step *out)
{
	bool is_found = false;
	s->current = source;
	s->steps.count = s->values.count = 0;
	explore_transitions(s->scope->explore, source, &s->watcher);
	for (uint32_t i = 0; i < s->steps.count && !is_found; i++) {
		if (s->steps.at[i].target != target || label_of(s, &s->steps.at[i]) != label) continue;
		*out = s->steps.at[i];
		is_found = true;
	}
	s->current = EXPLORE_NONE;
	return is_found;
}

void space_open(struct state_graph *s, struct temporal_scope *scope)
{
	memset(s, 0, sizeof *s);
	s->scope = scope;
	s->watcher = (struct explore_watcher){visit, transition, s};
	s->current = EXPLORE_NONE;
}

void space_begin(struct state_graph *s)
{
	const struct explore_result *r = explore_result(s->scope->explore);
	uint32_t widest = 0;
	s->eval = s->scope->view.eval;
	s->words = (s->atoms.count + 63) / 64;
	if (s->words == 0) s->words = 1;
	for (uint32_t i = 0; i < r->coverage.count; i++)
		if (r->coverage.at[i].operation->parameters->count > widest)
			widest = r->coverage.at[i].operation->parameters->count;
	intern_init(&s->classes, 2 * s->words);
	intern_init(&s->labels, 2 * s->words + 1);
	intern_init(&s->kinds, KIND_WIDTH);
	intern_init(&s->instances, widest + 1);
	VEC_PUSH(&s->first, 0);
	while (explore_load(s->scope->explore, s->initial) &&
	       explore_state_depth(s->scope->explore, s->initial) == 0)
		s->initial++;
}

void space_close(struct state_graph *s)
{
	intern_clear(&s->classes);
	intern_clear(&s->labels);
	intern_clear(&s->instances);
	VEC_CLEAR(&s->atoms);
	VEC_CLEAR(&s->first);
	intern_clear(&s->kinds);
	VEC_CLEAR(&s->kind_classes);
	VEC_CLEAR(&s->kind_of);
	VEC_CLEAR(&s->edges);
	VEC_CLEAR(&s->values);
	VEC_CLEAR(&s->steps);
	VEC_CLEAR(&s->scratch);
}
