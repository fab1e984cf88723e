#include "eventb/shelf.h"

#include <dirent.h>
#include <errno.h>
#include <minizip/unzip.h>
#include <sys/stat.h>

enum { MOST_UNPACKED = 200000000 };    /* bytes of an archive */
enum { MOST_OF_COMPONENT = 64000000 }; /* of a file: trees take thirty times as much */

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct shelf_file *)a)->path, ((const struct shelf_file *)b)->path);
}

static void sort(struct shelf *s)
{
	if (s->files.count) qsort(s->files.at, s->files.count, sizeof *s->files.at, by_path);
}

/* Adds the path if it is that of a component. */
static struct shelf_file *add(struct shelf *s, const char *path)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	const char *dot = strrchr(base, '.');
	bool is_machine = dot && strcmp(dot, ".bum") == 0;
	if (!is_machine && (!dot || strcmp(dot, ".buc") != 0)) return NULL;
	VEC_PUSH(&s->files,
	         ((struct shelf_file){.path = arena_text(s->arena, path, strlen(path)),
	                              .folder = arena_text(s->arena, path, (size_t)(base - path)),
	                              .name = arena_text(s->arena, base, (size_t)(dot - base)),
	                              .is_machine = is_machine}));
	return &VEC_LAST(&s->files);
}

bool shelf_open_folder(struct shelf *s, const char *folder)
{
	DIR *d = opendir(*folder ? folder : ".");
	if (!d) {
		diag_at(s->diag, (struct pos){0}, DIAG_ERROR, "cannot read the folder '%s': %s", folder,
		        strerror(errno));
		return false;
	}
	for (const struct dirent *e; (e = readdir(d));)
		add(s, arena_format(s->arena, "%s%s", folder, e->d_name));
	closedir(d);
	sort(s);
	return true;
}

/* ---- archives ---------------------------------------------------------------------------------------- */

static bool wrong(struct shelf *s, const char *why)
{
	diag_at(s->diag, (struct pos){0}, DIAG_ERROR, "%s: %s", s->archive, why);
	return false;
}

/* The entry that is open now; `room` is what may still be unpacked. */
static bool unpack(struct shelf *s, unzFile zip, const unz_file_info64 *info, size_t *room,
                   struct shelf_file *f)
{
	if (info->uncompressed_size > *room) return wrong(s, "this archive is too large");
	size_t length = (size_t)info->uncompressed_size;
	char *text = arena_alloc(s->arena, length + 1);
	if (unzOpenCurrentFile(zip) != UNZ_OK) return wrong(s, "an entry cannot be unpacked");
	int got = unzReadCurrentFile(zip, text, (unsigned)length);
	bool is_whole = unzCloseCurrentFile(zip) == UNZ_OK && got >= 0 && (size_t)got == length;
	*room -= length;
	f->text = text;
	f->length = length;
	return is_whole ? true : wrong(s, "an entry is damaged");
}

bool shelf_open_archive(struct shelf *s, const char *path)
{
	enum { LONGEST_NAME = 4096 };
	char entry[LONGEST_NAME];
	size_t room = MOST_UNPACKED;
	unzFile zip = unzOpen64(path);
	s->archive = path;
	if (!zip) return wrong(s, "this cannot be read as an archive (.zip)");
	bool good = true;
	for (int r = unzGoToFirstFile(zip); good && r == UNZ_OK; r = unzGoToNextFile(zip)) {
		unz_file_info64 info;
		good = unzGetCurrentFileInfo64(zip, &info, entry, sizeof entry, NULL, 0, NULL, 0) == UNZ_OK;
		if (!good || info.size_filename >= sizeof entry) good = wrong(s, "an entry is damaged");
		struct shelf_file *f = good ? add(s, entry) : NULL;
		if (f) good = unpack(s, zip, &info, &room, f);
	}
	unzClose(zip);
	sort(s);
	return good;
}

void shelf_close(struct shelf *s) { VEC_CLEAR(&s->files); }

/* ---- files --------------------------------------------------------------------------------------------- */

struct shelf_file *shelf_find(struct shelf *s, const char *folder, const char *component,
                              bool is_machine)
{
	for (uint32_t i = 0; i < s->files.count; i++) {
		struct shelf_file *f = &s->files.at[i];
		bool is_here = f->is_machine == is_machine && strcmp(f->folder, folder) == 0;
		if (is_here && strcmp(f->name, component) == 0) return f;
	}
	return NULL;
}

const struct source *shelf_read_path(struct diag *d, const char *path)
{
	struct stat is;
	if (stat(path, &is) != 0 || is.st_size <= MOST_OF_COMPONENT)
		return diag_read(d, path, (struct pos){0});
	diag_at(d, (struct pos){0}, DIAG_ERROR,
	        "%s: this file has %lld bytes; of components of Event-B at most %d are read", path,
	        (long long)is.st_size, MOST_OF_COMPONENT);
	return NULL;
}

const struct source *shelf_read(struct shelf *s, struct shelf_file *f)
{
	if (f->source) return f->source;
	if (!s->archive) return f->source = shelf_read_path(s->diag, f->path);
	const char *shown = arena_format(s->arena, "%s/%s", s->archive, f->path);
	return f->source = diag_source(s->diag, shown, f->text, f->length, true);
}
