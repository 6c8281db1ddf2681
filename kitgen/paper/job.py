"""The input of a printed part: kit, paper, size of label, words and options."""

import math
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

import msgspec

from kitgen.errors import TemplateError, UnknownNameError, UsageError, quoted
from kitgen.kit.choices import WISHES, Offered
from kitgen.kit.job_json import JobPart
from kitgen.model import MIRRORS
from kitgen.paper.declared import PART_OPTIONS, SETTINGS, PartOptions
from kitgen.papers import PAGES, Page, read_lengths
from kitgen.reading.schema import Millimetres, TextLine
from kitgen.reading.templates import Templates, capitalised, read_toml

if TYPE_CHECKING:
    from kitgen.kit.kit import Kit
    from kitgen.kit.palette import Colour
    from kitgen.machine.first_games import Forecast
    from kitgen.paper.style import Reader
    from kitgen.paper.texts import Texts

#: The smallest and the largest side of a label, in mm, and the words for both in errors.
SMALLEST_SIDE, LARGEST_SIDE = 5, 250
_SIDES = f"must be from {SMALLEST_SIDE} to {LARGEST_SIDE} mm"


#: Labels in a row or column.
Labels = Annotated[int, msgspec.Meta(ge=0, le=100)]


class LabelSize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A size of label or card and, where it comes on paper of its own, the places on that; lengths in mm."""

    width: Millimetres
    height: Millimetres
    page: Literal["a4", "letter"] | None = None  # None when it is cut from plain paper of any size
    columns: Labels = 0  # labels beside each other on a sheet; 0 to fit as many as the page takes
    rows: Labels = 0
    left: Millimetres = 0  # of the first label
    top: Millimetres = 0
    pitch_x: Millimetres = 0  # from one label to the next
    pitch_y: Millimetres = 0
    holder: Literal["", "matchbox"] = ""  # what it is made for, where that needs care or has a name of its own
    tent: bool = False  # whether it is folded over its upper edge and stands

    @property
    def cut_size(self) -> tuple[float, float]:
        """Width and height of what is cut out, in mm: a tent has a back, too."""
        return self.width, 2 * self.height if self.tent else self.height

    @property
    def is_grid(self) -> bool:
        """Whether its labels are drawn in the places of a carton or chest, one on each sheet."""
        return self.page is None and self.columns > 0


#: What a size is for: labels for boxes, and for cups, cartons or drawers in their place; labels for boxes with chips in
#: place of beads; cards in place of boxes.
FileKind = Literal["label", "card", "cup", "chip", "carton", "drawer"]


class Stock(LabelSize, frozen=True, kw_only=True):
    """A size as typed after ``--stock``: ``matchbox``, ``poker``, ``L7160``, ``35x15``, ``mystock.toml``."""

    name: str
    kind: FileKind | Literal["any"] = "any"


class StockFile(LabelSize, frozen=True, kw_only=True):
    """The schema of a file in ``templates/stock/``."""

    source: TextLine
    kind: FileKind = "label"


#: The default size of label and paper.
DEFAULT_STOCK = "matchbox"
DEFAULT_PAGE = "a4"


def read_stock(name: str, templates: Templates) -> Stock:
    """Return a size of label by name, one written as ``WxH``, or one in a file whose name ends with ``.toml``.

    >>> stock = read_stock("35x15", Templates())
    >>> stock.width, stock.height, stock.page
    (35.0, 15.0, None)
    """
    if name.lower().endswith(".toml"):
        return _checked(name, quoted(Path(name)), read_toml(Path(name), StockFile))
    names = templates.names("stock")
    if known := {known.lower(): known for known in names}.get(name.strip().lower()):
        return _checked(known, f"stock/{known}.toml", templates.read("stock", known, StockFile))
    if not re.match(r"\s*[-+]?\.?[0-9]", name) or re.fullmatch(r"[0-9]+", name):
        raise UnknownNameError("label or card size", name, [*names, "WxH in mm: 35x15", "a file: mystock.toml"])
    size = read_lengths(name, 2)
    if size is None:
        raise UsageError(f"size {quoted(name)} is not written as width x height, like '53x36' in mm or '2.625x1in'")
    width, height = size
    if not (SMALLEST_SIDE <= width <= LARGEST_SIDE and SMALLEST_SIDE <= height <= LARGEST_SIDE):
        raise UsageError(f"labels of {quoted(name)} mm cannot be drawn; each side {_SIDES}")
    return Stock(width, height, name=f"{width:g}x{height:g}")


def _checked(name: str, where: str, file: StockFile) -> Stock:
    """Return the size in a file; refuse labels that lie on each other or off the page."""
    stock = Stock(name=name, **{key: getattr(file, key) for key in (*LabelSize.__struct_fields__, "kind")})
    for key, side in (("width", stock.width), ("height", stock.height)):
        if not SMALLEST_SIDE <= side <= LARGEST_SIDE:
            raise TemplateError(f"{where}: key {quoted(key)} is {side:g} mm; it {_SIDES}")
    if stock.tent and stock.page is not None:
        raise TemplateError(f"{where}: key 'tent' is for sizes that are cut from plain paper; leave out 'page'")
    if stock.page is None and stock.kind in ("carton", "drawer"):
        _check_grid(stock, where)
        return stock
    if stock.page is None:
        for key in ("columns", "rows", "left", "top", "pitch_x", "pitch_y"):
            if getattr(file, key):
                raise TemplateError(f"{where}: key {quoted(key)} says where labels lie; add the key 'page'")
        return stock
    page, paper = stock.page, PAGES[stock.page]
    ways = (("columns", "pitch_x", "width", "left", paper.width), ("rows", "pitch_y", "height", "top", paper.height))
    for *keys, room in ways:
        count, pitch, side, first = (getattr(stock, key) for key in keys)
        counts, pitches, sides, starts = map(quoted, keys)
        end = first + (count - 1) * pitch + side
        if count < 1:
            raise TemplateError(f"{where}: key {counts} is missing or under 1; labels on {page} paper need it")
        if count > 1 and pitch < side - 1e-6:
            problem = f"key {pitches} is {pitch:g} mm, less than {sides}, so that labels overlap"
            raise TemplateError(f"{where}: {problem}; at least {side:g} mm")
        if not 0 <= first <= room - side + 1e-6:
            problem = f"key {starts} is {first:g} mm; on {page} paper it must be from 0 to {room - side:g} mm"
            raise TemplateError(f"{where}: {problem}")
        if end > room + 1e-6:
            most = int((room - first - side + 1e-6) // pitch) + 1
            problem = f"key {counts} is {count}, which takes {end:g} mm of {room:g} mm of {page} paper"
            raise TemplateError(f"{where}: {problem}; at most {most} fit")
    return stock


def _check_grid(stock: Stock, where: str) -> None:
    """Refuse the places of a carton or chest that are none, or lie on each other."""
    for key, count, pitch_key, pitch, side_key, side in (
        ("columns", stock.columns, "pitch_x", stock.pitch_x, "width", stock.width),
        ("rows", stock.rows, "pitch_y", stock.pitch_y, "height", stock.height),
    ):
        if count < 1:
            raise TemplateError(f"{where}: key {quoted(key)} is missing or under 1; a {stock.kind} needs it")
        if count > 1 and pitch < side:
            problem = f"key {quoted(pitch_key)} is {pitch:g} mm, less than {quoted(side_key)}, so that labels overlap"
            raise TemplateError(f"{where}: {problem}; at least {side:g} mm")
    for key in ("left", "top", "tent"):
        if getattr(stock, key):
            raise TemplateError(f"{where}: key {quoted(key)} is not for a {stock.kind}; leave it out")


#: The smallest and the largest bead, in mm.
BEAD_SIZES = (3.0, 20.0)
#: Values of a switch after ``--set``.
_SWITCH = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


def parse_setting(text: str) -> tuple[str, object]:
    """Return the field of ``PartOptions`` that a text such as ``poster.size=a1`` sets, and its value.

    >>> parse_setting("poster.size=a1"), parse_setting("poster.tiled"), parse_setting("cards.back-offset=1,-0.5")
    (('poster_size', 'a1'), ('poster_tiled', True), ('cards_back_offset', '1,-0.5'))
    """
    name, assigned, value = text.partition("=")
    name = name.strip().casefold()
    if name not in SETTINGS:
        raise UnknownNameError("setting", name, SETTINGS, hint="'kitgen parts' lists the settings of each part")
    option = SETTINGS[name]
    if option.is_switch:
        word = value.strip().casefold() if assigned else "yes"
        if word not in _SWITCH:
            raise UsageError(f"--set {quoted(text)}: {name} is yes or no")
        return option.key, _SWITCH[word]
    if not assigned:
        raise UsageError(f"--set {quoted(text)} gives no value; write {name}={option.values}")
    plain = get_args(option.kind)[0] if get_origin(option.kind) is Annotated else option.kind
    try:
        return option.key, option.checked(plain(value) if plain in (int, float) else value)
    except ValueError:
        raise UsageError(f"--set {quoted(text)}: {quoted(value)} is not a number") from None


def part_options(**options: Any) -> PartOptions:
    """Return the settings of single parts, checked; each is named by its part and its key, with ``_`` between.

    >>> part_options(guide_nam=8)
    Traceback (most recent call last):
    kitgen.errors.UnknownNameError: unknown option of a print 'guide_nam'; did you mean 'guide_name'?
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

    >>> spoken_choices("kitgen print her --rule michie --unmerged --set poster.size=a1", "it")
    [('kit', 'her'), ('language', 'it'), ('rule', 'michie'), ('merged', 'no'), ('poster-size', 'a1')]
    """
    switches = {
        word: (address_name(option), value)
        for option in (*WISHES.values(), *PART_OPTIONS)
        if option.is_switch and not option.offer.setting
        for word, value in zip(option.offer.option.split("/"), ("yes", "no"), strict=False)
    }
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
            name, value = word.removeprefix("--"), next(words)
        choices[name] = value
    return [*choices.items()]


def written_options(options: PartOptions) -> dict[str, bool | float | str]:
    """Return the settings of single parts by their keys in ``job.json``: without new ones that are as usual.

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
    """Return the settings of single parts in a ``job.json`` or manifest by their names in ``PartOptions``.

    >>> read_options({"demo": "page"})
    {'demo_size': 'page'}
    """
    keys = {option.file_key: option.key for option in PART_OPTIONS}
    return {keys.get(name, name): value for name, value in written.items()}


