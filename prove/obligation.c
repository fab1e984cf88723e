/* The obligations of a machine, in the order of its text (B-Book chapters 5 and 6; Atelier B, proof
 * obligations reference manual). */
#include "path/path.h"
#include "prove/loop.h"
#include "prove/refinement.h"

static void add_invariants(const struct prover *p, struct hypotheses *h)
{
	const struct abstraction *a = p->abstraction;
	if (a) hypotheses_all(h, a->invariants.at, a->invariants.count);
	hypotheses_all(h, p->invariants.at, p->invariants.count);
}

/* ---- well-definedness ------------------------------------------------------------------------------ */

/* Each formula of a list has a truth value if those before it are true. */
static void well_defined(struct prover *p, name stem, bool has_state,
                         const struct hypothesis *before, uint32_t before_count,
                         const struct hypothesis *list, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		struct hypotheses h = {0};
		struct sequent_context s = {.p = p, .stem = stem};
		if (!form_may_be_undefined(list[i].node)) continue;
		s.of.names = context_names(p, NULL, has_state, &s.of.name_count);
		hypotheses_all(&h, before, before_count);
		hypotheses_all(&h, list, i);
		context_keep(&s, &h);
		s.of.what = GOAL_DEFINED;
		s.of.goal = list[i].node;
		context_add(&s, OBLIGATION_WELLDEFINED, arena_format(&p->arena, "%s/wd", list[i].name),
		            node_start(list[i].node));
	}
}

/* ---- substitutions --------------------------------------------------------------------------------- */

static bool is_result(const void *data, const struct decl *d)
{
	(void)data;
	return d->kind == DECL_OUTPUT;
}

/* Are the names of the places only written? The predicate of r :(P) is about their new values. */
static bool is_written_place(const struct node *n, uint32_t kid)
{
	if (n->op == OP_S_BECOMES_SUCH) return true;
	bool is_places =
	    kid == 0 && (n->op == OP_S_ASSIGN || n->op == OP_S_BECOMES_IN || n->op == OP_S_CALL);
	for (uint32_t i = 0; is_places && i < n->kid[0]->count; i++)
		is_places = n->kid[0]->kid[i]->op == OP_ID;
	return is_places;
}

static bool body_may_fail(const struct node *n, uint32_t depth)
{
	if (op_info(n->op)->class != CLASS_SUBST) return form_may_be_undefined(n);
	if (n->op == OP_S_VAR) return true; /* a name that is read before it has a value */
	if (written_twice(n)) return true;
	if (n->op == OP_S_CALL && depth < 20) {
		const struct operation *o = n->decl->operation;
		for (uint32_t i = 0; i < o->results->count; i++)
			if (!written_always(o->body, o->results->kid[i]->decl)) return true;
		if (body_may_fail(o->body, depth + 1)) return true;
	}
	for (uint32_t i = 0; i < n->count; i++) {
		const struct node *k = n->kid[i];
		if (k->op == OP_IDS) continue;
		bool is_formula = op_info(k->op)->class != CLASS_SUBST;
		if (is_formula && !is_written_place(n, i) && mention_any(k, is_result, NULL))
			return true; /* likewise */
		if (body_may_fail(k, depth)) return true;
	}
	return false;
}

static bool may_be_impossible(const struct node *n, uint32_t depth)
{
	switch (n->op) {
	case OP_S_ANY:
	case OP_S_LET:
	case OP_S_BECOMES_IN:
	case OP_S_BECOMES_SUCH: return true;
	case OP_S_SELECT:
		if (n->count % 2 == 0) return true;
		break;
	case OP_S_CALL:
		if (depth < 20 && may_be_impossible(n->decl->operation->body, depth + 1)) return true;
		break;
	default: break;
	}
	for (uint32_t i = 0; i < n->count; i++)
		if (op_info(n->kid[i]->op)->class == CLASS_SUBST && may_be_impossible(n->kid[i], depth))
			return true;
	return false;
}

bool obligation_may_be_impossible(const struct node *body) { return may_be_impossible(body, 0); }

/* Where something may go wrong other than by being undefined, each place once. */
struct obligation_places {
	VEC(uint32_t) known;
	uint32_t pre, assert, loop;
	name callee; /* of the operation whose body this is, NULL: it is the one that all is about */
	bool is_executed; /* here loops are */
};

