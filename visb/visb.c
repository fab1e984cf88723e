/* What a machine says of its pictures, and one state of them. */
#include "visb/inside.h"

#include <ctype.h>

enum { ALL = 60000000 }; /* effort of all pictures of a report: about half a minute */

void visb_put(cJSON *object, const char *key, const char *text)
{
	cJSON *x = visb_made(cJSON_CreateString(text));
	if (cJSON_HasObjectItem(object, key)) cJSON_DeleteItemFromObjectCaseSensitive(object, key);
	if (!cJSON_AddItemToObject(object, key, x)) diag_no_memory();
}

cJSON *visb_object(cJSON *objects, const char *id)
{
	cJSON *x = cJSON_GetObjectItemCaseSensitive(objects, id);
	return x ? x : visb_made(cJSON_AddObjectToObject(objects, id));
}

/* ---- definitions of the machine ---------------------------------------------------------------- */

static bool begins(const char *word, const char *with)
{
	return strncmp(word, with, strlen(with)) == 0;
}

/* The text of a definition that is a string. */
static const char *string_of(struct visb *v, const char *definition)
{
	const struct node *n = picture_formula_definition(v, definition);
	value x = n ? picture_formula_value(v, n, definition) : VALUE_NONE;
	struct values *s = eval_values(v->eval);
	return x != VALUE_NONE && value_kind(s, x) == VALUE_STRING ? value_to_string(s, x) : NULL;
}

/* ANIMATION_IMG3 is known as 3. */
static void add_numbered(struct visb *v, const char *definition, const char *number, bool is_image)
{
	const char *text = string_of(v, definition);
	if (text && is_image) text = embed_image(v, text);
	cJSON *list = cJSON_GetObjectItemCaseSensitive(v->frame, is_image ? "images" : "strings");
	if (text) visb_put(list, number, text);
}

static void add_records(struct visb *v, const char *definition, enum visb_use use)
{
	const struct node *n = picture_formula_definition(v, definition);
	if (n) VEC_PUSH(&v->records, (struct visb_records){use, n});
}

static void add_definition(struct visb *v, const char *own)
{
	static const struct {
		const char *start;
		enum visb_use use;
	} uses[] = {{"VISB_SVG_OBJECTS", VISB_OBJECTS},
	            {"VISB_SVG_UPDATES", VISB_UPDATES},
	            {"VISB_SVG_HOVERS", VISB_HOVERS},
	            {"VISB_SVG_BOX", VISB_BOX}};
	for (uint32_t i = 0; i < sizeof uses / sizeof *uses; i++)
		if (begins(own, uses[i].start)) add_records(v, own, uses[i].use);
	if (begins(own, "ANIMATION_IMG")) add_numbered(v, own, own + strlen("ANIMATION_IMG"), true);
	if (begins(own, "ANIMATION_STR") && isdigit((unsigned char)own[strlen("ANIMATION_STR")]))
		add_numbered(v, own, own + strlen("ANIMATION_STR"), false);
}

static void add_grid(struct visb *v, const char *own)
{
	const struct node *n = picture_formula_definition(v, own);
	if (n && n->type) VEC_PUSH(&v->grids, n);
}

/* The default first, then the function, then those with numbers. */
static void add_grids(struct visb *v)
{
	add_grid(v, "ANIMATION_FUNCTION_DEFAULT");
	add_grid(v, "ANIMATION_FUNCTION");
	for (uint32_t i = 0; i < 10; i++)
		add_grid(v, arena_format(&v->arena, "ANIMATION_FUNCTION%u", i));
}

static bool describes_pictures(const struct machine *m)
{
	for (uint32_t i = 0; i < m->known.count; i++)
		if (begins(m->known.at[i]->name, "ANIMATION_FUNCTION") ||
		    begins(m->known.at[i]->name, "VISB_"))
			return true;
	return false;
}

static const char *folder_of(struct arena *a, const char *file)
{
	const char *end = strrchr(file, '/');
	return end ? arena_text(a, file, (size_t)(end + 1 - file)) : "";
}

static void read_all(struct visb *v, const struct machine *m)
{
	const char *file = string_of(v, "VISB_JSON_FILE"), *svg = string_of(v, "VISB_SVG_FILE");
	if (svg && *svg && embed_text(v, svg)) visb_put(v->frame, "svg", embed_text(v, svg));
	if (file && *file) picture_file_read(v, file);
	for (uint32_t i = 0; i < m->known.count; i++) add_definition(v, m->known.at[i]->name);
	add_grids(v);
	for (uint32_t i = 0; i < v->records.count; i++)
		if (v->records.at[i].use == VISB_HOVERS || v->records.at[i].use == VISB_BOX)
			picture_record_add(v, &v->records.at[i], NULL);
}

