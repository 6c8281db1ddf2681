"""The shelf, the first view of the app: what it says of lessons, kits and games, and where each
of them leads.
"""

import io
import re
from urllib.parse import parse_qsl

import pytest
from counting import at_least
from jobs import LANGUAGES, TEMPLATES
from sampling import few

from kitgen.press.lessons import plan_lesson
from kitgen.press.print_run import make_document, print_kit
from kitgen.render.pdf import pdf_bytes
from kitgen.sources.kit_sources import make_kit
from kitgen.web.address import read_address
from kitgen.web.shelf import picture_name, shelf_file, shelf_pictures, things
from kitgen.web.tasks import WORK, SiteTask

SHELF = shelf_file()
KITS = {kit.name: kit for kit in (*SHELF.kits, *SHELF.games)}


@pytest.mark.parametrize("name", few(KITS, one_in=11))
def test_boxes_and_minutes_are_those_of_the_print(name):
    printed = print_kit(name, io.BytesIO(), write=False)
    assert (len(printed.kit.boxes), printed.minutes) == (KITS[name].boxes, KITS[name].minutes)


@pytest.mark.parametrize("name", KITS)
def test_each_kit_has_as_many_boxes_as_the_shelf_says(name):
    """Its minutes take a print, which the test above makes of some."""
    assert len(make_kit(name).boxes) == KITS[name].boxes


def test_more_boxes_never_take_fewer_minutes():
    by_boxes = sorted(KITS.values(), key=lambda kit: (kit.boxes, kit.minutes))
    minutes = [kit.minutes for kit in by_boxes]
    assert minutes == sorted(minutes)


def test_each_thing_stands_there_once():
    for names in (SHELF.lessons, [kit.name for kit in (*SHELF.kits, *SHELF.games)]):
        assert len(names) == len(set(names))


def test_every_edition_and_every_lesson_stands_there():
    assert {kit.name for kit in SHELF.kits} == set(TEMPLATES.names("editions"))
    assert set(SHELF.lessons) == set(TEMPLATES.names("lessons"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_thing_leads_to_a_kit_and_has_a_picture(language):
    for board in at_least(3, things(language).values()):
        for thing in at_least(9, board):
            address, rest = read_address(parse_qsl(thing.query), language)
            assert (address.query, rest) == (thing.query, {})
            assert picture_name(thing.game) in shelf_pictures()
            assert thing.title
            assert len(thing.facts) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_title_is_broken(language):
    """Half of a telephone's width has room for words of so many letters."""
    for board in at_least(3, things(language).values()):
        for thing in at_least(9, board):
            words = re.split(r"[\s-]+", thing.title)
            assert max(map(len, words)) <= 14, thing.title


@pytest.mark.every
@pytest.mark.parametrize("name", few(SHELF.lessons, one_in=5))
def test_a_lesson_from_the_shelf_is_the_one_that_the_command_prints(name):
    lesson = plan_lesson(name, TEMPLATES)
    kit = make_kit(lesson.kit, **lesson.choices)
    here = make_document(kit, parts=list(lesson.parts), **lesson.options_for(lesson.parts))
    query = things("en")["lessons"][SHELF.lessons.index(name)].query
    address, _ = read_address(parse_qsl(query), "en")
    task = SiteTask("pdf", address.kit, address.choices, {}, "")
    assert WORK["pdf"](task, None) == pdf_bytes(here)
