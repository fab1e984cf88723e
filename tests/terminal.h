/* A pseudo terminal, for tests of what happens on one. */
#ifndef TESTS_TERMINAL_H
#define TESTS_TERMINAL_H

#include "base/base.h"

struct terminal {
	int ours;          /* what the program prints is read from here, keys are written to it */
	int kept;          /* the other end, else reading fails until somebody has opened it */
	const char *other; /* its name, for the program */
	char text[8000];   /* what came so far */
	size_t length;
};

/* False if there are none: a chroot may have no devpts. */
bool terminal_open(struct terminal *t);
void terminal_close(struct terminal *t);

/* Waits until the program has printed this, for at most a minute. */
bool terminal_shows(struct terminal *t, const char *text);

/* Waits until this comes behind what was waited for before, then types the keys. */
bool terminal_type(struct terminal *t, const char *after, const char *keys);

#endif
