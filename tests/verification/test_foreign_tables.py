"""Tables that others have written: those that are right pass, each typing error is one finding
that names it.
"""

from collections import Counter

import pypdfium2
import pytest
from click.testing import CliRunner
from command_answers import result_of
from counting import at_least_one
from jobs import kit_of
from places import ROOT
from position_tables_of_others import FORMATS, KINDS, mistyped, written
from sampling import few

from kitgen.cli.main import main
from kitgen.errors import KitFileError, KitgenError, UsageError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.position_tables.hints import NAMINGS, TableHints
from kitgen.position_tables.records import MAX_ENTRIES, MAX_TABLE_BYTES
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts
from kitgen.verification.reference import least_image
from kitgen.verification.tables.reading import match_table
from kitgen.verification.tables.table_check import say_finding, say_reading

EDITIONS = Templates().names("editions")
AHL = ROOT / "examples" / "ahl-1976.csv"
ENGLISH = Texts("en", Templates())


def checked(path, kit, **hints):
    return match_table(path, kit, TableHints(**hints))


def run(*words):
    return CliRunner().invoke(main, ["verify", *map(str, words)])


@pytest.mark.parametrize(("form", "name"), few(FORMATS, EDITIONS, one_in=28))
def test_the_own_table_of_every_kit_passes_in_every_format(name, form, tmp_path):
    kit = kit_of(name)
    if form == "block" and kit.game.diagram.height < 2:
        form = "txt"  # a board of one row is no block
    report = checked(written(kit).save(tmp_path, form), kit)
    assert report.findings == ()
    assert len(report.rows) == len(kit.boxes)


@pytest.mark.parametrize(
    ("naming", "upwards", "letters"),
    few(
        [naming for naming in NAMINGS if naming != "own"],
        [False, True],
        [".WS", " OX", "012", "_BA"],
        one_in=12,
    ),
)
def test_letters_squares_and_the_way_up_are_found_out(naming, upwards, letters, tmp_path):
    kit = kit_of("her")
    report = checked(written(kit, letters, naming, upwards=upwards).save(tmp_path, "csv"), kit)
    assert report.findings == ()
    assert (report.reading.squares.naming, report.reading.boards.upwards) == (naming, upwards)
    assert report.reading.boards.letters == dict(zip(letters, ".wb", strict=True))


def test_what_is_said_is_not_guessed(tmp_path):
    kit = kit_of("her")
    path = written(kit, ".OX", "1-9").save(tmp_path, "csv")
    assert checked(path, kit, letters="X=b,O=w,.=.", squares="1-9", upside_down=False).passed
    with pytest.raises(
        KitFileError, match="read as lines of columns, but 19 of 19 are no positions"
    ):
        checked(path, kit, letters="X=w,O=b,.=.")
    with pytest.raises(KitFileError, match="most are not legal with the squares 0-8"):
        checked(path, kit, squares="0-8")
    assert Counter(f.kind for f in checked(path, kit, images="all").findings)["missing"] == 18
    for wrong in ("X", "X=q", "X=b,X=w", "X=b,O=w"):
        with pytest.raises(UsageError, match="--letters"):
            checked(path, kit, letters=wrong)


def test_a_table_may_hold_every_image_of_its_positions(tmp_path):
    kit = build_kit("her", Wish(merged=False))
    lines = ["position,moves"]
    squares = written(kit, naming="1-9").squares
    images = sorted({s.position(box.position) for box in kit.boxes for s in kit.game.symmetries})
    for position in images:
        moves = " ".join(map(squares.spell, kit.game.legal_moves(position)))
        lines.append(f"{kit.game.text(position)},{moves}")
    path = tmp_path / "all.csv"
    path.write_text("\n".join(lines))
    report = checked(path, kit)
    assert report.findings == ()
    assert len(report.reading.reduction) == 1
    assert report.decisions == len(images) == 37
    path.write_text("\n".join([*lines[:5], *lines[6:]]))
    assert [finding.kind for finding in checked(path, kit).findings] == ["missing"]


#: From a kind of typing error to what it may be found as.
FOUND_AS = {
    "row lost": {"missing"},
    "row twice": {"doubled"},
    "move lost": {"move_missing"},
    "move twice": {"move_doubled"},
    "square": {"move_wrong"},
    "turned": {"move_wrong"},
}
BOARD = {"wrong", "doubled_wrong", "unreadable"}
SEEDS = {
    "her": 24,
    "him": 10,
    "gardner24": 10,
    "her-3x4": 3,
    "her-4x3": 3,
    "awari-mini": 3,
    "ladder": 6,
    "menace": 1,
}


