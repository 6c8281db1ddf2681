"""A machine of cards is spoken of as one of cards, on every sheet of its kit, from its cover on."""

import re

import pytest
from counting import at_least, at_least_one
from jobs import LANGUAGES, TEXTS, make_job
from printed_words import lines_on
from sampling import few

from kitgen.paper.document import parts_of
from kitgen.paper.machine_pictures import draw_piece, draw_tray
from kitgen.paper.make import run_parts
from kitgen.paper.making import work_of
from kitgen.paper.marks.scene import Text
from kitgen.paper.parts import PARTS, made_of, usual_parts

#: Words of the other kind of machine; of languages that are not here, what texts call boxes and
#: beads.
BOXES = {
    "en": r"\b(box|boxes|beads?|matchbox\w*)\b",
    "it": r"\b(scatol\w+|perlin\w+)\b",
    "es": r"\b(cajas?|cajitas?|bolit\w+)\b",
    "fr": r"\b(boîtes?|perles?)\b",
    "de": r"\b(\w*schachteln?|perlen?)\b",
}
#: Words of boxes alone, for machines of other things that have beads; an egg carton is a box in
#: French.
BOXES_ALONE = {
    "en": r"\b(box|boxes|matchbox\w*)\b",
    "it": r"\bscatol\w+\b",
    "es": r"\b(cajas?|cajitas?)\b",
    "fr": r"\bboîtes?\b(?! à œufs)",
    "de": r"\b\w*schachteln?\b",
}
#: The texts in which such words are right: a comparison, history, and what may serve as seeds.
COMPARED = (
    "cards.how.title",
    "cards.how.what",
    "board.seeds",
    "class-set.seeds",
    "zero.pieces",
    "outline.plain",
    "deck.intro",
    "guide.story.hexapawn",
    "guide.story.tictactoe",
)
#: Parts that are machines of their own, with beads, whatever the rest is made of.
OWN_MACHINES = {"one-sheet", "playing-cards", "poster", "situations", "sweets", "zero"}
#: Boxes to fold, which are boxes whatever the stock is.
FOLDED_BOXES = {"boxes"}


def words_of_boxes(language):
    texts = TEXTS[language]
    nouns = (
        texts("beads.column.box"),
        texts("row.short.none"),
        texts("log.column.beads").split()[0],
    )
    return BOXES.get(language) or rf"\b({'|'.join(map(re.escape, nouns))})\b"


def boxes_named(lines, job, words=None):
    """Return where the lines of a kit's sheet speak of boxes or beads, beyond comparisons and the
    kit's own name.

    ``words`` are those to look for; by default all of the other kind of machine.
    """
    sheet = " ".join(lines).replace("\xa0", " ")
    for text in (job.kit.title, *(job.texts.raw(key) for key in COMPARED)):
        pieces = re.split(r"\{[^}]*\}", text.replace("\xa0", " "))
        for piece in sorted(map(str.strip, pieces), key=len, reverse=True):
            sheet = sheet.replace(piece, "|") if re.search(r"\w", piece) else sheet
    found = re.finditer(words or words_of_boxes(job.kit.choices.language), sheet, re.IGNORECASE)
    return [sheet[max(0, word.start() - 60) : word.end() + 20] for word in found]


def lines_of(sheets):
    return lines_on(*sheets)


@pytest.mark.parametrize(
    ("name", "rule", "language"),
    few(
        ["her", "him", "gardner24", "ladder"],
        [None, "gardner-reward", "hexapawn-rl", "never-last", "michie"],
        LANGUAGES,
        one_in=24,
    ),
)
def test_a_kit_of_cards_speaks_of_no_boxes(name, rule, language):
    job = make_job(
        name, language=language, stock="poker", **({} if rule is None else {"rule": rule})
    )
    for sheet in at_least(6, run_parts(job, usual_parts("card")).sheets):
        assert not boxes_named(lines_of([sheet]), job), sheet.part


