"""Every page of each part as readable text, so that a change in what is drawn is seen where it was not meant.

The parts for makers have theirs in ``test_makers.py``.
"""

import pytest
from prints import dump_of

from kitgen.paper.job import Band
from kitgen.paper.parts import load_part
from kitgen.templates import Templates

TEMPLATES = Templates()
PARTS = [
    "cover", "labels", "outline", "calibration", "cards", "finder", "always", "board", "beads", "operator", "log",
    "curve", "guide", "worksheet", "errata", "museum", "certificate",
]  # fmt: skip


@pytest.mark.parametrize("part", PARTS)
def test_all_pages_of_each_part_look_as_before(part, job, golden):
    stock = "L7160" if part == "outline" else "matchbox"
    bands = (Band("random", (-1,) * 50, (1,) * 50),)
    run = job("ladder", stock=stock, bands=bands, express=part == "always" or None)
    golden(f"part-{part}", dump_of(load_part(part).sheets(run)))
