/* Programs that solve/ runs: found, missing, broken, hanging; and proofs that are checked. */
#include "tests/greatest.h"

#include "solve/solve.h"
#include "tests/solve/pigeons.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static _Atomic int stop_flag;

static struct solver *open_solver(enum solver_kind kind)
{
	return solver_open(
	    &(struct solver_options){.kind = kind, .keeps_clauses = true, .interrupt = &stop_flag});
}

/* ---- scripts in place of kissat and drat-trim ------------------------------------------------------ */

static char directory[] = "/tmp/bounce-test-XXXXXX";

static const char *path_of(const char *file)
{
	static char path[64];
	snprintf(path, sizeof path, "%s/%s", directory, file);
	return path;
}

/* A script of this name, which stands for the program until the end of the test. */
static void play(const char *variable, const char *file, const char *script)
{
	FILE *out = fopen(path_of(file), "w");
	if (out) {
		fprintf(out, "%s", script);
		fclose(out);
		chmod(path_of(file), 0755);
		setenv(variable, path_of(file), 1);
	}
}

static void forget(void *data)
{
	(void)data;
	unsetenv("BOUNCE_KISSAT");
	unsetenv("BOUNCE_DRAT_TRIM");
	unsetenv("TMPDIR");
	stop_flag = 0;
}

static int count_files(void)
{
	DIR *d = opendir(directory);
	int count = 0;
	while (d && readdir(d)) count++;
	if (d) closedir(d);
	return count - 2;
}

/* ---- kissat that is not there ------------------------------------------------------------------------ */

TEST missing(void)
{
	struct text why = {0};
	setenv("BOUNCE_KISSAT", "/nowhere/kissat", 1);
	ASSERT_FALSE(solver_is_available(SOLVER_KISSAT, &why));
	ASSERT_STR_EQ("BOUNCE_KISSAT is '/nowhere/kissat', and that is not a program that can be run "
	              "(No such file or directory)",
	              text_get(&why));
	ASSERT_FALSE(solver_is_available(SOLVER_KISSAT, NULL));
	ASSERT_EQ(NULL, open_solver(SOLVER_KISSAT));
	text_clear(&why);

	struct solver *s = open_solver(SOLVER_PICOSAT);
	ASSERT_EQ(CERTIFICATE_IMPOSSIBLE, solver_certify(s, NULL, 0, NULL, &why));
	ASSERT(strstr(text_get(&why), "BOUNCE_KISSAT"));
	text_clear(&why);
	solver_close(s);

	setenv("BOUNCE_KISSAT", "/tmp", 1);
	ASSERT_FALSE(solver_is_available(SOLVER_KISSAT, &why));
	setenv("BOUNCE_KISSAT", "no-such-program", 1);
	ASSERT_FALSE(solver_is_available(SOLVER_KISSAT, &why));
	setenv("BOUNCE_KISSAT", "cat", 1); /* on PATH */
	ASSERT(solver_is_available(SOLVER_KISSAT, &why));
	text_clear(&why);
	PASS();
}

/* ---- bad kissats --------------------------------------------------------------------------------------- */

struct row {
	const char *script;
	enum solver_answer answer;
	const char *failure; /* part of it, or NULL */
};