def unusual_options(written: Mapping[str, bool | float | str]) -> dict[str, bool | float | str]:
    """Return those settings of single parts, by their keys in ``job.json``, that differ from the defaults.

    >>> unusual_options({"bank": PartOptions().beads_bank, "demo": "page"})
    {'demo': 'page'}
    """
    usual = written_options(PartOptions())
    return {key: value for key, value in written.items() if value != usual.get(key)}


def parse_shift(text: str, option: str) -> tuple[float, float]:
    """Return the two lengths in a text such as ``1.5,-0.5``: how far to the right and how far down, in mm.

    >>> parse_shift("1.5,-0.5", "--set labels.nudge")
    (1.5, -0.5)
    """
    parts = text.split(",")
    if len(parts) != 2 or not all(re.fullmatch(r"[-+]?[0-9]{1,3}(\.[0-9]+)?", part.strip()) for part in parts):
        raise UsageError(f"{option} {quoted(text)}: write how far right and how far down, in mm, such as 1.5,-0.5")
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


#: Spare beads: a tenth more, and at least two of a colour.
SPARE_SHARE, SPARE_LEAST = 0.1, 2


@dataclass(frozen=True)
class Bank:
    """Beads that a learning rule will add to the boxes in a number of games against an opponent of ``curve.band``.

    With them ``of_hundred`` of 100 machines do not run out of any colour. ``paper`` plays no games: the caller brings
    the function that computes them, which is called at most once.
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

    ``hand`` is the number of own beads if the kit was made for them; otherwise None.
    """

    colour: "Colour"
    needed: int
    bank: int
    spare: int
    hand: int | None = None

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
        """Beads to buy: all of them, or what the own beads lack for boxes and bank."""
        return self.total if self.hand is None else max(0, self.needed + self.bank - self.hand)


