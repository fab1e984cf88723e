"""Asking bounce, and reading the values in its answers."""

from __future__ import annotations

import json
import re
import subprocess
from typing import Any, Iterator

from term import Elem, Rec, Type
from values import from_list

TOKEN = re.compile(r"\s*(\|->|\.\.|-?\d+|[A-Za-z_][\w.]*|[{}()\[\],:])")


class Broken(Exception):
    """bounce did not answer as it should: a crash, an error message, no JSON."""


def run(program: str, args: list[str], text: str | None = None, wait: float = 120) -> str:
    try:
        done = subprocess.run([program, *args], input=text, capture_output=True, text=True, timeout=wait)
    except subprocess.TimeoutExpired as e:
        raise Broken(f"no answer after {wait} s") from e
    if done.returncode not in (0, 5, 10):
        raise Broken(f"exit code {done.returncode}: {(done.stderr or done.stdout)[:600]} of {' '.join(args)}")
    return done.stdout


def run_any(program: str, args: list[str], text: str, wait: float) -> str:
    """As run, but an error in one of many inputs is an answer, too."""
    try:
        done = subprocess.run([program, *args], input=text, capture_output=True, text=True, timeout=wait)
    except subprocess.TimeoutExpired as e:
        raise Broken(f"no answer after {wait} s") from e
    if done.returncode not in (0, 1, 5, 10):
        raise Broken(f"exit code {done.returncode}: {done.stderr[:600]}")
    return done.stdout


def ask(program: str, args: list[str], text: str | None = None, wait: float = 120) -> dict[str, Any]:
    output = run(program, [*args, "--json"], text, wait)
    try:
        return json.loads(output)
    except json.JSONDecodeError as e:
        raise Broken(f"no JSON: {output[:300]}") from e


class Reader:
    """A value that bounce prints: numbers, elements, sets, pairs, sequences, records."""

    def __init__(self, text: str) -> None:
        self.tokens = TOKEN.findall(text) + [""]
        self.at = 0

    def take(self, token: str) -> bool:
        found = self.tokens[self.at] == token
        self.at += found
        return found

    def items(self, end: str) -> Iterator[Any]:
        while not self.take(end):
            yield self.pairs()
            self.take(",")

    def pairs(self) -> Any:
        value = self.range()
        while self.take("|->"):
            value = ("pair", value, self.range())
        return value

    def range(self) -> Any:
        value = self.one()
        return ("range", value, self.one()) if self.take("..") else value

    def one(self) -> Any:
        if self.take("("):
            value = self.pairs()
            self.take(")")
            return value
        for kind, end in (("{", "}"), ("[", "]")):
            if self.take(kind):
                return (kind, list(self.items(end)))
        self.at += 1
        token = self.tokens[self.at - 1]
        if token == "rec" and self.take("("):
            fields = []
            while not self.take(")"):
                name, self.at = self.tokens[self.at], self.at + 2
                fields.append((name, self.pairs()))
                self.take(",")
            return ("rec", fields)
        return token


def typed(tree: Any, t: Type) -> Any:
    if t == "Z":
        return int(tree)
    if t == "B":
        return {"TRUE": True, "FALSE": False}[tree]
    if t[0] == "G":
        return Elem(tree)
    kind = tree[0]
    if t[0] == "X" and kind == "pair":
        return (typed(tree[1], t[1]), typed(tree[2], t[2]))
    if t[0] == "R" and kind == "rec":
        return Rec(tuple(sorted((n, typed(v, dict(t[1])[n])) for n, v in tree[1])))
    if t[0] == "P" and kind == "range":
        return frozenset(range(int(tree[1]), int(tree[2]) + 1))
    if t[0] == "P" and kind == "[":
        return from_list(typed(v, t[1][2]) for v in tree[1])
    if t[0] == "P" and kind == "{":
        ranges = [v for v in tree[1] if v[0] == "range" and t[1] == "Z"]
        return frozenset(typed(v, t[1]) for v in tree[1] if v not in ranges).union(*[typed(v, t) for v in ranges])
    raise ValueError(tree)


def read_value(text: str, t: Type) -> Any:
    """The value; ValueError if it is none of ours (a set that is not listed)."""
    reader = Reader(text)
    try:
        tree = reader.pairs()
        if reader.tokens[reader.at] != "":
            raise ValueError(text)
        return typed(tree, t)
    except (IndexError, KeyError, TypeError) as e:
        raise ValueError(text) from e
