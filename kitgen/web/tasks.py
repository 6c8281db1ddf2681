"""The tasks of the pages that make kits, for the app in the browser and the processes of
``kitgen serve`` alike.

A task has a name, plain data (a kit's address and the rest of the form), and perhaps a file. Its
answer is a file or data, which ``forms`` shows; a refusal is a ``KitgenError``. A new kind of task
needs a line in ``WORK``, and one in ``kitgen.serve.bounds``.
"""

from base64 import b64encode
from collections.abc import Callable, Sequence
from contextlib import chdir
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from kitgen.errors import TooLargeError, UsageError, quoted
from kitgen.files.tree import zipped
from kitgen.inquiries.position_lookup import Finder, Found
from kitgen.journal.exchange import read_lines, read_machine
from kitgen.journal.journal_check import check
from kitgen.journal.journal_words import JournalWords
from kitgen.kit.colours import look_alikes
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import write_kit
from kitgen.lab.experiment import run, trial
from kitgen.lab.tally import Tally
from kitgen.machine.learning import with_rule
from kitgen.paper.card.faces import Cards, smallest_label
from kitgen.paper.marks.scene import Line, Polygon, Scene, Stroke, Text
from kitgen.paper.parts import PARTS, kind_of_machine, made_of
from kitgen.paper.stock import DEFAULT_STOCK, Stock, read_stock
from kitgen.papers import Point
from kitgen.position_tables.records import TEXTS
from kitgen.press.print_run import Printed, make_document, print_kit, printed_report
from kitgen.reading.texts import CARDS, PROGRAM, texts_in
from kitgen.reading.user_file import kind_of
from kitgen.record.game_lines import without_game
from kitgen.record.games_table import parse_counts
from kitgen.record.rows import Passages
from kitgen.record.table_words import vocabularies
from kitgen.render.svg import svg_bytes
from kitgen.sources.kit_sources import make_kit
from kitgen.theory.explore import SOON
from kitgen.verdict import Verdict
from kitgen.verification.report import Report
from kitgen.verification.tables.reading import TableReport
from kitgen.verification.tables.table_check import verify_table
from kitgen.verification.verify import verify
from kitgen.web.address import KitAddress
from kitgen.web.board_page import build_own_board
from kitgen.web.page_build import build_page

#: The most positions of a game, the number above which ``print`` asks first.
MOST_POSITIONS = SOON
#: The most sheets of a print; all parts of MENACE take fewer.
MOST_SHEETS = 150
#: The most games for a curve, all machines together.
MOST_GAMES = 100_000

#: Called with how much of a task is done, and the total; or None.
TaskProgress = Callable[[int, int], object] | None


class SiteTask(msgspec.Struct, frozen=True, array_like=True):
    """One task about a kit, whose ``kit`` and ``choices`` are those of its address.

    Attributes:
        kind: one of ``WORK``, or of ``kitgen.web.engine.REQUESTS``.
        more: the rest of the address or of the form.
        upload: the path of a file that somebody has chosen.
        shown: whether it is for a page of a server, as ``kitgen.web.engine.page_answer`` answers
            it.
    """

    kind: str
    kit: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    more: dict[str, str] = {}
    upload: str = ""
    shown: bool = False

    @property
    def address(self) -> KitAddress:
        """Its kit's address."""
        return KitAddress(self.kit, self.choices)


# Kits and prints, made as by ``kitgen print``, within the site's limits.

#: How many kits a process has in memory, for changes of paper or parts.
KITS = 12


def kit_of(query: KitAddress) -> Kit:
    """Return the kit of an address."""
    return _made(query.kit, tuple(query.chosen("kit").items()))


@lru_cache(maxsize=KITS)
def _made(name: str, choices: tuple[tuple[str, Any], ...]) -> Kit:
    try:
        return make_kit(name, limit=MOST_POSITIONS, **dict(choices))
    except TooLargeError:
        raise too_large(name) from None


