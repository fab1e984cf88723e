/* Many questions on several machines: --shard I/N takes a part of them by a hash of their names, so that adding one moves no other;
 * --cache DIR keeps each answer in a file of its own, which is there as a whole or not at all, and does not ask again what
 * has an answer for the same input. So a campaign that was killed goes on where it was. 'bounce merge' makes one report of it. */
#include "cli/files/files.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

bool shard_read(const char *text, uint32_t *index, uint32_t *count)
{
	char behind;
	return sscanf(text, "%u/%u%c", index, count, &behind) == 2 && *index >= 1 && *index <= *count;
}

bool shard_has(const char *text, const char *unit)
{
	uint32_t index, count;
	return !text || !shard_read(text, &index, &count) ||
	       map_hash(unit, strlen(unit)) % count == index - 1;
}

/* ---- what an answer depends on --------------------------------------------------------------------- */

/* Two hashes of 64 bits each, of texts that differ in how they begin. */
struct input_hash {
	struct text a, b;
};

static void hash_add(struct input_hash *h, const char *text, size_t length)
{
	uint64_t parts[2];
	struct text t = {0};
	text_format(&t, "%zu:", length);
	text_add_bytes(&t, text, length);
	parts[0] = map_hash(t.at, t.count);
	text_add(&t, "/2");
	parts[1] = map_hash(t.at, t.count);
	text_add_bytes(&h->a, (const char *)&parts[0], sizeof parts[0]);
	text_add_bytes(&h->b, (const char *)&parts[1], sizeof parts[1]);
	text_clear(&t);
}

static void hash_file(struct input_hash *h, const char *path)
{
	char block[1 << 14];
	struct text t = {0};
	size_t count;
	FILE *f = fopen(path, "re");
	while (f && (count = fread(block, 1, sizeof block, f)) > 0) text_add_bytes(&t, block, count);
	if (f) fclose(f);
	hash_add(h, path, strlen(path));
	hash_add(h, text_get(&t), t.count);
	text_clear(&t);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* All that a machine of the folder may refer to, whether it does or not. */
static void hash_folder(struct input_hash *h, struct arena *a, const char *folder)
{
	static const char endings[] = ".mch .ref .imp .sys .def .eventb .bum .buc .bpo .bps .json ";
	struct strings names = {0};
	struct dirent *entry;
	DIR *d = opendir(folder);
	while (d && (entry = readdir(d))) {
		const char *dot = strrchr(entry->d_name, '.'), *found = dot ? strstr(endings, dot) : NULL;
		if (found && found[strlen(dot)] == ' ')
			VEC_PUSH(&names, arena_format(a, "%s/%s", folder, entry->d_name));
	}
	if (d) closedir(d);
	if (names.count) qsort(names.at, names.count, sizeof *names.at, by_name);
	for (uint32_t i = 0; i < names.count; i++) hash_file(h, names.at[i]);
	VEC_CLEAR(&names);
}

const char *campaign_id(struct arena *a, const struct cli *c, const struct strings *words,
                        const struct operand *q)
{
	struct input_hash h = {0};
	const char *file = q->path;
	const char *slash = strrchr(file, '/');
	struct stat s;
	hash_add(&h, CLI_VERSION, strlen(CLI_VERSION));
	for (uint32_t i = 0; i < words->count; i++) hash_add(&h, words->at[i], strlen(words->at[i]));
	if (q->component) hash_add(&h, q->component, strlen(q->component));
	if (stat(file, &s) == 0 && S_ISDIR(s.st_mode)) hash_folder(&h, a, file);
	else hash_file(&h, file);
	hash_folder(&h, a, slash ? arena_text(a, file, (size_t)(slash - file)) : ".");
	for (uint32_t i = 0; i < c->options.include.count; i++)
		hash_folder(&h, a, c->options.include.at[i]);
	const char *id =
	    arena_format(a, "%016llx%016llx", (unsigned long long)map_hash(h.a.at, h.a.count),
	                 (unsigned long long)map_hash(h.b.at, h.b.count));
	text_clear(&h.a);
	text_clear(&h.b);
	return id;
}

/* ---- answers in files ------------------------------------------------------------------------------ */

cJSON *campaign_read(const char *path)
{
	struct text t = {0};
	char block[1 << 14];
	size_t count;
	FILE *f = fopen(path, "re");
	while (f && (count = fread(block, 1, sizeof block, f)) > 0) text_add_bytes(&t, block, count);
	if (f) fclose(f);
	cJSON *object = t.count ? cJSON_Parse(text_get(&t)) : NULL;
	text_clear(&t);
	return object;
}

const char *campaign_path(struct arena *a, const char *folder, const char *id)
{
	return arena_format(a, "%s/%s.json", folder, id);
}

bool campaign_keep(struct arena *a, const char *folder, const char *id, cJSON *object)
{
	const char *path = campaign_path(a, folder, id),
	           *temporary = arena_format(a, "%s.%ld", path, (long)getpid());
	if (!cJSON_AddStringToObject(object, "unit", id)) diag_no_memory();
	char *text = cJSON_PrintUnformatted(object);
	if (!text) diag_no_memory();
	if (mkdir(folder, 0777) != 0 && errno != EEXIST) return false;
	FILE *f = fopen(temporary, "we");
	bool good = f && fprintf(f, "%s\n", text) > 0 && fflush(f) == 0 && fsync(fileno(f)) == 0;
	if (f && fclose(f) != 0) good = false;
	good = good && rename(temporary, path) == 0;
	if (f && !good) unlink(temporary);
	cJSON_free(text);
	return good;
}
