"""A game with exactly the members that docs/adding-a-game.md requires, in a package of its own,
does what others do.
"""

import ast
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from counting import at_least
from jobs import make_job
from least_game import MAY, MUST, PACKAGE, game_at_hand

import kitgen
from kitgen.cli.main import main
from kitgen.errors import TemplateError
from kitgen.games import make_game
from kitgen.games._template import Gaps
from kitgen.model import OPTIONAL, Game, completed
from kitgen.paper.parts import PARTS
from kitgen.paper.spoken_game import game_rules, side_name
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """Installs the package for this process and those that it starts."""
    (tmp_path / "bare.py").write_text(PACKAGE, encoding="utf-8")
    info = tmp_path / "bare-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bare\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[kitgen.games]\nbare = bare:make\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "bare", raising=False)
    paths = [str(tmp_path), str(Path(kitgen.__file__).parents[1])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))


def run(line, **options):
    done = CliRunner().invoke(main, shlex.split(line), **options)
    assert done.exit_code == 0, (line, done.output, done.exception)
    return done.output


def test_the_page_lists_what_the_model_declares():
    methods = [
        name for name, value in vars(Game).items() if callable(value) and not name.startswith("_")
    ]
    assert {*MUST} == {*Game.__annotations__, *methods}
    assert {*MAY} == {*OPTIONAL}
    lacking = completed(object())
    # Of what this one lacks.
    assert MAY.pop("called")[0] == "`spec`"
    assert MAY.pop("short_name")[0] == "`name`"
    for name, (default, _) in at_least(7, MAY.items()):
        asked = {
            "repeated": (None,),
            "stages": (None, None),
            "ending": (None,),
            "spoken": (None, "en"),
            "move_kind": (None, None),
        }.get(name)
        value = getattr(lacking, name)(*asked) if asked else getattr(lacking, name)
        assert ast.literal_eval(default.strip("`")) == (
            dict(value) if name in ("about", "spoken") else value
        )


def test_the_game_to_copy_has_what_is_required_and_its_words():
    own = {*vars(Gaps), *vars(Gaps(5))}
    assert {*MUST} <= own
    more = {name for name in own - {*MUST} if not name.startswith("_")}
    assert more == {
        "about",
        "cells",
        "scoring",
        "impartial",
        "repetition",
    }  # which most games think about


@pytest.mark.usefixtures("bare")
def test_what_it_lacks_is_as_usual():
    game = make_game("bare:2x3")
    assert game.spec == "bare:2x3"
    assert game.called == game.spec
    assert (game.points, game.rows_by, dict(game.about)) == ("points", "turn", {})
    assert (game.packed, game.levels, game.words) == (None, None, None)
    assert game.stages(game.start(), game.legal_moves(game.start())[0]) == ()


@pytest.mark.usefixtures("bare")
def test_its_texts_are_read_from_a_users_own(tmp_path):
    (tmp_path / "texts" / "en").mkdir(parents=True)
    own = tmp_path / "texts" / "en" / "games.toml"
    own.write_text('[bare]\nname = "Bare pawns"\n[bare.side]\nwhite = "Light"\n', encoding="utf-8")
    texts = Texts("en", Templates(tmp_path))
    assert (texts("games.bare.name"), texts("games.bare.side.white")) == ("Bare pawns", "Light")
    own.write_text('[bare]\nnaem = "Bare pawns"\n', encoding="utf-8")
    with pytest.raises(TemplateError, match="unknown key 'naem' of 'bare'; did you mean 'name'"):
        Texts("en", Templates(tmp_path))


@pytest.fixture
def at_hand(tmp_path, monkeypatch):
    return game_at_hand(tmp_path, monkeypatch)


def test_a_game_at_hand_is_printed_and_files_say_that_nobody_finds_it(at_hand, tmp_path):
    printed = kitgen.print_kit(at_hand, tmp_path / "print", parts=["labels", "board"])
    assert printed.kit.name == "bare-2x3-black"
    for refused in (
        lambda: kitgen.load_kit(tmp_path / "print"),
        lambda: kitgen.verify(tmp_path / "print"),
        lambda: kitgen.new_journal(at_hand, tmp_path / "class.kitgen"),
    ):
        with pytest.raises(
            kitgen.KitgenError, match="game 'bare:2x3' is not installed here; a package can offer"
        ):
            refused()
    assert not (tmp_path / "class.kitgen").exists()


def test_what_it_has_stays_its_own():
    class Some:
        """Has two of the optional members, one of which is found only by asking."""

        rows_by = "lying"

        def __getattr__(self, name):
            if name == "points":
                return "stones"
            raise AttributeError(name)

    game = completed(Some())
    assert (game.rows_by, game.points, game.packed) == ("lying", "stones", None)
    assert completed(game) is game


@pytest.mark.usefixtures("bare")
def test_its_rules_say_who_starts():
    job = make_job("bare")
    (rules,) = game_rules(job)
    assert f"{side_name(job, 0)} starts" in rules


@pytest.mark.usefixtures("bare")
def test_it_is_printed_and_verifies():
    run("print bare -o kit")
    assert "checks passed" in run("verify kit")


@pytest.mark.every
@pytest.mark.usefixtures("bare")
def test_every_part_is_printed_and_verifies():
    Path("games.csv").write_text("game,opponent,A,B,C,result\n1,Anna,A1 R,,,L\n", encoding="utf-8")
    parts = [part for part in PARTS if part != "lesson"]  # which is for one kit
    # Some parts are for a class in groups, or for a small kit.
    others = ("groups", "class-board", "one-sheet")
    alone = [part for part in parts if part not in others]
    run(f"print bare --parts {','.join(alone)} --set story.game=games.csv --yes -o kit")
    assert "checks passed" in run("verify kit")
    run("journal new kit -o class.kitgen")
    run("journal add class.kitgen games.csv")
    run("print class.kitgen --parts report,reset -o later")
    run("print bare --parts groups,class-board --groups 2 --yes -o class")
    run("print bare:2x3 --parts one-sheet --yes -o small")
    assert "checks passed" in run("verify small")
    printed = {
        path.stem[3:]
        for folder in ("kit", "later", "class", "small")
        for path in Path(folder, "parts").glob("*.pdf")
    }
    # No position of this game leaves the machine one move in each, and no rule on a card wins it.
    assert {*parts} - printed == {"always", "strong"}


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("boxes bare", "A1"),
        ("find bare 'bbb/w../.ww b' --json", '"box": "A1"'),
        ("verify bare", "checks passed"),
        pytest.param("simulate bare --machines 20", "wins", marks=pytest.mark.guest("lab")),
        ("solve bare", "black"),
        ("search bare --depth 3", "3 plies"),
        pytest.param(
            "match random negascout:3 --game bare --games 4",
            "negascout:3",
            marks=pytest.mark.guest("lab"),
        ),
        pytest.param("web bare -o page.html", "page.html", marks=pytest.mark.guest("web")),
    ],
    ids=lambda value: value.split()[0] if value else None,
)
def test_every_command_takes_it(line, says):
    assert says in run(line)


@pytest.mark.guest("play")
@pytest.mark.usefixtures("bare")
def test_it_is_played_line_by_line():
    done = run("play bare --plain --no-save --seed 1", input="a1a2\nquit\n")
    assert "a1a2" in done


@pytest.mark.every
@pytest.mark.usefixtures("bare")
def test_it_passes_the_suite():
    command = [sys.executable, "-m", "kitgen.conformance", "bare:2x3", "-p", "no:cacheprovider"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