@pytest.mark.parametrize(("name", "kind"), few(SEEDS, KINDS, one_in=20))
def test_each_typing_error_is_one_finding_that_names_it(name, kind, tmp_path):
    kit = kit_of(name)
    table = written(kit)
    count = 0
    for seed in range(SEEDS[name]):
        changed = mistyped(table, kind, seed)
        if changed is None:
            continue
        wrong, number = changed
        form = FORMATS[seed % 4]
        report = checked(wrong.save(tmp_path, form), kit, merged=kit.choices.merged)
        words = [say_finding(report, finding, ENGLISH) for finding in report.findings]
        assert len(words) == 1, (seed, words)
        (finding,) = report.findings
        assert finding.kind in FOUND_AS.get(kind, BOARD), (seed, words)
        meant = table.boards.position(table.rows[number][0])
        named = filter(None, (finding.position, finding.should))
        least = {least_image(kit.game, position) for position in named}
        assert least_image(kit.game, meant) in least, (seed, words)
        if kind not in ("row lost", "row twice"):
            assert report.rows[number].place in finding.places, (seed, words)
            assert not finding.right or table.squares.spell(finding.right) in table.rows[number][1]
        count += 1
    # A board of one pit or a move of one square has nothing to exchange.
    assert count or (kind in ("swap", "turned") and name in ("ladder", "awari-mini", "menace"))


def test_board_and_moves_that_have_changed_places_are_one_finding(tmp_path):
    kit = kit_of("her")
    path = written(kit).save(tmp_path, "csv")
    lines = path.read_text().splitlines()
    board, moves = lines[7].split(",")
    path.write_text("\n".join([*lines[:7], f"{moves},{board}", *lines[8:]]))
    report = checked(path, kit)
    assert [(finding.kind, finding.places) for finding in report.findings] == [("exchanged", (8,))]


@pytest.mark.every
def test_what_is_no_decision_is_told_apart(tmp_path):
    kit = kit_of("her")
    table = written(kit)
    lines = table.text("csv").splitlines()
    board, _ = lines[4].split(",")
    mirrored = "/".join(row[::-1] for row in board.split("/"))
    lines += [f"{mirrored},{lines[4].split(',')[1].translate(str.maketrans('147369', '369147'))}"]
    lines += ["bbb/wbw/www,4-7", "wb./.../..b,2-5", lines[6]]
    path = tmp_path / "more.csv"
    path.write_text("\n".join(lines))
    assert [(f.kind, f.places) for f in checked(path, kit).findings] == [
        ("mirrored", (21, 5)), ("unreachable", (22,)), ("over", (23,)), ("doubled", (24, 7)),
    ]  # fmt: skip
    menace = kit_of("menace")
    path.write_text(written(menace).text("csv") + "XOX/XOO/OX.,9\n")
    assert [f.kind for f in checked(path, menace).findings] == ["forced"]


@pytest.mark.parametrize(("repeated", "left_out"), [(1, 0), (9, 0), (10, 10), (19, 19)])
def test_repeats_are_mistakes_until_they_are_more_than_one_entry_in_three(
    repeated, left_out, tmp_path
):
    """Of 28 entries 9 are not, of 29 entries 10 are."""
    kit = kit_of("her")
    heading, *rows = written(kit).text("csv").splitlines()
    path = tmp_path / "repeats.csv"
    path.write_text("\n".join([heading, *rows, *rows[:repeated]]))
    report = checked(path, kit)
    assert report.left_out == left_out
    kinds = [finding.kind for finding in report.findings]
    assert kinds == ([] if left_out else ["doubled"] * repeated)
    assert report.passed is bool(left_out)


def test_an_entry_with_other_moves_is_no_repeat(tmp_path):
    kit = kit_of("her")
    heading, *rows = written(kit).text("csv").splitlines()
    path = tmp_path / "contradicts.csv"
    path.write_text("\n".join([heading, *rows, *rows, "bbb/..w/ww.,1-4"]))
    report = checked(path, kit)
    assert report.left_out == 19
    assert [finding.places for finding in report.findings if 40 in finding.places]
    assert not report.passed


