/* What an operation reads and writes, from its text: whole variables, or only the place f(k) of a
 * variable, membership of k in a set, where k is a name that the operation chooses first (a parameter,
 * a name of its outermost ANY), an element or a number. Places of different k are different: the state
 * is a family of cells f[{k}], and an operation depends on the cells that it reads only. */
#include "reduce/reduce.h"

#include "eval/eval.h"

struct walk {
	struct footprint *out;
	const struct node *formal[64], *actual[64]; /* parameters of operations that are called */
	uint32_t bound;
	uint32_t depth;
	bool gives_up;
};

static void touch(struct walk *w, const struct decl *of, const struct node *at, bool writes)
{
	for (uint32_t i = 0; i < w->out->touches.count; i++) {
		const struct touch *t = &w->out->touches.at[i];
		if (t->of == of && t->at == at && t->writes == writes) return;
	}
	VEC_PUSH(&w->out->touches, ((struct touch){of, at, writes}));
}

const struct decl *footprint_variable(const struct node *n)
{
	bool is_name = n->op == OP_ID || n->op == OP_OLD;
	return is_name && n->decl && n->decl->kind == DECL_VARIABLE ? n->decl : NULL;
}

static bool is_chosen(const struct walk *w, const struct decl *d)
{
	for (uint32_t i = 0; i < w->out->chosen.count; i++)
		if (w->out->chosen.at[i] == d) return true;
	return false;
}

/* Are numbers that are written differently different? */
static bool is_plain(name digits)
{
	size_t count = strspn(digits, "0123456789");
	return digits[count] == 0 && (count == 1 || digits[0] != '0');
}

/* What names a place: it is the same for all of the operation. NULL if n does not. */
static const struct node *key_of(const struct walk *w, const struct node *n)
{
	for (uint32_t i = 0; n->op == OP_ID && i < w->bound; i++)
		if (w->formal[i]->decl == n->decl) return key_of(w, w->actual[i]);
	if (n->op == OP_NUMBER) return is_plain(n->name) ? n : NULL;
	if (n->op != OP_ID || !n->decl) return NULL;
	return n->decl->kind == DECL_ELEMENT || is_chosen(w, n->decl) ? n : NULL;
}

/* ---- formulas ---------------------------------------------------------------------------------- */

static void read_formula(struct walk *w, const struct node *n);

static bool is_relation(const struct decl *d)
{
	return d->type->kind == TYPE_POW && d->type->a->kind == TYPE_PAIR;
}

/* k : set, where the set may be made of others at k */
static void read_member(struct walk *w, const struct node *set, const struct node *key)
{
	bool is_domain = set->op == OP_DOM && footprint_variable(set->kid[0]);
	if (is_domain || (footprint_variable(set) && !is_relation(set->decl))) {
		touch(w, is_domain ? set->kid[0]->decl : set->decl, key, false);
	} else if (set->op == OP_UNION || set->op == OP_INTER || set->op == OP_DIFFERENCE) {
		for (uint32_t i = 0; i < set->count; i++) read_member(w, set->kid[i], key);
	} else {
		read_formula(w, set);
	}
}

/* Reads a variable at one place only. */
static bool read_place(struct walk *w, const struct node *n)
{
	const struct node *key = NULL;
	if (n->op == OP_APPLY && n->count == 2 && footprint_variable(n->kid[0])) {
		key = key_of(w, n->kid[1]);
		if (key) touch(w, n->kid[0]->decl, key, false);
	} else if (n->op == OP_IMAGE && footprint_variable(n->kid[0]) && n->kid[1]->op == OP_SET &&
	           n->kid[1]->count == 1) {
		key = key_of(w, n->kid[1]->kid[0]);
		if (key) touch(w, n->kid[0]->decl, key, false);
	} else if (n->op == OP_MEMBER || n->op == OP_NOT_MEMBER) {
		const struct node *x = n->kid[0];
		bool is_pair = x->op == OP_PAIR && x->count == 2 && footprint_variable(n->kid[1]);
		key = key_of(w, is_pair ? x->kid[0] : x);
		if (key && is_pair) {
			read_formula(w, x->kid[1]);
			touch(w, n->kid[1]->decl, key, false);
		} else if (key) {
			read_member(w, n->kid[1], key);
		}
	}
	return key != NULL;
}

static void read_formula(struct walk *w, const struct node *n)
{
	if (footprint_variable(n)) touch(w, n->decl, NULL, false);
	w->gives_up |= n->op == OP_EXTERNAL_CALL; /* who knows what it looks at */
	if (n->count == 0 || read_place(w, n)) return;
	for (uint32_t i = 0; i < n->count; i++) read_formula(w, n->kid[i]);
}

/* ---- substitutions ----------------------------------------------------------------------------- */

/* X := X \/ {k}, f := f <+ {k |-> E}, f := {k} <<| f and the like. */
static bool writes_place(struct walk *w, const struct decl *d, const struct node *is)
{
	bool removes = is->op == OP_DOMAIN_SUBTRACT;
	bool fits = is->op == OP_UNION || is->op == OP_DIFFERENCE || is->op == OP_OVERRIDE;
	if (is->count != 2 || (!removes && !fits)) return false;
	const struct node *rest = is->kid[removes ? 1 : 0], *one = is->kid[removes ? 0 : 1];
	if (rest->op != OP_ID || rest->decl != d || one->op != OP_SET || one->count != 1) return false;
	const struct node *x = one->kid[0];
	bool is_pair = fits && is_relation(d);
	if (is_pair && (x->op != OP_PAIR || x->count != 2)) return false;
	const struct node *key = key_of(w, is_pair ? x->kid[0] : x);
	if (!key) return false;
	if (is_pair) read_formula(w, x->kid[1]);
	touch(w, d, key, true);
	return true;
}

