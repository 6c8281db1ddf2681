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
from kitgen.paper.theme import in_theme, texts_in_theme
from kitgen.papers import Point
from kitgen.position_tables.records import TEXTS
from kitgen.press.print_run import Printed, make_document, print_kit, printed_report
from kitgen.reading.texts import CARDS, PROGRAM, Texts, texts_in
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
MAX_POSITIONS = SOON
#: The most sheets of a print; all parts of MENACE take fewer.
MAX_SHEETS = 150
#: The most games for a curve, all machines together.
MAX_GAMES = 100_000

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

#: The most kits that a process has in memory, for changes of paper or parts.
MAX_KITS = 12


def kit_of(query: KitAddress) -> Kit:
    """Return the kit of an address."""
    return _kit(query.kit, tuple(query.chosen("kit").items()))


@lru_cache(maxsize=MAX_KITS)
def _kit(name: str, choices: tuple[tuple[str, Any], ...]) -> Kit:
    try:
        return make_kit(name, limit=MAX_POSITIONS, **dict(choices))
    except TooLargeError:
        raise too_large(name) from None


def _theme_of(query: KitAddress) -> str:
    """Return the theme of a print; empty for the usual pieces."""
    return str(query.chosen("part").get("theme", ""))


def _drawn_kit(query: KitAddress) -> Kit:
    """Return the kit of an address as its print draws it."""
    kit = kit_of(query)
    theme = _theme_of(query)
    return in_theme(kit, theme, texts_in(query.language).templates) if theme else kit


def too_large(name: str) -> TooLargeError:
    """Return the refusal of a game that is too large to be explored here."""
    return TooLargeError(
        f"{quoted(name)} has more than {MAX_POSITIONS:,} positions: a kit of it takes minutes "
        "and hundreds of sheets; choose a smaller board, or print it with kitgen on a computer of "
        "your own"
    )


def printed(
    query: KitAddress, target: Path | BytesIO, report: TaskProgress = None, *, write: bool = True
) -> Printed:
    """Print the kit of an address."""

    def report_part(_part: str, done: int, total: int) -> None:
        if report is not None:
            report(done, total)

    choices = query.chosen("print") | query.chosen("part")
    return print_kit(
        kit_of(query), target, write=write, approve=_approve, report=report_part, **choices
    )


