"""How many sheets a kit takes: short pages share one, express kits need no more, and
``--economy`` takes the fewest.
"""

import json
import math
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

import msgspec
import pypdfium2
import pytest
from counting import at_least_one
from jobs import EDITIONS, LANGUAGES, TEMPLATES, TEXTS, kit_of, make_job
from places import ROOT
from printed_words import texts_on
from sampling import few

from kitgen.errors import KitFileError, UsageError
from kitgen.kit.job_json import JOB_SCHEMA, JobFile, JobPart, JobStock, part_at, read_job, write_job
from kitgen.paper.card.faces import LEGIBLE, CardFace, Cards, smallest_label, would_do
from kitgen.paper.document import Document, Sheet, parts_of
from kitgen.paper.layout.frame import content_area
from kitgen.paper.make import Sharing, _lower, run_parts, used
from kitgen.paper.marks.scene import BLACK, Scene, Text, rectangle
from kitgen.paper.parts import PARTS, load_part, usual_parts
from kitgen.paper.stock import read_stock
from kitgen.paper.style import GREY, SPACE
from kitgen.papers import PAGES
from kitgen.press.print_run import make_document as print_document
from kitgen.press.print_run import print_kit
from kitgen.render import save
from kitgen.verification.verify import verify_kit

#: Of the others all boxes can learn.
WITH_EXPRESS = tuple(name for name in EDITIONS if name != "gardner24")
MAKERS = ROOT / "docs" / "makers.md"
#: All parts of a machine of boxes but the curve, which is one page, and waits for simulations.
USUAL = tuple(name for name in usual_parts("label") if not PARTS[name].bands)
A4 = PAGES["a4"]


def page(part: str, high: float, **more: object) -> Sheet:
    """Return a page of a part that is used from its head down to so many mm of its content."""
    return Sheet(Scene(210, 297, [rectangle(10, 10, 100, high, BLACK)]), part, part.title(), **more)


def shared(*sheets: Sheet, **more: object) -> list[Sheet]:
    sharing = Sharing(A4)
    for sheet in sheets:
        sharing.add([sheet], shares=True, **more)
    return sharing.joined()


def usual(name: str, page: str | None = None, **choices: object) -> Document:
    return run_parts(make_job(name, page, **choices), USUAL)


def economical(name: str, **options: object) -> Document:
    return print_document(kit_of(name), economy=True, **options)


def test_what_finds_room_below_shares_the_sheet() -> None:
    (sheet,) = shared(page("board", 100), page("beads", 265 - 100 - SPACE.sheet))
    assert [(part.name, part.first, part.pages, part.top) for part in parts_of([sheet])] == [
        ("board", 1, 1, 0),
        ("beads", 1, 1, content_area(A4)[1] + 100 + SPACE.sheet),
    ]
    assert [mark.points[0] for mark in sheet.scene.marks] == [(10, 10), (10, 110 + SPACE.sheet)]
    assert len(shared(page("board", 100), page("beads", 266 - 100 - SPACE.sheet))) == 2


def test_three_parts_may_share_a_sheet_and_go_on_behind_it() -> None:
    sheets = shared(
        page("finder", 250),
        page("finder", 60),
        page("always", 50),
        page("board", 80),
        page("board", 250),
    )
    found = [(part.name, part.first, part.pages) for part in parts_of(sheets)]
    assert found == [("finder", 1, 2), ("always", 2, 1), ("board", 2, 2)]


@pytest.mark.parametrize(
    "other",
    [{"ink": "#0000FF"}, {"foot": "name"}, {"tile": True}, {"framed": False}, {"stock": "L7160"}],
)
def test_pages_that_are_not_alike_share_nothing(other: dict[str, object]) -> None:
    assert len(shared(page("board", 50), page("beads", 50))) == 1
    assert len(shared(page("board", 50), page("beads", 50, **other))) == 2


def test_a_part_that_keeps_to_itself_is_neither_below_nor_above() -> None:
    sharing = Sharing(A4)
    for name, shares in (("labels", False), ("finder", True), ("log", False), ("beads", True)):
        sharing.add([page(name, 30)], shares=shares)
    assert len(sharing.joined()) == 4


@pytest.mark.parametrize(
    "name",
    few([name for name in PARTS if PARTS[name].shares and not PARTS[name].past], one_in=5),
)
def test_a_part_that_is_drawn_low_comes_to_an_end(name: str) -> None:
    """Whatever the room: pages without end, or a row of nothing, once brought a print of the
    fewest sheets down.
    """
    job = make_job("her", parts=(name,))
    seen = [
        len(_lower(job, load_part(name), replace(A4, height=height)))
        for height in (40, 80, 150, 250)
    ]
    assert len(seen) == 4
    assert max(seen) <= 40


