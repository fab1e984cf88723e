/* What Rodin knows of proof obligations: a .bps file, by their names. */
#include "eventb/eventb.h"
#include "input/xml.h"

#define CORE "org.eventb.core."

static long number(const struct xml *x, const char *which)
{
	const char *text = xml_attribute(x, which);
	return text ? strtol(text, NULL, 10) : -99;
}

/* IConfidence of Rodin: 0 pending, up to 100 uncertain, up to 500 reviewed, up to 1000 discharged. */
static enum rodin_status status_of(const struct xml *x)
{
	enum { PENDING = 0, UNCERTAIN = 100, REVIEWED = 500 };
	const char *broken = xml_attribute(x, CORE "psBroken");
	long confidence = number(x, CORE "confidence");
	if (confidence < PENDING) return RODIN_UNATTEMPTED;
	if (confidence <= UNCERTAIN) return RODIN_PENDING;
	if (broken && strcmp(broken, "true") == 0) return RODIN_BROKEN;
	return confidence <= REVIEWED ? RODIN_REVIEWED : RODIN_DISCHARGED;
}

const char *rodin_status_name(enum rodin_status s)
{
	static const char *const names[] = {
	    [RODIN_NONE] = "not known",  [RODIN_UNATTEMPTED] = "unattempted",
	    [RODIN_PENDING] = "pending", [RODIN_REVIEWED] = "reviewed",
	    [RODIN_BROKEN] = "broken",   [RODIN_DISCHARGED] = "discharged",
	};
	return names[s];
}

bool rodin_statuses_read(struct rodin_statuses *out, struct arena *arena, struct diag *diag,
                         const char *path)
{
	static const char *const ignored[] = {NULL};
	const struct xml *root = xml_read(arena, diag, path, ignored);
	if (!root) return false;
	if (!xml_is(root, CORE "psFile")) {
		diag_at(diag, root->pos, DIAG_ERROR, "expected <" CORE "psFile>, found <%s>", root->tag);
		return false;
	}
	names_init(&out->names);
	out->is_there = true;
	for (const struct xml *x = xml_kid(root, CORE "psStatus"); x;
	     x = xml_next(x, CORE "psStatus")) {
		const char *own = xml_attribute(x, "name");
		enum rodin_status *s = ARENA_NEW(arena, enum rodin_status);
		*s = status_of(x);
		if (own) map_put(&out->of, names_of(&out->names, own), s);
	}
	return true;
}

enum rodin_status rodin_statuses_get(const struct rodin_statuses *s, const char *obligation)
{
	name known = s->is_there ? names_find(&s->names, obligation) : NULL;
	const enum rodin_status *found = known ? map_get(&s->of, known) : NULL;
	return found ? *found : RODIN_NONE;
}

void rodin_statuses_clear(struct rodin_statuses *s)
{
	if (s->is_there) names_clear(&s->names);
	map_clear(&s->of);
}
