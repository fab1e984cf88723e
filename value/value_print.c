/* Values as B text that can be read back, with the elements of sets in an order that does not
 * depend on the store: numbers by size, texts by letters, sets by size and then by elements. */
#include "value/store.h"

struct printer {
	struct values *s;
	const struct universe *u;
	struct text *out;
	size_t end;         /* what would come behind so many bytes of the text is left out */
	bool is_short;      /* something was */
	struct arena arena; /* of the sorted elements */
	struct map sorted;  /* set -> its elements, for those sets that need sorting */
};

static int natural(struct printer *p, value a, value b);

/* ---- natural order ----------------------------------------------------------------------------- */

/* Is the order of values like this one in the store their natural order, too? */
static bool is_natural(const struct values *s, value v)
{
	for (;;) {
		enum value_kind kind = value_kind(s, v);
		if (kind <= VALUE_ELEMENT || value_is_number(kind)) return true;
		if (kind != VALUE_PAIR || !is_natural(s, value_left(s, v))) return false;
		v = value_right(s, v);
	}
}

static int compare_items(const void *a, const void *b, void *data)
{
	return natural(data, *(const value *)a, *(const value *)b);
}

/* The elements of a listed set in natural order. */
static const value *sorted_items(struct printer *p, value set, uint32_t *out_count)
{
	const value *items = value_elements(p->s, set, out_count);
	uint32_t count = *out_count;
	if (count < 2 || is_natural(p->s, items[0])) return items;
	const void *key = (const void *)(uintptr_t)set;
	value *sorted = map_get(&p->sorted, key);
	if (sorted) return sorted;
	sorted = ARENA_ARRAY(&p->arena, count, value);
	memcpy(sorted, items, count * sizeof(value));
	qsort_r(sorted, count, sizeof(value), compare_items, p);
	map_put(&p->sorted, key, sorted);
	return sorted;
}

/* Of sorted elements, those before this one. */
static uint32_t count_before(struct printer *p, const value *sorted, uint32_t count, value v)
{
	uint32_t low = 0;
	while (low < count) {
		uint32_t middle = low + (count - low) / 2;
		if (natural(p, sorted[middle], v) < 0) low = middle + 1;
		else count = middle;
	}
	return low;
}

/* The first `most` of them (at least one) in this order, without sorting the others. */
static const value *first_items(struct printer *p, value set, uint32_t most)
{
	uint32_t count, kept = 0;
	const value *items = value_elements(p->s, set, &count);
	if (count <= most || is_natural(p->s, items[0])) return sorted_items(p, set, &count);
	value *first = ARENA_ARRAY(&p->arena, most + 1, value);
	for (uint32_t i = 0; i < count; i++) {
		if (kept == most && natural(p, items[i], first[most - 1]) > 0) continue;
		uint32_t at = count_before(p, first, kept, items[i]);
		memmove(first + at + 1, first + at, (kept - at) * sizeof(value));
		first[at] = items[i];
		kept += kept < most;
	}
	return first;
}

static int by_size(uint64_t a, uint64_t b) { return a < b ? -1 : a > b; }

/* Two sets of integers of the same size, of which one is an interval, differ at their ends. */
static int compare_to_interval(struct printer *p, value a, value b)
{
	uint64_t last = value_count(p->s, a) - 1;
	int c = natural(p, value_at(p->s, a, 0), value_at(p->s, b, 0));
	return c ? c : natural(p, value_at(p->s, a, last), value_at(p->s, b, last));
}

static int compare_sets(struct printer *p, value a, value b)
{
	int c = by_size(value_count(p->s, a), value_count(p->s, b));
	if (c) return c;
	int64_t low, high;
	if (value_interval_bounds(p->s, a, &low, &high) || value_interval_bounds(p->s, b, &low, &high))
		return compare_to_interval(p, a, b);
	uint32_t count;
	const value *x = sorted_items(p, a, &count), *y = sorted_items(p, b, &count);
	for (uint32_t i = 0; i < count && !c; i++) c = natural(p, x[i], y[i]);
	return c;
}

static int compare_free(struct printer *p, value a, value b)
{
	const struct decl *x = value_constructor(p->s, a), *y = value_constructor(p->s, b);
	if (x != y)
		return x->index != y->index ? by_size(x->index, y->index) : strcmp(x->name, y->name);
	return natural(p, value_argument(p->s, a), value_argument(p->s, b));
}

