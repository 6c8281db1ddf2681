"""What the pieces of commands answer on their own: sentences, files and folders that whole commands
reach only with large prints, odd terminals or broken machines.
"""

import io
import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from command_answers import result_of, run
from counting import at_least
from jobs import kit_of

from kitgen.claims.ranking import LessonResult
from kitgen.cli import experiment_options, kit_report, table_report, terminal
from kitgen.cli.board_sizes import _size_cells as size_cells
from kitgen.cli.board_sizes import sentence, winner_text
from kitgen.cli.commands import doctor, exact, find, games, journal, palette, printer, simulate
from kitgen.cli.commands import print as print_command
from kitgen.cli.main import _about_blanks, _command_path, guarded
from kitgen.cli.terminal_board import _looks_like_board, can_show
from kitgen.compiling.compile_progress import COMPILING
from kitgen.errors import KitgenError, NotationError, UsageError
from kitgen.inquiries.game_solution import SizeRow
from kitgen.inquiries.game_trial import SideTrial, Trial
from kitgen.machine.first_games import Forecast
from kitgen.model import Position
from kitgen.reading.templates import Templates
from kitgen.theory.solve import Value
from kitgen.verdict import Verdict
from kitgen.verification.report import Check, Report, Witness


def as_typed(word):
    """Return what a function is given, as far as a line has room for it."""
    text = str(word) if isinstance(word, str | Path) else repr(word)
    return text[:90]


def answers(function, *cases):
    """Return what a function answers in some cases, a line or more for each."""
    lines = [f"{function.__name__.strip('_')}:"]
    for case in cases:
        words = case if isinstance(case, tuple) else (case,)
        try:
            answer = function(*words)
            if isinstance(answer, Iterator | set):
                answer = sorted(answer) if isinstance(answer, set) else list(answer)
        except KitgenError as error:
            answer = f"refused: {error}"
        shown = answer if isinstance(answer, str | Path) else repr(answer)
        lines += [f"  {', '.join(map(as_typed, words))}", f"    {shown}"]
    return lines


# Printing.

BOXES = SimpleNamespace(name="labels", pages=2)
COVER = SimpleNamespace(name="cover", pages=1)
BOARD = SimpleNamespace(name="board", pages=1)


def printed(**about):
    """Return a print of a kit, with what a test wants otherwise."""
    usual = {
        "kit": kit_of("her"),
        "folder": Path("out"),
        "files": ("kit.json", "kit.pdf", "parts/labels.pdf", "manifest.json"),
        "parts": (COVER, BOXES),
        "sheets": 3,
        "groups": 0,
        "made_of": "boxes",
        "label_pages": {},
        "on_other_paper": {},
        "one_a_page": False,
        "command": "kitgen print her",
    }
    return SimpleNamespace(**usual | about)


LARGER = {"kit-a1.pdf": ("poster", "map")}
ROLL = {"kit-60x40.pdf": ("labels",)}
PRINTS = {
    "usual": {},
    "a class": {"parts": (COVER, *(BOXES, BOARD) * 3), "groups": 3},
    "a class alone": {"parts": (BOXES, BOARD) * 2, "groups": 2},
    "one group": {"parts": (BOXES, BOARD), "groups": 1},
    "cards": {"made_of": "cards"},
    "cups": {"made_of": "cups"},
    "chips": {"made_of": "chips"},
    "a program": {"made_of": "program", "parts": (BOARD,), "sheets": 1},
    "one page of labels": {"label_pages": {"L7160": (2,)}},
    "labels alone": {"label_pages": {"L7160": (1, 2, 3)}},
    "a roll": {"label_pages": {"60x40": (2, 3)}, "one_a_page": True, "on_other_paper": ROLL},
    "larger": {"on_other_paper": LARGER, "parts": (SimpleNamespace(name="lesson", pages=1), BOXES)},
    "both": {"on_other_paper": LARGER | ROLL, "one_a_page": True, "folder": None},
    "poster alone": {"on_other_paper": LARGER, "parts": (SimpleNamespace(name="poster", pages=1),)},
    "pictures": {"files": ("kit.json", "kit.pdf", "cards/A1.svg", "laser/board.svg")},
}


