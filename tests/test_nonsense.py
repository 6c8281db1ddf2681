"""Whoever calls kitgen from Python with nonsense is told what is wrong, in words of Python, and
by a KitgenError.
"""

import gc
import inspect
import io
import math
import random
import re
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, BinaryIO, Literal, Protocol

import pytest
from sampling import few

import kitgen
from kitgen.errors import UsageError
from kitgen.front_door import (
    FUNCTIONS,
    check_arguments,
    check_function,
    in_python,
    keys_behind,
    with_checked_calls,
    with_explained_calls,
)
from kitgen.kit.choices import WISHES, KitChoices
from kitgen.paper.declared import PART_OPTIONS, PrintSettings


class Unspeakable:
    """An object that cannot be written."""

    def __repr__(self) -> str:
        raise RuntimeError


#: Values that no argument wants, or few: of all types, empty, huge, and names of something else.
NONSENSE: tuple[object, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    3,
    7,
    10**9,
    -(10**9),
    2**70,
    -(2**70),
    0.0,
    -0.5,
    1e308,
    math.nan,
    math.inf,
    -math.inf,
    "--help",
    1j,
    "",
    " ",
    "\n",
    "\0",
    "x" * 10_000,
    "\ud800",
    "é",
    "🎲",
    "..",
    "../..",
    "/",
    "/dev/null",
    "a/b/c",
    "-o",
    "*",
    "{}",
    "[]",
    "null",
    "0",
    "1",
    "-1",
    "1.5",
    "1e9",
    "9" * 400,
    "yes",
    "True",
    "her",
    " her ",
    "HER",
    "her\n",
    "menac",
    "her:3x3",
    "hexapawn",
    "hexapawn:0x0",
    "hexapawn:99x99",
    "hexapawn:3x3,x=1",
    "hexapawn:",
    "nim:10",
    "nim:x",
    "told:nothing",
    "told:",
    "random",
    "randm",
    "perfect:2",
    "perfect:-1",
    "machine",
    "machine:",
    "script:",
    "script:,",
    "adversary,",
    "negascout:0",
    "negascout:x",
    "json",
    "en",
    "xx",
    "black",
    "red",
    "first",
    "either",
    "gardner",
    "nowhere.toml",
    "none",
    "a4",
    "a5",
    "letter",
    "matchbox",
    "0x0",
    "1e9x1",
    "x.pdf",
    "x.json",
    "x.kitgen",
    "x.doc",
    "bbb/.../www w",
    "bbb/.../www",
    "... x",
    "red:1",
    "red:-1",
    "red:1e9",
    "red",
    ":",
    "labels",
    "labels,board",
    "page",
    "0,0",
    "1,",
    "nan,nan",
    "https://example.org/",
    "javascript:1",
    b"",
    b"her",
    bytearray(b"x"),
    memoryview(b"x"),
    [],
    [None],
    [1],
    [0],
    [-1],
    [1.5],
    ["a"],
    ["her"],
    [""],
    [[]],
    [b""],
    [True],
    (),
    ("a",),
    (1, 2),
    {},
    {"a": 1},
    {1: 2},
    {"red": -1},
    {"red": "x"},
    set(),
    {1},
    frozenset(),
    deque([1]),
    Counter("a"),
    range(0),
    range(3),
    iter([1]),
    slice(3),
    object(),
    Unspeakable(),
    Unspeakable,
    int,
    str,
    type,
    len,
    print,
    lambda: None,
    lambda *_: 1,
    Exception(),
    Exception,
    NotImplemented,
    ...,
    io.BytesIO(),
    io.StringIO(),
    sys,
    kitgen,
    random.Random(1),
    Path("her"),
    Path(),
    Path("/dev/null/x"),
    Path("x" * 300),
    "\u202eher",
    "her\u200b",
    "ＨＥＲ",
    "her;rm",
    "$HOME",
    "~",
    "~nobody/x",
    "C:\\x",
    "con",
    "file:///x",
    "\t",
    "\r\n",
    "None",
    "nan",
    "inf",
    "1_000",
    "0x10",
    "½",
    "٣",
    "1,5",
    "-0",
    "+1",
    "1e-9",
    "1/0",
    "[1]",
    "{'a': 1}",
    "()",
    "<x>",
    "%s",
    "a=1",
    "perfect,random",
    "random:0.5,perfect:0.5,",
    "random:1/0",
    "alphabeta:3,quick",
    "machine:nothing",
    "b1b2",
    "__init__",
)
#: Each name with arguments that it takes, small ones: in these one at a time becomes nonsense.
CALLS = {
    "Journal": (("nowhere.kitgen",), {}),
    "compare": (("her",), {"rules": ["gardner"], "games": 2, "machines": 2}),
    "diff": (("her", "her"), {}),
    "draw": (("her", "A1"), {}),
    "env": (("her",), {}),
    "exact": (("her",), {"at": [1]}),
    "find": (("her", "bbb/.../www w"), {}),
    "kits": ((), {}),
    "load_kit": (("her",), {}),
    "make_document": (("her",), {"parts": ["board"]}),
    "make_kit": (("her",), {}),
    "play_with": (("her",), {"opponent": "random"}),
    "match": (("random", "random"), {"game": "hexapawn", "games": 2, "jobs": 1}),
    "new_journal": (("her", "/dev/null/x.kitgen"), {}),
    "palettes": ((), {}),
    "policy": (("her",), {}),
    "print_kit": (("her", io.BytesIO()), {"parts": ["board"], "write": False}),
    "reproduce": (("gardner",), {"runs": 2}),
    "save": ((None, "x.pdf"), {}),
    "search": (("hexapawn",), {"depth": 2}),
    "simulate": (("her",), {"games": 2, "machines": 2}),
    "solve": (("hexapawn",), {}),
    "sweep": (({"kits": ["her"], "games": 2, "machines": 2}, "swept"), {}),
    "try_game": (("told:hexapawn",), {}),
    "verify": (("her",), {}),
    "verify_table": (("nowhere.csv", "her"), {}),
    "with_policy": (("ladder", [[0.5, 0.5, 0]] * 9), {}),
}
#: How many of these the suite gives to each argument.
SOME = 3
#: Arguments that call what they are given: an outsider's own function may raise what it likes.
CALLED = ("progress", "approve", "report", "opponent", "rule", "rules")
#: The same where they are given by their place: the players of a match.
CALLED_BY_PLACE = (("match", 0), ("match", 1))
#: Numbers that may be large, so that the work takes long: refusing them is not what is tried here.
AMOUNTS = ("games", "machines", "limit", "depth", "jobs", "runs")


