/* Graphs: as texts for Graphviz, or drawn by its program dot, which need not be there. */
#include "cli/cli.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

static bool write_all(int fd, const char *text, size_t count)
{
	while (count > 0) {
		ssize_t n = write(fd, text, count);
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) return false;
		text += n;
		count -= (size_t)n;
	}
	return true;
}

/* Exit code of dot, 127 if it is not there, -1 if it could not be started. */
static int draw(const struct text *graph, const char *path)
{
	int ends[2], status;
	if (pipe(ends) != 0) return -1;
	pid_t child = fork();
	if (child == 0) {
		dup2(ends[0], STDIN_FILENO);
		close(ends[0]);
		close(ends[1]);
		execlp("dot", "dot", "-Tsvg", "-o", path, (char *)NULL);
		_exit(127);
	}
	close(ends[0]);
	bool ok = child > 0 && write_all(ends[1], text_get(graph), graph->count);
	close(ends[1]);
	if (child < 0) return -1;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR) return -1;
	if (!WIFEXITED(status)) return -1;
	return WEXITSTATUS(status) == 0 && !ok ? -1 : WEXITSTATUS(status);
}

int graphviz_svg(struct cli *c, const char *path, const struct text *graph)
{
	int code = draw(graph, path);
	if (code == 0) return EXIT_GOOD;
	if (code == 127)
		report_error(
		    c,
		    "bounce: error: no picture in '%s': the program 'dot' is not there (Debian's package "
		    "graphviz has it; --dot writes the graph as a text)\n",
		    path);
	else report_error(c, "bounce: error: no picture in '%s': the program 'dot' failed\n", path);
	return EXIT_INCONCLUSIVE;
}

int graphviz_write(struct cli *c, const struct text *graph)
{
	int code = EXIT_GOOD;
	if (c->options.dot) code = report_file(c, c->options.dot, graph);
	if (c->options.svg && code == EXIT_GOOD) code = graphviz_svg(c, c->options.svg, graph);
	return code;
}
