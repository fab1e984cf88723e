/* The invariant of a proof, said again in B. What is said is read back, encoded, and proved anew. */
#include "bmc/invariant.h"

enum { PATIENCE = 40000000 }; /* effort of looking for better words */

static void open_words(struct invariant *v)
{
	struct solver_options o = {.kind = SOLVER_CADICAL, .interrupt = v->question->interrupt};
	v->solver = solver_open(&o);
	REQUIRE(v->solver);
	v->cnf = (struct aig_cnf){.aig = v->t->aig, .solver = v->solver};
	v->without = solver_open(&o);
	REQUIRE(v->without);
	v->without_cnf = (struct aig_cnf){.aig = v->t->aig, .solver = v->without};
	solver_clause(v->without, (int[]){aig_cnf_literal(&v->without_cnf, v->question->known)}, 1);
	solver_clause(v->without, (int[]){aig_cnf_literal(&v->without_cnf, v->question->wanted)}, 1);
	v->shown = *v->t->run->model.universe;
	v->shown.is_eventb = false; /* it is read back by the parser of classical B */
	v->shown.print = NULL;
	feature_find_all(v);
}

static void close_words(struct invariant *v)
{
	for (uint32_t i = 0; i < v->statements.count; i++) VEC_CLEAR(&v->statements.at[i].atoms);
	VEC_CLEAR(&v->statements);
	VEC_CLEAR(&v->features);
	VEC_CLEAR(&v->untold);
	map_clear(&v->by_text);
	aig_cnf_close(&v->cnf);
	solver_close(v->solver);
	aig_cnf_close(&v->without_cnf);
	solver_close(v->without);
}

/* ---- statements ------------------------------------------------------------------------------------------------------ */

bool statement_is_known(const struct invariant *v, const struct inv_statement *s)
{
	for (uint32_t i = 0; s->key && i < v->statements.count; i++)
		if (v->statements.at[i].key && strcmp(v->statements.at[i].key, s->key) == 0) return true;
	return false;
}

static void take_cube(struct invariant *v, const struct pdr_cube *c)
{
	struct inv_region r;
	struct inv_statement s;
	bool is_told = region_of_cube(v, c, &r) && region_is_excluded(v, &r);
	if (!is_told) {
		VEC_PUSH(&v->untold, c);
		return;
	}
	region_expand(v, &r);
	statement_make(v, &r, NULL, &s);
	statement_simplify(v, &s);
	if (statement_is_known(v, &s)) VEC_CLEAR(&s.atoms);
	else VEC_PUSH(&v->statements, s);
}

static bool is_later(const struct pdr_cube *c) { return c->count == 0 || c->at[0] != -1; }

static bool is_of_orbit(const struct pdr_cubes *cubes, uint32_t i)
{
	for (uint32_t k = 0; k < i; k++)
		if (cubes->at[k]->orbit == cubes->at[i]->orbit && cubes->at[i]->orbit) return true;
	return false;
}

static void take_cubes(struct invariant *v, const struct pdr_cubes *cubes)
{
	for (uint32_t i = 0; i < cubes->count; i++) {
		const struct pdr_cube *c = cubes->at[i];
		if (!is_later(c)) continue; /* of a state that is none of the machine */
		if (!is_of_orbit(cubes, i)) take_cube(v, c);
		else if (v->untold.count && VEC_LAST(&v->untold)->orbit == c->orbit)
			VEC_PUSH(&v->untold, c);
	}
}

/* Those that follow from the others, longest first. */
static void leave_out(struct invariant *v)
{
	uint32_t count = v->statements.count;
	aig_lit *others = ARENA_ARRAY(v->arena, count + 1, aig_lit);
	for (uint32_t size = 64; size-- > 0;)
		for (uint32_t i = 0; i < count; i++) {
			struct inv_statement *x = &v->statements.at[i];
			uint32_t left = 0;
			if (x->is_out || (x->region.count != size && (size < 63 || x->region.count < 63)))
				continue;
			for (uint32_t k = 0; k < count; k++)
				if (k != i && !v->statements.at[k].is_out) others[left++] = v->statements.at[k].is;
			x->is_out = statements_imply(v, others, left, x->is);
		}
}