def keywords(name: str) -> list[str]:
    """Return the names of all arguments of a call that are given by name."""
    names = []
    for parameter in inspect.signature(getattr(kitgen, name)).parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            names += keys_behind(parameter)
        elif parameter.kind is parameter.KEYWORD_ONLY:
            names.append(parameter.name)
    return names


def told(name: str, arguments: list[object], named: dict[str, object], nonsense: object) -> None:
    """Call, and let nothing but a KitgenError pass, in one line that speaks of no option."""
    try:
        getattr(kitgen, name)(*arguments, **named)
    except kitgen.KitgenError as error:
        message = str(error)
    else:
        return
    assert "\n" not in message
    assert len(message) < 1200
    if not isinstance(nonsense, str) or "--" not in nonsense:
        assert " --" not in f" {message}", message


def test_every_name_is_tried():
    assert set(CALLS) == set(kitgen.__all__) - {"KitgenError"}
    assert len(NONSENSE) >= 200


@pytest.mark.parametrize("name", few(CALLS, one_in=4))
def test_some_nonsense_is_refused_in_words_of_python(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    try_nonsense(name, SOME)


@pytest.mark.every
@pytest.mark.parametrize("name", CALLS)
def test_all_nonsense_is_refused_in_words_of_python(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    try_nonsense(name, len(NONSENSE))
    assert not list(tmp_path.glob("**/kit.pdf"))


def try_nonsense(name: str, count: int) -> None:
    """Give some nonsense to each place of a call, and good arguments to all others."""
    arguments, named = CALLS[name]
    places: list[int | str] = [*range(len(arguments)), *keywords(name)]
    for place in places:
        for nonsense in random.Random(f"{name} {place}").sample(NONSENSE, count):
            if callable(nonsense) and (place in CALLED or (name, place) in CALLED_BY_PLACE):
                continue
            if place in AMOUNTS and isinstance(nonsense, int | float) and nonsense > 100:
                continue
            changed = list(arguments)
            by_name = dict(named)
            if isinstance(place, int):
                changed[place] = nonsense
            else:
                by_name[place] = nonsense
            told(name, changed, by_name, nonsense)


@pytest.mark.parametrize("name", CALLS)
def test_too_many_arguments_and_unknown_ones_are_refused(name):
    arguments, named = CALLS[name]
    with pytest.raises(kitgen.KitgenError):
        getattr(kitgen, name)(*[1] * 30)
    with pytest.raises(kitgen.KitgenError, match="has no argument 'sied'"):
        getattr(kitgen, name)(*arguments, **named, sied="black")


def test_the_choices_of_a_kit_are_typed_as_they_are_offered():
    assert list(KitChoices.__annotations__) == list(WISHES)
    for key, kind in KitChoices.__annotations__.items():
        for word in WISHES[key].words:
            assert repr(word) in str(kind)


def test_the_settings_of_parts_are_typed_as_they_are_offered():
    """Editors and type checkers read ``PrintSettings``, so each setting stands there, with its
    words.
    """
    declared = {option.key: option for option in PART_OPTIONS}
    assert list(PrintSettings.__annotations__) == list(declared), (
        "kitgen/paper/declared.py: PrintSettings"
    )
    for key, kind in PrintSettings.__annotations__.items():
        option = declared[key]
        assert kind in (str, int, float, bool) or option.words, key
        assert not option.words or all(repr(word) in str(kind) for word in option.words), key


WRONG = """
import kitgen
kitgen.make_kit("her", sied="black")
kitgen.make_kit("her", forced="maybe")
kitgen.make_kit("her", express="yes")
kitgen.simulate("her", games="10")
kitgen.simulate("her", opponents="random")
kitgen.print_kit("her", "x", poster_size="a7")
kitgen.print_kit("her", "x", poster_beed=3.0)
kitgen.print_kit("her", "x", parts=3)
kitgen.find("her")
kitgen.search("hexapawn", depth="deep")
"""


RIGHT = """
import random
from collections.abc import Sequence

import kitgen
from kitgen.machine.paper_machine import PickedMove
from kitgen.model import Diagram, Move, Position, Side, Step, Symmetry


class Walk:
    name = "walk"
    sides = (Side("first", "f"), Side("second", "s"))

    def __init__(self, n: int) -> None:
        self.n = n
        self.spec = f"walk:{n}"
        self.symmetries = (Symmetry("identity", tuple(range(n))),)
        self.diagram = Diagram(width=n, height=1, centres=(), cell="square", moves="arrow")

    def start(self) -> Position:
        return Position((1,), 0)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        return ()

    def play(self, position: Position, move: Move) -> Step:
        return Step(position, 0)

    def result(self, position: Position) -> int | None:
        return None

    def text(self, position: Position) -> str:
        return ""

    def parse(self, text: str) -> Position:
        return self.start()

    def move_text(self, move: Move) -> str:
        return ""

    def parse_move(self, position: Position, text: str) -> Move:
        return Move(0, 1)


def first_move(position: Position, legal_moves: Sequence[Move], rng: random.Random) -> Move:
    return legal_moves[0]


def all_alike(picks: Sequence[PickedMove], result: int) -> list[int]:
    return [result] * len(picks)


kit = kitgen.make_kit(Walk(6))
kitgen.simulate(Walk(6), opponent=first_move, rule=all_alike)
kitgen.match(first_move, "random", game=Walk(6))
kitgen.play_with(kit, opponent=lambda position, moves, rng: moves[0]).play(5)
kitgen.exact(Walk(6), rule={"start": [4], "loss": {"from_end": [-1]}})
kitgen.print_kit(Walk(6), "x", parts=["labels"], poster_size="a3")
kitgen.solve(Walk(6)).plot()
kitgen.simulate("her").quantiles(0.25, 0.5, of="last_loss")
"""


@pytest.mark.every
def test_a_type_checker_accepts_games_and_functions_of_ones_own(tmp_path):
    assert checked_by_mypy(RIGHT, tmp_path) == set()


@pytest.mark.every
def test_a_type_checker_refuses_wrong_calls(tmp_path):
    assert checked_by_mypy(WRONG, tmp_path) == {str(number) for number in range(3, 13)}


def checked_by_mypy(text: str, folder: Path) -> set[str]:
    """Return the lines of a script that a strict type checker finds wrong."""
    script = folder / "script.py"
    script.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={folder}", str(script)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    return {line.split(":")[1] for line in run.stdout.splitlines() if ": error:" in line}


class Experiment:
    """A kind whose name begins with a vowel."""


class Kit:
    """A kind whose name does not."""


class Drawn(Protocol):
    """A protocol, which has no type of its own at run time."""

    width: float
    height: float

    @property
    def pages(self) -> int: ...

    def draw(self) -> None: ...

    def _measure(self) -> None: ...


def taking(kind):
    """Return a function of one argument of a kind, checked as those of the front door are."""

    def given(value):
        return value

    given.__annotations__["value"] = kind
    return check_arguments(given)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (str, "text"),
        (int, "a whole number"),
        (float, "a number"),
        (bool, "True or False"),
        (Path, "a path"),
        (BinaryIO, "a stream open for bytes"),
        (Sequence[int], "a list"),
        (Iterable[str], "a list"),
        (Collection[str], "a list"),
        (Mapping[str, int], "a dictionary"),
        (Callable[[int], int], "a function"),
        (Callable, "a function"),
        (Experiment, "an Experiment"),
        (Kit, "a Kit"),
        (Drawn, "a Drawn"),
        (Literal["a", "b"], "'a' or 'b'"),
        (int | None, "a whole number or None"),
        (Kit | str | Path, "a Kit or text or a path"),
        (Sequence[int] | Sequence[str], "a list"),
        (Annotated[int, "at least 1"], "a whole number"),
    ],
)
def test_what_an_argument_may_be_is_said_in_words(kind, words):
    with pytest.raises(UsageError, match=f"given: value is 1j; it must be {re.escape(words)}$"):
        taking(kind)(1j)


