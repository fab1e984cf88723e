#include "cli/case/case.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- temporary directories ------------------------------------------------------------------- */

/* Makes the directories on the way to a file. */
static void make_way(char *path, size_t start)
{
	for (char *p = path + start; (p = strchr(p, '/')); p++) {
		*p = 0;
		mkdir(path, 0777);
		*p = '/';
	}
}

static bool write_file(const char *directory, const struct file_text *f)
{
	struct text path = {0};
	text_format(&path, "%s/%s", directory, f->name.text);
	make_way(path.at, strlen(directory) + 1);
	FILE *file = fopen(path.at, "wb");
	bool good = file && fwrite(f->text.text, 1, f->text.length, file) == f->text.length;
	if (file) good = fclose(file) == 0 && good;
	text_clear(&path);
	return good;
}

char *folder_make(const struct testcase *t, struct text *error)
{
	const char *parent = getenv("TMPDIR");
	struct text path = {0};
	text_format(&path, "%s/bounce-XXXXXX", parent && *parent ? parent : "/tmp");
	if (!mkdtemp(path.at)) {
		text_format(error, "  cannot make a directory '%s': %s\n", path.at, strerror(errno));
		text_clear(&path);
		return NULL;
	}
	for (uint32_t i = 0; i < t->file_count; i++) {
		if (write_file(path.at, &t->files[i])) continue;
		text_format(error, "  cannot write '%s/%s': %s\n", path.at, t->files[i].name.text,
		            strerror(errno));
		folder_remove(path.at);
		text_clear(&path);
		return NULL;
	}
	return path.at;
}

static int remove_one(const char *path, const struct stat *s, int kind, struct FTW *f)
{
	(void)s, (void)kind, (void)f;
	remove(path);
	return 0;
}

void folder_remove(const char *path) { nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS); }

/* ---- case files ------------------------------------------------------------------------------ */

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_case_file(const char *path)
{
	size_t length = strlen(path);
	return length > 5 && strcmp(path + length - 5, ".yaml") == 0;
}

/* The entries of a directory as paths, sorted; hidden ones are left out. */
static bool read_directory(struct arena *arena, struct diag *diag, const char *path,
                           struct strings *out)
{
	DIR *directory = opendir(path);
	if (!directory) {
		diag_at(diag, (struct pos){0}, DIAG_ERROR, "cannot read '%s': %s", path, strerror(errno));
		return false;
	}
	size_t length = strlen(path);
	while (length > 1 && path[length - 1] == '/') length--;
	const struct dirent *entry;
	while ((entry = readdir(directory)))
		if (entry->d_name[0] != '.')
			VEC_PUSH(out, arena_format(arena, "%.*s/%s", (int)length, path, entry->d_name));
	closedir(directory);
	if (out->count) qsort(out->at, out->count, sizeof *out->at, by_name);
	return true;
}

/* Links to directories are not followed, so the walk ends. */
bool folder_list(struct arena *arena, struct diag *diag, const char *path, struct strings *out)
{
	struct strings entries = {0};
	bool good = read_directory(arena, diag, path, &entries);
	for (uint32_t i = 0; i < entries.count; i++) {
		struct stat s;
		const char *entry = entries.at[i];
		if (lstat(entry, &s) == 0 && S_ISDIR(s.st_mode))
			good = folder_list(arena, diag, entry, out) && good;
		else if (is_case_file(entry)) VEC_PUSH(out, entry);
	}
	VEC_CLEAR(&entries);
	return good;
}