static void goal_fine(struct sequent_context *s, enum obligation_kind kind, const char *own,
                      enum eval_failure_kind trouble, const struct node *predicate, struct pos pos)
{
	s->of.what = GOAL_FINE;
	s->of.goal = predicate;
	s->of.trouble = trouble;
	s->of.trouble_pos = pos;
	context_add(s, kind, own, node_start(predicate));
}

/* Loops of called operations and some others are executed, the rest is rewritten (see loop.c). */
static void goals_of_loop(struct sequent_context *s, const struct node *n,
                          struct obligation_places *l)
{
	struct arena *a = &s->p->arena;
	bool is_executed = l->callee || l->is_executed;
	enum eval_failure_kind trouble = is_executed ? EVAL_WHILE : EVAL_ASSERTION;
	const char *own =
	    l->callee ? arena_format(a, "%s/while", l->callee) : arena_format(a, "while%u", ++l->loop);
	if (!is_executed)
		goal_fine(s, OBLIGATION_LOOP, arena_format(a, "%s/entry", own), trouble, n->kid[2],
		          loop_entry(n));
	goal_fine(s, OBLIGATION_LOOP, arena_format(a, "%s/invariant", own), trouble, n->kid[2],
	          node_start(n->kid[2]));
	goal_fine(s, OBLIGATION_LOOP, arena_format(a, "%s/variant", own), trouble, n->kid[3],
	          node_start(n->kid[3]));
}

static bool is_new_place(struct obligation_places *l, struct pos pos)
{
	for (uint32_t i = 0; i < l->known.count; i++)
		if (l->known.at[i] == pos.at) return false;
	VEC_PUSH(&l->known, pos.at);
	return true;
}

static void find_places(struct sequent_context *s, const struct node *n,
                        struct obligation_places *l, bool is_called)
{
	struct arena *a = &s->p->arena;
	bool is_guarded = n->op == OP_S_PRE || n->op == OP_S_ASSERT;
	if (is_guarded && is_new_place(l, node_start(n->kid[0]))) {
		bool is_pre = n->op == OP_S_PRE;
		const char *own = is_pre && is_called ? arena_format(a, "%s/pre", l->callee)
		                  : is_pre            ? arena_format(a, "pre%u", ++l->pre)
		                                      : arena_format(a, "assert%u", ++l->assert);
		goal_fine(s, is_pre ? OBLIGATION_PRECONDITION : OBLIGATION_ASSERT, own,
		          is_pre ? EVAL_PRECONDITION : EVAL_ASSERTION, n->kid[0], node_start(n->kid[0]));
	}
	if (n->op == OP_S_WHILE && is_new_place(l, node_start(n->kid[2]))) goals_of_loop(s, n, l);
	if (n->op == OP_S_CALL) {
		const struct operation *o = n->decl->operation;
		name outer = l->callee;
		l->callee = o->name;
		if (is_new_place(l, o->body->pos)) find_places(s, o->body, l, true);
		l->callee = outer;
	}
	bool outside = l->is_executed;
	l->is_executed |= loop_is_executed(n);
	for (uint32_t i = 0; i < n->count; i++)
		if (op_info(n->kid[i]->op)->class == CLASS_SUBST) find_places(s, n->kid[i], l, false);
	l->is_executed = outside;
}

/* Invariants of other machines are their own affair. */
void obligation_note_own(struct prover *p, const struct node *invariant)
{
	if (!invariant) return;
	map_put(&p->own, invariant, p);
	for (uint32_t i = 0; invariant->op == OP_AND && i < invariant->count; i++)
		obligation_note_own(p, invariant->kid[i]);
}

bool obligation_is_own(const struct prover *p, const struct node *conjunct)
{
	return map_get(&p->own, conjunct) != NULL;
}

/* Names that the body reads from now on, since its loops are rewritten. */
static void add_loop_names(struct sequent_context *s, struct decls *more)
{
	struct obligation *o = &s->of;
	o->loop_count = more->list.count;
	if (o->loop_count) {
		struct decl **all = ARENA_ARRAY(&s->p->arena, o->name_count + o->loop_count, struct decl *);
		for (uint32_t i = 0; i < o->name_count; i++) all[i] = o->names[i];
		for (uint32_t i = 0; i < o->loop_count; i++) all[o->name_count + i] = more->list.at[i];
		o->names = all;
		o->name_count += o->loop_count;
	}
	VEC_CLEAR(&more->list);
}

