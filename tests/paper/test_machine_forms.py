"""Forms of a machine beside matchboxes: cups, tents, cartons, drawers, playing cards, situation
cards, numbers.
"""

import re
from collections import Counter
from types import SimpleNamespace

import pytest
from jobs import LANGUAGES, TEMPLATES, make_job, slots_of
from printed_words import lines_on, marks_on, words_on
from prints import as_printed, drawing_checks, write_print
from sampling import few, sample

from kitgen.errors import TemplateError, UsageError
from kitgen.paper.game_sheets import amounts_of
from kitgen.paper.layout.imposition import plan_grid
from kitgen.paper.make import run_parts
from kitgen.paper.marks.scene import Text, rectangle
from kitgen.paper.parts import load_part
from kitgen.paper.parts.chips import NUMBER_PT, check_face
from kitgen.paper.parts.labels import FOLD
from kitgen.paper.parts.playing_cards import SUITS, card_ranks
from kitgen.paper.parts.situations import EDGE
from kitgen.paper.stock import read_stock
from kitgen.papers import PAGES

NIM = {"side": "either"}
#: Kits with as few boxes as somebody keeps in cups.
SMALL = ["nim:8", "nim:10,last=loses", "ladder"]


def of_kit(name):
    return {} if name == "her" else NIM


def read_back(job, part, folder):
    """Return the checks of a printed part by their names; all must be right."""
    checks = list(
        drawing_checks(job.kit, write_print(folder / "kit.pdf", run_parts(job, [part]), job))
    )
    assert all(check.verdict == "right" for check in checks), checks
    return {check.name for check in checks}


