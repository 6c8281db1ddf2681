"""One page of each part as readable text, so that a change in what is drawn is seen where it was not meant.

The parts for makers have theirs in ``test_makers.py``.
"""

import pytest

from kitgen.kit.build import make_kit
from kitgen.kit.editions import Wish
from kitgen.paper.job import PAGES, Band, Job
from kitgen.paper.layout.stock import read_stock
from kitgen.paper.parts import load_part
from kitgen.paper.texts import Texts
from kitgen.templates import Templates

TEMPLATES = Templates()
PARTS = [
    "cover", "labels", "outline", "calibration", "cards", "finder", "always", "board", "beads", "operator", "log",
    "curve", "guide", "worksheet", "errata", "museum", "certificate",
]  # fmt: skip


@pytest.mark.parametrize("part", PARTS)
def test_a_page_of_each_part_looks_as_before(part, golden):
    kit = make_kit("ladder", Wish(express=part == "always" or None))
    stock = read_stock("L7160" if part == "outline" else "matchbox", TEMPLATES)
    bands = (Band("random", (-1,) * 50, (1,) * 50),)
    job = Job(kit, PAGES["a4"], stock, Texts("en", TEMPLATES), kit.command, bands=bands)
    golden(f"part-{part}", load_part(part).sheets(job)[-1].scene.dump())
