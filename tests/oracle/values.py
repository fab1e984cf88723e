"""Values of B and what operators make of them: sets are frozensets, relations sets of pairs.

Undefined is an exception. Unsure is one, too: what this interpreter cannot list or count (infinite sets, large
ones, integers beyond 2^60), or what LANGUAGE.md leaves open; whoever asks then takes another input.
"""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import Any, Callable, Iterable, Iterator

from term import Elem, Type

MOST = 700  # elements of a set that is listed
LARGEST = 1 << 60

Env = dict[str, Any]


class Undefined(Exception):
    pass


class Unsure(Exception):
    pass


class World:
    """Given sets and MININT..MAXINT."""

    def __init__(self, sets: dict[str, tuple[str, ...]], least: int = -1, greatest: int = 3) -> None:
        self.sets = {name: frozenset(Elem(e) for e in elements) for name, elements in sets.items()}
        self.least, self.greatest = least, greatest


# ---- values ------------------------------------------------------------------------------------


def listed(values: Iterable[Any]) -> frozenset[Any]:
    result = set()
    for value in values:
        result.add(value)
        if len(result) > MOST:
            raise Unsure("large set")
    return frozenset(result)


def number(value: int) -> int:
    if abs(value) > LARGEST:
        raise Unsure("large integer")
    return value


def defined(condition: bool) -> None:
    if not condition:
        raise Undefined


def universe(t: Type, world: World) -> frozenset[Any]:
    if t == "B":
        return frozenset((False, True))
    if t == "Z" or t[0] == "R":
        raise Unsure("infinite type")
    if t[0] == "G":
        return world.sets[t[1]]
    if t[0] == "X":
        return listed(product(universe(t[1], world), universe(t[2], world)))
    return listed(subsets(universe(t[1], world)))


def subsets(s: frozenset[Any]) -> Iterator[frozenset[Any]]:
    if len(s) > 9:
        raise Unsure("many subsets")
    for size in range(len(s) + 1):
        yield from map(frozenset, combinations(s, size))


def dom(r: frozenset[Any]) -> frozenset[Any]:
    return frozenset(a for a, _ in r)


def ran(r: frozenset[Any]) -> frozenset[Any]:
    return frozenset(b for _, b in r)


def is_function(r: frozenset[Any]) -> bool:
    return len(dom(r)) == len(r)


def is_injective(r: frozenset[Any]) -> bool:
    return len(ran(r)) == len(r)


def is_sequence(r: frozenset[Any]) -> bool:
    return is_function(r) and dom(r) == frozenset(range(1, len(r) + 1))


def sequence(r: frozenset[Any]) -> list[Any]:
    defined(is_sequence(r))
    return [b for _, b in sorted(r, key=lambda p: p[0])]


def from_list(items: Iterable[Any]) -> frozenset[Any]:
    return listed(enumerate(items, 1))


def apply(f: frozenset[Any], x: Any) -> Any:
    images = [b for a, b in f if a == x]
    defined(len(images) == 1)
    return images[0]


def compose(r: frozenset[Any], s: frozenset[Any]) -> frozenset[Any]:
    return listed((a, d) for a, b in r for c, d in s if b == c)


def closure1(r: frozenset[Any]) -> frozenset[Any]:
    result = r
    while True:
        larger = listed(result | compose(result, r))
        if larger == result:
            return result
        result = larger


def divide(a: int, b: int) -> int:
    defined(b != 0)
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def modulo(a: int, b: int) -> int:
    defined(a >= 0 and b > 0)
    return a % b


def power(a: int, b: int) -> int:
    defined(b >= 0)
    if a < 0 or b > 60:
        raise Unsure("power")
    return a**b


def nonempty(s: Any) -> Any:
    defined(len(s) > 0)
    return s


def override(r: frozenset[Any], s: frozenset[Any]) -> frozenset[Any]:
    return frozenset(p for p in r if p[0] not in dom(s)) | s


def take(s: frozenset[Any], n: int) -> frozenset[Any]:
    items = sequence(s)
    defined(0 <= n <= len(items))
    return from_list(items[:n])


