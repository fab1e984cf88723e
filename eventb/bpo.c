/* Rodin's proof obligations: a .bpo file. Hypotheses stand in a tree of predicate sets, which sequents refer to; each set may declare
 * identifiers with their types, for itself and for what goes on from it. Each formula is read once. */
#include "eventb/formula.h"
#include "eventb/inside.h"
#include "input/input.h"
#include "input/xml.h"

#define CORE "org.eventb.core."

struct bpo_set { /* a poPredicateSet */
	const struct xml *xml;
	struct bpo_set *parent; /* or NULL */
	const char *missing;    /* a parent that is not there; or NULL */
	uint32_t used;          /* by so many sequents */
	bool is_open, is_read;
	struct decls scope; /* with those of the parents */
	const struct formula_list *list;
};

struct eventb_bpo {
	struct arena *arena;
	struct diag *diag;
	const char *file;
	const struct xml *root;
	struct names names;
	struct map sets;     /* name -> struct bpo_set */
	struct map carriers; /* names of carrier sets, and of elements of those that are enumerated */
	struct map declared; /* names of identifiers: no words of the language */
	struct map known;    /* the same as names of the project */
	uint32_t sequents;
	struct sequents *out;
	struct map untyped;      /* identifiers whose type is not understood -> why */
	struct project *project; /* while sequents are made */
};

static const char *attribute(const struct xml *x, const char *which)
{
	char whole[80];
	snprintf(whole, sizeof whole, CORE "%s", which);
	const char *found = xml_attribute(x, whole);
	return found ? found : "";
}

static const char *own_name(const struct xml *x)
{
	const char *found = xml_attribute(x, "name");
	return found ? found : "";
}

/* The last component of a handle, ...|org.eventb.core.poPredicateSet#NAME, in which '\' escapes. */
static const char *handle_name(struct arena *a, const char *handle)
{
	const char *last = handle;
	for (const char *s = handle; *s; s++) {
		if (*s == '\\' && s[1]) s++;
		else if (*s == '#') last = s + 1;
	}
	char *name_of_it = arena_text(a, last, strlen(last)), *to = name_of_it;
	for (const char *s = last; *s; s++) {
		if (*s == '\\' && s[1]) s++;
		*to++ = *s;
	}
	*to = '\0';
	return name_of_it;
}

/* ---- the tree of hypotheses ------------------------------------------------------------------------------ */

static struct bpo_set *new_set(struct eventb_bpo *b, const struct xml *x)
{
	struct bpo_set *s = ARENA_NEW(b->arena, struct bpo_set);
	s->xml = x;
	return s;
}

static void find_parent(struct eventb_bpo *b, struct bpo_set *s)
{
	const char *handle = attribute(s->xml, "parentSet");
	if (!*handle) return;
	const char *parent = handle_name(b->arena, handle);
	s->parent = map_get(&b->sets, names_of(&b->names, parent));
	if (!s->parent) s->missing = arena_format(b->arena, "there is no predicate set '%s'", parent);
}

static bool find_sets(struct eventb_bpo *b)
{
	for (const struct xml *x = xml_kid(b->root, CORE "poPredicateSet"); x;
	     x = xml_next(x, CORE "poPredicateSet"))
		map_put(&b->sets, names_of(&b->names, own_name(x)), new_set(b, x));
	for (uint32_t i = 0; i < b->sets.room; i++)
		if (b->sets.entries[i].key) find_parent(b, b->sets.entries[i].value);
	for (uint32_t i = 0; i < b->sets.room; i++) { /* no set is its own parent */
		struct bpo_set *s = b->sets.entries[i].key ? b->sets.entries[i].value : NULL;
		uint32_t steps = 0;
		for (struct bpo_set *p = s; p; p = p->parent)
			if (steps++ > b->sets.count) {
				diag_at(b->diag, s->xml->pos, DIAG_ERROR,
				        "the predicate set '%s' is its own parent", own_name(s->xml));
				return false;
			}
	}
	return true;
}

static void note_use(struct eventb_bpo *b, const struct xml *sequent)
{
	const struct xml *own = xml_kid(sequent, CORE "poPredicateSet");
	struct bpo_set s = {.xml = own};
	if (own) find_parent(b, &s);
	for (struct bpo_set *p = s.parent; p; p = p->parent) p->used++;
	b->sequents++;
}

