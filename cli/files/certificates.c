/* Certificates as files: NAME.cnf, NAME.drat and manifest.json, whose last member is the checksum of all before it. */
#include "cli/files/certificates.h"

#include <errno.h>
#include <sys/stat.h>

static const char *path_of(const struct certificates *x, const char *stem, const char *ending,
                           struct text *out)
{
	text_format(out, "%s/", x->folder);
	for (; *stem; stem++) text_add_char(out, *stem == '/' ? '_' : *stem);
	text_add(out, ending);
	return text_get(out);
}

bool certificates_open(struct certificates *x, struct cli *c, const char *file)
{
	*x = (struct certificates){.cli = c, .folder = c->options.certificates};
	if (!x->folder) {
		const char *slash = strrchr(file, '/');
		text_format(&x->own, "%s.certificates", slash ? slash + 1 : file);
		x->folder = text_get(&x->own);
	}
	if (mkdir(x->folder, 0777) == 0 || errno == EEXIST) return true;
	report_error(c, "bounce: '%s' cannot be made: %s\n", x->folder, strerror(errno));
	return false;
}

static bool read_whole(const char *path, struct text *out)
{
	char chunk[65536];
	size_t n;
	FILE *f = fopen(path, "re");
	if (!f) return false;
	while ((n = fread(chunk, 1, sizeof chunk, f)) > 0) text_add_bytes(out, chunk, n);
	bool ok = !ferror(f);
	fclose(f);
	return ok;
}

bool certificates_sum(const char *path, char out[SHA256_DIGEST_STRING_LENGTH])
{
	struct text t = {0};
	bool ok = read_whole(path, &t);
	SHA256Data((const uint8_t *)text_get(&t), t.count, out);
	text_clear(&t);
	return ok;
}

static void add_file(struct certificates *x, struct json *j, const char *key, const char *stem,
                     const char *ending)
{
	struct text path = {0}, sum_key = {0};
	char sum[SHA256_DIGEST_STRING_LENGTH];
	x->is_unwritten |= !certificates_sum(path_of(x, stem, ending, &path), sum);
	json_string(j, key, strrchr(text_get(&path), '/') + 1);
	text_format(&sum_key, "%s_sha256", key);
	json_string(j, text_get(&sum_key), sum);
	text_clear(&path);
	text_clear(&sum_key);
}

void certificates_add(struct certificates *x, const char *stem, const char *what, struct solver *s)
{
	struct text cnf = {0}, proof = {0}, why = {0};
	struct solver_files files = {path_of(x, stem, ".cnf", &cnf), path_of(x, stem, ".drat", &proof)};
	enum certificate a = solver_certify_in(s, NULL, 0, NULL, &files, &why);
	x->count++;
	x->is_wrong |= a == CERTIFICATE_FAILED;
	if (a == CERTIFIED) {
		x->certified++;
		json_begin(&x->list, NULL, '{');
		json_string(&x->list, "name", stem);
		json_string(&x->list, "what", what);
		add_file(x, &x->list, "cnf", stem, ".cnf");
		add_file(x, &x->list, "proof", stem, ".drat");
		json_string(&x->list, "refuted_by", "kissat");
		json_string(&x->list, "checked_by", "drat-trim");
		json_end(&x->list, '}');
	} else {
		certificates_leave_out(x, what, text_get(&why));
	}
	text_clear(&cnf);
	text_clear(&proof);
	text_clear(&why);
}

void certificates_leave_out(struct certificates *x, const char *what, const char *why)
{
	x->gap_count++;
	if (!x->why.count) text_format(&x->why, "%s: %s", what, why);
	json_begin(&x->gaps, NULL, '{');
	json_string(&x->gaps, "what", what);
	json_string(&x->gaps, "why", why);
	json_end(&x->gaps, '}');
}

static void add_members(struct json *j, const char *key, struct json *list)
{
	json_begin(j, key, '[');
	if (list->text.count) json_raw(j, NULL, text_get(&list->text));
	json_end(j, ']');
	json_clear(list);
}

static int write_manifest(struct certificates *x, const char *file, const struct json *answer)
{
	struct json j = {0};
	struct text path = {0};
	char sum[SHA256_DIGEST_STRING_LENGTH];
	json_begin(&j, NULL, '{');
	json_string(&j, "format", "bounce certificates 1");
	json_string(&j, "version", CLI_VERSION);
	json_string(&j, "command", x->cli->command->name);
	json_string(&j, "file", file);
	certificates_sum(file, sum);
	json_string(&j, "file_sha256", sum);
	json_raw(&j, "answer", text_get(&answer->text));
	add_members(&j, "certificates", &x->list);
	add_members(&j, "without_certificate", &x->gaps);
	SHA256Data((const uint8_t *)text_get(&j.text), j.text.count, sum);
	json_string(&j, "sha256", sum);
	json_end(&j, '}');
	text_add_char(&j.text, '\n');
	int code = report_file(x->cli, path_of(x, "manifest", ".json", &path), &j.text);
	text_clear(&path);
	json_clear(&j);
	return code;
}

int certificates_close(struct certificates *x, const char *file, const struct json *answer,
                       struct text *out)
{
	text_format(out,
	            "certified: %u of %u, proofs by kissat, checked by drat-trim; 'bounce certify %s' "
	            "checks them again\n",
	            x->certified, x->count, x->folder);
	if (x->gap_count)
		text_format(out, "without certificate: %s%s\n", text_get(&x->why),
		            x->gap_count > 1 ? " (and more, see the manifest)" : "");
	int code = write_manifest(x, file, answer);
	if (x->is_unwritten && code == EXIT_GOOD) code = report_not_written(x->cli, x->folder);
	text_clear(&x->why);
	text_clear(&x->own);
	return x->is_wrong ? EXIT_INTERNAL : code;
}
