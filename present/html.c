/* A page that needs nothing else: a frame, the style and the program that are in page/, and the objects as they are. All that is
 * shown is made from them in the browser, as text and never as HTML, so that no name or value can become a tag. */
#include "present/inside.h"

/* The bytes of a file, as they stand in the program. */
#define PAGE_PART(part, file)                                                                      \
	__asm__(".section .rodata\n.balign 16\npage_" #part ":\n.incbin \"" file "\"\npage_" #part     \
	        "_end:\n.byte 0\n"                                                                     \
	        ".previous\n");                                                                        \
	extern const char page_##part[], page_##part##_end[];

PAGE_PART(css, "present/page/page.css")
PAGE_PART(value, "present/page/value.js")
PAGE_PART(picture, "present/page/picture.js")
PAGE_PART(run, "present/page/run.js")
PAGE_PART(source, "present/page/source.js")
PAGE_PART(page, "present/page/page.js")

#define ADD_PART(part) text_add_bytes(out, page_##part, (size_t)(page_##part##_end - page_##part))

/* In a script element: the end of the element must not be in it, nor what JavaScript takes for the end of a line. */
static void add_embedded(const char *json, struct text *out)
{
	for (; *json; json++) {
		if (*json == '<') text_add(out, "\\u003c");
		else if (strncmp(json, "\xe2\x80\xa8", 3) == 0 || strncmp(json, "\xe2\x80\xa9", 3) == 0) {
			text_add(out, json[2] == '\xa8' ? "\\u2028" : "\\u2029");
			json += 2;
		} else text_add_char(out, *json);
	}
}

/* One function, so that no name of it is a name of the page. */
static void add_program(struct text *out)
{
	ADD_PART(value);
	ADD_PART(picture);
	ADD_PART(source);
	ADD_PART(run);
	ADD_PART(page);
}

void present_html(const cJSON *objects, struct text *out)
{
	char *json = cJSON_PrintUnformatted(objects);
	if (!json) diag_no_memory();
	text_add(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	              "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	              "style-src 'unsafe-inline'; "
	              "script-src 'nonce-page'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
	              "<title>bounce</title>\n<style>\n");
	ADD_PART(css);
	text_add(out, "</style>\n</head>\n<body>\n<main id=\"page\"><noscript>This page shows its "
	              "content with JavaScript.</noscript></main>\n"
	              "<script type=\"application/json\" id=\"data\">");
	add_embedded(json, out);
	text_add(out, "</script>\n<script nonce=\"page\">\n'use strict';\n(() => {\n");
	add_program(out);
	text_add(out, "})();\n</script>\n</body>\n</html>\n");
	cJSON_free(json);
}
