"""Right, not decided, wrong: the exit code, the last line and the fields of everything that is
checked.
"""

import json
import re
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from xml.etree.ElementTree import fromstring

import msgspec
import pytest
from click.testing import CliRunner
from command_answers import result_of
from jobs import kit_of
from journal_games import begun, rows_of
from planted_faults import changed
from report_text import all_faults
from sampling import few

from kitgen import __version__, verify
from kitgen.cli.main import main
from kitgen.journal.journal import Journal
from kitgen.kit.job_json import JOB_FILE, read_job, write_job
from kitgen.kit.kit_json import with_hash, write_kit
from kitgen.kit.releases import RELEASED, is_later, never_existed
from kitgen.press.print_run import print_kit
from kitgen.record.rows import GameRow, parse_bead
from kitgen.verdict import Verdict
from kitgen.verification import remake
from kitgen.verification.report import PROOF

NOT_COMPARED = "kit and marks are right; the drawing was not compared"
ONE_THING = "not decided: nothing wrong was found, but 1 thing was not read or decided"
GAMES_UNDECIDED = (
    "not decided: no game is wrong, but 1 thing has to be noted, read or counted again"
)
#: A version that is released before this one, as far as these tests say so.
EARLIER = "0.9.0"


def said(*words):
    """Return the exit code of a command, the last line of its output, and its JSON."""
    done = CliRunner().invoke(main, [*map(str, words)])
    data = result_of(CliRunner().invoke(main, [*map(str, words), "--json"]).stdout)
    assert data["passed"] is (data["verdict"] == "right")
    assert bool(data["not_read"]) >= (data["verdict"] == "not decided")
    assert Verdict(data["verdict"]).exit_code == done.exit_code
    return done.exit_code, done.stdout.splitlines()[-1], data


@pytest.fixture
def an_earlier_release(monkeypatch):
    monkeypatch.setattr("kitgen.kit.releases.RELEASED", (EARLIER, *RELEASED))


def printed_by(version, data):
    """Return a PDF as if another version had printed it."""

    def other(pdf):
        job = read_job(pdf.attachments[JOB_FILE].get_file().read_bytes())
        pdf.attachments[JOB_FILE] = write_job(msgspec.structs.replace(job, kitgen=version))
        for page in pdf.pages:
            page.Contents.write(re.sub(rb"(?m)^n ", b"n\n", page.Contents.read_bytes()))

    return changed(data, other)


@pytest.fixture(scope="module")
def ladder():
    stream = BytesIO()
    print_kit("ladder", stream, parts=["labels"])
    return stream.getvalue()


def other_beads(kit):
    box = kit.boxes[0]
    slots = (replace(box.slots[0], beads=box.slots[0].beads + 1), *box.slots[1:])
    return with_hash(replace(kit, boxes=(replace(box, slots=slots), *kit.boxes[1:])))


def test_the_three_verdicts_of_a_kit(tmp_path, monkeypatch):
    path = tmp_path / "kit.json"
    path.write_bytes(write_kit(other_beads(kit_of("her"))))
    assert said("verify", path)[:2] == (1, "wrong: 2 of 14 checks failed")
    assert said("verify", "her")[:2] == (0, "right: 15 checks passed")
    monkeypatch.setattr("kitgen.verification.reference.LIMIT", 50)
    code, last, data = said("verify", "her")
    assert (code, last) == (
        3,
        "not decided: nothing wrong was found, but 2 things were not read or decided",
    )
    assert data["not_read"] == [
        (
            "the kit is the one that its choices make: hexapawn:3x3 has too many positions to "
            "walk them all"
        ),
        "every decision has a box: hexapawn:3x3 has too many positions to walk them all",
    ]