@pytest.mark.parametrize(
    ("kind", "value", "fits"),
    [
        (int, 3, True),
        (int, True, False),
        (int, 3.0, False),
        (int, "3", False),
        (float, 3, True),
        (float, True, False),
        (float, "3", False),
        (bool, True, True),
        (bool, 1, False),
        (str, "", True),
        (str, b"", False),
        (str, Path("a"), False),
        (Path, Path("a"), True),
        (Path, "a", False),
        (Sequence[int], [1, 2], True),
        (Sequence[int], (), True),
        (Sequence[int], range(2), True),
        (Sequence[int], [1, "2"], False),
        (Sequence[str], "ab", False),
        (Sequence[int], b"ab", False),
        (Sequence[int], {1, 2}, False),
        (Iterable[str], iter("ab"), True),
        (Iterable[str], "ab", False),
        (Iterable[str], {"a": 1}, False),
        (Collection[str], {"a"}, True),
        (Collection[str], iter("ab"), False),
        (Mapping[str, int], {"a": 1}, True),
        (Mapping[str, int], {"a": "1"}, False),
        (Mapping[str, int], {1: 1}, False),
        (Mapping[str, int], [("a", 1)], False),
        (Callable[[int], int], len, True),
        (Callable[[int], int], "len", False),
        (BinaryIO, io.BytesIO(), True),
        (BinaryIO, "a.pdf", False),
        (Literal["a", "b"], 1, False),
        (int | None, None, True),
        (Experiment, Experiment(), True),
        (Experiment, Experiment, False),
    ],
)
def test_what_fits_an_argument(kind, value, fits):
    if fits:
        taking(kind)(value)
        return
    with pytest.raises(UsageError, match="it must be "):
        taking(kind)(value)