static int natural(struct printer *p, value a, value b)
{
	if (a == b) return 0;
	enum value_kind x = value_kind(p->s, a), y = value_kind(p->s, b);
	bool are_sets =
	    (x == VALUE_SET || x == VALUE_INTERVAL) && (y == VALUE_SET || y == VALUE_INTERVAL);
	if (are_sets) return compare_sets(p, a, b);
	if (value_is_number(x) && value_is_number(y)) return value_compare_numbers(p->s, a, b);
	if (x != y) return x < y ? -1 : 1;
	int c = 0;
	switch (x) {
	case VALUE_STRING: return strcmp(value_to_string(p->s, a), value_to_string(p->s, b));
	case VALUE_PAIR:
		c = natural(p, value_left(p->s, a), value_left(p->s, b));
		return c ? c : natural(p, value_right(p->s, a), value_right(p->s, b));
	case VALUE_RECORD:
		for (uint32_t i = 0; i < value_cell(p->s, a)->count && !c; i++)
			c = natural(p, value_field(p->s, a, i), value_field(p->s, b, i));
		return c;
	case VALUE_FREE: return compare_free(p, a, b);
	default: return value_order(p->s, a, b);
	}
}

/* ---- printing ------------------------------------------------------------------------------------ */

/* `in` is the set in which the machine says that the value lies, or NULL: nobody knows. */
static void print(struct printer *p, value v, const struct node *in);

static size_t room_left(const struct printer *p)
{
	return p->end > p->out->count ? p->end - p->out->count : 0;
}

static print_rule *formula_rule(const struct printer *p)
{
	return p->u && p->u->print ? p->u->print : print_node;
}

/* Names and strings look as in a printed machine. */
static void print_leaf(const struct printer *p, enum op op, name text)
{
	formula_rule(p)(&(struct node){.op = op, .name = text}, p->out);
}

static name seen_name(const struct decl *d) { return d->full_name ? d->full_name : d->name; }

static void print_element(struct printer *p, value v)
{
	uint32_t number = value_element_set(v), index = value_element_index(v);
	if (!p->u || number >= p->u->sets.count) {
		text_format(p->out, "element%u_%u", number, index + 1);
		return;
	}
	for (uint32_t i = 0; i < p->u->alias_count; i++) {
		if (p->u->aliases[i].element != v) continue;
		if (p->u->aliases[i].is_text) text_add(p->out, p->u->aliases[i].name);
		else print_leaf(p, OP_ID, p->u->aliases[i].name);
		return;
	}
	const struct decl *set = p->u->sets.at[number].decl;
	if (index < set->element_count) {
		print_leaf(p, OP_ID, seen_name(set->elements[index]));
		return;
	}
	struct text t = {0};
	universe_element_name(p->u, number, index, &t);
	print_leaf(p, OP_ID, t.at);
	text_clear(&t);
}

/* Within a pair, a lazy set is put in parentheses: it may be any expression. */
static void print_in_pair(struct printer *p, value v, const struct node *in)
{
	bool is_open = value_kind(p->s, v) == VALUE_LAZY;
	if (is_open) text_add_char(p->out, '(');
	print(p, v, in);
	if (is_open) text_add_char(p->out, ')');
}

static bool is_eventb(const struct printer *p) { return p->u && p->u->is_eventb; }

/* Of S * T, S <-> T and the like: S or T. */
static const struct node *part_of(const struct node *in, uint32_t i)
{
	return in && (in->op == OP_PRODUCT || op_is(in->op, FACT_ARROWS)) ? in->kid[i] : NULL;
}

static void print_maplet(struct printer *p, value v, const struct node *in)
{
	value a = value_left(p->s, v);
	if (value_kind(p->s, a) == VALUE_PAIR)
		print_maplet(p, a, part_of(in, 0)); /* associates to the left */
	else print_in_pair(p, a, part_of(in, 0));
	text_add(p->out, is_eventb(p) ? "↦" : "|->");
	print_in_pair(p, value_right(p->s, v), part_of(in, 1));
}

/* ---- sets that are not listed: their text, with the values that their names had ---------------------- */

struct captured {
	struct printer *p;
	const struct decl *const *names;
	const value *values;
	uint32_t count;
};

static name text_of(struct printer *p, value v)
{
	struct text text = {0};
	struct printer inner = {.s = p->s, .u = p->u, .out = &text, .end = room_left(p)};
	print(&inner, v, NULL);
	p->is_short |= inner.is_short;
	arena_clear(&inner.arena);
	map_clear(&inner.sorted);
	enum value_kind kind = value_kind(p->s, v);
	bool open = kind == VALUE_INTERVAL || kind == VALUE_LAZY || text_get(&text)[0] == '-';
	name shown = arena_format(&p->arena, open ? "(%s)" : "%s", text_get(&text));
	text_clear(&text);
	return shown;
}

