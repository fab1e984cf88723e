/* Clauses of a graph (Tseitin), both directions: what is below a literal is sent when it is first asked for. */
#include "aig/aig.h"

void aig_cnf_close(struct aig_cnf *f)
{
	VEC_CLEAR(&f->variables);
	VEC_CLEAR(&f->todo);
}

static int *variable(struct aig_cnf *f, uint32_t node)
{
	while (f->variables.count < f->aig->nodes.count) VEC_PUSH(&f->variables, 0);
	return &f->variables.at[node];
}

static int literal(struct aig_cnf *f, aig_lit l)
{
	int v = *variable(f, aig_node(l));
	return l & 1 ? -v : v;
}

static void define(struct aig_cnf *f, uint32_t node)
{
	const struct aig_gate *g = &f->aig->nodes.at[node];
	int v = solver_new_variable(f->solver);
	*variable(f, node) = v;
	if (g->kind == AIG_CONSTANT) solver_clause(f->solver, (int[]){-v}, 1);
	if (g->kind != AIG_AND) return;
	int x = literal(f, g->left), y = literal(f, g->right);
	solver_clause(f->solver, (int[]){-v, x}, 2);
	solver_clause(f->solver, (int[]){-v, y}, 2);
	solver_clause(f->solver, (int[]){v, -x, -y}, 3);
}

int aig_cnf_literal(struct aig_cnf *f, aig_lit l)
{
	f->todo.count = 0;
	VEC_PUSH(&f->todo, aig_node(l));
	while (f->todo.count) {
		uint32_t node = VEC_LAST(&f->todo);
		const struct aig_gate *g = &f->aig->nodes.at[node];
		bool is_and = g->kind == AIG_AND && !*variable(f, node);
		if (is_and && !*variable(f, aig_node(g->left))) VEC_PUSH(&f->todo, aig_node(g->left));
		else if (is_and && !*variable(f, aig_node(g->right)))
			VEC_PUSH(&f->todo, aig_node(g->right));
		else {
			f->todo.count--;
			if (!*variable(f, node)) define(f, node);
		}
	}
	return literal(f, l);
}
