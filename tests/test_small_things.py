"""What everything is built on, in tables: quoting, verdicts, papers and lengths, tables of results,
and how a board lies.
"""

import re
from dataclasses import fields, replace
from fractions import Fraction
from itertools import permutations
from pathlib import PurePath
from types import SimpleNamespace

import pytest
from counting import at_least

from kitgen import errors, papers, results
from kitgen.errors import KitgenError, OutputError, UnknownNameError
from kitgen.front_door import check_arguments
from kitgen.games import make_game
from kitgen.installing import extras, installation
from kitgen.model import Diagram, Move, Position, Result, Symmetry, lie_of, only_mirror
from kitgen.verdict import Verdict


@pytest.mark.parametrize(
    ("text", "most", "short"),
    [
        ("abcdefghij", 10, "abcdefghij"),
        ("abcdefghijk", 10, "abcdef…ijk"),
        ("abcdefghijk", 3, "ab…"),
        ("abcdefghijk", 4, "ab…k"),
        ("abcdefghijk", 7, "abcd…jk"),
        ("", 3, ""),
    ],
)
def test_a_text_is_shortened_in_its_middle(text, most, short):
    assert errors.shortened(text, most) == short


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("a", "'a'"),
        ("it's", '"it\'s"'),
        ("a\nb", r"'a\nb'"),
        ("x" * 60, f"'{'x' * 60}'"),
        ("x" * 61, f"'{'x' * 40}…{'x' * 19}'"),
        (PurePath("a b/c"), "'a b/c'"),
        (PurePath("x" * 200), f"'{'x' * 200}'"),
        (7, "7"),
        (-1.5, "-1.5"),
        (True, "True"),
        (None, "None"),
        (2**200 - 1, str(2**200 - 1)[:40] + "…" + str(2**200 - 1)[-19:]),
        (2**200, "a number of more than 60 digits"),
        ({}, "a table"),
        ([1] * 1234, "a list of 1,234"),
        ((1, 2), "a list of 2"),
    ],
)
def test_a_value_is_quoted(value, shown):
    assert errors.quoted(value) == shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("kitgen", "kits"), "'kitgen kits'"),
        (("kitgen", "boxes", "my kit"), "\"kitgen boxes 'my kit'\""),
        (("kitgen", "boxes", "it's"), "`kitgen boxes 'it'\"'\"'s'`"),
        (("kitgen", PurePath("a b"), 7), "\"kitgen 'a b' 7\""),
    ],
)
def test_a_command_is_set_off_from_its_sentence(words, said):
    assert errors.suggested(*words) == said


@pytest.mark.parametrize(
    ("count", "what", "said"),
    [
        (0, "box", "0 boxes"),
        (1, "box", "1 box"),
        (2, "box", "2 boxes"),
        (1, "game", "1 game"),
        (1234, "game", "1,234 games"),
        (2, "ply", "2 plies"),
        (2, "class", "2 classes"),
        (2, "dash", "2 dashes"),
        (2, "patch", "2 patches"),
        (1, "ply", "1 ply"),
    ],
)
def test_a_number_of_things_has_their_plural(count, what, said):
    assert errors.many(count, what) == said


@pytest.mark.parametrize(
    ("name", "known", "options", "said"),
    [
        ("rde", ["red", "blue"], {}, "unknown colour 'rde'; did you mean 'red'?"),
        ("RED", ["red", "blue"], {}, "unknown colour 'RED'; did you mean 'red'?"),
        ("xyz", ["red", "blue"], {}, "unknown colour 'xyz'; there are: blue, red"),
        ("xyz", ["red"], {"hint": "or mix"}, "unknown colour 'xyz'; there are: red; or mix"),
        ("rde", ["red"], {"hint": "or mix"}, "unknown colour 'rde'; did you mean 'red'?"),
        ("rde", ["red"], {"owner": "kit"}, "kit has no colour 'rde'; did you mean 'red'?"),
        ("rosso", ["red"], {"meant": ["red"]}, "unknown colour 'rosso'; did you mean 'red'?"),
        (
            "rosa",
            ["red", "pink"],
            {"meant": ["red", "pink"]},
            "unknown colour 'rosa'; did you mean 'red' or 'pink'?",
        ),
        ("red", ["Red"], {}, "unknown colour 'red'; did you mean 'Red'?"),
        ("abcxy", ["abcde"], {}, "unknown colour 'abcxy'; did you mean 'abcde'?"),
        ("abcdexyz", ["abcdekl+m"], {}, "unknown colour 'abcdexyz'; there are: abcdekl+m"),
        (
            "xyz",
            ["b", "a"],
            {"owner": "kit", "hint": "or mix"},
            "kit has no colour 'xyz'; there are: a, b; or mix",
        ),
        (
            "blak",
            ["black", "blank", "block"],
            {},
            "unknown colour 'blak'; did you mean 'blank' or 'black'?",
        ),
    ],
)
def test_an_unknown_name_is_told_with_the_nearest(name, known, options, said):
    assert str(UnknownNameError("colour", name, known, **options)) == said