@pytest.mark.every
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=12))
@pytest.mark.parametrize(("name", "rule"), [("her", "michie"), ("ladder", None)])
def test_every_part_that_serves_cards_speaks_of_no_boxes(name, rule, language):
    """All but what is for boxes alone and what is a machine of its own."""
    job = make_job(
        name, language=language, stock="poker", **({} if rule is None else {"rule": rule})
    )
    parts = [
        part for part in PARTS.values() if part.made_of != "boxes" and part.name not in OWN_MACHINES
    ]
    sheets = [
        (part.name, sheet)
        for part in at_least(15, parts)
        if not part.needs
        for sheet in part.sheets(job)
    ]
    assert len({own for own, _ in sheets}) > 12
    for own, sheet in at_least_one(sheets):
        assert not boxes_named(lines_of([sheet]), job), own


@pytest.mark.parametrize(
    ("name", "rule", "language"),
    few(
        ["her", "nim:8", "ladder"],
        [None, "gardner-reward", "hexapawn-rl", "never-last"],
        LANGUAGES,
        one_in=15,
    ),
)
def test_a_kit_of_cups_speaks_of_no_boxes(name, rule, language):
    choices = {"side": "either"} if name != "her" else {}
    job = make_job(
        name, language=language, stock="cups", **choices, **({} if rule is None else {"rule": rule})
    )
    document = run_parts(job, usual_parts("cup"))
    assert {"labels", "chips", "operator"} <= {part.name for part in parts_of(document.sheets)}
    for sheet in at_least_one(document.sheets):
        assert not boxes_named(lines_of([sheet]), job), sheet.part


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
@pytest.mark.parametrize(("name", "choices"), few(
    ["her", "ladder", "awari-mini", "menace"], [{}, {"rule": "michie"}, {"rule": "never-last"}],
    one_in=12,
))  # fmt: skip
def test_every_part_that_serves_cups_speaks_of_no_boxes(name, choices, language):
    job = make_job(name, language=language, stock="cups", **choices)
    parts = [
        part
        for part in PARTS.values()
        if part.name not in OWN_MACHINES | FOLDED_BOXES and not part.needs
    ]
    sheets = [(part.name, sheet) for part in at_least(30, parts) for sheet in part.sheets(job)]
    assert {own for own, _ in sheets} >= {
        "museum",
        "panel",
        "spinner",
        "tactile",
        "beads",
        "count-marks",
        "worksheet",
    }
    for own, sheet in at_least_one(sheets):
        assert not boxes_named(lines_of([sheet]), job), own


@pytest.mark.every
@pytest.mark.parametrize("language", few(BOXES_ALONE, one_in=5))
@pytest.mark.parametrize(("stock", "name", "choices"), few(
    ["egg-carton", "drawers"],
    ["her", "nim:8", "awari-mini", "menace"],
    [{}, {"rule": "michie"}, {"rule": "never-last"}, {"rule": "gardner-reward"}],
    one_in=7,
))  # fmt: skip
def test_every_part_that_serves_hollows_or_drawers_speaks_of_no_boxes(
    stock, name, choices, language
):
    """What stands for a box is the hollow of an egg carton, or the drawer of a chest."""
    if name == "nim:8":
        choices = choices | {"side": "either"}
    job = make_job(name, language=language, stock=stock, **choices)
    parts = [
        part
        for part in PARTS.values()
        if part.made_of != "cards"
        and part.name not in OWN_MACHINES | FOLDED_BOXES
        and not part.needs
    ]
    sheets = [(part.name, sheet) for part in at_least(30, parts) for sheet in part.sheets(job)]
    assert {own for own, _ in sheets} >= {
        "cover",
        "labels",
        "operator",
        "log",
        "museum",
        "panel",
        "beads",
    }
    for own, sheet in at_least_one(sheets):
        assert not boxes_named(lines_of([sheet]), job, BOXES_ALONE[language]), own


