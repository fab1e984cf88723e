/* Why an operation is not enabled: which conjuncts of its precondition and guards are false. */
#include "cli/animate/animate.h"

struct explaining {
	struct session *session;
	const struct node *open
	    [16]; /* lists of names without values: parameters that are not given, names of ANY and LET */
	uint32_t open_count;
	uint32_t said;
	struct text *out;
};

static bool is_open(const void *data, const struct decl *d)
{
	const struct explaining *x = data;
	for (uint32_t i = 0; i < x->open_count; i++)
		for (uint32_t k = 0; k < x->open[i]->count; k++)
			if (x->open[i]->kid[k]->decl == d) return true;
	return false;
}

static void add_why(struct explaining *x, const struct node *n)
{
	struct session *s = x->session;
	struct eval_witness w = {0};
	eval_why_false(s->eval, n, &w);
	for (uint32_t i = 0; i < w.names.count; i++) {
		text_format(x->out, "%s%s = ", i ? ", " : "; for ", w.names.at[i].decl->name);
		value_print_of(s->values, &s->universe, w.names.at[i].decl, w.names.at[i].value, 100,
		               x->out);
	}
	if (w.why.count) text_format(x->out, "; %s", text_get(&w.why));
	eval_witness_clear(&w);
}

/* Says so if it is false or has no value. */
static void look_at(struct explaining *x, const struct node *n)
{
	struct session *s = x->session;
	if (mention_any(n, is_open, x)) return;
	enum truth t = eval_predicate(s->eval, n);
	struct place at = diag_place(session_diag(s), node_start(n));
	if (t == EVAL_TRUE) return;
	text_add(x->out, "  ");
	if (at.source) text_format(x->out, "%s:%u:%u: ", at.source->file, at.line, at.column);
	print_node_short(n, 300, x->out);
	text_add(x->out, t == EVAL_FALSE ? " is false" : " cannot be evaluated: ");
	if (t == EVAL_FALSE) add_why(x, n);
	else text_add(x->out, eval_failed(s->eval)->message);
	text_add_char(x->out, '\n');
	x->said++;
}

static void look_at_all(struct explaining *x, const struct node *guard)
{
	EACH_CONJUNCT(c, guard) look_at(x, c.now);
}

static void add_open(struct explaining *x, const struct node *names)
{
	if (names->count && x->open_count < sizeof x->open / sizeof *x->open)
		x->open[x->open_count++] = names;
}

/* Of SELECT P THEN ... WHEN Q THEN ... END each guard is to blame. */
static void look_at_branches(struct explaining *x, const struct node *n)
{
	if (n->op != OP_S_SELECT) return;
	for (uint32_t i = 0; i + 1 < n->count; i += 2) look_at(x, n->kid[i]);
}

static void look_inside(struct explaining *x, const struct node *n)
{
	if (n->op == OP_S_PRE) {
		look_at_all(x, n->kid[0]);
		n = n->kid[1];
	}
	for (; eval_is_guard(n); n = n->kid[n->count - 1]) {
		bool binds = n->op != OP_S_SELECT;
		if (binds) add_open(x, n->kid[0]);
		look_at_all(x, n->kid[binds ? 1 : 0]);
	}
	look_at_branches(x, n);
}

static void say_names(struct explaining *x)
{
	text_add(x->out, "  there are no values of ");
	for (uint32_t i = 0, n = 0; i < x->open_count; i++)
		for (uint32_t k = 0; k < x->open[i]->count; k++, n++)
			text_format(x->out, "%s%s", n ? ", " : "", x->open[i]->kid[k]->name);
	text_add(x->out, " for which all its conditions are true\n");
}

void disabled_explain(struct session *s, const struct animate_step *from,
                      const struct offered *offered, const value *params, struct text *out)
{
	const struct operation *o = offered->decl->operation;
	struct explaining x = {.session = s, .out = out};
	animate_load(s, from->state);
	for (uint32_t i = 0; params && i < o->parameters->count; i++)
		eval_set(s->eval, o->parameters->kid[i]->decl, params[i]);
	if (!params) add_open(&x, o->parameters);
	session_begin(s);
	look_inside(&x, o->body);
	session_end(s);
	if (x.said == 0 && x.open_count) say_names(&x);
}