def test_an_error_has_one_line_of_a_thousand_letters_and_its_place_before_it():
    assert len(str(KitgenError("x" * 5000))) == 1000
    with (
        pytest.raises(KitgenError, match=r"^file, line 2: wrong$"),
        errors.located("file"),
        errors.located("line 2"),
    ):
        raise errors.RecordError("wrong")
    assert errors.first_line(ValueError("one\ntwo")) == "one"
    assert errors.first_line(ValueError()) == "ValueError"


@pytest.mark.parametrize(
    ("place", "error", "why"),
    [
        ("here", PermissionError(13, "Permission denied"), "Permission denied"),
        ("here", OSError("no reason"), "no reason"),
        ("here", FileNotFoundError(2, "No such file"), "No such file"),
        ("none", FileNotFoundError(2, "No such file"), "there is no folder 'FOLDER/none'"),
        ("none", PermissionError(13, "Permission denied"), "Permission denied"),
    ],
)
def test_what_a_disk_refuses_is_said_with_its_place(tmp_path, place, error, why):
    (tmp_path / "here").mkdir()
    with pytest.raises(OutputError) as caught, errors.on_disk(tmp_path / place / "a", "read"):
        raise error
    message = str(caught.value).replace(str(tmp_path), "FOLDER")
    assert message == f"'FOLDER/{place}/a' cannot be read: {why}"


def test_each_kind_of_error_has_its_exit_code():
    codes = {}
    for name, kind in at_least(20, vars(errors).items()):
        if isinstance(kind, type) and issubclass(kind, KitgenError):
            codes.setdefault(kind.exit_code, set()).add(name)
    assert codes.pop(2) == {"UsageError", "UnknownNameError", "NotationError", "TooFewColoursError"}
    assert codes.pop(3) == {"UnreadTableError"}
    assert codes.pop(1) >= {"KitgenError", "RecordError", "JournalError", "KitFileError"}
    assert not codes


def test_a_verdict_has_its_exit_code_and_that_of_a_whole_is_the_worst():
    right, undecided, wrong = Verdict.RIGHT, Verdict.NOT_DECIDED, Verdict.WRONG
    assert [verdict.exit_code for verdict in (right, undecided, wrong)] == [0, 3, 1]
    assert Verdict.of(faults=False, not_read=False) is right
    assert Verdict.of(faults=False, not_read=True) is undecided
    assert Verdict.of(faults=True, not_read=False) is wrong
    assert Verdict.of(faults=True, not_read=True) is wrong
    assert Verdict.of_all([right, right]) is right
    assert Verdict.of_all([right, undecided]) is undecided
    assert Verdict.of_all([undecided, wrong]) is wrong
    assert Verdict.of_all([]) is undecided


@pytest.mark.parametrize(
    ("text", "count", "lengths"),
    [
        ("53x36", 2, (53.0, 36.0)),
        (" 53 X 36 mm ", 2, (53.0, 36.0)),
        ("53,5×36", 2, (53.5, 36.0)),
        ("53*36", 2, (53.0, 36.0)),
        ("2.625x1in", 2, (66.675, 25.4)),
        ("2 5/8 x 1 inch", 2, (66.675, 25.4)),
        ('1x1"', 2, (25.4, 25.4)),
        ("1x1″", 2, (25.4, 25.4)),
        ("53", 1, (53.0,)),
        ("53x36", 1, None),
        ("53", 2, None),
        ("53xx36", 2, None),
        ("53x36cm", 2, None),
        ("-53x36", 2, None),
        ("1/0x3", 2, None),
        ("", 1, None),
        ("1x2x3", 3, (1.0, 2.0, 3.0)),
    ],
)
def test_lengths_are_read_as_people_write_them(text, count, lengths):
    assert papers.read_lengths(text, count) == lengths


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("178,2 230 15,5 20", "178.2,230,15.5,20"),
        ("178,2;230", "178.2,230"),
        ("178.2, 230,  15.5", "178.2,230,15.5"),
        ("178.2,230", "178.2,230"),
        (" office ", "office"),
        ("the, office", "the, office"),
        ("178", "178"),
        ("1780 230", "1780 230"),
    ],
)
def test_a_list_of_lengths_has_one_form(text, listed):
    assert papers.listed_lengths(text) == listed