def test_a_print_is_told_as_before(golden, capsys):
    lines = []
    for name, about in PRINTS.items():
        made = printed(**about)
        lines += [
            f"{name}: {print_command._parts_in_short(made)}; {print_command._machine_size(made)}",
            *print_command._label_sheets(made),
            print_command._share_in_kit_pdf(made),
        ]
        print_command._show_files(made)
        lines += [*capsys.readouterr().out.splitlines(), ""]
    golden("said/pieces-of-prints", "\n".join(lines).rstrip("\n"))


def bought(**own):
    """Return the part of a report about somebody's own beads."""
    usual = {"machines": 1, "most": 1, "lacking": [], "class_lacking": [], "each": "red:9,blue:9"}
    return {"own_beads": usual | own}


RED = {"name": "red", "beads": 1200}
BLUE = {"name": "blue", "beads": 3}
AT_HAND = {"to_buy": [{"hand": None}, {"hand": 3}], "bank": None}
TO_BUY = {"to_buy": [{"hand": None}], "bank": None}
BANK = {"bank": {"games": 30}}


def test_beads_and_folders_are_told_as_before(golden, monkeypatch):
    templates = Templates()
    lesson = SimpleNamespace(name="nim-cups")
    usual = {"page": None, "stock": "matchbox"}

    monkeypatch.setattr(print_command, "is_journal", lambda path: path.suffix == ".kitgen")

    def folder(kit="ladder", *, lesson=None, previewed=False, of_class=False, **options):
        wanted = print_command._ToPrint(kit, {}, usual | options, lesson)
        usual_one = print_command._usual_folder(
            wanted, kit_of("ladder"), templates, previewed=previewed, of_class=of_class
        )
        return "chosen later" if usual_one is None else usual_one.as_posix()

    lines = [
        *answers(
            print_command._own_beads,
            {"own_beads": None},
            bought(lacking=[RED]),
            bought(machines=2, most=3000, lacking=[RED, BLUE], class_lacking=[BLUE, RED]),
        ),
        *answers(
            print_command._purpose,
            (TO_BUY, 0),
            (TO_BUY, 3),
            (AT_HAND, 0),
            (AT_HAND, 3),
            (TO_BUY | BANK, 0),
            (AT_HAND | BANK, 0),
        ),
        *answers(
            print_command._command_here,
            ("kitgen print her", "her"),
            ("kitgen print kit.json --page a4", "my out/kit.json"),
            ("kitgen print kit.json", "out/kit.json"),
            ("kitgen print 2.kitgen --parts log", "class/2"),
            ("kitgen print kit.json5 --parts log", "out/kit.json"),
            ("kitgen print her", "out/him"),
        ),
        "folders:",
        folder(),
        folder(previewed=True),
        folder(previewed=True, economy=True, groups=3, page="letter"),
        folder(lesson=lesson),
        folder(lesson=lesson, groups=4, page="letter"),
        folder("class3b/2.kitgen", of_class=True),
        folder("class3b/own.kitgen"),
        folder("ladder.kitgen"),
    ]
    golden("said/pieces-of-beads", "\n".join(lines))


# The end of a command.


FAILURES = {
    "refused": KitgenError("it cannot be"),
    "a wrong option": UsageError("it cannot be"),
    "with help": UsageError("it cannot be; see 'kitgen kits'"),
    "a position": NotationError("position 'x' has no rows"),
    "click": click.UsageError("No such command 'x'. Did you mean 'y'?"),
    "an integer": click.BadParameter("'x' is not a valid integer."),
    "too small": click.BadParameter("0 is not in the range x>=1."),
    "out of range": click.BadParameter("0 is not in the range 1<=x<=9."),
    "an option": click.NoSuchOption("--pge", possibilities=["--page", "--pages", "--pager"]),
    "another option": click.NoSuchOption("--xyz"),
    "too many": click.UsageError("Got unexpected extra arguments (b, c)"),
    "stopped": click.Abort(),
    "interrupted": KeyboardInterrupt(),
    "a file": PermissionError(13, "Permission denied", b"/some/file"),
    "the disk": OSError(28, "No space left on device"),
    "a socket": OSError("odd"),
    "memory": MemoryError(),
    "depth": RecursionError(),
    "a null byte": ValueError("embedded null byte"),
    "a library": ModuleNotFoundError("No module named 'numba'", name="numba"),
    "a bug": ZeroDivisionError("division by zero"),
    "odd letters": KitgenError("a\tb\n c\x1b[0m é \u2028 d"),
    "a long one": KitgenError("x" * 5000),
}