def test_each_kind_of_machine_has_a_picture_of_its_own():
    """A cover shows what the class makes, at the size of a cover and in the steps below it."""
    pictures = set()
    for stock in ("matchbox", "poker", "cups", "egg-carton", "drawers"):
        job = make_job("her", stock=stock)
        box = job.kit.boxes[0]
        for picture in (
            draw_piece(job.kit, job.texts, box, 12),
            draw_piece(job.kit, job.texts, box, 27),
        ):
            pictures.add(repr(picture.marks))
        pictures.add(repr(draw_tray(job.kit, job.texts, box, 27).marks))
    assert len(pictures) == 5 * 3


def test_nothing_is_cut_out_or_glued_for_an_egg_carton_but_the_pieces():
    job = make_job("her", stock="egg-carton")
    kinds = {
        task.kind
        for task in work_of(job.kit, job.texts.made_of, job.templates, ["labels", "board"]).tasks
    }
    assert kinds == {"filled_box", "tent"}
    cover = " ".join(lines_of(PARTS["cover"].sheets(job)))
    assert "glue" not in cover
    assert "label" not in cover


def test_german_egg_cartons_have_no_pits_of_awari():
    """One word per thing: the pit of the board is a Mulde, the hollow of the carton a
    Vertiefung.
    """
    texts = TEXTS["de"]
    of_cartons = [key for key in texts.keys() if ".cartons." in key or key.endswith(".carton")]  # noqa: SIM118
    assert len(of_cartons) > 50
    for key in of_cartons:
        if key == "finder.cartons.numbers":  # speaks of both: seeds lie in pits
            continue
        assert not re.search(r"\bMulden?\b", texts.raw(key)), key
    assert "Vertiefung" in texts.speaking_of("cartons")("beads.column.box")


#: What is done with boxes alone, in English.
OF_BOXES = (
    r"Open the box|box open|in their rows|out in rows|in front of (it|its box|their "
    r"boxes)|one on each box"
)
#: What nobody can do with the hollows of a carton, the drawers of a chest, or with chips that are
#: printed.
IMPOSSIBLE = {"egg-carton": OF_BOXES, "drawers": OF_BOXES, "chips": r"\bBuy\b"}


@pytest.mark.parametrize(("stock", "name", "rule"), few(
    IMPOSSIBLE, ["nim:8", "her"], [None, "michie", "hexapawn-rl"], one_in=8,
))  # fmt: skip
def test_nothing_is_asked_for_that_a_carton_a_chest_or_chips_do_not_allow(stock, name, rule):
    choices = {"side": "either"} if name == "nim:8" else {}
    job = make_job(name, stock=stock, **choices, **({} if rule is None else {"rule": rule}))
    sheets = run_parts(job, usual_parts(job.stock.kind)).sheets
    whole = " ".join(lines_of(sheets))
    assert not re.search(IMPOSSIBLE[stock], whole), re.findall(
        f".{{60}}(?:{IMPOSSIBLE[stock]})", whole
    )
    boxes = make_job(name, **choices)
    assert re.search(
        IMPOSSIBLE[stock], " ".join(lines_of(run_parts(boxes, usual_parts("label")).sheets))
    )


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
@pytest.mark.parametrize(
    ("machine", "name"), [("one-sheet", "nim:8"), ("sweets", "her"), ("playing-cards", "nim:8")]
)
def test_a_log_beside_a_machine_of_pictures_speaks_of_no_boxes(machine, name, language):
    choices = {"side": "either"} if name == "nim:8" else {}
    parts = (machine, "board", "log", "curve")
    job = make_job(name, language=language, parts=parts, **choices)
    sheets = [sheet for sheet in run_parts(job, parts).sheets if sheet.part != machine]
    for sheet in at_least(3, sheets):
        assert not boxes_named(lines_of([sheet]), job), sheet.part


