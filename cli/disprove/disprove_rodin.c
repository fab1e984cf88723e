/* --status and --only: where Rodin's status of obligations and the answers meet. */
#include "cli/disprove/disprove.h"

#include <unistd.h>

/* M.bpo, M.bum and M.buc have their status in M.bps, beside them; others have none. */
static const char *status_file(struct disproof *d, const char *path)
{
	static const char *const endings[] = {".bpo", ".bum", ".buc"};
	const char *given = d->cli->options.status;
	if (given && strcmp(given, "auto") != 0) return given;
	size_t length = strlen(path);
	bool has_one = false;
	for (int i = 0; i < 3; i++) has_one |= length > 4 && strcmp(path + length - 4, endings[i]) == 0;
	if (!has_one) return NULL;
	const char *beside = arena_format(&d->arena, "%.*s.bps", (int)(length - 4), path);
	bool is_wanted = given || d->cli->options.only;
	return is_wanted || access(beside, R_OK) == 0 ? beside : NULL;
}

void disprove_read_status(struct disproof *d, const char *path)
{
	const char *file = status_file(d, path);
	if (file) rodin_statuses_read(&d->rodin, &d->arena, &d->model.diag, file);
}

bool disprove_is_pending(const struct disproof *d, const char *obligation)
{
	return rodin_statuses_get(&d->rodin, obligation) < RODIN_REVIEWED;
}

bool disprove_check_only(const struct disproof *d)
{
	const char *only = d->cli->options.only;
	if (!only || strcmp(only, "pending") == 0 || strcmp(only, "all") == 0) return true;
	report_usage(d->cli, "'--only' is pending or all, not '%s'", only);
	return false;
}

/* A row for each status of Rodin, a column for each of ours. */
void disprove_rodin_table(struct disproof *d, struct text *out)
{
	uint32_t count[RODIN_STATUSES][OBLIGATION_STATUSES] = {{0}};
	if (!d->rodin.is_there) return;
	for (uint32_t i = 0; i < d->stages.list.count; i++)
		if (d->stages.list.at[i].is_selected)
			count[rodin_statuses_get(&d->rodin, disproof_label(d, i).name)]
			     [judged_status(&d->stages.list.at[i])]++;
	for (int r = 0; r < RODIN_STATUSES; r++) {
		const uint32_t *is = count[r];
		uint32_t refuted = is[OBLIGATION_REFUTED], all = 0;
		for (int s = 0; s < OBLIGATION_STATUSES; s++) all += is[s];
		if (!all) continue;
		text_format(out, "Rodin: %u %s: %u proved, %u for sizes, %u none, %u refuted, %u open\n",
		            all, rodin_status_name((enum rodin_status)r), is[OBLIGATION_PROVED],
		            is[OBLIGATION_PROVED_FOR_SIZES], is[OBLIGATION_NONE], refuted,
		            all - is[OBLIGATION_PROVED] - is[OBLIGATION_PROVED_FOR_SIZES] -
		                is[OBLIGATION_NONE] - refuted);
		if (r == RODIN_DISCHARGED && refuted)
			text_add(out, "a refuted obligation that Rodin has discharged: one of both programs is "
			              "wrong, or the files are of different times\n");
	}
}
