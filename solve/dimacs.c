#include "solve/inside.h"

void dimacs_start(struct dimacs *d, const struct cnf_file *c, const int *units, uint32_t count,
                  const char *comments)
{
	memset(d, 0, sizeof *d);
	while (comments && *comments) {
		size_t length = strcspn(comments, "\n");
		text_add(&d->head, length ? "c " : "c");
		text_add_bytes(&d->head, comments, length);
		text_add_char(&d->head, '\n');
		comments += length + (comments[length] == '\n');
	}
	int variables = c->variables;
	for (uint32_t i = 0; i < count; i++)
		if (abs(units[i]) > variables) variables = abs(units[i]);
	text_format(&d->head, "p cnf %d %llu\n", variables, (unsigned long long)c->clauses + count);
	d->literals = c->literals.at;
	d->literal_count = c->literals.count;
	d->units = units;
	d->unit_count = count;
}

void dimacs_end(struct dimacs *d) { text_clear(&d->head); }

static size_t fill_head(struct dimacs *d, char *out, size_t room)
{
	size_t rest = d->head.count - d->head_at;
	size_t n = rest < room ? rest : room;
	memcpy(out, d->head.at + d->head_at, n);
	d->head_at += n;
	return n;
}

enum { LONGEST_ITEM = 16 }; /* "-2147483647 0\n" */

static char *put_literal(char *at, int literal)
{
	char digits[LONGEST_ITEM];
	size_t n = 0;
	unsigned rest = (unsigned)abs(literal);
	do digits[n++] = (char)('0' + rest % 10);
	while (rest /= 10);
	if (literal < 0) *at++ = '-';
	while (n) *at++ = digits[--n];
	return at;
}

size_t dimacs_fill(void *dimacs, char *out, size_t room)
{
	struct dimacs *d = dimacs;
	if (d->head_at < d->head.count) return fill_head(d, out, room);
	char *at = out, *end = out + room - LONGEST_ITEM;
	for (; at <= end && d->literal_count; d->literal_count--) {
		at = put_literal(at, *d->literals);
		*at++ = *d->literals++ ? ' ' : '\n';
	}
	for (; at <= end && d->unit_count; d->unit_count--) {
		at = put_literal(at, *d->units++);
		memcpy(at, " 0\n", 3);
		at += 3;
	}
	return (size_t)(at - out);
}

bool dimacs_write(struct dimacs *d, FILE *out)
{
	char chunk[1 << 16];
	size_t n;
	while ((n = dimacs_fill(d, chunk, sizeof chunk)) > 0)
		if (fwrite(chunk, 1, n, out) != n) return false;
	return fflush(out) == 0;
}

bool solver_write_dimacs(struct solver *s, FILE *out, const struct text *comments)
{
	REQUIRE(s->keeps_clauses && s->open.count == 0);
	struct dimacs d;
	dimacs_start(&d, &s->cnf, s->pending.at, s->pending.count,
	             comments ? text_get(comments) : NULL);
	bool written = dimacs_write(&d, out);
	dimacs_end(&d);
	return written;
}