def drawn(*names):
    """Return an object that has some attributes."""
    return SimpleNamespace(**dict.fromkeys(names, 1))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (drawn("width", "height", "pages"), "it must be a Drawn; for a Drawn it lacks draw"),
        (drawn("width", "height", "draw"), "it must be a Drawn; for a Drawn it lacks pages"),
        (drawn("width", "draw"), "it must be a Drawn"),
        (drawn(), "it must be a Drawn"),
        (type("Picture", (), {"draw": len}), "; it is a class, not an object; for a Drawn call it"),
        (type("Picture", (), {}), "it must be a Drawn"),
    ],
)
def test_an_object_that_nearly_fits_is_told_what_it_lacks(value, said):
    with pytest.raises(UsageError, match=f"{said}$"):
        taking(Drawn)(value)
    taking(Drawn)(drawn("width", "height", "pages", "draw"))


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
@pytest.mark.parametrize("kind", [str, Path])
def test_text_that_no_file_can_hold_is_refused(kind, text):
    with pytest.raises(UsageError, match=r"it has a sign that no name or text can have$") as caught:
        taking(kind)(kind(text))
    assert f" is {text!r}; " in str(caught.value)


@pytest.mark.parametrize(
    ("function", "fits"),
    [
        (lambda picks, result: (picks, result), True),
        (lambda *args: args, True),
        (lambda picks, result, more=None: (picks, result, more), True),
        (max, True),  # written in C
        (lambda picks: picks, False),
        (lambda picks, result, more: (picks, result, more), False),
        (lambda picks, *, result: (picks, result), False),
    ],
)
def test_a_function_of_the_callers_own_takes_what_it_will_be_given(function, fits):
    if fits:
        check_function(function, "rule", ("picks", "result"))
        return
    sentence = "rule '<lambda>' must take two arguments: picks, result"
    with pytest.raises(UsageError, match=f"^{sentence}$"):
        check_function(function, "rule", ("picks", "result"))