def test_findings_are_rows_with_what_stands_there_and_what_should(tmp_path):
    """docs/verification.md names the columns; what a kind has not is empty."""
    kit = kit_of("her")
    path = tmp_path / "typed.csv"
    path.write_text(written(kit).text("csv").replace("bbb/..w/ww.", "bbb/..w/.w."))
    report = checked(path, kit)
    assert report.table() == [
        {
            "kind": "wrong",
            "places": (2,),
            "position": "bbb/..w/.w. b",
            "should": "bbb/..w/ww. b",
            "move": None,
            "move_should": None,
            "count": 1,
        }
    ]
    assert report.summary() == f"{path}: wrong, 1 finding in 19 of 19 positions"
    data = report.report()
    assert (data["game"], data["side"]) == ("hexapawn:3x3", "black")
    assert (data["entries"], data["decisions"], data["passed"]) == (19, 19, False)


def test_findings_of_moves_are_rows_with_the_move_and_the_one_that_should_be():
    rows = checked(AHL, kit_of("her")).table()
    assert [(row["kind"], row["places"], row["position"]) for row in rows] == [
        ("move_missing", (3,), "bbb/.w./w.w b"),
        ("move_missing", (5,), ".bb/wb./..w b"),
        ("move_wrong", (19,), ".b./wb./... b"),
    ]
    assert [(row["should"], row["move"], row["move_should"]) for row in rows] == [
        (None, None, "3-5"),
        (None, None, "2-4"),
        (None, "2-8", "2-4"),
    ]


def test_a_table_that_is_too_short_says_how_many_positions_it_lacks(tmp_path):
    kit = kit_of("her")
    path = tmp_path / "short.csv"
    path.write_text("\n".join(written(kit).text("csv").splitlines()[:-2]) + "\n")
    report = checked(path, kit)
    assert report.summary() == f"{path}: wrong, 2 findings in 17 of 19 positions"
    assert {row["kind"] for row in report.table()} == {"missing"}
    assert sum(row["count"] for row in report.table()) == 2


def test_ahl_s_table_of_1976_has_three_mistakes():
    done = run(AHL, "--game", "hexapawn:3x3", "--side", "black", "--json")
    data = result_of(done.stdout)
    assert [finding["says"] for finding in data["findings"]] == [
        "line 3: in XXX/.O./O.O the move 3-5 is missing",
        "line 5: in .XX/OX./..O the move 2-4 is missing",
        "line 19: in .X./OX./... the move 2-8 should be 2-4",
    ]
    assert (done.exit_code, data["passed"], data["entries"], data["decisions"]) == (
        1,
        False,
        19,
        19,
    )
    # The same three stand in the errata lab.
    entries = __import__("tomllib").loads(
        (AHL.parents[1] / "templates/errata/basic-hexapawn.toml").read_text()
    )
    lab = {entry["position"] for entry in entries["entries"]}
    assert {finding["position"] for finding in data["findings"]} == lab


def test_what_kitgen_says_of_ahl_s_table_is_kept_beside_it(monkeypatch):
    monkeypatch.chdir(AHL.parents[1])
    done = run("examples/ahl-1976.csv", "--game", "hexapawn:3x3", "--side", "black")
    assert done.stdout == AHL.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", few(["a4", "letter"], one_in=3))
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_report_draws_each_finding(page, language, tmp_path):
    path = tmp_path / "found.pdf"
    done = run(AHL, "--game", "her", "--language", language, "--report", path, "--page", page)
    assert (done.exit_code, done.stderr) == (1, "")
    pdf = pypdfium2.PdfDocument(path)
    text = pdf[0].get_textpage().get_text_range()
    where = {"en": "line", "it": "riga"}[language]
    assert all(f"{where} {line}:" in text for line in at_least_one((3, 5, 19)))
    image = pdf[0].render(scale=1).to_pil().convert("RGB")
    colours = {pixel for _, pixel in image.getcolors(1_000_000)}
    assert {(0xE0, 0x60, 0x60), (0x4F, 0xA8, 0x66)} <= colours


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--junit", "x.xml"), "--junit is for kits"),
        (("--exact",), "--exact is for kits; a table of positions has no beads"),
        (("--kit", "her"), "--game does not go with --kit"),
    ],
)
def test_what_does_not_go_with_a_table_is_refused_before_its_report_is_written(
    words, said, tmp_path
):
    done = run(AHL, "--game", "her", "--report", tmp_path / "found.pdf", *words)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"kitgen: {said}")
    assert not (tmp_path / "found.pdf").exists()