def test_every_failure_is_one_line_with_its_exit_code(golden, capsys, monkeypatch):
    monkeypatch.delenv("KITGEN_TRACEBACK", raising=False)
    lines = []
    for name, failure in FAILURES.items():

        def fail(failure=failure):
            raise failure

        code = guarded(fail, ["print", "a", "b,", "c"])
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err.count("\n") == 1
        lines.append(f"{name}, {code}: {output.err.rstrip().replace('x' * 900, '<900 x>')}")
    text = re.sub(r"(?<=main\.py, line )\d+", "N", "\n".join(lines))
    golden("said/pieces-of-failures", re.sub(r"(?<=is installed: ).*", "INSTALL", text))


@pytest.mark.parametrize(("answer", "code"), [(3, 3), (0, 0), (None, 0), ("words", 0)])
def test_the_exit_code_is_what_the_work_returns(answer, code):
    assert guarded(lambda: answer) == code


def test_who_wants_the_traceback_gets_it(monkeypatch):
    monkeypatch.setenv("KITGEN_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        guarded(lambda: 1 / 0)


def test_words_too_many_are_answered_as_before(golden):
    lines = [
        *answers(
            _about_blanks,
            (["print", "her", "--parts", "labels,", "board,", "log"], ["board", "log"]),
            (["print", "labels,", "board"], ["board"]),
            (["print", "noughts", "and", "crosses"], ["and", "crosses"]),
            (["journal", "add", "x"], ["add"]),
            (["print", "her", "--quiet", "more"], ["more"]),
            (["print", "", "more"], ["more"]),
            (["more"], ["more"]),
            (["print", "her"], ["more"]),
        ),
        *answers(
            _command_path,
            ([],),
            (["print", "her"],),
            (["--quiet", "journal", "-x", "add", "her"],),
            (["nosuch", "print"],),
            (["journal", "nosuch", "add"],),
        ),
        *answers(_looks_like_board, "-x/..", "-x w", "--a=b/c", "bbb/www", "-x", "--draw x=/"),
    ]
    golden("said/pieces-of-words", "\n".join(lines))


# Reports.


def check(name, **about):
    """Return one check of a report."""
    return Check(name, "3 boxes", "2 boxes", **about)


def test_a_report_shows_signs_and_what_is_not_right(golden, capsys):
    checks = (
        check("alike"),
        check("left", faults=("box A1", "box A2"), not_read=("page 3",), reason="so"),
        check("out", applies=False, reason="no PDF", witness=Witness.FILE),
        check("read", not_read=("page 1", "page 2"), witness=Witness.MARKS, warning="look at it"),
        check("fine", witness=Witness.PAPER, reason="proved"),
    )
    report = Report("kit.pdf", "her", "0123456789abcdef", checks)
    kit_report.show_report(report, details=False)
    lines = capsys.readouterr().out.splitlines()
    kit_report.show_report(report, details=True)
    lines += ["", *capsys.readouterr().out.splitlines(), ""]
    lines += [repr(kit_report._sign(verdict)) for verdict in (*Verdict, None)]
    golden("said/pieces-of-reports", "\n".join(lines))


def test_the_doctor_shows_what_is_missing(golden, capsys, monkeypatch):
    monkeypatch.setattr(doctor, "install_command", "install {}".format)
    findings = [
        doctor.Finding("program", "kitgen", "1.1"),
        doctor.Finding("library", "click", ""),
        doctor.Finding("library", "numba", "", "lab"),
        doctor.Finding("library", "numpy", "2.0", "lab"),
        doctor.Finding("typeface", "a name longer than its column", ""),
    ]
    doctor._show(findings)
    output = capsys.readouterr().out
    stream = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    stream.isatty = lambda: True
    monkeypatch.setattr(sys, "stdout", stream)
    doctor._show(findings[:1])
    stream.seek(0)
    golden("said/pieces-of-the-doctor", f"{output}\n{stream.read()}".rstrip("\n"))


# Research.


def tally(**about):
    """Return exact answers, with what a test wants otherwise."""
    usual = {
        "first_game_alone": False,
        "states": 1234,
        "size": 56789,
        "expected_losses": Fraction(1, 3),
        "expected_games": 2.5,
        "never_safe": 0,
        "fewest": 1,
        "most": 4,
        "any_opponent": (2, None),
        "distribution": {0: Fraction(1, 3), 12: Fraction(2, 3)},
        "wins": {1: 0.5, 1000: 0.75},
        "draws": {1: 0.25, 1000: 0.0},
        "losses": {1: 0.25, 1000: 0.25},
        "safe": {},
    }
    return SimpleNamespace(**usual | about)


def played(*, only_takes=True):
    rule = SimpleNamespace(only_takes=only_takes)
    return SimpleNamespace(
        text="her against random", match=SimpleNamespace(kit=SimpleNamespace(rule=rule))
    )


def safety(*, proved=False, games=(), counterexample=None):
    return SimpleNamespace(
        proved=proved, games=games, how="by induction", counterexample=counterexample
    )


def test_exact_answers_are_told_as_before(golden, capsys):
    exact._show(played(), tally(), safety(proved=True))
    exact._show(
        played(),
        tally(never_safe=None, fewest=0, most=None, any_opponent=(None, None), distribution=None),
        safety(games=(("a",), ("b",)), counterexample=("a1a2", "b3b2")),
    )
    exact._show(
        played(),
        tally(fewest=None, never_safe=Fraction(1, 8), safe={1: 0.0, 1000: Fraction(1, 10**30)}),
        safety(),
    )
    exact._show(played(only_takes=False), tally(first_game_alone=True), safety())
    exact._show(played(), tally(first_game_alone=True), safety())
    numbers = answers(exact._numbers, "1,2", "10, 2,2", "0", "1,x", "", "1234567890", "-1", "1.5")
    figures = [None, 0.5, Fraction(1, 3), Fraction(1, 10**20), Fraction(1, 10**39)]
    lines = [capsys.readouterr().out, *numbers, *answers(exact._words, *figures)]
    golden("said/pieces-of-exact", "\n".join(lines))


def test_positions_that_are_found_are_told_as_before(golden):
    lines = []
    awari = kit_of("awari-mini").game
    for game in (kit_of("her").game, awari):
        start = game.start()
        other = Position(start.cells, 1 - start.to_move)
        for worth in (None, Value(1, 5), Value(-1, None), Value(0, None), Value(0, 3)):
            finder = SimpleNamespace(game=game, kit=None)
            lines.append(f"{find._prospect(finder, worth)} | {find._leads_to(game, worth)}")
            for over, winner in ((False, None), (True, None), (True, 0), (True, 1)):
                judgement = SimpleNamespace(over=over, winner=winner, worth=worth)
                found = SimpleNamespace(position=other, judgement=judgement)
                lines.append(f"  {find._state_text(finder, found)}")
    golden("said/pieces-of-positions", "\n".join(lines))


def test_why_a_position_has_no_box(golden):
    kit = kit_of("her")
    start = kit.game.start()
    move = kit.game.legal_moves(start)[0]
    lines = []
    for finder_kit, to_move, over, unboxed in (
        (None, 0, False, None),
        (kit, 0, False, None),
        (kit, 0, True, None),
        (kit, 1, False, None),
        (kit, 1, False, move),
    ):
        finder = SimpleNamespace(game=kit.game, kit=finder_kit)
        found = SimpleNamespace(
            position=Position(start.cells, to_move),
            judgement=SimpleNamespace(over=over),
            unboxed=unboxed,
            box=None,
            symmetry=None,
        )
        lines.append(find._box_text(finder, found))
    for symmetry in kit.game.symmetries:
        finder = SimpleNamespace(game=kit.game, kit=kit)
        lines.append(find._box_text(finder, SimpleNamespace(box=kit.boxes[1], symmetry=symmetry)))
    golden("said/pieces-of-boxes", "\n".join(lines))


def side_trial(side, **about):
    usual = {
        "boxes": 18,
        "choices": 13,
        "mattering": 1,
        "beads": 37,
        "colours": 1,
        "rule": "gardner",
        "forecasts": (
            Forecast("random", (51, 0, 49), (80, 5, 15), (0, 0), 3.25, 0.5, 4.0, (0, 0)),
            Forecast("perfect", (1, 2, 97), (3, 4, 93), (0, 0), 3.25, 0.5, 4.0, (0, 0)),
        ),
        "tried": {"gardner": LessonResult(3.25, 0.52, 4), "michie": LessonResult(12, 0, 4)},
    }
    return SideTrial(side, **usual | about)


def test_a_game_that_was_tried_is_told_as_before(golden, capsys):
    usual = {"game": "pawns", "positions": 1234, "winner": "white", "plies": 1, "recurs": False}
    for about, label in (
        ({}, ""),
        ({"winner": None, "plies": None, "recurs": True}, "60x40"),
        ({"plies": None, "remarks": ("large",)}, None),
        ({"plies": 7}, ""),
    ):
        sides = (side_trial("white", label=label), side_trial("black", colours=4, mattering=9))
        trial = Trial(**{"sides": sides, "remarks": (), "claims": ()} | usual | about)
        games._show(["pawns.toml", "--templates", "my own"], trial, ["Rule one.", "Rule two."])
    for board, start in (("4x3", ("bbbb", "....", "wwww")), ("path 4", ())):
        told = SimpleNamespace(told=SimpleNamespace(board=board, start=start))
        print(games._on_board(told, {"white": 1, "black": 200}))  # noqa: T201 - read back below
    golden("said/pieces-of-trials", capsys.readouterr().out.rstrip("\n"))


def test_boards_of_a_game_are_told_as_before(golden):
    rows = [
        SizeRow("nim:3", "first", 19, 45, 17, -1, 6, "second", 1),
        SizeRow("nim:4", "second", 2000, 4500, 1700, 1, None, "first", 40),
        SizeRow("awari:2x3", "south", 2500, 5000, 900, 1, None, "south", 41),
        SizeRow("awari:2x3", "north", 9000, 9000, 9000, -4, None, "north", None),
        SizeRow("awari:2x3", "north", 9000, 9000, 9000, 0, None, None, 2),
    ]
    lines = [str(size_cells(row)) for row in rows]
    for some in (rows, rows[:1], rows[2:], []):
        lines.append(sentence("awari,rules=x", some))
    lines += answers(winner_text, ("hare", None, 1, ""), ("a", 1, 1, ""), (None, 3, 0, "seeds"))
    golden("said/pieces-of-sizes", "\n".join(lines))


def test_small_figures_are_told_as_before(golden, monkeypatch):
    scores = answers(
        journal.curve_lines,
        ([],),
        ([1],),
        ([-1, 0, -1],),
        ([1] * 12,),
        ([1] * 13 + [-1] * 30,),
        ([1] * 61,),
        ([-1, 1, 1] * 50,),
    )
    tally_of = SimpleNamespace(
        games=160, windows=lambda most: [(0, 0, (number % 9) / 8, 0.0) for number in range(most)]
    )
    drawn = SimpleNamespace(
        games=3, windows=lambda _most: [(0, 0, 0.04, 0.0), (0, 0, 0.5, 1.0), (0, 0, 1.0, 0.07)]
    )
    lines = [
        *scores,
        *simulate.curve_lines(tally_of),
        *simulate.curve_lines(drawn),
        *answers(printer._accuracy_text, 1.0, 1.0004, 1.0006, 0.9994, 0.9996, 0.988, 1.02),
        *answers(printer._percent, 1.0, 0.988, 1.00005, 1.02),
        *answers(terminal.with_error, ((2.5, 0.125), ".1f"), ((2.5, 0.125), ".1f", ".3f")),
    ]
    for games_played, compiled in ((100_000, False), (100_001, True), (2_000_000, False)):
        noted = []
        monkeypatch.setattr(experiment_options, "note", noted.append)
        monkeypatch.setattr(experiment_options, "install_command", "install {}".format)
        monkeypatch.setattr(experiment_options, "installed", lambda *_, there=compiled: there)
        experiment_options.note_slow_games(games_played)
        lines += [f"{games_played}: {noted}"]
    golden("said/pieces-of-figures", "\n".join(lines))


# Journals.


def test_files_of_journals_are_named_as_before(golden, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("her.kitgen", "her-2.kitgen", "him.kitgen"):
        Path(name).write_text("", encoding="utf-8")
    counts = {("A1", "R"): 1, ("A1", "U"): 2, ("B1", "R"): 3}
    lines = [
        *answers(journal._free_name, "her", "him", "my kit: 3b", "told:x/y", "…", "-a.", "menace"),
        *answers(
            journal._format_of,
            None,
            Path("games"),
            Path("games.CSV"),
            Path("all.jsonl"),
            Path("all.json"),
            Path("all.txt"),
        ),
        *answers(
            journal._counted_alike,
            (counts, {}),
            (counts, {("A1", "R"): 1, ("A1", "U"): 2}),
            (counts, {("A1", "R"): 1, ("A1", "U"): 0, ("B1", "R"): 3}),
            (counts, {("C1", "R"): 0}),
        ),
        *answers(journal._repeated, ("--counts", []), ("--again", ["a", "b"])),
        *answers(journal._epilog, "new her", (("new her", "add x"),)),
        *answers(
            journal._game_number,
            (Path("7"), Path("a.kitgen")),
            (Path("0"), Path("a.kitgen")),
            (Path("seven"), Path("a b.kitgen")),
            (Path("9999999"), Path("a.kitgen")),
            (Path("10000000"), Path("a.kitgen")),
        ),
    ]
    golden("said/pieces-of-journals", "\n".join(lines))


# The terminal.


def test_a_patch_of_a_colour_is_shown_on_a_terminal_alone(monkeypatch):
    assert palette._swatch("#D55E00") == ""
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(isatty=lambda: True))
    assert palette._swatch("#D55E00") == "\x1b[48;2;213;94;0m  \x1b[0m "


@pytest.mark.parametrize(
    ("encoding", "shown"), [("utf-8", True), (None, True), ("latin-1", False), ("ascii", False)]
)
def test_signs_are_shown_where_the_output_can_write_them(encoding, shown, monkeypatch):
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(encoding=encoding))
    assert can_show("♟") is shown