/* What is told, now and after a step. */
struct inv_steps {
	struct solver *solver;
	int wrong; /* the rest is, after a step; or a fault happens in it */
	int *now, *next;
};

static aig_lit told(const struct invariant *v, uint32_t i)
{
	return aig_or(v->t->aig, aig_not(v->t->started), v->statements.at[i].is);
}

static void send_steps(struct invariant *v, struct aig_cnf *f, struct inv_steps *x)
{
	struct aig *a = v->t->aig;
	aig_lit rest = aig_and(a, v->question->known, v->question->wanted);
	for (uint32_t i = 0; i < v->untold.count; i++) {
		struct pdr_cube *c = (struct pdr_cube *)v->untold.at[i];
		rest = aig_and(a, rest, pdr_invariant(v->question, &c, 1));
	}
	aig_lit wrong = aig_or(a, aig_not(aig_later(a, rest)), v->question->bad);
	solver_clause(x->solver, (int[]){aig_cnf_literal(f, rest)}, 1);
	x->wrong = aig_cnf_literal(f, wrong);
	for (uint32_t i = 0; i < v->statements.count; i++) {
		x->now[i] = aig_cnf_literal(f, told(v, i));
		x->next[i] = aig_cnf_literal(f, aig_later(a, told(v, i)));
	}
}

/* Do steps keep what is left? */
static bool is_kept(struct invariant *v, struct inv_steps *x)
{
	struct solver_limits limits = {.conflicts = 2000};
	int asked = solver_new_variable(x->solver);
	solver_add(x->solver, -asked);
	solver_add(x->solver, x->wrong);
	for (uint32_t i = 0; i < v->statements.count; i++)
		if (!v->statements.at[i].is_out) solver_add(x->solver, -x->next[i]);
	solver_add(x->solver, 0);
	for (uint32_t i = 0; i < v->statements.count; i++)
		if (!v->statements.at[i].is_out) solver_assume(x->solver, x->now[i]);
	solver_assume(x->solver, asked);
	return solver_solve(x->solver, &limits) == SOLVER_UNSATISFIABLE;
}

/* Statements say more than the clauses that they were made of, so that the proof may need fewer of them. */
static void leave_out_unneeded(struct invariant *v)
{
	struct solver_options o = {.kind = SOLVER_CADICAL, .interrupt = v->question->interrupt};
	struct inv_steps x = {.solver = solver_open(&o)};
	struct aig_cnf f = {.aig = v->t->aig, .solver = x.solver};
	uint32_t count = v->statements.count;
	REQUIRE(x.solver);
	x.now = ARENA_ARRAY(v->arena, count + 1, int);
	x.next = ARENA_ARRAY(v->arena, count + 1, int);
	if (count > 1) send_steps(v, &f, &x);
	for (uint32_t size = 64; size-- > 0 && count > 1;)
		for (uint32_t i = 0; i < count; i++) {
			struct inv_statement *s = &v->statements.at[i];
			if (s->is_out || s->region.count != size) continue;
			s->is_out = true;
			s->is_out = is_kept(v, &x);
		}
	aig_cnf_close(&f);
	solver_close(x.solver);
}

/* ---- read back --------------------------------------------------------------------------------------------------------- */

static const struct node *read_formula(struct invariant *v, const char *text)
{
	struct project *p = v->t->run->model.project;
	struct project_mark mark;
	project_set_mark(p, &mark);
	const struct source *s = diag_source(p->diag, "(invariant)", text, strlen(text), true);
	struct node *n = parse_formula(&p->arena, p->names, p->diag, s);
	const struct node *checked =
	    n && p->diag->errors == mark.errors ? project_check(p, n, NULL) : NULL;
	bool is_good = checked && p->diag->errors == mark.errors;
	if (is_good) project_stay(p, &mark);
	else project_go_back(p, &mark);
	return is_good ? checked : NULL;
}