def count_in_words(colour: "Colour", count: int) -> str:
    """Return how many beads there are of a colour, as lists of beads to lay out have it."""
    return f"{colour.name} ({colour.letter}) {count}"


def bead_totals(kit: "Kit", bank: Bank | None = None) -> list[BeadTotal]:
    """Return the beads of each colour, in the order of the palette; with the bank of a rule that adds beads.

    >>> from kitgen.kit.build import build_kit
    >>> [(row.colour.key, row.needed, row.spare) for row in bead_totals(build_kit("her"))]
    [('red', 19, 2), ('blue', 17, 2), ('yellow', 7, 2), ('green', 2, 2)]
    """
    totals, owned = [], dict(kit.choices.beads)
    for colour in kit.palette:
        needed = sum(slot.beads for box in kit.boxes for slot in box.slots if slot.colour.key == colour.key)
        spare = max(SPARE_LEAST, math.ceil(needed * SPARE_SHARE))
        hand = owned.get(colour.key, 0) if owned else None
        totals.append(BeadTotal(colour, needed, bank.beads[colour.key] if bank else 0, spare, hand))
    return totals


def counts_beads(kit: "Kit") -> bool:
    """Return whether a box may hold more than one bead of a colour: then a list of moves is not enough."""
    return kit.rule.adds or any(slot.beads > 1 for box in kit.boxes for slot in box.slots)


