/* Statements in B: what is known of some elements implies something else of them. */
#include "bmc/invariant.h"

struct inv_wording {
	struct invariant *v;
	const struct inv_statement *s;
	struct text premises, conclusions;
	uint32_t premise_count, conclusion_count;
};

/* ---- values of a feature --------------------------------------------------------------------------------------------- */

static uint64_t *complement(struct invariant *v, const struct inv_feature *f, const uint64_t *mask)
{
	uint64_t *other = mask_new(v, f);
	for (uint32_t i = 0; i < f->count; i++)
		if (!bits_has(mask, i)) bits_add(other, i);
	return other;
}

static void add_value(struct invariant *v, const struct inv_feature *f, uint32_t i,
                      struct text *out)
{
	value_print(v->t->run->model.values, &v->shown, f->values[i], out);
}

static void add_place(struct invariant *v, const struct inv_feature *f, struct text *out)
{
	encode_print_place(v->t->run->model.values, &v->shown, f->place, out);
}

struct inv_span {
	uint32_t first, last, count, all;
	bool is_interval, are_numbers;
};

static struct inv_span span_of(const struct invariant *v, const struct inv_feature *f,
                               const uint64_t *mask)
{
	struct inv_span s = {.all = f->count - f->is_partial};
	s.are_numbers = value_kind(v->t->run->model.values, f->values[0]) == VALUE_INTEGER;
	for (uint32_t i = 0; i < s.all; i++) {
		if (!bits_has(mask, i)) continue;
		if (s.count++ == 0) s.first = i;
		s.last = i;
	}
	s.is_interval = s.are_numbers && s.count > 0 && s.last - s.first + 1 == s.count;
	return s;
}

/* Would other words than "not" be found for it? */
static bool part_is_positive(const struct invariant *v, const struct inv_part *p)
{
	const struct inv_feature *f = &v->features.at[p->feature];
	const uint64_t *mask = p->mask;
	if (f->element) return bits_has(mask, 1);
	if (f->is_partial) return !bits_has(mask, f->count - 1);
	struct inv_span s = span_of(v, f, mask);
	return s.is_interval || !p->lists_others;
}

static void add_list(struct invariant *v, const struct inv_feature *f, const uint64_t *mask,
                     struct text *out)
{
	bool is_first = true;
	text_add_char(out, '{');
	for (uint32_t i = 0; i < f->count - f->is_partial; i++) {
		if (!bits_has(mask, i)) continue;
		if (!is_first) text_add(out, ", ");
		is_first = false;
		add_value(v, f, i, out);
	}
	text_add_char(out, '}');
}

/* Is it told by itself, whatever other values are named? */
static bool is_plain(const struct invariant *v, value x)
{
	if (value_kind(v->t->run->model.values, x) != VALUE_ELEMENT) return true;
	for (uint32_t i = 0; i < v->shown.alias_count; i++)
		if (value_element_set(v->shown.aliases[i].element) == value_element_set(x)) return false;
	return !invariant_is_deferred(v, x);
}

/* The place is one of these. */
static void add_values(struct invariant *v, const struct inv_part *p, struct text *out)
{
	const struct inv_feature *f = &v->features.at[p->feature];
	const uint64_t *mask = p->mask;
	struct inv_span s = span_of(v, f, mask);
	add_place(v, f, out);
	bool is_named = !p->lists_others;
	if (s.count == 1 && (is_named || is_plain(v, f->values[s.first]))) {
		text_add(out, " = ");
		add_value(v, f, s.first, out);
	} else if (s.count + 1 == s.all && !is_named) {
		text_add(out, " /= ");
		add_value(v, f, span_of(v, f, complement(v, f, mask)).first, out);
	} else if (s.is_interval && (s.first == 0 || s.last + 1 == s.all)) {
		text_add(out, s.first == 0 ? " <= " : " >= ");
		add_value(v, f, s.first == 0 ? s.last : s.first, out);
	} else if (s.is_interval) {
		text_add(out, " : ");
		add_value(v, f, s.first, out);
		text_add(out, "..");
		add_value(v, f, s.last, out);
	} else {
		text_add(out, is_named ? " : " : " /: ");
		add_list(v, f, is_named ? mask : complement(v, f, mask), out);
	}
}

static void add_in_domain(struct invariant *v, const struct inv_feature *f, bool is,
                          struct text *out)
{
	value_print(v->t->run->model.values, &v->shown, f->place->key, out);
	text_add(out, is ? " : dom(" : " /: dom(");
	encode_print_place(v->t->run->model.values, &v->shown, f->place->of, out);
	text_add_char(out, ')');
}