def test_papers_have_their_sizes_names_and_families(golden):
    lines = []
    for page in at_least(8, (*papers.PAGES.values(), *papers.POSTERS.values())):
        larger = papers.larger_poster(page) if page.name in papers.POSTERS else None
        lines.append(
            f"{page.name}: {page.width:g} x {page.height:g}, margin {page.margin:g}, "
            f"named {papers.paper_name(page.width, page.height)}, "
            f"larger {larger.name if larger else 'none'}"
        )
    for name, page in papers.PAGES.items():
        usual = papers.poster_page("usual", page).name
        lines.append(f"{name}: double {papers.double(page).name}, usual poster {usual}")
    lines.append(f"foot {papers.FOOT:g}, asked about from {papers.MANY_SHEETS + 1} sheets on")
    golden("papers", "\n".join(lines))
    assert papers.paper_name(100, 150.5) == "100x150.5"
    assert papers.page_named(" Letter ").name == "letter"


@pytest.mark.parametrize("name", ["a5", "", "a4 "])
def test_an_unknown_paper_is_refused(name):
    if name.strip() in papers.PAGES:
        assert papers.page_named(name).name == name.strip()
        return
    with pytest.raises(UnknownNameError, match="unknown page"):
        papers.page_named(name)
    with pytest.raises(UnknownNameError, match="unknown poster size"):
        papers.poster_page(name, papers.PAGES["a4"])


def rows(number):
    return [{"game": game, "win_share": game / 7, "who": None} for game in range(1, number + 1)]


@pytest.mark.parametrize(
    ("number", "shown", "gap"),
    [(1, 1, ""), (20, 20, ""), (21, 20, "… 1 more"), (2000, 20, "… 1,980 more")],
)
def test_a_long_table_is_cut_in_its_middle(number, shown, gap):
    html = results.html_table(rows(number))
    assert html.count("<tr><td>") == shown
    assert "<th>win share</th>" in html
    assert f"<td>{number}</td>" in html
    assert ("more</td>" in html) == bool(gap)
    assert gap in html
    if gap:
        assert "<td>10</td>" in html
        assert "<td>11</td>" not in html
        assert 'colspan="3"' in html


def test_cells_of_a_table_are_short_and_safe():
    row = {"a<b": Fraction(1, 3), "b": 0.123456, "c": None, "d": "<b>", "e": 12345678, "f": True}
    html = results.html_table([row], 3)
    assert "<th>a&lt;b</th>" in html
    assert html.split("<tbody>")[1] == (
        "<tr><td>0.333</td><td>0.123</td><td></td><td>&lt;b&gt;</td><td>12345678</td>"
        "<td>True</td></tr></tbody></table>"
    )
    assert results.html_table([]) == ""
    assert results.json_of({"è": Fraction(1, 3)}) == '{"è": "1/3"}'


def test_a_result_without_figures_and_an_unknown_library_are_refused():
    sentence = "plot: there are no figures to draw; to_frame() has all that there is"
    with pytest.raises(KitgenError, match=f"^{re.escape(sentence)}$"):
        results.plot_of(SimpleNamespace(bar_columns=()), None)
    with pytest.raises(KitgenError, match="library is 'excel'; it must be 'pandas' or 'polars'"):
        results.frame_of([], "excel")


class Counted(Result):
    """A result with as many rows as are asked for."""

    digits = 2

    def summary(self):
        return "2 rows < 3"

    def table(self, first: int = 0):
        return [{"row": row, "share_won": row / 7} for row in range(first, 2)]


class Reported(Counted):
    """A result with more than its rows."""

    def report(self):
        return {"rows": len(self.table()), "più": Fraction(1, 3)}


