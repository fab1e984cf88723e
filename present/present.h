/* present: answers for people and for other programs. The objects that --json prints go in, as an array; JUnit XML, SARIF and a
 * page of HTML come out. So whoever has such objects (one command, a run over many files, a merge of results from several machines) has all
 * of these. Nothing is read and nothing is written here. */
#ifndef PRESENT_PRESENT_H
#define PRESENT_PRESENT_H

#include "base/base.h"

#include <cjson/cJSON.h>

/* How good an answer is; the worst of several counts. In the order of exit codes 0, 10, 5, 1 and 3 by weight. */
enum present_grade {
	PRESENT_PROVED,  /* the good answer, for all runs or sizes that there are within the bounds */
	PRESENT_BOUNDED, /* the good answer, as far as was looked */
	PRESENT_OPEN,    /* inconclusive */
	PRESENT_BAD,     /* violated, refuted, none */
	PRESENT_ERROR,   /* the input is wrong */
};
enum present_grade present_grade(const cJSON *object);
const char *present_grade_name(enum present_grade g); /* "proved", "none within bounds", ... */
/* A line: "buffer.mch: machine buffer: violated: invariant inv4 is false: count <= size_max". */
void present_line(const cJSON *object, struct text *out);

/* JUnit XML: a suite for each object, a test for each obligation or finding; one that passes where there is nothing to report. */
void present_junit(const cJSON *objects, struct text *out);
/* SARIF 2.1.0: a result for each obligation or finding, with the trace as a code flow, and of kind "pass" where all is well. Paths below
 * `root` are relative to it (NULL: as they are). */
void present_sarif(const cJSON *objects, const char *root, struct text *out);
/* One page that needs nothing else. An object may have "sources": [{"file": ..., "text": ...}]. */
void present_html(const cJSON *objects, struct text *out);

#endif
