"""All pages of each part as readable text, so that a change in what is drawn is seen where it was not meant."""

import pytest

from kitgen.paper.job import Band
from kitgen.paper.parts import PARTS, load_part


@pytest.mark.parametrize("part", PARTS)
def test_the_pages_of_each_part_look_as_before(part, job, golden):
    stock = "L7160" if part == "outline" else "matchbox"
    bands = (Band("random", (-1,) * 50, (1,) * 50),)
    kit = "her" if part == "sweets" else "ladder"  # on a ladder moves are no arrows
    run = job(kit, stock=stock, bands=bands, express=part == "always" or None, poster="a3")
    pages = [sheet.scene.dump() for sheet in load_part(part).sheets(run)]
    assert pages
    golden(
        f"part-{part}", "\n".join(f"== page {number} of {len(pages)}\n{page}" for number, page in enumerate(pages, 1))
    )