@pytest.mark.parametrize(
    ("is_terminal", "term", "asked", "quiet", "manner"),
    [
        (True, "xterm", "auto", False, "bar"),
        (True, "dumb", "auto", False, "plain"),
        (False, "xterm", "auto", False, "plain"),
        (True, "xterm", "plain", False, "plain"),
        (False, "xterm", "bar", False, "bar"),
        (True, "xterm", "none", False, "none"),
        (True, "xterm", "bar", True, "none"),
        (True, "xterm", None, False, "none"),
    ],
)
def test_progress_is_shown_as_the_terminal_and_the_user_want_it(
    is_terminal, term, asked, quiet, manner, monkeypatch
):
    monkeypatch.setattr(sys, "stderr", SimpleNamespace(isatty=lambda: is_terminal))
    monkeypatch.setenv("TERM", term)
    with click.Context(click.Command("x")) as context:
        context.meta.update({"kitgen.progress": asked, "kitgen.quiet": quiet})
        shown = terminal.working("weaving")
    assert (shown._manner, shown._last) == (manner, ("weaving", 0, None))


class Ticks:
    """What waits in place of a clock: a number of times, of which it notes how long."""

    def __init__(self, times):
        self.times = times
        self.waited = []

    def wait(self, seconds):
        self.waited.append(seconds)
        return len(self.waited) > self.times

    def is_set(self):
        return len(self.waited) >= self.times


