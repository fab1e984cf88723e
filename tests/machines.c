/* See tests/machines.h. The commands run within this process, on files in a temporary directory. */
#include "tests/machines.h"

#include "bmc/bmc.h"
#include "cli/cli.h"
#include "explore/explore.h"

#include <cjson/cJSON.h>
#include <unistd.h>

enum { DEPTH = 6 };

/* ---- running a command --------------------------------------------------------------------------- */

static void write_file(const char *directory, const char *file, const char *text)
{
	char path[64];
	snprintf(path, sizeof path, "%s/%s", directory, file);
	FILE *f = fopen(path, "we");
	REQUIRE(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

struct way { /* in which a machine is asked about */
	bool is_strict, is_pdr;
};

struct answer {
	int code;
	cJSON *json;
	char *text;
};

static struct answer run(const char *directory, const char *command, char *const *words,
                         uint32_t count)
{
	struct answer a = {0};
	struct cli c = {.command = command_find(command), .started = report_clock()};
	struct text error = {0};
	char path[64];
	size_t size;
	char *all[20] = {path, "--json"};
	snprintf(path, sizeof path, "%s/M.mch", directory);
	for (uint32_t i = 0; i < count; i++) all[i + 2] = words[i];
	c.err = fopen("/dev/null", "we");
	c.out = open_memstream(&a.text, &size);
	REQUIRE(c.err && c.out && options_read(c.command, all, count + 2, &c.options, &error));
	a.code = c.command->run(&c);
	options_clear(&c.options);
	fclose(c.out);
	fclose(c.err);
	text_clear(&error);
	a.json = cJSON_Parse(a.text);
	return a;
}

static void answer_clear(struct answer *a)
{
	cJSON_Delete(a->json);
	free(a->text);
}

static const cJSON *member(const cJSON *j, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(j, key);
}

static const char *string(const cJSON *j, const char *key)
{
	const char *s = cJSON_GetStringValue(member(j, key));
	return s ? s : "";
}

/* ---- findings ------------------------------------------------------------------------------------ */

static bool is_error(const cJSON *f, const char *find, bool with_deadlocks)
{
	const char *kind = string(f, "kind");
	bool is_always = strcmp(kind, "no_initial_state") == 0 || strcmp(kind, "initialisation") == 0;
	if (find && strcmp(kind, find) != 0 && !is_always) return false;
	return strcmp(string(f, "severity"), "error") == 0 &&
	       (with_deadlocks || strcmp(string(f, "kind"), "deadlock") != 0);
}

/* The first error (of the kind that is looked for), by depth; NULL if there is none. */
static const cJSON *shortest(const struct answer *a, const char *find, bool with_deadlocks)
{
	const cJSON *best = NULL, *f;
	cJSON_ArrayForEach(f, member(a->json, "findings"))
	{
		if (!is_error(f, find, with_deadlocks)) continue;
		if (!best || member(f, "depth")->valueint < member(best, "depth")->valueint) best = f;
	}
	return best;
}

static int depth_of(const cJSON *f)
{
	return member(f, "depth") ? member(f, "depth")->valueint : -1;
}

/* A fault of a place that several operations lead to is reported with one of them. */
static bool is_same_place(const cJSON *a, const cJSON *b)
{
	return strcmp(string(a, "name"), string(b, "name")) == 0 ||
	       (member(a, "at") && cJSON_Compare(member(a, "at"), member(b, "at"), true));
}

/* Has the other a finding of this kind and place at this depth? */
static bool has(const struct answer *a, const cJSON *wanted)
{
	const cJSON *f;
	cJSON_ArrayForEach(f, member(a->json, "findings"))
	{
		if (strcmp(string(f, "kind"), string(wanted, "kind")) == 0 && is_same_place(f, wanted) &&
		    depth_of(f) == depth_of(wanted))
			return true;
	}
	return false;
}

static bool has_note(const struct answer *a, const char *part)
{
	const cJSON *n;
	cJSON_ArrayForEach(n, member(a->json, "notes"))
	{
		if (n->valuestring && strstr(n->valuestring, part)) return true;
	}
	return false;
}

static bool leaves_out(const struct answer *a) { return has_note(a, "does not look for"); }

/* ---- comparing ----------------------------------------------------------------------------------- */

struct comparison {
	const char *directory;
	bool is_strict;
	struct answer explored;
	const cJSON *first; /* of explore */
	const char *find;   /* as in struct how */
	struct machines_stats *stats;
	struct text *why;
};

static bool differ(struct comparison *c, const char *what, const struct answer *a)
{
	text_format(c->why, "%s: explore says %d %s, check says %d %s\n", what, c->explored.code,
	            c->first ? string(c->first, "message") : "no error", a->code,
	            a->json ? string(a->json, "verdict") : a->text);
	const cJSON *f;
	cJSON_ArrayForEach(f, member(c->explored.json, "findings"))
	    text_format(c->why, "  explore: %s %s at %d\n", string(f, "kind"), string(f, "message"),
	                member(f, "depth") ? member(f, "depth")->valueint : -1);
	cJSON_ArrayForEach(f, member(a->json, "findings"))
	    text_format(c->why, "  check: %s %s at %d\n", string(f, "kind"), string(f, "message"),
	                member(f, "depth") ? member(f, "depth")->valueint : -1);
	text_format(c->why, "  reason: %s\n", string(a->json, "reason"));
	return false;
}

/* A kind that is proved alone is one that explore has not found. */
static bool has_kinds_right(struct comparison *c, const struct answer *a)
{
	const cJSON *k, *f;
	cJSON_ArrayForEach(k, member(a->json, "kinds"))
	{
		if (!cJSON_IsTrue(member(k, "complete"))) continue;
		c->stats->proved_kinds++;
		cJSON_ArrayForEach(f, member(c->explored.json, "findings"))
		{
			if (is_error(f, NULL, true) && strcmp(string(f, "kind"), string(k, "kind")) == 0)
				return false;
		}
	}
	return true;
}

/* The solver does not look at guards that are undefined: what it says must be so, and is not all. */
static bool is_so(struct comparison *c, const char *what, const struct answer *a)
{
	bool is_whole = cJSON_IsTrue(member(a->json, "complete"));
	const cJSON *f;
	c->stats->guards++;
	cJSON_ArrayForEach(f, member(a->json, "findings"))
	{
		if (is_error(f, NULL, true) && !has(&c->explored, f)) return differ(c, what, a);
	}
	return is_whole && a->code == EXIT_GOOD ? differ(c, what, a) : true;
}

/* The depth that explore is known to have finished: all of it, or up to its first error. */
static bool compare(struct comparison *c, const char *what, const struct answer *a, uint32_t depth)
{
	if (has_note(a, "guards that are undefined")) return is_so(c, what, a);
	bool with_deadlocks = !leaves_out(a);
	const cJSON *expected = shortest(&c->explored, c->find, with_deadlocks),
	            *found = shortest(a, NULL, true);
	c->stats->left_out += !with_deadlocks;
	if (a->code == EXIT_INCONCLUSIVE) {
		c->stats->inconclusive++;
		return true;
	}
	if (a->code != EXIT_GOOD && a->code != EXIT_BAD) return differ(c, what, a);
	if (!with_deadlocks && found && has(&c->explored, found)) return true; /* not a shortest one */
	if (expected && member(expected, "depth")->valueint > (int)depth) expected = NULL;
	if (!expected != !found) return differ(c, what, a);
	if (!found && cJSON_IsTrue(member(a->json, "complete"))) {
		c->stats->proved++;
		if (shortest(&c->explored, c->find, true)) return differ(c, what, a);
	}
	if (!has_kinds_right(c, a)) return differ(c, what, a);
	if (!found) return true;
	const cJSON *f;
	cJSON_ArrayForEach(f, member(a->json, "findings"))
	{
		if (is_error(f, NULL, true) && !has(&c->explored, f)) return differ(c, what, a);
	}
	return member(found, "depth")->valueint == member(expected, "depth")->valueint
	           ? true
	           : differ(c, what, a);
}

/* Options of `check`. */
struct how {
	const char *engine;
	uint32_t depth;
	int off; /* symmetry and peephole, if that bit is set */
	bool goes_on, is_small;
	const char *find; /* NULL: everything */
};

static struct answer run_check(struct comparison *c, const struct how *how, struct text *what)
{
	char text[256], *words[18];
	uint32_t count = 0;
	snprintf(text, sizeof text,
	         "--engine %s -k %u --symmetry %s --peephole %s --time-limit 60%s%s%s%s%s", how->engine,
	         how->depth, how->off & 1 ? "off" : "auto", how->off & 2 ? "off" : "on",
	         c->is_strict ? " --strict" : "", how->goes_on ? " --continue" : "",
	         how->is_small ? " --minimise" : "", how->find ? " --find " : "",
	         how->find ? how->find : "");
	text_add(what, text);
	for (char *w = strtok(text, " "); w; w = strtok(NULL, " ")) words[count++] = w;
	return run(c->directory, "check", words, count);
}

static bool check(struct comparison *c, const struct how *how)
{
	struct text what = {0};
	struct answer a = run_check(c, how, &what);
	c->find = how->find;
	bool agree = compare(c, text_get(&what), &a, how->depth);
	c->find = NULL;
	text_clear(&what);
	answer_clear(&a);
	return agree;
}

/* Is a finding of this kind and place known to explore, at this depth or before? */
static bool is_known(const struct comparison *c, const cJSON *found)
{
	const cJSON *f;
	cJSON_ArrayForEach(f, member(c->explored.json, "findings"))
	{
		if (strcmp(string(f, "kind"), string(found, "kind")) == 0 && is_same_place(f, found) &&
		    depth_of(f) <= depth_of(found))
			return true;
	}
	return false;
}

/* A run to it has one step for each operation, and is said to be a shortest one only if it is. */
static bool is_good_run(const struct comparison *c, const cJSON *found)
{
	int steps = -1; /* without the first state */
	const cJSON *s;
	cJSON_ArrayForEach(s, member(found, "trace"))
	{
		steps += strcmp(string(s, "op"), "SETUP_CONSTANTS") != 0;
	}
	bool is_shortest = cJSON_IsTrue(member(found, "shortest"));
	if (is_shortest && depth_of(found) != depth_of(c->first)) return false;
	return depth_of(found) == 0 || steps == depth_of(found);
}

/* An engine that goes far finds a fault where there is one, since the machine is small; that there is none is not for it to
 * say. */
static bool check_far(struct comparison *c, const char *engine)
{
	char *words[] = {"--engine", (char *)engine, "--time-limit", "60", "--strict"};
	struct answer a = run(c->directory, "check", words, c->is_strict ? 5 : 4);
	const cJSON *found = shortest(&a, NULL, true);
	bool agree = a.code == (c->first ? EXIT_BAD : EXIT_INCONCLUSIVE) && !c->first == !found;
	agree = agree && (!found || (is_known(c, found) && is_good_run(c, found)));
	if (!agree) differ(c, engine, &a);
	c->stats->far += found != NULL;
	c->stats->longer += found && depth_of(found) > depth_of(c->first);
	answer_clear(&a);
	return agree;
}

/* Has `a` all errors of `b` up to this depth? */
static bool has_all(const struct answer *a, const struct answer *b, uint32_t depth)
{
	const cJSON *f;
	cJSON_ArrayForEach(f, member(b->json, "findings"))
	{
		if (is_error(f, NULL, true) && member(f, "depth")->valueint <= (int)depth && !has(a, f))
			return false;
	}
	return true;
}

/* One fault for each conjunct and kind, at the depth at which explore finds it; at any depth if it says so. With
 * --strict a conjunct that is false somewhere is not looked for where it is undefined. */
static bool check_all(struct comparison *c, const struct how *how)
{
	struct text what = {0};
	struct answer a = run_check(c, how, &what);
	bool is_whole = cJSON_IsTrue(member(a.json, "complete"));
	bool is_open = a.code == EXIT_INCONCLUSIVE || leaves_out(&a) || *string(a.json, "reason");
	uint32_t depth = is_whole ? UINT16_MAX : how->depth;
	bool agree = (is_open && !is_whole) || (has_all(&c->explored, &a, depth) &&
	                                        (c->is_strict || has_all(&a, &c->explored, depth)));
	agree = agree && (a.code == EXIT_GOOD || a.code == EXIT_BAD || a.code == EXIT_INCONCLUSIVE);
	if (!agree) differ(c, text_get(&what), &a);
	c->stats->continued += !is_open;
	text_clear(&what);
	answer_clear(&a);
	return agree;
}

/* Setups that are the same up to symmetry give the same findings. */
static bool explore_all_setups(struct comparison *c, char *const *words, uint32_t count)
{
	char *all[8] = {"--symmetry", "off"};
	for (uint32_t i = 0; i < count; i++) all[i + 2] = words[i];
	struct answer a = run(c->directory, "explore", all, count + 2);
	bool is_whole = cJSON_IsTrue(member(a.json, "complete"));
	bool same = a.code == c->explored.code && has_all(&a, &c->explored, UINT16_MAX) &&
	            has_all(&c->explored, &a, UINT16_MAX);
	const cJSON *before = member(member(c->explored.json, "stats"), "setups");
	c->stats->reduced += member(member(a.json, "stats"), "setups")->valueint > before->valueint;
	if (is_whole && !same) differ(c, "--symmetry off", &a);
	answer_clear(&a);
	return !is_whole || same;
}

static bool count(struct comparison *c)
{
	c->first = shortest(&c->explored, NULL, true);
	int code = c->explored.code;
	bool is_whole = cJSON_IsTrue(member(c->explored.json, "complete"));
	if (code == EXIT_INPUT || !c->explored.json) return false;
	c->stats->machines++;
	if (!is_whole) {
		c->stats->skipped++;
		return false;
	}
	c->stats->holds += !c->first;
	c->stats->violated += c->first != NULL;
	if (!c->first) return true;
	int depth = member(c->first, "depth")->valueint;
	c->stats->by_depth[depth < 15 ? depth : 15]++;
	for (int k = 0; k < 16 && k <= EXPLORE_COVERAGE; k++)
		c->stats->by_kind[k] +=
		    strcmp(explore_kind_name((enum explore_kind)k), string(c->first, "kind")) == 0;
	return true;
}

/* PDR alone: a proof or a run, of everything and of one kind. */
static bool check_pdr_for(struct comparison *c, const char *find)
{
	struct text what = {0};
	char text[128], *words[12];
	uint32_t n = 0;
	snprintf(text, sizeof text, "--engine pdr --time-limit 60%s%s%s",
	         c->is_strict ? " --strict" : "", find ? " --find " : "", find ? find : "");
	text_add(&what, text);
	for (char *w = strtok(text, " "); w; w = strtok(NULL, " ")) words[n++] = w;
	struct answer a = run(c->directory, "check", words, n);
	const cJSON *found = shortest(&a, NULL, true), *expected = shortest(&c->explored, find, true);
	bool good = a.code == EXIT_INCONCLUSIVE;
	if (a.code == EXIT_GOOD) good = !expected && cJSON_IsTrue(member(a.json, "complete"));
	if (a.code == EXIT_BAD) good = found && is_known(c, found) && is_good_run(c, found);
	c->stats->inconclusive += a.code == EXIT_INCONCLUSIVE;
	c->stats->proved += a.code == EXIT_GOOD;
	c->stats->far += a.code == EXIT_BAD;
	if (!good) differ(c, text_get(&what), &a);
	text_clear(&what);
	answer_clear(&a);
	return good;
}

static bool check_pdr(struct comparison *c, uint32_t mix)
{
	const char *find = check_kind(mix % 8)->word;
	if (!c->is_strict && strcmp(find, "welldefined") == 0) find = "invariant"; /* a warning */
	return check_pdr_for(c, NULL) && check_pdr_for(c, find);
}

/* Each with its engines, and with some of the other options. */
static bool check_ways(struct comparison *c, uint32_t mix)
{
	static const char *const finds[] = {"invariant", "deadlock"};
	int off = (int)(mix % 4);
	int depth = c->first ? depth_of(c->first) : DEPTH;
	bool good = check(c, &(struct how){.engine = "auto", .depth = DEPTH}) &&
	            check_all(c, &(struct how){"solver", DEPTH, .goes_on = true}) &&
	            check_all(c, &(struct how){"auto", DEPTH, off, .goes_on = true}) &&
	            check_all(c, &(struct how){"solver", DEPTH, off, true, true, NULL}) &&
	            check(c, &(struct how){"solver", DEPTH, off, .is_small = true}) &&
	            check(c, &(struct how){"solver", DEPTH, off, .find = finds[mix / 4 % 2]}) &&
	            check(c, &(struct how){"auto", DEPTH, off, .find = finds[mix / 8 % 2]});
	good = good && check_far(c, "greedy") && check_far(c, "walk") && check_far(c, "depth_first");
	for (int i = 0; i < 4 && good; i++)
		good = check(c, &(struct how){.engine = "solver", .depth = DEPTH, .off = i});
	if (good && c->first && depth > 1 && depth <= DEPTH)
		good = check(c, &(struct how){.engine = "solver", .depth = (uint32_t)depth - 1});
	return good;
}

static bool agree_in(const char *directory, struct way way, struct machines_stats *stats,
                     struct text *why)
{
	bool is_strict = way.is_strict;
	struct comparison c = {
	    .directory = directory, .is_strict = is_strict, .stats = stats, .why = why};
	char *words[] = {"--max-states", "6000", "--time-limit", "60", "--strict"};
	bool good = true;
	c.explored = run(directory, "explore", words, is_strict ? 5 : 4);
	if (c.explored.code == EXIT_INPUT || !c.explored.json) stats->rejected++;
	else if (count(&c)) {
		uint32_t mix = (uint32_t)c.explored.code + (uint32_t)strlen(c.explored.text);
		good = way.is_pdr ? check_pdr(&c, mix)
		                  : explore_all_setups(&c, words, is_strict ? 5 : 4) && check_ways(&c, mix);
	}
	answer_clear(&c.explored);
	return good;
}

/* ---- one machine --------------------------------------------------------------------------------- */

static bool agree_without(const char *directory, const struct random_machine *m,
                          uint32_t invariants, uint32_t operations, struct way way,
                          struct machines_stats *stats, struct text *why)
{
	struct text text = {0};
	random_machine_print(m, invariants, operations, &text);
	write_file(directory, "M.mch", text_get(&text));
	bool agree = agree_in(directory, way, stats, why);
	text_clear(&text);
	return agree;
}

/* Leaves out what can be left out while they still disagree. */
static void shrink(const char *directory, const struct random_machine *m, struct way way,
                   struct text *why)
{
	uint32_t out[2] = {0, 0}, counts[2] = {m->invariant_count, m->operation_count};
	struct text ignored = {0};
	for (uint32_t w = 0; w < 2; w++)
		for (uint32_t i = 0; i < counts[w]; i++) {
			uint32_t tried[2] = {out[0], out[1]};
			struct machines_stats stats = {0};
			tried[w] |= 1u << i;
			bool is_last = w == 1 && tried[1] == (1u << counts[1]) - 1;
			text_clear(&ignored);
			if (!is_last && !agree_without(directory, m, tried[0], tried[1], way, &stats, &ignored))
				out[w] = tried[w];
		}
	text_clear(&ignored);
	random_machine_print(m, out[0], out[1], why);
}

void machines_make(uint64_t seed, struct random_machine *out)
{
	if (seed % 12 == 3) random_accounts_machine(seed, out);
	else if (seed % 3 == 0) random_loose_machine(seed, out);
	else if (seed % 6 != 1) random_rich_machine(seed, out);
	else random_machine(seed, out);
}

static bool machine_agrees(uint64_t seed, struct way way, struct machines_stats *stats,
                           struct text *why)
{
	struct random_machine m;
	char directory[] = "/tmp/machines.XXXXXX", path[64];
	machines_make(seed, &m);
	REQUIRE(mkdtemp(directory));
	write_file(directory, "N.mch", random_included);
	write_file(directory, "Q.mch", random_seen);
	bool agree = agree_without(directory, &m, 0, 0, way, stats, why);
	if (!agree) shrink(directory, &m, way, why);
	random_machine_clear(&m);
	for (const char *stem = "MNQ"; *stem; stem++) {
		snprintf(path, sizeof path, "%s/%c.mch", directory, *stem);
		unlink(path);
	}
	rmdir(directory);
	return agree;
}

bool machines_agree(uint64_t seed, struct machines_stats *stats, struct text *why)
{
	return machine_agrees(seed, (struct way){.is_strict = seed % 4 == 0}, stats, why);
}

bool machines_agree_with_pdr(uint64_t seed, struct machines_stats *stats, struct text *why)
{
	struct way way = {.is_strict = seed % 4 == 0, .is_pdr = true};
	return machine_agrees(seed, way, stats, why);
}

void machines_print(const struct machines_stats *s, FILE *out)
{
	fprintf(out,
	        "%lu machines, %lu rejected, %lu skipped, %lu hold, %lu violated; solver: %lu "
	        "inconclusive, %lu without guards, "
	        "%lu without deadlocks, %lu proved, %lu continued to the end; %lu up to symmetry; %lu "
	        "found "
	        "far away, %lu in longer runs; %lu kinds proved apart\n",
	        s->machines, s->rejected, s->skipped, s->holds, s->violated, s->inconclusive, s->guards,
	        s->left_out, s->proved, s->continued, s->reduced, s->far, s->longer, s->proved_kinds);
	for (int k = 0; k <= EXPLORE_COVERAGE; k++)
		if (s->by_kind[k])
			fprintf(out, "%s %lu, ", explore_kind_name((enum explore_kind)k), s->by_kind[k]);
	fprintf(out, "depths:");
	for (int k = 0; k < 16; k++) fprintf(out, " %lu", s->by_depth[k]);
	fprintf(out, "\n");
}
