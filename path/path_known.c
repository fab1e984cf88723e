/* Conditions that a path decides already: after x = 1 neither x = 2 nor not(x = 1) holds. So implementations with one IF after the other
 * about the same variable have as many paths as cases, not 2 to the power of them. */
#include "path/path.h"

struct signed_atom {
	const struct node *atom;
	bool holds;
};

static struct signed_atom literal_of(const struct node *n, bool holds)
{
	while (n->op == OP_NOT) {
		n = n->kid[0];
		holds = !holds;
	}
	return (struct signed_atom){n, holds};
}

/* x = E or x /= E */
static bool is_equation(const struct signed_atom *l, bool *equal)
{
	if (l->atom->op != OP_EQUAL && l->atom->op != OP_NOT_EQUAL) return false;
	*equal = l->holds == (l->atom->op == OP_EQUAL);
	return true;
}

static bool is_element(const struct node *n)
{
	return n->op == OP_ID && n->decl && n->decl->kind == DECL_ELEMENT;
}

static bool is_truth(const struct node *n) { return n->op == OP_TRUE || n->op == OP_FALSE; }

/* Are these two constants that differ? */
static bool are_different(const struct node *a, const struct node *b)
{
	int64_t x, y;
	if (generator_literal(a, &x) && generator_literal(b, &y)) return x != y;
	if (is_truth(a) && is_truth(b)) return a->op != b->op;
	return is_element(a) && is_element(b) && a->decl != b->decl;
}

static enum path_known of_equations(const struct signed_atom *known,
                                    const struct signed_atom *asked)
{
	bool is_known_equal, is_asked_equal;
	if (!is_equation(known, &is_known_equal) || !is_equation(asked, &is_asked_equal))
		return PATH_UNKNOWN;
	const struct node *k = known->atom, *n = asked->atom;
	if (!alike_are(k->kid[0], n->kid[0])) return PATH_UNKNOWN;
	if (alike_are(k->kid[1], n->kid[1]))
		return is_known_equal == is_asked_equal ? PATH_TRUE : PATH_FALSE;
	if (!is_known_equal || !are_different(k->kid[1], n->kid[1])) return PATH_UNKNOWN;
	return is_asked_equal ? PATH_FALSE : PATH_TRUE;
}

static enum path_known by(const struct node *item, const struct signed_atom *asked)
{
	struct signed_atom known = literal_of(item, true);
	if (alike_are(known.atom, asked->atom))
		return known.holds == asked->holds ? PATH_TRUE : PATH_FALSE;
	return of_equations(&known, asked);
}

enum path_known path_knows(const struct path_item *items, const struct node *n, bool is_true)
{
	struct signed_atom asked = literal_of(n, is_true);
	for (const struct path_item *i = items; i; i = i->next) {
		if (i->binds) continue;
		enum path_known k = by(i->node, &asked);
		if (k != PATH_UNKNOWN) return k;
	}
	return PATH_UNKNOWN;
}