@pytest.mark.parametrize(
    ("report", "line"),
    [
        (("", 0, None), "at work"),
        (("sewing", 0, None), "sewing"),
        (("sewing", 3000, None), "sewing 3,000"),
        (("sewing", 0, 2000), "sewing 0 of 2,000"),
        (("sewing", 1500, 2000), "sewing 1,500 of 2,000"),
    ],
)
def test_a_line_of_progress_says_what_is_known(report, line, capsys, monkeypatch):
    monkeypatch.setattr(terminal.time, "monotonic", lambda: 65.4)
    display = terminal.ProgressDisplay("plain")
    display._began = 60
    display._ended = Ticks(2)
    display(*report)
    display._show_lines()
    assert capsys.readouterr().err == f"kitgen: {line}, 5 s so far\n" * 2
    assert display._ended.waited == [3.0, 5.0, 5.0]
    display._ended = Ticks(1)
    display._note_compiling(2, 5000)
    display._show_lines()
    assert capsys.readouterr().err == f"kitgen: {COMPILING} 2 of 5,000, 5 s so far\n"
    assert display._ended.waited == [0, 5.0]
    display._note_compiling(0, 0)
    assert display._compiling is None


@pytest.mark.parametrize(
    ("report", "shown"),
    [
        (("", 0, None), {"description": "at work", "completed": 0, "total": None, "count": ""}),
        (
            ("sewing", 3000, None),
            {"description": "sewing", "completed": 3000, "total": None, "count": "3,000"},
        ),
        (
            ("sewing", 1500, 2000),
            {"description": "sewing", "completed": 1500, "total": 2000, "count": "1,500/2,000"},
        ),
        (
            ("sewing", 0, 2000),
            {"description": "sewing", "completed": 0, "total": 2000, "count": "0/2,000"},
        ),
    ],
)
def test_a_bar_shows_what_is_known(report, shown, monkeypatch):
    steps = []

    class Bar:
        def __init__(self, *columns, console, transient):
            steps.append((len(columns), console.stderr, console.is_terminal, transient))

        def add_task(self, description, total, count):
            return (description, total, count)

        def update(self, task, **fields):
            assert task == ("", None, "")
            steps.append(fields)

        def start(self):
            steps.append("start")

        def stop(self):
            steps.append("stop")

    monkeypatch.setattr("rich.progress.Progress", Bar)
    display = terminal.ProgressDisplay("bar")
    display._ended = Ticks(1)
    display(*report)
    display._show_bar()
    assert steps == [(5, True, True, True), shown, "start", "stop"]
    assert display._ended.waited == [0.2]


