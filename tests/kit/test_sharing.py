"""Beads at hand: never more than there are, and refused only when nothing would do."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from operator import add
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palette_colours import PALETTE
from sampling import examples, few

from kitgen.errors import BeadsError, TemplateError, UsageError
from kitgen.kit.bead_names import beads_named
from kitgen.kit.bead_shares import Kind, likeness, set_cost, solve_shares
from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish
from kitgen.kit.kit import Kit
from kitgen.kit.kit_json import read_kit, write_kit
from kitgen.kit.palette import parse_beads, read_palette
from kitgen.reading.templates import Templates
from kitgen.verification.remade_kit import made_again

FILLS = ["#D55E00", "#0072B2", "#F0E442", "#009E73", "#56B4E9"]


def beads_used(kit: Kit) -> Counter[str]:
    """Return the beads of a kit by their colours."""
    used = Counter[str]()
    for box in kit.boxes:
        for slot in box.slots:
            used[slot.colour.key] += slot.beads
    return used


def fits(kinds: Counter[Kind], stock: tuple[int, ...]) -> bool:
    """Return whether beads are enough for boxes of these kinds: tries every colouring, box by
    box.
    """
    boxes = tuple(sorted(kinds.elements()))

    @cache
    def can_fill(number: int, left: tuple[int, ...]) -> bool:
        """Whether the boxes from a number on can be filled with the beads that are left."""
        if number == len(boxes):
            return True
        slots, beads = boxes[number]
        for places in combinations(range(len(left)), slots):
            after = [*left]
            for place in places:
                after[place] -= beads
            if min(after) >= 0 and can_fill(number + 1, tuple(after)):
                return True
        return False

    return can_fill(0, stock)


@given(
    st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3)), min_size=1, max_size=5),
    st.lists(st.integers(0, 9), min_size=3, max_size=4),
)
@settings(max_examples=examples(60), deadline=None)
def test_shares_hold_and_the_purchase_is_the_smallest(pairs, stock):
    kinds = Counter(Kind(*pair) for pair in pairs)
    buy, sets = solve_shares(kinds, stock, FILLS[: len(stock)])
    needed = Counter()
    for kind, chosen in sets.items():
        assert sum(times for _, times in chosen) == kinds[kind]
        for places, times in chosen:
            assert len(set(places)) == kind.slots
            needed.update(dict.fromkeys(places, times * kind.beads))
    for colour, there in enumerate(stock):
        assert needed[colour] <= there + buy[colour]
    assert (sum(buy) == 0) == fits(kinds, tuple(stock))
    # No purchase of one bead fewer would do; those of more than five are too many to try.
    fewer = sum(buy) - 1
    if fewer <= 5:
        for purchase in product(range(sum(buy)), repeat=len(stock)):
            if sum(purchase) == fewer:
                together = tuple(map(add, stock, purchase))
                assert not fits(kinds, together)


@given(st.lists(st.integers(0, 25), min_size=9, max_size=9))
@settings(max_examples=examples(25), deadline=None)
def test_a_kit_never_takes_more_than_there_is(numbers):
    palette = read_palette("okabe-ito", "en", Templates())
    stock = {colour.key: number for colour, number in zip(palette, numbers, strict=True)}
    try:
        kit = build_kit("her", Wish(beads=tuple(stock.items())))
    except BeadsError:
        return
    for key, number in beads_used(kit).items():
        assert number <= stock[key]
    assert kit.beads == 45
    for box in kit.boxes:
        assert len({slot.colour.key for slot in box.slots}) == len(box.slots)


def test_colours_far_apart_are_taken_first():
    beads = parse_beads("red:45,orange:45,blue:45,green:45,black:45,clear:45")
    assert most_alike(build_kit("her", Wish(beads=beads))) == 0
    # With nothing else at hand, colours that look alike must do.
    beads = parse_beads("red:45,orange:45,pink:45,green:45")
    assert most_alike(build_kit("her", Wish(beads=beads))) > 0


def most_alike(kit: Kit) -> float:
    """Return the likeness of the two colours of a box that are most alike."""
    most = 0.0
    for box in kit.boxes:
        fills = [slot.colour.fill for slot in box.slots]
        for pair in combinations(fills, 2):
            most = max(most, likeness(*pair))
    return most


def test_likeness_is_that_of_the_sight_that_tells_worst():
    vermilion, bluish_green = "#D55E00", "#009E73"  # far apart but for protans
    assert likeness(vermilion, bluish_green) > 0
    purple, orange = "#CC79A7", "#E69F00"
    assert likeness(purple, orange) > likeness(vermilion, bluish_green)


def test_the_cheapest_set_is_taken():
    threes = list(combinations(range(5), 3))
    costs = {places: set_cost(places, FILLS) for places in threes}
    cheapest = min(threes, key=costs.get)
    assert costs[cheapest] < costs[0, 1, 3]
    _, sets = solve_shares(Counter({Kind(3, 2): 4}), [50] * 5, FILLS)
    assert sets == {Kind(3, 2): [(cheapest, 4)]}


def test_what_is_missing_is_said():
    with pytest.raises(
        BeadsError, match=r"the smallest sufficient purchase is 7 \((\w+: \d+, )*\w+: \d+\)$"
    ) as caught:
        build_kit("her", Wish(beads=parse_beads("red:10,blue:10,yellow:10,green:8")))
    assert "45 are needed" in str(caught.value)
    assert "you have 38" in str(caught.value)
    with pytest.raises(BeadsError, match="smallest sufficient purchase is 45"):
        build_kit("her", Wish(beads=parse_beads("red:0")))


def test_the_kit_file_keeps_the_beads():
    kit = build_kit("her", Wish(beads=parse_beads("green:8,red:15,blue:15,yellow:10")))
    assert kit.choices.beads == (("red", 15), ("blue", 15), ("yellow", 10), ("green", 8))
    assert kit.command.endswith("--beads red:15,blue:15,yellow:10,green:8")
    assert read_kit(write_kit(kit), "kit.json") == kit
    again = build_kit("her", Wish(beads=kit.choices.beads))
    assert write_kit(again) == write_kit(kit)


def test_another_sharing_of_the_same_beads_is_as_right():
    """A kit made by a version that shared beads out otherwise is still the one that its choices
    make.
    """
    plenty = build_kit("her", Wish(beads=parse_beads("red:20,blue:20,yellow:20,green:20")))
    assert made_again(plenty).verdict == "right"
    assert made_again(with_another_colour(plenty, 0)).verdict == "right"
    scarce = build_kit("her", Wish(beads=parse_beads("red:18,blue:15,yellow:10,green:2")))
    assert made_again(scarce).verdict == "right"
    three_moves = [len(box.slots) for box in scarce.boxes].index(3)
    assert made_again(with_another_colour(scarce, three_moves)).verdict == "wrong"


def with_another_colour(kit: Kit, number: int) -> Kit:
    """Return a kit whose box of a number has a colour in its first slot that it did not have."""
    box = kit.boxes[number]
    used = {slot.colour for slot in box.slots}
    colour = next(colour for colour in kit.palette if colour not in used)
    first, *others = box.slots
    boxes = list(kit.boxes)
    boxes[number] = replace(box, slots=(replace(first, colour=colour), *others))
    return replace(kit, boxes=tuple(boxes))


def test_names_in_the_language_of_the_kit():
    named = beads_named(parse_beads("Rosso:3,celeste:2"), ["okabe-ito"], "it", Templates())
    assert named.beads == (("red", 3), ("sky", 2))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("red", "write colour and number"),
        ("red:60,,blue:3", "write colour and number"),
        (":4", "write colour and number"),
        ("red:-1", "whole number"),
        ("red:1.5", "whole number"),
        ("red:٣", "whole number"),
        ("red:1000001", "whole number from 0 to 1,000,000"),
        ("rad:4", f"palette '{PALETTE}' has no bead colour 'rad'; did you mean 'red'"),
        ("red:4,RED:5", "named twice"),
    ],
)
def test_bad_beads_are_refused(text, words):
    with pytest.raises(UsageError, match=words):
        build_kit("her", Wish(beads=parse_beads(text)))


def test_beads_from_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[beads]\nred = 60\n"sky blue" = 4\n', encoding="utf-8")
    assert parse_beads(str(path)) == (("red", 60), ("sky blue", 4))
    path.write_text("[bead]\nred = 60\n", encoding="utf-8")
    with pytest.raises(TemplateError, match="unknown key 'bead'; did you mean 'beads'"):
        parse_beads(str(path))
    path.write_text("[beads]\nred = -6\n", encoding="utf-8")
    with pytest.raises(
        TemplateError, match="red is -6; it must be a whole number from 0 to 1,000,000"
    ):
        parse_beads(str(path))
    with pytest.raises(TemplateError, match="there is no file"):
        parse_beads(str(tmp_path / "none.toml"))


def test_colouring_by_cells_is_another_thing():
    with pytest.raises(UsageError, match="use one"):
        build_kit("her", Wish(colour_by="cell", beads=(("red", 60),)))


@pytest.mark.parametrize(
    ("choices", "unused"),
    [
        ("", "{'numpy', 'scipy', 'coloraide'}"),
        (", Wish(beads='red:30,blue:30,green:30')", "{'numpy', 'scipy'}"),
    ],
)
def test_no_kit_needs_a_solver(choices, unused):
    code = (
        "import sys; from kitgen.kit.build import build_kit; from kitgen.kit.choices import Wish; "
        f"build_kit('ladder'{choices}); sys.exit(bool({unused} & {{*sys.modules}}))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def exact(kinds: Counter[Kind], stock: tuple[int, ...], fills: list[str]) -> tuple[int, float]:
    """Return the smallest purchase, and the least cost of sets with it, from an integer program.

    Its variables are how often each set of colours is taken for a kind of box, and then how many
    beads of each colour are bought.
    """
    optimize = pytest.importorskip("scipy.optimize")
    numpy = pytest.importorskip("numpy")
    colours = range(len(stock))
    sets = []
    for kind in sorted(kinds):
        sets += [(kind, places) for places in combinations(colours, kind.slots)]
    nothing_bought = [0.0] * len(stock)
    rows = []
    low = []
    high = []
    for wanted in sorted(kinds):  # there are as many sets as boxes of each kind
        rows.append([float(kind == wanted) for kind, _ in sets] + nothing_bought)
        low.append(kinds[wanted])
        high.append(kinds[wanted])
    for colour in colours:  # no more beads are used than there are and are bought
        used = [float(kind.beads * (colour in places)) for kind, places in sets]
        rows.append(used + [-float(colour == other) for other in colours])
        low.append(-numpy.inf)
        high.append(stock[colour])
    all_bought = [0.0] * len(sets) + [1.0] * len(stock)

    def least(costs: list[float], most_bought: float) -> float:
        constraints = optimize.LinearConstraint(
            numpy.array([*rows, all_bought]), [*low, 0], [*high, most_bought]
        )
        exactly = {"mip_rel_gap": 0}
        found = optimize.milp(costs, constraints=constraints, integrality=1, options=exactly)
        return found.fun

    purchase = round(least(all_bought, numpy.inf))
    set_costs = [set_cost(places, fills) for _, places in sets]
    return purchase, least(set_costs + nothing_bought, purchase)


@pytest.mark.every
@pytest.mark.parametrize("name", ["her", "menace"])
@pytest.mark.parametrize("plenty", few([0.9, 1.0, 1.02, 1.2, 2.0, 3.0], one_in=6))
def test_shares_are_nearly_as_good_as_those_of_an_exact_solver(name, plenty):
    kit = build_kit(name)
    kinds = Counter(Kind(len(box.slots), box.slots[0].beads) for box in kit.boxes)
    fills = [colour.fill for colour in read_palette("okabe-ito", "en", Templates())]
    rng = Random(f"{name} {plenty}")
    weights = [rng.random() for _ in fills]
    stock = tuple(int(plenty * kit.beads * weight / sum(weights) + 1) for weight in weights)
    purchase, cost = exact(kinds, stock, fills)
    buy, sets = solve_shares(kinds, stock, fills)
    assert sum(buy) == purchase
    own_cost = 0.0
    for chosen in sets.values():
        own_cost += sum(set_cost(places, fills) * times for places, times in chosen)
    assert purchase or own_cost <= 1.05 * cost + 0.1