def _approve(sheets: int, about: bool) -> None:
    """Refuse a print that is too large, before its sheets are drawn.

    ``sheets`` is the estimate of ``kitgen print``: their number, or ``about`` it.
    """
    if sheets > MAX_SHEETS:
        more = "more than " if about else ""
        raise TooLargeError(
            f"this print has {more}{sheets} sheets, and no more than {MAX_SHEETS} are made here; "
            "choose fewer parts or a smaller board, or print it with kitgen on a computer of your "
            "own"
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
    query = task.address
    kit = _drawn_kit(query)
    name = task.more.get(BOX, "")
    if name and name not in kit.by_id:
        raise UsageError(f"there is no box {name[:10]!r} in this kit")
    if name:
        box = kit.by_id[name]
    else:
        box = max(kit.boxes, key=lambda box: len(box.slots))
    stock = _stock(query)
    made = made_of(stock.kind, query.chosen("print").get("parts", ()))
    texts = texts_in(query.language)
    theme = _theme_of(query)
    if theme:
        texts = texts_in_theme(texts, theme, texts.templates)
    texts = texts.speaking_of(made)
    return svg_bytes(Cards(kit, stock.width, stock.height, texts).draw(box))


def labels(task: SiteTask, _report: TaskProgress = None) -> bytes:
    """Return the first sheet of labels or cards as SVG."""
    query = task.address
    kit = kit_of(query)
    printing = query.chosen("print")
    settings = query.chosen("part")
    kind = kind_of_machine(kit, _stock(query).kind, printing.get("parts", ()))
    part = {CARDS: "cards", PROGRAM: "board"}.get(kind, "labels")
    # The settings that this part reads; the others are checked with the whole print.
    read = {*PARTS[part].reads, "theme"}
    own_settings = {key: value for key, value in settings.items() if key in read}
    document = make_document(kit, **printing | {"parts": [part]}, **own_settings)
    sheets_before = 0
    if part == "cards":  # they come after the instructions, which have a back in two-sided prints
        sheets_before = 1 if settings.get("cards_duplex", "none") == "none" else 2
    return svg_bytes(document.sheets[sheets_before].scene)


def inline(picture: Scene | bytes) -> str:
    """Return a scene or an SVG as an address."""
    content = svg_bytes(picture) if isinstance(picture, Scene) else picture
    return f"data:image/svg+xml;base64,{b64encode(content).decode()}"


def _stock(query: KitAddress) -> Stock:
    """Return the size of label or card.

    With ``economy`` it is the smallest label that can replace the usual one.
    """
    printing = query.chosen("print")
    texts = texts_in(query.language)
    stock = read_stock(printing.get("stock", DEFAULT_STOCK), texts.templates)
    if not printing.get("economy") or stock.name != DEFAULT_STOCK:
        return stock
    return smallest_label(kit_of(query), stock, texts, texts.templates)


# Finding a position: its box, the results of its moves, and its board.

#: The name of the position in an address.
POSITION = "position"
#: The most letters of a position.
MAX_POSITION_LETTERS = 300


def find_position(task: SiteTask, _report: TaskProgress = None) -> tuple[Finder, Found]:
    """Return the finder of a kit, and a position with its box."""
    kit = _drawn_kit(task.address)
    text = task.more.get(POSITION) or kit.game.text(kit.game.start())
    if len(text) > MAX_POSITION_LETTERS:
        raise UsageError(f"a position has no more than {MAX_POSITION_LETTERS} signs")
    finder = Finder(kit.game, kit)
    return finder, finder.find(text)


def board(task: SiteTask, _report: TaskProgress = None) -> bytes:
    """Return the board of a position, with the moves of its box in their colours, as SVG."""
    finder, found = find_position(task)
    return svg_bytes(finder.draw(found))


# The learning curve of many machines, and its picture.

#: The width of the picture.
WIDTH_MM = 150.0
#: The height of the picture.
HEIGHT_MM = 84.0
# The margins around the curve: the letters of numbers need the left and the lower one.
LEFT_MM = 15.0
RIGHT_MM = 6.0
TOP_MM = 5.0
BOTTOM_MM = 12.0
#: The font size.
LETTERS_PT = 9.0
#: From a line across the picture down to the foot of its number.
_FOOT_OF_SHARE_MM = 1.1
#: Between the numbers of shares and the curve.
_SHARE_GAP_MM = 2
#: From the axis down to the foot of the numbers of games.
_FOOT_OF_GAMES_MM = 5
#: The most points of a curve.
MAX_CURVE_POINTS = 40
_INK = "#1a1a1a"
_QUIET = "#8a8a8a"
#: The lines of won and drawn games, which differ in more than colour.
_WON = Stroke("#0072b2", 0.8)
_DRAWN = Stroke("#d55e00", 0.7, (2.0, 1.4))
#: The lines across the picture, as shares of games; the first is the axis.
_LEVELS = (0.0, 0.25, 0.5, 0.75, 1.0)
_AXIS = Stroke(_QUIET, 0.3)
_LEVEL = Stroke(_QUIET, 0.15)


def draw_curve(tally: Tally, texts: Texts) -> Scene:
    """Return the shares of won and drawn games in an experiment, some games for each point."""
    scene = Scene(WIDTH_MM, HEIGHT_MM)
    _draw_levels(scene, texts)
    _draw_numbers_of_games(scene, tally.games)
    middles = []
    won_shares = []
    drawn_shares = []
    for first, last, won, drawn, _ in tally.windows(MAX_CURVE_POINTS):
        middles.append((first + last) / 2)
        won_shares.append(won)
        drawn_shares.append(drawn)
    if any(drawn_shares):
        _draw_shares(scene, tally.games, middles, drawn_shares, _DRAWN)
    _draw_shares(scene, tally.games, middles, won_shares, _WON)
    return scene


def _place(games: int, game: float, share: float) -> Point:
    """Return where a share after a game, of so many games, stands in the picture."""
    x = LEFT_MM + (WIDTH_MM - LEFT_MM - RIGHT_MM) * (game - 1) / max(1, games - 1)
    y = TOP_MM + (HEIGHT_MM - TOP_MM - BOTTOM_MM) * (1 - share)
    return x, y


def _draw_levels(scene: Scene, texts: Texts) -> None:
    for share in _LEVELS:
        x, y = _place(1, 1, share)
        stroke = _LEVEL if share else _AXIS
        scene.add(Line((x, y), (WIDTH_MM - RIGHT_MM, y), stroke))
        percent = texts("play.percent", number=f"{100 * share:.0f}")
        foot = (LEFT_MM - _SHARE_GAP_MM, y + _FOOT_OF_SHARE_MM)
        scene.add(Text(foot, percent, LETTERS_PT, fill=_INK, anchor="end"))


def _draw_numbers_of_games(scene: Scene, games: int) -> None:
    """Write the numbers of the first, the middle and the last game under the curve."""
    for game in sorted({1, (games + 1) // 2, games}):
        x, _ = _place(games, game, 0)
        anchor: Literal["end", "middle"] = "end" if game == games > 1 else "middle"
        foot = (x, HEIGHT_MM - BOTTOM_MM + _FOOT_OF_GAMES_MM)
        scene.add(Text(foot, f"{game}", LETTERS_PT, fill=_INK, anchor=anchor))


def _draw_shares(
    scene: Scene, games: int, middles: Sequence[float], shares: Sequence[float], stroke: Stroke
) -> None:
    points = tuple(_place(games, game, share) for game, share in zip(middles, shares, strict=True))
    scene.add(Polygon(points, None, stroke, closed=False))


#: The machine's opponents; "machine" is a second one, which learns too.
SITE_OPPONENTS = ("random", "winning-move", "perfect", "machine")
#: The most digits of a number in a field.
MAX_DIGITS = 9
#: The choices in an address besides the kit, with their defaults.
CURVE_DEFAULTS = {"opponent": "random", "games": "100", "machines": "100", "seed": "1"}


def many_games(task: SiteTask, report: TaskProgress = None) -> Tally:
    """Return the results of many machines' games."""
    choices = CURVE_DEFAULTS | task.more
    games = _number("games", choices["games"])
    machines = _number("machines", choices["machines"])
    seed = _number("seed", choices["seed"])
    if choices["opponent"] not in SITE_OPPONENTS:
        raise UsageError(f"there is no such opponent; there are: {', '.join(SITE_OPPONENTS)}")
    total = games * machines
    if total > MAX_GAMES:
        raise TooLargeError(
            f"{games:,} games of {machines:,} machines are {total:,}, and no more than "
            f"{MAX_GAMES:,} are played here; choose fewer, or simulate them with kitgen on a "
            "computer of your own"
        )
    played = 0

    def progress(more: int) -> None:
        nonlocal played
        played += more
        if report is not None:
            report(played, total)

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
    return svg_bytes(draw_curve(many_games(task, report), texts_in(task.address.language)))


def _number(key: str, text: str) -> int:
    """Return the number in a field: only a seed may be 0."""
    may_be_zero = key == "seed"
    is_number = text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS
    if not is_number or (int(text) == 0 and not may_be_zero):
        raise UsageError(f"{key} is no whole number; write one such as {CURVE_DEFAULTS[key]}")
    return int(text)


# Verifying an upload: a printed kit, a journal, or a table of positions.

#: The name of the file, in the form.
FILE = "file"
#: The field with the beads that were counted, a line for each kind: ``B4,R,2``.
COUNTS = "counts"
#: In how many bytes the head of a PDF has to begin: readers look no further.
PDF_HEAD_BYTES = 1024
#: In how many bytes of a file its schema stands, which is in its first line.
_SCHEMA_BYTES = 200
#: Schemas in the first line of a journal, today's and those before kitgen 1.0.
JOURNAL_LINES = (b'"kitgen/journal@', b'"kitgen/session@')
#: The schema in the first line of a ``kit.json``.
KIT_SCHEMA = b"kitgen/kit@"
#: Suffixes of tables that name a format; a file with any other name is read as text.
FORMATS = (".csv", ".tsv", ".json", ".toml")
#: All suffixes of tables.
TABLES = (*FORMATS, ".md", ".txt", ".py", ".js")


class JournalReport(NamedTuple):
    """The report on a journal: its kit as the journal names it, the verdict, and both in words."""

    kit: Kit
    verdict: Verdict
    heading: str
    lines: Sequence[str]


def verified(task: SiteTask, _report: TaskProgress = None) -> Report | TableReport | JournalReport:
    """Return the report on the uploaded file.

    It is a printed kit, a journal, or a table of the game in the address. ``more`` has the file's
    name, and the counted beads of a journal.
    """
    content = Path(task.upload).read_bytes()
    address = task.address
    if not content:
        raise UsageError("no file was sent; choose a PDF that kitgen has printed, or a table")
    head = content[:_SCHEMA_BYTES]
    if any(schema in head for schema in JOURNAL_LINES):
        journal = content.decode(errors="replace")
        return _journal_report(journal, task.more.get(COUNTS, ""), address.language)
    suffix = _suffix_of(content, task.more.get(FILE, ""))
    is_kit = suffix == ".pdf" or KIT_SCHEMA in head
    with TemporaryDirectory() as scratch, chdir(scratch):  # so that messages name no place
        path = Path(f"the file{suffix}")  # nothing else of the given name is used
        path.write_bytes(content)
        if is_kit:
            return verify(path)
        kit_of(address)  # refuses a game that is too large
        return verify_table(path, address.kit, **address.chosen("kit"))


def _suffix_of(content: bytes, name: str) -> str:
    """Return the suffix that says how a file is read; its name matters for tables alone."""
    if b"%PDF-" in content[:PDF_HEAD_BYTES]:
        return ".pdf"
    suffix = Path(name).suffix.lower()
    if suffix != ".pdf" and kind_of(content) not in TEXTS:
        raise UsageError(
            "this is neither a PDF nor a table, which is text, such as CSV, JSON, "
            "Markdown or a program"
        )
    return suffix if suffix in (".pdf", *FORMATS) else ".txt"


def _journal_report(text: str, counts: str, language: str) -> JournalReport:
    """Return the report on a journal in JSON Lines, and on counted beads."""
    where = "the file"
    texts = texts_in(language)
    machine = read_machine(text, where)
    if machine is None:
        raise UsageError("the first line of a journal has its machine; export the journal again")
    kit = with_rule(machine.kit, machine.rule, machine.rule_name)
    words_of_tables = vocabularies(texts.templates)
    rows = []
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
    choices = [(name, value) for name, value in task.choices if name != "parts"]
    choices.append(("parts", ",".join(JOURNAL)))
    return pdf(replace(task, choices=tuple(choices)), report)


def kit_file(task: SiteTask, _report: TaskProgress = None) -> bytes:
    """Return the kit's ``kit.json``."""
    return write_kit(kit_of(task.address))


def folder(task: SiteTask, report: TaskProgress = None) -> bytes:
    """Return the folder that ``kitgen print`` makes, as a ZIP with one folder inside."""
    with TemporaryDirectory() as scratch:
        root = Path(scratch) / "kit"
        print_run = printed(task.address, root, report)
        kit_name = print_run.kit.name
        return zipped(
            {f"{kit_name}/{name}": (root / name).read_bytes() for name in print_run.files}
        )


def companion(task: SiteTask, _report: TaskProgress = None) -> bytes:
    """Return the companion page of a kit, which leads back to the app."""
    query = task.address
    home = task.more.get(HOME, "")
    return build_page(kit_of(query), app=home, theme=_theme_of(query)).encode()


#: How many groups are on a board for which nobody has said it.
USUAL_GROUPS = 6


def class_board(task: SiteTask, _report: TaskProgress = None) -> bytes:
    """Return the page of a board for the groups of a class, which keeps itself."""
    query = task.address
    named = query.chosen("part").get("groups") or query.chosen("print").get("groups")
    groups = named or USUAL_GROUPS
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