def too_large(name: str) -> TooLargeError:
    """Return the refusal of a game that is too large to be explored here."""
    return TooLargeError(
        f"{quoted(name)} has more than {MOST_POSITIONS:,} positions: a kit of it takes minutes "
        "and hundreds of "
        "sheets; choose a smaller board, or print it with kitgen on a computer of your own"
    )


def printed(
    query: KitAddress, target: Path | BytesIO, report: TaskProgress = None, *, write: bool = True
) -> Printed:
    """Print the kit of an address."""
    part_report = None if report is None else lambda _part, done, every: report(done, every)
    choices = query.chosen("print") | query.chosen("part")
    return print_kit(
        kit_of(query), target, write=write, approve=_approve, report=part_report, **choices
    )


def _approve(sheets: int, about: bool) -> None:
    """Refuse a print that is too large, by the estimate of ``kitgen print``, before its sheets
    are drawn.
    """
    if sheets > MOST_SHEETS:
        more = "more than " if about else ""
        raise TooLargeError(
            f"this print has {more}{sheets} sheets, and no more than {MOST_SHEETS} are made here; "
            "choose fewer parts "
            "or a smaller board, or print it with kitgen on a computer of your own"
        )


def figures(task: SiteTask, report: TaskProgress = None) -> dict[str, Any]:
    """Return the report of ``kitgen print --dry-run --json``, and warnings."""
    about = printed_report(printed(task.address, BytesIO(), report, write=False))
    return about | {"warnings": list(look_alikes(kit_of(task.address)))}


def warm(task: SiteTask, _report: TaskProgress = None) -> str:
    """Prepare for a kit: print it once, so that it is in memory and all code is loaded."""
    printed(task.address, BytesIO())
    return ""


# The pictures beside the form: a card, and the first sheet of labels or cards.

#: The name in an address of the box whose card is shown.
BOX = "box-shown"


def card(task: SiteTask, _report: TaskProgress = None) -> bytes:
    """Return the card of a box as SVG: the named one, or the one with the most slots."""
    kit = kit_of(task.address)
    stock = _stock(task.address)
    name = task.more.get(BOX, "")
    if not name:
        box = max(kit.boxes, key=lambda box: len(box.slots))
    elif name in kit.by_id:
        box = kit.by_id[name]
    else:
        raise UsageError(f"there is no box {name[:10]!r} in this kit")
    texts = texts_in(task.address.language).speaking_of(_made_of(task.address, stock))
    return svg_bytes(Cards(kit, stock.width, stock.height, texts).draw(box))


def labels(task: SiteTask, _report: TaskProgress = None) -> bytes:
    """Return the first sheet of labels or cards as SVG."""
    query = task.address
    settings = query.chosen("part")
    kind = kind_of_machine(
        kit_of(query), _stock(query).kind, query.chosen("print").get("parts", ())
    )
    part = {CARDS: "cards", PROGRAM: "board"}.get(kind, "labels")
    # The settings that this part reads; the others are checked with the whole print.
    looks = {key: value for key, value in settings.items() if key in PARTS[part].reads}
    document = make_document(kit_of(query), **query.chosen("print") | {"parts": [part]}, **looks)
    sheets_before = 0
    if part == "cards":  # they come after the instructions, which have a back in two-sided prints
        sheets_before = 1 if settings.get("cards_duplex", "none") == "none" else 2
    return svg_bytes(document.sheets[sheets_before].scene)


def inline(picture: Scene | bytes) -> str:
    """Return a scene or an SVG as an address."""
    content = svg_bytes(picture) if isinstance(picture, Scene) else picture
    return f"data:image/svg+xml;base64,{b64encode(content).decode()}"


def _made_of(query: KitAddress, stock: Stock) -> str:
    return made_of(stock.kind, query.chosen("print").get("parts", ()))


def _stock(query: KitAddress) -> Stock:
    """Return the size of label or card: with ``economy``, the smallest label that can replace
    the usual one.
    """
    chosen = query.chosen("print")
    texts = texts_in(query.language)
    stock = read_stock(chosen.get("stock", DEFAULT_STOCK), texts.templates)
    if not chosen.get("economy") or stock.name != DEFAULT_STOCK:
        return stock
    return smallest_label(kit_of(query), stock, texts, texts.templates)


