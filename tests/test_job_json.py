"""``job.json``: what is attached to a PDF so that it can be checked."""

import json
import re

import pytest

from kitgen.errors import KitFileError
from kitgen.kit.job_json import FIRST, JobFile, JobPart, JobStock, read_job, write_job

JOB = JobFile(
    FIRST,
    "kitgen print her --tiled",
    "a4",
    JobStock("35x15", 35.0, 15.0),
    {"bead": 6.0, "start_at": 1, "tiled": True, "poster": "a2"},
    (JobPart("cover", "HER", 1, 1, "nothing"), JobPart("labels", "Labels", 2, 3, "cards")),
)


def test_there_and_back():
    assert read_job(write_job(JOB)) == JOB


def test_each_page_knows_its_part():
    assert [part and part.name for part in map(JOB.part_at, range(6))] == [
        None, "cover", "labels", "labels", "labels", None,
    ]  # fmt: skip


def changed(change):
    data = json.loads(write_job(JOB))
    change(data)
    return json.dumps(data).encode()


DAMAGED = {
    "no JSON": (b"{", "not valid JSON"),
    "another version": (changed(lambda d: d.update(schema="kitgen/job@9")), "kitgen/job@1"),
    "a list": (b"[]", "it is a list of 0; it must be a table"),
    "an unknown key": (changed(lambda d: d.update(pages=3)), "key 'pages' does not belong at the top level"),
    "a missing key": (changed(lambda d: d.pop("stock")), "'stock' is missing"),
    "a wrong type": (changed(lambda d: d["stock"].update(width="35")), "stock.width"),
    "a word that no part shows": (changed(lambda d: d["parts"][0].update(shows="cows")), "cows"),
    "parts with a gap": (changed(lambda d: d["parts"][1].update(first=3)), "'labels' does not follow"),
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