def test_the_verdict_is_in_the_language_of_the_kit(tmp_path):
    path = tmp_path / "kit.json"
    path.write_bytes(write_kit(kit_of("her", language="de")))
    assert said("verify", path)[:2] == (0, "richtig: 15 Prüfungen bestanden")
    path.write_bytes(write_kit(other_beads(kit_of("her", language="fr"))))
    assert said("verify", path)[:2] == (
        1,
        "faux\N{NO-BREAK SPACE}: 2 vérifications sur 14 ont échoué",
    )


@pytest.mark.usefixtures("an_earlier_release")
def test_the_three_verdicts_of_a_pdf(tmp_path, ladder):
    path = tmp_path / "kit.pdf"
    path.write_bytes(ladder)
    assert said("verify", path)[:2] == (0, "right: 18 checks passed")
    assert said("verify", path, "--proven")[:2] == (0, "right: 18 checks passed")
    path.write_bytes(printed_by(EARLIER, ladder))
    assert said("verify", path)[:2] == (0, NOT_COMPARED)
    code, last, data = said("verify", path, "--proven")
    assert (code, last) == (3, ONE_THING)
    assert data["not_read"] == [
        f"{PROOF}: it was printed by kitgen {EARLIER}, which alone can print it again"
    ]
    path.write_bytes(printed_by(__version__, ladder))
    assert said("verify", path)[0] == 1


@pytest.mark.every
@pytest.mark.usefixtures("an_earlier_release")
def test_a_print_by_another_version_need_not_have_todays_pages(tmp_path, ladder, monkeypatch):
    """Its labels took another number of pages than those of this version do."""

    path = tmp_path / "kit.pdf"
    path.write_bytes(printed_by(EARLIER, ladder))
    again = remake.Again.of

    def laid_out_anew(*given, **more):
        made = again(*given, **more)
        parts = (msgspec.structs.replace(made.document.parts[0], pages=7),)
        return replace(made, document=msgspec.structs.replace(made.document, parts=parts))

    monkeypatch.setattr("kitgen.verification.verify.Again.of", laid_out_anew)
    assert said("verify", path)[:2] == (0, NOT_COMPARED)
    path.write_bytes(printed_by(__version__, ladder))
    faults = all_faults(verify(path).checks)
    assert "job.json says otherwise which part begins on which page" in faults


@pytest.mark.every
@pytest.mark.usefixtures("an_earlier_release")
def test_earlier_labels_for_a_rule_without_beads_are_still_right(monkeypatch, tmp_path):
    """Version 1.0 printed them: they show the kit's positions. This one refuses them."""
    stream = BytesIO()
    with monkeypatch.context() as before:
        before.setattr("kitgen.press.print_job.check_program", lambda *_, **_named: None)
        before.setattr("kitgen.press.print_job.kind_of_machine", lambda *_: "boxes")
        print_kit(kit_of("her", rule="tris"), stream, parts=["labels"])
    path = tmp_path / "kit.pdf"
    path.write_bytes(printed_by(EARLIER, stream.getvalue()))
    assert said("verify", path)[:2] == (0, NOT_COMPARED)


@pytest.mark.every
@pytest.mark.usefixtures("an_earlier_release")
def test_what_this_version_cannot_print_any_more_is_judged_by_kit_and_marks(tmp_path):
    """An option of its print run is unknown here."""

    def with_an_old_option(version):
        def other(pdf):
            job = read_job(pdf.attachments[JOB_FILE].get_file().read_bytes())
            options = job.options | {"gone": True}
            pdf.attachments[JOB_FILE] = write_job(
                msgspec.structs.replace(job, kitgen=version, options=options)
            )

        return changed((tmp_path / "ladder" / "kit.pdf").read_bytes(), other)

    folder = tmp_path / "ladder"
    print_kit("ladder", folder, parts=["labels"])
    (tmp_path / "own.pdf").write_bytes(with_an_old_option(__version__))
    assert said("verify", tmp_path / "own.pdf")[0] == 1
    (folder / "kit.pdf").write_bytes(with_an_old_option(EARLIER))
    assert said("verify", folder / "kit.pdf")[:2] == (0, NOT_COMPARED)
    assert said("verify", folder)[:2] == (0, NOT_COMPARED)
    assert said("verify", folder, "--proven")[0] == 3


