#include "base/base.h"

void text_clear(struct text *t)
{
	free(t->at);
	memset(t, 0, sizeof *t);
}

void text_add_bytes(struct text *t, const char *s, size_t length)
{
	if (t->room - t->count <= length) {
		size_t room = t->room ? t->room * 2 : 128;
		while (room - t->count <= length) room *= 2;
		t->at = realloc(t->at, room);
		if (!t->at) diag_fatal(__FILE__, __LINE__, "out of memory (%zu bytes)", room);
		t->room = room;
	}
	if (length) memcpy(t->at + t->count, s, length);
	t->count += length;
	t->at[t->count] = 0;
}

void text_add(struct text *t, const char *s) { text_add_bytes(t, s, strlen(s)); }

void text_add_char(struct text *t, char c) { text_add_bytes(t, &c, 1); }

void text_format(struct text *t, const char *format, ...)
{
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	char small[256];
	int length = vsnprintf(small, sizeof small, format, args);
	REQUIRE(length >= 0);
	if ((size_t)length < sizeof small) {
		text_add_bytes(t, small, (size_t)length);
	} else {
		char *large = malloc((size_t)length + 1);
		if (!large) diag_fatal(__FILE__, __LINE__, "out of memory (%d bytes)", length);
		vsnprintf(large, (size_t)length + 1, format, again);
		text_add_bytes(t, large, (size_t)length);
		free(large);
	}
	va_end(again);
	va_end(args);
}

const char *text_get(const struct text *t) { return t->at ? t->at : ""; }

/* Length of the well-formed UTF-8 sequence at s, or 0. */
static size_t utf8_length(const unsigned char *s)
{
	if (s[0] < 0x80) return 1;
	size_t n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : s[0] >= 0xc2 ? 2 : 0;
	if (s[0] > 0xf4 || n == 0) return 0;
	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80) return 0;
	if (s[0] == 0xe0 && s[1] < 0xa0) return 0;
	if (s[0] == 0xed && s[1] > 0x9f) return 0;
	if (s[0] == 0xf0 && s[1] < 0x90) return 0;
	if (s[0] == 0xf4 && s[1] > 0x8f) return 0;
	return n;
}

void text_add_json(struct text *t, const char *s)
{
	text_add_char(t, '"');
	for (const unsigned char *p = (const unsigned char *)s; *p;) {
		size_t n = utf8_length(p);
		if (n == 0) {
			text_add(t, "\xef\xbf\xbd");
			p++;
			continue;
		}
		if (*p == '"' || *p == '\\') text_format(t, "\\%c", *p);
		else if (*p == '\n') text_add(t, "\\n");
		else if (*p == '\t') text_add(t, "\\t");
		else if (*p < 0x20 || *p == 0x7f) text_format(t, "\\u%04x", *p);
		else text_add_bytes(t, (const char *)p, n);
		p += n;
	}
	text_add_char(t, '"');
}