@pytest.mark.parametrize("height", [34, 38, 42, 46])
def test_a_key_of_which_not_a_line_fits_is_left_where_it_is(height: int) -> None:
    """A print of the fewest sheets of awari-mini once ended with a traceback."""
    assert _lower(make_job("awari-mini"), load_part("finder"), replace(A4, height=height)) == []


def test_a_part_that_finds_no_room_says_so_and_draws_no_endless_pages() -> None:
    job = make_job("her-4x3", "letter")
    for height in (60, 75, 90):
        with pytest.raises(UsageError, match="do not fit"):
            load_part("board").sheets(replace(job, page=replace(job.page, height=height)))


def test_a_part_is_drawn_smaller_only_where_that_saves_its_sheet() -> None:
    def low(paper) -> list[Sheet]:
        heights.append(paper.height)
        return [page("always", 60)]

    heights: list[float] = []
    assert len(shared(page("finder", 150), page("always", 200), smaller=low)) == 1
    assert heights == [297 - 150 - SPACE.sheet]
    assert len(shared(page("finder", 230), page("always", 200), smaller=low)) == 2
    assert len(heights) == 1
    assert len(shared(page("finder", 150), page("always", 200), smaller=lambda _: [])) == 2


def test_for_the_fewest_sheets_parts_leave_their_order() -> None:
    sharing = Sharing(A4, fewest=True)
    for name, high in (
        ("labels", 90),
        ("finder", 250),
        ("board", 120),
        ("beads", 160),
        ("operator", 130),
    ):
        sharing.add([page(name, high)], shares=True)
    sharing.add([page("log", 30)], shares=False)
    found = [(part.name, part.first, part.top) for part in parts_of(sharing.joined())]
    top = content_area(A4)[1]
    below = [("beads", 1, top + 90 + SPACE.sheet), ("operator", 3, top + 120 + SPACE.sheet)]
    assert found == [
        ("labels", 1, 0),
        below[0],
        ("finder", 2, 0),
        ("board", 3, 0),
        below[1],
        ("log", 4, 0),
    ]


def least(heights: Sequence[int]) -> int:
    """How many sheets parts of one page take, found by trying every way to deal them out over
    sheets.
    """
    ways: list[list[int]] = [[]]
    for high in heights:
        longer = [[*way, high] for way in ways]
        for way in ways:
            for at in range(len(way)):
                longer.append([*way[:at], way[at] + SPACE.sheet + high, *way[at + 1 :]])
        ways = [way for way in longer if max(way) <= content_area(A4)[3]]
    return min(map(len, ways))


@pytest.mark.parametrize("seed", range(12))
def test_no_way_to_share_takes_fewer_sheets(seed: int) -> None:
    """The tightest pair first is not always the best: of 100, 85, 175 and 150 mm, the first and
    the last.
    """
    heights = [100, 85, 175, 150] if not seed else random.Random(seed).choices(range(30, 180), k=6)
    sharing = Sharing(A4, fewest=True)
    for number, high in enumerate(heights):
        sharing.add([page(f"part-{number}", high)], shares=True)
    assert len(sharing.joined()) == least(heights)


def test_in_a_print_of_the_fewest_a_part_is_drawn_smaller_where_that_saves_a_sheet() -> None:
    kit = kit_of("ladder")
    assert [
        len(print_document(kit, page=paper, economy=True).sheets) for paper in ("a4", "letter")
    ] == [2, 2]


@pytest.mark.every
@pytest.mark.parametrize("name", ["her", "ladder"])
def test_no_two_pages_of_the_fewest_could_share(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "kitgen.paper.make.add_frame", lambda *_: None
    )  # it would fill the foot of each page
    fewest = economical(name)
    high = [used(sheet, A4) for sheet in fewest.sheets]
    heads = {part.first for part in fewest.parts if not part.top}
    pairs = ((part.last, head) for part in fewest.parts for head in heads - {part.last})
    assert all(
        high[end - 1] + SPACE.sheet + high[head - 1] > content_area(A4)[3] for end, head in pairs
    )


