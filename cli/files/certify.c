/* bounce certify: is what a folder of certificates says still so? Checksums of all files and of the manifest itself, and each proof by
 * drat-trim once more. What the clauses have to do with the machine is not asked. */
#include "cli/files/certificates.h"
#include "cli/files/files.h"

struct certifying {
	struct cli *cli;
	const char *folder;
	struct text lines;
	struct json results;
	uint32_t good, bad;
};

static void tell(struct certifying *x, const char *what, bool is_good, const char *why)
{
	*(is_good ? &x->good : &x->bad) += 1;
	text_format(&x->lines, "%s %s%s%s\n", is_good ? "good" : "BAD ", what, why ? ": " : "",
	            why ? why : "");
	json_begin(&x->results, NULL, '{');
	json_string(&x->results, "name", what);
	json_bool(&x->results, "good", is_good);
	json_string(&x->results, "reason", why);
	json_end(&x->results, '}');
}

static const char *word_of(const cJSON *o, const char *key)
{
	const cJSON *s = cJSON_GetObjectItemCaseSensitive(o, key);
	return cJSON_IsString(s) ? s->valuestring : "";
}

static bool is_same_file(struct certifying *x, const cJSON *o, const char *key, const char *sum_key,
                         struct text *path)
{
	char sum[SHA256_DIGEST_STRING_LENGTH];
	const char *own = word_of(o, key);
	if (!*own || strchr(own, '/')) return false;
	text_format(path, "%s/%s", x->folder, own);
	return certificates_sum(text_get(path), sum) && strcmp(sum, word_of(o, sum_key)) == 0;
}

static void check_one(struct certifying *x, const cJSON *o)
{
	struct text cnf = {0}, proof = {0}, why = {0};
	const char *own = word_of(o, "name");
	if (!is_same_file(x, o, "cnf", "cnf_sha256", &cnf)) {
		tell(x, own, false, "the clauses are not those that were certified");
	} else if (!is_same_file(x, o, "proof", "proof_sha256", &proof)) {
		tell(x, own, false, "the proof is not the one that was checked");
	} else {
		struct solver_files files = {text_get(&cnf), text_get(&proof)};
		enum certificate a = solver_recheck(&files, NULL, NULL, &why);
		tell(x, own, a == CERTIFIED, text_get(&why));
	}
	text_clear(&cnf);
	text_clear(&proof);
	text_clear(&why);
}

static bool read_text(const char *path, struct text *out)
{
	FILE *f = fopen(path, "re");
	int ch;
	if (!f) return false;
	while ((ch = getc(f)) != EOF) text_add_char(out, (char)ch);
	fclose(f);
	return true;
}

/* The last member is the checksum of what stands before it. */
static bool is_manifest_whole(const struct text *t)
{
	static const char key[] = ",\"sha256\":\"", end[] = "\"}\n";
	char sum[SHA256_DIGEST_STRING_LENGTH];
	size_t tail = strlen(key) + SHA256_DIGEST_STRING_LENGTH - 1 + strlen(end);
	if (t->count < tail || strlen(text_get(t)) != t->count) return false;
	const char *at = text_get(t) + t->count - tail;
	SHA256Data((const uint8_t *)text_get(t), t->count - tail, sum);
	return strncmp(at, key, strlen(key)) == 0 &&
	       strncmp(at + strlen(key), sum, SHA256_DIGEST_STRING_LENGTH - 1) == 0 &&
	       strcmp(at + strlen(key) + SHA256_DIGEST_STRING_LENGTH - 1, end) == 0;
}

static void check_manifest(struct certifying *x, const struct text *t)
{
	char sum[SHA256_DIGEST_STRING_LENGTH];
	cJSON *m = cJSON_Parse(text_get(t));
	const cJSON *o;
	tell(x, "manifest.json", m && is_manifest_whole(t), m ? NULL : "it is no JSON");
	const char *file = word_of(m, "file");
	if (!certificates_sum(file, sum)) tell(x, file, true, "the machine is not here: not compared");
	else if (strcmp(sum, word_of(m, "file_sha256")) != 0)
		tell(x, file, false, "the machine is not the one that was asked about");
	else tell(x, file, true, NULL);
	cJSON_ArrayForEach(o, cJSON_GetObjectItemCaseSensitive(m, "certificates")) check_one(x, o);
	cJSON_ArrayForEach(o, cJSON_GetObjectItemCaseSensitive(m, "without_certificate"))
	    text_format(&x->lines, "none %s: %s\n", word_of(o, "what"), word_of(o, "why"));
	cJSON_Delete(m);
}

static void print(struct certifying *x)
{
	struct json j = {0};
	if (!x->cli->options.json) {
		text_format(&x->lines, "%u good, %u bad\n", x->good, x->bad);
		report_text(x->cli, &x->lines);
		return;
	}
	report_open(&j, x->cli, x->folder, NULL, x->bad ? "violated" : "holds");
	json_begin(&j, "results", '[');
	if (x->results.text.count) json_raw(&j, NULL, text_get(&x->results.text));
	json_end(&j, ']');
	report_stats(&j);
	report_close(&j, x->cli);
}

int certify_command(struct cli *c)
{
	struct text path = {0}, manifest = {0};
	if (c->options.operands.count != 1)
		return report_usage(c, "which folder? usage: bounce certify [OPTION]... DIR");
	struct certifying x = {.cli = c, .folder = c->options.operands.at[0]};
	text_format(&path, "%s/manifest.json", x.folder);
	bool is_there = read_text(text_get(&path), &manifest);
	if (is_there) {
		check_manifest(&x, &manifest);
		print(&x);
	} else {
		report_error(c, "bounce: '%s' cannot be read\n", text_get(&path));
	}
	int code = !is_there ? EXIT_INPUT : x.bad ? EXIT_BAD : EXIT_GOOD;
	json_clear(&x.results);
	text_clear(&x.lines);
	text_clear(&path);
	text_clear(&manifest);
	return code;
}
