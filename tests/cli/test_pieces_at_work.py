"""What commands do around their answers: what they hand to servers, screens and printers, what they
ask at a terminal, and what they answer of a game that has been tried.
"""

import json
import re
import sys
import webbrowser
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from command_answers import result_of, run
from counting import at_least
from jobs import TEXTS, kit_of

from kitgen.cli import journal_questions, kit_report, options
from kitgen.cli.board_command import _print as print_board
from kitgen.cli.board_command import _serve as serve_board
from kitgen.cli.commands import (
    compare,
    doctor,
    games,
    journal,
    match,
    parts,
    play,
    reproduce,
    search,
    simulate,
    sweep,
    web,
)
from kitgen.cli.commands import templates as templates_command
from kitgen.cli.main import _bug_report
from kitgen.cli.photo_questions import read_answers
from kitgen.cli.terminal import is_default, show_table, value_of
from kitgen.errors import KitgenError, TooLargeError, UsageError
from kitgen.inquiries.game_trial import SideTrial, Trial
from kitgen.installing.extras import MissingExtraError
from kitgen.lab.matches import Score
from kitgen.lab.reproductions import Figure, Reproduction
from kitgen.machine.lines import LostLine
from kitgen.paper.declared import PART_OPTIONS
from kitgen.reading.templates import Templates
from kitgen.record.rows import GameRow
from kitgen.sources import journal_start

# The board of a class.


@pytest.mark.parametrize("opens", [True, False])
def test_the_board_says_where_it_is_and_opens_the_browser(opens, monkeypatch, capsys):
    opened = []

    def serve(board, port, tell):
        assert (board, port) == ("board", 8123)
        tell("http://127.0.0.1:8123/x")

    def open_browser(address):
        opened.append(address)
        raise webbrowser.Error

    monkeypatch.setattr("kitgen.serve.run.serve_board", serve)
    monkeypatch.setattr(webbrowser, "open", open_browser)
    serve_board("board", 8123, opens=opens)
    assert opened == ["http://127.0.0.1:8123/x"] * opens
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "The board is at http://127.0.0.1:8123/x (press Ctrl-C to stop)",
        "The board is closed; all results are in the journals.",
    ]


@pytest.mark.parametrize(
    ("page", "command"),
    [
        ("a4", "kitgen journal board 'class 3b' -o board.pdf"),
        ("letter", "kitgen journal board 'class 3b' -o board.pdf --page letter"),
    ],
)
def test_a_printed_board_has_a_line_for_each_group(page, command, monkeypatch, capsys):
    made = []

    def make(kit, rows, *words, **settings):
        made.append((kit, [(row.number, row.name, row.results) for row in rows], words, settings))
        return SimpleNamespace(sheets=[1, 2])

    monkeypatch.setattr("kitgen.press.print_run.make_class_board", make)
    monkeypatch.setattr("kitgen.render.save", lambda *words: made.append(words[1]))
    groups = [
        SimpleNamespace(group="1", number=1, results=[1, -1], kit="her"),
        SimpleNamespace(group="Owls", number=2, results=[], kit="him"),
        SimpleNamespace(group="1", number=3, results=[0], kit="him"),
    ]
    board = SimpleNamespace(
        board=lambda: SimpleNamespace(groups=groups), folder=Path(), templates="own"
    )
    Path("class 3b").mkdir()
    monkeypatch.chdir("class 3b")
    print_board(board, Path("out/board.pdf"), page)
    rows = [(1, "", [1, -1]), (2, "Owls", []), (3, "1", [0])]
    assert made == [
        ("her", rows, (command,), {"page": page, "templates": "own"}),
        Path("out/board.pdf"),
    ]
    assert capsys.readouterr().out == f"{Path('out/board.pdf')}: 2 sheets, a line for each group\n"


# Questions.


