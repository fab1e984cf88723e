/* A table of values, for tests of value/: begin and end are the setup of a suite. */
#ifndef TESTS_VALUE_VALUES_H
#define TESTS_VALUE_VALUES_H

#include "value/value.h"

static struct names names;
static struct values *s;

static inline void begin(void *data)
{
	(void)data;
	names_init(&names);
	s = values_open(&names);
}

static inline void end(void *data)
{
	(void)data;
	values_close(s);
	names_clear(&names);
}

#endif
