/* Places: offsets in a text, positions of the protocol (lines from 0, UTF-16 units), paths and URIs. */
#include "lsp/inside.h"

/* Bytes of the character, and the units that it takes in UTF-16. */
static uint32_t character(const char *s, uint32_t *units)
{
	unsigned char c = (unsigned char)*s;
	uint32_t bytes = c < 0xc0 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4, i = 1;
	while (i < bytes && ((unsigned char)s[i] & 0xc0) == 0x80) i++;
	*units = i == 4 ? 2 : 1;
	return i;
}

uint32_t place_offset(const char *text, const cJSON *position)
{
	const cJSON *line = json_get(position, "line"), *column = json_get(position, "character");
	int lines = cJSON_IsNumber(line) ? line->valueint : 0,
	    left = cJSON_IsNumber(column) ? column->valueint : 0;
	const char *s = text;
	for (; lines > 0 && *s; lines--) {
		s += strcspn(s, "\n");
		s += *s == '\n';
	}
	while (left > 0 && *s && *s != '\n') {
		uint32_t units;
		s += character(s, &units);
		left -= (int)units;
	}
	return (uint32_t)(s - text);
}

static cJSON *position(const char *text, uint32_t offset)
{
	uint32_t line = 0, start = 0, column = 0;
	for (uint32_t i = 0; i < offset && text[i]; i++)
		if (text[i] == '\n') {
			line++;
			start = i + 1;
		}
	for (uint32_t i = start; i < offset && text[i];) {
		uint32_t units;
		i += character(text + i, &units);
		column += units;
	}
	cJSON *p = json_made(cJSON_CreateObject());
	json_add_number(p, "line", line);
	json_add_number(p, "character", column);
	return p;
}

cJSON *place_range(const char *text, uint32_t from, uint32_t length)
{
	cJSON *r = json_made(cJSON_CreateObject());
	json_add(r, "start", position(text, from));
	json_add(r, "end", position(text, from + length));
	return r;
}

void place_uri(const char *path, struct text *out)
{
	static const char plain[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
	text_add(out, "file://");
	for (; *path; path++) {
		if (strchr(plain, *path)) text_add_char(out, *path);
		else text_format(out, "%%%02X", (unsigned char)*path);
	}
}

static int hexadecimal(char c)
{
	if (c >= '0' && c <= '9') return c - '0';
	if (c >= 'a' && c <= 'f') return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

char *place_path(const char *uri)
{
	static const char scheme[] = "file://";
	if (strncmp(uri, scheme, sizeof scheme - 1) != 0) return NULL;
	uri = strchr(uri + sizeof scheme - 1, '/'); /* behind the host, which is empty */
	if (!uri) return NULL;
	char *path = memory_raw(strlen(uri) + 1), *to = path;
	for (; *uri; uri++) {
		int high = *uri == '%' ? hexadecimal(uri[1]) : -1,
		    low = high >= 0 ? hexadecimal(uri[2]) : -1;
		*to++ = (char)(low >= 0 ? high * 16 + low : *uri);
		if (low >= 0) uri += 2;
	}
	*to = 0;
	return path;
}
