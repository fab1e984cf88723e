/* The JSON file of VisB: an SVG, definitions, objects, items, and what happens under the pointer. "for" and "repeat" make several of an
 * item, in which %0, %1, ... stand for the value of each loop. */
#include "visb/inside.h"

enum { MOST_LOOPS = 8, MOST_ITEMS = 20000, DEEPEST = 8 };

struct turns_of_loops {
	const char *values[MOST_LOOPS]; /* of %0, %1, ... */
	uint32_t count;
};

/* What is done for each value of the loops. */
typedef void each_item(struct visb *v, const cJSON *item, const struct turns_of_loops *l,
                       const char *where);

static const char *text_at(const cJSON *object, const char *key)
{
	const cJSON *x = cJSON_GetObjectItemCaseSensitive(object, key);
	return cJSON_IsString(x) ? x->valuestring : NULL;
}

/* ---- texts with %0 ---------------------------------------------------------------------------- */

static const char *filled(struct visb *v, const char *text, const struct turns_of_loops *l)
{
	struct text out = {0};
	for (; *text; text++) {
		uint32_t i = *text == '%' ? (uint32_t)(text[1] - '0') : MOST_LOOPS;
		if (i < l->count) text_add(&out, l->values[i]), text++;
		else text_add_char(&out, *text);
	}
	return text_freeze(&out, &v->arena);
}

/* A text, a number, a truth value, or lines of a text. NULL if it is none of these. */
static const char *filled_value(struct visb *v, const cJSON *x, const struct turns_of_loops *l)
{
	struct text out = {0};
	const cJSON *part;
	if (cJSON_IsString(x)) return filled(v, x->valuestring, l);
	if (cJSON_IsBool(x)) return cJSON_IsTrue(x) ? "TRUE" : "FALSE";
	if (cJSON_IsNumber(x)) return arena_format(&v->arena, "%.15g", x->valuedouble);
	if (!cJSON_IsArray(x)) return NULL;
	cJSON_ArrayForEach(part, x)
	{
		if (!cJSON_IsString(part)) continue;
		text_add(&out, part->valuestring);
		text_add_char(&out, '\n');
	}
	const char *copy = filled(v, text_get(&out), l);
	text_clear(&out);
	return copy;
}

static bool number_of(struct visb *v, const cJSON *x, const struct turns_of_loops *l, int64_t *out)
{
	const char *text = x ? filled_value(v, x, l) : NULL;
	const struct node *n = text ? picture_formula_read(v, text, "for") : NULL;
	value found = n ? picture_formula_value(v, n, "for") : VALUE_NONE;
	return found != VALUE_NONE && value_kind(eval_values(v->eval), found) == VALUE_INTEGER &&
	       value_fits(eval_values(v->eval), found, out);
}

/* ---- loops ------------------------------------------------------------------------------------ */

struct unfolding {
	struct visb *v;
	const cJSON *item;
	const char *where;
	each_item *each;
	bool is_list; /* several loops, one in the other */
};

static void push_value(struct visb *v, const cJSON *x, struct turns_of_loops *l)
{
	const char *text = filled_value(v, x, l);
	if (text && l->count < MOST_LOOPS) l->values[l->count++] = text;
}

static void unfold_repeat(const struct unfolding *u, struct turns_of_loops *l)
{
	const cJSON *one, *part, *list = cJSON_GetObjectItemCaseSensitive(u->item, "repeat");
	uint32_t before = l->count;
	if (!cJSON_IsArray(list)) {
		u->each(u->v, u->item, l, u->where);
		return;
	}
	cJSON_ArrayForEach(one, list)
	{
		if (cJSON_IsArray(one)) {
			cJSON_ArrayForEach(part, one) { push_value(u->v, part, l); }
		} else push_value(u->v, one, l);
		u->each(u->v, u->item, l, u->where);
		l->count = before;
	}
}

