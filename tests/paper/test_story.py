"""The story strip: a game of the log, turn by turn, refused where it cannot have been played."""

import pytest
from click.testing import CliRunner
from counting import at_least, at_least_one
from jobs import LANGUAGES, make_job
from printed_words import lines_on
from sampling import few

from kitgen.cli.main import main
from kitgen.errors import RecordError
from kitgen.kit.kit import row_letter
from kitgen.paper.layout.frame import content_area
from kitgen.paper.marks.scene import Text
from kitgen.paper.parts import load_part
from kitgen.record.rows import sample_games


def write_games(path, kit, games):
    """Write games as a class would, a line each, and return how many turns the longest has."""
    longest = max(len(game.picks) for game in games)
    lines = [",".join(["game", "opponent", *map(row_letter, range(1, longest + 1)), "result"])]
    for number, game in enumerate(games, 1):
        cells = [
            f"{kit.boxes[box].id} {kit.boxes[box].slots[slot].colour.letter}"
            for box, slot in game.picks
        ]
        cells += [""] * (longest - len(cells))
        lines.append(",".join([f"{number}", "Anna", *cells, "DWL"[game.outcome]]))
    path.write_text("\n".join(lines), encoding="utf-8")


def story_of(job):
    return load_part("story").sheets(job)


def words_of(sheets):
    return lines_on(*sheets)


@pytest.mark.parametrize(
    ("name", "language", "page"),
    few(
        ["her", "him", "gardner24", "menace", "awari-mini", "ladder"],
        LANGUAGES,
        ["a4", "letter"],
        one_in=14,
    ),
)
def test_each_turn_of_a_game_is_told(tmp_path, name, language, page):
    kit = make_job(name, language=language).kit
    games = list(sample_games(kit, 5, 1))
    write_games(tmp_path / "games.csv", kit, games)
    for number, game in at_least(5, enumerate(games, 1)):
        job = make_job(name, page, language, story_game=f"{tmp_path / 'games.csv'}:{number}")
        sheets = story_of(job)
        words = words_of(sheets)
        for count, (box, slot) in enumerate(game.picks, 1):
            colour = kit.boxes[box].slots[slot].colour.name
            assert (
                job.texts("story.turn", number=count, box=kit.boxes[box].id, bead=colour) in words
            )
            lies = job.texts("turn.lies.plain", id=kit.boxes[box].id)
            assert any(word == lies or word.startswith(f"{lies}, ") for word in words)
        outcome = {1: "won", 0: "drawn", -1: "lost"}[game.outcome]
        assert job.texts(f"story.outcome.{outcome}") in words
        assert (job.texts("story.resigned") in words) <= game.resigned
        assert len(sheets) == (1 if len(game.picks) < 4 else len(sheets))
        x, y, width, height = content_area(job.page)
        for sheet in sheets:
            for mark in at_least_one(sheet.scene.marks):
                if isinstance(mark, Text):
                    assert x <= mark.at[0] <= x + width
                    assert y <= mark.at[1] <= y + height


@pytest.mark.parametrize(
    ("name", "turned", "mirrored"), [("her", 0, 1), ("menace", 1, 1), ("ladder", 0, 0)]
)
def test_a_board_is_said_to_lie_only_as_the_game_lets_it(tmp_path, name, turned, mirrored):
    kit = make_job(name).kit
    write_games(tmp_path / "games.csv", kit, list(sample_games(kit, 1, 1)))
    text = " ".join(words_of(story_of(make_job(name, story_game=str(tmp_path / "games.csv")))))
    assert (text.count("was turned"), text.count("mirror image")) == (turned, mirrored)


def test_the_other_sides_moves_are_found(tmp_path):
    (tmp_path / "games.csv").write_text("game,A,B,result\n1,A1 U,B5 Y,L\n", encoding="utf-8")
    words = words_of(story_of(make_job("her", story_game=str(tmp_path / "games.csv"))))
    told = [word for word in words if word.startswith("The opponent has played")]
    assert told == [f"The opponent has played {move}." for move in ("c1c2", "a1b2", "c2c3")]


def run(*words):
    return CliRunner().invoke(main, ["print", "her", "--parts", "story", *map(str, words)])


def test_the_last_game_is_told_when_no_number_is_given(tmp_path):
    (tmp_path / "my games.csv").write_text("game,A,result\n1,A1 R,L\n2,A2 R,L\n", encoding="utf-8")
    result = run("--set", f"story.game={tmp_path / 'my games.csv'}", "-o", tmp_path / "kit")
    assert result.exit_code == 0, result.output
    job = make_job("her", story_game=str(tmp_path / "my games.csv"))
    assert "Game 2" in words_of(story_of(job))
    manifest = (tmp_path / "kit" / "manifest.json").read_text(encoding="utf-8")
    assert f"--set 'story.game={tmp_path}/my games.csv'" in manifest


@pytest.mark.parametrize(
    ("rows", "number", "said"),
    [("1,A1 R,B9 R,L", "", "game 1: box B9 cannot come after A1 R"),
     ("1,A1 R,,W", "", "game 1: after A1 R it cannot be won"),
     ("1,A1 Z,,L", "", "line 2: box A1 has no bead 'Z'; it has R, U, Y"),
     ("1,A1 R,,L", ":4", "it has no game 4"),
     ("1,A1,,L", "", "line 2: 'A1' is not a box and a bead")],
)  # fmt: skip
def test_a_game_that_cannot_be_is_refused_before_anything_is_printed(tmp_path, rows, number, said):
    (tmp_path / "games.csv").write_text(f"game,A,B,result\n{rows}\n", encoding="utf-8")
    result = run("--set", f"story.game={tmp_path / 'games.csv'}{number}", "-o", tmp_path / "kit")
    assert result.exit_code == RecordError.exit_code == 1
    assert said in result.stderr
    assert not (tmp_path / "kit").exists()


def test_the_part_asks_for_its_game(tmp_path):
    result = run("-o", tmp_path / "kit")
    assert result.exit_code == 2
    assert "part story needs --set story.game=FILE[:N]" in result.stderr


@pytest.mark.every
def test_a_game_that_is_there_is_told_again(tmp_path):
    (tmp_path / "games.csv").write_text("game,A,result\n1,A1 R,L\n", encoding="utf-8")
    for words in (["--set", f"story.game={tmp_path / 'games.csv'}"], []):
        result = CliRunner().invoke(
            main,
            [
                "print",
                "her",
                *(["--parts", "story"] if words else []),
                *map(str, words),
                "-o",
                str(tmp_path / "kit"),
            ],
        )
        assert result.exit_code == 0, result.output
    assert any(path.name.endswith("story.pdf") for path in (tmp_path / "kit" / "parts").iterdir())