@pytest.mark.parametrize("version", few(["0.9.0", "1.0.0.1", "mine", "1.0"], one_in=3))
def test_a_version_that_never_existed_is_wrong(tmp_path, ladder, version):
    path = tmp_path / "kit.pdf"
    path.write_bytes(printed_by(version, ladder))
    report = verify(path)
    assert report.verdict == "wrong"
    (fault,) = all_faults(report.checks)
    assert fault == f"job.json names kitgen {version}, a version that was never released"


def test_a_print_by_a_later_version_is_not_decided(tmp_path, ladder):
    path = tmp_path / "kit.pdf"
    path.write_bytes(printed_by("99.0.0", ladder))
    code, last, data = said("verify", path)
    assert (code, last) == (3, ONE_THING)
    assert "it was printed by kitgen 99.0.0, which is later than this one" in data["not_read"][0]


@pytest.mark.parametrize(
    ("own", "version", "later", "never"),
    [
        ("1.1.dev0", "1.0.0", False, False),
        ("1.1.dev0", "1.1.0", True, False),
        ("1.1.0", "1.1.dev0", False, True),
        ("1.1.0", "1.1.1", True, False),
        ("1.1.0", "1.0.7", False, True),
        ("1.1.0", "1.1.0", False, False),
    ],
)
def test_versions_are_ordered(monkeypatch, own, version, later, never):
    monkeypatch.setattr("kitgen.kit.releases.__version__", own)
    assert (is_later(version, own), never_existed(version)) == (later, never)


def test_a_kit_that_takes_too_long_is_not_decided(tmp_path, monkeypatch, ladder):
    path = tmp_path / "kit.pdf"
    path.write_bytes(ladder)
    monkeypatch.setattr(remake, "PRINTER", "time")  # a module without an answer
    report = verify(path)
    assert report.verdict == "not decided"
    assert {line.partition(": ")[0] for line in report.not_read} >= {
        "the kit can be checked",
        PROOF,
    }


@pytest.mark.every
@pytest.mark.usefixtures("an_earlier_release")
def test_the_three_verdicts_of_a_folder(tmp_path):
    folder = tmp_path / "ladder"
    print_kit("ladder", folder, parts=["labels"])
    assert said("verify", folder)[:2] == (0, "right: 19 checks passed")
    pdf = folder / "kit.pdf"
    pdf.write_bytes(printed_by(EARLIER, pdf.read_bytes()))
    assert said("verify", folder)[:2] == (0, NOT_COMPARED)
    code, _, data = said("verify", folder, "--proven")
    assert code == 3
    assert [line.partition(": ")[0] for line in data["not_read"]] == [
        PROOF,
        "every file of the folder is as it was printed",
    ]
    (folder / "parts" / "01-labels.pdf").unlink()
    assert said("verify", folder)[0] == 1


