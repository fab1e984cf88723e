/* What all readers of YAML need before libyaml makes a document of a text. */
#ifndef BASE_YAML_H
#define BASE_YAML_H

#include "base/base.h"

/* libyaml takes a time that grows with the square of the nesting, and of the number of anchors. A text that has too much
 * of it: says what is wrong with it and where, in characters. False if all is well, or if it is no YAML at all. */
bool yaml_is_excessive(const char *text, size_t length, const char **what, size_t *where);

#endif