def test_the_cells_of_a_game_are_asked_for_with_what_they_are(monkeypatch):
    calls = []

    def prompt(text, **settings):
        calls.append((text, settings))
        return f"<{settings['default']}>"

    monkeypatch.setattr(journal_questions, "at_terminal", lambda: True)
    monkeypatch.setattr(click, "prompt", prompt)
    cells = {"moves": "A1 R", "result": "W", "opponent": "Anna", "remark": ""}
    answers = journal_questions.ask_cells(cells, TEXTS["en"])
    assert answers == {key: f"<{cell}>" for key, cell in cells.items()}
    assert calls == [
        ("boxes and beads", {"default": "A1 R", "type": str}),
        ("result (W/D/L)", {"default": "W", "type": str}),
        ("opponent", {"default": "Anna", "type": str}),
        ("remark", {"default": "", "type": str}),
    ]
    journal_questions.ask_cells(cells, TEXTS["it"])
    assert [text for text, _ in calls[4:]] == [
        "scatole e perline",
        "risultato (Vi/Pa/Pe)",
        "avversario",
        "nota",
    ]


@pytest.mark.parametrize(
    ("boxes", "picked", "said"),
    [
        (["C1", "A1", "B2"], [], "A1 (R U Y), B2 (R U Y), C1 (R U)"),
        ([f"B{number}" for number in range(1, 13)], [], None),
        ([f"B{number}" for number in range(1, 14)], [], "near A1 of 13"),
        ([f"B{number}" for number in range(1, 14)], ["A1", "B7"], "near B7 of 13"),
    ],
)
def test_few_boxes_are_named_with_their_beads_and_many_by_the_nearest(boxes, picked, said):
    kit = kit_of("menace-second")
    questions = SimpleNamespace(
        side=SimpleNamespace(picks=[SimpleNamespace(box=box) for box in picked]),
        journal=SimpleNamespace(kit=kit),
        _nearest=lambda last, those: f"near {last} of {len(those)}",
    )
    named = journal_questions._GameQuestions._named(questions, boxes)
    if said is None:
        assert named.count("(") == len(boxes)
        assert named.startswith("B1 (")
    elif "near" in said:
        assert named == said
    else:
        assert [part.split(" ")[0] for part in named.split(", ")] == ["A1", "B2", "C1"]


@pytest.mark.parametrize(
    ("numbers", "yes", "asked"),
    [
        ([], False, False),
        ([7], False, False),
        ([3, 7, 5], True, False),
        ([7, 3, 5], False, True),
    ],
)
def test_only_several_games_are_asked_about(numbers, yes, asked, monkeypatch):
    questions = []
    monkeypatch.setattr(
        journal, "agree", lambda *words, **answers: questions.append((words, answers))
    )
    rows = [GameRow(number, (), 1) for number in numbers]
    journal._agree(TEXTS["it"], "change", rows, yes=yes)
    if not asked:
        assert questions == []
        return
    ((words, answers),) = questions
    warning, refusal, question = words
    assert warning == "this will change 3 games (3 to 7)"
    assert refusal == "nothing was changed"
    assert question.startswith("Questo cambia 3 partite")
    assert answers == {"yes": "sì", "no": "no"}


# The table.


class Talk:
    """A conversation that repeats what it hears, and is over at the word bye."""

    over = False
    farewell = "Good-bye."

    def greeting(self):
        return ["Hello,", "table."]


@pytest.mark.parametrize(
    ("at_terminal", "has_screen", "plain"),
    [(False, True, False), (True, False, False), (True, True, True)],
)
def test_a_talk_is_line_by_line_where_there_is_no_screen(
    at_terminal, has_screen, plain, monkeypatch, capsys
):
    def answer(talk, line):
        talk.over = line == "bye"
        return [f"You said {line}."]

    monkeypatch.setattr(play, "at_terminal", lambda: at_terminal)
    monkeypatch.setattr(play, "installed", lambda name: has_screen and name == "textual")
    monkeypatch.setattr(play, "_answer", answer)
    heard = "Hello,\ntable.\nYou said one.\n"
    until_bye = f"{heard}You said .\nYou said bye.\n"
    until_the_end = f"{heard}Good-bye.\n"
    talks = ((["one", None, "bye", "three"], until_bye), (["one"], until_the_end))
    for words, said in at_least(2, talks):
        monkeypatch.setattr(play, "lines_of_input", lambda words=words: iter(words))
        play.talk_on(Talk(), plain=plain)
        out, err = capsys.readouterr()
        assert out == said
        missing = MissingExtraError("the screen", "play")
        wants_screen = at_terminal and not plain
        assert err == f"kitgen: line by line, since {missing}\n" * wants_screen


