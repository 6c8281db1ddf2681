"""Told games at random: every key of the language, boards of every kind, circles, sides that
differ.

    python benchmarks/random_told.py --seed 1 --count 300 -o games

Writes a file for each game, ``1-000.toml`` and so on, the same for the same seed. Each is a game
that kitgen reads, with at most so many positions as ``--most-positions`` says, mirror images
counted. Most are games that nobody would play: they are for comparing one reading of the language
with another.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice, product
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import msgspec

from kitgen.errors import KitgenError
from kitgen.games.told.told_file import facing_as_placed, game_at, idle_keys
from kitgen.games.told.told_game import ToldGame
from kitgen.games.told.told_keys import KEYS_OF_KINDS
from kitgen.games.told.told_language import Told
from kitgen.verification.reference import walk

#: The most positions of a game, and the fewest, unless somebody wants others.
MAX_POSITIONS = 2_000
MIN_POSITIONS = 6

#: Directions of pieces with a front, and of common pieces, which have none.
GROUPS = ("orthogonal", "diagonal", "any")
SEEN = (
    "forward", "back", "left", "right", "forward-left", "forward-right", "back-left", "back-right",
    "side", "forward-diagonal", "back-diagonal", *GROUPS,
)  # fmt: skip
DRAWN = (
    "up", "down", "left", "right", "up-left", "up-right", "down-left", "down-right", *GROUPS,
)  # fmt: skip
WHOSE = ("own", "other", "any")
#: Names of sides: known to kitgen, and not.
SIDES = (("white", "black"), ("x", "o"), ("hens", "fox"), ("cats", "mouse"), ("first", "second"))
#: Words in which some sides are called.
WORDS = {
    "hens": ("the hens", ("hen", "hens"), True),
    "fox": ("the fox", ("fox", "foxes"), False),
    "cats": ("the cats", ("cat", "cats"), True),
    "mouse": ("the mouse", ("mouse", "mice"), False),
}
#: The fewest points of a board, and the columns and rows of boards with long ways.
MIN_POINTS = 2
LONG_GRIDS = ((5, 1), (1, 5), (6, 1), (5, 2), (2, 5))
SHAPES = ("pawn-light", "pawn-dark", "cross", "ring", "counter")
#: Names of two kinds of pieces: known to kitgen, and not.
KINDS = (("king", "pawn"), ("queen", "rook"), ("lion", "cub"))


class Game:
    """The data of a game at random; many are refused, as nobody can move, or their words do not
    fit each other.
    """

    def __init__(self, name: str, rng: random.Random) -> None:
        self.rng = rng
        self.data: dict[str, Any] = {"name": name}
        self.points: list[str] = []
        self.is_grid = False
        self.puts = self.chance(0.4)
        self.falls = False
        self.has_common = self.chance(0.2)
        self.sides = rng.choice(SIDES)
        self._board()
        self._start()
        self._whole()
        self._sides()
        self._ends()
        if not self.puts and not self.has_common and self.chance(0.5):
            self._kinds()

    # Chance.

    def chance(self, share: float) -> bool:
        """Return True in a share of all cases."""
        return self.rng.random() < share

    def some(self, values: Sequence[str], most: int) -> list[str]:
        """Return one to ``most`` of some values."""
        return self.rng.sample(values, self.rng.randint(1, min(most, len(values))))

    # The board.

    def _board(self) -> None:
        kind = self.rng.choices(("grid", "path", "ring", "wheel", "own"), (60, 8, 8, 8, 16))[0]
        match kind:
            case "grid":
                self._grid()
            case "own":
                self._own_board()
            case _:
                number = self.rng.randint(3, 7)
                self.data["board"] = f"{kind} {number}"
                self.points = [str(n + 1) for n in range(number + (kind == "wheel"))]
                self.picture = ["." * len(self.points)]

    def _grid(self) -> None:
        self.is_grid = True
        columns = self.rng.randint(1, 4)
        rows = self.rng.randint(1, 4)
        if columns * rows < 3:
            columns = 3
            rows = 2
        if self.chance(0.15):  # long enough for a chain of jumps
            columns, rows = self.rng.choice(LONG_GRIDS)
        holes = 0.12 if self.chance(0.25) else 0.0
        self.picture = []
        for _ in range(rows):
            self.picture.append("".join("#" if self.chance(holes) else "." for _ in range(columns)))
        if "".join(self.picture).count(".") < MIN_POINTS:
            self.picture = ["." * columns] * rows
        self.data["board"] = f"{columns}x{rows}"
        for row, line in enumerate(self.picture):
            for column, sign in enumerate(line):
                if sign == ".":
                    self.points.append(f"{ascii_lowercase[column]}{rows - row}")

    def _own_board(self) -> None:
        places = [*product(range(3), repeat=2)]
        chosen = self.rng.sample(places, self.rng.randint(3, 7))
        self.points = [f"p{number}" for number in range(len(chosen))]
        points = {
            name: [float(x), float(y)] for name, (x, y) in zip(self.points, chosen, strict=True)
        }
        self.picture = ["." * len(self.points)]
        self.data["board"] = {"points": points, "links": self._links()}

    def _links(self) -> list[str]:
        if self.is_grid and self.chance(0.5):
            return [self.rng.choice(("orthogonal", "any", "all"))]
        if self.chance(0.1):
            return ["all"]
        links = set()
        for _ in range(self.rng.randint(2, 9)):
            one, other = self.rng.sample(self.points, 2)
            links.add(f"{one}{self.rng.choice('-->')}{other}")
        return sorted(links)

    def _start(self) -> None:
        """Put pieces on the board: of both sides apart, or anywhere."""
        own = [self.sign(side) for side in self.sides]
        signs = [*own, *(["c"] if self.has_common else [])]
        if self.puts and self.chance(0.7):
            if "#" in "".join(self.picture):
                self.data["start"] = self.picture
            return
        apart = self.chance(0.5)
        lines = []
        for number, line in enumerate(self.picture):
            upper = 2 * number < len(self.picture) - 1
            lower = 2 * number > len(self.picture) - 1
            row = ""
            for sign in line:
                if sign == "#" or not self.chance(0.45):
                    row += sign
                elif apart and len(self.picture) > 1 and (upper or lower):
                    row += own[upper]
                else:
                    row += self.rng.choice(signs)
            lines.append(row)
        self.data["start"] = lines

    @staticmethod
    def sign(side: str) -> str:
        """Return the letter of a side's pieces."""
        return side[0]

    # The rules.

    def _whole(self) -> None:
        if self.chance(0.3):
            self.data["first"] = self.rng.choice(self.sides)
        if self.is_grid and self.chance(0.3):
            self.data["links"] = self._links()
        if self.chance(0.4):
            self.data["lines"] = self._lines()
        if self.puts and self.is_grid and self.chance(0.25):
            self.falls = True
            self.data["falls"] = True
        if self.chance(0.12):
            self.data["leaves"] = "block"
        if self.chance(0.1):
            self.data["names"] = {"it": "Un gioco", "es": "Un juego"}
        if self.chance(0.05):
            self.data["rules"] = {"en": ["Both sides take turns.", "Play as the file says."]}

    def _sides(self) -> None:
        first, second = self.sides
        tables = {first: self._pieces(SEEN), second: self._pieces(SEEN)}
        if self.chance(0.4):
            tables[second] = msgspec.json.decode(msgspec.json.encode(tables[first]))
        if self.has_common:
            common = self._pieces(DRAWN)
            self.data["common"] = {"sign": "c", **common}
            if self.chance(0.7):
                tables = {first: {}, second: {}}
        for side, table in tables.items():
            self._words(side, table)
        self.data["side"] = tables
        if self.chance(0.15):
            for table, shape in zip(tables.values(), self.rng.sample(SHAPES, 2), strict=True):
                table["looks"] = shape

    def _pieces(self, directions: Sequence[str]) -> dict[str, Any]:
        has_front = directions is SEEN
        ways = (*directions, "links") if self.is_grid else ("links",)
        table: dict[str, Any] = {}
        if self.puts and self.chance(0.85):
            table["hand"] = self.rng.choice(("any", 1, 2, 3)) if has_front else "any"
        makers: list[tuple[str, float, Callable[[], Any]]] = [
            ("on", 0.2 * self.puts, lambda: self.some(self.points, 5)),
            ("not-first", 0.25 * self.puts, lambda: self.some(self.points, 3)),
            ("not-beside", 0.2 * self.puts, lambda: self.rng.choice(WHOSE)),
            ("only-beside", 0.1 * self.puts, lambda: self.rng.choice(WHOSE)),
            ("step", 0.8, lambda: self.some(ways, 2)),
            ("take", 0 if self.puts else 0.5, lambda: self.some(ways, 2)),
            ("slide", 0.2 * self.is_grid, lambda: self.some(directions, 2)),
            ("jump", 0.35 * self.is_grid, lambda: self.some(directions, 2)),
            ("over", 0.5, lambda: self.rng.choice(("own", "other"))),
            ("jump-takes", 0.4 * (not self.puts), lambda: True),
            ("chain", 0.5, lambda: True),
            ("links", 0.15, self._links),
            (
                "enter",
                0.15,
                lambda: {"points": self.some(self.points, 3), "beside": self.rng.choice(WHOSE)},
            ),
            ("faces", 0.25 * has_front, lambda: self.rng.choice(("up", "down", "left", "right"))),
            ("goal", 0.5 * has_front, self._goal),
            ("lines", 0.12 * has_front, self._lines),
        ]
        for key, share, make in makers:
            stays = self.falls and key in ("step", "slide", "jump", "links", "enter")
            jumps = "jump" in table or key not in ("over", "jump-takes", "chain")
            if self.chance(share) and jumps and not stays:
                table[key] = make()
        return table

    def _goal(self) -> str | list[str]:
        return "far" if self.is_grid and self.chance(0.6) else self.some(self.points, 3)

    def _lines(self) -> int | list[list[str]]:
        if self.is_grid and self.chance(0.6):
            return self.rng.randint(2, 3)
        return [self.some(self.points, 3) for _ in range(self.rng.randint(1, 4))]

    def _words(self, side: str, table: dict[str, Any]) -> None:
        if side in WORDS:
            article, called, several = WORDS[side]
            table["name"] = {"en": side.capitalize()}
            table["with-article"] = {"en": article}
            table["called"] = {"en": list(called)}
            if several:
                table["several"] = True
        if self.chance(0.1):
            table["piece"] = self.rng.choice(("piece", "pawn", "mark", "counter"))
        if self.chance(0.1):
            table["sign"] = self.sign(side)

    def _kinds(self) -> None:
        """Give one side two kinds of pieces, or both sides, the second with large letters in the
        picture.
        """
        names = self.rng.choice(KINDS)
        for side in self.rng.sample(self.sides, self.rng.randint(1, 2)):
            sign = self.sign(side)
            picture = "/".join(self.data["start"])
            places = [place for place, there in enumerate(picture) if there == sign]
            if len(places) < len(names):
                continue
            for place in self.rng.sample(places, self.rng.randint(1, len(places) - 1)):
                picture = f"{picture[:place]}{sign.upper()}{picture[place + 1 :]}"
            self.data["start"] = picture.split("/")
            table = self.data["side"][side]
            more = self._pieces(SEEN)
            kinds = {}
            for name, letter, keys in zip(names, (sign, sign.upper()), (table, more), strict=True):
                kinds[name] = {key: keys.pop(key) for key in KEYS_OF_KINDS if key in keys} | {
                    "sign": letter
                }
                kinds[name].pop("called", None)
                kinds[name].setdefault("step", ["any" if self.is_grid else "links"])
            table["piece"] = kinds

    def _ends(self) -> None:
        outcomes = {
            "reach": ("wins", "loses"),
            "line": ("wins", "loses"),
            "taken": ("wins", "loses"),
            "stuck": ("wins", "loses", "draws"),
            "endless": ("draws", *self.sides),
        }
        ends = {
            key: self.rng.choice(values) for key, values in outcomes.items() if self.chance(0.4)
        }
        if ends:
            self.data["end"] = ends