/* The substitution of the context, with its loops rewritten. */
static void use_body(struct sequent_context *s, const struct node *body)
{
	struct decls more = {0};
	s->of.body = loop_rewritten(s->p, body, &more);
	add_loop_names(s, &more);
}

static void goals_of_body(struct sequent_context *s, enum obligation_kind kind)
{
	struct prover *p = s->p;
	struct obligation_places l = {0};
	const struct node *written = s->of.body;
	use_body(s, written);
	for (uint32_t i = 0; i < p->invariants.count; i++)
		if (obligation_is_own(p, p->invariants.at[i].node) &&
		    !abstraction_is_in(p, p->invariants.at[i].node))
			context_true(s, kind, &p->invariants.at[i]);
	if (body_may_fail(s->of.body, 0)) {
		s->of.what = GOAL_FINE;
		s->of.goal = NULL;
		s->of.trouble = EVAL_UNDEFINED;
		s->of.trouble_pos = (struct pos){0};
		context_add(s, OBLIGATION_WELLDEFINED, "wd", node_start(written));
	}
	find_places(s, written, &l, false);
	VEC_CLEAR(&l.known);
}

/* Some branch of a SELECT without ELSE is enabled. */
static const struct node *some_guard(struct arena *a, const struct node *select)
{
	const struct node *any = select->kid[0];
	for (uint32_t i = 2; i < select->count; i += 2) {
		any = build_op(a, OP_OR, select->kid[i]->pos, any, select->kid[i]);
	}
	return any;
}

static bool has_impossible_branch(const struct node *select)
{
	for (uint32_t i = 1; i < select->count; i += 2)
		if (may_be_impossible(select->kid[i], 0)) return true;
	return false;
}

/* The guards of an event are no reason to call it infeasible: a SELECT, and an ANY without a PRE
 * around it, count as hypotheses. */
static void feasibility(struct sequent_context *s, const struct hypotheses *outer, bool is_event)
{
	struct hypotheses h = {0};
	struct sequent_context own = *s;
	const struct node *n = s->of.body;
	const struct node *more = NULL;
	hypotheses_all(&h, outer->list.at, outer->list.count);
	while (eval_is_guard(n) && (n->op == OP_S_SELECT || (n->op == OP_S_ANY && is_event && !more))) {
		if (n->op == OP_S_ANY) more = n->kid[0];
		hypotheses_conjuncts(s->p, &h, n->kid[n->op == OP_S_ANY ? 1 : 0], "guard", false);
		n = n->kid[n->count - 1];
	}
	bool has_branches = n->op == OP_S_SELECT && n->count > 2 && n->count % 2 == 0;
	if (has_branches) hypotheses_conjuncts(s->p, &h, some_guard(&s->p->arena, n), "guard", false);
	own.of.body = n;
	if (more) {
		uint32_t count = own.of.name_count + more->count;
		struct decl **all = ARENA_ARRAY(&s->p->arena, count, struct decl *);
		for (uint32_t i = 0; i < own.of.name_count; i++) all[i] = own.of.names[i];
		for (uint32_t i = 0; i < more->count; i++) all[own.of.name_count + i] = more->kid[i]->decl;
		own.of.names = all;
		own.of.name_count = count;
	}
	context_keep(&own, &h);
	own.of.what = GOAL_POSSIBLE;
	own.of.goal = NULL;
	if (!loop_follows_choice(n)) {
		struct decls names = {0};
		own.of.body = loop_for_possible(s->p, n, &names);
		add_loop_names(&own, &names);
	}
	if (has_branches ? has_impossible_branch(n) : may_be_impossible(n, 0))
		context_add(&own, OBLIGATION_FEASIBILITY, "fis", node_start(n));
}

static void initialisation(struct prover *p)
{
	struct hypotheses h = {0};
	struct sequent_context s = {.p = p, .stem = "INITIALISATION"};
	if (!p->view.initialisation) return;
	s.of.body = p->view.initialisation;
	s.of.names = context_names(p, NULL, false, &s.of.name_count);
	hypotheses_all(&h, p->properties.at, p->properties.count);
	feasibility(&s, &h, false);
	context_keep(&s, &h);
	goals_of_body(&s, OBLIGATION_INITIALISATION);
	if (p->abstraction) refinement_goals(&s, NULL, NULL);
}