# A game that has been tried.


SIDE = SideTrial("white", 1, 1, 1, 1, 1, "gardner", ())
TRIAL = Trial("pawns", 9, None, None, False, (SIDE, SIDE), (), ())
LARGER = SimpleNamespace(spec="pawns:4x3", told=SimpleNamespace(board="4x3", start=("bKb.",)))
LARGEST = (
    'The largest board that fits a class needs 2 boxes for white: board = "4x3", start = ["bKb."].'
)
PLAYED = SimpleNamespace(
    spec="pawns",
    called="pawns",
    spoken=lambda _texts, language: {"rules": f"One, {language}.\nTwo."},
)


@pytest.mark.parametrize(
    ("largest", "last"),
    [
        (None, "Print one: kitgen print pawns --side white --rule gardner"),
        ((PLAYED, {"white": 2}), "No larger board fits a class."),
        ((LARGER, {"white": 2}), LARGEST),
    ],
)
def test_the_largest_board_is_told_last(largest, last, monkeypatch):
    PLAYED.told = SimpleNamespace(board="3x3", start=())
    monkeypatch.setattr(games, "game_of", lambda *_: PLAYED)
    monkeypatch.setattr(games, "try_game", lambda *_, **__: TRIAL)
    monkeypatch.setattr(games, "largest_board", lambda *_: largest)
    done = run("games", "try", "pawns", "--language", "it")
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[-1] == last
    assert done.stdout.splitlines()[:4] == ["pawns", "  One, it.", "  Two.", ""]
    Path("own/rules").mkdir(parents=True)
    output = run("games", "try", "pawns", "--templates", "own").stdout
    assert "Print one: kitgen print pawns --templates own --side white --rule gardner\n" in output
    data = result_of(run("games", "try", "pawns", "--json").stdout)
    assert data["rules"] == ["One, en.", "Two."]
    board = None
    if largest is not None:
        told = largest[0].told
        board = {"board": told.board, "start": list(told.start), "boxes": largest[1]}
    assert data["largest_board"] == board


@pytest.mark.parametrize("kind", [TooLargeError, UsageError])
def test_a_game_that_is_too_large_is_refused_with_the_board_that_fits(kind, monkeypatch):
    def refuse(*_, **__):
        raise kind("it is too large")

    monkeypatch.setattr(games, "game_of", lambda *_: PLAYED)
    monkeypatch.setattr(games, "try_game", refuse)
    monkeypatch.setattr(games, "largest_board", lambda *_: (LARGER, {"white": 1}))
    message = run("games", "try", "pawns").stderr
    board = 'the largest board that fits a class needs 1 box for white: board = "4x3", start'
    assert message.startswith(f"kitgen: it is too large; {board}")
    monkeypatch.setattr(games, "largest_board", lambda *_: None)
    assert run("games", "try", "pawns").stderr.partition(" (see")[0].rstrip() == (
        "kitgen: it is too large"
    )


# Small things.


def test_a_bug_names_the_place_where_kitgen_failed_last():
    assert "'KeyError: 7' (nowhere); KITGEN_TRACEBACK=1 shows" in _bug_report(KeyError(7))
    with pytest.raises(ValueError, match="Expecting") as of_others:
        json.loads("{")
    assert "(decoder.py, line " in _bug_report(of_others.value)
    with pytest.raises(AttributeError, match="wins") as own:
        match._score_text(None)
    assert "(match.py, line " in _bug_report(own.value)


def test_a_score_of_no_games_has_no_share():
    assert match._share_text(Score()) == "none"
    assert match._share_text(Score().with_pair((1, 1))).startswith("100.0%")


def test_a_line_that_opens_no_box_is_its_moves_alone():
    kit = kit_of("her")
    move = kit.game.legal_moves(kit.game.start())[0]
    assert kit_report._line_text(kit, LostLine((move,))) == "a1a2"


