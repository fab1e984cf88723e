"""Facts by hand, from the B-Book and docs/LANGUAGE.md, about the interpreter itself."""

from __future__ import annotations

from typing import Any

import bounce
from machine import Machine, Operation, System, explore
from meaning import Meaning
from substitution import sub
from term import Elem, Node, Rec, Type, conj, lit, pair_of, pow_of, pred, rel_of, seq_of, show, var
from values import Undefined, World, from_list

WORLD = World({"E": ("e1", "e2")})
MEANING = Meaning(WORLD)
UNDEFINED = "undefined"


def z(n: int) -> Node:
    return lit(n, "Z")


def zset(*values: int) -> Node:
    return lit(frozenset(values), pow_of("Z"))


def zrel(*pairs: tuple[int, int]) -> Node:
    return lit(frozenset(pairs), rel_of("Z", "Z"))


def zseq(*values: int) -> Node:
    return lit(from_list(values), seq_of("Z"))


def ex(op: str, *args: Any, t: Type = "Z") -> Node:
    return Node(op, args, t)


R = rel_of("Z", "Z")
BODY = conj([pred("in", var("x", "Z"), ex("interval", z(0), z(3), t=pow_of("Z"))), pred("gt", var("x", "Z"), z(1))])
DIVIDE = ex("div", z(1), var("x", "Z"))
ANY_ORDER = conj([
    pred("in", var("x", "Z"), ex("interval", z(0), z(2), t=pow_of("Z"))), pred("eq", DIVIDE, z(1)), pred("gt", var("x", "Z"), z(0)),
])  # fmt: skip
SUSPECT = conj([pred("in", var("x", "Z"), ex("interval", z(0), z(3), t=pow_of("Z"))), pred("eq", DIVIDE, z(1))])
ER = rel_of(("G", "E"), ("G", "E"))

