"""``job.json``: what is attached to a PDF so that it can be checked."""

import json
import re

import msgspec
import pytest

from kitgen.errors import KitFileError
from kitgen.kit.job_json import (
    JOB_SCHEMA,
    MAX_PARTS_ON_A_PAGE,
    JobFile,
    JobPart,
    JobStock,
    part_at,
    read_job,
    write_job,
)

JOB = JobFile(
    schema=JOB_SCHEMA,
    kitgen="1.0.0",
    writer="a library",
    contract=1,
    command="kitgen print her --set poster.tiled",
    page="a4",
    stock=JobStock("35x15", 35.0, 15.0),
    options={"bead": 6.0, "start_at": 1, "tiled": True, "poster": "a2"},
    parts=(JobPart("cover", "HER", 1, 1, "nothing"), JobPart("labels", "Labels", 2, 3, "cards")),
    printed=("cover", "labels"),
)


def test_there_and_back():
    assert read_job(write_job(JOB)) == JOB


def test_each_page_knows_its_part():
    assert [part and part.name for part in (part_at(JOB.parts, page, 0) for page in range(6))] == [
        None, "cover", "labels", "labels", "labels", None,
    ]  # fmt: skip


def changed(change):
    data = json.loads(write_job(JOB))
    change(data)
    return json.dumps(data).encode()


DAMAGED = {
    "no JSON": (b"{", "not valid JSON"),
    "another version": (changed(lambda d: d.update(schema="kitgen/job@9")), "reads kitgen/job@3"),
    "a list": (b"[]", "it is a list of 0; it must be a table"),
    "an unknown key": (
        changed(lambda d: d.update(pages=3)),
        "does not know key 'pages'; kitgen 1.0.0 does not either",
    ),
    "no part that was printed": (
        changed(lambda d: d.update(printed=[])),
        "printed is a list of 0; it must be a list",
    ),
    "a missing key": (changed(lambda d: d.pop("stock")), "'stock' is missing"),
    "a wrong type": (changed(lambda d: d["stock"].update(width="35")), "stock.width"),
    "a word that no part shows": (changed(lambda d: d["parts"][0].update(shows="cows")), "cows"),
    "parts with a gap": (
        changed(lambda d: d["parts"][1].update(first=3)),
        "'labels' does not follow",
    ),
    "a part without pages": (
        changed(lambda d: d["parts"][1].update(pages=0)),
        "parts[1].pages is 0; it must be a whole number from 1",
    ),
}


@pytest.mark.parametrize(("data", "says"), DAMAGED.values(), ids=DAMAGED)
def test_damage_is_refused_in_one_line(data, says):
    with pytest.raises(KitFileError, match=re.escape(says)) as refused:
        read_job(data)
    assert "\n" not in str(refused.value)


def told(*places):
    """A job whose parts begin at such pages, have so many, and begin so far down the first of
    them.
    """
    parts = [
        JobPart(f"part{n}", "Part", first, pages, "nothing", top)
        for n, (first, pages, top) in enumerate(places)
    ]
    return write_job(msgspec.structs.replace(JOB, parts=tuple(parts)))


#: As many as may begin on one page, the last of which goes on to the next.
FULL = [(1, 1, 10.0 * n) for n in range(MAX_PARTS_ON_A_PAGE - 1)] + [(1, 2, 200.0)]

SHARED = {
    "one below the other": [(1, 1, 0.0), (1, 1, 90.0), (1, 1, 180.0), (2, 1, 0.0)],
    "below what goes on from the page before": [(1, 1, 0.0), (1, 2, 150.0), (2, 1, 60.0)],
    "below what has three pages": [(1, 3, 0.0), (3, 1, 60.0), (4, 1, 0.0)],
    "as many as may be, twice": [*FULL, *((2, 1, 10.0 * n) for n in range(1, MAX_PARTS_ON_A_PAGE))],
}
NOT_SHARED = {
    "not below": [(1, 1, 0.0), (1, 1, 90.0), (1, 1, 90.0)],
    "down a page of its own": [(1, 1, 0.0), (2, 1, 90.0)],
    "on a page before": [(1, 1, 0.0), (2, 1, 0.0), (1, 1, 90.0)],
    "at the top again": [(1, 1, 0.0), (1, 1, 0.0)],
    "more than may be": [*FULL[:-1], (1, 1, 200.0), (1, 1, 210.0)],
    "more than may be on the next page": [
        *FULL,
        *((2, 1, 10.0 * n) for n in range(1, MAX_PARTS_ON_A_PAGE + 1)),
    ],
}


@pytest.mark.parametrize("places", SHARED.values(), ids=SHARED)
def test_parts_may_share_a_page(places):
    assert len(read_job(told(*places)).parts) == len(places)


@pytest.mark.parametrize("places", NOT_SHARED.values(), ids=NOT_SHARED)
def test_parts_that_cannot_lie_so_are_refused(places):
    with pytest.raises(KitFileError, match="does not follow the part before it"):
        read_job(told(*places))
