"""The input of a printed part: kit, paper, size of label, words and options."""

import math
import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

from kitgen.errors import UnknownNameError, UsageError, quoted
from kitgen.kit.choices import WISHES, Offered
from kitgen.kit.job_json import JobPart
from kitgen.paper.declared import PART_OPTIONS, SETTINGS, PartOptions
from kitgen.paper.spoken_game import spoken_title
from kitgen.paper.stock import Stock
from kitgen.papers import Page
from kitgen.reading.templates import Templates

if TYPE_CHECKING:
    from kitgen.kit.kit import Kit
    from kitgen.kit.palette import Colour
    from kitgen.machine.first_games import Forecast
    from kitgen.paper.style import Reader
    from kitgen.reading.texts import Texts
    from kitgen.record.rows import LostGame


DEFAULT_PAGE = "a4"


#: The smallest and the largest bead, in mm.
BEAD_SIZES = (3.0, 20.0)
#: Values of a switch after ``--set``.
_SWITCH = {
    "yes": True,
    "true": True,
    "on": True,
    "1": True,
    "no": False,
    "false": False,
    "off": False,
    "0": False,
}


def parse_setting(text: str) -> tuple[str, object]:
    """Return the field of ``PartOptions`` that a text such as ``poster.size=a1`` sets, and its
    value.

    >>> (
    ...     parse_setting("poster.size=a1"),
    ...     parse_setting("poster.tiled"),
    ...     parse_setting("cards.back-offset=1,-0.5"),
    ... )
    (('poster_size', 'a1'), ('poster_tiled', True), ('cards_back_offset', '1,-0.5'))
    """
    name, assigned, value = text.partition("=")
    name = name.strip().casefold()
    if name not in SETTINGS:
        raise UnknownNameError(
            "setting", name, SETTINGS, hint="'kitgen parts' lists the settings of each part"
        )
    option = SETTINGS[name]
    if option.is_switch:
        word = value.strip().casefold() if assigned else "yes"
        if word not in _SWITCH:
            raise UsageError(f"--set {quoted(text)}: {name} is yes or no")
        return option.key, _SWITCH[word]
    if not assigned:
        raise UsageError(f"--set {quoted(text)} gives no value; write {name}={option.values}")
    kind = option.kind
    if get_origin(kind) is Annotated:
        kind, *_ = get_args(kind)
    if kind not in (int, float):
        lower = value.strip().lower()
        return option.key, option.checked(lower if lower in option.words else value)
    try:
        return option.key, option.checked(kind(value))
    except ValueError:
        raise UsageError(f"--set {quoted(text)}: {quoted(value)} is not a number") from None


def part_options(**options: Any) -> PartOptions:
    """Return the settings of single parts, checked; each is named by its part and its key, with
    ``_`` between.

    >>> part_options(guide_nam=8)  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    kitgen.errors.UnknownNameError: unknown option of a print 'guide_nam';
    did you mean 'guide_name'?
    """
    known = {option.key: option for option in PART_OPTIONS}
    for key in options:
        if key not in known:
            raise UnknownNameError("option of a print", key, known)
    checked: dict[str, object] = {key: known[key].checked(value) for key, value in options.items()}
    return replace(PartOptions(), **checked)  # type: ignore[arg-type] # each has just been checked against its type


def address_name(option: Offered) -> str:
    """Return the name of a choice in an app's address: its keyword in Python, with ``-`` for ``_``.

    >>> [address_name(WISHES[key]) for key in ("language", "colour_by", "merged")]
    ['language', 'colour-by', 'merged']
    """
    return option.key.replace("_", "-")


def spoken_choices(command: str, language: str) -> list[tuple[str, str]]:
    """Return the choices of a command as the names and values of an app's address.

    >>> spoken_choices("kitgen print her --rule michie --unmerged", "it")
    [('kit', 'her'), ('language', 'it'), ('rule', 'michie'), ('merged', 'no')]
    >>> spoken_choices("kitgen print her --set poster.size=a1", "it")
    [('kit', 'her'), ('language', 'it'), ('poster-size', 'a1')]
    """
    switches = {}
    for option in (*WISHES.values(), *PART_OPTIONS):
        if option.is_switch and not option.offer.setting:
            for word, value in zip(option.offer.option.split("/"), ("yes", "no"), strict=False):
                switches[word] = (address_name(option), value)
    _, _, kit, *rest = shlex.split(command)
    choices = {"kit": kit, "language": language}
    words = iter(rest)
    for word in words:
        if word in switches:
            name, value = switches[word]
        elif word == "--set":
            setting, _, value = next(words).partition("=")
            name = address_name(SETTINGS[setting])
        else:
            name = word.removeprefix("--")
            value = next(words)
        choices[name] = value
    return [*choices.items()]