def test_a_line_that_is_too_long_is_no_position():
    done = run("find", "ladder", "-", text=f"{'9' * 2500}\n5 F\n")
    assert done.stderr == "kitgen: line 1: a position cannot have more than 2,000 characters\n"
    assert json.loads(done.stdout)["position"] == "5 F"
    assert done.exit_code == 2


def test_what_has_a_slash_is_left_to_the_shell(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("b.kitgen").touch()
    Path("a.kitgen").touch()
    assert [item.value for item in options._kits_here("")] == ["a.kitgen", "b.kitgen"]
    assert [item.value for item in options._kits_here("b")] == ["b.kitgen"]
    assert options._kits_here("./b") == []


def test_options_are_asked_for_only_while_a_command_runs():
    assert value_of("quiet") is None

    @click.command()
    @click.option("--stock", default="usual")
    def command(stock):
        click.echo(f"{stock} {is_default('stock')} {value_of('nosuch')}")

    for words, said in (([], "usual True None\n"), (["--stock", "usual"], "usual False None\n")):
        assert click.testing.CliRunner().invoke(command, words).stdout == said


@pytest.mark.parametrize("width", [60, 33, 25, 12])
def test_a_table_fits_its_terminal(width, golden, monkeypatch, capsys):
    monkeypatch.setattr("rich.console.Console.width", width)
    rows = [("her", "19", "the first machine"), ("menace-second", "1,087", "")]
    show_table(["kit", "boxes", "about it"], iter(rows), right=["boxes"])
    golden(f"said/tables-{width}", capsys.readouterr().out.rstrip("\n"))


def test_the_width_of_a_terminal_is_its_own(monkeypatch, capsys):
    calls = []
    monkeypatch.setattr("rich.console.Console.width", property(lambda _: calls.append(1) or 80))
    show_table(["kit"], [("her",)])
    assert calls
    assert capsys.readouterr().out == "kit\nher\n"
    assert sys.stdout is not None


def test_a_list_of_counts_is_that_of_one_group():
    with pytest.raises(KitgenError, match="name it: class/1, class/2"):
        journal._for_each_group(
            lambda *_: 0,
            [Path("class/1.kitgen"), Path("class/2.kitgen")],
            {"again": "x"},
            write=False,
        )


def test_options_stand_under_each_heading_once():
    shown = run("print", "--help").stdout
    headings = re.findall(r"^(\w+):$", shown, re.MULTILINE)
    assert headings == ["Kit", "Paper", "Parts", "Output", "Options"]
    assert re.search(r"^  --page a4\|letter +The paper", shown, re.MULTILINE)


# What takes long, or serves.


def test_a_site_says_where_it_is(monkeypatch):
    begun = []

    def serve(*words):
        begun.append(words[:-1])
        words[-1]("http://127.0.0.1:8000")

    monkeypatch.setattr("kitgen.serve.run.serve", serve)
    done = run("serve")
    assert done.stdout == ""
    assert done.stderr == (
        "kitgen is at http://127.0.0.1:8000 (press Ctrl-C to stop)\nThe site is closed.\n"
    )
    options_given = ["--port", 1, "--host", "::", "--jobs", 2, "--behind", "*", "--root-path", "/k"]
    run("serve", *options_given, "--log")
    assert begun == [
        ("127.0.0.1", 8000, None, "", "", False),
        ("::", 1, 2, "*", "/k", True),
    ]


FIGURES = (
    Figure("games", 7.5, 8.25, 0.5, 1),
    Figure("boxes", None, 24, 0, 0, reference=24),
)


def reproduction(name, asked):
    """Return an experiment that notes how it is asked for."""

    def reproduce(runs, advance):
        asked.append((name, runs))
        advance(5)
        return Reproduction(name, f"Title of {name}", "Source", "About it.", FIGURES)

    return SimpleNamespace(games=10, once=3, reproduce=reproduce)


@pytest.mark.parametrize(
    ("name", "names", "what"),
    [
        ("gardner", ["gardner"], "games"),
        ("mancala", ["mancala"], "searches"),
        ("all", None, "games"),
    ],
)
def test_experiments_of_others_are_shown_and_written(name, names, what, golden, monkeypatch):
    calls = []
    work = []

    @contextmanager
    def progress(*words):
        work.append(words)
        yield work.append

    names = names or list(reproduce.REPRODUCTIONS)
    for key in reproduce.REPRODUCTIONS:
        monkeypatch.setitem(reproduce.REPRODUCTIONS, key, reproduction(key, calls))
    monkeypatch.setattr(reproduce, "progress_bar", progress)
    monkeypatch.setattr(reproduce, "results_page", lambda results, line: [line, str(len(results))])
    done = run("reproduce", name, "--runs", 4, "--markdown", "page.md")
    assert calls == [(key, 4) for key in names]
    assert work == [(what, 43 * len(names)), *[5] * len(names)]
    line = f"kitgen reproduce {name} --runs 4 --markdown page.md"
    assert Path("page.md").read_text(encoding="utf-8") == f"{line}\n{len(names)}\n"
    data = result_of(run("reproduce", name, "--json").stdout)
    assert [(each["name"], each["runs"]) for each in data] == [(key, 50) for key in names]
    if name == "gardner":
        golden("said/pieces-of-reproductions", f"{done.stdout}{json.dumps(data, indent=1)}")


def test_a_report_and_a_story_are_printed_as_they_are_named(monkeypatch):
    made = []
    monkeypatch.setattr(
        "kitgen.press.print_run.make_document", lambda kit, **how: made.append((kit.name, how))
    )
    monkeypatch.setattr("kitgen.render.save", lambda _document, path: made.append(path))
    run("journal", "new", "him")
    Path("games.csv").write_text("game,A,B,result\n7,A1 U,B2 R,W\n", encoding="utf-8")
    run("journal", "add", "him.kitgen", "games.csv")
    output = run("journal", "report", "-o", "report.pdf").stdout
    output += run("journal", "story", "7", "-o", "story.PDF").stdout
    output += run("journal", "story", "7", "-o", "story.PDF").stdout
    (_, report), report_path, (_, story), story_path, *again = made
    assert (report["parts"], report_path) == (["report"], Path("report.pdf"))
    assert (story["parts"], story_path) == (["story"], Path("story.PDF"))
    assert story["story_game"] == "story.csv:7"
    assert len(again) == 2
    assert Path("story.csv").read_text(encoding="utf-8").splitlines()[1].startswith("7,")
    assert output.splitlines() == [
        "report.pdf: one page",
        *["story.PDF: printed from story.csv"] * 2,
    ]


def test_a_story_has_arrows_that_the_output_can_write(monkeypatch):
    run("journal", "new", "him")
    Path("games.csv").write_text("game,A,B,result\n7,A1 U,B2 R,W\n", encoding="utf-8")
    run("journal", "add", "games.csv")
    assert "A1 U → b1b2" in run("journal", "story", "7").stdout
    monkeypatch.setattr("kitgen.cli.terminal_board.can_show", lambda _text: False)
    assert "A1 U -> b1b2" in run("journal", "story", "7").stdout


def test_a_report_without_its_extra_says_what_is_left_out(monkeypatch):
    calls = []

    def past_of(_kit, parts):
        calls.append(parts)
        if parts == ["report"]:
            raise MissingExtraError("the report", "lab")
        return SimpleNamespace(scores=(1, 0, 1))

    monkeypatch.setattr("kitgen.press.machine_figures.past_of", past_of)
    monkeypatch.setattr("kitgen.paper.parts.report.beginning", lambda *_: ["It has", "begun."])
    monkeypatch.setattr(
        "kitgen.paper.parts.report.findings", lambda *_: [("bad", ["One."]), ("ahead", ["Two."])]
    )
    monkeypatch.setattr("kitgen.installing.installation.install_command", "install {}".format)
    texts = lambda key, **values: f"<{key} {values}>"  # noqa: E731
    lines = list(journal._report_lines(kit_of("her"), texts))
    assert calls == [["report"], ["reset"]]
    assert lines == [
        "It has begun.",
        "",
        "  +1 |* *",
        "   0 | *",
        "     +---",
        "",
        "<REPORT.BAD {}>",
        "One.",
        "",
        "<REPORT.AHEAD {}>",
        "Two.",
        "",
        "<journal.made.left_out {'command': 'install lab'}>",
    ]


# Matches, machines of others, and languages.


def score(wins, draws, losses):
    """Return the score of a player in pairs of games."""
    total = Score()
    for _ in range(wins):
        total = total.with_pair((1, 1))
    for _ in range(draws):
        total = total.with_pair((0, 0))
    for _ in range(losses):
        total = total.with_pair((-1, -1))
    return total


def test_a_tournament_is_shown_with_its_test_and_its_costs(golden, capsys):
    test = SimpleNamespace(low=0.4, high=0.625, bounds=(-2.944, 2.944))
    pair = lambda players, score, ratio, decision: SimpleNamespace(  # noqa: E731
        players=players, score=score, ratio=ratio, decision=decision
    )
    pairs = [
        pair((0, 1), score(1, 1, 0), -3.123, "low"),
        pair((0, 2), score(0, 1, 1), 3.0, "high"),
        pair((1, 2), score(1, 0, 0), 0.126, None),
        pair((2, 1), score(0, 0, 0), None, None),
    ]
    totals = [score(1, 2, 1), score(1, 1, 1), score(3, 1, 0)]
    standings = SimpleNamespace(
        test=test,
        pairings=pairs,
        bouts=[SimpleNamespace(opening=2), SimpleNamespace(opening=4)],
        costs=[
            SimpleNamespace(moves=1234, seconds_per_move=0.0123456, nodes_per_move=56789.6),
            SimpleNamespace(moves=5, seconds_per_move=None, nodes_per_move=12),
            SimpleNamespace(moves=0, seconds_per_move=1, nodes_per_move=None),
        ],
        total=lambda number: totals[number],
        against=lambda number, other: score(number, other, 0),
    )
    matched = SimpleNamespace(names=["Ada", "Bo", "Cy"], standings=standings)
    match._show(matched)
    standings.test = None
    standings.bouts = []
    matched.names = ["Ada", "Bo"]
    standings.costs = standings.costs[:2]
    standings.pairings = pairs[:1]
    match._show(matched)
    golden("said/pieces-of-matches", capsys.readouterr().out.rstrip("\n"))


def test_what_was_read_of_a_machine_is_said_before_the_page(monkeypatch, capsys):
    calls = []

    def machine_from(*words):
        calls.append(words)
        return SimpleNamespace(kit=kit_of("her"), notes=["one", "two"], account="account")

    monkeypatch.setattr("kitgen.sources.journal_start.machine_from", machine_from)
    monkeypatch.setattr(
        "kitgen.journal.change_words.note_text", lambda texts, said: f"{texts.language} {said}"
    )
    monkeypatch.setattr(
        "kitgen.journal.change_words.account_lines", lambda _texts, account: [f"the {account}"]
    )
    made = web._taken_over(Path("a.json"), "kit", ("x",), Templates())
    assert made is kit_of("her")
    assert calls == [(Path("a.json"), "kit", ("x",))]
    assert capsys.readouterr().out == "en one\nen two\nthe account\n"


def test_a_checked_language_says_what_nobody_has_read():
    complete = SimpleNamespace(language="it", there=7, needed=9)
    assert templates_command._say_language(complete, []) == "it: 7 of 9 texts"
    message = templates_command._say_language(complete, ["a.b", "c.d"])
    assert message.startswith("it: 7 of 9 texts, 2 unreviewed: ")
    assert "a.b" in message


@pytest.mark.parametrize("is_journal", [True, False])
def test_a_report_of_photos_is_made_with_the_kit_that_was_printed(is_journal, monkeypatch):
    made = []
    kit = kit_of("her")

    def write(photos, used, output):
        made.append((photos, used, output))
        return 2, 31

    def load(name, *, templates):
        made.append((name, templates.own))
        return kit

    monkeypatch.setattr("kitgen.marked.photos.write_camera_report", write)
    monkeypatch.setattr("kitgen.sources.kit_sources.load_kit", load)
    Path("own/rules").mkdir(parents=True)
    words = ["a.jpg", "b.jpg", "-o", "report.zip", "--templates", "own"]
    name = "him"
    if is_journal:
        run("journal", "new", "him", "-o", "him.kitgen")
        name = "him.kitgen"
        made.clear()
        monkeypatch.setattr(
            "kitgen.journal.journal.Journal",
            lambda path: nullcontext(SimpleNamespace(printed=kit, path=path)),
        )
    done = run("journal", "camera-report", name, *words)
    assert done.exit_code == 0, done.output
    assert made[-1] == ((Path("a.jpg"), Path("b.jpg")), kit, Path("report.zip"))
    assert made[:-1] == ([] if is_journal else [("him", Path("own"))])
    assert (
        done.stdout == TEXTS["en"]("marked.reported", file="report.zip", sheets=2, strips=31) + "\n"
    )


def test_a_sweep_is_done_where_it_is_asked_for(monkeypatch):
    calls = []
    plan = SimpleNamespace(machines=2000, games=30)
    row = SimpleNamespace(
        kit="her", rule="michie", opponent="random", beads="1-1", seed=7, win_share=0.5,
        win_error=0.125, lost=3.25, lost_error=None,
    )  # fmt: skip

    def plan_sweep(file, *, scheduler, templates):
        calls.append((file, scheduler, templates.own))
        return plan, {"a": 1, "b": 2}

    def do_tasks(tasks, folder, *, scheduler, progress):
        calls.append((list(tasks), folder, scheduler))
        progress(2)
        return [row, row], 1

    monkeypatch.setattr(sweep, "plan_sweep", plan_sweep)
    monkeypatch.setattr(sweep, "do_tasks", do_tasks)
    output = run("sweep", "my/plan.toml", "--scheduler", "tcp://a:1").stdout
    folder = Path("output/plan")
    assert calls == [
        (Path("my/plan.toml"), "tcp://a:1", None),
        (["a", "b"], folder, "tcp://a:1"),
    ]
    assert output.splitlines()[1:] == [
        *["her  michie  random    1-1       7  50.00% ± 12.50%                 3.25"] * 2,
        "",
        "2 experiments (1 from an earlier run), 2,000 machines of 30 games each",
        f"results: {folder / 'results.parquet'}",
    ]


@pytest.mark.parametrize("complete", [True, False])
def test_a_search_that_was_stopped_says_how_far_it_looks(complete, capsys):
    questions = []
    searched = SimpleNamespace(complete=complete, prospect=SimpleNamespace(depth=1))

    def look(record, *, lines, progress):
        questions.append((record, lines, callable(progress)))
        return searched

    seeker = SimpleNamespace(game=SimpleNamespace(called="awari"), search=look)
    assert search._search(seeker, "x", 3) is searched
    assert questions == [("x", 3, True)]
    note = "kitgen: stopped; the deepest finished search looks 1 ply ahead\n"
    assert capsys.readouterr().err == note * (not complete)


def test_what_was_counted_twice_is_taken_from_the_second_count(monkeypatch, capsys):
    first = {("A1", "R"): 1, ("A1", "U"): 2, ("B1", "R"): 3}
    second = {("A1", "R"): 1, ("A1", "U"): 2, ("B1", "R"): 4}
    read = {
        "first": SimpleNamespace(counts=first, notes=["one"], unread=["page 1"]),
        "second": SimpleNamespace(counts=second, notes=["two"], unread=["page 2"]),
    }
    monkeypatch.setattr(
        "kitgen.journal.counted_files.read_counts", lambda _journal, paths, _templates: read[paths]
    )
    alone = journal._read_to_compare("journal", "first", (), "own")
    assert alone == (first, ["page 1"], ())
    assert capsys.readouterr().err == "one\n"
    both = journal._read_to_compare("journal", "first", "second", "own")
    assert both == (second, ["page 1", "page 2"], {"A1"})
    assert capsys.readouterr() == ("", "one\ntwo\n")


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("", {}),
        (
            "7: 1\n\n# nothing\n 12 = A1 R, B1 U, L # so\n3;x",
            {7: (1, "1"), 12: (4, "A1 R, B1 U, L"), 3: (5, "x")},
        ),
        ("7: 1\n7: 2", "'answers.txt', line 2: game 7 is answered twice"),
        ("0: 1", "'answers.txt', line 1: '0: 1' is not a game and an answer, such as 7: 1"),
        ("7:", "'answers.txt', line 1: '7:' is not a game and an answer, such as 7: 1"),
        (
            "12345678: 1",
            "'answers.txt', line 1: '12345678: 1' is not a game and an answer, such as 7: 1",
        ),
    ],
)
def test_a_file_of_answers_is_read_line_by_line(text, answers):
    path = Path("answers.txt")
    path.write_text(text, encoding="utf-8")
    if isinstance(answers, dict):
        assert read_answers(path) == answers
        return
    with pytest.raises(KitgenError) as refused:
        read_answers(path)
    assert str(refused.value) == answers


