"""All pages of each part as readable text, so that a change in what is drawn is seen where it
was not meant.
"""

from dataclasses import replace

import pytest
from journal_games import rows_of
from scene_text import dump

from kitgen.journal.beads import gone_on, played
from kitgen.paper.card.faces import Backs
from kitgen.paper.job import Band
from kitgen.paper.parts import PARTS, load_part
from kitgen.press.machine_figures import past_of

#: Boxes of a page, and rows of bubbles, are all alike: of a page with more marks the first and last
#: ones are enough.
MOST = 500
FIRST = 200
LAST = 100
#: A band that goes down, then up, and has another width at each game.
BAND = Band(
    "random",
    tuple(abs(game - 15) - 25 for game in range(50)),
    tuple(game // 3 - 1 for game in range(50)),
)


def shortened(page):
    """Return a page as text, as far as it is looked at."""
    lines = page.split("\n")
    more = len(lines) - FIRST - LAST
    return (
        page
        if len(lines) <= MOST
        else "\n".join([*lines[:FIRST], f"{more} marks more", *lines[-LAST:]])
    )


@pytest.mark.parametrize("part", PARTS)
def test_the_pages_of_each_part_look_as_before(part, job, golden, tmp_path):
    stock = "L7160" if part == "outline" else "matchbox"
    games = tmp_path / "games.csv"
    games.write_text("game,opponent,A,B,C,result\n8,Anna,7 R,4 R,1 R,W\n", encoding="utf-8")
    # Of the ladder nobody has to look boxes up, its moves are no arrows, and its machine has little
    # to forget.
    kit = "her" if part in ("finder", "questions", "reset", "route", "sweets") else "ladder"
    rule = (
        "gardner-reward" if part == "reset" else None
    )  # beads are to be put in, and to be taken out
    express = part == "always" or None
    run = job(
        kit,
        stock=stock,
        bands=(BAND,),
        express=express,
        poster_size="a3",
        story_game=f"{games}:8",
        lesson_name="ladder-15",
        rule=rule,
        groups=3 if part in ("groups", "class-board") else 0,
    )
    if PARTS[part].past:
        trained = gone_on(run.kit, played(rows_of(run.kit, 12)))
        run = replace(run, kit=trained, past=past_of(trained, (part,)))
    pages = [shortened(dump(sheet.scene)) for sheet in load_part(part).sheets(run)]
    assert pages
    golden(
        f"part-{part}",
        "\n".join(
            f"== page {number} of {len(pages)}\n{page}" for number, page in enumerate(pages, 1)
        ),
    )


@pytest.mark.parametrize(
    ("kit", "rule", "wide", "high", "inset"),
    [
        ("her", None, 63.5, 88.9, 0),
        ("her", "gardner-reward", 99.1, 67.7, 2),
        ("menace", None, 88.9, 63.5, 0),
        ("her-4x3", "hexapawn-rl", 36, 88, 1),
    ],
)
def test_the_backs_of_cards_look_as_before(kit, rule, wide, high, inset, job, golden):
    """Standing, lying and narrow, with and without a margin, with fields for beads to come and
    without.
    """
    run = job(kit, rule=rule)
    backs = Backs(run, wide, high, inset=inset)
    boxes = [
        run.kit.boxes[0],
        next(box for box in run.kit.boxes if len(box.arrivals) > 1),
        run.kit.boxes[-1],
    ]
    golden(
        f"backs-{kit}-{wide:g}", "\n".join(f"== {box.id}\n{dump(backs.draw(box))}" for box in boxes)
    )
