"""Substitutions: all outcomes of one in a state, and what goes wrong on the way.

An outcome is what is written: {name: value}. Faults are noted with the kind that bounce gives them; 'guard'
is an undefined guard of a SELECT, which enables nothing, and 'maybe' one that may not be noticed.
"""

from __future__ import annotations

from itertools import product
from typing import Any, Callable, Iterator

from meaning import Meaning
from term import SUBST, Node, conj, names_text, show
from values import Env, Undefined, Unsure, defined, override

Writes = dict[str, Any]
MOST_OUTCOMES = 400
ROUNDS = 50


class Wrong(Exception):
    """This path ends here: the fault is noted."""


class Execution:
    def __init__(self, meaning: Meaning, operations: dict[str, Any]) -> None:
        self.meaning, self.operations = meaning, operations
        self.faults: set[str] = set()

    def run(self, node: Node, env: Env) -> list[Writes]:
        """All outcomes, each once."""
        try:
            outcomes = list(getattr(self, "run_" + node.op)(node.args, env))
        except Undefined:
            self.faults.add("welldefined")
            return []
        if len(outcomes) > MOST_OUTCOMES:
            raise Unsure("many outcomes")
        return outcomes

    def run_skip(self, _: Any, __: Env) -> list[Writes]:
        return [{}]

    def run_assign(self, args: Any, env: Env) -> list[Writes]:
        names, exprs = args
        return [dict(zip(names, [self.meaning.value(e, env) for e in exprs]))]

    def run_place(self, args: Any, env: Env) -> list[Writes]:
        name, index, expr = args
        pair = (self.meaning.value(index, env), self.meaning.value(expr, env))
        return [{name: override(env[name], frozenset([pair]))}]

    def run_element(self, args: Any, env: Env) -> list[Writes]:
        name, s = args
        return [{name: v} for v in self.meaning.value(s, env)]

    def run_such(self, args: Any, env: Env) -> list[Writes]:
        name, body = args
        outcomes = []
        for case, verdict in self.meaning.cases((name,), body, env):
            if verdict is None:
                raise Unsure("x : (P) with P undefined")
            outcomes.append({name: case[name]})
        return outcomes

    def run_seq(self, args: Any, env: Env) -> list[Writes]:
        outcomes: list[Writes] = [{}]
        for part in args:
            outcomes = [{**w, **v} for w in outcomes for v in self.run(part, {**env, **w})]
        return outcomes

    def run_par(self, args: Any, env: Env) -> list[Writes]:
        lists, faults = [], []
        before = self.faults
        for part in args:
            self.faults = set()
            lists.append(self.run(part, env))
            faults.append(self.faults)
        self.faults = before
        for i, own in enumerate(faults):
            others_run = all(l for j, l in enumerate(lists) if j != i)
            self.faults |= own if others_run or not own else {"maybe"}  # beside what cannot be executed
        return [merge(parts) for parts in product(*lists)]

    def run_choice(self, args: Any, env: Env) -> list[Writes]:
        return [w for part in args for w in self.run(part, env)]

    def run_select(self, args: Any, env: Env) -> list[Writes]:
        branches, otherwise = args
        outcomes, none = [], True
        for guard, body in branches:
            verdict = self.meaning.truth(guard, env)
            if verdict is None:
                self.faults.add("guard")
            elif verdict:
                outcomes += self.run(body, env)
            none = none and verdict is False
        if none and otherwise is not None:
            outcomes += self.run(otherwise, env)
        return outcomes

    def run_if(self, args: Any, env: Env) -> list[Writes]:
        branches, otherwise = args
        for condition, body in branches:
            if self.meaning.holds(condition, env):
                return self.run(body, env)
        return self.run(otherwise, env) if otherwise is not None else [{}]

    def run_case(self, args: Any, env: Env) -> list[Writes]:
        expr, branches, otherwise = args
        value = self.meaning.value(expr, env)
        for literals, body in branches:
            if value in [l.args[0] for l in literals]:
                return self.run(body, env)
        return self.run(otherwise, env) if otherwise is not None else [{}]

    def run_any(self, args: Any, env: Env) -> list[Writes]:
        names, condition, body = args
        outcomes = []
        for case, verdict in self.meaning.cases(names, condition, env):
            if verdict is None:
                raise Unsure("ANY with an undefined condition")
            outcomes += without(names, self.run(body, case))
        return outcomes

    def run_letsub(self, args: Any, env: Env) -> list[Writes]:
        name, expr, body = args
        try:
            value = self.meaning.value(expr, env)
        except Undefined:  # as of ANY x WHERE x = E
            self.faults.add("guard")
            return []
        return without((name,), self.run(body, {**env, name: value}))

    def run_var(self, args: Any, env: Env) -> list[Writes]:
        name, body = args
        return without((name,), self.run(body, env))

    def run_pre(self, args: Any, env: Env) -> list[Writes]:
        return self.demand("precondition", args, env)

    def run_assert(self, args: Any, env: Env) -> list[Writes]:
        return self.demand("assert", args, env)

    def demand(self, kind: str, args: Any, env: Env) -> list[Writes]:
        if self.meaning.holds(args[0], env):
            return self.run(args[1], env)
        self.faults.add(kind)
        return []

    def run_while(self, args: Any, env: Env) -> list[Writes]:
        condition, body, invariant, variant = args
        running: list[Writes] = [{}]
        ended: list[Writes] = []
        for _ in range(ROUNDS):
            following = []
            for w in running:
                here = {**env, **w}
                if not self.meaning.holds(invariant, here) or self.meaning.value(variant, here) < 0:
                    raise Unsure("a loop that is wrong")
                if self.meaning.holds(condition, here):
                    following += [{**w, **v} for v in self.run(body, here)]
                else:
                    ended.append(w)
            running = following
            if not running:
                return ended
        raise Unsure("a long loop")

    def run_call(self, args: Any, env: Env) -> list[Writes]:
        results, name, arguments = args
        operation = self.operations[name]
        values = [self.meaning.value(a, env) for a in arguments]
        inner = {**env, **dict(zip([n for n, _ in operation.parameters], values))}
        if operation.pre:
            verdict = self.meaning.truth(conj(operation.pre), inner)
            if verdict is None:
                raise Unsure("undefined precondition of a called operation")
            if not verdict:
                self.faults.add("precondition")
                return []
        own = dict(zip([n for n, _ in operation.results], results))
        return [{own.get(n, n): v for n, v in w.items()} for w in self.run(operation.body, inner)]


