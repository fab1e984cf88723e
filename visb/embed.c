/* Files that a picture needs, as a part of the page. */
#include "visb/inside.h"

#include <strings.h>

enum { LARGEST_FILE = 8 << 20 };

/* A path beside the machine: what is absolute or goes up is not ours to publish. */
static bool is_beside(const char *path)
{
	if (*path == 0 || *path == '/' || *path == '~') return false;
	for (const char *at = strstr(path, ".."); at; at = strstr(at + 1, ".."))
		if ((at == path || at[-1] == '/') && (at[2] == '/' || at[2] == 0)) return false;
	return true;
}

static bool read_bytes(struct visb *v, const char *path, struct text *out)
{
	char block[1 << 14];
	size_t count;
	if (!is_beside(path)) {
		picture_formula_note(v, path, "only files beside the machine are read");
		return false;
	}
	FILE *f = fopen(arena_format(&v->arena, "%s%s", v->folder, path), "re");
	if (!f) {
		picture_formula_note(v, path, "it cannot be read");
		return false;
	}
	while (out->count <= LARGEST_FILE && (count = fread(block, 1, sizeof block, f)) > 0)
		text_add_bytes(out, block, count);
	bool is_good = !ferror(f) && out->count <= LARGEST_FILE;
	fclose(f);
	if (!is_good) picture_formula_note(v, path, "it cannot be read, or is too large");
	return is_good;
}

const char *embed_text(struct visb *v, const char *path)
{
	struct text bytes = {0};
	bool is_read = read_bytes(v, path, &bytes);
	const char *copy = is_read ? arena_text(&v->arena, text_get(&bytes), bytes.count) : NULL;
	text_clear(&bytes);
	return copy;
}

static void add_base64(const struct text *bytes, struct text *out)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned char *at = (const unsigned char *)bytes->at;
	for (size_t i = 0; i < bytes->count; i += 3) {
		size_t left = bytes->count - i;
		uint32_t three = (uint32_t)at[i] << 16 | (left > 1 ? (uint32_t)at[i + 1] << 8 : 0) |
		                 (left > 2 ? at[i + 2] : 0);
		text_add_char(out, digits[three >> 18]);
		text_add_char(out, digits[three >> 12 & 63]);
		text_add_char(out, left > 1 ? digits[three >> 6 & 63] : '=');
		text_add_char(out, left > 2 ? digits[three & 63] : '=');
	}
}

/* By the end of the name. */
static const char *type_of(const char *path)
{
	static const char *const types[][2] = {{".png", "image/png"},     {".gif", "image/gif"},
	                                       {".jpg", "image/jpeg"},    {".jpeg", "image/jpeg"},
	                                       {".svg", "image/svg+xml"}, {".webp", "image/webp"},
	                                       {".bmp", "image/bmp"}};
	const char *end = strrchr(path, '.');
	for (uint32_t i = 0; end && i < sizeof types / sizeof *types; i++)
		if (strcasecmp(end, types[i][0]) == 0) return types[i][1];
	return NULL;
}

const char *embed_image(struct visb *v, const char *path)
{
	struct text bytes = {0}, out = {0};
	const char *type = type_of(path), *copy = NULL;
	if (!type) picture_formula_note(v, path, "it is no image that is known here");
	else if (read_bytes(v, path, &bytes)) {
		text_format(&out, "data:%s;base64,", type);
		add_base64(&bytes, &out);
		copy = arena_text(&v->arena, text_get(&out), out.count);
	}
	text_clear(&bytes);
	text_clear(&out);
	return copy;
}