static void add_partial(struct invariant *v, const struct inv_part *p, struct text *out)
{
	const struct inv_feature *f = &v->features.at[p->feature];
	struct inv_span s = span_of(v, f, p->mask);
	bool has_none = bits_has(p->mask, f->count - 1), is_whole = s.count == s.all;
	bool has_both = s.count > 0 && !(is_whole && !has_none);
	if (has_both) text_add_char(out, '(');
	add_in_domain(v, f, !has_none || s.count > 0, out);
	if (!has_both) return;
	text_add(out, has_none ? " => " : " & ");
	add_values(v, p, out);
	text_add_char(out, ')');
}

static struct inv_part opposite(struct invariant *v, const struct inv_part *p)
{
	return (struct inv_part){.feature = p->feature,
	                         .lists_others = !p->lists_others,
	                         .mask = complement(v, &v->features.at[p->feature], p->mask)};
}

static void add_condition(struct invariant *v, const struct inv_part *p, bool is, struct text *out)
{
	const struct inv_feature *f = &v->features.at[p->feature];
	struct inv_part said = is ? *p : opposite(v, p);
	if (f->is_partial) {
		add_partial(v, &said, out);
	} else if (f->element) {
		value_print(v->t->run->model.values, &v->shown, f->element, out);
		text_add(out, bits_has(said.mask, 1) ? " : " : " /: ");
		add_place(v, f, out);
	} else {
		add_values(v, &said, out);
	}
}

/* ---- what is said of all others ---------------------------------------------------------------------------------------- */

static struct text *premise(struct inv_wording *w)
{
	if (w->premise_count++) text_add(&w->premises, " & ");
	return &w->premises;
}

static struct text *conclusion(struct inv_wording *w)
{
	if (w->conclusion_count++) text_add(&w->conclusions, " or ");
	return &w->conclusions;
}

static const char *set_name(const struct inv_wording *w, value element)
{
	return w->v->shown.sets.at[value_element_set(element)].decl->name;
}

static bool is_of_part(struct inv_wording *w, const struct inv_part *p, value element)
{
	return invariant_mentions(w->v, p, element);
}

/* The first element of a block stands for it; parts about the others say the same. */
static const struct inv_atom *block_of(struct inv_wording *w, const struct inv_part *p,
                                       bool *is_first)
{
	const struct inv_statement *s = w->s;
	const struct inv_atom *found = NULL;
	*is_first = false;
	for (uint32_t i = 0; i < s->atoms.count; i++) {
		const struct inv_atom *a = &s->atoms.at[i];
		if (!a->block || !is_of_part(w, p, a->element)) continue;
		found = a;
		*is_first = true;
		for (uint32_t k = 0; k < i; k++) *is_first &= s->atoms.at[k].block != a->block;
	}
	return found;
}

static const char *alias(const struct inv_wording *w, const struct inv_atom *a)
{
	const struct universe *u = &w->v->shown;
	for (uint32_t i = 0; i < u->alias_count; i++)
		if (u->aliases[i].element == a->element) return u->aliases[i].name;
	return a->name;
}

/* x : S & x /= p & x /= q */
static void add_others(struct inv_wording *w, const char *word, const struct inv_atom *block,
                       struct text *out)
{
	const struct inv_statement *s = w->s;
	text_format(out, "%s : %s", word, set_name(w, block->element));
	for (uint32_t i = 0; i < s->atoms.count; i++) {
		const struct inv_atom *a = &s->atoms.at[i];
		bool is_same = value_element_set(a->element) == value_element_set(block->element);
		if (a->name && is_same) text_format(out, " & %s /= %s", word, alias(w, a));
	}
}

static bool block_is_positive(struct inv_wording *w, const struct inv_atom *block)
{
	bool is_first, any = false;
	for (uint32_t i = 0; i < w->s->region.count; i++) {
		const struct inv_part *p = &w->s->region.at[i];
		any |= block_of(w, p, &is_first) == block && is_first && part_is_positive(w->v, p);
	}
	return any;
}

static void add_block_parts(struct inv_wording *w, const struct inv_atom *block, bool is,
                            struct text *out)
{
	bool is_first, has_any = false;
	for (uint32_t i = 0; i < w->s->region.count; i++) {
		const struct inv_part *p = &w->s->region.at[i];
		if (block_of(w, p, &is_first) != block || !is_first) continue;
		if (has_any) text_add(out, is ? " & " : " or ");
		has_any = true;
		add_condition(w->v, p, is, out);
	}
}

