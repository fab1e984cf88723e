"""What the comparisons count and find, and how a finding is made small."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Iterator

from term import Node, kids, lit


@dataclass
class Report:
    """Counts by kind of answer; contradictions are written to a folder."""

    folder: Path
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    contradictions: int = 0
    passed: int = 0

    def count(self, suite: str, answer: str) -> None:
        self.counts[suite, answer] += 1
        self.passed += 1

    def contradiction(self, suite: str, seed: int, message: str, files: dict[str, str]) -> None:
        self.contradictions += 1
        self.counts[suite, "CONTRADICTION"] += 1
        place = self.folder / f"{suite}-{seed}"
        place.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (place / name).write_text(text)
        (place / "what.txt").write_text(message + "\n")
        print(f"{suite} seed {seed}: {message}\n    see {place}", flush=True)
        for name, text in files.items():
            print(f"--- {name}\n{text.rstrip()}", flush=True)

    def table(self) -> str:
        lines = []
        for suite in sorted({s for s, _ in self.counts}):
            answers = ", ".join(f"{a} {n}" for (s, a), n in sorted(self.counts.items()) if s == suite)
            lines.append(f"{suite:12} {answers}")
        return "\n".join(lines)


Test = Callable[[list[Node]], bool]


def shrink(parts: list[Node], still: Test, simple: Callable[[Any], Any] | None = None, tries: int = 400) -> list[Node]:
    """Smaller trees of which `still` is true: fewer parts, then smaller ones."""
    budget = [tries]

    def ok(candidate: list[Node]) -> bool:
        if budget[0] <= 0:
            return False
        budget[0] -= 1
        try:
            return still(candidate)
        except Exception:  # what cannot be evaluated or asked is no smaller example
            return False

    progress = True
    while progress and budget[0] > 0:
        progress = False
        for candidate in smaller_lists(parts, simple):
            if ok(candidate):
                parts, progress = candidate, True
                break
    return parts


def smaller_lists(parts: list[Node], simple: Callable[[Any], Any] | None) -> Iterator[list[Node]]:
    for i in range(len(parts)):
        if len(parts) > 1:
            yield parts[:i] + parts[i + 1 :]
    for i, part in enumerate(parts):
        for smaller in smaller_nodes(part, simple):
            yield parts[:i] + [smaller] + parts[i + 1 :]


def below(node: Node) -> Iterator[Node]:
    for kid in kids(node):
        yield kid
        yield from below(kid)


def smaller_nodes(node: Node, simple: Callable[[Any], Any] | None) -> Iterator[Node]:
    """The node with one part of it replaced by something smaller of the same type."""
    size = sum(1 for _ in below(node))
    for inner in below(node):
        if inner.type == node.type:
            yield inner
    if simple is not None and size > 0:
        value = simple(node)
        if value is not None:
            yield value
    if node.op in ("and", "or", "parallel_subst", "seq_subst", "setext") and len(node.args) > 1:
        for i in range(len(node.args)):
            yield node._replace(args=node.args[:i] + node.args[i + 1 :])
    for i, arg in enumerate(node.args):
        for new in smaller_arguments(arg, simple):
            yield node._replace(args=node.args[:i] + (new,) + node.args[i + 1 :])


def smaller_arguments(arg: Any, simple: Callable[[Any], Any] | None) -> Iterator[Any]:
    if isinstance(arg, Node):
        yield from smaller_nodes(arg, simple)
    elif type(arg) is tuple:
        for i, part in enumerate(arg):
            for new in smaller_arguments(part, simple):
                yield arg[:i] + (new,) + arg[i + 1 :]


def literal(value: Any, node: Node) -> Node:
    return lit(value, node.type)
