"""All that is shown of a journal is in its language: no word comes from the code.

The tests are in a language of their own. Its texts are kitgen's in other letters, so that a word in
Latin letters is data, such as a name, a box or a command, or did not come from a text. That the
languages have all texts is tested elsewhere (``tests/adding/test_a_language.py``).
"""

import json
import re

import pytest
from click.testing import CliRunner
from counting import at_least
from jobs import LANGUAGES, TEXTS, kit_of

from kitgen.cli.commands.journal import BLOCKS
from kitgen.cli.main import main
from kitgen.journal.change_words import log_rows
from kitgen.journal.journal_words import JournalWords
from kitgen.journal.store import LogEntry
from kitgen.kit.kit_json import write_kit
from kitgen.reading.templates import Templates, shipped
from kitgen.sources.kit_sources import load_kit

#: The texts' letters, each as one of another alphabet; what stands in braces is filled in, and
#: stays.
OTHER_LETTERS = {
    **{ord("a") + place: 0x0430 + place for place in range(26)},
    **{ord("A") + place: 0x0410 + place for place in range(26)},
}
PLACES = re.compile(r"(\{[^}]*\})")
#: A command as a sentence names it, with its arguments.
COMMAND = re.compile(r"kitgen(?: [-A-Za-z0-9_./*'\[\]]+)+|python -m pip install [^\n]*")
HASH = re.compile(r"\b[0-9a-f]{8}\b")
WORD = re.compile(r"[A-Za-z]{2,}")

#: The files of texts that the commands read.
FILES = (
    "audit",
    "claims",
    "colours",
    "curve",
    "games",
    "journal",
    "log",
    "now",
    "report",
    "sheet",
    "story",
    "verdict",
    "words",
)

GAMES = """Class 3b,,,,
game,opponent,A,B,result,weather
1,Anna,A1 R,B1 U,L,sun
2,Bea,A1 Y,B10 R,W,rain
3,Cem,A1 U,B5 Y,L,sun
4,,,,,
"""
#: The files that the commands make.
FILES_MADE = ("c.kitgen", "d.kitgen", "e.kitgen", "two.pdf", "two.csv", "save.json")
#: How the reason of a refusal begins, which is in English.
REASON = "kitgen: "
COUNTS = "box,bead,beads\nA1,R,1\nA1,U,1\nA1,Y,0\n"


@pytest.fixture
def class_(tmp_path, monkeypatch):
    """A folder with texts in the language, a machine and tables; a function that returns what a
    command says.
    """
    monkeypatch.chdir(tmp_path)
    texts = tmp_path / "mine" / "texts" / "xx"
    texts.mkdir(parents=True)
    for name in FILES:
        english = shipped() / "texts" / "en" / f"{name}.toml"
        (texts / english.name).write_text(in_other_letters(english), encoding="utf-8")
    kit = load_kit("her", templates=Templates(tmp_path / "mine"), language="xx")
    (tmp_path / "machine.json").write_bytes(write_kit(kit))
    (tmp_path / "games.csv").write_text(GAMES)
    (tmp_path / "counts.csv").write_text(COUNTS)

    def run(*words, typed=None, codes=(0,)):
        done = CliRunner().invoke(
            main, ["journal", *map(str, words), "--templates", "mine"], input=typed
        )
        assert done.exit_code in codes, done.output
        assert done.output
        return done.output

    run.kit = kit
    return run


def in_other_letters(path):
    """Return a file of English texts in other letters; a bead's letter stays, since tables name
    it.
    """
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        bead = re.fullmatch(r'(\w+ = \{ name = )(".*")(, letter = .*)', line)
        if bead is not None:
            lines.append(f"{bead[1]}{bead[2].translate(OTHER_LETTERS)}{bead[3]}")
            continue
        key, sign, text = line.partition(" = ")
        parts = [
            part if PLACES.fullmatch(part) else part.translate(OTHER_LETTERS)
            for part in PLACES.split(text)
        ]
        lines.append(f"{key}{sign}{''.join(parts)}")
    return "\n".join(lines) + "\n"


def trained(kit):
    """Return a trained machine of a kit as JSON, with a board that cannot be reached and one
    with a wrong move.
    """
    game = kit.game
    boards = {}
    for box in kit.boxes[1:]:
        boards[game.text(box.position)] = {game.move_text(slot.moves[0]): 2.5 for slot in box.slots}
    boards[game.text(kit.boxes[0].position)] = {"a1c3": 1}
    return json.dumps({**boards, "www/.../bbb b": {"a3a2": 1}})


