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
		t->at = memory_resized(t->at, room);
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
		char *large = memory_raw((size_t)length + 1);
		vsnprintf(large, (size_t)length + 1, format, again);
		text_add_bytes(t, large, (size_t)length);
		free(large);
	}
	va_end(again);
	va_end(args);
}

char *text_freeze(struct text *t, struct arena *a)
{
	char *copy = arena_text(a, text_get(t), t->count);
	text_clear(t);
	return copy;
}

bool text_is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
	       (unsigned char)c >= 0x80;
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

int text_fit(const char *s, int most)
{
	int fit = 0;
	while (fit < most && s[fit]) {
		size_t n = utf8_length((const unsigned char *)s + fit);
		int length = n ? (int)n : 1;
		if (length > most - fit) break;
		fit += length;
	}
	return fit;
}

/* The character there if it does something instead of being shown: C0, DEL, C1, marks of direction, ends of lines and
 * paragraphs. Else 0. A zero byte is none. */
static uint32_t control_at(const unsigned char *s, size_t length)
{
	if (length == 1) return s[0] < 0x20 || s[0] == 0x7f ? s[0] : 0;
	if (length == 2) return s[0] == 0xc2 && s[1] < 0xa0 ? s[1] : 0;
	if (length != 3) return 0;
	uint32_t c = (s[0] & 0xfu) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu);
	bool turns = c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e);
	return turns || (c >= 0x2066 && c <= 0x2069) ? c : 0;
}

/* How many printable characters of ASCII come first, but for quotes and backslashes: what is the same everywhere. */
static size_t plain_length(const unsigned char *s)
{
	size_t n = 0;
	while (s[n] >= 0x20 && s[n] < 0x7f && s[n] != '"' && s[n] != '\\') n++;
	return n;
}

void text_add_shown(struct text *t, const char *s)
{
	for (const unsigned char *p = (const unsigned char *)s; *p;) {
		size_t plain = plain_length(p);
		text_add_bytes(t, (const char *)p, plain);
		p += plain;
		if (!*p) return;
		size_t n = utf8_length(p);
		uint32_t control = n ? control_at(p, n) : 0;
		if (n == 0) text_format(t, "\\x%02x", *p);
		else if (control == 0 || control == '\n' || control == '\t')
			text_add_bytes(t, (const char *)p, n);
		else text_format(t, control < 0x100 ? "\\x%02x" : "\\u%04x", control);
		p += n ? n : 1;
	}
}

void text_add_json(struct text *t, const char *s)
{
	text_add_char(t, '"');
	for (const unsigned char *p = (const unsigned char *)s; *p;) {
		size_t plain = plain_length(p);
		text_add_bytes(t, (const char *)p, plain);
		p += plain;
		if (!*p) break;
		size_t n = utf8_length(p);
		if (n == 0) {
			text_add(t, "\xef\xbf\xbd");
			p++;
			continue;
		}
		if (*p == '"' || *p == '\\') text_format(t, "\\%c", *p);
		else if (*p == '\n') text_add(t, "\\n");
		else if (*p == '\t') text_add(t, "\\t");
		else if (control_at(p, n)) text_format(t, "\\u%04x", control_at(p, n));
		else text_add_bytes(t, (const char *)p, n);
		p += n;
	}
	text_add_char(t, '"');
}