/* ---- carrier sets ------------------------------------------------------------------------------------------ */

/* S of the type ℙ(S) */
static bool is_carrier(const struct xml *identifier)
{
	const char *type = attribute(identifier, "type"), *own = own_name(identifier);
	size_t length = strlen(own), before = strlen("ℙ(");
	return strncmp(type, "ℙ(", before) == 0 && strncmp(type + before, own, length) == 0 &&
	       strcmp(type + before + length, ")") == 0;
}

static void note_identifiers(struct eventb_bpo *b, const struct xml *set, struct strings *carriers)
{
	for (const struct xml *x = xml_kid(set, CORE "poIdentifier"); x;
	     x = xml_next(x, CORE "poIdentifier")) {
		name own = names_of(&b->names, own_name(x));
		map_put(&b->declared, own, b);
		if (!*own || !is_carrier(x) || map_get(&b->carriers, own)) continue;
		map_put(&b->carriers, own, b);
		VEC_PUSH(carriers, own);
	}
}

static bool is_new_constant(struct eventb_bpo *b, const struct node *set)
{
	return set->op == OP_SET && set->count == 1 && set->kid[0]->op == OP_ID &&
	       !map_get(&b->carriers, set->kid[0]->name);
}

/* Is it partition(S, {a}, {b}, ...), which makes an enumerated set of S? */
static bool enumerates(struct eventb_bpo *b, const struct node *n, name carrier)
{
	if (n->op != OP_PARTITION || n->count < 2) return false;
	if (n->kid[0]->op != OP_ID || n->kid[0]->name != carrier) return false;
	for (uint32_t i = 1; i < n->count; i++) {
		if (!is_new_constant(b, n->kid[i])) return false;
		for (uint32_t k = 1; k < i; k++)
			if (n->kid[k]->kid[0]->name == n->kid[i]->kid[0]->name) return false;
	}
	return true;
}

static const struct node *read_quietly(struct eventb_bpo *b, const struct xml *x)
{
	struct eventb_reader r = {b->arena, &b->names, b->diag, &b->declared};
	uint32_t errors = b->diag->errors, messages = b->diag->messages.count;
	const char *text = attribute(x, "predicate");
	const struct node *n = eventb_predicate(&r, eventb_source(b->diag, b->file, own_name(x), text));
	b->diag->errors = errors;
	b->diag->messages.count = messages;
	return n;
}

static const struct node *find_enumeration(struct eventb_bpo *b, const struct bpo_set *s,
                                           name carrier)
{
	static const char word[] = "partition";
	for (const struct xml *x = xml_kid(s->xml, CORE "poPredicate"); x;
	     x = xml_next(x, CORE "poPredicate")) {
		if (strncmp(attribute(x, "predicate"), word, sizeof word - 1) != 0) continue;
		const struct node *n = read_quietly(b, x);
		if (n && enumerates(b, n, carrier)) return n;
	}
	return NULL;
}

/* Only if that is a hypothesis of all sequents. */
static const struct node *enumeration(struct eventb_bpo *b, name carrier)
{
	const struct node *found = NULL;
	for (uint32_t i = 0; i < b->sets.room && !found; i++) {
		const struct bpo_set *s = b->sets.entries[i].key ? b->sets.entries[i].value : NULL;
		if (s && b->sequents && s->used == b->sequents) found = find_enumeration(b, s, carrier);
	}
	return found;
}

static void add_carrier(struct eventb_bpo *b, name carrier, struct carriers *to)
{
	const struct node *n = enumeration(b, carrier);
	struct node *ids = n ? node_new(b->arena, OP_IDS, n->pos, n->count - 1) : NULL;
	for (uint32_t i = 1; n && i < n->count; i++) {
		ids->kid[i - 1] = n->kid[i]->kid[0];
		map_put(&b->carriers, ids->kid[i - 1]->name, b);
	}
	carriers_add(to, carrier, ids);
}