def test_an_object_that_can_be_called_is_named_by_its_kind():
    class Careful:
        def __call__(self, position):
            return position

    sentence = "opponent 'Careful' must take three arguments: position, legal_moves, rng"
    with pytest.raises(UsageError, match=f"^{sentence}$"):
        check_function(Careful(), "opponent", ("position", "legal_moves", "rng"))


@with_checked_calls
class Checked:
    """Checked at once: what it offers, and how it is made."""

    def __init__(self, games: int) -> None:
        self.games = games

    def more(self, games: int) -> int:
        return self.games + games

    @classmethod
    def of(cls, games: int) -> "Checked":
        return cls(games)

    def _own(self, games: int) -> int:
        return games


def test_what_a_class_offers_is_checked_and_its_own_is_not():
    checked = Checked(3)
    assert (checked.more(4), Checked.of(5).games) == (7, 5)
    for call in (Checked, checked.more, Checked.of):
        with pytest.raises(UsageError, match=r"games is '7'; it must be a whole number$"):
            call("7")
    assert checked._own("7") == "7"
    with pytest.raises(UsageError, match=r"^Checked: games is '7'"):
        Checked("7")
    with pytest.raises(UsageError, match=r"^Checked\.more: .*; its arguments are games$"):
        checked.more()


@with_explained_calls
class Explained:
    """Looked at only where a call fails."""

    def half(self, number: int) -> float:
        return number / 2

    def refused(self, number: int) -> float:
        raise UsageError(f"--number {number} has its own words")

    def fault(self, number: int) -> float:
        return number / 0


def test_a_call_that_fails_is_explained_only_by_its_arguments():
    explained = Explained()
    assert explained.half(3.5) == 1.75  # no whole number, but nothing fails
    with pytest.raises(UsageError, match=r"^Explained\.half: number is '7'; it must be a whole"):
        explained.half("7")
    with pytest.raises(UsageError, match=r"^--number 7 has its own words$"):
        explained.refused("7")
    with pytest.raises(ZeroDivisionError):
        explained.fault(7)


def test_python_looks_for_cycles_as_before_after_a_call():
    before = gc.get_threshold()
    met = []

    @check_arguments
    def fails(games: int) -> None:
        met.append(gc.get_threshold()[0])
        raise UsageError(f"no {games}")

    try:
        for threshold, inside in ((700, 50_000), (0, 0), (60_000, 60_000)):
            gc.set_threshold(threshold, *before[1:])
            with pytest.raises(UsageError):
                fails(1)
            assert met.pop() == inside
            assert gc.get_threshold() == (threshold, *before[1:])
    finally:
        gc.set_threshold(*before)


def test_numbers_of_other_libraries_become_pythons_own():
    class Whole:
        def __index__(self) -> int:
            return 3

    @check_arguments
    def given(games: int, *, share: float = 0.5) -> list[type]:
        return [type(games), type(share)]

    assert given(Whole(), share=Whole()) == [int, float]


def test_options_in_messages_become_arguments():
    assert in_python("'-o' or --set cards.back-offset") == "'-o' or cards_back_offset"
    assert (
        in_python("choose another with -o, or use --force")
        == "choose another with target, or use force"
    )
    assert in_python("a--b and well-known words") == "a--b and well-known words"
    assert in_python("leave out --output, or --set back-to-back.each=2") == (
        "leave out target, or back_to_back_each=2"
    )
    assert in_python("give '--at 1' or -other") == "give at=[1] or -other"


@pytest.mark.parametrize(
    ("command", "function"),
    [
        *((name, name) for name in ("compare", "diff", "exact", "find", "kits", "match")),
        *((name, name) for name in ("reproduce", "search", "simulate", "solve", "sweep")),
        ("verify", "verify"),
        ("play", "play_with"),
        ("print", "print_kit"),
    ],
)
def test_each_command_has_its_own_function(command, function):
    assert in_python(f"'kitgen {command} her' is quick") == f"kitgen.{function} is quick"
    assert in_python(f"'kitgen {command}' is quick") == f"kitgen.{function} is quick"
    assert len(FUNCTIONS) == 14


def test_commands_in_messages_become_functions():
    assert in_python("'kitgen print her --page a4' makes it") == "kitgen.print_kit makes it"
    assert in_python("'kitgen journal beads x' lists") == "'kitgen journal beads x' lists"
    assert all(name.removeprefix("kitgen.") in kitgen.__all__ for name in FUNCTIONS.values())
    kit = kitgen.make_kit("tictactoe", rule="gardner")
    advice = r"; at=\[1\] gives the chances of a new machine, and kitgen.simulate gives"
    with pytest.raises(kitgen.KitgenError, match=advice):
        kitgen.exact(kit, at=[1, 2])