/* The only part that the block has, if that is about whether its element is in a set. */
static const struct inv_part *only_member(struct inv_wording *w, const struct inv_atom *block)
{
	const struct inv_part *only = NULL;
	bool is_first;
	for (uint32_t i = 0; i < w->s->region.count; i++) {
		const struct inv_part *p = &w->s->region.at[i];
		if (block_of(w, p, &is_first) != block || !is_first) continue;
		if (only || w->v->features.at[p->feature].element != block->element) return NULL;
		only = p;
	}
	return only;
}

static bool is_whole_set(const struct inv_wording *w, const struct inv_atom *block)
{
	for (uint32_t i = 0; i < w->s->atoms.count; i++) {
		const struct inv_atom *a = &w->s->atoms.at[i];
		if (a->name && value_element_set(a->element) == value_element_set(block->element))
			return false;
	}
	return true;
}

/* Of a whole set: s /= {}, S <: s. */
static bool add_whole_set(struct inv_wording *w, const struct inv_atom *block, bool is)
{
	const struct inv_part *p = is_whole_set(w, block) ? only_member(w, block) : NULL;
	if (!p) return false;
	struct text *out = is ? premise(w) : conclusion(w);
	const struct inv_feature *f = &w->v->features.at[p->feature];
	if (is) text_format(out, "%s <: ", set_name(w, block->element));
	add_place(w->v, f, out);
	if (!is) text_add(out, " /= {}");
	return true;
}

static void add_block(struct inv_wording *w, const struct inv_atom *block, const char *word)
{
	bool is = block_is_positive(w, block);
	if (add_whole_set(w, block, is)) return;
	struct text *out = is ? premise(w) : conclusion(w);
	text_format(out, is ? "!%s.(" : "#%s.(", word);
	add_others(w, word, block, out);
	text_add(out, is ? " => " : " & (");
	add_block_parts(w, block, is, out);
	text_add(out, is ? ")" : "))");
}

/* ---- the whole ------------------------------------------------------------------------------------------------------------- */

/* Does it only say what an element is that has no name? */
static bool defines(const struct inv_wording *w, const struct inv_part *p)
{
	for (uint32_t i = 0; i < w->s->atoms.count; i++)
		if (w->s->atoms.at[i].is == p) return true;
	return false;
}

/* "k : dom(f) => f(k) = x" as a conclusion: the first half is a premise. */
static void add_conclusion(struct inv_wording *w, const struct inv_part *p)
{
	const struct inv_feature *f = &w->v->features.at[p->feature];
	struct inv_part said = opposite(w->v, p);
	uint32_t count = span_of(w->v, f, said.mask).count;
	if (f->is_partial && bits_has(said.mask, f->count - 1) && count > 0) {
		add_in_domain(w->v, f, true, premise(w));
		add_values(w->v, &said, conclusion(w));
	} else {
		add_condition(w->v, &said, true, conclusion(w));
	}
}

static void add_part(struct inv_wording *w, const struct inv_part *p, bool is_premise)
{
	if (is_premise) add_condition(w->v, p, true, premise(w));
	else add_conclusion(w, p);
}

static void add_relation(struct inv_wording *w)
{
	const struct inv_relation *r = &w->s->relation;
	if (!r->compares) return;
	struct text left = {0}, right = {0};
	add_place(w->v, &w->v->features.at[r->left], &left);
	add_place(w->v, &w->v->features.at[r->right], &right);
	relation_text(r, text_get(&left), text_get(&right), conclusion(w));
	text_clear(&left);
	text_clear(&right);
}

/* Of what stands in no block: what is best said by "not" is the conclusion, or else the last of them. */
static void add_parts(struct inv_wording *w)
{
	const struct inv_region *r = &w->s->region;
	const struct inv_part *last = NULL;
	add_relation(w);
	bool is_first, has_conclusion = w->conclusion_count > 0;
	for (uint32_t i = 0; i < r->count; i++) {
		if (block_of(w, &r->at[i], &is_first) || defines(w, &r->at[i])) continue;
		last = &r->at[i];
		has_conclusion |= !part_is_positive(w->v, last);
	}
	for (uint32_t i = 0; i < r->count; i++) {
		const struct inv_part *p = &r->at[i];
		if (defines(w, p) || block_of(w, p, &is_first)) continue;
		add_part(w, p, part_is_positive(w->v, p) && (has_conclusion || p != last));
	}
}

static struct text *guard(struct text *guards)
{
	if (guards->count) text_add(guards, " & ");
	return guards;
}

