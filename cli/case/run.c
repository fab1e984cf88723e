/* bounce run: runs cases, several at a time, each as a child process of its own. Results are shown
 * in the order of the cases, each as soon as all before it are known.
 *
 * A case runs once with --json, and once more without where its texts are compared. */
#include "cli/case/case.h"

#include <errno.h>
#include <fnmatch.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { DEFAULT_LIMIT = 30 };

struct result {
	bool is_done, is_good;
	struct text text; /* what differs */
	int status;       /* of the first run, as waitpid gives it */
	struct text printed;
};

/* A place for a running case. */
struct slot {
	bool is_used;
	uint32_t index; /* of the case */
	bool is_text;   /* the run without --json */
	char *folder;   /* temporary directory, from malloc; or NULL */
	struct child child;
};

struct case_run {
	struct cli *cli;
	struct arena arena;
	struct names names;
	struct diag diag;
	struct testcases cases;
	struct result *results; /* one per case */
	struct slot *slots;
	uint32_t slot_count;
	uint32_t next;  /* case to be started */
	uint32_t shown; /* cases whose results were shown */
	uint32_t passed, failed;
	sigset_t signals; /* that are waited for */
	int stopped_by;   /* a signal, or 0 */
	struct json failures, answers;
};

/* ---- which cases ----------------------------------------------------------------------------- */

static bool is_wanted(const struct case_run *r, const struct testcase *t)
{
	const char *glob = r->cli->options.filter;
	const char *slash = strrchr(t->path, '/');
	return !glob || fnmatch(glob, t->name, 0) == 0 || fnmatch(glob, t->path, 0) == 0 ||
	       fnmatch(glob, slash ? slash + 1 : t->path, 0) == 0;
}

static void list_files(struct case_run *r, const char *path, struct strings *out)
{
	struct stat s;
	if (stat(path, &s) != 0 || !S_ISDIR(s.st_mode)) {
		VEC_PUSH(out, path);
		return;
	}
	uint32_t before = out->count;
	if (folder_list(&r->arena, &r->diag, path, out) && out->count == before)
		diag_at(&r->diag, (struct pos){0}, DIAG_ERROR, "no case file (*.yaml) in '%s'", path);
}

static void read_cases(struct case_run *r)
{
	struct strings files = {0};
	const struct options *o = &r->cli->options;
	for (uint32_t i = 0; i < o->operands.count; i++) list_files(r, o->operands.at[i], &files);
	struct testcases all = {0};
	for (uint32_t i = 0; i < files.count; i++) cases_read(&r->arena, &r->diag, files.at[i], &all);
	for (uint32_t i = 0; i < all.count; i++) {
		struct testcase *t = all.at[i];
		if (t->limit <= 0) t->limit = o->time_limit > 0 ? o->time_limit : DEFAULT_LIMIT;
		if (is_wanted(r, t)) VEC_PUSH(&r->cases, t);
	}
	VEC_CLEAR(&all);
	VEC_CLEAR(&files);
}

/* ---- one case -------------------------------------------------------------------------------- */

static bool start(struct case_run *r, struct slot *s)
{
	const struct testcase *t = r->cases.at[s->index];
	struct strings words = {0};
	VEC_PUSH(&words, "bounce");
	VEC_PUSH(&words, t->command.text);
	if (cases_model(t)) VEC_PUSH(&words, cases_model(t));
	if (!s->is_text) VEC_PUSH(&words, "--json");
	for (uint32_t i = 0; i < t->options.count; i++) VEC_PUSH(&words, t->options.at[i].text);
	VEC_PUSH(&words, NULL);
	bool started = child_start(&s->child, s->folder ? s->folder : t->directory,
	                           (char *const *)(uintptr_t)words.at, t->limit);
	if (!started)
		text_format(&r->results[s->index].text, "  cannot be started: %s\n", strerror(errno));
	VEC_CLEAR(&words);
	return started;
}

static void finish(struct case_run *r, struct slot *s, bool is_good)
{
	r->results[s->index].is_done = true;
	r->results[s->index].is_good = is_good;
	if (s->folder) folder_remove(s->folder);
	free(s->folder);
	memset(s, 0, sizeof *s);
}

static void begin(struct case_run *r, struct slot *s)
{
	*s = (struct slot){.is_used = true, .index = r->next++};
	const struct testcase *t = r->cases.at[s->index];
	struct result *result = &r->results[s->index];
	result->is_good = true;
	s->is_text = strcmp(t->command.text, "help") == 0; /* the one command without JSON */
	if (t->file_count) s->folder = folder_make(t, &result->text);
	if ((t->file_count && !s->folder) || !start(r, s)) finish(r, s, false);
}