def without_idle_keys(data: dict[str, Any]) -> dict[str, Any]:
    """Return a game without the keys that change nothing in it, which a file may not have.

    Raises:
        KitgenError: nobody can play by its rules.
    """
    takes = any("take" in table or "jump-takes" in table for table in tables_of(data))
    if "taken" in data.get("end", {}) and not takes:
        del data["end"]["taken"]
    while True:
        game = ToldGame(facing_as_placed(msgspec.convert(data, Told)))
        idle = [key for key, _ in idle_keys(game, data.get("end", {}))]
        if not idle:
            if not data.get("end", True):
                del data["end"]
            return data
        for key in idle:
            *path, last = key.split(".")
            table = data
            for name in path:
                table = table[name]
            table.pop(last, None)


def tables_of(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the tables of all kinds of pieces."""
    tables = []
    for side in data["side"].values():
        kinds = side.get("piece")
        tables += kinds.values() if isinstance(kinds, dict) else [side]
    return [*tables, data.get("common", {})]


def game_text(seed: object, number: int, most: int = MAX_POSITIONS) -> str | None:
    """Return the text of a game; None if chance has made none, or one of too few or too many
    positions.
    """
    from kitgen.web.game_editing import written  # noqa: PLC0415 - games that are not written need no page

    name = f"Game {seed}-{number}"
    try:
        text = written(without_idle_keys(Game(name, random.Random(name)).data))
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / "game.toml"
            path.write_text(text, encoding="utf-8")
            positions = len(walk(game_at(path), most))
    except (KitgenError, msgspec.ValidationError):
        return None
    return text if positions >= MIN_POSITIONS else None


def game_texts(seed: object, most: int = MAX_POSITIONS) -> Iterator[str]:
    """Yield texts of games, the same for the same seed."""
    for number in count():
        text = game_text(seed, number, most)
        if text is not None:
            yield text


def main() -> None:
    """Write the games that the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--most-positions", type=int, default=MAX_POSITIONS)
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    asked = parser.parse_args()
    asked.output.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(
        islice(game_texts(asked.seed, asked.most_positions), asked.count)
    ):
        (asked.output / f"{asked.seed}-{number:03}.toml").write_text(text, encoding="utf-8")
    sys.stdout.write(f"{asked.count} games in {asked.output}\n")


if __name__ == "__main__":
    main()
