"""Options of parts: each is checked whether or not its part is printed, and refused where no
printed part reads it.
"""

from dataclasses import replace
from importlib import import_module
from random import Random

import pytest
from counting import at_least_one
from jobs import kit_of, make_job
from places import ROOT
from sampling import few
from setting_values import OTHER_VALUES, scenes

import kitgen
from kitgen.errors import KitgenError, UsageError
from kitgen.kit.choices import WISHES
from kitgen.paper.declared import PART_OPTIONS
from kitgen.paper.parts import PARTS, check_settings, usual_parts


@pytest.mark.parametrize(
    "name", few([name for name, part in PARTS.items() if part.index == 0], one_in=12)
)
def test_parts_read_nothing_else(name):
    for stock in ("matchbox", "L7160", "poker"):
        unread = {
            key: value
            for key, (value, its) in OTHER_VALUES.items()
            if its == stock and key not in PARTS[name].reads
        }
        if not PARTS[name].reads or unread:
            try:
                assert scenes(name, stock) == scenes(name, stock, **unread)
            except KitgenError:
                assert name == "cards"  # labels are no cards


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"tactile_braille": "nope"}, "unknown Braille standard 'nope'"),
        ({"boxes_size": "nope"}, "unknown box size 'nope'"),
        ({"boxes_size": "1x1x1"}, "cannot be folded"),
        ({"boxes_paper": "9999"}, "unknown paper weight '9999'"),
        ({"boxes_clearance": float("nan")}, "clearance cannot be nan"),
        ({"boxes_clearance": 50.0}, "a tray slides well"),
        ({"poster_bead": float("inf")}, "bead cannot be inf"),
        ({"poster_bead": 100.0}, "beads are 3 to 20 mm wide"),
        ({"laser": "nope"}, "nope"),
        ({"guide_name": "nope"}, "unknown guide 'nope'"),
        ({"labels_start_at": 0}, "counted from 1"),
        ({"labels_nudge": "far"}, "1.5,-0.5"),
        ({"cards_back_offset": "99,99"}, "mm each way"),
        ({"demo_show": "Z9"}, "unknown box of ladder 'Z9'"),
        ({"demo_show": ","}, "demo.show names no box"),
        ({"poster_size": "a9"}, "unknown poster size 'a9'"),
    ],
)
def test_what_cannot_be_is_refused_whatever_is_printed(options, says, tmp_path):
    with pytest.raises(UsageError, match=says):
        kitgen.print_kit("ladder", tmp_path / "kit", parts=["cover"], **options)
    with pytest.raises(UsageError, match=says):
        kitgen.make_document("ladder", parts=["cover"], **options)
    assert not (tmp_path / "kit").exists()


@pytest.mark.parametrize("key", OTHER_VALUES)
def test_an_option_that_nothing_reads_names_the_parts_that_would(key):
    value, stock = OTHER_VALUES[key]
    readers = [name for name, part in PARTS.items() if key in part.reads]
    rule = "michie" if key.startswith("beads_bank") else None  # only it adds beads
    job = make_job("ladder", stock=stock, rule=rule, **{key: value})
    with pytest.raises(UsageError, match="it needs --parts") as refused:
        check_settings(replace(job, parts=("operator", "log")))
    assert str(refused.value).endswith(" or ".join(readers))
    for reader in readers:
        check_settings(replace(job, parts=("operator", reader)))


def test_files_for_a_laser_cutter_read_the_box():
    check_settings(make_job("ladder", boxes_size="60x40x20", laser="usual", parts=("cover",)))
    with pytest.raises(UsageError, match=r"--set poster\.bead"):
        check_settings(make_job("ladder", poster_bead=8.0, laser="usual", parts=("cover",)))


def test_usual_options_need_no_part():
    for kind in ("label", "card", "any"):
        check_settings(make_job("ladder", parts=usual_parts(kind)))


def test_random_prints_know_a_value_of_every_choice_and_option(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    untouched = import_module("untouched")
    desk = untouched.Desk(Random(1), kit_of("her"), tmp_path)
    for one in at_least_one([*WISHES.values(), *PART_OPTIONS]):
        value = untouched.value_of(one, desk)  # refuses a choice of which it has not heard
        one.checked(value)  # and this a value that cannot be
