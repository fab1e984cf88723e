/* Words that may have been meant by another one. */
#include "syntax/inside.h"

#include <ctype.h>

bool similar_but_case(const char *a, const char *b)
{
	while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) a++, b++;
	return !*a && !*b;
}

bool similar_by_letter(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);
	if (n < 3 || m < 3) return false;
	while (*a && *a == *b) a++, b++;
	if (n > m) return strcmp(a + 1, b) == 0;
	if (n < m) return strcmp(a, b + 1) == 0;
	bool swapped = a[0] == b[1] && a[1] == b[0] && a[0];
	return strcmp(a + 1, b + 1) == 0 || (swapped && strcmp(a + 2, b + 2) == 0);
}
