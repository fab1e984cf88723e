/* What 'bounce relate' found, as text, JSON and CSV. Not for other folders. */
#ifndef CLI_RELATE_RELATE_H
#define CLI_RELATE_RELATE_H

#include "cli/cli.h"
#include "relate/relate.h"

struct relate_report {
	struct cli *cli;
	struct model *model;
	struct universe universe;
	struct text notes;
	struct values *values;
	struct watch watch;
	struct explore *explore;
	struct explore_view view;
	struct relate *relate;
	enum relate_hypothesis hypothesis;
	bool has_unknown;   /* an entry is */
	const char *reason; /* why it is not all, or NULL */
	/* of --can: */
	struct relate_query {
		const struct node *p, *q;
		uint32_t operation;
		enum relate_truth truth;
		const struct relate_witness *witness;
	} can;
};

/* Of which states it speaks, in words. */
void relate_states_text(const struct relate_report *r, struct text *out);
/* "before x = 1, ...", a line each with this indent. */
void relate_witness_text(const struct relate_report *r, const struct relate_witness *w,
                         const char *indent, struct text *out);

void relate_text(const struct relate_report *r);
void relate_json(const struct relate_report *r);
void relate_csv(const struct relate_report *r, struct text *out);

/* relate_query.c: --can 'P ~>[operation] Q'. False with errors in the diag. */
bool relate_query_read(struct relate_report *r, const char *text);
int relate_query_answer(struct relate_report *r);

#endif