/* Its conjuncts have truth values, one after the other, and are hypotheses from then on. */
static void precondition(struct sequent_context *s, struct hypotheses *h, const struct node *pre)
{
	struct hypotheses own = {0};
	struct sequent_context wd = *s;
	hypotheses_conjuncts(s->p, &own, pre, "pre", true);
	wd.of.body = NULL;
	wd.of.what = GOAL_DEFINED;
	for (uint32_t i = 0; i < own.list.count; i++) {
		const struct hypothesis *goal = &own.list.at[i];
		if (form_may_be_undefined(goal->node)) {
			struct hypotheses before = {0};
			hypotheses_all(&before, h->list.at, h->list.count);
			context_keep(&wd, &before);
			wd.of.goal = goal->node;
			context_add(&wd, OBLIGATION_WELLDEFINED,
			            arena_format(&s->p->arena, "%s/wd", goal->name), node_start(goal->node));
		}
		VEC_PUSH(&h->list, *goal);
	}
	VEC_CLEAR(&own.list);
}

/* A refinement may be called wherever its abstraction may. */
static void weaker_precondition(struct sequent_context *s, const struct hypotheses *h,
                                const struct node *pre, name shown)
{
	struct hypotheses before = {0};
	struct sequent_context own = *s;
	bool is_far;
	if (!abstraction_operation(s->p, s->of.operation, shown, &is_far)) return;
	hypotheses_all(&before, h->list.at, h->list.count);
	context_keep(&own, &before);
	own.of.body = NULL;
	own.of.what = GOAL_TRUE;
	own.of.goal = pre;
	context_add(&own, OBLIGATION_REFINEMENT, "pre", node_start(pre));
}

static void operation(struct prover *p, const struct operation *o, name shown)
{
	struct hypotheses h = {0};
	struct sequent_context s = {.p = p, .stem = shown};
	bool has_pre = o->body->op == OP_S_PRE;
	s.of.operation = o;
	s.of.body = has_pre ? o->body->kid[1] : o->body;
	s.of.names = context_names(p, o->parameters, true, &s.of.name_count);
	hypotheses_all(&h, p->properties.at, p->properties.count);
	add_invariants(p, &h);
	if (p->abstraction) abstraction_preconditions(p, o, shown, &h);
	if (p->abstraction && has_pre) weaker_precondition(&s, &h, o->body->kid[0], shown);
	if (has_pre) precondition(&s, &h, o->body->kid[0]);
	feasibility(&s, &h, !has_pre);
	context_keep(&s, &h);
	goals_of_body(&s, OBLIGATION_PRESERVATION);
	if (p->abstraction) refinement_goals(&s, o, shown);
}

/* ---- all ------------------------------------------------------------------------------------------- */

static void satisfiable(struct prover *p)
{
	struct sequent_context s = {.p = p, .stem = "PROPERTIES"};
	struct hypotheses h = {0};
	if (p->properties.count == 0) return;
	s.of.names = context_names(p, NULL, false, &s.of.name_count);
	hypotheses_all(&h, p->properties.at, p->properties.count);
	context_keep(&s, &h);
	s.of.what = GOAL_SATISFIABLE;
	context_add(&s, OBLIGATION_SATISFIABLE, "sat", node_start(p->properties.at[0].node));
}

/* From what stands before it. */
static void assertion(struct sequent_context *s, const struct hypothesis *goal,
                      const struct hypothesis_list *before)
{
	s->of.hypotheses = before;
	s->of.hypothesis_count = before->count;
	if (form_may_be_undefined(goal->node)) {
		s->of.what = GOAL_DEFINED;
		s->of.goal = goal->node;
		context_add(s, OBLIGATION_WELLDEFINED, arena_format(&s->p->arena, "%s/wd", goal->name),
		            node_start(goal->node));
	}
	context_true(s, OBLIGATION_ASSERTION, goal);
}

struct assertions {
	struct hypotheses all;
	VEC(bool) has_variables; /* each of them: the invariant is a hypothesis, too */
};