def words_of_code(output, *data):
    """Return the words in Latin letters that are neither data nor part of a command."""
    left = HASH.sub("", COMMAND.sub("", output))
    for known in ("gardner", "her", *data):
        left = re.sub(rf"\b{re.escape(known)}\b", "", left)
    return WORD.findall(left)


def test_what_journals_say_is_in_their_language(class_):
    run = class_
    lines = [run("new", "machine.json", "-o", "c.kitgen")]
    add = ("add", "c.kitgen", "games.csv", "--ignore", "weather")
    lines += [run(*add), run(*add)]
    lines.append(
        run(
            "add",
            "c.kitgen",
            "-",
            typed="A1 R, back, B7 R, A1 Y, B10 R, W\nB1 U\nW\nx\n",
            codes=(0, 1),
        )
    )
    lines += [run("edit", "c.kitgen", 2, "--opponent", "Eva", "--remark", "ill")]
    lines += [
        run("insert", "c.kitgen", 2, "--picks", "A1 Y, B7 R", "--result", "W"),
        run("remove", "c.kitgen", 5),
    ]
    lines += [run("undo", "c.kitgen"), run("redo", "c.kitgen")]
    for command in ("status", "show", "beads", "curve", "check"):
        lines.append(run(command, "c.kitgen", codes=(0, 1, 3)))
    lines.append(
        run(
            "count", "c.kitgen", typed="0 0 0\n9 9 9\n1 1\nback\nend\n0 0 0\nend\n", codes=(0, 1, 3)
        )
    )
    lines.append(run("check", "c.kitgen", "--all", codes=(1, 3)))
    lines.append(
        run("check", "c.kitgen", "--counts", "counts.csv", "--again", "counts.csv", codes=(1,))
    )
    lines.append(run("was-refilled", "c.kitgen", "--box", "B1", "--after", 2))
    lines.append(run("others-played", "c.kitgen", "--games", 2))
    lines += [
        run("check", "c.kitgen", codes=(1, 3)),
        run("status", "c.kitgen"),
        run("undo", "c.kitgen"),
    ]
    lines.append(run("was-reset", "c.kitgen"))
    lines += [run("undo", "c.kitgen", "--after", 0, "--yes"), run("redo", "c.kitgen", "--yes")]
    lines += [
        run("count", "c.kitgen", "--boxes", "A1", typed="1 1 1\n", codes=(0, 1, 3)),
        run("go-on", "c.kitgen"),
    ]
    lines.append(run("log", "c.kitgen"))
    data = ("Anna", "Bea", "Cem", "Eva", "ill", "weather", "sun", "Class 3b", "line", "c.kitgen")
    for output in at_least(20, lines):
        assert words_of_code(output, *data) == [], output


def test_files_are_read_and_written_in_the_journals_language(class_, tmp_path, monkeypatch):
    run = class_
    (tmp_path / "tally.csv").write_text("game,result\n1,W\n2,L\n")
    kit = ("--kit", "machine.json")
    lines = [run("import", "games.csv", *kit, "--ignore", "weather", "-o", "c.kitgen")]
    lines.append(run("story", "c.kitgen", 1))
    monkeypatch.setattr("kitgen.cli.commands.journal._print_part", lambda *_, **__: None)
    lines += [
        run("story", "c.kitgen", 2, "-o", "two.pdf"),
        run("report", "c.kitgen", "-o", "two.pdf"),
    ]
    lines.append(run("export", "c.kitgen", "--format", "hexapawn-rl", "-o", "save.json"))
    lines += [run("import", "save.json", *kit, "-o", "d.kitgen"), run("status", "d.kitgen")]
    lines.append(run("import", "tally.csv", *kit, "-o", "e.kitgen"))
    lines += [run("status", "e.kitgen"), run("check", "e.kitgen", codes=(1, 3))]
    monkeypatch.setattr("kitgen.cli.journal_questions.at_terminal", lambda: True)
    lines.append(run("edit", "c.kitgen", 1, typed="\n\n\nill\n"))
    data = ("Anna", "Bea", "ill", "weather", "sun", "Class 3b", "line", "csv", "HexapawnRL")
    for output in at_least(10, lines):
        assert words_of_code(output, *FILES_MADE, *data) == [], output


