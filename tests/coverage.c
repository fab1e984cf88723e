/* Linked into the programs of make coverage: what a process has executed is also written when it
 * ends by _exit, as the workers of disprove and the program that a signal ends do. */
#include <unistd.h>

void __gcov_dump(void);
void __real__exit(int status) __attribute__((noreturn));
void __wrap__exit(int status) __attribute__((noreturn));

void __wrap__exit(int status)
{
	__gcov_dump();
	__real__exit(status);
}