/* The tree with values in place of captured names; what has none is shared. */
static const struct node *with_values(const struct captured *c, const struct node *n)
{
	for (uint32_t i = 0; n->op == OP_ID && n->decl && i < c->count; i++) {
		if (c->names[i] != n->decl || c->values[i] == VALUE_NONE) continue;
		struct node *shown = node_new(&c->p->arena, OP_NUMBER, n->pos, 0);
		shown->name = text_of(c->p, c->values[i]);
		return shown;
	}
	struct node *copy = node_new(&c->p->arena, n->op, n->pos, n->count);
	copy->flags = n->flags;
	copy->type = n->type;
	copy->name = n->name;
	copy->decl = n->decl;
	for (uint32_t i = 0; i < n->count; i++) copy->kid[i] = with_values(c, n->kid[i]);
	return copy;
}

static void print_lazy(struct printer *p, value v)
{
	uint32_t count;
	const struct node *n = value_lazy_node(p->s, v);
	const value *values = value_lazy_free(p->s, v, &count);
	struct captured c = {p, value_cell(p->s, v)->is.lazy->names, values, count};
	formula_rule(p)(count > 0 ? with_values(&c, n) : n, p->out);
}

/* Is it the integer n? Anything may stand there. */
static bool is_place(const struct values *s, value v, int64_t n)
{
	return value_kind(s, v) == VALUE_INTEGER && value_to_integer(s, v) == n;
}

static bool is_sequence(const struct values *s, const value *items, uint32_t count)
{
	if (!count || value_kind(s, items[0]) != VALUE_PAIR) return false;
	for (uint32_t i = 0; i < count; i++)
		if (!is_place(s, value_left(s, items[i]), (int64_t)i + 1)) return false;
	return true;
}

static void print_rest(struct printer *p, const char *comma, size_t count, const char *what)
{
	p->is_short = true;
	text_format(p->out, "%s... %zu%s in all", comma, count, what);
}

/* S <-> T and the like, POW(S * T): a relation, and no sequence; but S may be 1..n. */
static bool is_relation(const struct node *in)
{
	if (!in) return false;
	if (op_is(in->op, FACT_POWERS)) in = in->kid[0];
	else if (!op_is(in->op, FACT_ARROWS)) return false;
	else return in->kid[0]->op != OP_INTERVAL;
	return in->op == OP_PRODUCT && in->kid[0]->op != OP_INTERVAL;
}

/* Whether it is written as [a,b]: as the machine says what it is, and else by how it looks. */
static bool is_shown_as_sequence(const struct printer *p, const value *items, uint32_t count,
                                 const struct node *in)
{
	if (is_eventb(p) || is_relation(in)) return false;
	if (count == 0) return in && op_is(in->op, FACT_SEQUENCES);
	return is_sequence(p->s, items, count);
}

/* Where the elements lie, or, of a sequence, what is in its places. */
static const struct node *of_elements(const struct node *in, bool is_listed)
{
	if (!in) return NULL;
	if (is_listed && op_is(in->op, FACT_ARROWS)) return in->kid[1];
	if (op_is(in->op, FACT_POWERS) || (is_listed && op_is(in->op, FACT_SEQUENCES)))
		return in->kid[0];
	return in; /* of an arrow: see part_of */
}

static void print_set(struct printer *p, value v, const struct node *in)
{
	uint32_t count;
	const value *items = value_elements(p->s, v, &count);
	bool listed = is_shown_as_sequence(p, items, count, in);
	if (count == 0 && is_eventb(p)) {
		text_add(p->out, "∅");
		return;
	}
	size_t room = room_left(p);
	if (!listed) items = first_items(p, v, room < count ? (uint32_t)room : count);
	text_add_char(p->out, listed ? '[' : '{');
	const struct node *inner = of_elements(in, listed);
	for (uint32_t i = 0; i < count; i++) {
		if (!room_left(p)) {
			print_rest(p, i ? "," : "", count, "");
			break;
		}
		if (i) text_add_char(p->out, ',');
		value item = listed ? value_right(p->s, items[i]) : items[i];
		if (is_eventb(p) && value_kind(p->s, item) == VALUE_PAIR) print_maplet(p, item, inner);
		else print(p, item, inner);
	}
	text_add_char(p->out, listed ? ']' : '}');
}

static void print_string(struct printer *p, const char *s)
{
	size_t length = strlen(s), shown = room_left(p);
	if (length <= shown) {
		print_leaf(p, OP_STRING, s);
		return;
	}
	while (shown > 0 && ((unsigned char)s[shown] & 0xc0) == 0x80) shown--;
	print_leaf(p, OP_STRING, arena_text(&p->arena, s, shown));
	p->out->count--; /* the quote */
	print_rest(p, "", length, " bytes");
	text_add_char(p->out, '"');
}

