/* Where the components of a project of Rodin are found: a folder, or a .zip that Rodin has exported. Private to eventb/. */
#ifndef EVENTB_SHELF_H
#define EVENTB_SHELF_H

#include "base/base.h"

struct shelf_file {
	const char *path;   /* of a .bum or .buc, in the folder or in the archive */
	const char *folder; /* its part up to the last slash; "" if there is none */
	const char *name;   /* the component */
	bool is_machine;
	const char *text; /* of an archive; NULL: it is still to be read */
	size_t length;
	const struct source *source; /* once it was asked for */
	const char *refines;         /* once it was asked for: a machine, or NULL */
};

struct shelf {
	struct arena *arena;
	struct diag *diag;
	const char *archive; /* its path, or NULL */
	VEC(struct shelf_file) files;
};

/* All components in a folder (ending with a slash, or ""), or in an archive, in the order of their names. False with an error
 * in the diag. */
bool shelf_open_folder(struct shelf *s, const char *folder);
bool shelf_open_archive(struct shelf *s, const char *path);
void shelf_close(struct shelf *s);
/* A component beside others of the same folder; NULL: there is none. */
struct shelf_file *shelf_find(struct shelf *s, const char *folder, const char *component,
                              bool is_machine);
/* Its text; NULL with an error in the diag. */
const struct source *shelf_read(struct shelf *s, struct shelf_file *f);
/* A component outside of any archive; NULL with an error, also if it is too large. */
const struct source *shelf_read_path(struct diag *d, const char *path);

#endif