static void add_machine(struct eventb_bpo *b, struct text *machine)
{
	struct strings carriers = {0};
	struct carriers to = {.arena = b->arena};
	for (const struct xml *x = b->root->first; x; x = x->next) {
		if (xml_is(x, CORE "poPredicateSet")) note_identifiers(b, x, &carriers);
		if (!xml_is(x, CORE "poSequent")) continue;
		const struct xml *own = xml_kid(x, CORE "poPredicateSet");
		if (own) note_identifiers(b, own, &carriers);
		note_use(b, x);
	}
	for (uint32_t i = 0; i < carriers.count; i++) add_carrier(b, carriers.at[i], &to);
	carriers_machine(&to, machine);
	VEC_CLEAR(&carriers);
}

struct eventb_bpo *eventb_bpo_open(struct arena *arena, struct diag *diag, const char *path,
                                   struct text *machine)
{
	static const char *const ignored[] = {CORE "poSource", NULL};
	const struct xml *root = xml_read(arena, diag, path, ignored);
	if (!root) return NULL;
	if (!xml_is(root, CORE "poFile")) {
		diag_at(diag, root->pos, DIAG_ERROR, "expected <" CORE "poFile>, found <%s>", root->tag);
		return NULL;
	}
	struct eventb_bpo *b = ARENA_NEW(arena, struct eventb_bpo);
	*b = (struct eventb_bpo){.arena = arena, .diag = diag, .file = path, .root = root};
	names_init(&b->names);
	if (find_sets(b)) {
		add_machine(b, machine);
		return b;
	}
	eventb_bpo_close(b);
	return NULL;
}

void eventb_bpo_close(struct eventb_bpo *b)
{
	for (uint32_t i = 0; i < b->sets.room; i++) {
		struct bpo_set *s = b->sets.entries[i].key ? b->sets.entries[i].value : NULL;
		if (s) VEC_CLEAR(&s->scope.list);
	}
	map_clear(&b->sets);
	map_clear(&b->carriers);
	map_clear(&b->declared);
	map_clear(&b->known);
	map_clear(&b->untyped);
	names_clear(&b->names);
}

/* ---- formulas ------------------------------------------------------------------------------------------------ */

struct bpo_reading { /* of one formula */
	struct eventb_bpo *bpo;
	const struct xml *xml;
	const char *text;
	const struct decls *scope;
	const char *trouble;
};

/* Why the identifier that stands there has no type; NULL if that is not the trouble. */
static const char *untyped_at(struct eventb_bpo *b, const struct source *s, struct pos pos)
{
	const char *at = s->text + (pos.at - s->start);
	for (uint32_t i = 0; i < b->untyped.room; i++) {
		const char *own = b->untyped.entries[i].key;
		if (own && strncmp(at, own, strlen(own)) == 0) return b->untyped.entries[i].value;
	}
	return NULL;
}

/* The error that a formula has is its own affair: the file is read all the same. */
static const char *trouble_of(struct eventb_bpo *b, const char *text, uint32_t messages)
{
	struct diag *d = b->project->diag;
	for (uint32_t i = messages; i < d->messages.count; i++) {
		const struct message *m = &d->messages.at[i];
		if (m->severity != DIAG_ERROR) continue;
		struct place at = diag_place(d, m->pos);
		const char *untyped = at.source ? untyped_at(b, at.source, m->pos) : NULL;
		if (untyped) return untyped;
		return arena_format(b->arena, "%s (column %u of '%.*s')", m->text, at.column,
		                    text_fit(text, 200), text);
	}
	return "it has an error";
}

typedef const struct node *parse_rule(const struct eventb_reader *r, const struct source *s);

static const struct node *read_formula(struct bpo_reading *f, parse_rule *parse)
{
	struct eventb_bpo *b = f->bpo;
	struct project *p = b->project;
	struct diag *d = p->diag;
	struct eventb_reader r = {&p->arena, p->names, d, &b->known};
	uint32_t errors = d->errors, messages = d->messages.count;
	const struct node *n = parse(&r, eventb_source(d, b->file, own_name(f->xml), f->text));
	if (n) n = project_check_with(p, n, f->scope, NULL);
	if (!n) f->trouble = trouble_of(b, f->text, messages);
	d->errors = errors;
	d->messages.count = messages;
	return n;
}

