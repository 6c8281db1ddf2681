"""Machines without boxes: what their sheets say, what a cover beside them says, and how they are
kept.
"""

import re
from dataclasses import replace

import pytest
from counting import at_least
from jobs import LANGUAGES, TEXTS, kit_of, make_job
from printed_words import words_on

from kitgen.paper.job import parse_setting, part_options
from kitgen.paper.make import run_parts
from kitgen.paper.parts import load_part

#: Parts that are a whole machine of HER, of which nothing is cut out.
READY = ("zero", "sweets", "playing-cards")
#: Other machines of pictures.
PICTURES = ("situations", "one-sheet")


class Plain:
    """The texts of a language with usual spaces for the no-break ones."""

    def __init__(self, texts):
        self.texts = texts

    def __call__(self, key, **values):
        return plain(self.texts(key, **values))


def plain(text):
    """Return a text with usual spaces for the no-break ones."""
    return re.sub("[\u00a0\u202f]", " ", text)


def sheets_of(name, parts, language="en", **choices):
    """Return the sheets of some parts, in their order."""
    return run_parts(make_job(name, language=language, parts=parts, **choices), parts).sheets


def words_of(name, parts, part, language="en", **choices):
    """Return the words of one part of a print."""
    job = make_job(name, language=language, parts=parts, **choices)
    printed = run_parts(job, parts).sheets
    return plain(words_on(*(sheet for sheet in printed if sheet.part == part)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", READY)
def test_a_cover_beside_a_machine_without_boxes_asks_for_nothing_that_it_does_not_need(
    language, part
):
    texts = Plain(TEXTS[language])
    cover = words_of("her", ("cover", part), "cover", language)
    of_pictures = TEXTS[language].speaking_of("pictures")
    printed = of_pictures.in_print({part: "pictures", "cover": "pictures"})
    own = plain(printed.sentence(f"cover.without_boxes.{part}"))
    assert own
    assert own in cover
    assert texts("cover.people") in cover
    assert texts("cover.tools") not in cover
    assert texts("care.matchboxes") not in cover
    time = texts("cover.time", minutes=0, each=0, list="").partition("0")[0]
    assert time not in cover


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cover_beside_labels_says_how_long_it_takes(language):
    texts = Plain(TEXTS[language])
    cover = words_of("her", ("cover", "labels"), "cover", language)
    assert texts("cover.time", minutes=0, each=0, list="").partition("0")[0] in cover
    assert texts("cover.tools") in cover


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cover_lists_what_a_machine_of_cards_needs_also_beside_one_without_boxes(language):
    texts = Plain(TEXTS[language])
    parts = ("cover", "deck", "zero")
    job = make_job("her", language=language, stock="poker", parts=parts)
    assert job.texts.made_of == "cards"
    cover = plain(words_on(run_parts(job, parts).sheets[0]))
    assert texts("cover.people") in cover
    of_cards = Plain(job.texts)
    assert of_cards("cover.plain_box", count=19) in cover
    assert of_cards("cover.time", minutes=0, each=0, list="").partition("0")[0] in cover


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_deck_is_kept_in_its_piles_and_letters_are_written_down(language):
    texts = Plain(TEXTS[language].speaking_of("pictures"))
    deck = words_of("her", ("cover", "playing-cards"), "cover", language)
    assert texts("care.keep_piles_alone") in deck
    letters = words_of("her", ("cover", "zero"), "cover", language)
    assert texts("care.keep_alone") in letters
    both = words_of("her", ("cover", "zero", "playing-cards"), "cover", language)
    assert texts("care.keep_alone") in both


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("rule", "is_said"), [("michie", False), ("gardner", True)])
def test_a_forced_move_is_no_last_move_only_where_the_rule_looks_at_last_moves(
    language, rule, is_said
):
    texts = Plain(TEXTS[language])
    for name in at_least(2, ("menace", "tictactoe")):
        kit = kit_of(name, language=language, rule=rule, forced="skip")
        page = plain(words_on(load_part("zero").sheets(make_job(kit, parts=("zero",)))[0]))
        assert texts("zero.forced") in page
        assert (texts("zero.forced_last") in page) == is_said


@pytest.mark.parametrize("part", ["sweets", "playing-cards", "situations"])
def test_sheets_to_look_positions_up_on_say_that_of_forced_moves_once(part):
    texts = TEXTS["en"]
    kit = kit_of("her", forced="skip")
    page = words_on(*load_part(part).sheets(make_job(kit, parts=(part,))))
    assert page.count(texts("sweets.forced")) == 1
    assert page.count(texts("sweets.forced_last")) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", ["zero", "playing-cards", "situations"])
def test_a_grey_arrow_is_explained_where_there_is_one(language, part):
    texts = Plain(TEXTS[language])
    grey = texts("operator.step.twin.arrow.mirror")
    assert grey in words_of("her", (part,), part, language)
    # Without mirrors each arrow has its letter.
    assert grey not in words_of("her", (part,), part, language, mirroring="never")


def test_a_grey_mark_is_explained_on_the_sheet_of_another_game():
    grey = TEXTS["en"]("operator.step.twin.mark.turned")
    assert grey in words_of("menace", ("zero",), "zero")


def test_the_calibration_has_a_sheet_of_its_own():
    """Its two pages are the two sides of a sheet, also where no card has a back."""
    for parts in at_least(2, [("cover", "calibration"), ("cover", "calibration", "board")]):
        pages = [sheet.part for sheet in sheets_of("her", parts)]
        first = pages.index("calibration")
        assert first % 2 == 0, pages
    alone = sheets_of("her", ("calibration",))
    assert len(alone) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("duplex", ["none", "long", "short"])
def test_the_command_on_the_calibration_is_taken(language, duplex):
    page = words_of("her", ("calibration",), "calibration", language, cards_duplex=duplex)
    settings = re.findall(r"--set (\S+=[^\s]*[0-9a-z])", page)
    assert len(settings) == 2
    options = part_options(**dict(map(parse_setting, settings)))
    job = replace(make_job("her", parts=("cards",), stock="poker"), options=options)
    assert run_parts(job, ("cards",)).sheets
    assert options.cards_duplex == ("short" if duplex == "short" else "long")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_command_is_never_cut_short(language):
    """What would not fit is on the cover, if there is one; else nothing is said."""
    texts = TEXTS[language]
    begin = texts("sheet.made", command="").rstrip()
    long = f"kitgen print her --language {language} {'--parts board ' * 30}"
    for parts, is_said in at_least(2, ((("board",), False), (("cover", "board"), True))):
        job = replace(make_job("her", language=language, parts=parts), command=long)
        sheet = run_parts(job, parts).sheets[-1]
        words = words_on(sheet)
        assert "…" not in words
        assert "kitgen print" not in words
        assert (begin in words) == is_said
        on_cover = texts.in_print({"cover": texts.made_of}).sentence("sheet.made_on_cover")
        assert (on_cover in words) == is_said
