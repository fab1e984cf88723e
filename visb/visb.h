/* visb: states as pictures, as the author of a machine has described them for ProB.
 *
 * Two ways of doing so are known. ANIMATION_FUNCTION (and _DEFAULT, _FUNCTION1, ...) is a grid: a function from pairs of a row and a
 * column to numbers of ANIMATION_IMGn and ANIMATION_STRn, or to values. VisB is an SVG with attributes that depend on the state: a file
 * VISB_JSON_FILE (items with loops, definitions, objects, hovers), and definitions VISB_SVG_OBJECTS, _UPDATES, _HOVERS (records), _BOX
 * and _FILE. What they say of a state is evaluated here, into plain JSON; drawing it is left to others (present/page.js).
 *
 * Files are looked for beside the machine, and nowhere else. SVG is handed on as it is: whoever shows it takes out what could run. */
#ifndef VISB_VISB_H
#define VISB_VISB_H

#include "base/base.h"
#include "eval/eval.h"
#include "syntax/syntax.h"

#include <cjson/cJSON.h>

struct visb;

/* NULL if the machine describes no pictures. The eval has the values of a state, or at least of constants: the bounds of loops are
 * evaluated in it. All arguments outlive it. */
struct visb *visb_open(struct project *p, struct eval *e, const struct universe *u);
void visb_close(struct visb *v);

/* What is the same in all states: {"svg": TEXT, "box": {...}, "images": {"1": "data:..."}, "strings": {"1": ...}, "hovers": [{"id",
 * "on", "attribute", "enter", "leave"}]}. The caller deletes it. */
cJSON *visb_frame(const struct visb *v);

/* The state that the eval has: {"set": {ID: {ATTRIBUTE: VALUE}}, "grid": {"rows", "columns", "cells"}}, of which only what differs from
 * the state before is there (null: an attribute is no longer set); visb_restart: there is none before. A cell is a number of an image, or a text. The caller deletes it. */
cJSON *visb_state(struct visb *v);
void visb_restart(struct visb *v);

/* What could not be read or evaluated, lines. */
const char *visb_notes(const struct visb *v);

#endif
