"""What is asked and answered at the keyboard is in the language of the kit, and each command
that is named is whole.
"""

import re
import shlex

import pytest
from click.testing import CliRunner
from jobs import TEXTS, kit_of
from journal_games import begun

from kitgen.cli.main import main
from kitgen.journal.journal import Journal
from kitgen.record.rows import GameRow, PickedBead

#: Words of the English questions that no other language here has.
ENGLISH = re.compile(
    r"\b(box|bead|beads|write|type|game|games|count|counted|back|end|won|lost|or|the|of)\b"
)
LANGUAGES = ("it", "es")


def asked(*words, into="", code=None):
    """Run a command of the journal."""
    done = CliRunner().invoke(main, ["journal", *map(str, words)], input=into)
    assert code in (None, done.exit_code), done.output
    return done


def words_of(output):
    """Return what is said, without the commands that it names."""
    return re.sub(r"kitgen journal [^»”\n]*", "", output)


def bead(kit, box, colour):
    """Return a bead as it is typed; in every language the colours of a box have the same order."""
    return f"{box} {kit.by_id[box].slots[colour].colour.letter}"


def class_of(folder, language):
    """Return a kit, and a journal of it with three games."""
    kit = kit_of("her", language=language)
    games = [
        (-1, [("A1", 0), ("B1", 1)]),
        (1, [("A1", 2), ("B10", 0)]),
        (-1, [("A1", 0), ("B1", 0)]),
    ]
    rows = []
    for number, (result, picks) in enumerate(games, 1):
        beads = [PickedBead(*bead(kit, *pick).split()) for pick in picks]
        rows.append(GameRow(number, tuple(beads), result))
    return kit, begun(folder / "class 3b.kitgen", kit, rows)


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_are_asked_for_in_the_language_of_the_kit(language, tmp_path):
    kit = kit_of("her", language=language)
    path = begun(tmp_path / "a.kitgen", kit)
    back, end = (TEXTS[language](f"journal.keyboard.{key}") for key in ("back", "end"))
    lost, won = (TEXTS[language](f"log.letter.{key}") for key in ("loss", "win"))
    red, yellow = (bead(kit, "A1", colour) for colour in (0, 2))
    refused = ["B9 R", "Q9 R", won]
    typed = [
        red,
        *refused,
        back,
        back,
        red,
        bead(kit, "B1", 1),
        lost,
        yellow,
        bead(kit, "B10", 0),
        won,
        red,
        end,
    ]
    done = asked("add", path, "-", into="\n".join(typed), code=1)
    assert ENGLISH.findall(words_of(done.output)) == []
    assert len(done.stderr.splitlines()) == len(refused) + 1  # there is no second bead to take back
    assert TEXTS[language]("journal.keyboard.unfinished", beads=red) in done.stdout
    with Journal(path) as journal:
        assert [row.result for row in journal.games()] == [-1, 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_beads_are_asked_for_in_the_language_of_the_kit(language, tmp_path):
    _, path = class_of(tmp_path, language)
    back, end = (TEXTS[language](f"journal.keyboard.{key}") for key in ("back", "end"))
    typed = ["1 1 1", back, "7 7 7", "2 0 1", "1 0 1", "1", "1 1", end, "1 0", end]
    done = asked("count", path, into="\n".join(typed), code=3)
    assert ENGLISH.findall(words_of(done.output)) == []
    assert (
        len(done.stderr.splitlines()) == 4
    )  # far too many beads, too many, and twice numbers that are missing
    assert TEXTS[language]("journal.keyboard.counted", count=2) in done.stdout


def test_the_english_words_end_everywhere(tmp_path):
    _, path = class_of(tmp_path, "it")
    assert asked("count", path, into="1 1 1\nback\nend\n").stdout.count("scatola A1 (1 ") == 2
    asked("add", path, "-", into="A1 R\nback\nend\n", code=0)


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_command_for_all_possibilities_is_whole(language, tmp_path):
    """It names the journal, and the counts that it was about."""
    kit, path = class_of(tmp_path, language)
    counts = tmp_path / "my counts.csv"
    empty = [bead(kit, *slot).replace(" ", ",") for slot in (("B1", 0), ("B1", 1), ("B10", 0))]
    counts.write_text("box,bead,beads\n" + "".join(f"{slot},0\n" for slot in empty))
    short = asked("check", path, "--counts", counts, "--again", counts, code=1)
    (command,) = re.findall(r"kitgen journal check .*--all", short.output)
    program, group, *words = shlex.split(command)
    assert (program, group) == ("kitgen", "journal")
    whole = asked(*words, code=1)
    assert len(whole.output.splitlines()) > len(short.output.splitlines())
    assert "--all" not in whole.output


def test_commands_after_an_event_are_whole(tmp_path):
    _, path = class_of(tmp_path, "it")
    done = asked("others-played", path, "--games", "2")
    commands = re.findall("kitgen journal [^”»\n]*", done.output)
    assert {shlex.split(command)[2] for command in commands} >= {"count", "go-on", "undo"}
    assert {shlex.split(command)[3] for command in commands} == {str(path)}
    undo = next(command for command in commands if " undo" in command)
    asked(*shlex.split(undo)[2:], code=0)
    with Journal(path) as journal:
        assert journal.events() == ()