static bool lists_answers(const struct case_run *r)
{
	return r->cli->options.json && r->cli->options.verbose;
}

static void keep_answer(struct result *result, const struct child_outcome *o)
{
	result->status = o->status;
	text_add_bytes(&result->printed, text_get(&o->out), o->out.count);
}

/* Goes on with a case whose child has ended. */
static void go_on(struct case_run *r, struct slot *s, const struct child_outcome *o)
{
	const struct testcase *t = r->cases.at[s->index];
	struct result *result = &r->results[s->index];
	bool is_first = !s->is_text || strcmp(t->command.text, "help") == 0;
	bool is_good = s->is_text ? judge_text(t, o, &result->text) : judge_json(t, o, &result->text);
	result->is_good = result->is_good && is_good;
	if (is_first && lists_answers(r)) keep_answer(result, o);
	if (s->is_text || !judge_needs_text(t) || o->is_late) {
		finish(r, s, result->is_good);
		return;
	}
	s->is_text = true;
	if (!start(r, s)) finish(r, s, false);
}

/* ---- results --------------------------------------------------------------------------------- */

static void add_command_line(const struct testcase *t, struct text *out)
{
	text_format(out, "bounce %s", t->command.text);
	if (cases_model(t)) text_format(out, " %s", cases_model(t));
	for (uint32_t i = 0; i < t->options.count; i++) {
		const char *word = t->options.at[i].text;
		bool is_plain = word[strcspn(word, " \t\n\"'\\$&|;<>()*?[]{}#!~`")] == 0;
		text_format(out, is_plain ? " %s" : " '%s'", word);
	}
}

static void show_failure(struct case_run *r, const struct testcase *t, const struct result *result)
{
	struct text line = {0};
	add_command_line(t, &line);
	if (r->cli->options.json) {
		json_begin(&r->failures, NULL, '{');
		json_string(&r->failures, "name", t->name);
		json_place(&r->failures, "at", &r->diag, t->pos);
		json_string(&r->failures, "ran", text_get(&line));
		json_string(&r->failures, "message", text_get(&result->text));
		json_end(&r->failures, '}');
	} else {
		report_format(r->cli, "FAIL %s (%s:%u)\n%s  ran: %s\n", t->name, t->path,
		              diag_place(&r->diag, t->pos).line, text_get(&result->text), text_get(&line));
	}
	text_clear(&line);
}

/* What was printed is a text here: nobody has checked that it is JSON. */
static void show_answer(struct case_run *r, const struct testcase *t, struct result *result)
{
	struct json *j = &r->answers;
	struct text line = {0};
	add_command_line(t, &line);
	json_begin(j, NULL, '{');
	json_string(j, "name", t->name);
	json_string(j, "file", t->path);
	json_string(j, "ran", text_get(&line));
	json_integer(j, "exit",
	             WIFEXITED(result->status) ? WEXITSTATUS(result->status)
	                                       : -WTERMSIG(result->status));
	json_string(j, "printed", text_get(&result->printed));
	json_end(j, '}');
	text_clear(&line);
	text_clear(&result->printed);
}

static void show_results(struct case_run *r)
{
	for (; r->shown < r->cases.count && r->results[r->shown].is_done; r->shown++) {
		struct result *result = &r->results[r->shown];
		const struct testcase *t = r->cases.at[r->shown];
		if (result->is_good) r->passed++;
		else r->failed++;
		if (!result->is_good) show_failure(r, t, result);
		else if (r->cli->options.verbose && !r->cli->options.json)
			report_format(r->cli, "pass %s\n", t->name);
		if (lists_answers(r)) show_answer(r, t, result);
		text_clear(&result->text);
	}
}

/* ---- all cases ------------------------------------------------------------------------------- */

/* Signals that end bounce are held back, so that children and temporary files do not stay behind.
 * Those that are ignored stay so. */
static void hold_signals(struct case_run *r, sigset_t *out_before)
{
	static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
	sigemptyset(&r->signals);
	sigaddset(&r->signals, SIGCHLD);
	for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
		struct sigaction a;
		if (sigaction(ending[i], NULL, &a) == 0 && a.sa_handler != SIG_IGN)
			sigaddset(&r->signals, ending[i]);
	}
	pthread_sigmask(SIG_BLOCK, &r->signals, out_before);
}