static const struct row rows[] = {
    {"#!/bin/sh\ncat >/dev/null; echo 's UNSATISFIABLE'; exit 20", SOLVER_UNSATISFIABLE, NULL},
    {"#!/bin/sh\ncat >/dev/null; printf 's SATISFIABLE\\nv 1\\nv -2 99999 0\\n'; exit 10",
     SOLVER_SATISFIABLE, NULL},
    /* takes nothing of its input */
    {"#!/bin/sh\nexec <&-; echo 's UNSATISFIABLE'; exit 20", SOLVER_UNSATISFIABLE, NULL},
    {"#!/bin/sh\necho 's UNSATISFIABLE'; exit 20", SOLVER_UNSATISFIABLE, NULL},
    /* leaves somebody who holds the pipe */
    {"#!/bin/sh\nsleep 50 & echo 's UNSATISFIABLE'; exit 20", SOLVER_UNSATISFIABLE, NULL},
    /* closes its output long before its end */
    {"#!/bin/sh\necho 's UNSATISFIABLE'; exec >&- 2>&-; sleep 0.1; exit 20", SOLVER_UNSATISFIABLE,
     NULL},
    /* sees that SIGPIPE is ignored or SIGCHLD blocked, as they are in bounce */
    {"#!/usr/bin/awk -f\nBEGIN { while ((getline line < \"/proc/self/status\") > 0)"
     " if (line ~ /SigIgn:.*[13579bdf]...$|SigBlk:.*[13579bdf]....$/) exit 1;"
     " print \"s UNSATISFIABLE\"; exit 20 }",
     SOLVER_UNSATISFIABLE, NULL},
    {"#!/bin/sh\nexit 20", SOLVER_UNKNOWN, "exit code 20"},
    {"#!/bin/sh\necho 's UNSATISFIABLE'; exit 10", SOLVER_UNKNOWN, "exit code 10"},
    {"#!/bin/sh\nprintf 's SATISFIABLE\\nv 1 -2'; exit 10", SOLVER_UNKNOWN,
     "without a complete model"},
    {"#!/bin/sh\nexit 0", SOLVER_UNKNOWN, "gave up"},
    {"#!/bin/sh\necho '-Werror'; echo 'kissat: parse error: x' >&2; exit 1", SOLVER_UNKNOWN,
     "exit code 1: kissat: parse error: x"},
    {"#!/bin/sh\nkill -SEGV $$", SOLVER_UNKNOWN, "signal 11"},
    {"#!/bin/sh\nexec yes", SOLVER_UNKNOWN, "wrote more than it should"},
    {"not a script", SOLVER_UNKNOWN, "cannot be run: Exec format error"},
    {"#!/nowhere\n", SOLVER_UNKNOWN, "cannot be run: No such file or directory"},
};

TEST strange(const struct row *row)
{
	play("BOUNCE_KISSAT", "kissat", row->script);
	sigset_t child, old;
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, &old);
	struct solver *s = open_solver(SOLVER_KISSAT);
	ASSERT(s);
	for (int i = 1; i <= 100000; i++) solver_clause(s, (const int[]){i, i + 1, -i - 2}, 3);
	double started = now();
	ASSERT_EQ_FMTm(row->script, row->answer, solver_solve(s, NULL), "%d");
	ASSERTm(row->script, now() - started < 30);
	if (!row->failure) ASSERT_EQm(row->script, NULL, solver_failure(s));
	else ASSERTm(solver_failure(s), solver_failure(s) && strstr(solver_failure(s), row->failure));
	if (row->answer == SOLVER_SATISFIABLE)
		ASSERT(solver_value(s, 1) && !solver_value(s, 2) && solver_value(s, 99999));
	ASSERT_FALSE(has_children());
	solver_close(s);
	sigprocmask(SIG_SETMASK, &old, NULL);
	PASS();
}

static bool wait_for(const char *file)
{
	for (int i = 0; i < 500 && access(file, F_OK) != 0; i++) usleep(10000);
	return access(file, F_OK) == 0;
}

static bool is_gone(pid_t pid)
{
	for (int i = 0; i < 500; i++) {
		if (kill(pid, 0) != 0 && errno == ESRCH) return true;
		char status[64], state = 0; /* a zombie that nobody waits for is gone, too */
		snprintf(status, sizeof status, "/proc/%d/stat", (int)pid);
		FILE *f = fopen(status, "r");
		bool dead = f && fscanf(f, "%*d (%*[^)]) %c", &state) == 1 && state == 'Z';
		if (f) fclose(f);
		if (dead) return true;
		usleep(10000);
	}
	return false;
}