#: The number of games on the curve sheet, and of those that a job brings where curves are expected.
GAMES = 50
#: Machines of a band that have not lost so many games stand on the line of those that have lost all.
LOST = 2


@dataclass(frozen=True, slots=True)
class Band:
    """Where most learning curves run: least and most wins minus losses after each game, from the first on.

    ``opponent`` is a key of the texts ``curve.band``.
    """

    opponent: str
    low: tuple[int, ...]
    high: tuple[int, ...]

    @property
    def lost(self) -> bool:
        """Whether nearly every game is lost, so that its edges coincide with the line of a machine that loses all."""
        return bool(self.high) and self.high[-1] <= LOST - len(self.high)


@dataclass(frozen=True, slots=True)
class Rank:
    """The rank of a machine among a hundred of its kind, after all its ``games`` or the first of very many.

    ``worse`` and ``alike`` are how many have a lower and the same score: ``exact``, or counted in a simulation.
    """

    games: int
    worse: float
    alike: float
    exact: bool


@dataclass(frozen=True, slots=True)
class Past:
    """The state of a machine, for its report.

    ``line`` is the shortest line that beats it: its moves as the game writes them, the boxes and beads in it, and the
    empty box where it gives up; None where nothing beats it any more.
    """

    new: "Kit"  # as its rule begins it, before any learning
    opponent: str
    scores: tuple[int, ...]  # wins minus losses after each game; empty for one taken over that has not played here
    bands: tuple[Band, ...]  # where such curves are expected to run, against the opponent first; empty without games
    rank: Rank | None  # None without games
    bad: tuple[tuple[str, str], ...]  # the remaining beads that lose, or are not the best of their box: ids and letters
    bad_first: int  # the number of such beads in a new machine
    line: tuple[tuple[str, ...], tuple[str, ...], str] | None
    walked: bool  # whether such lines could be searched
    to_go: float | None  # the expected number of games until it never loses again, if known
    next_score: float  # expected wins minus losses in its next ten games
    next_error: float  # the standard error of that


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a first lesson needs: printed parts, in the order of use, and parts that are not printed."""

    parts: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """One print run."""

    kit: "Kit"
    page: Page
    stock: Stock
    texts: "Texts"
    command: str  # the whole command that prints the same again
    options: PartOptions = field(default_factory=PartOptions)
    templates: Templates = field(default_factory=Templates)
    bands: tuple[Band, ...] = ()  # where learning curves run, for ``GAMES`` games, where a part asks for them
    forecasts: "tuple[Forecast, ...]" = ()  # what a class can expect against each opponent, where a part asks for it
    bank: Bank | None = None  # the beads that the rule will add, if it adds any
    parts: tuple[str, ...] = ()  # the names of the printed parts, in the order of use
    contents: tuple[tuple[JobPart, str], ...] = ()  # the other parts, and the labels they are printed on, for a list
    lesson: Lesson = Lesson()  # which of them a first lesson needs, for the same list
    past: Past | None = None  # the state of the machine, where a part asks for it and it has played
    reader: "Reader | None" = None  # who the part being drawn is for
    pages_left: Iterator[int] | None = None  # has an item for each further page that may be begun; None for any number

    @property
    def title(self) -> str:
        """The kit's title in the language of its texts."""
        return spoken_title(self)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A kit in the words of a language, where nothing is printed: on a page, or at a table in the terminal."""

    kit: "Kit"
    texts: "Texts"


#: A kit with the texts of a language.
Worded = Job | Spoken


def victory(texts: "Texts", side: str, own: str = "") -> str:
    """Return the sentence that a side has won, with its article; empty for a side that the texts do not know.

    ``own`` are the words of a game told as data, without a full stop.

    >>> from kitgen.paper.texts import Texts
    >>> victory(Texts("es", Templates()), "white"), victory(Texts("es", Templates()), "cats")
    ('Ganan las blancas.', '')
    """
    wins = own or texts.get(f"told.known.{side}.wins", "")
    return f"{capitalised(wins)}." if wins else ""


def has_draws(kit: "Kit") -> bool:
    """Return whether a game with this machine can end in a draw, by the game's rules or by those of an empty box."""
    return kit.rule.when_empty.draws or kit.draws