def written_options(options: PartOptions) -> dict[str, bool | float | str]:
    """Return the settings of single parts by their keys in ``job.json``: without new ones that are
    as usual.

    >>> written_options(PartOptions(demo_size="page"))["demo"]
    'page'
    """
    written = {}
    for option in PART_OPTIONS:
        value = getattr(options, option.key)
        if option.offer.file_key or value != option.default:
            written[option.file_key] = value
    return written


def read_options(written: Mapping[str, bool | float | str]) -> dict[str, bool | float | str]:
    """Return the settings of single parts in a ``job.json`` or manifest by their names in
    ``PartOptions``.

    >>> read_options({"demo": "page"})
    {'demo_size': 'page'}
    """
    keys = {option.file_key: option.key for option in PART_OPTIONS}
    return {keys.get(name, name): value for name, value in written.items()}


def unusual_options(written: Mapping[str, bool | float | str]) -> dict[str, bool | float | str]:
    """Return those settings of single parts, by their keys in ``job.json``, that differ from the
    defaults.

    >>> unusual_options({"bank": PartOptions().beads_bank, "demo": "page"})
    {'demo': 'page'}
    """
    usual = written_options(PartOptions())
    return {key: value for key, value in written.items() if value != usual.get(key)}


def parse_shift(text: str, option: str) -> tuple[float, float]:
    """Return the two lengths in a text such as ``1.5,-0.5``: how far to the right and how far down,
    in mm.

    >>> parse_shift("1.5,-0.5", "--set labels.nudge")
    (1.5, -0.5)
    """
    parts = text.split(",")
    if len(parts) != 2 or not all(
        re.fullmatch(r"[-+]?[0-9]{1,3}(\.[0-9]+)?", part.strip()) for part in parts
    ):
        raise UsageError(
            f"{option} {quoted(text)}: write how far right and how far down, in mm, "
            "such as 1.5,-0.5"
        )
    return float(parts[0]), float(parts[1])


def bead_width(options: PartOptions) -> float:
    """Return the checked diameter of a bead, in mm.

    >>> bead_width(PartOptions())
    6.0
    """
    low, high = BEAD_SIZES
    if not low <= options.poster_bead <= high:
        raise UsageError(f"bead {options.poster_bead:g} mm: beads are {low:g} to {high:g} mm wide")
    return options.poster_bead


#: Spare beads of a colour: a tenth more, and at least two.
SPARE_SHARE = 0.1
MIN_SPARE_BEADS = 2


@dataclass(frozen=True)
class Bank:
    """Beads that a learning rule will add to the boxes in a number of games against an opponent of
    ``curve.band``.

    With them ``of_hundred`` of 100 machines do not run out of any colour. ``paper`` plays no games:
    the caller brings the function that computes them, which is called at most once.
    """

    games: int
    opponent: str
    of_hundred: int
    work: Callable[[], Mapping[str, int]] = field(repr=False, compare=False)

    @cached_property
    def beads(self) -> Mapping[str, int]:
        """The number of beads of each colour, by its key."""
        return self.work()


@dataclass(frozen=True, slots=True)
class BeadTotal:
    """The beads of one colour: in all boxes at the start, in the bank, and spare.

    ``hand`` is the number of own beads if the kit was made for them; otherwise None. With those,
    spare ones are bought only ``with_spares``: for a class.
    """

    colour: "Colour"
    needed: int
    bank: int
    spare: int
    hand: int | None = None
    with_spares: bool = False

    @property
    def total(self) -> int:
        """All beads: in boxes, in the bank, and spare."""
        return self.needed + self.bank + self.spare

    @property
    def left(self) -> int:
        """Own beads that remain when the boxes are filled."""
        return (self.hand or 0) - self.needed

    @property
    def to_buy(self) -> int:
        """Beads to buy: all of them, or what the own beads lack."""
        if self.hand is None:
            return self.total
        wanted = self.total if self.with_spares else self.needed + self.bank
        return max(0, wanted - self.hand)


def count_in_words(texts: "Texts", colour: "Colour", count: int) -> str:
    """Return how many beads there are of a colour, as lists of beads to lay out have it; the number
    stays beside the colour.
    """
    tie = "\N{NO-BREAK SPACE}"
    return f"{colour.name}{tie}({colour.letter}){tie}{texts.whole(count)}"


def bead_totals(kit: "Kit", bank: Bank | None = None, machines: int = 1) -> list[BeadTotal]:
    """Return the beads of each colour, in the order of the palette; with the bank of a rule that
    adds beads.

    Several machines share the spare beads and the beads that a class owns.

    >>> from kitgen.kit.build import build_kit
    >>> [(row.colour.key, row.needed, row.spare) for row in bead_totals(build_kit("her"))]
    [('red', 19, 2), ('blue', 17, 2), ('yellow', 7, 2), ('green', 2, 2)]
    """
    totals = []
    owned = dict(kit.choices.beads)
    at_start: Counter[str] = Counter()
    for box in kit.boxes:
        for slot in box.slots:
            at_start[slot.colour.key] += slot.beads
    for colour in kit.palette:
        needed = machines * at_start[colour.key]
        spare = max(MIN_SPARE_BEADS, math.ceil(needed * SPARE_SHARE))
        hand = owned.get(colour.key, 0) if owned else None
        totals.append(
            BeadTotal(
                colour=colour,
                needed=needed,
                bank=machines * bank.beads[colour.key] if bank else 0,
                spare=spare,
                hand=hand,
                with_spares=machines > 1,
            )
        )
    return totals