def test_an_import_says_what_is_to_be_known_of_the_machine(monkeypatch):
    real = journal_start.import_file

    def import_file(*words, **settings):
        imported = real(*words, **settings)
        return SimpleNamespace(
            journal=imported.journal, notes=["one", "two"], account=imported.account
        )

    monkeypatch.setattr(journal_start, "import_file", import_file)
    monkeypatch.setattr(
        "kitgen.journal.change_words.note_text", lambda texts, said: f"{texts.language} {said}"
    )
    Path("games.csv").write_text("game,A,B,result\n7,A1 U,B2 R,W\n", encoding="utf-8")
    said = run("journal", "import", "games.csv", "--kit", "him").stdout
    assert said.splitlines() == [
        "games.kitgen: 1 game",
        "en one",
        "en two",
        "8 cells read; nothing is left over",
    ]


def test_who_asks_for_many_games_is_told_how_long_they_take(monkeypatch):
    noted = []
    for module in (simulate, compare):
        monkeypatch.setattr(module, "note_slow_games", noted.append)
    assert run("simulate", "ladder", "--games", 3, "--machines", 2).exit_code == 0
    rules = ("--rules", "gardner,michie")
    assert run("compare", "ladder", *rules, "--games", 3, "--machines", 2).exit_code == 0
    assert noted == [6, 12]