def result_letters(job: Worded) -> str:
    """Return the sentence on the letters with which results are written."""
    win, draw, loss = (job.texts(f"log.letter.{key}") for key in ("win", "draw", "loss"))
    return job.texts("log.result_draws" if has_draws(job.kit) else "log.result", win=win, draw=draw, loss=loss)


def spoken_title(job: Worded) -> str:
    """Return the kit's title: for one without an edition the game with its size, and the machine's side."""
    kit = job.kit
    if not kit.title.startswith(kit.game.called):
        return kit.title
    size = kit.game.called.partition(":")[2].partition(",")[0]
    name = f"{game_name(job)} {size}".rstrip()
    side = [side_name(job, kit.players[0])] if len(kit.players) == 1 else []
    return " · ".join([capitalised(name), *side])


def _own_words(job: Worded) -> Mapping[str, str]:
    """Return the words of a game told as data; empty for games whose words are among the texts."""
    return job.kit.game.spoken(job.texts, job.texts.language)


def _words(job: Worded, own: str, *keys: str) -> str | None:
    """Return the game's own words of a name, or else the first text that exists among ``keys``."""
    texts = (job.texts(key) for key in keys if job.texts.has(key))
    return _own_words(job).get(own) or next(texts, None)


def game_name(job: Worded) -> str:
    """Return the game's name in the language of the kit, or that of its variant if it has one."""
    name, about = job.kit.game.name, sorted(job.kit.game.about.items())
    variants = (f"games.{name}.called.{key}.{value}" for key, value in about)
    return _words(job, "name", *variants, f"games.{name}.name") or name


def side_name(job: Worded, side: int) -> str:
    """Return the name of a side, 0 or 1, in the language of the kit: that of its seat, where the sides' own misleads.

    On sheets the machine sits at the top, even where the game calls its side South.
    """
    name, side_key = job.kit.game.name, job.kit.game.sides[side].name
    keys = (f"games.{name}.{kind}.{side_key}" for kind in ("seat", "side"))
    return _words(job, f"side.{side_key}", *keys) or side_key