static void unfold_for(const struct unfolding *u, const cJSON *loop, struct turns_of_loops *l)
{
	int64_t from, to, step = 1;
	const cJSON *by = loop ? cJSON_GetObjectItemCaseSensitive(loop, "step") : NULL;
	if (!loop) {
		unfold_repeat(u, l);
		return;
	}
	bool is_good = number_of(u->v, cJSON_GetObjectItemCaseSensitive(loop, "from"), l, &from) &&
	               number_of(u->v, cJSON_GetObjectItemCaseSensitive(loop, "to"), l, &to) &&
	               (!by || number_of(u->v, by, l, &step));
	if (!is_good || step < 1 || l->count == MOST_LOOPS || to - from >= MOST_ITEMS) {
		picture_formula_note(u->v, u->where, "the loop has no bounds, or too many turns");
		return;
	}
	for (int64_t i = from; i <= to; i += step) {
		l->values[l->count++] = arena_format(&u->v->arena, "%lld", (long long)i);
		unfold_for(u, u->is_list ? loop->next : NULL, l);
		l->count--;
	}
}

static void unfold(struct visb *v, const cJSON *item, const char *where, each_item *each)
{
	struct unfolding u = {v, item, where, each, false};
	struct turns_of_loops l = {.count = 0};
	const cJSON *loop = cJSON_GetObjectItemCaseSensitive(item, "for");
	bool is_list = cJSON_IsArray(loop);
	u.is_list = is_list;
	unfold_for(&u, is_list ? loop->child : cJSON_IsObject(loop) ? loop : NULL, &l);
}

/* ---- items ------------------------------------------------------------------------------------ */

static void add_item(struct visb *v, struct visb_item item)
{
	if (v->items.count < MOST_ITEMS) VEC_PUSH(&v->items, item);
	else picture_formula_note(v, item.id, "there are too many items");
}

static void add_attribute(struct visb *v, const char *id, const char *attribute, const char *text)
{
	const char *where = arena_format(&v->arena, "%s of '%s'", attribute, id);
	const struct node *n = picture_formula_read(v, text, where);
	if (n) add_item(v, (struct visb_item){id, attribute, n, NULL});
}

static bool is_word_of_items(const char *key)
{
	static const char *const words[] = {"for",       "repeat", "id",         "attr",     "value",
	                                    "comment",   "ignore", "override",   "optional", "enabled",
	                                    "svg_class", "event",  "predicates", "hovers",   "items"};
	for (uint32_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(key, words[i]) == 0) return true;
	return false;
}

/* {"id", "attr", "value"}, or {"id", ATTRIBUTE: VALUE, ...} */
static void each_update(struct visb *v, const cJSON *item, const struct turns_of_loops *l,
                        const char *where)
{
	const char *id = text_at(item, "id"), *attribute = text_at(item, "attr");
	const cJSON *x = cJSON_GetObjectItemCaseSensitive(item, "value");
	const char *text = x ? filled_value(v, x, l) : NULL;
	if (!id) {
		picture_formula_note(v, where, "an item has no 'id'");
		return;
	}
	id = filled(v, id, l);
	if (attribute && text) add_attribute(v, id, filled(v, attribute, l), text);
	cJSON_ArrayForEach(x, item)
	{
		text = attribute || is_word_of_items(x->string) ? NULL : filled_value(v, x, l);
		if (text) add_attribute(v, id, filled(v, x->string, l), text);
	}
}

/* Attributes of objects are formulas, or texts such as red. */
static void each_object(struct visb *v, const cJSON *item, const struct turns_of_loops *l,
                        const char *where)
{
	const char *id = text_at(item, "id"), *class = text_at(item, "svg_class");
	const cJSON *x;
	if (!id || !class) {
		picture_formula_note(v, where, "an object has no 'id' or 'svg_class'");
		return;
	}
	id = filled(v, id, l);
	add_item(v, (struct visb_item){id, "svg_class", NULL, filled(v, class, l)});
	cJSON_ArrayForEach(x, item)
	{
		const char *text = is_word_of_items(x->string) ? NULL : filled_value(v, x, l);
		const struct node *n = text ? picture_formula_try(v, text) : NULL;
		if (text) add_item(v, (struct visb_item){id, filled(v, x->string, l), n, text});
	}
}

static const char *written(struct visb *v, const cJSON *hover, const char *key,
                           const struct turns_of_loops *l)
{
	const cJSON *x = cJSON_GetObjectItemCaseSensitive(hover, key);
	const char *text = x ? filled_value(v, x, l) : NULL;
	return text ? text : "";
}