@pytest.mark.every
@pytest.mark.usefixtures("an_earlier_release")
def test_files_of_another_version_are_those_that_its_manifest_lists(tmp_path):
    """It may have made more files than this version does, and must have those that it lists."""
    folder = tmp_path / "ladder"
    print_kit("ladder", folder, parts=["labels"])
    pdf = folder / "kit.pdf"
    pdf.write_bytes(printed_by(EARLIER, pdf.read_bytes()))
    manifest = msgspec.json.decode((folder / "manifest.json").read_bytes())
    assert isinstance(manifest["files"], dict)
    manifest["files"]["parts/old.txt"] = sha256(b"as it was").hexdigest()
    (folder / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    assert verify(folder).verdict == "wrong"
    (folder / "parts" / "old.txt").write_bytes(b"as it was")
    assert verify(folder).verdict == "right"
    (folder / "parts" / "old.txt").write_bytes(b"changed")
    faults = all_faults(verify(folder).checks)
    assert faults == ["parts/old.txt is not what kitgen makes of this kit"]


def table_of_her():
    """The board and the moves of each box of HER, as kitgen writes them."""
    kit = kit_of("her")
    for box in kit.boxes:
        moves = [kit.game.move_text(move) for slot in box.slots for move in slot.moves]
        yield kit.game.text(box.position).split()[0], moves


def test_the_three_verdicts_of_a_table(tmp_path):
    path = tmp_path / "table.txt"
    asked = ("verify", path, "--game", "hexapawn:3x3", "--side", "black")
    path.write_text("".join(f"{board}: {' '.join(moves)}\n" for board, moves in table_of_her()))
    assert said(*asked)[:2] == (0, "right: 19 entries agree with the rules")
    path.write_text("".join(f"{board}\n" for board, _ in table_of_her()))
    code, last, data = said(*asked)
    assert (code, last) == (3, ONE_THING)
    assert data["not_read"] == [
        "no moves of the 19 entries could be read: only their boards were compared"
    ]
    path.write_text("".join(f"{board}\n" for board, _ in [*table_of_her()][1:]))
    assert said(*asked)[:2] == (1, "wrong: 1 mistake in the table")


def test_moves_beside_boards_in_an_array_of_their_own_are_not_said_to_be_right(tmp_path):
    path = tmp_path / "table.py"
    boards = [board for board, _ in table_of_her()]
    moves = [moves for _, moves in table_of_her()]
    moves[1] = ["a1a1"]
    path.write_text(f"BOARDS = {boards}\nMOVES = {moves}\n")
    code, last, _ = said("verify", path, "--game", "hexapawn:3x3", "--side", "black")
    assert code != 0
    assert "right" not in last


def test_a_board_outside_the_table_is_listed_and_not_said_to_be_missing(tmp_path):
    """Of 19 boards two are in an object of their own, with moves that cannot be compared there."""
    path = tmp_path / "table.json"
    table = dict(table_of_her())
    away = {board: table.pop(board) for board in list(table)[4:6]}
    path.write_text(
        json.dumps(
            {"main": table, "late additions": [{"board": board, "by": "Ada"} for board in away]}
        )
    )
    code, last, data = said("verify", path, "--game", "hexapawn:3x3", "--side", "black")
    assert data["findings"] == []
    assert data["not_read"] == [
        f"entry {number}: {board} is outside the table that was read, and was not compared"
        for number, board in enumerate(away, 1)
    ]
    assert (code, last) == (
        3,
        "not decided: nothing wrong was found, but 2 things were not read or decided",
    )
    path.write_text(
        json.dumps({"main": table, "late additions": [{"board": next(iter(away)), "by": "Ada"}]})
    )
    code, _, data = said("verify", path, "--game", "hexapawn:3x3", "--side", "black")
    assert (code, [finding["kind"] for finding in data["findings"]]) == (1, ["missing"])


def test_moves_beside_no_board_are_listed(tmp_path):
    path = tmp_path / "table.txt"
    lines = [f"{board}: {' '.join(moves)}\n" for board, moves in table_of_her()]
    path.write_text("".join([*lines, "see figure: a3a2 b3b2\n"]))
    code, _, data = said("verify", path, "--game", "hexapawn:3x3", "--side", "black")
    assert code == 3
    assert len(data["not_read"]) == 1
    assert data["not_read"][0].startswith("line 20: ")
    assert "is no board that can be read, so its moves were not compared" in data["not_read"][0]


def her_journal(path, *rows):
    begun(path, kit_of("her"), rows_of(kit_of("her"), 3))
    with Journal(path, write=True) as journal:
        for row in rows:
            journal.add(row, as_written=True)
    return path


def a_game(number, *cells):
    return GameRow(number, tuple(parse_bead(kit_of("her"), cell) for cell in cells), -1)


@pytest.mark.parametrize(
    ("rows", "code", "check", "verify_last"),
    [
        ([], 0, "right: 3 games replayed, everything agrees", "right: 16 checks passed"),
        ([a_game(5, "A1 R", "B1 R")], 3, GAMES_UNDECIDED, ONE_THING),
        (
            [a_game(4, "A1 R", "A2 R")],
            1,
            "wrong: 1 problem; games replayed: 4",
            "wrong: 1 of 16 checks failed",
        ),
    ],
)
def test_the_three_verdicts_of_a_journal(tmp_path, rows, code, check, verify_last):
    path = her_journal(tmp_path / "her.kitgen", *rows)
    checked = said("journal", "check", path)
    assert checked[:2] == (code, check)
    assert said("verify", path)[:2] == (code, verify_last)
    if code == 3:
        assert checked[2]["not_read"] == ["game 4 is missing"]
    with Journal(path) as journal:
        assert journal.check().verdict.exit_code == code


def test_beads_that_were_counted_otherwise_have_to_be_counted_again(tmp_path):
    path = her_journal(tmp_path / "her.kitgen")
    with Journal(path) as journal:
        left = journal.check().counts
    kit = kit_of("her")
    rows = [
        f"{kit.boxes[0].id},{slot.colour.letter},{n}"
        for slot, n in zip(kit.boxes[0].slots, left[0], strict=True)
    ]
    counts = tmp_path / "counts.csv"
    counts.write_text("\n".join(["box,bead,beads", *rows]))
    assert said("journal", "check", path, "--counts", counts)[0] == 0
    rows[0] = f"{rows[0].rpartition(',')[0]},{left[0][0] + 1}"
    counts.write_text("\n".join(["box,bead,beads", *rows]))
    code, last, data = said("journal", "check", path, "--counts", counts)
    assert (code, last) == (3, GAMES_UNDECIDED)
    assert data["not_read"] == [
        f"Count box {kit.boxes[0].id} again: the games leave other beads in it."
    ]
    assert data["explanations"]


def test_the_three_verdicts_of_templates(tmp_path):
    folder = tmp_path / "mine"
    CliRunner().invoke(main, ["templates", "copy", str(folder), "--only", "rules/gardner.toml"])
    assert said("templates", "check", folder)[:2] == (0, "right: no mistakes")
    (folder / "rules" / "notes.txt").write_text("mine")
    code, last, data = said("templates", "check", folder)
    assert (code, last) == (3, ONE_THING)
    assert [fault["file"] for fault in data["not_read"]] == ["rules/notes.txt"]
    (folder / "rules" / "gardner.toml").write_text("nonsense = 1")
    code, last, _ = said("templates", "check", folder)
    assert code == 1
    assert last.startswith("wrong: ")
    assert last.endswith(" in 1 file")


def test_junit_tells_the_three_from_what_does_not_apply(tmp_path, monkeypatch):
    def suites(*words):
        CliRunner().invoke(main, ["verify", *words, "--junit", str(tmp_path / "out.xml")])
        return fromstring((tmp_path / "out.xml").read_text())  # noqa: S314 - kitgen has written it

    right = suites("menace")
    assert [right.get(key) for key in ("tests", "failures", "errors", "skipped")] == [
        "15",
        "0",
        "0",
        "1",
    ]
    monkeypatch.setattr("kitgen.verification.reference.LIMIT", 50)
    unknown = suites("her")
    assert [unknown.get(key) for key in ("failures", "errors", "skipped")] == ["0", "2", "0"]
    error = unknown.find(".//error")
    assert error.get("message") == "not decided"
    assert error.text == "hexapawn:3x3 has too many positions to walk them all"


def test_the_report_on_paper_says_the_same_words(tmp_path, monkeypatch):
    monkeypatch.setattr("kitgen.verification.reference.LIMIT", 50)
    path = tmp_path / "report.svg"
    assert CliRunner().invoke(main, ["verify", "her", "--report", str(path)]).exit_code == 3
    text = path.read_text(encoding="utf-8")
    assert "Not decided: nothing wrong was found, but 2 things were not read or decided." in text
    assert "What was not read or decided" in text