def machine_side(job: Worded) -> str:
    """Return the sentence that says which side the machine plays and who starts."""
    key = f"machine.{job.kit.choices.side}"
    if words := _words(job, key, f"games.{job.kit.game.name}.{key}"):
        return words
    if len(job.kit.players) == 2:
        return job.texts("games.other.either")
    side = job.kit.players[0]
    return job.texts("games.other.machine", side=side_name(job, side), other=side_name(job, 1 - side))


def piece_name(job: Worded, kind: str) -> str:
    """Return the name of a piece by its shape, such as ``pawn-light``: with its side where the noun is all it has."""
    own = _own_words(job)
    if f"kind.{kind}" in own:  # a comma, since Braille has no signs for brackets here
        return own[f"kind.{kind}"]
    if f"noun.{kind}" in own and f"one.{kind}" not in own:
        name = job.texts(f"{own[f'noun.{kind}']}.single")
        return f"{name}, {own[f'owner.{kind}']}" if f"owner.{kind}" in own else name
    return _words(job, f"one.{kind}", f"games.{job.kit.game.name}.piece.{kind}") or job.texts("games.other.piece")


def pieces_in_words(job: Worded, kind: str, count: int) -> str:
    """Return a number of pieces in words, such as ``4 white pawns``."""
    own = _own_words(job)
    if f"many.{kind}" in own:
        name = own[f"{'one' if count == 1 else 'many'}.{kind}"]
        return f"{count} {name}"
    if f"noun.{kind}" in own:
        counted = job.texts(f"{own[f'noun.{kind}']}.count", count=count)
        return f"{counted} ({own[f'owner.{kind}']})" if f"owner.{kind}" in own else counted
    key = f"games.{job.kit.game.name}.pieces.{kind}"
    return job.texts(key if job.texts.has(f"{key}.other") else "games.other.pieces", count=count)


def game_rules(job: Worded) -> list[str]:
    """Return the rules of the game, a short paragraph each."""
    game, texts = job.kit.game, job.texts
    start = f"games.{game.name}"
    if (own := _own_words(job).get("rules")) is not None:
        return own.splitlines()
    if not texts.has(f"{start}.rules"):
        return [texts("games.other.rules", game=game_name(job), starts=side_name(job, 0))]
    return [
        *_sentences(job, f"{start}.rules"),
        *_sentences(job, f"{start}.option", of_choices=True),
        *game_aim(job),
        *_sentences(job, f"{start}.closing"),
        *filter(None, [mirror_rule(job)]),
    ]


def mirror_rule(job: Worded) -> str:
    """Return the sentence on a game in which no board is mirrored; empty for any other game."""
    way = str(job.kit.game.about.get(MIRRORS, ""))
    is_turned = job.kit.game.diagram.turns and job.kit.players == (0,)  # in all pictures
    if is_turned:
        way = {"left": "right", "right": "left"}.get(way, way)
    return job.texts(f"games.other.{MIRRORS}.{way}") if way else ""


def game_aim(job: Worded) -> list[str]:
    """Return how the game is won, in a sentence or two; nothing for a game that has no words of its own."""
    if (own := _own_words(job).get("aim")) is not None:
        return own.splitlines()
    key = f"games.{job.kit.game.name}.aim"
    return _sentences(job, key) or _sentences(job, key, of_choices=True)


def _sentences(job: Worded, key: str, *, of_choices: bool = False) -> list[str]:
    """Return the sentences of a text of the game, if there is one, or of those for each way of playing it."""
    about: dict[str, Any] = dict(job.kit.game.about)
    keys = [key]
    if of_choices:
        keys = [f"{key}.{name}.{value}" for name, value in sorted(about.items())]
    return [line for each in keys if job.texts.has(each) for line in job.texts(each, **about).splitlines()]