/* What is clicked is not of use in a report; what happens under the pointer is. */
static void each_event(struct visb *v, const cJSON *item, const struct turns_of_loops *l,
                       const char *where)
{
	const char *id = text_at(item, "id");
	cJSON *list = cJSON_GetObjectItemCaseSensitive(v->frame, "hovers");
	const cJSON *h;
	(void)where;
	cJSON_ArrayForEach(h, cJSON_GetObjectItemCaseSensitive(item, "hovers"))
	{
		const char *other = text_at(h, "id");
		cJSON *hover;
		if (!id || !text_at(h, "attr")) continue;
		hover = visb_made(cJSON_CreateObject());
		visb_put(hover, "on", filled(v, id, l));
		visb_put(hover, "id", filled(v, other ? other : id, l));
		visb_put(hover, "attribute", filled(v, text_at(h, "attr"), l));
		visb_put(hover, "enter", written(v, h, "enter", l));
		if (cJSON_HasObjectItem(h, "leave")) visb_put(hover, "leave", written(v, h, "leave", l));
		cJSON_AddItemToArray(list, hover);
	}
}

/* ---- the file --------------------------------------------------------------------------------- */

static void each_definition(struct visb *v, const cJSON *d)
{
	const char *own = text_at(d, "name");
	const struct turns_of_loops none = {.count = 0};
	const cJSON *x = cJSON_GetObjectItemCaseSensitive(d, "value");
	const char *text = x ? filled_value(v, x, &none) : NULL;
	const struct node *n = own && text ? picture_formula_read(v, text, own) : NULL;
	if (!n || !n->type) {
		if (n) picture_formula_note(v, own, "a definition is no predicate here: write bool(...)");
		return;
	}
	name known = names_of(v->project->names, own);
	struct decl like = {.kind = DECL_LOCAL, .name = known, .full_name = known, .type = n->type};
	struct decl *made = decl_new(&v->project->arena, &like);
	VEC_PUSH(&v->known.list, made);
	VEC_PUSH(&v->locals, (struct visb_local){made, n});
	eval_set(v->eval, made, picture_formula_value(v, n, own));
}

static void read_list(struct visb *v, const cJSON *file, const char *key, each_item *each)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(file, key))
	{
		if (cJSON_IsObject(item)) unfold(v, item, key, each);
	}
}

static void read_object(struct visb *v, const cJSON *file, uint32_t depth);

static void read_path(struct visb *v, const char *path, uint32_t depth)
{
	const char *text = depth < DEEPEST ? embed_text(v, path) : NULL;
	cJSON *file = text ? cJSON_Parse(text) : NULL;
	if (cJSON_IsObject(file)) read_object(v, file, depth);
	else if (text) picture_formula_note(v, path, "it is not JSON");
	cJSON_Delete(file);
}

static void read_box(struct visb *v, const cJSON *box)
{
	const struct turns_of_loops none = {.count = 0};
	const cJSON *x;
	cJSON *out = visb_made(cJSON_CreateObject());
	cJSON_ArrayForEach(x, box)
	{
		const char *text = filled_value(v, x, &none);
		if (text) visb_put(out, x->string, text);
	}
	cJSON_DeleteItemFromObjectCaseSensitive(v->frame, "box");
	cJSON_AddItemToObject(v->frame, "box", out);
}

static void read_object(struct visb *v, const cJSON *file, uint32_t depth)
{
	const char *include = text_at(file, "include"), *svg = text_at(file, "svg");
	const cJSON *d, *box = cJSON_GetObjectItemCaseSensitive(file, "svg_box");
	if (include) read_path(v, include, depth + 1);
	if (svg && *svg && embed_text(v, svg)) visb_put(v->frame, "svg", embed_text(v, svg));
	if (cJSON_IsObject(box)) read_box(v, box);
	cJSON_ArrayForEach(d, cJSON_GetObjectItemCaseSensitive(file, "definitions"))
	    each_definition(v, d);
	read_list(v, file, "svg_objects", each_object);
	read_list(v, file, "objects", each_object);
	read_list(v, file, "items", each_update);
	read_list(v, file, "events", each_event);
}

void picture_file_read(struct visb *v, const char *path) { read_path(v, path, 0); }