/* A script that writes its process number, or that of what it starts, and stays. */
static void play_slow(const char *rest)
{
	char script[300], file[64];
	snprintf(file, sizeof file, "%s", path_of("pid"));
	snprintf(script, sizeof script, "#!/bin/sh\nnote() { echo $1 >%s.new; mv %s.new %s; }\n%s",
	         file, file, file, rest);
	play("BOUNCE_KISSAT", "kissat", script);
}

static int read_noted(void)
{
	int pid = 0;
	FILE *f = fopen(path_of("pid"), "r");
	if (f && fscanf(f, "%d", &pid) != 1) pid = 0;
	if (f) fclose(f);
	unlink(path_of("pid"));
	return pid;
}

/* It neither reads nor ends. */
TEST hanging(void)
{
	play_slow("sleep 50 & note $!; wait; exit 20");
	struct solver *s = open_solver(SOLVER_KISSAT);
	ASSERT(s);
	for (int i = 1; i <= 100000; i++) solver_clause(s, (const int[]){i, i + 1, -i - 2}, 3);
	double started = now();
	ASSERT_EQ(SOLVER_UNKNOWN,
	          solver_solve(s, &(struct solver_limits){.seconds = 1, .conflicts = 0}));
	ASSERT(now() - started > 0.99 && now() - started < 30);
	ASSERT_EQ(NULL, solver_failure(s));
	ASSERT_FALSE(has_children());
	int pid = read_noted();
	ASSERT(pid && is_gone(pid));
	solver_close(s);
	PASS();
}

/* Who is killed cannot clean up. */
TEST killed_with_its_owner(void)
{
	play_slow("note $$; exec sleep 50");
	pid_t owner = fork();
	if (owner == 0) {
		struct solver *s = open_solver(SOLVER_KISSAT);
		if (s) solver_solve(s, NULL);
		_exit(0);
	}
	bool started = wait_for(path_of("pid"));
	kill(owner, SIGKILL);
	waitpid(owner, NULL, 0);
	int pid = read_noted();
	ASSERT(started && pid && is_gone(pid));
	PASS();
}

/* ---- certificates ---------------------------------------------------------------------------------------- */

static bool can_certify(void)
{
	struct text why = {0};
	struct solver *s = open_solver(SOLVER_PICOSAT);
	solver_certify(s, NULL, 0, NULL, &why);
	bool can = !strstr(text_get(&why), "is not installed");
	text_clear(&why);
	solver_close(s);
	return can;
}

/* Certifies in our directory, where nothing must be left. */
static bool certify(struct solver *s, const int *assumptions, uint32_t count,
                    const struct solver_limits *limits, enum certificate expected, const char *part)
{
	struct text why = {0};
	setenv("TMPDIR", directory, 1);
	int before = count_files();
	enum certificate result = solver_certify(s, assumptions, count, limits, &why);
	bool good = result == expected && strstr(text_get(&why), part) && count_files() == before &&
	            !has_children();
	if (!good) printf("certificate %d: %s\n", result, text_get(&why));
	text_clear(&why);
	return good;
}

TEST proofs(void)
{
	if (!can_certify()) SKIPm("not installed");
	struct solver *s = open_solver(SOLVER_CADICAL);
	add_pigeons(s, EASY);
	ASSERT_EQ(SOLVER_UNSATISFIABLE, solver_solve(s, NULL));
	ASSERT(certify(s, NULL, 0, NULL, CERTIFIED, "verified kissat's proof of"));
	ASSERT(certify(s, NULL, 0, &(struct solver_limits){.seconds = 60, .conflicts = 100000},
	               CERTIFIED, "verified"));
	solver_close(s);
	PASS();
}