static void add_assertion(struct assertions *x, const struct node *n, name own, bool has_variables)
{
	VEC_PUSH(&x->all.list, ((struct hypothesis){n, own}));
	VEC_PUSH(&x->has_variables, has_variables);
}

static void find_assertions(struct prover *p, struct assertions *x)
{
	const struct node *n, *all = p->project->main->assertions;
	bool is_assertion, has_variables;
	for (uint32_t i = 0; (n = explore_duty(p->explore, i, &is_assertion, &has_variables)); i++)
		if (is_assertion) add_assertion(x, n, explore_duty_name(p->explore, i), has_variables);
	for (uint32_t i = 0; all && i < all->count; i++) { /* which are not explored */
		n = all->kid[i];
		bool has_label = n->name && op_info(n->op)->class == CLASS_PRED;
		name own = has_label ? n->name : arena_format(&p->arena, "assert%u", i + 1);
		if (abstraction_is_in(p, n)) add_assertion(x, n, own, true);
	}
}

/* From PROPERTIES, the invariant (if it is about variables), and the assertions before it, which are a part of one
 * list. */
static void assertions(struct prover *p)
{
	struct sequent_context s = {.p = p, .stem = "ASSERTIONS"};
	struct assertions x = {0};
	const struct hypothesis_list *base[2];
	find_assertions(p, &x);
	for (int has_variables = 0; has_variables < 2; has_variables++) {
		struct hypotheses h = {0};
		hypotheses_all(&h, p->properties.at, p->properties.count);
		if (has_variables) add_invariants(p, &h);
		context_keep(&s, &h);
		base[has_variables] = s.of.hypotheses;
	}
	uint32_t count = x.all.list.count;
	const struct hypothesis *all = VEC_FREEZE(&x.all.list, &p->arena);
	struct hypothesis_list *before = ARENA_ARRAY(&p->arena, count + 1, struct hypothesis_list);
	s.of.names = context_names(p, NULL, true, &s.of.name_count);
	for (uint32_t i = 0; i < count; i++) {
		const struct hypothesis_list *first = base[x.has_variables.at[i]];
		before[i] = (struct hypothesis_list){first, all, first->count + i, true};
		assertion(&s, &all[i], &before[i]);
	}
	VEC_CLEAR(&x.has_variables);
}

/* Those of a refinement may depend on those of its abstraction. */
static void well_defined_invariants(struct prover *p)
{
	const struct abstraction *a = p->abstraction;
	struct hypotheses before = {0};
	hypotheses_all(&before, p->properties.at, p->properties.count);
	if (a) hypotheses_all(&before, a->invariants.at, a->invariants.count);
	well_defined(p, "INVARIANT", true, before.list.at, before.list.count, p->invariants.at,
	             p->invariants.count);
	VEC_CLEAR(&before.list);
}

static void collect_hypotheses(struct prover *p)
{
	struct hypotheses h = {0};
	const struct node *n = p->view.properties;
	name own;
	for (uint32_t i = 0; n && i < n->count; i++)
		hypotheses_conjuncts(p, &h, n->kid[i], "prop", true);
	for (uint32_t i = 0; i < h.list.count; i++) VEC_PUSH(&p->properties, h.list.at[i]);
	VEC_CLEAR(&h.list);
	for (uint32_t i = 0; (n = explore_invariant(p->explore, i, &own)); i++)
		VEC_PUSH(&p->invariants, ((struct hypothesis){n, own}));
	for (uint32_t i = 0; i < p->options.more_count; i++) {
		own = arena_format(&p->arena, "more%u", i + 1);
		VEC_PUSH(&p->invariants, ((struct hypothesis){p->options.more[i], own}));
		obligation_note_own(p, p->options.more[i]);
	}
}

void obligation_list(struct prover *p)
{
	const struct explore_result *r = explore_result(p->explore);
	collect_hypotheses(p);
	abstraction_open(p);
	satisfiable(p);
	well_defined(p, "PROPERTIES", false, NULL, 0, p->properties.at, p->properties.count);
	instance_obligations(p);
	well_defined_invariants(p);
	assertions(p);
	initialisation(p);
	for (uint32_t i = 0; i < p->project->main->interface.count; i++)
		operation(p, r->coverage.at[i].operation->decl->operation, r->coverage.at[i].name);
}