static void write_place(struct walk *w, const struct node *place, const struct node *is)
{
	const struct node *root = node_root(place);
	const struct node *key = place->op == OP_APPLY && place->kid[0] == root && place->count == 2
	                             ? key_of(w, place->kid[1])
	                             : NULL;
	for (const struct node *p = place; p->op != OP_ID; p = p->kid[0])
		for (uint32_t i = 1; i < p->count; i++) read_formula(w, p->kid[i]);
	if (is && place->op == OP_ID && footprint_variable(root) && writes_place(w, root->decl, is))
		return;
	if (is) read_formula(w, is);
	if (footprint_variable(root)) touch(w, root->decl, key, true);
}

static void follow(struct walk *w, const struct node *n);

static void call(struct walk *w, const struct node *n)
{
	const struct operation *o = n->decl->operation;
	uint32_t bound = w->bound;
	for (uint32_t i = 0; i < n->kid[0]->count; i++) write_place(w, n->kid[0]->kid[i], NULL);
	for (uint32_t i = 0; i < n->kid[1]->count; i++) {
		const struct node *x = n->kid[1]->kid[i];
		read_formula(w, x);
		if (!key_of(w, x) || w->bound == 64) continue;
		w->formal[w->bound] = o->parameters->kid[i];
		w->actual[w->bound++] = key_of(w, x);
	}
	follow(w, o->body);
	w->bound = bound;
}

static void follow(struct walk *w, const struct node *n)
{
	enum { MOST_DEPTH = 2000 };
	if (++w->depth > MOST_DEPTH) w->gives_up = true;
	bool is_assignment =
	    n->op == OP_S_ASSIGN || n->op == OP_S_BECOMES_IN || n->op == OP_S_BECOMES_SUCH;
	if (w->gives_up) return;
	if (n->op == OP_S_CALL) {
		call(w, n);
	} else if (is_assignment) {
		for (uint32_t i = 0; i < n->kid[0]->count; i++)
			write_place(w, n->kid[0]->kid[i], n->op == OP_S_ASSIGN ? n->kid[1]->kid[i] : NULL);
		if (n->op != OP_S_ASSIGN) read_formula(w, n->kid[1]);
	} else {
		for (uint32_t i = 0; i < n->count; i++) {
			bool is_formula = op_info(n->kid[i]->op)->class != CLASS_SUBST;
			if (is_formula) read_formula(w, n->kid[i]);
			else follow(w, n->kid[i]);
		}
	}
	w->depth--;
}

/* ---- all together ------------------------------------------------------------------------------ */

/* The names that encode_operation chooses. */
static void find_chosen(struct footprint *f, const struct operation *o)
{
	const struct node *n = o->body;
	for (uint32_t i = 0; i < o->parameters->count; i++)
		VEC_PUSH(&f->chosen, o->parameters->kid[i]->decl);
	if (n->op == OP_S_PRE) n = n->kid[1];
	while (eval_is_guard(n)) {
		for (uint32_t i = 0; n->op != OP_S_SELECT && i < n->kid[0]->count; i++)
			VEC_PUSH(&f->chosen, n->kid[0]->kid[i]->decl);
		n = n->kid[n->count - 1];
	}
}

void footprint_find(const struct operation *o, struct footprint *out)
{
	struct walk w = {.out = out};
	find_chosen(out, o);
	follow(&w, o->body);
	out->is_known = !w.gives_up;
}

void footprint_find_in(const struct node *n, struct footprint *out)
{
	struct walk w = {.out = out};
	if (op_info(n->op)->class == CLASS_SUBST) follow(&w, n);
	else read_formula(&w, n);
	out->is_known = !w.gives_up;
}

void footprint_clear(struct footprint *f)
{
	VEC_CLEAR(&f->touches);
	VEC_CLEAR(&f->chosen);
}

static bool is_fixed(const struct node *key)
{
	return key->op == OP_NUMBER || key->decl->kind == DECL_ELEMENT;
}

static bool is_same_place(const struct node *a, const struct node *b)
{
	if (a->op != b->op) return false;
	return a->op == OP_NUMBER ? a->name == b->name : a->decl == b->decl;
}

bool footprint_apart(const struct footprint *a, const struct footprint *b, struct apart *out)
{
	out->count = 0;
	if (!a->is_known || !b->is_known) return false;
	for (uint32_t i = 0; i < a->touches.count; i++)
		for (uint32_t k = 0; k < b->touches.count; k++) {
			const struct touch *s = &a->touches.at[i], *t = &b->touches.at[k];
			if (s->of != t->of || (!s->writes && !t->writes)) continue;
			if (!s->at || !t->at) return false;
			bool are_fixed = is_fixed(s->at) && is_fixed(t->at);
			if (are_fixed && is_same_place(s->at, t->at)) return false;
			if (are_fixed) continue;
			bool is_there = false;
			for (uint32_t p = 0; p < out->count && !is_there; p++)
				is_there = is_same_place(out->at[p].a, s->at) && is_same_place(out->at[p].b, t->at);
			if (!is_there) VEC_PUSH(out, ((struct apart_pair){s->at, t->at}));
		}
	return true;
}

bool footprint_are_apart(const struct footprint *a, const struct footprint *b)
{
	struct apart where = {0};
	bool are = footprint_apart(a, b, &where) && where.count == 0;
	VEC_CLEAR(&where);
	return are;
}
