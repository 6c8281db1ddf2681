"""Mutations of plain data at random: a place anywhere in it, and a change that knows nothing of
what stands there.
"""

import copy
import json
import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

Path = tuple[Any, ...]


def places(data: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of each value in plain data, but not of the whole.

    >>> list(places({"a": [1], "b": {}}))
    [('a',), ('a', 0), ('b',)]
    """
    steps = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for step, value in steps:
        yield (*path, step)
        yield from places(value, (*path, step))


def inside(data: Any, path: Path) -> Any:
    """Return the value at a path."""
    for step in path:
        data = data[step]
    return data


def as_text(data: Any) -> str:
    """Return plain data as text, the same for the same data with its keys in another order."""
    return json.dumps(data, sort_keys=True)


def kind(path: Path) -> Path:
    """Return a path without what names or counts: values of one kind stand at paths that are
    otherwise the same.

    >>> kind(("boxes", "A1", "slots", 0, "beads"))
    ('boxes', '*', 'slots', '*', 'beads')
    """
    return tuple(
        step if isinstance(step, str) and len(step) > 2 and step.isalpha() else "*" for step in path
    )


class Mutator:
    """Makes mutations of one piece of data; each kind of place is as likely as any other, however
    many there are.

    >>> Mutator({"a": 1}, 1).mutation()
    ('retype', ('a',), {'a': [1]})
    """

    def __init__(self, data: Any, seed: object) -> None:
        self.data, self.text, self.rng = data, as_text(data), random.Random(str(seed))
        self.kinds: defaultdict[Path, list[Path]] = defaultdict(list)
        for path in places(data):
            self.kinds[kind(path)].append(path)

    def place(self, like: Path | None = None) -> Path:
        """Return a random path, of the same kind as another if there is one."""
        group = self.kinds[kind(like) if like else self.rng.choice(list(self.kinds))]
        return self.rng.choice(group)

    def mutation(self) -> tuple[str, Path, Any]:
        """Return the name of a change, the path where it was made, and the changed data, which
        always differ.
        """
        changes = [
            self.drop,
            self.double,
            self.swap,
            self.swap_neighbours,
            self.step,
            self.negate,
            self.retype,
            self.replace,
            self.constant,
            self.rename,
            self.spell,
        ]
        while True:
            change = self.rng.choice(changes)
            path = self.place()
            data = copy.deepcopy(self.data)
            change(inside(data, path[:-1]), path[-1], path, data)
            if as_text(data) != self.text:
                return change.__name__, path, data

    def drop(self, holder: Any, step: Any, *_: object) -> None:
        """Remove a value."""
        del holder[step]

    def double(self, holder: Any, step: Any, path: Path, _: Any) -> None:
        """Give a value twice, in a table under another name."""
        if isinstance(holder, list):
            holder.insert(self.rng.randrange(len(holder) + 1), copy.deepcopy(holder[step]))
        else:
            holder.setdefault(
                self.rng.choice([str(self.place(path)[-1]), f"{step}1", "note"]), holder[step]
            )

    def swap(self, holder: Any, step: Any, path: Path, data: Any) -> None:
        """Exchange a value with one of its kind, wherever that stands."""
        other = self.place(path)
        there = inside(data, other[:-1])
        holder[step], there[other[-1]] = there[other[-1]], holder[step]

    def swap_neighbours(self, holder: Any, step: Any, *_: object) -> None:
        """Exchange a value with another of its list or table."""
        other = self.rng.choice(range(len(holder)) if isinstance(holder, list) else list(holder))
        holder[step], holder[other] = holder[other], holder[step]

    def step(self, holder: Any, step: Any, *_: object) -> None:
        """Count a number up or down; turn a truth value round."""
        value = holder[step]
        if isinstance(value, bool):
            holder[step] = not value
        elif isinstance(value, int):
            holder[step] = value + self.rng.choice((-2, -1, 1, 2, 10, 10**20))

    def negate(self, holder: Any, step: Any, *_: object) -> None:
        """Change the sign of a number."""
        if isinstance(holder[step], int):
            holder[step] = -holder[step]

    def retype(self, holder: Any, step: Any, *_: object) -> None:
        """Say a value in another type."""
        value = holder[step]
        ways = [[value], {"value": value}, str(value)]
        if isinstance(value, (list, dict)):
            ways += [list(value), dict.fromkeys(map(str, value)), *value]
        if isinstance(value, (int, float)):
            ways += [float(value), bool(value), int(value), value + 0.5]
        holder[step] = self.rng.choice(ways)

    def replace(self, holder: Any, step: Any, path: Path, data: Any) -> None:
        """Put a value of the same kind from elsewhere here."""
        holder[step] = copy.deepcopy(inside(data, self.place(path)))

    def constant(self, holder: Any, step: Any, *_: object) -> None:
        """Put something here that has nothing to do with it."""
        holder[step] = self.rng.choice(
            [None, True, False, 0, 1, -1, 0.5, "", "any", "box", "skip", "white", [], {}]
        )

    def rename(self, holder: Any, step: Any, path: Path, _: Any) -> None:
        """Give a value of a table another key."""
        if isinstance(holder, dict):
            name = self.rng.choice(
                [str(self.place(path)[-1]), self.rng.choice(list(holder)), f"{step}1", "note"]
            )
            holder[name] = holder.pop(step)

    def spell(self, holder: Any, step: Any, *_: object) -> None:
        """Change a character of a text, or exchange two."""
        value = holder[step]
        if isinstance(value, str) and value:
            at = self.rng.randrange(len(value))
            other = self.rng.randrange(len(value))
            letters = list(value)
            letters[at], letters[other] = (
                letters[other],
                self.rng.choice([letters[at], *value, "x", "0"]),
            )
            holder[step] = "".join(letters)
