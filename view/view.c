#include "view/space.h"

static const char *const kinds[] = {"signature", "dfa", "error", "property"};

const char *view_kind_name(enum view_kind k) { return kinds[k]; }

bool view_find_kind(const char *word, size_t count, enum view_kind *out)
{
	for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strlen(kinds[i]) == count && strncmp(kinds[i], word, count) == 0) {
			*out = (enum view_kind)i;
			return true;
		}
	return false;
}

/* ---- labels ---------------------------------------------------------------------------------------- */

const char *view_operation(const struct state_view *v, uint32_t operation)
{
	const struct explore_result *r = explore_result(v->question.explore);
	if (operation < r->coverage.count) return r->coverage.at[operation].name;
	return operation == r->coverage.count ? "INITIALISATION" : "SETUP_CONSTANTS";
}

static const char *kept(struct state_view *v, struct text *t)
{
	const char *text = arena_text(&v->arena, text_get(t), t->count);
	text_clear(t);
	return text;
}

const char *view_signature(struct state_view *v, const uint64_t *set)
{
	struct text t = {0};
	for (uint32_t i = 0; i < v->space.label_count; i++)
		if (bits_has(set, i)) text_format(&t, "%s%s", t.count ? "\n" : "", view_operation(v, i));
	return kept(v, &t);
}

static void add_bindings(struct state_view *v, struct decl *const *names, const value *values,
                         uint32_t count, struct text *out)
{
	enum { LONGEST = 200 };
	for (uint32_t i = 0; i < count; i++) {
		if (!explore_shows(v->question.explore, names[i])) continue;
		text_format(out, "%s%s = ", out->count ? "\n" : "",
		            names[i]->full_name ? names[i]->full_name : names[i]->name);
		value_print_of(v->question.values, v->question.universe, names[i], values[i], LONGEST, out);
	}
}

const char *view_values(struct state_view *v, uint32_t node)
{
	struct text t = {0};
	if (node >= v->space.state_from) {
		explore_load(v->question.explore, node - v->space.state_from);
		value *values = ARENA_ARRAY(&v->arena, v->model.variable_count + 1, value);
		for (uint32_t i = 0; i < v->model.variable_count; i++)
			values[i] = eval_get(v->model.eval, v->model.variables[i]);
		add_bindings(v, v->model.variables, values, v->model.variable_count, &t);
	} else if (node > 0) {
		add_bindings(v, v->model.unknowns, explore_setup(v->question.explore, node - 1),
		             v->model.unknown_count, &t);
	}
	return kept(v, &t);
}

/* ---- which nodes are one ---------------------------------------------------------------------------- */

static uint32_t *new_classes(struct state_view *v)
{
	return ARENA_ARRAY(&v->arena, v->space.node_count + 1, uint32_t);
}

static uint32_t add_node(struct state_view *v, const char *label)
{
	VEC_PUSH(&v->nodes, ((struct view_node){.label = label}));
	return v->nodes.count - 1;
}

static void keep_all(struct state_view *v, const bool *is_kept)
{
	uint32_t *class_of = new_classes(v);
	for (uint32_t i = 0; i < v->space.node_count; i++)
		class_of[i] = is_kept[i] ? add_node(v, view_values(v, i)) : SPACE_NONE;
	view_merge(v, class_of, v->nodes.count);
}

/* What a fault can be reached from: again and again, until nothing is added. */
static void keep_ways_to_faults(struct state_view *v)
{
	const struct view_space *g = &v->space;
	bool *is_kept = ARENA_ARRAY(&v->arena, g->node_count + 1, bool), goes_on = true;
	for (uint32_t i = 0; i < g->node_count; i++) is_kept[i] = g->is_faulty[i] || i == 0;
	while (goes_on) {
		goes_on = false;
		for (uint32_t i = g->edges.count; i-- > 0;) {
			const struct space_edge *e = &g->edges.at[i];
			if (!is_kept[e->to] || is_kept[e->from]) continue;
			is_kept[e->from] = goes_on = true;
		}
	}
	keep_all(v, is_kept);
}