def test_a_result_shows_itself_by_its_line_and_its_table():
    counted = Counted()
    assert repr(counted) == "<2 rows < 3>"
    assert counted.report() == counted.table()
    assert (
        counted.to_json()
        == '[{"row": 0, "share_won": 0.0}, {"row": 1, "share_won": 0.14285714285714285}]'
    )
    assert Reported().to_json() == '{"rows": 2, "più": "1/3"}'
    html = counted._repr_html_()
    assert html.startswith("<p>2 rows &lt; 3</p><table><thead><tr><th>row</th><th>share won</th>")
    assert "<td>0.14</td>" in html
    assert counted.table(1) == counted.table()[1:]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda one: one.table("1"), "Counted.table: first is '1'; it must be a whole number"),
        (
            lambda one: one.table(frist=1),
            "Counted.table has no argument 'frist'; did you mean 'first'?",
        ),
        (
            lambda one: one.to_frame(3),
            "Result.to_frame: library is 3; it must be 'pandas' or 'polars' or None",
        ),
        (
            lambda one: one.to_json(1),
            "Result.to_json: too many positional arguments; its arguments are ",
        ),
        (
            lambda one: one.report(1),
            "Result.report: too many positional arguments; its arguments are ",
        ),
        (
            lambda one: one.summary(1),
            "Counted.summary: too many positional arguments; its arguments are ",
        ),
        (
            lambda one: one.plot(),
            "plot: there are no figures to draw; to_frame() has all that there is",
        ),
    ],
)
def test_whoever_asks_a_result_for_something_else_is_told_so(call, said):
    with pytest.raises(KitgenError) as refused:
        call(Counted())
    assert str(refused.value) == said


NO_POLARS = "to_frame: polars is not installed; install it, or take 'pandas', which extra rl brings"


@pytest.mark.parametrize(
    ("there", "asked", "taken"),
    [
        (["pandas", "polars"], None, "pandas"),
        (["pandas"], None, "pandas"),
        (["polars"], None, "polars"),
        (["pandas", "polars"], "polars", "polars"),
        ([], None, "to_frame() needs more than is installed: COMMAND"),
        ([], "pandas", "to_frame() needs more than is installed: COMMAND"),
        (["pandas"], "polars", NO_POLARS),
    ],
)
def test_a_frame_is_of_the_library_that_is_there_or_asked_for(monkeypatch, there, asked, taken):
    monkeypatch.setattr(extras, "_found", there.__contains__)
    monkeypatch.setattr(installation, "install_command", lambda extra: {"rl": "COMMAND"}[extra])

    def library(name):
        return SimpleNamespace(DataFrame=lambda rows: (name, rows))

    monkeypatch.setattr(results, "import_module", library)
    if taken in results.LIBRARIES:
        assert results.frame_of([{"a": 1}], asked) == (taken, [{"a": 1}])
        return
    with pytest.raises(KitgenError) as refused:
        results.frame_of([], asked)
    assert str(refused.value) == taken


def test_a_board_without_anything_special_has_none_of_it():
    board = Diagram(2, 1, ((0.5, 0.5), (1.5, 0.5)), "square", "arrow")
    special = {
        field.name: getattr(board, field.name)
        for field in fields(board)
        if getattr(board, field.name)
    }
    assert special == {
        "width": 2,
        "height": 1,
        "centres": ((0.5, 0.5), (1.5, 0.5)),
        "cell": "square",
        "moves": "arrow",
        "own_lines": ((), ()),
        "goals": (frozenset(), frozenset()),
        "fronts": (None, None),
    }
    assert board.printed_letters == frozenset()
    lettered = replace(board, names=("a1", "b"), letters="xC")
    assert lettered.printed_letters == frozenset("A1BXC")
    position = Position((3, 0, 2), 1)
    assert board.lying(position) == 2
    assert replace(board, seeds=True).lying(position) == 5


def test_moves_are_sorted_by_where_they_start_and_new_pieces_come_first():
    assert not Move(0, 1) < Move(0, 1)
    assert not Move(None, 1) < Move(None, 1)
    moves = [Move(None, 0), Move(None, 2), Move(0, 3), Move(1, 0), Move(1, 1)]
    for shuffled in at_least(5, permutations(moves)):
        assert sorted(shuffled) == moves


