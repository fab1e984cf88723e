"""Abstract syntax of B: a node has an operator, arguments and a type; and how it is written as B text.

Types are 'Z' (integers), 'B' (BOOL), ('G', name) (a given set), ('P', t) (sets), ('X', a, b) (pairs),
('R', ((field, t), ...)) (records); predicates have the type 'pred', substitutions 'subst'.
Values are int, bool, Elem, pairs (tuples of two), Rec and frozenset.
"""

from __future__ import annotations

from typing import Any, Iterator, NamedTuple

Type = Any


class Elem(NamedTuple):
    """An element of a given set."""

    name: str


class Rec(NamedTuple):
    """A record: its fields in the order of their names."""

    fields: tuple[tuple[str, Any], ...]


class Node(NamedTuple):
    op: str
    args: tuple[Any, ...]
    type: Type


PRED, SUBST = "pred", "subst"


def flat_types(t: Type) -> Iterator[Type]:
    yield t
    if isinstance(t, tuple):
        for part in t[1:]:
            yield from flat_types(part)


def pow_of(t: Type) -> Type:
    return ("P", t)


def pair_of(a: Type, b: Type) -> Type:
    return ("X", a, b)


def rel_of(a: Type, b: Type) -> Type:
    return ("P", ("X", a, b))


def seq_of(t: Type) -> Type:
    return rel_of("Z", t)


def var(name: str, t: Type) -> Node:
    return Node("var", (name,), t)


def lit(value: Any, t: Type) -> Node:
    return Node("lit", (value,), t)


def pred(op: str, *args: Any) -> Node:
    return Node(op, args, PRED)


def conj(parts: list[Node]) -> Node:
    """One conjunction with many members; those of a member that is one itself are taken in."""
    flat: list[Node] = []
    for part in parts:
        flat.extend(part.args if part.op == "and" else [part])
    return flat[0] if len(flat) == 1 else Node("and", tuple(flat), PRED)


def kids(node: Node) -> Iterator[Node]:
    for arg in node.args:
        yield from kids_of_argument(arg)


def kids_of_argument(arg: Any) -> Iterator[Node]:
    if isinstance(arg, Node):
        yield arg
    elif type(arg) is tuple:
        for part in arg:
            yield from kids_of_argument(part)


def operators(node: Node) -> Iterator[str]:
    yield node.op
    for kid in kids(node):
        yield from operators(kid)


INFIX = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "mod": "mod", "pow": "**", "interval": "..",
    "union": "\\/", "inter": "/\\", "diff": "-", "prod": "*", "maplet": "|->", "comp": ";", "parallel": "||",
    "domres": "<|", "domsub": "<<|", "ranres": "|>", "ransub": "|>>", "override": "<+", "dprod": "><",
    "concat": "^", "take": "/|\\", "drop": "\\|/", "insert": "->", "append": "<-",
    "eq": "=", "neq": "/=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "in": ":", "notin": "/:",
    "subset": "<:", "notsubset": "/<:", "strict": "<<:", "or": "or", "imp": "=>", "iff": "<=>", "and": "&",
    "rels": "<->", "pfun": "+->", "tfun": "-->", "pinj": ">+>", "tinj": ">->", "psur": "+->>", "tsur": "-->>",
    "bij": ">->>",
}  # fmt: skip
CALL = {
    "card", "max", "min", "dom", "ran", "closure", "closure1", "iterate", "first", "last", "front", "tail", "rev",
    "size", "conc", "fnc", "rel", "POW", "POW1", "FIN", "FIN1", "seq", "seq1", "iseq", "perm", "bool", "not", "id",
    "prj1", "prj2",
}  # fmt: skip
BIND_PRED = {"forall": "!", "exists": "#"}
BIND_EXPR = {"sigma": "SIGMA", "product": "PI", "bigunion": "UNION", "biginter": "INTER", "lambda": "%"}


def show_value(value: Any, t: Type) -> str:
    if t == "Z":
        return str(value) if value >= 0 else f"({value})"
    if t == "B":
        return "TRUE" if value else "FALSE"
    if t[0] == "G":
        return value.name
    if t[0] == "X":
        return f"({show_value(value[0], t[1])} |-> {show_value(value[1], t[2])})"
    if t[0] == "R":
        return "rec(" + ", ".join(f"{n}: {show_value(dict(value.fields)[n], f)}" for n, f in t[1]) + ")"
    return "{" + ", ".join(sorted(show_value(v, t[1]) for v in value)) + "}"


def names_text(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else "(" + ", ".join(names) + ")"


def show_bound(node: Node) -> str:
    names, body = node.args[0], node.args[1]
    if node.op == "forall":
        return f"!{names_text(names)}.({show(body)} => {show(node.args[2])})"
    if node.op == "exists":
        return f"#{names_text(names)}.({show(body, True)})"
    if node.op == "compr":
        return "{" + ", ".join(names) + " | " + show(body, True) + "}"
    return f"{BIND_EXPR[node.op]}({', '.join(names)}).({show(body, True)} | {show(node.args[2])})"


def show(node: Node, top: bool = False) -> str:
    """B text, with all parentheses but the outermost ones if `top`."""
    op, args = node.op, node.args
    if op == "var":
        return args[0]
    if op == "lit":
        return show_value(args[0], node.type)
    if op in INFIX:
        inner = f" {INFIX[op]} ".join(show(a) for a in args)
        return inner if top and op not in ("comp", "parallel") else f"({inner})"
    if op in CALL:
        return f"{op}(" + ", ".join(show(a, True) for a in args) + ")"
    if op in BIND_PRED or op in BIND_EXPR or op == "compr":
        return show_bound(node)
    return SPECIAL[op](*args)


def show_if(condition: Node, yes: Node, no: Node) -> str:
    return f"(IF {show(condition, True)} THEN {show(yes, True)} ELSE {show(no, True)} END)"


SPECIAL = {
    "true": lambda: "1 = 1",
    "false": lambda: "1 = 2",
    "name": lambda name: name,  # a set with a name: NATURAL, BOOL, a given set
    "neg": lambda a: f"(-{show(a)})",
    "setext": lambda *a: "{" + ", ".join(show(k, True) for k in a) + "}",
    "seqext": lambda *a: "[" + ", ".join(show(k, True) for k in a) + "]",
    "inverse": lambda a: f"({show(a)}~)",
    "image": lambda r, s: f"{show(r)}[{show(s, True)}]",
    "apply": lambda f, x: f"{show(f)}({show(x, True)})",
    "gunion": lambda a: f"union({show(a, True)})",
    "ginter": lambda a: f"inter({show(a, True)})",
    "rec": lambda fields: "rec(" + ", ".join(f"{n}: {show(e)}" for n, e in fields) + ")",
    "struct": lambda fields: "struct(" + ", ".join(f"{n}: {show(e)}" for n, e in fields) + ")",
    "field": lambda e, n: f"{show(e)}'{n}",
    "if": show_if,
    "ifpred": show_if,
    "let": lambda n, e, b: f"(LET {n} BE {n} = {show(e, True)} IN {show(b, True)} END)",
    "letpred": lambda n, e, b: f"(LET {n} BE {n} = {show(e, True)} IN {show(b, True)} END)",
    "proj1": lambda a, b, e: f"prj1({show(a, True)}, {show(b, True)})({show(e, True)})",
    "proj2": lambda a, b, e: f"prj2({show(a, True)}, {show(b, True)})({show(e, True)})",
}
