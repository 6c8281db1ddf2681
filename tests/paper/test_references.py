"""Sentences that name another sheet: it is in the print, or they say that it has to be printed, or
they are absent.

A sheet knows the sheets that its sentences name. Beside that, every printed line is read for the
titles of sheets.
"""

import re
from functools import cache
from itertools import combinations

import pytest
from printed_words import words_on
from sampling import few

from kitgen.errors import KitgenError
from kitgen.paper.make import run_parts
from kitgen.paper.parts import PARTS, made_of, printed_sheets
from tests.counting import at_least_one
from tests.jobs import TEXTS, make_job

#: Kits with their choices: pawns by three rules of boxes, counters without mirrors, pits.
KITS = {
    "her": ("her", {}),
    "michie": ("her", {"rule": "michie"}),
    "skip": ("her", {"forced": "skip", "expect": "sensible"}),
    "ladder": ("ladder", {}),
    "awari-mini": ("awari-mini", {}),
}
#: Parts that need more than a kit: a game to tell, a machine that has played, or a lesson.
LEFT_OUT = ("story", "report", "reset", "lesson")
NAMES = tuple(name for name in PARTS if name not in LEFT_OUT)
#: Titles that are also plain words of the language.
PLAIN_WORDS = ("cards", "board", "map", "labels", "poster", "curve", "boxes", "demo", "beads")


def job_of(wishes, names, language="en"):
    kit, choices = KITS[wishes]
    job = make_job(kit, language=language, parts=tuple(names), **choices)
    kind = made_of("label", names)
    texts = job.texts.speaking_of(kind)
    return type(job)(
        **{**{key: getattr(job, key) for key in job.__dataclass_fields__}, "texts": texts}
    )


@cache
def drawn_alone(wishes, name, partners, language):
    """The sheets of a part as it is drawn beside others; None where it is refused."""
    names = tuple(sorted({name, *partners}, key=[*PARTS].index))
    job = job_of(wishes, names, language)
    try:
        return PARTS[name].sheets(job)
    except KitgenError:
        return None


def title_of(name, language):
    texts = TEXTS[language]
    return texts(texts.title_key(name))


def names_its_part(said, start, title, part, language):
    """Return whether the title of a sheet is followed by the part to print: behind the quotation
    marks, if it has them.
    """
    texts = TEXTS[language]
    quoted = texts("serve.quoted", text=title)
    return any(
        said.startswith(
            texts("sheet.elsewhere", title=written, part=part), start - written.index(title)
        )
        for written in (title, quoted)
    )


def unfounded(wishes, names, language="en"):
    """Every reference of some parts to a sheet that none of them has, as the sheets know it and as
    they print it.

    Nothing is printed with a part that is refused: then the others are looked at without it.
    """
    faults = []
    titles = {}
    drawn = {}
    for name in names:
        sheets = drawn_alone(
            wishes, name, tuple(other for other in names if other != name), language
        )
        if sheets is None:
            return unfounded(wishes, tuple(other for other in names if other != name), language)
        if sheets:
            drawn[name] = sheets
            titles[name] = words_on(*sheets)
    printed = printed_sheets(job_of(wishes, tuple(drawn) or names, language))
    everything = " ".join(titles.values())
    for name, sheets in drawn.items():
        for sheet in sheets:
            for named in sheet.names:
                kind = TEXTS[language].speaking_of(
                    printed.get(named, "")
                )  # a title may depend on the machine
                if named not in printed or kind(kind.title_key(named)) not in everything:
                    faults.append(f"{name} names {named}, which is not printed")
        said = titles[name]
        for other in PARTS:
            if other in PLAIN_WORDS or other in drawn or other == name:
                continue
            title = title_of(other, language)
            for place in re.finditer(re.escape(title), said):
                if not names_its_part(said, place.start(), title, other, language):
                    faults.append(
                        f"{name} prints {title!r}: …{said[place.start() - 60 : place.end() + 30]}…"
                    )
    return faults


@pytest.mark.every
@pytest.mark.parametrize("wishes", few(KITS, one_in=5))
def test_a_part_alone_names_no_other_sheet(wishes):
    for name in at_least_one(NAMES):
        assert unfounded(wishes, (name,)) == []


@pytest.mark.every
@pytest.mark.parametrize("wishes", few(KITS, one_in=5))
def test_all_parts_at_once_name_printed_sheets(wishes):
    assert unfounded(wishes, NAMES) == []


@pytest.mark.every
@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("first", NAMES[:-1])
def test_two_parts_name_only_each_other(first, language):
    """All pairs in each language, and all pairs of each kit: another kit for each language of a
    part.
    """
    kits = [*KITS]
    wishes = kits[(NAMES.index(first) + [*TEXTS].index(language)) % len(kits)]
    pairs = [pair for pair in combinations(NAMES, 2) if pair[0] == first]
    for pair in at_least_one(pairs):
        assert unfounded(wishes, pair, language) == []


@pytest.mark.every
@pytest.mark.parametrize("wishes", KITS)
@pytest.mark.parametrize("language", [language for language in TEXTS if language != "en"])
def test_so_it_is_in_every_language(wishes, language):
    for names in at_least_one([NAMES, *((name,) for name in NAMES)]):
        assert unfounded(wishes, names, language) == []


def test_the_guide_says_which_part_to_print_for_a_sheet_that_is_missing():
    words = drawn_words("her", ("guide",))
    assert "Operator card (print part operator)" in words
    assert "Class set (print part class-set)" in words
    assert "(print part" not in drawn_words(
        "her",
        ("guide", "board", "class-set", "demo", "operator", "log", "curve", "beads", "worksheet"),
    )


def drawn_words(wishes, names):
    job = job_of(wishes, names)
    return " ".join(
        words_on(sheet) for sheet in run_parts(job, names).sheets if sheet.part == names[0]
    )


def test_cards_say_how_they_learn_unless_the_operator_card_speaks_of_cards():
    beside_boxes = drawn_alone("her", "cards", ("labels", "operator"), "en")
    with_card = drawn_alone("her", "cards", ("operator",), "en")
    assert "strike out the last open field" in words_on(beside_boxes[0]).lower()
    assert "says which fields to strike out" not in words_on(beside_boxes[0])
    says = "Then the Operator card says which fields to strike out"
    assert f"{says}." in words_on(with_card[0])
    also_opened = drawn_alone("michie", "cards", ("operator",), "en")
    assert f"{says} or to open." in words_on(also_opened[0])