def test_boards_that_are_left_out_are_told_in_the_journals_language(class_, tmp_path):
    run = class_
    (tmp_path / "trained.json").write_text(trained(run.kit))
    importing = (
        "import",
        "trained.json",
        "--kit",
        "machine.json",
        "-o",
        "c.kitgen",
        "--ignore",
        "boxes",
    )
    for output in (run(*importing), run("status", "c.kitgen"), run("report", "c.kitgen")):
        assert words_of_code(output, *FILES_MADE, "www", "bbb", "hexapawn", "a1c3", "ww") == []


#: What each command refuses, and what somebody answers who is asked.
REFUSED = [
    (("new", "machine.json", "-o", "c.kitgen"), None),
    (("import", "games.csv", "--kit", "machine.json"), None),
    (("import", "trained.json", "--kit", "machine.json"), None),
    (("add", "c.kitgen", "games.csv"), None),
    (("add", "c.kitgen", "counts.csv"), None),
    (("edit", "c.kitgen", 1, "--result", "x"), None),
    (("edit", "c.kitgen", 9), None),
    (("remove", "c.kitgen", 9), None),
    (("insert", "c.kitgen", 2, "--picks", "B1 R", "--result", "W"), None),
    (("undo", "c.kitgen", "--after", 0), ""),
    (("undo", "c.kitgen", "--after", 0), "?\nн\n"),
    (("redo", "c.kitgen"), None),
    (("log", "no.kitgen"), None),
    (("was-reset", "c.kitgen", "--after", 77), None),
    (("was-refilled", "c.kitgen", "--box", "Z9"), None),
    (("others-played", "c.kitgen", "--after", 99), None),
    (("go-on", "c.kitgen"), None),
    (("status", "no.kitgen"), None),
    (("show", "no.kitgen"), None),
    (("beads", "no.kitgen"), None),
    (("curve", "no.kitgen"), None),
    (("story", "c.kitgen", 9), None),
    (("report", "c.kitgen", "-o", "report.txt"), None),
    (("count", "c.kitgen"), "x\n1\n0 0 99\nend\n"),
    (("check", "c.kitgen", "--counts", "games.csv"), None),
    (("check", "c.kitgen", "--again", "counts.csv"), None),
    (("export", "c.kitgen", "-o", "games.doc"), None),
    (("remove-names", "c.kitgen"), "\n"),
]


def test_a_refusal_has_one_reason_and_all_beside_it_is_in_the_journals_language(class_, tmp_path):
    run = class_
    (tmp_path / "trained.json").write_text(trained(run.kit))
    run("new", "machine.json", "-o", "c.kitgen")
    run("add", "c.kitgen", "games.csv", "--ignore", "weather")
    assert {words[0] for words, _ in REFUSED} == {
        name for names in BLOCKS.values() for name in names
    }
    for words, typed in REFUSED:
        lines = run(*words, typed=typed, codes=(1, 2)).splitlines()
        reasons = [line for line in lines if line.startswith(REASON)]
        assert len(reasons) == 1, lines
        assert words_of_code("\n".join(line for line in lines if line not in reasons)) == []


def test_what_is_left_out_of_a_file_is_named_in_the_journals_language(class_):
    run = class_
    run("new", "machine.json", "-o", "c.kitgen")
    output = run("add", "c.kitgen", "games.csv", "--keep-good", codes=(1,))
    assert words_of_code(output, "Class 3b", "weather", "sun", "line", "c.kitgen") == []


def test_a_question_is_answered_in_the_journals_language_or_in_english(class_):
    run = class_
    run("new", "machine.json", "-o", "c.kitgen")
    run("add", "c.kitgen", "games.csv", "--ignore", "weather")
    yes = "yes".translate(OTHER_LETTERS)
    for answer in (yes, yes[0], "Y", "yes"):
        assert f"[{yes[0]}/" in run("undo", "c.kitgen", "--after", 0, typed=f"{answer}\n")
        run("redo", "c.kitgen", "--yes")


#: How each language writes the time of a step; English as ISO 8601 does.
NOON = {
    "en": "2026-09-14 12:05",
    "it": "14/09/2026 12:05",
    "es": "14/09/2026 12:05",
    "fr": "14/09/2026 12:05",
    "de": "14.09.2026 12:05",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_writes_the_time_as_its_language_does(language):
    words = JournalWords(kit_of("her"), TEXTS[language])
    step = LogEntry("count", 3, "2026-09-14T12:05:41+02:00", (), undone=False)
    first_games = LogEntry("add", 3, "", (), undone=False)
    times = [when for when, _, _ in log_rows(words, [step, first_games])]
    assert times == [NOON[language], "–"]