/* Until a child ends, a deadline may have come, or a signal says to stop. */
static void wait_for_news(struct case_run *r)
{
	double now = report_clock(), wait = 0.1;
	for (uint32_t i = 0; i < r->slot_count; i++)
		if (r->slots[i].is_used && r->slots[i].child.deadline - now < wait)
			wait = r->slots[i].child.deadline - now;
	if (wait < 0.001) wait = 0.001;
	struct timespec t = {0, (long)(wait * 1e9)};
	int caught = sigtimedwait(&r->signals, NULL, &t);
	if (caught > 0 && caught != SIGCHLD) r->stopped_by = caught;
}

/* Starts what can be started; true while anything runs. */
static bool start_cases(struct case_run *r)
{
	bool is_busy = false;
	for (uint32_t i = 0; i < r->slot_count; i++) {
		while (!r->slots[i].is_used && r->next < r->cases.count) begin(r, &r->slots[i]);
		is_busy = is_busy || r->slots[i].is_used;
	}
	return is_busy;
}

static void run_cases(struct case_run *r)
{
	while (!r->stopped_by && start_cases(r)) {
		show_results(r);
		wait_for_news(r);
		for (uint32_t i = 0; i < r->slot_count; i++) {
			struct child_outcome o;
			if (!r->slots[i].is_used || !child_ended(&r->slots[i].child, &o)) continue;
			go_on(r, &r->slots[i], &o);
			child_clear(&o);
		}
	}
	for (uint32_t i = 0; i < r->slot_count; i++) {
		if (!r->slots[i].is_used) continue;
		child_kill(&r->slots[i].child);
		finish(r, &r->slots[i], false);
	}
	if (!r->stopped_by) show_results(r);
}

static uint32_t core_count(void)
{
	cpu_set_t cores;
	if (sched_getaffinity(0, sizeof cores, &cores) != 0) return 1;
	return (uint32_t)CPU_COUNT(&cores);
}

/* ---- the command ----------------------------------------------------------------------------- */

static void run_json(struct case_run *r)
{
	struct json j = {0};
	const struct strings *operands = &r->cli->options.operands;
	report_open(&j, r->cli, operands->count == 1 ? operands->at[0] : NULL, NULL,
	            r->diag.errors ? "error"
	            : r->failed    ? "violated"
	                           : "holds");
	json_integer(&j, "passed", r->passed);
	json_integer(&j, "failed", r->failed);
	json_end(&r->failures, ']');
	json_raw(&j, "failures", text_get(&r->failures.text));
	json_end(&r->answers, ']');
	if (lists_answers(r)) json_raw(&j, "answers", text_get(&r->answers.text));
	report_errors(&j, &r->diag);
	report_stats(&j);
	json_integer(&j, "cases", r->cases.count);
	report_close(&j, r->cli);
}

static int answer(struct case_run *r)
{
	if (r->stopped_by) return 128 + r->stopped_by;
	if (r->cli->options.json) run_json(r);
	else report_format(r->cli, "%u passed, %u failed\n", r->passed, r->failed);
	return r->diag.errors ? EXIT_INPUT : r->failed ? EXIT_BAD : EXIT_GOOD;
}

static int run_all(struct case_run *r)
{
	read_cases(r);
	if (r->cases.count == 0 && r->diag.errors == 0)
		return report_usage(r->cli, "no case matches '%s'", r->cli->options.filter);
	if (!r->cli->options.json) report_diagnostics(r->cli, &r->diag);
	r->slot_count = r->cli->options.jobs ? r->cli->options.jobs : core_count();
	if (r->slot_count > r->cases.count) r->slot_count = r->cases.count;
	r->slots = ARENA_ARRAY(&r->arena, r->slot_count, struct slot);
	r->results = ARENA_ARRAY(&r->arena, r->cases.count, struct result);
	json_begin(&r->failures, NULL, '[');
	json_begin(&r->answers, NULL, '[');
	sigset_t before;
	hold_signals(r, &before);
	run_cases(r);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return answer(r);
}

int run_command(struct cli *c)
{
	if (c->options.operands.count == 0)
		return report_usage(c, "which cases? usage: bounce run [OPTION]... FILE|DIR...");
	struct case_run r = {.cli = c};
	arena_init(&r.arena);
	names_init(&r.names);
	diag_init(&r.diag, &r.names);
	int code = run_all(&r);
	for (uint32_t i = 0; i < r.cases.count && r.results; i++) {
		text_clear(&r.results[i].text);
		text_clear(&r.results[i].printed);
	}
	json_clear(&r.failures);
	json_clear(&r.answers);
	VEC_CLEAR(&r.cases);
	diag_clear(&r.diag);
	names_clear(&r.names);
	arena_clear(&r.arena);
	return code;
}