@pytest.mark.every
@pytest.mark.parametrize("name", few(EDITIONS, one_in=20))
def test_an_express_kit_and_one_of_the_fewest_sheets_need_no_more(name: str) -> None:
    whole = usual(name)
    fewest = economical(name)
    if name in WITH_EXPRESS:
        assert len(usual(name, express=True).sheets) <= len(whole.sheets)
    assert len(fewest.sheets) < len(whole.sheets) + 1  # and the curve
    row = re.search(
        rf"^\| `{name}` \| (\d+) \| (?:\d+|–) \| (\d+) \|", MAKERS.read_text("utf-8"), re.MULTILINE
    )
    counts = (len(whole.sheets) + 1, len(fewest.sheets))
    assert counts == tuple(map(int, row.groups())), "run benchmarks/sheets.py for docs/makers.md"
    assert {part.name for part in fewest.parts} <= {
        "labels",
        "finder",
        "board",
        "beads",
        "operator",
    }
    assert min(mark.size for mark in texts_on(*fewest.sheets)) >= 5 - 1e-9


@pytest.mark.parametrize("name", few(WITH_EXPRESS, one_in=16))
def test_express_and_whole_cards_likewise(name: str) -> None:
    parts = [part for part in usual_parts("card") if part not in ("cards", "curve")]
    counts = []
    for job in (make_job(name, stock="poker", express=x) for x in (False, True)):
        cards = 2 * math.ceil(
            len(job.kit.boxes) / 9
        )  # fronts and backs: a sheet has room for 9 at most
        counts.append(len(run_parts(job, parts).sheets) + cards)
    whole, express = counts
    assert express <= whole


@pytest.mark.every
@pytest.mark.parametrize("name", WITH_EXPRESS)
def test_an_express_kit_on_letter_likewise(name: str) -> None:
    assert len(usual(name, "letter", express=True).sheets) <= len(usual(name, "letter").sheets)


@pytest.mark.parametrize(
    ("name", "parts", "sheets"),
    [
        ("her-4x3", ["board"], 1),
        ("her-3x4", ["board"], 1),
        ("her", ["spinner"], 1),
        ("her-4x3", ["spinner"], 1),
        ("her-3x4", ["spinner"], 1),
        ("ladder", ["board", "beads"], 1),
        ("awari-mini", ["tactile"], 42),
        ("her", ["tactile"], 6),
    ],
)
def test_what_was_short_shares(name: str, parts: list[str], sheets: int) -> None:
    assert len(run_parts(make_job(name), parts).sheets) == sheets


@pytest.mark.every
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_shared_sheet_is_listed_bookmarked_and_read_back(language: str, tmp_path) -> None:
    kit = kit_of("her", express=True, language=language)
    parts = ["cover", "labels", "finder", "always", "board"]
    printed = print_kit(kit, tmp_path / "kit", parts=parts)
    found = {part.name: part for part in printed.parts}
    assert found["always"].first == found["finder"].first == found["finder"].last == 3
    assert found["always"].top > 100
    assert printed.sheets == found["board"].first == 4
    with pypdfium2.PdfDocument(tmp_path / "kit" / "kit.pdf") as pdf:
        marks = [(mark.get_title(), mark.get_dest().get_index() + 1) for mark in pdf.get_toc()]
        words = " ".join(pdf[0].get_textpage().get_text_range().split())
    assert marks == [(part.title, part.first) for part in printed.parts]
    for part in printed.parts[1:]:
        assert re.search(rf"{re.escape(part.title)} {part.first}\b", words)
    for path in (
        tmp_path / "kit" / "kit.pdf",
        *at_least_one((tmp_path / "kit").rglob("*-always.pdf")),
    ):
        assert verify_kit("her", kit, path).passed, path


@pytest.mark.every
@pytest.mark.parametrize(("top", "part"), [(20.0, "finder"), (260.0, "always")])
def test_on_a_shared_sheet_a_board_counts_for_the_part_in_which_it_lies(
    top: float, part: str, tmp_path
) -> None:
    """A part is not complete by boards that stand in its neighbour."""
    kit = kit_of("her", express=True)
    path = tmp_path / "kit.pdf"
    document = print_document(kit, parts=["finder", "always"])
    job = json.loads(document.attachments["job.json"])
    job["parts"][1]["top"] = top
    save(
        replace(
            document, attachments={**document.attachments, "job.json": json.dumps(job).encode()}
        ),
        path,
    )
    failed = [
        check.name for check in verify_kit("her", kit, path).checks if check.verdict == "wrong"
    ]
    kinds = ["the print run says what is printed", "the file is the one that kitgen prints"]
    assert failed == [*kinds, f"every box is drawn in the {part}"]