TEST proofs_of_assumptions(void)
{
	if (!can_certify()) SKIPm("not installed");
	struct solver *s = open_solver(SOLVER_KISSAT);
	ASSERT(certify(s, NULL, 0, NULL, CERTIFICATE_FAILED, "satisfiable"));
	for (int i = 1; i < 10; i++) solver_clause(s, (const int[]){-i, i + 1}, 2);
	ASSERT(certify(s, NULL, 0, NULL, CERTIFICATE_FAILED, "satisfiable"));
	ASSERT(certify(s, (const int[]){1, -9}, 2, NULL, CERTIFIED, "verified"));
	ASSERT(certify(s, (const int[]){1, 9}, 2, NULL, CERTIFICATE_FAILED, "satisfiable"));
	solver_close(s);
	PASS();
}

TEST trivial_proofs(void)
{
	if (!can_certify()) SKIPm("not installed");
	struct solver *s = open_solver(SOLVER_PICOSAT);
	ASSERT(certify(s, (const int[]){7, -7}, 2, NULL, CERTIFIED, "verified")); /* never seen */
	ASSERT(certify(s, (const int[]){1}, 1, NULL, CERTIFICATE_FAILED, "satisfiable"));
	solver_clause(s, (const int[]){1, 1, 2}, 3);
	solver_clause(s, (const int[]){1, -1}, 2);
	solver_clause(s, (const int[]){-2, -2}, 2);
	ASSERT(certify(s, (const int[]){-1}, 1, NULL, CERTIFIED, "verified"));
	solver_clause(s, NULL, 0);
	ASSERT(certify(s, NULL, 0, NULL, CERTIFIED, "verified"));
	solver_close(s);
	s = open_solver(SOLVER_PICOSAT);
	solver_clause(s, NULL, 0); /* and there is no variable at all */
	ASSERT(certify(s, NULL, 0, NULL, CERTIFIED, "verified"));
	solver_close(s);
	PASS();
}

static void on_alarm(int number)
{
	(void)number;
	stop_flag = 1;
}

TEST certify_limits(void)
{
	if (!can_certify()) SKIPm("not installed");
	struct solver *s = open_solver(SOLVER_PICOSAT);
	add_pigeons(s, HARD);
	ASSERT(certify(s, NULL, 0, &(struct solver_limits){.seconds = 0.2, .conflicts = 0},
	               CERTIFICATE_IMPOSSIBLE, "kissat did not finish: the time limit was reached"));
	ASSERT(certify(s, NULL, 0, &(struct solver_limits){.seconds = 0, .conflicts = 10},
	               CERTIFICATE_IMPOSSIBLE, "kissat did not find a proof within its limit"));
	signal(SIGALRM, on_alarm);
	setitimer(ITIMER_REAL, &(struct itimerval){.it_value.tv_usec = 100000}, NULL);
	ASSERT(certify(s, NULL, 0, NULL, CERTIFICATE_IMPOSSIBLE,
	               "kissat did not finish: it was interrupted"));
	stop_flag = 0;
	play("BOUNCE_DRAT_TRIM", "drat-trim", "#!/bin/sh\nsleep 50; echo 's VERIFIED'");
	solver_clause(s, NULL, 0);
	ASSERT(certify(s, NULL, 0, &(struct solver_limits){.seconds = 1, .conflicts = 0},
	               CERTIFICATE_IMPOSSIBLE, "drat-trim did not finish: the time limit was reached"));
	solver_close(s);
	PASS();
}