@pytest.mark.parametrize(
    ("part", "name", "page", "language"),
    few(["playing-cards", "situations"], ["nim:8", "her"], ["a4", "letter"], LANGUAGES, one_in=10),
)
def test_machines_without_boxes_are_read_back(part, name, page, language, tmp_path):
    job = make_job(name, page, language, **of_kit(name))
    assert f"every box is drawn in the {part}" in read_back(job, part, tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("stock", ["egg-carton", "drawers"])
def test_nobody_turns_a_hollow_or_a_drawer(stock, language):
    """They stay where they are: what is seen turned, or in a mirror, is the picture."""
    texts = make_job("menace", language=language, stock=stock, parts=("finder", "operator")).texts
    signs = ["finder.signs", "route.sign.arrow", "route.sign.swapped", "route.sign.upended"]
    assert not any("{word[" in texts.raw(key) for key in signs)
    how_it_lies = texts.raw("operator.also.key.pieces").partition("{word[box]}")[2]
    assert how_it_lies
    assert "{word[" not in how_it_lies
    boxes = make_job("menace", language=language, parts=("finder", "operator")).texts
    assert all("{word[box]}" in boxes.raw(key) for key in signs)


@pytest.mark.parametrize(
    ("stock", "language"), few(["egg-carton", "drawers", "matchbox"], LANGUAGES, one_in=3)
)
def test_the_guide_sets_up_cartons_and_chests_and_lays_out_boxes(stock, language):
    job = make_job("ladder", language=language, stock=stock, parts=("guide",))
    words = words_on(*run_parts(job, ["guide"]).sheets)
    assert as_printed(job.texts("guide.set_up")) in words
    assert ("{word[" in job.texts.raw("guide.set_up")) == (stock == "matchbox")


@pytest.mark.parametrize(
    "stock", few(["cups", "cup-tents", "chips", "egg-carton", "egg-carton-6", "drawers"], one_in=3)
)
def test_labels_of_every_form_are_read_back(stock, tmp_path):
    assert "every box is drawn in the labels" in read_back(
        make_job("nim:8", stock=stock, **NIM), "labels", tmp_path
    )


@pytest.mark.parametrize("name", ["nim:8", "her"])
def test_each_playing_card_is_one_move_and_stands_on_the_sheet(name):
    job = make_job(name, **of_kit(name))
    ranks = card_ranks(job.kit)
    suits = dict(zip((colour.key for colour in job.kit.palette), SUITS, strict=False))
    cards = [(ranks[box.id], suits[slot.colour.key]) for box, slot in slots_of(job.kit)]
    assert len(set(cards)) == len(cards) == job.kit.beads
    texts = lines_on(*load_part("playing-cards").sheets(job))
    shown = Counter(texts)
    for colour in job.kit.palette:
        on_boards_and_below = 2 * sum(slot.colour == colour for box, slot in slots_of(job.kit))
        assert shown[colour.letter] == on_boards_and_below + 1, colour
    assert any(f"the {job.kit.beads} playing cards" in line for line in texts)
    assert any("2 decks" in line for line in texts) == (name == "her")


#: The cards of one suit: the deck and each rank.
ONE_DECK = [(1, rank) for rank in range(1, 14)]


@pytest.mark.parametrize(
    ("names", "cards"),
    [
        ([], []),
        (["7", "2"], [(1, 7), (1, 2)]),
        (["1", "13"], [(1, 1), (1, 13)]),
        (["1", "14"], [(1, 1), (1, 2)]),
        (["0", "3"], [(1, 1), (1, 2)]),
        (["A1", "13"], [(1, 1), (1, 2)]),
        ([f"A{number}" for number in range(1, 15)], [*ONE_DECK, (2, 1)]),
        ([f"{number}" for number in range(1, 14)], ONE_DECK),
        ([f"{number}" for number in range(1, 15)], [*ONE_DECK, (2, 1)]),
    ],
    ids=lambda value: " ".join(value[:2]) if value and isinstance(value[0], str) else "",
)
def test_a_box_has_the_card_of_its_number_or_the_next_free_one(names, cards):
    """Where all ids are numbers that a card can have, 1 to 13, these are the cards."""
    kit = SimpleNamespace(boxes=[SimpleNamespace(id=name) for name in names])
    assert [(card.deck, card.rank) for card in card_ranks(kit).values()] == cards


@pytest.mark.parametrize(
    ("part", "name", "choices", "why"),
    [
        ("playing-cards", "menace", {}, "the rule of menace does more than take the bead"),
        (
            "playing-cards",
            "her-4x3",
            {},
            "boxes with up to . moves; decks of cards take at most 39 with 4",
        ),
        ("playing-cards", "her", {"express": True}, "leave out --express"),
        (
            "situations",
            "menace",
            {},
            "moves have several beads, and a situation card has each move once",
        ),
        ("situations", "her", {"express": True}, "leave out --express"),
        ("sweets", "nim:8", NIM, "sweets have no place on them; print the part one-sheet"),
    ],
)
def test_what_a_form_cannot_show_is_refused_with_what_is_possible(part, name, choices, why):
    with pytest.raises(UsageError, match=why):
        load_part(part).sheets(make_job(name, **choices))


@pytest.mark.parametrize(
    ("name", "choices"),
    sample(
        [
            ("her", {}),
            ("menace", {}),
            ("nim:8", {}),
            ("ladder", {"rule": "michie"}),
            ("told:notakto", {}),
            ("her-4x3", {}),
        ],
        one_in=3,
    ),
)
def test_what_a_refusal_recommends_can_be_printed(name, choices):
    job = make_job(name, **choices)
    for part in ("sweets", "one-sheet"):
        message = refusal_of(part, job)
        named = re.search(r"print the parts? ([a-z-]+)(?: and ([a-z-]+))?", message)
        for other in filter(None, named.groups() if named else ()):
            refused = refusal_of(other, job)
            if refused:
                assert "do not fit on one sheet" in refused
                assert "or labels and chips if it has no room" in message
        if message.endswith("sweets") and part == "one-sheet":
            assert "with few boxes" in message
            assert "no place" not in refusal_of("sweets", job)


def refusal_of(part, job):
    """Return why a part cannot be printed; empty if it can."""
    try:
        assert load_part(part).sheets(job)
    except UsageError as error:
        return str(error)
    return ""


def test_situation_cards_lie_beside_each_other_on_their_sheet():
    how, *cards = load_part("situations").sheets(make_job("her"))
    edges = [mark for mark in marks_on(*cards) if getattr(mark, "stroke", None) == EDGE]
    assert len(edges) == 19
    assert len(cards) == 5
    assert "wiped clean" in words_on(how).casefold()


def test_a_tent_is_folded_between_its_label_and_an_empty_back():
    job = make_job("nim:8", stock="cup-tents", **NIM)
    first, *_ = load_part("labels").sheets(job)
    folds = [mark for mark in first.scene.marks if getattr(mark, "stroke", None) == FOLD]
    assert {round(abs(fold.end[0] - fold.start[0]), 3) for fold in folds} == {90}
    ids = [
        mark for mark in first.scene.marks if isinstance(mark, Text) and mark.text in job.kit.by_id
    ]
    assert min(mark.at[1] for mark in ids) > min(fold.start[1] for fold in folds)
    assert job.stock.cut_size == (90, 100)


@pytest.mark.parametrize(
    ("name", "page"), few(["egg-carton", "egg-carton-6", "drawers"], [*PAGES], one_in=5)
)
def test_labels_of_a_carton_lie_as_far_apart_as_its_places(name, page):
    stock = read_stock(name, TEMPLATES)
    spots = plan_grid(PAGES[page], stock, 8).spots
    assert len(spots) == stock.columns * stock.rows
    middles = [(spot.x + spot.width / 2, spot.y + spot.height / 2) for spot in spots]
    for number, (x, y) in enumerate(middles[1:], 1):
        if number % stock.columns:
            before = middles[number - 1]
            assert abs(x - before[0]) + abs(y - before[1]) == pytest.approx(stock.pitch_x)
        if number >= stock.columns:
            above = middles[number - stock.columns]
            assert abs(x - above[0]) + abs(y - above[1]) == pytest.approx(stock.pitch_y)


@pytest.mark.parametrize(
    ("find", "write", "why"),
    [
        ("columns = 3", "", "key 'columns' is missing or under 1; a carton needs it"),
        (
            "pitch_x = 47",
            "pitch_x = 30",
            "key 'pitch_x' is 30 mm, less than 'width', so that labels overlap; at least 40",
        ),
        ("rows = 2", "rows = 2\nleft = 4", "key 'left' is not for a carton; leave it out"),
        ("rows = 2", "rows = 2\ntent = true", "key 'tent' is not for a carton; leave it out"),
    ],
)
def test_a_carton_of_ones_own_that_cannot_be_is_refused(find, write, why, tmp_path):
    text = (TEMPLATES.path("stock", "egg-carton-6")).read_text(encoding="utf-8")
    assert find in text
    (tmp_path / "mine.toml").write_text(text.replace(find, write), encoding="utf-8")
    with pytest.raises(TemplateError, match=why):
        read_stock(str(tmp_path / "mine.toml"), TEMPLATES)


def test_a_carton_that_is_too_large_says_what_is_free(tmp_path):
    text = (TEMPLATES.path("stock", "egg-carton")).read_text(encoding="utf-8")
    (tmp_path / "twelve.toml").write_text(
        text.replace("columns = 5", "columns = 6"), encoding="utf-8"
    )
    stock = read_stock(str(tmp_path / "twelve.toml"), TEMPLATES)
    with pytest.raises(UsageError, match="take 275 x 87 mm; on a4 paper"):
        plan_grid(PAGES["a4"], stock, 8)


@pytest.mark.parametrize("name", SMALL)
def test_numbered_chips_say_how_many_to_take(name):
    job = make_job(name, chips_face="number", **NIM)
    assert [*amounts_of(job.kit).values()] == [1, 2, 3]
    marks = marks_on(*load_part("chips").sheets(job))
    numbers = Counter(
        mark.text for mark in marks if isinstance(mark, Text) and mark.size == NUMBER_PT
    )
    assert sum(numbers.values()) >= job.kit.beads
    assert numbers.keys() == {"1", "2", "3"}
    assert sum(
        mark == rectangle(*mark.points[0], 15, 15, stroke=mark.stroke)
        for mark in marks
        if hasattr(mark, "points")
    )


def test_numbers_on_chips_are_for_games_of_numbers():
    with pytest.raises(UsageError, match="in her a colour is not a number of things to take"):
        check_face(make_job("her", chips_face="number"))


@pytest.mark.parametrize(
    ("name", "said"),
    [("nim:8", ["1", "2", "3"]), ("nim:8,take=4", ["1", "2", "3", "4"]), ("her", [])],
)
def test_a_deck_says_how_many_each_suit_takes(name, said):
    """Its pictures are too small to have the numbers beside their badges."""
    (sheet, *_) = load_part("playing-cards").sheets(make_job(name))
    texts = lines_on(sheet)
    suits = [words for words in texts if " · take " in words]
    assert [words.rpartition(" ")[2] for words in suits] == said