static void declare(struct eventb_bpo *b, struct bpo_set *s, const struct xml *x)
{
	name own = names_of(b->project->names, own_name(x));
	struct bpo_reading f = {.bpo = b, .xml = x, .text = attribute(x, "type"), .scope = &s->scope};
	if (!*own || map_get(&b->carriers, names_of(&b->names, own))) return;
	const struct node *type = read_formula(&f, eventb_expression);
	if (!type) {
		map_put(&b->untyped, own,
		        arena_format(b->arena, "the type of '%s' is not understood: %s", own, f.trouble));
		return;
	}
	struct decl *d = decl_new(&b->project->arena, &(struct decl){.kind = DECL_LOCAL});
	d->name = d->full_name = own;
	d->pos = type->pos;
	d->type = type->type->a;
	VEC_PUSH(&s->scope.list, d);
	VEC_PUSH(&b->out->names.list, d);
}

/* "A__Events/inv1": where Rodin says it comes from. */
static const char *hypothesis_name(struct eventb_bpo *b, const struct xml *x)
{
	const char *source = attribute(x, "source"), *dot = strchr(source, '.');
	if (!*source || !dot) return own_name(x);
	const char *start = dot;
	while (start > source && start[-1] != '/') start--;
	return arena_format(b->arena, "%.*s/%s", (int)(dot - start), start,
	                    handle_name(b->arena, source));
}

static uint32_t add_formula(struct eventb_bpo *b, const struct xml *x, const struct bpo_set *s)
{
	struct bpo_reading f = {
	    .bpo = b, .xml = x, .text = attribute(x, "predicate"), .scope = &s->scope};
	struct formula new = {.name = hypothesis_name(b, x), .text = f.text};
	new.place = (struct sequent_place){b->file, x->line, x->column};
	new.node = read_formula(&f, eventb_predicate);
	new.trouble = f.trouble;
	VEC_PUSH(&b->out->common, new);
	return b->out->common.count - 1;
}

/* Hypotheses that are not there: nothing is refuted for sure. */
static uint32_t add_missing(struct eventb_bpo *b, const struct bpo_set *s)
{
	struct formula new = {.name = own_name(s->xml), .text = "", .trouble = s->missing};
	new.place = (struct sequent_place){b->file, s->xml->line, s->xml->column};
	VEC_PUSH(&b->out->common, new);
	return b->out->common.count - 1;
}

static void read_set(struct eventb_bpo *b, struct bpo_set *s)
{
	VEC(uint32_t) list = {0};
	s->is_read = true;
	if (s->parent)
		for (uint32_t i = 0; i < s->parent->scope.list.count; i++)
			VEC_PUSH(&s->scope.list, s->parent->scope.list.at[i]);
	if (s->missing) VEC_PUSH(&list, add_missing(b, s));
	for (const struct xml *x = xml_kid(s->xml, CORE "poIdentifier"); x;
	     x = xml_next(x, CORE "poIdentifier"))
		declare(b, s, x);
	for (const struct xml *x = xml_kid(s->xml, CORE "poPredicate"); x;
	     x = xml_next(x, CORE "poPredicate"))
		VEC_PUSH(&list, add_formula(b, x, s));
	struct formula_list *own = ARENA_NEW(b->arena, struct formula_list);
	uint32_t count = list.count;
	*own = (struct formula_list){s->parent ? s->parent->list : NULL, VEC_FREEZE(&list, b->arena),
	                             count};
	s->list = own;
}

/* Parents first, without recursion: chains may be long. */
static void read_sets(struct eventb_bpo *b, struct bpo_set *s)
{
	VEC(struct bpo_set *) open = {0};
	for (; s && !s->is_read; s = s->parent) VEC_PUSH(&open, s);
	while (open.count) read_set(b, VEC_POP(&open));
	VEC_CLEAR(&open);
}

/* ---- selected hypotheses -------------------------------------------------------------------------------------- */

/* The handle of a hypothesis, ...|poPredicateSet#SET|org.eventb.core.poPredicate#NAME, up to its set; NULL if it is none. */
static const char *set_of_predicate(struct arena *a, const char *handle)
{
	static const char kind[] = "|" CORE "poPredicate#";
	const char *at = strstr(handle, kind);
	return at ? handle_name(a, arena_text(a, handle, (size_t)(at - handle))) : NULL;
}