struct visb *visb_open(struct project *p, struct eval *e, const struct universe *u)
{
	const struct machine *m = p->main ? p->main->written : NULL;
	if (!m || !describes_pictures(m)) return NULL;
	struct visb *v = memory_zeroed(1, sizeof *v);
	*v = (struct visb){.project = p, .eval = e, .universe = u, .effort = ALL};
	arena_init(&v->arena);
	v->folder = folder_of(&v->arena, m->source->file);
	v->frame = visb_made(cJSON_CreateObject());
	visb_made(cJSON_AddObjectToObject(v->frame, "images"));
	visb_made(cJSON_AddObjectToObject(v->frame, "strings"));
	visb_made(cJSON_AddArrayToObject(v->frame, "hovers"));
	read_all(v, m);
	return v;
}

void visb_close(struct visb *v)
{
	if (!v) return;
	visb_restart(v);
	cJSON_Delete(v->frame);
	VEC_CLEAR(&v->items);
	VEC_CLEAR(&v->records);
	VEC_CLEAR(&v->locals);
	VEC_CLEAR(&v->known.list);
	VEC_CLEAR(&v->grids);
	text_clear(&v->notes);
	arena_clear(&v->arena);
	free(v);
}

cJSON *visb_frame(const struct visb *v) { return visb_made(cJSON_Duplicate(v->frame, true)); }
const char *visb_notes(const struct visb *v) { return text_get(&v->notes); }

/* ---- one state --------------------------------------------------------------------------------- */

static void add_item(struct visb *v, const struct visb_item *item, cJSON *objects)
{
	struct text text = {0};
	const char *where = item->attribute;
	value x = item->value ? picture_formula_value(v, item->value, where) : VALUE_NONE;
	if (x != VALUE_NONE) picture_formula_text(v, x, item->attribute, &text);
	else if (item->text) text_add(&text, item->text);
	if (x != VALUE_NONE || item->text)
		visb_put(visb_object(objects, item->id), item->attribute, text_get(&text));
	text_clear(&text);
}

static cJSON *objects_of(struct visb *v)
{
	cJSON *objects = visb_made(cJSON_CreateObject());
	for (uint32_t i = 0; i < v->locals.count; i++)
		eval_set(v->eval, v->locals.at[i].decl,
		         picture_formula_value(v, v->locals.at[i].value, v->locals.at[i].decl->name));
	for (uint32_t use = VISB_OBJECTS; use <= VISB_UPDATES; use++) {
		for (uint32_t i = 0; i < v->records.count; i++)
			if (v->records.at[i].use == use) picture_record_add(v, &v->records.at[i], objects);
		for (uint32_t i = 0; use == VISB_OBJECTS && i < v->items.count; i++)
			add_item(v, &v->items.at[i], objects);
	}
	return objects;
}

/* Attributes of an object that are new; those that are no longer set are null. */
static void add_changes(const cJSON *old, const cJSON *object, cJSON *out)
{
	const cJSON *x;
	cJSON_ArrayForEach(x, object)
	{
		const cJSON *was = cJSON_GetObjectItemCaseSensitive(old, x->string);
		if (!was || strcmp(was->valuestring, x->valuestring) != 0)
			visb_put(visb_object(out, object->string), x->string, x->valuestring);
	}
	cJSON_ArrayForEach(x, old)
	{
		if (!cJSON_GetObjectItemCaseSensitive(object, x->string))
			visb_made(cJSON_AddNullToObject(visb_object(out, old->string), x->string));
	}
}

/* What is in `now` and not in `before`. An object that is gone has no attributes. */
static cJSON *difference(const cJSON *before, const cJSON *now)
{
	cJSON *out = visb_made(cJSON_CreateObject());
	const cJSON *object;
	cJSON_ArrayForEach(object, now)
	{
		add_changes(cJSON_GetObjectItemCaseSensitive(before, object->string), object, out);
	}
	cJSON_ArrayForEach(object, before)
	{
		if (!cJSON_GetObjectItemCaseSensitive(now, object->string)) add_changes(object, NULL, out);
	}
	return out;
}

cJSON *visb_state(struct visb *v)
{
	cJSON *out = visb_made(cJSON_CreateObject()), *objects = objects_of(v);
	cJSON *grid = picture_grid_make(v), *changes = difference(v->objects, objects);
	if (cJSON_GetArraySize(changes) > 0) cJSON_AddItemToObject(out, "set", changes);
	else cJSON_Delete(changes);
	if (grid && !cJSON_Compare(grid, v->grid, true))
		cJSON_AddItemToObject(out, "grid", visb_made(cJSON_Duplicate(grid, true)));
	visb_restart(v);
	v->objects = objects;
	v->grid = grid;
	return out;
}

void visb_restart(struct visb *v)
{
	cJSON_Delete(v->objects);
	cJSON_Delete(v->grid);
	v->objects = v->grid = NULL;
}
