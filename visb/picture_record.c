/* VISB_SVG_OBJECTS, _UPDATES, _HOVERS, _BOX: records whose fields are attributes. */
#include "visb/inside.h"

static const struct type *behind(const struct type *t)
{
	while (t->kind == TYPE_VAR && t->a) t = t->a;
	return t;
}

/* B's names have no '-', SVG's no '_'. */
static const char *attribute_of(struct visb *v, const char *field)
{
	static const char *const own[] = {"svg_class", "group_id", "trigger_id"};
	for (uint32_t i = 0; i < sizeof own / sizeof *own; i++)
		if (strcmp(field, own[i]) == 0) return field;
	char *copy = arena_text(&v->arena, field, strlen(field));
	for (char *c = copy; *c; c++)
		if (*c == '_') *c = '-';
	return copy;
}

static cJSON *attributes_of(struct visb *v, const struct type *t, value record)
{
	struct values *s = eval_values(v->eval);
	cJSON *out = visb_made(cJSON_CreateObject());
	for (uint32_t i = 0; i < t->count; i++) {
		struct text text = {0};
		const char *attribute = attribute_of(v, t->fields[i].name);
		picture_formula_text(v, value_field(s, record, i), attribute, &text);
		visb_put(out, attribute, text_get(&text));
		text_clear(&text);
	}
	return out;
}

static const char *text_at(const cJSON *object, const char *key)
{
	const cJSON *x = cJSON_GetObjectItemCaseSensitive(object, key);
	return cJSON_IsString(x) ? x->valuestring : NULL;
}

static void add_to_object(cJSON *objects, const char *id, const cJSON *attributes)
{
	cJSON *object = visb_object(objects, id);
	const cJSON *a;
	cJSON_ArrayForEach(a, attributes)
	{
		if (strcmp(a->string, "id") != 0) visb_put(object, a->string, a->valuestring);
	}
}

/* While the pointer is over the object, or over the one of trigger_id, its attributes are these. */
static void add_hover(struct visb *v, const char *id, const cJSON *attributes)
{
	cJSON *list = cJSON_GetObjectItemCaseSensitive(v->frame, "hovers");
	const char *on = text_at(attributes, "trigger_id");
	const cJSON *a;
	cJSON_ArrayForEach(a, attributes)
	{
		if (strcmp(a->string, "id") == 0 || strcmp(a->string, "trigger_id") == 0) continue;
		cJSON *hover = visb_made(cJSON_CreateObject());
		visb_put(hover, "id", id);
		visb_put(hover, "on", on ? on : id);
		visb_put(hover, "attribute", a->string);
		visb_put(hover, "enter", a->valuestring);
		cJSON_AddItemToArray(list, hover);
	}
}

static void add_record(struct visb *v, enum visb_use use, const struct type *t, value x,
                       cJSON *objects)
{
	cJSON *attributes = attributes_of(v, t, x);
	const char *id = text_at(attributes, "id");
	if (use == VISB_BOX) {
		cJSON_DeleteItemFromObjectCaseSensitive(v->frame, "box");
		cJSON_AddItemToObject(v->frame, "box", attributes);
		return;
	}
	if (!id && use == VISB_OBJECTS) /* nobody speaks of it: any name will do */
		id = arena_format(&v->arena, "visb_object_%d", cJSON_GetArraySize(objects));
	if (!id) picture_formula_note(v, "VISB_SVG", "a record has no field 'id'");
	else if (use == VISB_HOVERS) add_hover(v, id, attributes);
	else add_to_object(objects, id, attributes);
	cJSON_Delete(attributes);
}

/* Records in sets, sequences and pairs. */
static void add_value(struct visb *v, enum visb_use use, const struct type *t, value x,
                      cJSON *objects)
{
	struct values *s = eval_values(v->eval);
	struct value_list buffer = {0};
	t = behind(t);
	if (t->kind == TYPE_RECORD) add_record(v, use, t, x, objects);
	else if (t->kind == TYPE_PAIR) {
		add_value(v, use, t->a, value_first(s, x), objects);
		add_value(v, use, t->b, value_second(s, x), objects);
	} else if (t->kind == TYPE_POW && value_kind(s, x) == VALUE_SET) {
		const value *items = value_items(s, x, &buffer);
		for (uint64_t i = 0; i < value_count(s, x); i++) add_value(v, use, t->a, items[i], objects);
		VEC_CLEAR(&buffer.list);
	}
}

void picture_record_add(struct visb *v, const struct visb_records *r, cJSON *objects)
{
	static const char *const names[] = {"VISB_SVG_OBJECTS", "VISB_SVG_UPDATES", "VISB_SVG_HOVERS",
	                                    "VISB_SVG_BOX"};
	value x = picture_formula_value(v, r->value, names[r->use]);
	if (x != VALUE_NONE && r->value->type) add_value(v, r->use, r->value->type, x, objects);
}