PARTS_OF_A_JOB = (
    JobPart("finder", "Finder", 1, 2, "boards"),
    JobPart("always", "Always", 2, 1, "always", 90.0),
    JobPart("board", "Board", 2, 2, "nothing", 150.0),
    JobPart("log", "Log", 4, 1, "nothing"),
)
JOB = JobFile(
    schema=JOB_SCHEMA,
    kitgen="1.0.0",
    writer="a library",
    contract=1,
    command="kitgen print her",
    page="a4",
    stock=JobStock("35x15", 35.0, 15.0),
    options={},
    parts=PARTS_OF_A_JOB,
    printed=tuple(part.name for part in PARTS_OF_A_JOB),
)


def test_a_job_tells_what_lies_where_on_a_shared_page() -> None:
    assert read_job(write_job(JOB)) == JOB
    assert JOB.pages == 4
    places = [(1, 250), (2, 89), (2, 91), (2, 160), (3, 20), (4, 20)]
    found = [
        part and part.name for part in (part_at(JOB.parts, number, down) for number, down in places)
    ]
    assert found == ["finder", "finder", "always", "board", "board", "log"]


@pytest.mark.parametrize(
    ("number", "part"),
    [
        (1, JobPart("always", "Always", 2, 1, "always")),
        (1, JobPart("always", "Always", 3, 1, "always", 90.0)),
        (1, JobPart("always", "Always", 1, 1, "always", 90.0)),
        (2, JobPart("board", "Board", 2, 2, "nothing", 80.0)),
        (0, JobPart("finder", "Finder", 1, 2, "boards", 40.0)),
    ],
)
def test_parts_that_lie_on_each_other_or_apart_are_refused(number: int, part: JobPart) -> None:
    parts = list(PARTS_OF_A_JOB)
    parts[number] = part
    with pytest.raises(KitFileError, match="does not follow the part before it"):
        read_job(write_job(msgspec.structs.replace(JOB, parts=tuple(parts))))


def test_no_page_holds_a_host_of_parts() -> None:
    """Each is looked for in all that was read: a file that names a thousand would take long."""
    parts = tuple(
        JobPart(f"part-{number}", "Part", 1, 1, "cards", float(number)) for number in range(9)
    )
    many = msgspec.structs.replace(JOB, parts=parts)
    assert read_job(write_job(msgspec.structs.replace(many, parts=parts[:8]))).pages == 1
    with pytest.raises(KitFileError, match="'part-8' does not follow"):
        read_job(write_job(many))


@pytest.mark.every
@pytest.mark.parametrize("name", few(["ladder", "her", "gardner24", "awari-mini"], one_in=8))
def test_it_is_read_back(name: str, tmp_path) -> None:
    path = tmp_path / "kit.pdf"
    save(economical(name), path)
    assert verify_kit(name, kit_of(name), path).passed


@pytest.mark.parametrize(
    ("name", "language"), [("her", "en"), ("ladder", "it"), ("gardner24", "en")]
)
def test_no_smaller_label_of_that_shape_would_do(name: str, language: str) -> None:
    kit = kit_of(name, language=language)
    usual = read_stock("matchbox", TEMPLATES)
    found = smallest_label(kit, usual, TEXTS[language], TEMPLATES)
    assert found.width < usual.width
    for smaller, legible in ((0, True), (1, False)):
        width = found.width - smaller
        face = CardFace(kit, TEXTS[language], width, round(width * 36 / 53), least=LEGIBLE)
        assert would_do(face) is legible
    cards = Cards(kit, found.width, found.height, TEXTS[language])
    for box in at_least_one(kit.boxes):
        letters = [mark for mark in cards.draw(box).marks if isinstance(mark, Text)]
        assert min(mark.size for mark in letters if mark.fill != GREY) >= LEGIBLE


@pytest.mark.every
def test_the_size_of_its_labels_is_in_its_command_unless_one_is_said() -> None:
    printed = print_kit(kit_of("her"), BytesIO(), economy=True)
    assert re.fullmatch(r"kitgen print her --stock \d\dx\d\d --economy", printed.command)
    assert (
        " --stock 60x40 "
        in print_kit(kit_of("her"), BytesIO(), stock="60x40", economy=True).command
    )
    again = print_kit(kit_of("her"), BytesIO(), stock=printed.command.split()[4], economy=True)
    assert (again.command, again.sheets) == (printed.command, printed.sheets)


def test_it_is_refused_where_nothing_shares_a_sheet() -> None:
    with pytest.raises(
        UsageError, match="--economy changes nothing printed here; it needs --parts strong or"
    ):
        print_document(kit_of("her"), parts=["certificate"], economy=True)