def test_what_is_no_plain_data_is_not_written_as_json():
    assert [terminal._text(value) for value in (Path("a/b"), Fraction(1, 3))] == ["a/b", "1/3"]
    with pytest.raises(TypeError, match="set is no plain data"):
        terminal._text(set())


@pytest.mark.parametrize(
    ("lines", "shown", "more"),
    [
        (["bbb/..w/ww.: 1-4 2-5 2-6", ".bb/bww/w..: 2-6", ".bb/.bw/w..: 2-6"], 1, True),
        (["nothing here", "nor here", "nor here"], 3, True),
        (["nothing here", "nor here", "nor here"], 4, False),
    ],
)
def test_of_many_findings_the_first_are_shown(lines, shown, more, monkeypatch):
    Path("table.txt").write_text("\n".join(lines), encoding="utf-8")
    whole = run("verify", "table.txt", "--game", "hexapawn:3x3").stdout
    monkeypatch.setattr(table_report, "SHOWN", shown)
    cut = run("verify", "table.txt", "--game", "hexapawn:3x3").stdout
    hidden = re.findall(r"^(\d+) more are not shown; --json has them all$", cut, re.MULTILINE)
    signs = ("FAIL", "  ? ")
    left = [text.count(sign) for text in (whole, cut) for sign in signs]
    assert [max(0, count - shown) for count in left[:2] if count > shown] == list(map(int, hidden))
    assert [min(count, shown) for count in left[:2]] == left[2:]
    assert bool(hidden) is more


def test_a_palette_among_all_is_as_it_is_alone():
    every = result_of(run("palette", "--language", "it", "--json").stdout)
    (listed,) = [palette for palette in at_least(4, every) if palette["name"] == "grey"]
    alone = result_of(run("palette", "grey", "--language", "it", "--json").stdout)
    assert listed == alone | {"name": "grey"}
