/* Linked into the programs of make coverage: what a process has executed is also written down when it
 * ends by _exit or becomes another program. */
#include <unistd.h>

void __gcov_dump(void);
void __gcov_reset(void);

void __real__exit(int status) __attribute__((noreturn));
void __wrap__exit(int status) __attribute__((noreturn));
int __real_execv(const char *path, char *const words[]);
int __wrap_execv(const char *path, char *const words[]);

void __wrap__exit(int status)
{
	__gcov_dump();
	__real__exit(status);
}

int __wrap_execv(const char *path, char *const words[])
{
	__gcov_dump();
	__gcov_reset();
	return __real_execv(path, words);
}
