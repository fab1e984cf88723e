#include "tests/terminal.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

bool terminal_open(struct terminal *t)
{
	*t = (struct terminal){.kept = -1};
	t->ours = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
	if (t->ours < 0) return false;
	if (grantpt(t->ours) == 0 && unlockpt(t->ours) == 0) t->other = ptsname(t->ours);
	if (t->other) t->kept = open(t->other, O_RDWR | O_NOCTTY);
	if (t->kept < 0) close(t->ours);
	return t->kept >= 0;
}

void terminal_close(struct terminal *t)
{
	close(t->kept);
	close(t->ours);
}

static void read_more(struct terminal *t)
{
	size_t room = sizeof t->text - 1 - t->length;
	ssize_t got = room > 0 ? read(t->ours, t->text + t->length, room) : 0;
	if (got > 0) t->length += (size_t)got;
	t->text[t->length] = 0;
}

bool terminal_shows(struct terminal *t, const char *text)
{
	struct timespec nap = {0, 5000000};
	for (uint32_t i = 0; i < 60 * 200; i++) {
		read_more(t);
		if (strstr(t->text, text)) return true;
		nanosleep(&nap, NULL);
	}
	return false;
}

bool terminal_type(struct terminal *t, const char *after, const char *keys)
{
	if (!terminal_shows(t, after)) return false;
	const char *rest = strstr(t->text, after) + strlen(after);
	t->length -= (size_t)(rest - t->text);
	memmove(t->text, rest, t->length + 1);
	return write(t->ours, keys, strlen(keys)) == (ssize_t)strlen(keys);
}
