/* Looking on after a violation: what was found once is not looked for again. Invariants that are violated
 * somewhere are no lemmas any more. */
#include "bmc/run.h"

static void drop_node(struct run_nodes *list, struct pos pos)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < list->count; i++) {
		struct pos at = node_start(list->at[i]);
		if (at.at != pos.at || at.via != pos.via) list->at[kept++] = list->at[i];
	}
	list->count = kept;
}

bool reported_wants_undefined(const struct run *r, const struct node *duty)
{
	if (!(r->options.find & RUN_UNDEFINED)) return false;
	for (uint32_t i = 0; i < r->asked.defined.count; i++)
		if (r->asked.defined.at[i] == duty) return false;
	return true;
}

/* A predicate of this name was found to be undefined. */
static void add_undefined(struct run *r, name found)
{
	bool is_assertion, has_variables;
	const struct node *n;
	for (uint32_t i = 0; (n = explore_duty(r->model.explore, i, &is_assertion, &has_variables));
	     i++)
		if (found && strcmp(explore_duty_name(r->model.explore, i), found) == 0)
			VEC_PUSH(&r->asked.defined, n);
}

static void drop(struct run *r, const struct explore_finding *f)
{
	if (f->severity == DIAG_ERROR) r->asked.has_violations = true;
	switch (f->kind) {
	case EXPLORE_INVARIANT:
	case EXPLORE_ASSERTION:
		drop_node(&r->asked.duties, f->pos);
		drop_node(&r->asked.of_setups, f->pos);
		break;
	case EXPLORE_DEADLOCK:
		if (f->severity == DIAG_ERROR) r->options.find &= ~RUN_DEADLOCK;
		break;
	case EXPLORE_WELLDEFINED: add_undefined(r, f->name); break;
	case EXPLORE_GOAL: r->options.find &= ~RUN_GOAL; break;
	default: break; /* by kind and place, see unrolling_failures */
	}
}

void run_skip_known(struct run *r)
{
	const struct explore_result *result = explore_result(r->model.explore);
	for (; r->asked.reported < result->findings.count; r->asked.reported++)
		drop(r, &result->findings.at[r->asked.reported]);
	if (r->asked.has_violations) r->base = 0;
}