@pytest.mark.parametrize(
    "name", few(["her", "menace", "awari-mini", "her-4x3", "ladder"], one_in=4)
)
def test_a_report_of_anything_can_be_drawn(tmp_path, name):
    table = written(kit_of(name))
    for seed, kind in enumerate(KINDS):
        changed = mistyped(table, kind, seed)
        table = table if changed is None else changed[0]
    done = run(table.save(tmp_path, "csv"), "--game", name, "--report", tmp_path / "all.pdf")
    assert (done.exit_code, done.stderr) == (1, "")
    assert len(pypdfium2.PdfDocument(tmp_path / "all.pdf")) > 0


#: What is said of a file without a table of HER.
NO_TABLE = "no table was found in it; an entry that can be read: bbb/..w/ww.: 1-4 2-5 2-6"
BAD = {
    "empty.csv": (b"", "is empty; name a table of positions"),
    "head.csv": (b"position,moves\n", NO_TABLE),
    "latin.csv": (b"\xff\xfe\xfa", "UTF-8"),
    "zero.csv": (b"bbb\x00", "is no text; name a table of positions"),
    "quote.csv": (b'"' + b"x" * 200_000 + b'\n"', "not valid CSV"),
    "long.txt": (b"b" * 3000, NO_TABLE),
    "many.txt": (b"bbb/.../www: 1\n" * (MAX_ENTRIES + 1), "entries"),
    "large.txt": (b"#" * (MAX_TABLE_BYTES + 1), "MB"),
    "deep.json": (b"[" * 100_000, "deep"),
    "number.json": (b"5", NO_TABLE),
    "odd.json": (b'[{"moves": []}]', NO_TABLE),
    "text.json": (b'["bbb/.../www"]', NO_TABLE),
    "broken.json": (b"{", "not valid JSON"),
    "broken.toml": (b"=", "not valid TOML"),
    "digits.json": (b"[" + b"9" * 10_000 + b"]", "JSON"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_table_is_refused_in_one_line(name, tmp_path):
    path = tmp_path / name
    path.write_bytes(BAD[name][0])
    done = run(path, "--game", "her")
    if BAD[name][1] == NO_TABLE:
        assert (done.exit_code, done.stderr) == (3, "")
        assert f"  ?   {NO_TABLE}" in done.stdout.splitlines()
        assert done.stdout.splitlines()[-1].startswith("not decided: nothing wrong was found, but ")
        return
    assert (done.exit_code, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1
    assert BAD[name][1] in done.stderr


def test_a_file_that_is_not_there_or_a_folder_is_refused(tmp_path):
    for path, said in ((tmp_path, "is a folder"), (tmp_path / "none.csv", "there is no file")):
        with pytest.raises(KitFileError, match=said):
            checked(path, kit_of("her"))


def test_options_for_tables_need_a_game_and_a_game_is_no_file():
    for option in at_least_one((("--squares", "1-9"), ("--letters", "X=b"), ("--images", "one"))):
        done = run("her", *option)
        assert (done.exit_code, option[0] in done.stderr, "--game" in done.stderr) == (
            2,
            True,
            True,
        )
    assert "is a file" in run(AHL, "--game", "output/her").stderr
    assert "no letters" in run(AHL, "--game", "ladder", "--letters", "X=b").stderr
    assert "did you mean" in run(AHL, "--game", "her", "--squares", "1-8").stderr


@pytest.mark.parametrize("seed", few(range(40), one_in=16))
def test_garbage_is_told_of_and_never_a_fault_of_kitgen(seed, tmp_path):
    import random  # noqa: PLC0415

    rng = random.Random(seed)
    table = written(kit_of(("her", "awari-mini", "ladder", "menace-second")[seed % 4]))
    form = FORMATS[seed % 5 % 4]
    path = table.save(tmp_path, form)
    data = bytearray(path.read_bytes()[: 40 * (seed + 20)])
    for _ in range(1 + seed):
        data[rng.randrange(len(data))] = rng.choice(b"bw.,-19/:;\"'[]{}= \n\x1bq\xc3")
    path.write_bytes(bytes(data))
    try:
        report = checked(path, table.kit)
    except KitgenError:
        return
    assert report.findings
    for finding in report.findings:
        assert say_finding(report, finding, ENGLISH).isprintable()
    assert say_reading(report, ENGLISH)