static void print_record(struct printer *p, value v)
{
	const struct value_shape *shape = &p->s->shapes.at[value_cell(p->s, v)->shape];
	text_add(p->out, "rec(");
	for (uint32_t i = 0; i < shape->count; i++) {
		if (i) text_add_char(p->out, ',');
		print_leaf(p, OP_ID, shape->names[i]);
		text_add_char(p->out, ':');
		print(p, value_field(p->s, v, i), NULL);
	}
	text_add_char(p->out, ')');
}

static void print_free(struct printer *p, value v)
{
	print_leaf(p, OP_ID, seen_name(value_constructor(p->s, v)));
	value argument = value_argument(p->s, v);
	if (!argument) return;
	text_add_char(p->out, '(');
	print(p, argument, NULL);
	text_add_char(p->out, ')');
}

static void print_number(struct printer *p, value v)
{
	if (value_kind(p->s, v) == VALUE_INTEGER) {
		value_print_number(p->s, v, p->out);
		return;
	}
	struct text digits = {0};
	value_print_number(p->s, v, &digits);
	size_t length = digits.count, room = room_left(p);
	text_add_bytes(p->out, text_get(&digits), length < room ? length : room);
	if (length > room) print_rest(p, "", length, " digits");
	text_clear(&digits);
}

static void print_pair(struct printer *p, value v, const struct node *in)
{
	text_add_char(p->out, '(');
	print_maplet(p, v, in);
	text_add_char(p->out, ')');
}

static void print(struct printer *p, value v, const struct node *in)
{
	if (!room_left(p)) {
		p->is_short = true;
		text_add(p->out, "...");
		return;
	}
	switch (value_kind(p->s, v)) {
	case VALUE_BOOL: text_add(p->out, v == VALUE_TRUE ? "TRUE" : "FALSE"); break;
	case VALUE_INTEGER:
	case VALUE_HUGE:
	case VALUE_REAL: print_number(p, v); break;
	case VALUE_ELEMENT: print_element(p, v); break;
	case VALUE_STRING: print_string(p, value_to_string(p->s, v)); break;
	case VALUE_PAIR: print_pair(p, v, in); break;
	case VALUE_RECORD: print_record(p, v); break;
	case VALUE_FREE: print_free(p, v); break;
	case VALUE_SET: print_set(p, v, in); break;
	case VALUE_INTERVAL: {
		const int64_t *bounds = value_cell(p->s, v)->is.bounds;
		text_format(p->out, is_eventb(p) ? "%lld‥%lld" : "%lld..%lld", (long long)bounds[0],
		            (long long)bounds[1]);
		break;
	}
	case VALUE_LAZY: print_lazy(p, v); break;
	}
}

static struct node *make(struct printer *p, enum op op, const struct node *a, const struct node *b)
{
	struct node *n = node_new(&p->arena, op, a->pos, b ? 2 : 1);
	n->kid[0] = a;
	if (b) n->kid[1] = b;
	return n;
}

/* The set in which x lies, as a conjunct x : S, x <: S or x = {a |-> b} says. */
static const struct node *set_of(struct printer *p, const struct node *said)
{
	if (!said || said->op == OP_MEMBER) return said ? said->kid[1] : NULL;
	const struct node *set = said->kid[1];
	return make(p, OP_POW, said->op == OP_SUBSET ? set : make(p, OP_PRODUCT, set, set), NULL);
}

static bool print_all(struct values *s, const struct universe *u, const struct node *said, value v,
                      size_t longest, struct text *out)
{
	REQUIRE(v != VALUE_NONE);
	size_t end = longest ? out->count + longest : SIZE_MAX;
	struct printer p = {.s = s, .u = u, .out = out, .end = end};
	print(&p, v, set_of(&p, said));
	arena_clear(&p.arena);
	map_clear(&p.sorted);
	return p.is_short;
}

bool value_print_short(struct values *s, const struct universe *u, value v, size_t longest,
                       struct text *out)
{
	return print_all(s, u, NULL, v, longest, out);
}

bool value_print_of(struct values *s, const struct universe *u, const struct decl *of, value v,
                    size_t longest, struct text *out)
{
	return print_all(s, u, u ? declared_of(u, of) : NULL, v, longest, out);
}

void value_print(struct values *s, const struct universe *u, value v, struct text *out)
{
	value_print_short(s, u, v, 0, out);
}