/* A set by its name; `own` is that of the sequent. */
static struct bpo_set *set_named(struct eventb_bpo *b, struct bpo_set *own, const char *which)
{
	struct bpo_set *s = map_get(&b->sets, names_of(&b->names, which));
	return s || strcmp(which, own_name(own->xml)) != 0 ? s : own;
}

/* One hypothesis; false if there is none of that name. */
static bool select_one(struct eventb_bpo *b, struct bpo_set *own, const char *handle,
                       struct selection *out)
{
	const char *which = set_of_predicate(b->arena, handle), *predicate;
	struct bpo_set *s = which ? set_named(b, own, which) : NULL;
	if (!s || !s->is_read) return false;
	predicate = handle_name(b->arena, handle);
	uint32_t place = s->missing ? 1 : 0;
	for (const struct xml *x = xml_kid(s->xml, CORE "poPredicate"); x;
	     x = xml_next(x, CORE "poPredicate"), place++)
		if (strcmp(own_name(x), predicate) == 0) {
			*out = (struct selection){.only = s->list->at[place]};
			return true;
		}
	return false;
}

/* The hypotheses of sets: from the second one back to the first one, without that. */
static bool select_sets(struct eventb_bpo *b, struct bpo_set *own, const char *first,
                        const char *last, struct selection *out)
{
	struct bpo_set *from = set_named(b, own, handle_name(b->arena, first)),
	               *to = set_named(b, own, handle_name(b->arena, last));
	if (!from || !to || !from->is_read || !to->is_read) return false;
	*out = (struct selection){.first = from->list, .last = to->list};
	return true;
}

/* What does not fit is no hint: all hypotheses are tried in the end. */
static void read_hints(struct eventb_bpo *b, const struct xml *x, struct bpo_set *own,
                       struct sequent *q)
{
	VEC(struct selection) list = {0};
	for (const struct xml *hint = xml_kid(x, CORE "poSelHint"); hint;
	     hint = xml_next(hint, CORE "poSelHint")) {
		const char *first = attribute(hint, "poSelHintFst"),
		           *last = attribute(hint, "poSelHintSnd");
		struct selection s;
		if (*last ? select_sets(b, own, first, last, &s) : select_one(b, own, first, &s))
			VEC_PUSH(&list, s);
	}
	q->selected_count = list.count;
	q->selected = VEC_FREEZE(&list, b->arena);
}

static void add_sequent(struct eventb_bpo *b, const struct xml *x)
{
	const struct xml *own = xml_kid(x, CORE "poPredicateSet"),
	                 *goal = xml_kid(x, CORE "poPredicate");
	struct sequent q = {.name = own_name(x)};
	q.place = (struct sequent_place){b->file, x->line, x->column};
	if (own && goal) {
		struct bpo_set *s = new_set(b, own);
		find_parent(b, s);
		read_sets(b, s);
		q.common = s->list;
		q.common_goal = add_formula(b, goal, s);
		read_hints(b, x, s, &q);
		VEC_CLEAR(&s->scope.list);
	} else q.trouble = own ? "it has no goal" : "it has no hypotheses";
	VEC_PUSH(b->out, q);
}

/* M of FOLDER/M.bpo */
static name component_of(const struct eventb_bpo *b, struct project *p)
{
	const char *slash = strrchr(b->file, '/'), *own = slash ? slash + 1 : b->file;
	const char *dot = strrchr(own, '.');
	return names_of(p->names, arena_text(b->arena, own, dot ? (size_t)(dot - own) : strlen(own)));
}

void eventb_bpo_read(struct eventb_bpo *b, struct project *p, struct sequents *out)
{
	b->project = p;
	b->out = out;
	out->is_typed = true;
	for (uint32_t i = 0; i < b->declared.room; i++)
		if (b->declared.entries[i].key)
			map_put(&b->known, names_of(p->names, b->declared.entries[i].key), b);
	carriers_mark(p, component_of(b, p));
	for (const struct xml *x = xml_kid(b->root, CORE "poSequent"); x;
	     x = xml_next(x, CORE "poSequent"))
		add_sequent(b, x);
}