EXPRESSIONS: list[tuple[Node, Any]] = [
    (ex("div", z(-7), z(2)), -3),
    (ex("div", z(7), z(-2)), -3),
    (ex("div", z(-7), z(-2)), 3),
    (ex("div", z(1), z(0)), UNDEFINED),
    (ex("mod", z(7), z(3)), 1),
    (ex("mod", z(-7), z(3)), UNDEFINED),
    (ex("mod", z(7), z(0)), UNDEFINED),
    (ex("pow", z(2), z(10)), 1024),
    (ex("pow", z(2), z(-1)), UNDEFINED),
    (ex("max", zset()), UNDEFINED),
    (ex("min", zset(3, -2)), -2),
    (ex("card", ex("interval", z(3), z(1), t=pow_of("Z"))), 0),
    (ex("closure1", zrel((1, 2), (2, 3)), t=R), frozenset({(1, 2), (2, 3), (1, 3)})),
    (ex("domres", zset(1, 7), ex("closure", zrel((1, 2)), t=R), t=R), frozenset({(1, 2), (1, 1), (7, 7)})),
    (ex("closure", lit(frozenset(), ER), t=ER), frozenset({(Elem("e1"), Elem("e1")), (Elem("e2"), Elem("e2"))})),
    (ex("iterate", zrel((1, 2), (2, 3)), z(2), t=R), frozenset({(1, 3)})),
    (ex("domres", zset(1, 7), ex("iterate", zrel((1, 2)), z(0), t=R), t=R), frozenset({(1, 1), (7, 7)})),
    (ex("domres", zset(), zrel((1, 2)), t=R), frozenset()),
    (ex("domsub", zset(), zrel((1, 2)), t=R), frozenset({(1, 2)})),
    (ex("ranres", zrel((1, 2), (3, 4)), zset(4), t=R), frozenset({(3, 4)})),
    (ex("ransub", zrel((1, 2), (3, 4)), zset(4), t=R), frozenset({(1, 2)})),
    (ex("override", zrel((1, 2), (1, 3), (2, 2)), zrel((1, 9)), t=R), frozenset({(1, 9), (2, 2)})),
    (ex("comp", zrel((1, 2)), zrel((2, 5), (2, 6)), t=R), frozenset({(1, 5), (1, 6)})),
    (ex("dprod", zrel((1, 2)), zrel((1, 3)), t=rel_of("Z", pair_of("Z", "Z"))), frozenset({(1, (2, 3))})),
    (ex("rel", ex("fnc", zrel((1, 2), (1, 3), (4, 4))), t=R), frozenset({(1, 2), (1, 3), (4, 4)})),
    (ex("fnc", zrel((1, 2), (1, 3))), frozenset({(1, frozenset({2, 3}))})),
    (ex("image", zrel((1, 2), (3, 4)), zset(1, 2), t=pow_of("Z")), frozenset({2})),
    (ex("apply", zrel((1, 2), (1, 3), (2, 7)), z(2)), 7),
    (ex("apply", zrel((1, 2), (1, 3)), z(1)), UNDEFINED),
    (ex("apply", zrel((1, 2)), z(5)), UNDEFINED),
    (ex("first", zseq()), UNDEFINED),
    (ex("last", zseq(4, 5)), 5),
    (ex("front", zseq(4, 5), t=R), from_list([4])),
    (ex("tail", zseq(), t=R), UNDEFINED),
    (ex("rev", zseq(1, 2, 3), t=R), from_list([3, 2, 1])),
    (ex("size", zrel((2, 2))), UNDEFINED),
    (ex("concat", zseq(1), zseq(2), t=R), from_list([1, 2])),
    (ex("insert", z(9), zseq(1), t=R), from_list([9, 1])),
    (ex("append", zseq(1), z(9), t=R), from_list([1, 9])),
    (ex("take", zseq(1, 2), z(3), t=R), UNDEFINED),
    (ex("drop", zseq(1, 2, 3), z(1), t=R), from_list([2, 3])),
    (ex("conc", lit(from_list([from_list([1]), from_list([]), from_list([2])]), seq_of(seq_of("Z"))), t=R), from_list([1, 2])),
    (ex("ginter", lit(frozenset(), pow_of(pow_of("Z"))), t=pow_of("Z")), UNDEFINED),
    (ex("inter", zset(), ex("setext", ex("div", z(1), z(0)), t=pow_of("Z")), t=pow_of("Z")), UNDEFINED),
    (ex("compr", ("x",), BODY, t=pow_of("Z")), frozenset({2, 3})),
    (ex("compr", ("x",), ANY_ORDER, t=pow_of("Z")), frozenset({1})),
    (ex("compr", ("x",), SUSPECT, t=pow_of("Z")), UNDEFINED),
    (ex("sigma", ("x",), BODY, var("x", "Z")), 5),
    (ex("product", ("x",), BODY, var("x", "Z")), 6),
    (ex("lambda", ("x",), BODY, z(1), t=R), frozenset({(2, 1), (3, 1)})),
    (ex("apply", ex("lambda", ("x",), SUSPECT, var("x", "Z"), t=R), z(1)), 1),
    (ex("let", "y", z(4), ex("mul", var("y", "Z"), var("y", "Z"))), 16),
    (ex("if", pred("false"), ex("div", z(1), z(0)), z(5)), 5),
    (ex("field", ex("rec", (("p", z(1)), ("q", z(2)))), "q"), 2),
    (ex("rec", (("q", z(2)), ("p", z(1)))), Rec((("p", 1), ("q", 2)))),
    (ex("POW", zset(1), t=pow_of(pow_of("Z"))), frozenset({frozenset(), frozenset({1})})),
    (ex("tfun", zset(1, 2), zset(3), t=pow_of(R)), frozenset({frozenset({(1, 3), (2, 3)})})),
    (ex("bij", zset(1, 2), zset(3, 4), t=pow_of(R)), frozenset({frozenset({(1, 3), (2, 4)}), frozenset({(1, 4), (2, 3)})})),
]  # fmt: skip

