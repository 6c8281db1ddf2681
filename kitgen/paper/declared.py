"""What each printed part declares: who it is for, what it reads, its settings, and where the list
of parts has it.

A part is a block here, its settings first, and a file in ``paper/parts/`` that draws it and whose
functions the block names. ``PartOptions`` is put together from the settings; command line,
``kitgen parts``, app and server list what is declared. All blocks are in this one file, which holds
no drawing and imports little: it is read whenever a command is completed.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict

from msgspec import Meta

from kitgen.errors import UsageError, quoted
from kitgen.kit.choices import Offer, offered
from kitgen.kit.job_json import Shows
from kitgen.papers import listed_lengths, read_lengths

if TYPE_CHECKING:
    from kitgen.paper.style import Reader

#: The kinds of stock with which a part is printed by default: labels are for boxes and for what
#: serves as boxes, cards replace boxes. Chips are cut out in place of beads.
CHIP_STOCK = ("cup", "chip")
BEAD_STOCK = ("label", "any", "carton", "drawer")
LABEL_STOCK = (*BEAD_STOCK, *CHIP_STOCK)
CARD_STOCK = ("card",)
ANY_STOCK = (*LABEL_STOCK, *CARD_STOCK)
#: What a length, the two sides of a size, and a shift right and down may be in an app's address.
LENGTH_PATTERN = r"\d{1,3}(\.\d{1,2})?"
SIZE_PATTERN = rf"{LENGTH_PATTERN}x{LENGTH_PATTERN}"
SHIFT_PATTERN = rf"[-+]?{LENGTH_PATTERN},[-+]?{LENGTH_PATTERN}"


def setting(name: str, words: str, metavar: str = "", *, file_key: str = "", **more: Any) -> Offer:
    """Return the offer of an option that is typed after ``--set``; it has a ``file_key`` if
    version 1.0 had it.
    """
    return Offer(setting=name, file_key=file_key, help=words, metavar=metavar, **more)


@dataclass(frozen=True, slots=True)
class Declared:
    """A printed part as it is declared; its words are in ``templates/texts``.

    Its pages share a sheet with others not at all, as they are, drawn smaller, or only to save
    sheets.
    """

    name: str  # as typed after ``--parts``; ``parts.NAME`` is the key of its description
    reader: "Reader"  # who it is for: its heading has this reader's icon and colour
    shows: Shows = "nothing"
    usual: tuple[str, ...] = ()  # the kinds of stock with which it is printed by default
    trained: tuple[
        str, ...
    ] = ()  # the same for a machine that a class has trained: its other sheets are printed
    made_of: Literal["", "boxes", "cards"] = (
        ""  # which machine it is a piece of; empty if it serves both
    )
    bands: bool = False  # whether it shows where learning curves run, which a job must bring
    forecasts: bool = False  # whether it says what a class can expect, which a job must bring
    lost_game: bool = (
        False  # whether it shows a game that a new machine loses, which a job must bring
    )
    past: bool = False  # whether it shows the state of a machine, which a job must bring
    ranked: bool = False  # whether it also compares this with other machines and shows expectations
    reads: tuple[str, ...] = ()  # the keys of the options that set it
    needs: tuple[str, ...] = ()  # the keys of required options
    shares: Literal["", "as-is", "smaller", "sparing"] = ""  # how its pages share a sheet
    spared: bool = False  # whether a print of the fewest sheets omits it
    cut: bool = False  # whether something is cut out of its sheets to measure: these have a ruler
    file: str = (
        ""  # the file of another part that has a function of its name; empty for a file of its own
    )
    index: int = 0  # the pages of a part that lists the pages of the others and is drawn last
    # the most parts of a print run for which these pages have room; for more it has another page
    index_holds: int = 1_000
    # the function of its file that says whether a print run has a use for it; empty if every one
    # has
    when: str = ""
    # the function of its file that yields kinds of work, as in ``WorkMinutes``, with their number
    work: str = ""
    titles: tuple[
        str, ...
    ] = ()  # the keys of the titles of further sheets in it, as texts name them
    instead_of: str = ""  # the part in whose place it serves
    lesson_needs: tuple[
        str, ...
    ] = ()  # for a machine: the other parts that a first lesson with it needs
    lesson_uses: tuple[str, ...] = ()  # the same for those that it uses if they are printed
    for_groups: Literal["groups", "teacher", "children"] = (
        "groups"  # who gets its sheets in a class of several groups
    )
    # whether it is also for a machine that a program keeps, without boxes and beads
    of_program: bool = False

    @property
    def settings(self) -> tuple[str, ...]:
        """The keys of all options that it reads."""
        keys = self.reads
        if self.shares:
            keys += ("economy",)
        if self.cut:
            keys += ("printer",)
        return keys

    def function(self, name: str) -> Callable[..., Any]:
        """Return a function of the file that draws it, which is loaded for that."""
        module = import_module(f"kitgen.paper.parts.{self.file or self.name.replace('-', '_')}")
        function: Callable[..., Any] = getattr(module, name)
        return function


#: The most groups of a class.
MAX_GROUPS = 20
#: The most parts whose pages are listed on the cover; more are listed behind it.
MAX_LISTED_ON_COVER = 24
#: An app's address: no blanks, and no ``#``, behind which a kit is written.
APP_HOME = r"https?://[!\"$-~]{1,200}"


def _app_home(text: object) -> str:
    if text and re.fullmatch(APP_HOME, str(text)) is None:
        raise UsageError(
            f"address {quoted(str(text))}: write that of the app, such as https://example.org/app/"
        )
    return str(text)


@dataclass(frozen=True)
class CoverSettings:
    """Where the cover leads."""

    cover_address: Annotated[
        str,
        setting(
            "cover.address",
            "the address of the app, where the code on the cover leads",
            "URL",
            read=_app_home,
            file_key="address",
            pattern=APP_HOME,
            example="https://example.org/",
        ),
    ] = ""


@dataclass(frozen=True)
class GroupsSettings:
    """A class in groups, each with a machine of its own."""

    groups: Annotated[
        int,
        Meta(ge=2, le=MAX_GROUPS),
        Offer(
            "--groups",
            "For a class of N groups: what each needs, with its sign, and one list for all.",
            "N",
            example=6,
        ),
    ] = 0


COVER_PART = Declared(
    "cover",
    "maker",
    for_groups="teacher",
    usual=ANY_STOCK,
    index=1,
    index_holds=MAX_LISTED_ON_COVER,
    spared=True,
    reads=("beads_bank", "beads_bank_opponent", "cover_address"),
    of_program=True,
)


@dataclass(frozen=True)
class LessonSettings:
    """The lesson to plan."""

    lesson_name: Annotated[
        str,
        setting(
            "lesson.name",
            "the lesson; 'kitgen lessons' lists them",
            "NAME",
            check="kitgen.paper.parts.lesson:check_lesson",
            folder="lessons",
        ),
    ] = ""


GROUPS_PART = Declared(
    "groups", "teacher", index=1, needs=("groups",), when="is_for_groups", for_groups="teacher"
)
LESSON_PART = Declared(
    "lesson",
    "teacher",
    index=1,
    reads=("lesson_name",),
    needs=("lesson_name",),
    when="is_named",
    for_groups="teacher",
)
STRONG_PART = Declared(
    "strong",
    "pupil",
    cut=True,
    file="lesson",
    shares="as-is",
    reads=("lesson_name",),
    when="can_leave",
)


@dataclass(frozen=True)
class DemoSettings:
    """Labels for the front of a class."""

    demo_size: Annotated[
        Literal["half", "page"],
        setting(
            "demo.size",
            "the size of a label for the class",
            what="size of demo label",
            file_key="demo",
        ),
    ] = "half"
    demo_show: Annotated[
        str,
        setting(
            "demo.show",
            "the boxes to show, or all; empty: one per turn",
            "IDS",
            file_key="show",
            check="kitgen.paper.parts.labels:check_shown",
            pattern=r"all|[A-Z]{0,2}\d{1,5}(, ?[A-Z]{0,2}\d{1,5}){0,200}",
            example="A1, B2",
        ),
    ] = ""


@dataclass(frozen=True)
class LabelsSettings:
    """Labels on bought sheets."""

    labels_start_at: Annotated[
        int,
        setting(
            "labels.start-at",
            "the first label of a used sheet to print on",
            "N",
            file_key="start_at",
            check="kitgen.paper.parts.labels:check_start",
            example=3,
        ),
    ] = 1
    labels_nudge: Annotated[
        str,
        setting(
            "labels.nudge",
            "move labels right and down, in mm",
            "DX,DY",
            file_key="nudge",
            check="kitgen.paper.parts.labels:check_nudge",
            pattern=SHIFT_PATTERN,
            example="0.5,-1",
        ),
    ] = "0,0"
    labels_one_a_page: Annotated[
        bool,
        Offer(
            "--one-a-page",
            "Each label on a page of its own size, for a printer of labels on a roll.",
            check="kitgen.paper.parts.labels:check_one_a_page",
        ),
    ] = False


PRINTER_PART = Declared("printer", "maker", for_groups="teacher", of_program=True)
OUTLINE_PART = Declared(
    "outline",
    "maker",
    file="labels",
    cut=True,
    reads=("labels_nudge", "labels_start_at"),
    for_groups="teacher",
)
LABELS_PART = Declared(
    "labels",
    "maker",
    cut=True,
    made_of="boxes",
    shows="cards",
    usual=LABEL_STOCK,
    trained=LABEL_STOCK,
    reads=("labels_nudge", "labels_start_at", "labels_one_a_page"),
    shares="sparing",
    lesson_needs=("always", "board", "operator", "log"),
    lesson_uses=("finder", "beads", "chips"),
    work="work",
)
DEMO_PART = Declared(
    "demo",
    "teacher",
    file="labels",
    cut=True,
    reads=("demo_size", "demo_show"),
    for_groups="teacher",
)


#: Before the three lengths of a box that are measured inside its tray; others are those of its
#: outside.
INSIDE = "inside:"
_SIDE_OF_BOX = re.compile(
    r"\s*(?P<before>inside|outside)?\s*:?\s*(?P<lengths>.+?)\s*(?P<behind>inside|outside)?\s*",
    re.IGNORECASE,
)


def _box_name(text: object) -> str:
    """Return a box's lengths in the one form that is written, and any other name as it is.

    >>> (
    ...     _box_name("53 x 36 x 15"),
    ...     _box_name("50x33x12 inside"),
    ...     _box_name("Inside 50x33x12mm"),
    ...     _box_name("japan"),
    ... )
    ('53x36x15', 'inside:50x33x12', 'inside:50x33x12', 'japan')
    """
    match = _SIDE_OF_BOX.fullmatch(str(text))
    sides = read_lengths(match["lengths"], 3) if match else None
    if match is None or sides is None or (match["before"] and match["behind"]):
        return str(text)
    lengths = "x".join(f"{side:g}" for side in sides)
    word = match["before"] or match["behind"] or ""
    return f"{INSIDE}{lengths}" if word.lower() == "inside" else lengths


@dataclass(frozen=True)
class BoxesSettings:
    """The boxes to fold."""

    boxes_size: Annotated[
        str,
        setting(
            "boxes.size",
            "the box to fold: its outside, or after inside: the room in its tray",
            "NAME|[inside:]WxDxH",
            read=_box_name,
            file_key="box",
            check="kitgen.paper.parts.boxes:check_carton",
            folder="boxes",
            pattern=rf"(inside:)?{SIZE_PATTERN}x{LENGTH_PATTERN}",
            example="60x40x20",
        ),
    ] = "matchbox"
    boxes_paper: Annotated[
        str,
        setting(
            "boxes.paper",
            "the weight of the paper, in g/m²",
            "WEIGHT",
            file_key="paper",
            check="kitgen.paper.parts.boxes:check_carton",
            pattern=r"\d{1,4}",
            example="160",
        ),
    ] = "200"
    boxes_clearance: Annotated[
        float,
        setting(
            "boxes.clearance",
            "the gap between tray and sleeve, in mm",
            "MM",
            file_key="clearance",
            check="kitgen.paper.parts.boxes:check_carton",
            example=0.9,
        ),
    ] = 0.7


BOXES_PART = Declared(
    "boxes",
    "maker",
    cut=True,
    made_of="boxes",
    shows="cards",
    reads=("boxes_size", "boxes_paper", "boxes_clearance"),
    instead_of="labels",
    lesson_needs=("always", "board", "operator", "log"),
    lesson_uses=("finder", "beads", "chips"),
    work="work",
)


@dataclass(frozen=True)
class CardsSettings:
    """Cards with backs."""

    cards_duplex: Annotated[
        Literal["none", "long", "short"],
        setting(
            "cards.duplex",
            "print the backs; the edge that the printer flips",
            what="edge",
            file_key="duplex",
        ),
    ] = "none"
    cards_back_offset: Annotated[
        str,
        setting(
            "cards.back-offset",
            "move the backs right and down, in mm",
            "DX,DY",
            file_key="back_offset",
            check="kitgen.paper.parts.cards:check_back_offset",
            pattern=SHIFT_PATTERN,
            example="0.5,-1",
        ),
    ] = "0,0"


CALIBRATION_PART = Declared(
    "calibration",
    "maker",
    file="cards",
    cut=True,
    reads=("cards_duplex", "cards_back_offset"),
    for_groups="teacher",
)
CARDS_PART = Declared(
    "cards",
    "maker",
    cut=True,
    made_of="cards",
    shows="cards",
    usual=CARD_STOCK,
    trained=CARD_STOCK,
    reads=("cards_duplex", "cards_back_offset"),
    titles=("dice", "cards.how"),
    lesson_needs=("always", "board", "operator", "log"),
    lesson_uses=("finder", "beads"),
    work="work",
)
DECK_PART = Declared("deck", "operator", file="cards", cut=True, made_of="cards")


FINDER_PART = Declared(
    "finder", "operator", shows="boards", usual=ANY_STOCK, shares="as-is", when="leads_to_boxes"
)
ALWAYS_PART = Declared(
    "always",
    "operator",
    file="finder",
    shows="always",
    usual=ANY_STOCK,
    shares="smaller",
    when="plays_alone",
)


ROUTE_PART = Declared("route", "operator", shows="route", when="leads_on")


@dataclass(frozen=True)
class BoardSettings:
    """The pieces of a board."""

    board_pieces: Annotated[
        Literal["disc", "square"],
        setting(
            "board.pieces",
            "the shape of pieces that lie flat; squares are cut sooner",
            what="shape of pieces",
        ),
    ] = "disc"


BOARD_PART = Declared(
    "board",
    "maker",
    cut=True,
    usual=ANY_STOCK,
    shares="smaller",
    reads=("board_pieces",),
    work="work",
    of_program=True,
)
CLASS_BOARD_PART = Declared(
    "class-board", "pupil", needs=("groups",), when="is_for_board", for_groups="teacher"
)
CLASS_SET_PART = Declared(
    "class-set",
    "teacher",
    file="board",
    cut=True,
    reads=("board_pieces",),
    instead_of="board",
    for_groups="teacher",
    of_program=True,
)


ROLES_PART = Declared("roles", "pupil", cut=True, shares="as-is")


@dataclass(frozen=True)
class KeepersSettings:
    """A class as the machine."""

    keepers_each: Annotated[
        int,
        Meta(ge=1, le=2),
        setting("keepers.each", "how many boxes each pupil keeps", "N", example=2),
    ] = 1


KEEPERS_PART = Declared(
    "keepers", "pupil", cut=True, file="roles", shows="walls", reads=("keepers_each",)
)
QUESTIONS_PART = Declared("questions", "operator", file="roles", shares="as-is", when="can_ask")
SLIPS_PART = Declared("slips", "operator", cut=True, file="roles")


#: The most games that a bank is computed for: it takes seconds.
MAX_BANK_GAMES = 500


@dataclass(frozen=True)
class BankSettings:
    """The beads that a rule adds."""

    beads_bank: Annotated[
        int,
        Meta(ge=1, le=MAX_BANK_GAMES),
        setting(
            "beads.bank",
            "the games for which beads to add are counted",
            "GAMES",
            file_key="bank",
            check="kitgen.paper.parts.beads:check_bank",
            example=10,
        ),
    ] = 50
    beads_bank_opponent: Annotated[
        Literal["random", "winning-move", "perfect"],
        setting(
            "beads.bank-opponent",
            "the opponent in these games",
            what="opponent of a bank",
            file_key="bank_opponent",
            check="kitgen.paper.parts.beads:check_bank",
        ),
    ] = "random"


BEADS_PART = Declared(
    "beads",
    "maker",
    made_of="boxes",
    usual=BEAD_STOCK,
    shares="smaller",
    reads=("beads_bank", "beads_bank_opponent"),
)


@dataclass(frozen=True)
class ChipsSettings:
    """What stands on chips."""

    chips_face: Annotated[
        Literal["letter", "number"],
        setting(
            "chips.face",
            "what stands on a chip: the letter of its colour, or the number of things to take, too",
            what="face of a chip",
            check="kitgen.paper.parts.chips:check_face",
        ),
    ] = "letter"


CHIPS_PART = Declared(
    "chips",
    "maker",
    cut=True,
    made_of="boxes",
    usual=CHIP_STOCK,
    shares="as-is",
    reads=("beads_bank", "beads_bank_opponent", "chips_face"),
    work="work",
)


OPERATOR_PART = Declared(
    "operator",
    "operator",
    lost_game=True,
    usual=ANY_STOCK,
    shares="as-is",
    reads=("lesson_name",),
    of_program=True,
)


LOG_PART = Declared("log", "operator", usual=ANY_STOCK, spared=True)


LOG_MARKS_PART = Declared("log-marks", "operator", instead_of="log")
COUNT_MARKS_PART = Declared("count-marks", "operator", file="log_marks")


CURVE_PART = Declared(
    "curve",
    "pupil",
    file="report",
    usual=ANY_STOCK,
    bands=True,
    spared=True,
    of_program=True,
)
REPORT_PART = Declared(
    "report", "pupil", past=True, ranked=True, trained=ANY_STOCK, shares="as-is", when="has_past"
)
RESET_PART = Declared(
    "reset",
    "operator",
    file="report",
    made_of="boxes",
    past=True,
    trained=LABEL_STOCK,
    shares="as-is",
    when="has_past",
)


@dataclass(frozen=True)
class StorySettings:
    """The game to tell."""

    story_game: Annotated[
        str,
        setting(
            "story.game",
            "the game to tell: a file of games, and its number",
            "FILE[:N]",
            file_key="story",
            check="kitgen.paper.parts.story:read_story",
            in_app=False,
        ),
    ] = ""


STORY_PART = Declared(
    "story",
    "pupil",
    reads=("story_game",),
    needs=("story_game",),
    when="is_named",
    for_groups="teacher",
)


SPINNER_PART = Declared(
    "spinner", "operator", cut=True, shares="as-is", when="has_choices", titles=("spinner.dice",)
)


@dataclass(frozen=True)
class TactileSettings:
    """The sheets for fingers."""

    tactile_braille: Annotated[
        str,
        setting(
            "tactile.braille",
            "the standard of the Braille dots",
            "NAME",
            file_key="braille",
            check="kitgen.paper.parts.tactile:check_braille",
            folder="braille",
            example="library-of-congress",
        ),
    ] = "marburg-medium"
    tactile_eye: Annotated[
        Literal["colour", "none"],
        setting(
            "tactile.eye",
            "words for the eye: in blue, or none",
            what="kind of words",
            file_key="eye",
        ),
    ] = "colour"


TACTILE_PART = Declared(
    "tactile", "maker", made_of="boxes", reads=("tactile_braille", "tactile_eye"), shares="as-is"
)


MAP_PART = Declared("map", "maker", cut=True, reads=("boxes_size",))


@dataclass(frozen=True)
class BeadSettings:
    """The beads on sheets where they lie on the positions."""

    poster_bead: Annotated[
        float,
        setting(
            "poster.bead",
            "the width of a bead, in mm",
            "MM",
            file_key="bead",
            check="kitgen.paper.parts.poster:check_bead",
            example=4.0,
        ),
    ] = 6.0


@dataclass(frozen=True)
class PosterSettings:
    """The poster."""

    poster_size: Annotated[
        Literal["usual", "a3", "a2", "a1", "a0", "tabloid", "arch-c", "arch-d", "arch-e"],
        setting(
            "poster.size",
            "the paper; usual: A2, or ARCH C beside Letter",
            what="poster size",
            file_key="poster",
        ),
    ] = "usual"
    poster_tiled: Annotated[
        bool, setting("poster.tiled", "print it over many pages, to be glued", file_key="tiled")
    ] = False


POSTER_PART = Declared(
    "poster",
    "maker",
    cut=True,
    shows="walls",
    trained=ANY_STOCK,
    reads=("poster_size", "poster_tiled", "poster_bead"),
)


@dataclass(frozen=True)
class SweetsSettings:
    """The sheets for sweets."""

    sweets_size: Annotated[
        Literal["several", "page", "double"],
        setting(
            "sweets.size",
            "the sheets; several: for sweets of 14 mm or of poster.bead; double: one of "
            "A3 or Tabloid",
            what="size of sheet",
            file_key="sweets",
        ),
    ] = "several"


SWEETS_PART = Declared(
    "sweets",
    "pupil",
    cut=True,
    shows="walls",
    reads=("sweets_size", "poster_bead"),
    lesson_needs=("always", "board", "log"),
)


ONE_SHEET_PART = Declared(
    "one-sheet", "pupil", cut=True, shows="walls", lesson_needs=("board", "log"), work="work"
)
PLAYING_CARDS_PART = Declared(
    "playing-cards", "operator", shows="walls", lesson_needs=("board", "log")
)
SITUATIONS_PART = Declared(
    "situations", "operator", cut=True, shows="walls", lesson_needs=("board", "log"), work="work"
)
ZERO_PART = Declared("zero", "pupil", shows="walls", lesson_needs=("always", "log"))


@dataclass(frozen=True)
class GuideSettings:
    """The guide to print."""

    guide_name: Annotated[
        str,
        setting(
            "guide.name",
            "the teacher's guide: teacher, or your own",
            "NAME",
            file_key="guide",
            check="kitgen.paper.parts.guide:check_guide",
        ),
    ] = "teacher"


GUIDE_PART = Declared(
    "guide",
    "teacher",
    forecasts=True,
    # How it is printed decides what is cut and folded, and so the minutes that this takes.
    reads=("guide_name", "labels_one_a_page", "cards_duplex"),
    for_groups="teacher",
    of_program=True,
)


WORKSHEET_PART = Declared("worksheet", "pupil", lost_game=True, for_groups="children")


ERRATA_PART = Declared("errata", "pupil", shares="as-is", for_groups="teacher")


MUSEUM_PART = Declared("museum", "museum", shares="as-is", for_groups="teacher")


PANEL_PART = Declared("panel", "museum", reads=("poster_tiled",), for_groups="teacher")


CERTIFICATE_PART = Declared("certificate", "pupil", for_groups="children")


_LASER = "Also SVG files for a laser cutter, in the colours of NAME: usual, blue-cuts or your own."
_ECONOMY = "Print the fewest sheets: small labels, shared sheets, no cover, log or curve."

_THEME = (
    "Draw the pieces as the theme NAME has them, such as crocodiles: for games with pawns, with "
    "X and O, for Nim or for Awari."
)


@dataclass(frozen=True)
class LaserSettings:
    """Files beside the sheets."""

    laser: Annotated[
        str,
        Offer(
            "--laser",
            _LASER,
            "NAME",
            file_key="laser",
            check="laser.check",
            folder="laser",
            reads=("boxes_size",),
        ),
    ] = ""


@dataclass(frozen=True)
class EconomySettings:
    """How sheets are saved."""

    economy: Annotated[bool, Offer("--economy", _ECONOMY, file_key="economy")] = False


@dataclass(frozen=True)
class ThemeSettings:
    """How the pieces look."""

    theme: Annotated[
        str,
        Offer(
            "--theme",
            _THEME,
            "NAME",
            check="kitgen.paper.theme:check_theme",
            folder="themes",
            example="crocodiles",
        ),
    ] = ""


_PRINTER = (
    "Correct the sheets that are cut out or stuck on, for a printer that 'kitgen printer new "
    "NAME' has measured, or with its four lengths A,B,C,D."
)
#: Four measured lengths in mm, as ``kitgen.papers.listed_lengths`` reads them.
MEASURED_PATTERN = (
    r"\d{1,3}(\.\d{1,2})?(, ?\d{1,3}(\.\d{1,2})?){3}|\d{1,3}([.,]\d{1,2})?([; "
    r"]+\d{1,3}([.,]\d{1,2})?){3}"
)


@dataclass(frozen=True)
class PrinterSettings:
    """The printer that is not exact."""

    printer: Annotated[
        str,
        Offer(
            "--printer",
            _PRINTER,
            "NAME|A,B,C,D",
            read=lambda text: listed_lengths(str(text)),
            check="kitgen.paper.printer:check_printer",
            pattern=MEASURED_PATTERN,
            example="178.2 230 15.5 20",
        ),
    ] = ""


#: Parts that are a whole machine, each box of which is a picture.
MACHINES_OF_PICTURES = frozenset({"one-sheet", "playing-cards", "situations", "sweets", "zero"})

#: What all parts declare, in the order of use.
DECLARED = (
    COVER_PART,
    GROUPS_PART,
    LESSON_PART,
    STRONG_PART,
    PRINTER_PART,
    OUTLINE_PART,
    LABELS_PART,
    BOXES_PART,
    CALIBRATION_PART,
    CARDS_PART,
    DECK_PART,
    ONE_SHEET_PART,
    PLAYING_CARDS_PART,
    SITUATIONS_PART,
    FINDER_PART,
    ROUTE_PART,
    ALWAYS_PART,
    BOARD_PART,
    BEADS_PART,
    CHIPS_PART,
    OPERATOR_PART,
    ROLES_PART,
    KEEPERS_PART,
    QUESTIONS_PART,
    SLIPS_PART,
    LOG_PART,
    LOG_MARKS_PART,
    COUNT_MARKS_PART,
    CURVE_PART,
    STORY_PART,
    SPINNER_PART,
    TACTILE_PART,
    MAP_PART,
    POSTER_PART,
    SWEETS_PART,
    ZERO_PART,
    CLASS_BOARD_PART,
    CLASS_SET_PART,
    DEMO_PART,
    GUIDE_PART,
    WORKSHEET_PART,
    ERRATA_PART,
    MUSEUM_PART,
    PANEL_PART,
    REPORT_PART,
    RESET_PART,
    CERTIFICATE_PART,
)


# A dataclass has the fields of its last base first: read upwards, this is the order of the settings
# in commands.
@dataclass(frozen=True)
class PartOptions(
    PrinterSettings,
    ThemeSettings,
    EconomySettings,
    GroupsSettings,
    CoverSettings,
    LessonSettings,
    StorySettings,
    GuideSettings,
    KeepersSettings,
    BoardSettings,
    ChipsSettings,
    CardsSettings,
    LabelsSettings,
    SweetsSettings,
    DemoSettings,
    LaserSettings,
    TactileSettings,
    PosterSettings,
    BankSettings,
    BeadSettings,
    BoxesSettings,
):
    """Settings of single parts, as written on the command line; every one has a default and a help
    text.

    Attributes:
        boxes_size: a name from ``templates/boxes/``, or its outside, WxDxH in mm, or its inside,
            ``inside:WxDxH``.
        boxes_paper: a key of ``templates/tables/papers.toml``.
        tactile_eye: marks for the eye on sheets for fingers: ``colour``, which stays flat on swell
            paper, or ``none``.
        demo_show: ids with commas between.
        labels_start_at: from 1, row by row.
        cards_duplex: ``none`` prints fronts and backs side by side, to be folded.
        story_game: a file of games and a number in it, ``games.csv:3``; without a number, the last.
    """


class PrintSettings(TypedDict, total=False):
    """The settings of parts as arguments of functions, for editors and type checkers; see
    ``PartOptions``.
    """

    boxes_size: str
    boxes_paper: str
    boxes_clearance: float
    poster_bead: float
    beads_bank: int
    beads_bank_opponent: Literal["random", "winning-move", "perfect"]
    poster_size: Literal["usual", "a3", "a2", "a1", "a0", "tabloid", "arch-c", "arch-d", "arch-e"]
    poster_tiled: bool
    tactile_braille: str
    tactile_eye: Literal["colour", "none"]
    laser: str
    demo_size: Literal["half", "page"]
    demo_show: str
    sweets_size: Literal["several", "page", "double"]
    labels_start_at: int
    labels_nudge: str
    labels_one_a_page: bool
    cards_duplex: Literal["none", "long", "short"]
    cards_back_offset: str
    chips_face: Literal["letter", "number"]
    board_pieces: Literal["disc", "square"]
    keepers_each: int
    guide_name: str
    story_game: str
    lesson_name: str
    cover_address: str
    groups: int
    economy: bool
    theme: str
    printer: str


#: Every option with its offer, in order.
PART_OPTIONS = offered(PartOptions)
#: The options that are typed as ``--set PART.KEY=VALUE``, by PART.KEY.
SETTINGS = {option.offer.setting: option for option in PART_OPTIONS if option.offer.setting}