# Finding a position: its box, the results of its moves, and its board.

#: The name of the position in an address.
POSITION = "position"
#: The most letters of a position.
LONGEST_POSITION = 300


def find_position(task: SiteTask, _report: TaskProgress = None) -> tuple[Finder, Found]:
    """Return the finder of a kit, and a position with its box."""
    kit = kit_of(task.address)
    text = task.more.get(POSITION) or kit.game.text(kit.game.start())
    if len(text) > LONGEST_POSITION:
        raise UsageError(f"a position has no more than {LONGEST_POSITION} signs")
    finder = Finder(kit.game, kit)
    return finder, finder.find(text)


def board(task: SiteTask, _report: TaskProgress = None) -> bytes:
    """Return the board of a position, with the moves of its box in their colours, as SVG."""
    finder, found = find_position(task)
    return svg_bytes(finder.draw(found))


# The learning curve of many machines, and its picture.

#: The width of the picture, in mm.
WIDTH = 150.0
#: The height of the picture, in mm.
HEIGHT = 84.0
#: The margins around the curve, in mm.
LEFT = 15.0
RIGHT = 6.0
TOP = 5.0
BOTTOM = 12.0
#: The font size, in points.
LETTERS = 9.0
#: The most points of a curve.
POINTS = 40
_INK = "#1a1a1a"
_QUIET = "#8a8a8a"
#: The lines of won and drawn games, which differ in more than colour.
_WON = Stroke("#0072b2", 0.8)
_DRAWN = Stroke("#d55e00", 0.7, (2.0, 1.4))
#: The lines across the picture, as shares of games; the first is the axis.
_LEVELS = (0.0, 0.25, 0.5, 0.75, 1.0)
_AXIS = Stroke(_QUIET, 0.3)
_LEVEL = Stroke(_QUIET, 0.15)


def draw_curve(tally: Tally) -> Scene:
    """Return the shares of won and drawn games in an experiment, some games for each point."""
    scene = Scene(WIDTH, HEIGHT)
    _draw_levels(scene)
    _draw_numbers_of_games(scene, tally.games)
    windows = list(tally.windows(POINTS))
    middles = [(first + last) / 2 for first, last, *_ in windows]
    won = [won for _, _, won, _, _ in windows]
    drawn = [drawn for _, _, _, drawn, _ in windows]
    if any(drawn):
        _draw_shares(scene, tally.games, middles, drawn, _DRAWN)
    _draw_shares(scene, tally.games, middles, won, _WON)
    return scene


def _place(games: int, game: float, share: float) -> Point:
    """Return where a share after a game, of so many games, stands in the picture."""
    x = LEFT + (WIDTH - LEFT - RIGHT) * (game - 1) / max(1, games - 1)
    y = TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)
    return x, y


def _draw_levels(scene: Scene) -> None:
    for share in _LEVELS:
        x, y = _place(1, 1, share)
        stroke = _LEVEL if share else _AXIS
        scene.add(Line((x, y), (WIDTH - RIGHT, y), stroke))
        percent = f"{100 * share:.0f}\u00a0%"
        scene.add(Text((LEFT - 2, y + 1.1), percent, LETTERS, fill=_INK, anchor="end"))


