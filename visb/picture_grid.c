/* ANIMATION_FUNCTION: a grid of images, strings and values. */
#include "visb/inside.h"

enum { MOST_CELLS = 40000 };

struct grid_cell {
	value row, column, shown;
};

struct grid_cells {
	struct grid_cell *at;
	uint32_t count, room;
	struct map place; /* 1 + the index, by the pair of row and column */
};

/* (r |-> c) |-> x; c |-> x is one row. */
static bool split(struct values *s, value pair, struct grid_cell *out)
{
	if (value_kind(s, pair) != VALUE_PAIR) return false;
	value place = value_first(s, pair);
	out->shown = value_second(s, pair);
	bool has_row = value_kind(s, place) == VALUE_PAIR;
	out->row = has_row ? value_first(s, place) : value_integer(s, 1);
	out->column = has_row ? value_second(s, place) : place;
	return true;
}

static void put(struct values *s, struct grid_cells *cells, const struct grid_cell *x)
{
	const void *key = (const void *)(uintptr_t)value_pair(s, x->row, x->column);
	uintptr_t place = (uintptr_t)map_get(&cells->place, key);
	if (place) {
		cells->at[place - 1].shown = x->shown;
		return;
	}
	VEC_PUSH(cells, *x);
	map_put(&cells->place, key, (void *)(uintptr_t)cells->count);
}

static void collect(struct visb *v, const struct node *grid, struct grid_cells *out)
{
	struct values *s = eval_values(v->eval);
	struct value_list buffer = {0};
	value x = picture_formula_value(v, grid, "ANIMATION_FUNCTION");
	if (x == VALUE_NONE || value_kind(s, x) != VALUE_SET) return;
	const value *items = value_items(s, x, &buffer);
	for (uint64_t i = 0; i < value_count(s, x) && out->count < MOST_CELLS; i++) {
		struct grid_cell c;
		if (split(s, items[i], &c)) put(s, out, &c);
	}
	VEC_CLEAR(&buffer.list);
}

/* The rows or columns that there are; where they are integers, also those in between. */
static value axis(struct values *s, struct arena *scratch, const struct grid_cells *cells,
                  bool of_rows)
{
	value *all = ARENA_ARRAY(scratch, cells->count, value);
	for (uint32_t i = 0; i < cells->count; i++)
		all[i] = of_rows ? cells->at[i].row : cells->at[i].column;
	value set = value_set(s, all, cells->count);
	int64_t low, high;
	uint64_t count = value_count(s, set);
	bool has_ends = count > 0 && value_fits(s, value_at(s, set, 0), &low) &&
	                value_fits(s, value_at(s, set, count - 1), &high);
	return has_ends && high - low < 1000 ? value_interval(s, low, high) : set;
}

static cJSON *shown_as(struct visb *v, value x)
{
	struct text text = {0};
	picture_formula_text(v, x, NULL, &text);
	const cJSON *images = cJSON_GetObjectItemCaseSensitive(v->frame, "images");
	const cJSON *strings = cJSON_GetObjectItemCaseSensitive(v->frame, "strings");
	bool is_number = value_kind(eval_values(v->eval), x) == VALUE_INTEGER;
	const cJSON *string =
	    is_number ? cJSON_GetObjectItemCaseSensitive(strings, text_get(&text)) : NULL;
	cJSON *out;
	if (is_number && cJSON_GetObjectItemCaseSensitive(images, text_get(&text)))
		out = cJSON_CreateNumber((double)value_to_integer(eval_values(v->eval), x));
	else out = cJSON_CreateString(string ? string->valuestring : text_get(&text));
	text_clear(&text);
	return visb_made(out);
}

static cJSON *labels(struct visb *v, value set)
{
	struct values *s = eval_values(v->eval);
	cJSON *out = visb_made(cJSON_CreateArray());
	for (uint64_t i = 0; i < value_count(s, set); i++) {
		struct text text = {0};
		picture_formula_text(v, value_at(s, set, i), NULL, &text);
		cJSON_AddItemToArray(out, visb_made(cJSON_CreateString(text_get(&text))));
		text_clear(&text);
	}
	return out;
}

static uint64_t place_in(struct values *s, value set, value x)
{
	uint64_t low = 0, high = value_count(s, set);
	while (low < high) {
		uint64_t middle = (low + high) / 2;
		if (value_compare(s, value_at(s, set, middle), x) < 0) low = middle + 1;
		else high = middle;
	}
	return low;
}

static cJSON *draw(struct visb *v, struct arena *scratch, const struct grid_cells *cells)
{
	struct values *s = eval_values(v->eval);
	value rows = axis(s, scratch, cells, true), columns = axis(s, scratch, cells, false);
	uint64_t height = value_count(s, rows), width = value_count(s, columns);
	if (height * width > MOST_CELLS) {
		picture_formula_note(v, "ANIMATION_FUNCTION", "there are too many cells");
		return NULL;
	}
	cJSON **at = ARENA_ARRAY(scratch, height * width, cJSON *);
	for (uint32_t i = 0; i < cells->count; i++) {
		const struct grid_cell *c = &cells->at[i];
		at[place_in(s, rows, c->row) * width + place_in(s, columns, c->column)] =
		    shown_as(v, c->shown);
	}
	cJSON *out = visb_made(cJSON_CreateObject());
	cJSON_AddItemToObject(out, "rows", labels(v, rows));
	cJSON_AddItemToObject(out, "columns", labels(v, columns));
	cJSON *lines = visb_made(cJSON_AddArrayToObject(out, "cells"));
	for (uint64_t r = 0; r < height; r++) {
		cJSON *line = visb_made(cJSON_CreateArray());
		for (uint64_t c = 0; c < width; c++)
			cJSON_AddItemToArray(line, at[r * width + c] ? at[r * width + c]
			                                             : visb_made(cJSON_CreateNull()));
		cJSON_AddItemToArray(lines, line);
	}
	return out;
}

cJSON *picture_grid_make(struct visb *v)
{
	struct grid_cells cells = {0};
	struct arena scratch;
	arena_init(&scratch);
	for (uint32_t i = 0; i < v->grids.count; i++) collect(v, v->grids.at[i], &cells);
	cJSON *out = cells.count ? draw(v, &scratch, &cells) : NULL;
	map_clear(&cells.place);
	VEC_CLEAR(&cells);
	arena_clear(&scratch);
	return out;
}