BAD = pred("eq", ex("div", z(1), z(0)), z(1))
PREDICATES: list[tuple[Node, bool | None]] = [
    (pred("and", pred("false"), BAD), False),
    (pred("and", BAD, pred("false")), None),
    (pred("or", pred("true"), BAD), True),
    (pred("or", BAD, pred("true")), None),
    (pred("imp", pred("false"), BAD), True),
    (pred("ifpred", pred("true"), pred("true"), BAD), True),
    (pred("ifpred", BAD, pred("true"), pred("true")), None),
    (pred("exists", ("x",), SUSPECT), True),
    (pred("exists", ("x",), conj([*SUSPECT.args, pred("gt", var("x", "Z"), z(1))])), False),
    (pred("forall", ("x",), SUSPECT, pred("gt", var("x", "Z"), z(0))), None),
    (pred("forall", ("x",), SUSPECT, pred("ge", var("x", "Z"), z(0))), True),
    (pred("in", z(1), ex("compr", ("x",), SUSPECT, t=pow_of("Z"))), True),
    (pred("in", z(-5), ex("name", "NATURAL", t=pow_of("Z"))), False),
    (pred("in", z(4), ex("name", "NAT", t=pow_of("Z"))), False),
    (pred("in", zseq(5, 5), ex("iseq", ex("name", "INTEGER", t=pow_of("Z")), t=pow_of(R))), False),
    (pred("in", zrel((1, 7)), ex("tfun", zset(1, 2), ex("name", "INTEGER", t=pow_of("Z")), t=pow_of(R))), False),
    (pred("in", zrel((1, 7)), ex("pfun", zset(1, 2), ex("name", "INTEGER", t=pow_of("Z")), t=pow_of(R))), True),
    (pred("subset", zset(), ex("setext", ex("div", z(1), z(0)), t=pow_of("Z"))), None),
    (pred("strict", zset(1), zset(1)), False),
]  # fmt: skip

READ: list[tuple[str, Type, Any]] = [
    ("{1..3,7}", pow_of("Z"), frozenset({1, 2, 3, 7})),
    ("1..3", pow_of("Z"), frozenset({1, 2, 3})),
    ("{((1|->2)|->3)}", rel_of(pair_of("Z", "Z"), "Z"), frozenset({((1, 2), 3)})),
    ("{(1|->(2|->3))}", rel_of("Z", pair_of("Z", "Z")), frozenset({(1, (2, 3))})),
    ("[e1,e2]", seq_of(("G", "E")), from_list([Elem("e1"), Elem("e2")])),
    ("rec(p:-1,q:{})", ("R", (("p", "Z"), ("q", pow_of("B")))), Rec((("p", -1), ("q", frozenset())))),
]


def value_of(node: Node) -> Any:
    try:
        return MEANING.value(node, {})
    except Undefined:
        return UNDEFINED


def counter() -> Machine:
    """x counts to 3, and breaks x < 3 there; then there is no step but the undefined one."""
    x = var("x", "Z")
    typing = pred("in", x, ex("interval", z(0), z(3), t=pow_of("Z")))
    up = sub("select", ((pred("lt", x, z(3)), sub("assign", ("x",), (ex("add", x, z(1)),))),), None)
    bad = sub("select", ((pred("gt", ex("div", z(1), ex("sub", x, z(1))), z(5)), sub("skip")),), sub("skip"))
    operations = (Operation("up", (), (), [], up), Operation("bad", (), (), [pred("eq", x, z(1))], bad))
    return Machine(
        "Counter", variables=(("x", "Z"),), invariants=(typing, pred("lt", x, z(3))),
        init=sub("assign", ("x",), (z(0),)), operations=operations,
    )  # fmt: skip


def failures() -> list[str]:
    wrong = [f"{show(n)} is {value_of(n)}, not {right}" for n, right in EXPRESSIONS if value_of(n) != right]
    for p, right in PREDICATES:
        if MEANING.truth(p, {}) is not right:
            wrong.append(f"{show(p)} is {MEANING.truth(p, {})}, not {right}")
    wrong += [f"{text} is read as {bounce.read_value(text, t)}" for text, t, right in READ if bounce.read_value(text, t) != right]
    space = explore(System(counter()))
    if (space.states, space.transitions, space.faults) != (4, 4, {("invariant", "inv2"): 3, ("deadlock", ""): 3}):
        wrong.append(f"the counter has {space}")
    return wrong


def total() -> int:
    return len(EXPRESSIONS) + len(PREDICATES) + len(READ) + 1