static void merge_signatures(struct state_view *v)
{
	const struct view_space *g = &v->space;
	uint32_t words = g->label_count / 64 + 1, *class_of = new_classes(v);
	uint64_t *set = ARENA_ARRAY(&v->arena, words, uint64_t);
	struct map known = {0}; /* + 1, by the text of the set, which tells all of it */
	struct names names = {0};
	names_init(&names);
	for (uint32_t i = 0; i < g->node_count; i++) {
		memset(set, 0, words * sizeof *set);
		for (uint32_t e = g->edges_from[i]; e < g->edges_from[i + 1]; e++)
			bits_add(set, g->edges.at[e].label);
		name key = names_of(&names, view_signature(v, set));
		uintptr_t number = (uintptr_t)map_get(&known, key);
		if (!number) {
			number = (uintptr_t)add_node(v, view_signature(v, set)) + 1;
			map_put(&known, key, (void *)number);
		}
		class_of[i] = (uint32_t)number - 1;
	}
	map_clear(&known);
	names_clear(&names);
	view_merge(v, class_of, v->nodes.count);
}

/* ---- the value of an expression ------------------------------------------------------------------------ */

static bool value_of(struct state_view *v, uint32_t node, value *out)
{
	const struct node *n = v->question.property;
	explore_load(v->question.explore, node - v->space.state_from);
	if (op_info(n->op)->class != CLASS_PRED) {
		*out = eval_expression(v->model.eval, n);
		return *out != VALUE_NONE;
	}
	enum truth t = eval_predicate(v->model.eval, n);
	*out = value_bool(t == EVAL_TRUE);
	return t != EVAL_FAILED;
}

static bool merge_property(struct state_view *v, struct text *why)
{
	struct map known = {0};
	uint32_t *class_of = new_classes(v);
	bool good = true;
	for (uint32_t i = 0; i < v->space.node_count && good; i++) {
		value is = VALUE_NONE;
		if (i < v->space.state_from) {
			class_of[i] = add_node(v, view_values(v, i));
			continue;
		}
		good = value_of(v, i, &is);
		void *key = (void *)((uintptr_t)is + 1);
		uintptr_t number = (uintptr_t)map_get(&known, key);
		if (good && !number) {
			struct text t = {0};
			value_print_short(v->question.values, v->question.universe, is, 400, &t);
			number = (uintptr_t)add_node(v, kept(v, &t)) + 1;
			map_put(&known, key, (void *)number);
		}
		class_of[i] = (uint32_t)number - 1;
	}
	map_clear(&known);
	if (good) view_merge(v, class_of, v->nodes.count);
	else
		text_format(why, "the expression has no value in some state: %s",
		            eval_failed(v->model.eval) ? eval_failed(v->model.eval)->message : "");
	return good;
}

/* ---- all together ------------------------------------------------------------------------------------------ */

static bool make(struct state_view *v, struct text *why)
{
	switch (v->question.kind) {
	case VIEW_SIGNATURE: merge_signatures(v); return true;
	case VIEW_ERROR: keep_ways_to_faults(v); return true;
	case VIEW_PROPERTY: return merge_property(v, why);
	case VIEW_DFA: break;
	}
	if (view_automaton(v)) return true;
	text_format(why, "the automaton has more than %d nodes", VIEW_MAX_NODES);
	return false;
}

struct state_view *view_open(const struct view_question *q, struct text *why)
{
	if (explore_result(q->explore)->stats.states > VIEW_MAX_STATES) {
		text_format(why, "there are more than %d states", VIEW_MAX_STATES);
		return NULL;
	}
	struct state_view *v = memory_zeroed(1, sizeof *v);
	arena_init(&v->arena);
	v->question = *q;
	explore_view(q->explore, &v->model);
	view_space_open(v);
	if (make(v, why)) return v;
	view_close(v);
	return NULL;
}

void view_close(struct state_view *v)
{
	if (!v) return;
	view_space_close(&v->space);
	VEC_CLEAR(&v->nodes);
	VEC_CLEAR(&v->edges);
	arena_clear(&v->arena);
	free(v);
}

uint32_t view_node_count(const struct state_view *v) { return v->nodes.count; }
const struct view_node *view_node(const struct state_view *v, uint32_t node)
{
	return &v->nodes.at[node];
}
uint32_t view_edge_count(const struct state_view *v) { return v->edges.count; }
const struct view_edge *view_edge(const struct state_view *v, uint32_t edge)
{
	return &v->edges.at[edge];
}

uint32_t view_transitions(const struct state_view *v)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < v->edges.count; i++) {
		const struct view_edge *e = &v->edges.at[i];
		count += i == 0 || e->from != e[-1].from || e->operation != e[-1].operation;
	}
	return count;
}