def _draw_numbers_of_games(scene: Scene, games: int) -> None:
    """Write the numbers of the first, the middle and the last game under the curve."""
    for game in sorted({1, (games + 1) // 2, games}):
        x, _ = _place(games, game, 0)
        anchor: Literal["end", "middle"] = "end" if game == games > 1 else "middle"
        at = (x, HEIGHT - BOTTOM + 5)
        scene.add(Text(at, f"{game}", LETTERS, fill=_INK, anchor=anchor))


def _draw_shares(
    scene: Scene, games: int, middles: Sequence[float], shares: Sequence[float], stroke: Stroke
) -> None:
    points = tuple(_place(games, game, share) for game, share in zip(middles, shares, strict=True))
    scene.add(Polygon(points, None, stroke, closed=False))


#: The machine's opponents; "machine" is a second one, which learns too.
SITE_OPPONENTS = ("random", "winning-move", "perfect", "machine")
#: The most digits of a number in a field.
MOST_DIGITS = 9
#: The choices in an address besides the kit, with their defaults.
CURVE_DEFAULTS = {"opponent": "random", "games": "100", "machines": "100", "seed": "1"}


def many_games(task: SiteTask, report: TaskProgress = None) -> Tally:
    """Return the results of many machines' games."""
    choices = CURVE_DEFAULTS | task.more
    games, machines, seed = (_number(key, choices[key]) for key in ("games", "machines", "seed"))
    if choices["opponent"] not in SITE_OPPONENTS:
        raise UsageError(f"there is no such opponent; there are: {', '.join(SITE_OPPONENTS)}")
    if games * machines > MOST_GAMES:
        raise TooLargeError(
            f"{games:,} games of {machines:,} machines are {games * machines:,}, and no more than "
            f"{MOST_GAMES:,} are "
            "played here; choose fewer, or simulate them with kitgen on a computer of your own"
        )
    played = 0

    def progress(more: int) -> None:
        nonlocal played
        played += more
        if report is not None:
            report(played, games * machines)

    experiment = trial(
        kit_of(task.address),
        opponent=choices["opponent"],
        games=games,
        machines=machines,
        seed=seed,
    )
    return run(experiment, progress=progress)


def curve_picture(task: SiteTask, report: TaskProgress = None) -> bytes:
    """Return the learning curve of many machines as SVG."""
    return svg_bytes(draw_curve(many_games(task, report)))


def _number(key: str, text: str) -> int:
    """Return the number in a field: only a seed may be 0."""
    is_number = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    if not is_number or (key != "seed" and int(text) == 0):
        raise UsageError(f"{key} is no whole number; write one such as {CURVE_DEFAULTS[key]}")
    return int(text)


# Verifying an upload: a printed kit, a journal, or a table of positions.

#: The name of the file, in the form.
FILE = "file"
#: The field with the beads that were counted, a line for each kind: ``B4,R,2``.
COUNTS = "counts"
#: Where the head of a PDF has to begin, in bytes: readers look no further.
PDF_HEAD = 1024
#: Schemas in the first line of a journal, today's and those before kitgen 1.0.
JOURNAL_LINES = (b'"kitgen/journal@', b'"kitgen/session@')
#: Suffixes of tables; those of ``FORMATS`` name a format, and a file with any other name is read as
#: text.
FORMATS = (".csv", ".tsv", ".json", ".toml")
TABLES = (*FORMATS, ".md", ".txt", ".py", ".js")


class JournalReport(NamedTuple):
    """The report on a journal: its kit as the journal names it, the verdict, and both in words."""

    kit: Kit
    verdict: Verdict
    heading: str
    lines: Sequence[str]


def verified(task: SiteTask, _report: TaskProgress = None) -> Report | TableReport | JournalReport:
    """Return the report on the uploaded file: a printed kit, a journal, or a table of the game in
    the address.

    ``more`` has the file's name, and the counted beads of a journal.
    """
    content = Path(task.upload).read_bytes()
    address = task.address
    if not content:
        raise UsageError("no file was sent; choose a PDF that kitgen has printed, or a table")
    if any(schema in content[:200] for schema in JOURNAL_LINES):
        journal = content.decode(errors="replace")
        return _journal(journal, task.more.get(COUNTS, ""), address.language)
    suffix = _suffix_of(content, task.more.get(FILE, ""))
    with TemporaryDirectory() as scratch, chdir(scratch):  # so that messages name no place
        path = Path(f"the file{suffix}")  # nothing else of the given name is used
        path.write_bytes(content)
        if suffix != ".pdf" and b"kitgen/kit@" not in content[:200]:
            kit_of(address)  # refuses a game that is too large
            return verify_table(path, address.kit, **address.chosen("kit"))
        return verify(path)


def _suffix_of(content: bytes, name: str) -> str:
    """Return the suffix that says how a file is read; its name matters for tables alone."""
    if b"%PDF-" in content[:PDF_HEAD]:
        return ".pdf"
    if Path(name).suffix.lower() != ".pdf" and kind_of(content) not in TEXTS:
        raise UsageError(
            "this is neither a PDF nor a table, which is text, such as CSV, JSON, "
            "Markdown or a program"
        )
    suffix = Path(name).suffix.lower()
    return suffix if suffix in (".pdf", *FORMATS) else ".txt"


def _journal(text: str, counts: str, language: str) -> JournalReport:
    """Return the report on a journal in JSON Lines, and on counted beads."""
    where = "the file"
    texts = texts_in(language)
    machine = read_machine(text, where)
    if machine is None:
        raise UsageError("the first line of a journal has its machine; export the journal again")
    kit = with_rule(machine.kit, machine.rule, machine.rule_name)
    rows = []
    words_of_tables = vocabularies(texts.templates)
    for line in read_lines(text, where, machine.kit, words_of_tables, as_written=True):
        if line.fault:
            raise UsageError(f"line {line.line}: {line.fault}")
        if line.row is not None:
            rows.append(line.row)
    counted = None
    if counts.strip():
        counted = parse_counts(counts, kit, texts.templates)
    checked = check(
        Passages(kit), rows, counted, without_game(machine.marked), events=machine.events
    )
    words = JournalWords(kit, texts)
    return JournalReport(
        machine.kit, checked.verdict, words.verdict(checked), words.checked(checked)
    )


# Downloads: the PDF, the whole folder as a ZIP, the companion page.

#: The name of the address at which the page itself was opened.
HOME = "home"


def pdf(task: SiteTask, report: TaskProgress = None) -> bytes:
    """Return the PDF of a print."""
    stream = BytesIO()
    printed(task.address, stream, report)
    return stream.getvalue()


#: The sheets on which games are noted, by hand and for a camera.
JOURNAL = ("log", "log-marks", "count-marks")


def journal_sheets(task: SiteTask, report: TaskProgress = None) -> bytes:
    """Return the PDF of the sheets on which games are noted."""
    choices = [choice for choice in task.choices if choice[0] != "parts"]
    return pdf(replace(task, choices=(*choices, ("parts", ",".join(JOURNAL)))), report)


def kit_file(task: SiteTask, _report: TaskProgress = None) -> bytes:
    """Return the kit's ``kit.json``."""
    return write_kit(kit_of(task.address))


def folder(task: SiteTask, report: TaskProgress = None) -> bytes:
    """Return the folder that ``kitgen print`` makes, as a ZIP with one folder inside."""
    with TemporaryDirectory() as scratch:
        root = Path(scratch) / "kit"
        made = printed(task.address, root, report)
        return zipped(
            {f"{made.kit.name}/{name}": (root / name).read_bytes() for name in made.files}
        )


def companion(task: SiteTask, _report: TaskProgress = None) -> bytes:
    """Return the companion page of a kit, which leads back to the app."""
    theme = str(task.address.chosen("part").get("theme", ""))
    return build_page(kit_of(task.address), app=task.more.get(HOME, ""), theme=theme).encode()


#: The groups on a board for which nobody has said how many.
GROUPS = 6


def class_board(task: SiteTask, _report: TaskProgress = None) -> bytes:
    """Return the page of a board for the groups of a class, which keeps itself."""
    query = task.address
    groups = query.chosen("part").get("groups") or query.chosen("print").get("groups") or GROUPS
    kit = kit_of(query)
    return build_own_board(kit, groups, texts_in(kit.choices.language)).encode()


#: The function for each kind of task.
WORK: dict[str, Callable[[SiteTask, TaskProgress], Any]] = {
    "card": card,
    "labels": labels,
    "board": board,
    "figures": figures,
    "pdf": pdf,
    "zip": folder,
    "kit": kit_file,
    "journal": journal_sheets,
    "companion": companion,
    "class-board": class_board,
    "find": find_position,
    "curve": many_games,
    "curve-picture": curve_picture,
    "verify": verified,
    "warm": warm,
}