/* A kissat that lies is found out, and so is a drat-trim that does not say yes. */
TEST lies(void)
{
	if (!can_certify()) SKIPm("not installed");
	struct solver *s = open_solver(SOLVER_PICOSAT);
	add_pigeons(s, EASY);
	solver_clause(s, (const int[]){1, 2, 100}, 3);
	play("BOUNCE_KISSAT", "kissat", "#!/bin/sh\necho 's UNSATISFIABLE'; exit 20");
	ASSERT(certify(s, NULL, 0, NULL, CERTIFICATE_FAILED, "drat-trim does not accept"));
	play("BOUNCE_KISSAT", "kissat",
	     "#!/bin/sh\nprintf 'a\\0' >$3; echo 's UNSATISFIABLE'; exit 20");
	ASSERT(certify(s, NULL, 0, NULL, CERTIFICATE_FAILED, "drat-trim does not accept"));
	play("BOUNCE_KISSAT", "kissat", "#!/bin/sh\nexit 1");
	ASSERT(certify(s, NULL, 0, NULL, CERTIFICATE_IMPOSSIBLE, "kissat ended with exit code 1"));
	unsetenv("BOUNCE_KISSAT");
	play("BOUNCE_DRAT_TRIM", "drat-trim", "#!/bin/sh\necho 's NOT VERIFIED'");
	ASSERT(certify(s, NULL, 0, NULL, CERTIFICATE_FAILED, "drat-trim does not accept"));
	play("BOUNCE_DRAT_TRIM", "drat-trim", "#!/bin/sh\nkill -9 $$");
	ASSERT(certify(s, NULL, 0, NULL, CERTIFICATE_IMPOSSIBLE, "signal 9"));
	setenv("BOUNCE_DRAT_TRIM", "/nowhere/drat-trim", 1);
	ASSERT(certify(s, NULL, 0, NULL, CERTIFICATE_IMPOSSIBLE, "BOUNCE_DRAT_TRIM"));
	solver_close(s);
	PASS();
}

/* Files have no names for longer than it takes to open them, for we may be killed any time. */
TEST nameless_files(void)
{
	if (!can_certify()) SKIPm("not installed");
	struct solver *s = open_solver(SOLVER_PICOSAT);
	play("BOUNCE_KISSAT", "kissat",
	     "#!/bin/sh\ntest -s $2 || exit 1; echo 'c opened and reading'\n"
	     "i=0; while test -e $2; do sleep 0.1; i=$((i+1)); test $i -lt 50 || exit 2; done\n"
	     "echo 's SATISFIABLE'; exit 10");
	ASSERT(certify(s, NULL, 0, NULL, CERTIFICATE_FAILED, "satisfiable"));
	solver_close(s);
	PASS();
}

TEST no_place_for_files(void)
{
	if (!can_certify()) SKIPm("not installed");
	struct text why = {0};
	struct solver *s = open_solver(SOLVER_PICOSAT);
	setenv("TMPDIR", "/nowhere", 1);
	ASSERT_EQ(CERTIFICATE_IMPOSSIBLE, solver_certify(s, NULL, 0, NULL, &why));
	ASSERT_STR_EQ("no temporary file can be made in '/nowhere': No such file or directory",
	              text_get(&why));
	text_clear(&why);
	solver_close(s);
	PASS();
}

/* ------------------------------------------------------------------------------------------------------------ */

SUITE(programs)
{
	GREATEST_SET_TEARDOWN_CB(forget, NULL);
	RUN_TEST(missing);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) RUN_TEST1(strange, &rows[i]);
	RUN_TEST(hanging);
	RUN_TEST(killed_with_its_owner);
}

SUITE(certificates)
{
	GREATEST_SET_TEARDOWN_CB(forget, NULL);
	RUN_TEST(proofs);
	RUN_TEST(proofs_of_assumptions);
	RUN_TEST(trivial_proofs);
	RUN_TEST(certify_limits);
	RUN_TEST(lies);
	RUN_TEST(nameless_files);
	RUN_TEST(no_place_for_files);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
	GREATEST_MAIN_BEGIN();
	signal(SIGPIPE, SIG_IGN);
	if (!mkdtemp(directory)) return EXIT_FAILURE;
	forget(NULL);
	RUN_SUITE(programs);
	RUN_SUITE(certificates);
	unlink(path_of("kissat"));
	unlink(path_of("drat-trim"));
	rmdir(directory);
	GREATEST_MAIN_END();
}
