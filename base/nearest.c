/* Guessing what a misspelt word was meant to be: the candidate with the smallest edit distance
 * (insert, delete, replace, swap of neighbours), if that is small for the length of the word. */
#include "base/base.h"

#include <dirent.h>
#include <strings.h>

enum { LONGEST = 48 };

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Rows of the usual table are kept for the last three letters of `a`. */
static uint32_t distance(const char *a, const char *b)
{
	uint32_t rows[3][LONGEST + 1];
	uint32_t n = (uint32_t)strlen(a), m = (uint32_t)strlen(b);
	for (uint32_t j = 0; j <= m; j++) rows[0][j] = j;
	for (uint32_t i = 1; i <= n; i++) {
		uint32_t *row = rows[i % 3], *before = rows[(i + 2) % 3], *older = rows[(i + 1) % 3];
		row[0] = i;
		for (uint32_t j = 1; j <= m; j++) {
			row[j] = before[j - 1] + (a[i - 1] != b[j - 1]);
			row[j] = smaller(row[j], smaller(before[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = smaller(row[j], older[j - 2] + 1);
		}
	}
	return rows[n % 3][m];
}

const char *nearest_name(const char *word, const char *const *candidates, uint32_t count)
{
	size_t length = strlen(word);
	if (length == 0 || length > LONGEST) return NULL;
	const char *best = NULL;
	uint32_t best_distance = (uint32_t)(length < 3 ? 1 : (length + 4) / 3) + 1;
	for (uint32_t i = 0; i < count; i++) {
		if (strlen(candidates[i]) > LONGEST) continue;
		uint32_t d = distance(word, candidates[i]);
		if (d >= best_distance || d >= strlen(candidates[i])) continue;
		best = candidates[i];
		best_distance = d;
	}
	return best;
}

/* The name without its ending; NULL: it has another one. */
static const char *stem(struct arena *a, const char *file, const char *ending)
{
	size_t length = strlen(file), tail = strlen(ending);
	bool has_it = length > tail && strcasecmp(file + length - tail, ending) == 0;
	return has_it && *file != '.' ? arena_text(a, file, length - tail) : NULL;
}

const char *nearest_file(struct arena *a, const char *path)
{
	const char *slash = strrchr(path, '/'), *last = slash ? slash + 1 : path;
	const char *folder = slash ? arena_text(a, path, (size_t)(last - path)) : "";
	const char *ending = strrchr(last, '.') ? strrchr(last, '.') : "", *found = NULL;
	DIR *d = opendir(slash ? folder : ".");
	VEC(const char *) stems = {0};
	for (const struct dirent *e; d && (e = readdir(d));) {
		const char *one = stem(a, e->d_name, ending);
		if (one) VEC_PUSH(&stems, one);
		if (strcasecmp(e->d_name, last) == 0) found = arena_format(a, "%s", e->d_name);
	}
	if (d) closedir(d);
	const char *wanted = stem(a, last, ending);
	const char *near = found || !wanted ? NULL : nearest_name(wanted, stems.at, stems.count);
	VEC_CLEAR(&stems);
	if (near) found = arena_format(a, "%s%s", near, ending);
	return found ? arena_format(a, "%s%s", folder, found) : NULL;
}