@pytest.mark.parametrize(
    ("spec", "signs"),
    [
        ("hexapawn:3x3", ["", "⇄"]),
        ("tictactoe:3x3", ["", "⇄", "⇅", "▼", "▶", "◀", "◀⇅", "▶⇅"]),
        ("tictactoe:4x3,win=3", ["", "⇄", "⇅", "▼"]),
        ("nim:5", [""]),
        ("connect:4x4", ["", "⇄"]),
    ],
)
def test_each_symmetry_of_a_board_has_its_sign(spec, signs):
    game = make_game(spec)
    assert [lie_of(game.diagram, symmetry).sign for symmetry in game.symmetries] == signs


def test_a_map_that_neither_turns_nor_mirrors_has_no_sign():
    game = make_game("tictactoe:3x3")
    assert lie_of(game.diagram, Symmetry("swap", (1, 0, 2, 3, 4, 5, 6, 7, 8))) is None


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("hexapawn:3x3", "mirror"),
        ("connect:3x2", "mirror"),
        ("tictactoe:3x3", None),
        ("nim:5", None),
        ("awari:2x3", None),
    ],
)
def test_a_mirror_alone_is_one_that_the_eye_sees(spec, name):
    mirror = only_mirror(make_game(spec))
    assert (mirror and mirror.name) == name


@pytest.mark.parametrize(
    ("to", "lies", "mirrors"),
    [
        ((0, 1, 2, 3), (False, 0), False),
        ((1, 0, 3, 2), (True, 0), True),
        ((2, 3, 0, 1), (True, 2), True),
        ((0, 2, 1, 3), (True, 3), True),
        ((3, 1, 2, 0), (True, 1), True),
        ((3, 2, 1, 0), (False, 2), False),
        ((1, 3, 0, 2), (False, 1), False),
        ((2, 0, 3, 1), (False, 3), False),
        ((1, 0, 2, 3), None, False),
    ],
)
def test_each_way_in_which_a_square_board_comes_to_itself(to, lies, mirrors):
    """Of four cells: those above and those below."""
    board = Diagram(2, 2, ((0.5, 0.5), (1.5, 0.5), (0.5, 1.5), (1.5, 1.5)), "square", "arrow")
    way = Symmetry("way", to)
    assert lie_of(board, way) == lies
    game = SimpleNamespace(symmetries=(Symmetry("identity", (0, 1, 2, 3)), way), diagram=board)
    assert only_mirror(game) is (way if mirrors else None)


def test_a_symmetry_moves_positions_and_moves_and_has_its_way_back():
    game = make_game("hexapawn:3x3")
    mirror = game.symmetries[1]
    position = game.parse("bb./..b/w.w w")
    assert game.text(mirror.position(position)) == ".bb/b../w.w w"
    moves = [game.move_text(mirror.move(move)) for move in game.legal_moves(position)]
    assert moves == ["c1c2"]
    turn = make_game("tictactoe:3x3").symmetries[4]
    for cell in range(9):
        assert turn.inverse().to[turn.to[cell]] == cell
        assert turn.to[turn.inverse().to[cell]] == cell


def test_the_heads_of_a_table_are_words():
    table = results.html_table([{"mean_cost": 0.123456, "a <b>": None}], 2)
    assert "<th>mean cost</th><th>a &lt;b&gt;</th>" in table
    assert "<td>0.12</td><td></td>" in table


def test_a_result_is_written_as_json_with_its_own_letters_and_texts_for_all_else():
    written = results.json_of({"größer": [1, None, True], "half": Fraction(1, 2)})
    assert written == '{"größer": [1, null, true], "half": "1/2"}'


def test_the_place_of_a_problem_in_a_record_stands_before_it():
    error = errors.RecordError("there is no result")
    for place in ("line 2", "'games.csv'", "the folder"):
        error.put_before(place)
    assert str(error) == "the folder: 'games.csv', line 2: there is no result"
    error = errors.RecordError("x" * 990)
    error.put_before("'games.csv'")
    assert len(str(error)) == 1000


def test_who_leaves_out_an_argument_is_told_all_of_them():
    @check_arguments
    def play(kit: str, games: int, *, seed: int = 1) -> str:
        return f"{kit} {games} {seed}"

    with pytest.raises(errors.UsageError) as refused:
        play("her")
    assert str(refused.value).endswith(
        "play: missing a required argument: 'games'; its arguments are kit, games, seed"
    )