def test_the_only_journal_is_the_only_file_that_is_one():
    run("journal", "new", "ladder")
    Path("zoo.kitgen").mkdir()
    assert run("journal", "show").exit_code == 0


def test_the_settings_of_parts_are_shown_as_before(golden):
    lines = []
    for option in at_least(20, PART_OPTIONS):
        if option.offer.setting:
            shown = (
                parts._values_text(option),
                parts._default_text(option),
                parts._example(option),
            )
            lines.append(f"{option.offer.setting}: {' | '.join(shown)}")
    golden("said/pieces-of-settings", "\n".join(lines))


def test_what_is_no_bead_is_refused_in_the_language_of_the_kit():
    questions = SimpleNamespace(
        letters={1: "Vi", 0: "Pa", -1: "Pe"},
        journal=SimpleNamespace(kit=kit_of("her")),
        keyboard=journal_questions._Keyboard(TEXTS["it"]),
        example="A1 R",
    )
    bead = journal_questions._GameQuestions._bead
    for _ in range(2):  # what is refused changes no letters
        with pytest.raises(KitgenError) as refused:
            bead(questions, "xy")
        say = questions.keyboard.say
        assert str(refused.value) == say(
            "not_a_bead_or_result", said="'xy'", example="A1 R", letters="Vi, Pe"
        )
    with pytest.raises(KitgenError) as refused:
        bead(questions, "senza senso")
    assert str(refused.value) == say("not_a_bead", said="'senza senso'", example="A1 R")


def test_a_typeface_that_is_missing_is_found_to_be():
    def missing():
        raise KitgenError("it is gone")

    face = SimpleNamespace(name="Serif", file=missing)
    assert doctor._typeface(face) == doctor.Finding("typeface", "Serif", "")
