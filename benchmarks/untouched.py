"""Prints kits at random, over all choices and options, and verifies each as it is: nothing may be
reported.

    python benchmarks/untouched.py --prints 200 --seed 1

Every edition, and games on boards of their own. Choices are taken from where kits declare them,
options from where prints do, and what each may be from ``kitgen.web.address``: a new one is drawn
without a line here; a text is its declared example unless ``SPELLED`` says how others are written.
Printed to a folder or as a PDF, through ``kitgen.print_kit``; every other print is saved anew by
pikepdf, and of the others the marks are read as well. What kitgen refuses to make is shown with its
reason and drawn anew. Each print has its own luck, so that ``--only 17`` does the seventeenth
alone, and ``--keep DIR`` leaves it there.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import format_exc
from typing import Any, get_args

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import msgspec
from journal_games import row_of
from planted_faults import WAYS, saved_as

import kitgen
from kitgen.errors import KitgenError
from kitgen.games import game_names
from kitgen.kit.choices import WISHES, Offered
from kitgen.kit.kit import Kit
from kitgen.paper.declared import PART_OPTIONS
from kitgen.paper.parts import PARTS, usual_parts
from kitgen.papers import PAGES
from kitgen.reading.templates import Templates
from kitgen.record.games_table import write_table
from kitgen.record.rows import sample_games
from kitgen.theory.explore import SOON
from kitgen.web.address import fields

#: Games on boards of their own; those on the usual ones are drawn, too, and refused where they are
#: too large.
BOARDS = (
    "hexapawn:2x2",
    "hexapawn:2x3",
    "hexapawn:2x5",
    "hexapawn:3x4",
    "hexapawn:5x2",
    "tictactoe:2x2",
    "tictactoe:3x2",
    "tictactoe:4x2,rules=misere",
    "connect:3x3",
    "connect:4x2,win=2",
    "dodgem:2x2",
    "nim:5",
    "nim:12,take=2",
    "nim:16,last=loses",
    "nim:21,take=5",
    "awari:2x1",
    "awari:2x2,rules=simple",
    "awari:2x3,rules=simple",
    "awari:1x3",
)
#: How often an own board is drawn.
BOARD = 0.3
#: How often a choice is made, and an option said.
CHOSEN = 0.25
SAID = 0.35
#: How often the usual parts are printed.
USUAL = 0.35
#: How often a text is drawn where words are.
TEXT = 0.25
#: How often an option is said that no part of the print reads, which is refused.
IN_VAIN = 0.01
#: How often an option is said that multiplies the time of a print, so that more prints can be made.
SLOW = {"laser": 0.08}
#: The most parts that are named.
NAMED = 7


@dataclass(frozen=True)
class Desk:
    """What a text that is drawn has to fit.

    Attributes:
        rng: where luck comes from.
        kit: the kit; while its choices are drawn, as it is without them.
        folder: where a file can be laid.
    """

    rng: random.Random
    kit: Kit
    folder: Path

    def shift(self) -> str:
        """Return how far something is moved."""
        return f"{self.rng.uniform(-3, 3):.1f},{self.rng.uniform(-3, 3):.1f}"

    def sizes(self, *ranges: tuple[int, int]) -> str:
        """Return lengths in mm."""
        return "x".join(str(self.rng.randint(*one)) for one in ranges)

    def beads(self) -> str:
        """Return beads at hand, seldom too few of them."""
        most = self.kit.beads
        return ",".join(
            f"{colour.key}:{self.rng.randint(most // 3, most)}" for colour in self.kit.palette
        )

    def boxes(self) -> str:
        """Return some boxes of the kit."""
        ids = [box.id for box in self.kit.boxes]
        return ",".join(self.rng.sample(ids, min(len(ids), self.rng.randint(1, 4))))

    def story(self) -> str:
        """Write some games of the kit, and return where one of them stands."""
        opponent = "random" if self.kit.choices.expect == "any" else "winning-move"
        games = sample_games(self.kit, 5, 1, opponent)
        rows = [row_of(self.kit, game, number) for number, game in enumerate(games, 1)]
        path = self.folder / "games.csv"
        path.write_text(write_table(rows), encoding="utf-8")
        return f"{path}:{self.rng.randint(1, 5)}"


#: How the choices and options are written that are texts, beside the words that they may be.
SPELLED: Mapping[str, Callable[[Desk], str]] = {
    "side": lambda desk: desk.rng.choice(desk.kit.game.sides).name,
    "beads": Desk.beads,
    "stock": lambda desk: desk.sizes((18, 110), (12, 80)),
    "boxes_size": lambda desk: desk.sizes((30, 90), (20, 60), (8, 30)),
    "boxes_paper": lambda desk: desk.rng.choice(("120", "160", "220", "250", "300", "250-coated")),
    "demo_show": Desk.boxes,
    "labels_nudge": Desk.shift,
    "cards_back_offset": Desk.shift,
    "story_game": Desk.story,
    "lesson_name": lambda desk: desk.rng.choice(Templates().names("lessons")),
}
#: What each choice and option may be, by its key.
FIELDS = {one.key: one for one in fields().values()}


@dataclass
class Drawn:
    """One print.

    Attributes:
        name: the kit's.
        choices: for ``make_kit``.
        options: for ``print_kit``.
        folder: whether it is printed to a folder.
        anew: whether it is saved anew.
    """

    name: str
    choices: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    folder: bool = False
    anew: bool = False

    def __str__(self) -> str:
        """Return all that was chosen, in a line."""
        where = "folder" if self.folder else "PDF"
        if self.anew:
            where += ", saved anew"
        return f"{self.name} {self.choices} {self.options} ({where})"


@dataclass
class Outcome:
    """What came of one number: the print, its sheets, what was reported, what was refused
    before, and seconds.
    """

    drawn: Drawn
    sheets: int = 0
    reported: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    seconds: float = 0.0


def value_of(one: Offered, desk: Desk) -> object:
    """Return a value for a choice or an option."""
    key = one.key
    rng = desk.rng
    words = FIELDS[key].words if key in FIELDS else one.words
    if one.is_switch:
        return rng.random() < 0.5 if "/" in one.offer.option else not one.default
    if key in SPELLED and (not words or rng.random() < TEXT):
        return SPELLED[key](desk)
    if words:
        return rng.choice(words)
    if isinstance(one.default, str) and one.offer.example is not None:
        return one.offer.example
    if isinstance(one.default, float):
        return round(one.default * rng.uniform(0.6, 1.6), 1)
    if isinstance(one.default, int):
        limits = [limit for limit in get_args(one.kind) if isinstance(limit, msgspec.Meta)]
        least = max([1, *(limit.ge for limit in limits if limit.ge)])
        most = min([max(2 * one.default, 12), *(limit.le for limit in limits if limit.le)])
        return rng.randint(least, most)
    raise LookupError(f"benchmarks/untouched.py: add to SPELLED what {key} may be")


def draw_parts(rng: random.Random) -> list[str] | None:
    """Return some parts; None for the usual ones. What a class has played nobody knows here."""
    if rng.random() < USUAL:
        return None
    names = [name for name, part in PARTS.items() if not part.past]
    return rng.sample(names, rng.randint(1, NAMED))


def draw_options(desk: Desk) -> dict[str, Any]:
    """Return how a kit is printed."""
    rng = desk.rng
    options: dict[str, Any] = {"page": rng.choice((None, *PAGES)), "svg": rng.random() < 0.1}
    if rng.random() < SAID:
        words = (SPELLED["stock"](desk), *FIELDS["stock"].words)
        options["stock"] = rng.choice(words)
    options["parts"] = draw_parts(rng)
    parts = set(options["parts"] or usual_parts("any"))
    for one in PART_OPTIONS:
        readers = {name for name, part in PARTS.items() if one.key in part.settings}
        needed = any(one.key in PARTS[name].needs for name in parts)
        likely = IN_VAIN if readers and not readers & parts else SLOW.get(one.key, SAID)
        if needed or rng.random() < likely:
            options[one.key] = value_of(one, desk)
    return options


def draw(rng: random.Random, folder: Path, drawn: Drawn) -> Kit:
    """Draw a print into what says so, and return its kit.

    Raises:
        KitgenError: there is no such kit.
    """
    plain = kitgen.make_kit(drawn.name, limit=SOON)
    desk = Desk(rng, plain, folder)
    drawn.choices = {
        key: value_of(one, desk) for key, one in WISHES.items() if rng.random() < CHOSEN
    }
    kit = kitgen.make_kit(drawn.name, limit=SOON, **drawn.choices)
    drawn.options = draw_options(Desk(rng, kit, folder))
    if drawn.options["svg"] or drawn.options.get("laser"):  # which a stream does not take
        drawn.folder = True
    return kit


def name_of(rng: random.Random) -> str:
    """Return a kit by name."""
    if rng.random() < BOARD:
        return rng.choice((*BOARDS, *game_names()))
    return rng.choice(Templates().names("editions"))


def save_anew(folder: Path, rng: random.Random) -> None:
    """Save all PDFs in a folder as another program does, each in a way of its own."""
    for path in sorted(folder.rglob("*.pdf")):
        path.write_bytes(saved_as(path.read_bytes(), rng.choice([*WAYS])))


def reported_of(path: Path, *, marks: bool) -> list[str]:
    """Return what is said of a print that something is wrong with it; its marks are read, too,
    if wanted.
    """
    try:
        report = kitgen.verify(path, marks=marks)
    except KitgenError as error:
        return [str(error)]
    said = []
    for check in report.checks:
        if check.verdict == "wrong":
            said += [f"{check.name}: {fault}" for fault in check.faults]
    return said


def try_number(seed: int, number: int, keep: Path | None = None) -> Outcome:
    """Draw until something is printed, and verify it."""
    rng = random.Random(f"{seed} {number}")
    refused: list[str] = []
    begun = time.monotonic()
    while True:
        drawn = Drawn(name_of(rng), folder=rng.random() < 0.5, anew=bool(number % 2))
        with ExitStack() as stack:
            folder = keep or Path(stack.enter_context(TemporaryDirectory()))
            try:
                with (
                    TemporaryDirectory() as desk
                ):  # what lay on it is gone when the print is looked at
                    kit = draw(rng, Path(desk), drawn)
                    path = folder / ("print" if drawn.folder else "kit.pdf")
                    if drawn.folder:
                        sheets = kitgen.print_kit(kit, path, **drawn.options).sheets
                    else:
                        with path.open("wb") as stream:
                            sheets = kitgen.print_kit(kit, stream, **drawn.options).sheets
                if drawn.anew:
                    save_anew(folder, rng)
                reported = reported_of(path, marks=not drawn.anew)
            except KitgenError as error:
                refused.append(f"{drawn}: {error}")
                continue
            except Exception:  # noqa: BLE001 - of whatever kind, it is a fault of kitgen's
                sheets = 0
                reported = format_exc().splitlines()
            return Outcome(drawn, sheets, reported, refused, time.monotonic() - begun)


def show(number: int, outcome: Outcome) -> None:
    """Show what came of a number."""
    for line in outcome.refused:
        print(f"{number}: refused: {line}", file=sys.stderr)
    said = f"{len(outcome.reported)} REPORTED" if outcome.reported else "passed"
    print(
        f"{number}: {said}: {outcome.sheets} sheets, {outcome.seconds:.0f} s: {outcome.drawn}",
        file=sys.stderr,
    )
    for line in outcome.reported:
        print(f"    {line}", file=sys.stderr)
    sys.stderr.flush()


def main() -> None:
    """Print, verify and count; leave with 1 when anything was reported."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--prints", type=int, default=40)
    parser.add_argument(
        "--first",
        type=int,
        default=1,
        help="the number of the first, to go on where one has stopped",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", type=int, help="the number of one print")
    parser.add_argument("--keep", type=Path, help="a new folder in which that one is left")
    asked = parser.parse_args()
    numbers = [asked.only] if asked.only else range(asked.first, asked.prints + 1)
    if asked.keep:
        if asked.keep.exists():
            parser.error(f"--keep {asked.keep}: it is there already; name a new folder")
        asked.keep.mkdir(parents=True)
    prints = Counter[str]()
    sheets = Counter[str]()
    reported = Counter[str]()
    refused = 0
    with ExitStack() as stack:
        each: Any = map
        if asked.workers > 1:
            each = stack.enter_context(ProcessPoolExecutor(asked.workers)).map
        count = len(numbers)
        outcomes = each(try_number, [asked.seed] * count, numbers, [asked.keep] * count)
        for number, outcome in zip(numbers, outcomes, strict=True):
            show(number, outcome)
            name = outcome.drawn.name
            prints[name] += 1
            sheets[name] += outcome.sheets
            reported[name] += bool(outcome.reported)
            refused += len(outcome.refused)
    print("| kit | prints | sheets | reported |\n|---|--:|--:|--:|")
    for name in sorted(prints):
        print(f"| {name} | {prints[name]} | {sheets[name]:,} | {reported[name]} |")
    print(f"| **all** | {prints.total()} | {sheets.total():,} | {reported.total()} |")
    print(f"\n{refused} more were drawn that kitgen refuses to make.")
    sys.exit(bool(reported.total()))


if __name__ == "__main__":
    main()