def test_parts_say_what_the_machine_is_made_of_and_the_stock_where_they_do_not():
    assert made_of("label", ("cover", "cards", "operator")) == "cards"
    assert made_of("card", ("labels", "operator")) == "boxes"
    assert made_of("card", ("operator",)) == made_of("card", ("labels", "cards")) == "cards"
    assert made_of("cup", ("labels", "operator")) == made_of("cup", ("log",)) == "cups"
    assert made_of("cup", ("cards", "operator")) == "cards"
    assert made_of("carton", ("labels", "log")) == "cartons"
    assert made_of("cup", ("boxes", "log")) == "boxes"
    assert made_of("label", ("zero", "labels")) == "boxes"
    assert made_of("any", ("operator",)) == made_of("label", ("labels", "cards")) == "boxes"


def test_parts_for_boxes_speak_of_boxes_beside_a_machine_of_cards():
    job = make_job("her", stock="poker")
    (sheet,) = PARTS["beads"].sheets(job)
    assert any(
        "Fill the boxes" in mark.text or "box" in mark.text
        for mark in sheet.scene.marks
        if isinstance(mark, Text)
    )


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
def test_words_of_boxes_are_seen_where_they_stand(language):
    """The same search, turned on kits of boxes, sees them on every sheet."""
    job = make_job("her", language=language)
    for sheet in at_least(4, run_parts(job, ("cover", "beads", "operator", "log")).sheets):
        assert boxes_named(lines_of([sheet]), job), sheet.part


@pytest.mark.every
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["menace", "awari-mini", "menace-second"])
def test_large_kits_of_cards_speak_of_no_boxes(name, language):
    parts = [part for part in usual_parts("card") if part not in ("cards", "finder", "always")]
    job = make_job(name, language=language, stock="poker")
    for sheet in at_least_one(run_parts(job, parts).sheets):
        assert not boxes_named(lines_of([sheet]), job), sheet.part


def test_a_kit_of_boxes_speaks_of_no_cards_or_fields():
    document = run_parts(make_job("her"), usual_parts("label"))
    for sheet in at_least_one(document.sheets):
        for mark in at_least_one(sheet.scene.marks):
            if isinstance(mark, Text):
                assert not re.search(r"\b(token|tokens|fields?|coins?)\b", mark.text), mark.text


def test_a_kit_of_cards_begins_with_its_cover_and_says_how_to_play_before_the_cards():
    document = run_parts(make_job("her", stock="poker"), usual_parts("card"))
    assert [sheet.part for sheet in document.sheets[:3]] == ["cover", "cards", "cards"]
    titles = [lines_on(sheet) for sheet in document.sheets[:3]]
    assert "Cards instead of boxes" in titles[1]
    assert "A1" in titles[2]


@pytest.mark.parametrize(
    ("parts", "before"),
    [(["cards"], 0), (usual_parts("card")[:4], 2), (["calibration", "cards"], 2)],
    ids=str,
)
def test_how_to_play_comes_first_and_fronts_and_backs_stay_an_odd_and_an_even_page(parts, before):
    document = run_parts(make_job("her", stock="poker", cards_duplex="long"), parts)
    words = [lines_on(sheet) for sheet in document.sheets]
    covers = [number for number, lines in enumerate(words) if "Cards instead of boxes" in lines]
    assert covers == [before]
    assert any("stays empty" in line for line in words[before + 1])
    fronts = []
    for number, lines in enumerate(words):
        if any(line.startswith("Fronts:") for line in lines):
            fronts.append(number)
    assert all(number % 2 == 0 for number in at_least(2, fronts))
    assert "A1" in words[before + 2]
    assert "A1" in words[before + 3]


def test_words_for_cards_stand_beside_those_for_boxes_and_are_asked_for_in_one_place():
    for language in at_least(3, LANGUAGES):
        texts = TEXTS[language]
        cards = texts.speaking_of("cards")
        own = [key for key in texts.keys() if key.split(".")[1] == "cards" and key.count(".") > 1]  # noqa: SIM118
        assert len(own) > 50
        for key in own:
            file, _, rest = key.split(".", 2)
            assert cards.raw(f"{file}.{rest}") == texts.raw(key)
        assert texts("operator.find") != cards("operator.find")
        assert texts.speaking_of("boxes")("operator.find") == texts("operator.find")