/* Elements that are named; places that are others exist; they are different ones. */
static void add_guards(struct inv_wording *w, struct text *guards)
{
	const struct inv_statement *s = w->s;
	for (uint32_t i = 0; i < s->atoms.count; i++) {
		const struct inv_atom *a = &s->atoms.at[i];
		if (a->name && !a->is)
			text_format(guard(guards), "%s : %s", a->name, set_name(w, a->element));
	}
	for (uint32_t i = 0; i < s->atoms.count; i++) {
		const struct inv_atom *a = &s->atoms.at[i];
		if (a->is && w->v->features.at[a->is->feature].is_partial)
			add_in_domain(w->v, &w->v->features.at[a->is->feature], true, guard(guards));
	}
	for (uint32_t i = 0; i < s->atoms.count && !s->may_coincide; i++)
		for (uint32_t k = i + 1; k < s->atoms.count; k++) {
			const struct inv_atom *a = &s->atoms.at[i], *b = &s->atoms.at[k];
			bool are_alike = value_element_set(a->element) == value_element_set(b->element);
			if (a->name && b->name && are_alike)
				text_format(guard(guards), "%s /= %s", alias(w, a), alias(w, b));
		}
}

/* p, or (p,q) */
static void add_names(struct inv_wording *w, struct text *names)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < w->s->atoms.count; i++)
		count += w->s->atoms.at[i].name && !w->s->atoms.at[i].is;
	if (count > 1) text_add_char(names, '(');
	for (uint32_t i = 0, k = 0; i < w->s->atoms.count; i++) {
		const struct inv_atom *a = &w->s->atoms.at[i];
		if (a->name && !a->is) text_format(names, "%s%s", k++ ? "," : "", a->name);
	}
	if (count > 1) text_add_char(names, ')');
}

static const char *put_together(struct inv_wording *w, const struct text *guards,
                                const struct text *names)
{
	struct text out = {0};
	if (names->count) text_format(&out, "!%s.(", text_get(names));
	text_add(&out, text_get(guards));
	if (w->premise_count && w->conclusion_count)
		text_format(&out, "%s%s", guards->count ? " & " : "", text_get(&w->premises));
	if (guards->count || (w->premise_count && w->conclusion_count)) text_add(&out, " => ");
	if (w->conclusion_count) text_add(&out, text_get(&w->conclusions));
	else text_format(&out, "not(%s)", text_get(&w->premises)); /* only blocks */
	if (names->count) text_add_char(&out, ')');
	return text_freeze(&out, w->v->arena);
}

/* Elements that are named, and a name for those of each block. */
static void set_aliases(struct inv_wording *w, struct universe_alias *aliases, const char **blocks)
{
	const struct inv_statement *s = w->s;
	struct invariant *v = w->v;
	uint32_t used = 0;
	v->shown.aliases = aliases;
	for (uint32_t i = 0; i < s->atoms.count; i++) used += s->atoms.at[i].name && !s->atoms.at[i].is;
	for (uint32_t i = 0; i < s->atoms.count; i++) {
		const struct inv_atom *a = &s->atoms.at[i];
		blocks[i] = a->block ? invariant_name(v, &used) : NULL;
		const char *word = a->name ? a->name : blocks[i];
		if (word && !a->is)
			aliases[v->shown.alias_count++] =
			    (struct universe_alias){.element = a->element, .name = word};
	}
	for (uint32_t i = 0; i < s->atoms.count; i++) {
		const struct inv_atom *a = &s->atoms.at[i];
		if (!a->is) continue;
		const char *place = feature_text(v, v->features.at[a->is->feature].place, VALUE_NONE);
		aliases[v->shown.alias_count++] =
		    (struct universe_alias){.element = a->element, .name = place, .is_text = true};
	}
}

const char *statement_text(struct invariant *v, const struct inv_statement *s)
{
	struct inv_wording w = {.v = v, .s = s};
	struct text guards = {0}, names = {0};
	bool is_first;
	const char *as_sets = statement_as_sets(v, s);
	if (as_sets) return as_sets;
	const char **blocks = ARENA_ARRAY(v->arena, s->atoms.count + 1, const char *);
	set_aliases(&w, ARENA_ARRAY(v->arena, s->atoms.count + 1, struct universe_alias), blocks);
	for (uint32_t i = 0; i < s->atoms.count; i++) {
		const struct inv_atom *a = &s->atoms.at[i];
		is_first = a->block;
		for (uint32_t k = 0; k < i; k++) is_first &= s->atoms.at[k].block != a->block;
		if (is_first) add_block(&w, a, blocks[i]);
	}
	add_parts(&w);
	add_guards(&w, &guards);
	add_names(&w, &names);
	v->shown.alias_count = 0;
	const char *text = put_together(&w, &guards, &names);
	text_clear(&guards);
	text_clear(&names);
	text_clear(&w.premises);
	text_clear(&w.conclusions);
	return text;
}