def drop(s: frozenset[Any], n: int) -> frozenset[Any]:
    items = sequence(s)
    defined(0 <= n <= len(items))
    return from_list(items[n:])


def interval(a: int, b: int) -> frozenset[int]:
    if b - a >= MOST:
        raise Unsure("large interval")
    return frozenset(range(a, b + 1))


def relation_of(f: frozenset[Any]) -> frozenset[Any]:
    if not is_function(f):
        raise Unsure("rel of what is no function")
    return listed((a, b) for a, images in f for b in images)


def join(items: Iterable[frozenset[Any]]) -> frozenset[Any]:
    return listed(e for item in items for e in item)


# Operators whose operands are evaluated first, all of them.
STRICT: dict[str, Callable[..., Any]] = {
    "add": lambda a, b: number(a + b),
    "sub": lambda a, b: number(a - b),
    "mul": lambda a, b: number(a * b),
    "div": divide,
    "mod": modulo,
    "pow": lambda a, b: number(power(a, b)),
    "neg": lambda a: -a,
    "max": lambda s: max(nonempty(s)),
    "min": lambda s: min(nonempty(s)),
    "card": len,
    "interval": interval,
    "setext": lambda *a: frozenset(a),
    "union": lambda a, b: a | b,
    "inter": lambda a, b: a & b,
    "diff": lambda a, b: a - b,
    "prod": lambda a, b: listed(product(a, b)),
    "POW": lambda s: listed(subsets(s)),
    "POW1": lambda s: listed(t for t in subsets(s) if t),
    "FIN": lambda s: listed(subsets(s)),
    "FIN1": lambda s: listed(t for t in subsets(s) if t),
    "gunion": join,
    "ginter": lambda s: frozenset.intersection(*nonempty(s)),
    "maplet": lambda a, b: (a, b),
    "dom": dom,
    "ran": ran,
    "inverse": lambda r: frozenset((b, a) for a, b in r),
    "comp": compose,
    "domres": lambda s, r: frozenset(p for p in r if p[0] in s),
    "domsub": lambda s, r: frozenset(p for p in r if p[0] not in s),
    "ranres": lambda r, s: frozenset(p for p in r if p[1] in s),
    "ransub": lambda r, s: frozenset(p for p in r if p[1] not in s),
    "image": lambda r, s: frozenset(b for a, b in r if a in s),
    "override": override,
    "id": lambda s: frozenset((e, e) for e in s),
    "closure1": closure1,
    "dprod": lambda r, s: listed((a, (b, d)) for a, b in r for c, d in s if a == c),
    "parallel": lambda r, s: listed(((a, c), (b, d)) for a, b in r for c, d in s),
    "fnc": lambda r: frozenset((a, frozenset(y for x, y in r if x == a)) for a in dom(r)),
    "rel": relation_of,
    "apply": apply,
    "seqext": lambda *a: from_list(a),
    "first": lambda s: nonempty(sequence(s))[0],
    "last": lambda s: nonempty(sequence(s))[-1],
    "front": lambda s: from_list(nonempty(sequence(s))[:-1]),
    "tail": lambda s: from_list(nonempty(sequence(s))[1:]),
    "rev": lambda s: from_list(reversed(sequence(s))),
    "size": lambda s: len(sequence(s)),
    "concat": lambda s, t: from_list(sequence(s) + sequence(t)),
    "insert": lambda e, s: from_list([e] + sequence(s)),
    "append": lambda s, e: from_list(sequence(s) + [e]),
    "conc": lambda s: from_list(e for t in [sequence(t) for t in sequence(s)] for e in t),
    "take": take,
    "drop": drop,
    "perm": lambda s: listed(map(from_list, permutations(s))) if len(s) < 6 else listed(range(MOST + 2)),
}  # fmt: skip

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "eq": lambda a, b: a == b,
    "neq": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}

ARROWS = {  # partial, injective, surjective
    "pfun": (True, False, False), "tfun": (False, False, False), "pinj": (True, True, False),
    "tinj": (False, True, False), "psur": (True, False, True), "tsur": (False, False, True), "bij": (False, True, True),
}  # fmt: skip