/* What it says, in the graph; and printed as texts of machines are. */
static bool encode_formula(struct invariant *v, const struct node *n, const char **text,
                           aig_lit *out)
{
	struct transition *t = v->t;
	uint32_t inputs = circuit_input_count(t->w.circuit),
	         required = circuit_required_count(t->w.circuit);
	print_rule *print = t->run->model.universe->print;
	struct text shown = {0};
	lit l;
	encode_resume(t->w.encoder);
	encode_use(t->w.encoder, t->shape);
	encode_give(t->w.encoder, eval_effort(t->run->model.view.eval) + PATIENCE);
	if (!encode_exactly(t->w.encoder, n, &l)) return false;
	if (circuit_input_count(t->w.circuit) != inputs ||
	    circuit_required_count(t->w.circuit) != required)
		return false;
	*out = aig_view_literal(&t->later, l);
	(print ? print : print_node)(n, &shown);
	*text = text_freeze(&shown, v->arena);
	return true;
}

/* It is true of all that latches can tell. */
static bool add_domain(struct invariant *v, struct strings *out, struct inv_formulas *formulas,
                       aig_lit *all)
{
	struct strings domain = {0};
	bool ok = true;
	v->without_domain = domain_tell(v, &domain);
	for (uint32_t i = 0; ok && i < domain.count; i++) {
		const char *text = domain.at[i];
		const struct node *n = read_formula(v, text);
		aig_lit said;
		ok = n && encode_formula(v, n, &text, &said);
		if (!ok) break;
		*all = aig_and(v->t->aig, *all, aig_or(v->t->aig, aig_not(v->t->started), said));
		VEC_PUSH(out, text);
		VEC_PUSH(&formulas->list, n);
	}
	VEC_CLEAR(&domain);
	return ok;
}

/* In B; NULL: what is read back is not what was meant. */
static const struct node *word_statement(struct invariant *v, struct inv_statement *s,
                                         aig_lit *said)
{
	s->text = statement_text(v, s);
	const struct node *n = read_formula(v, s->text);
	if (!n || !encode_formula(v, n, &s->text, said)) return NULL;
	return statements_imply(v, said, 1, s->is) ? n : NULL;
}

static bool prove_anew(struct invariant *v, struct strings *out, struct inv_formulas *formulas,
                       aig_lit *proved)
{
	struct aig *a = v->t->aig;
	aig_lit all = aig_and(a, v->question->known, v->question->wanted), said;
	for (uint32_t i = 0; i < v->statements.count; i++) {
		struct inv_statement *s = &v->statements.at[i];
		if (s->is_out) continue;
		statement_define(v, s);
		const struct node *n = word_statement(v, s, &said);
		if (!n) {
			statement_undefine(v, s);
			n = word_statement(v, s, &said);
		}
		if (!n) return false;
		all = aig_and(a, all, aig_or(a, aig_not(v->t->started), said));
		VEC_PUSH(out, s->text);
		VEC_PUSH(&formulas->list, n);
	}
	if (!add_domain(v, out, formulas, &all)) return false;
	for (uint32_t i = 0; i < v->untold.count; i++) {
		struct pdr_cube *c = (struct pdr_cube *)v->untold.at[i];
		all = aig_and(a, all, pdr_invariant(v->question, &c, 1));
	}
	*proved = all;
	bool is_picosat = v->question->solver == SOLVER_PICOSAT;
	return pdr_check_invariant(v->question, all, is_picosat ? SOLVER_CADICAL : SOLVER_PICOSAT) ==
	       SOLVER_UNSATISFIABLE;
}

bool invariant_tell(struct transition *t, const struct pdr_question *q,
                    const struct pdr_cubes *cubes, struct strings *out,
                    struct inv_formulas *formulas, uint32_t *untold, aig_lit *proved)
{
	struct invariant v = {.t = t, .question = q, .arena = &t->run->arena, .effort = PATIENCE};
	open_words(&v);
	solver_clause(v.solver,
	              (int[]){aig_cnf_literal(&v.cnf, pdr_invariant(q, cubes->at, cubes->count))}, 1);
	take_cubes(&v, cubes);
	relation_find(&v);
	leave_out(&v);
	leave_out_unneeded(&v);
	bool ok = prove_anew(&v, out, formulas, proved);
	*untold = v.untold.count + v.without_domain;
	close_words(&v);
	return ok;
}