def merge(parts: tuple[Writes, ...]) -> Writes:
    result: Writes = {}
    for part in parts:
        if result.keys() & part.keys():
            raise Unsure("two parts write the same variable")
        result.update(part)
    return result


def without(names: tuple[str, ...], outcomes: list[Writes]) -> list[Writes]:
    return [{n: v for n, v in w.items() if n not in names} for w in outcomes]


# ---- text --------------------------------------------------------------------------------------


def block(node: Node) -> str:
    return f"BEGIN {write(node)} END" if node.op in ("par", "seq") else write(node)


def write(node: Node) -> str:
    return WRITE[node.op](*node.args)


def branches_text(words: tuple[str, str], branches: Any, otherwise: Node | None) -> str:
    texts = [f"{words[i > 0]} {show(g, True)} THEN {write(b)}" for i, (g, b) in enumerate(branches)]
    return " ".join(texts) + (f" ELSE {write(otherwise)}" if otherwise is not None else "") + " END"


def case_text(expr: Node, branches: Any, otherwise: Node | None) -> str:
    texts = []
    for i, (literals, body) in enumerate(branches):
        texts.append(f"{'OR' if i else 'EITHER'} {', '.join(show(l) for l in literals)} THEN {write(body)}")
    tail = f" ELSE {write(otherwise)}" if otherwise is not None else ""
    return f"CASE {show(expr, True)} OF {' '.join(texts)}{tail} END END"


def call_text(results: Any, name: str, arguments: Any) -> str:
    left = ", ".join(results) + " <-- " if results else ""
    return left + name + (f"({', '.join(show(a, True) for a in arguments)})" if arguments else "")


WRITE: dict[str, Callable[..., str]] = {
    "skip": lambda: "skip",
    "assign": lambda names, exprs: f"{', '.join(names)} := {', '.join(show(e) for e in exprs)}",
    "place": lambda name, index, expr: f"{name}({show(index, True)}) := {show(expr, True)}",
    "element": lambda name, s: f"{name} :: {show(s)}",
    "such": lambda name, body: f"{name} : ({show(body, True)})",
    "seq": lambda *parts: " ; ".join(block(p) for p in parts),
    "par": lambda *parts: " || ".join(block(p) for p in parts),
    "choice": lambda *parts: "CHOICE " + " OR ".join(write(p) for p in parts) + " END",
    "select": lambda branches, otherwise: branches_text(("SELECT", "WHEN"), branches, otherwise),
    "if": lambda branches, otherwise: branches_text(("IF", "ELSIF"), branches, otherwise),
    "case": case_text,
    "any": lambda names, p, body: f"ANY {', '.join(names)} WHERE {show(p, True)} THEN {write(body)} END",
    "letsub": lambda name, e, body: f"LET {name} BE {name} = {show(e, True)} IN {write(body)} END",
    "var": lambda name, body: f"VAR {name} IN {write(body)} END",
    "pre": lambda p, body: f"PRE {show(p, True)} THEN {write(body)} END",
    "assert": lambda p, body: f"ASSERT {show(p, True)} THEN {write(body)} END",
    "while": lambda c, body, i, v: f"WHILE {show(c, True)} DO {write(body)} INVARIANT {show(i, True)} VARIANT {show(v, True)} END",
    "call": call_text,
}


def sub(op: str, *args: Any) -> Node:
    return Node(op, args, SUBST)


def written(node: Node) -> Iterator[str]:
    """The names that a substitution may write (calls: their results only)."""
    op, args = node.op, node.args
    if op == "assign":
        yield from args[0]
    elif op in ("place", "element", "such"):
        yield args[0]
    elif op == "call":
        yield from args[0]
    for part in substitutions(args):
        yield from written(part)


def substitutions(arg: Any) -> Iterator[Node]:
    if isinstance(arg, Node):
        if arg.type == SUBST:
            yield arg
    elif type(arg) is tuple:
        for part in arg:
            yield from substitutions(part)