def counts_beads(kit: "Kit") -> bool:
    """Return whether a box may hold more than one bead of a colour: then a list of moves is not
    enough.
    """
    return kit.rule.adds or any(slot.beads > 1 for box in kit.boxes for slot in box.slots)


#: The number of games on the curve sheet, and of those that a job brings where curves are expected.
GAMES = 50
#: Machines of a band that have not lost so many games stand on the line of those that have lost
#: all.
LOST = 2


@dataclass(frozen=True, slots=True)
class Band:
    """Where most learning curves run: least and most wins minus losses after each game, from the
    first on.

    ``opponent`` is a key of the texts ``curve.band``.
    """

    opponent: str
    low: tuple[int, ...]
    high: tuple[int, ...]

    @property
    def lost(self) -> bool:
        """Whether nearly every game is lost, so that its edges coincide with the line of a
        machine that loses all.
        """
        return bool(self.high) and self.high[-1] <= LOST - len(self.high)


@dataclass(frozen=True, slots=True)
class Rank:
    """The rank of a machine among a hundred of its kind, after all its ``games`` or the first of
    very many.

    ``worse`` and ``alike`` are how many have a lower and the same score: ``exact``, or counted in a
    simulation.
    """

    games: int
    worse: float
    alike: float
    exact: bool


@dataclass(frozen=True, slots=True)
class Past:
    """The state of a machine, for its report.

    ``line`` is the shortest line that beats it: its moves as the game writes them, the boxes and
    beads in it, and the empty box where it gives up; None where nothing beats it any more.
    """

    #: As its rule begins it, before any learning.
    new: "Kit"
    opponent: str
    #: Wins minus losses after each game; empty for one taken over that has not played here.
    scores: tuple[int, ...]
    #: Where such curves are expected to run, against the opponent first; empty without games.
    bands: tuple[Band, ...]
    #: None without games.
    rank: Rank | None
    #: The remaining beads that lose, or are not the best of their box: ids and letters.
    bad: tuple[tuple[str, str], ...]
    #: The number of such beads in a new machine.
    bad_first: int
    line: tuple[tuple[str, ...], tuple[str, ...], str] | None
    #: Whether such lines could be searched.
    walked: bool
    #: The expected number of games until it never loses again, if known.
    to_go: float | None
    #: Expected wins minus losses in its next ten games, and the standard error of that.
    next_score: float
    next_error: float


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a first lesson needs: printed parts, in the order of use, and parts that are not
    printed.
    """

    parts: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A group on the board of its class.

    Attributes:
        number: the number on its sign.
        name: its name; empty if it is to be written in.
        results: 1, 0 or -1 for each game of its machine.
    """

    number: int
    name: str
    results: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Job:
    """One print run."""

    kit: "Kit"
    page: Page
    stock: Stock
    texts: "Texts"
    #: The whole command that prints the same again.
    command: str
    options: PartOptions = field(default_factory=PartOptions)
    templates: Templates = field(default_factory=Templates)

    # What single parts ask for:
    #: Where learning curves run, for ``GAMES`` games.
    bands: tuple[Band, ...] = ()
    #: What a class can expect against each opponent.
    forecasts: "tuple[Forecast, ...]" = ()
    #: The beads that the rule will add, if it adds any.
    bank: Bank | None = None
    #: A short game that a new machine loses.
    lost_game: "LostGame | None" = None
    #: The state of the machine, if it has played.
    past: Past | None = None
    #: The groups of a class with their results so far, for its board; empty before they have any.
    class_rows: "tuple[ClassRow, ...]" = ()

    #: The names of the printed parts, in the order of use.
    parts: tuple[str, ...] = ()

    # For lists of contents, which are drawn last:
    #: The other parts, and the labels they are printed on.
    contents: tuple[tuple[JobPart, str], ...] = ()
    #: Which of them a first lesson needs.
    lesson: Lesson = Lesson()
    #: The pages of each group of a class.
    group_pages: tuple[tuple[int, ...], ...] = ()
    #: The number of all sheets.
    sheet_count: int = 0

    # While a part is drawn:
    #: Who it is for.
    reader: "Reader | None" = None
    #: Has an item for each further page that may be begun; None for any number.
    pages_left: Iterator[int] | None = None

    @property
    def peels_labels(self) -> bool:
        """Whether labels are peeled off what is bought, a sheet or a roll, instead of being cut
        out.
        """
        return self.stock.page is not None or self.options.labels_one_a_page

    @property
    def title(self) -> str:
        """The kit's title in the language of its texts."""
        return spoken_title(self)
