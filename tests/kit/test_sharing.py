"""Beads at hand: never more than there are, and refused only when nothing would do."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, product
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


def use(kit: Kit) -> Counter[str]:
    return Counter({key: 0 for key, _ in kit.choices.beads}) + Counter(
        slot.colour.key for box in kit.boxes for slot in box.slots for _ in range(slot.beads)
    )


def fits(kinds: Counter[Kind], stock: tuple[int, ...]) -> bool:
    """Try every colouring, box by box."""
    boxes = tuple(sorted(kinds.elements()))

    @cache
    def rest(number: int, left: tuple[int, ...]) -> bool:
        if number == len(boxes):
            return True
        slots, beads = boxes[number]
        return any(
            rest(number + 1, tuple(n - beads * (place in places) for place, n in enumerate(left)))
            for places in combinations(range(len(left)), slots)
            if all(left[place] >= beads for place in places)
        )

    return rest(0, stock)


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
    assert all(needed[index] <= there + buy[index] for index, there in enumerate(stock))
    assert (sum(buy) == 0) == fits(kinds, tuple(stock))
    # No purchase of one bead fewer would do.
    for fewer in product(range(sum(buy)), repeat=len(stock)):
        if sum(fewer) == sum(buy) - 1 and sum(fewer) <= 5:
            assert not fits(kinds, tuple(a + b for a, b in zip(stock, fewer, strict=True)))


@given(st.lists(st.integers(0, 25), min_size=9, max_size=9))
@settings(max_examples=examples(25), deadline=None)
def test_a_kit_never_takes_more_than_there_is(numbers):
    palette = read_palette("okabe-ito", "en", Templates())
    stock = {colour.key: number for colour, number in zip(palette, numbers, strict=True)}
    try:
        kit = build_kit("her", Wish(beads=tuple(stock.items())))
    except BeadsError:
        return
    assert all(number <= stock[key] for key, number in use(kit).items())
    assert kit.beads == 45
    for box in kit.boxes:
        assert len({slot.colour.key for slot in box.slots}) == len(box.slots)


def test_colours_far_apart_are_taken_first():
    kit = build_kit(
        "her", Wish(beads=parse_beads("red:45,orange:45,blue:45,green:45,black:45,clear:45"))
    )
    pairs = [
        pair
        for box in kit.boxes
        for pair in combinations([slot.colour.fill for slot in box.slots], 2)
    ]
    assert all(likeness(*pair) == 0 for pair in pairs)
    # With nothing else at hand, colours that look alike must do.
    poor = build_kit("her", Wish(beads=parse_beads("red:45,orange:45,pink:45,green:45")))
    assert (
        max(
            likeness(s.colour.fill, t.colour.fill)
            for b in poor.boxes
            for s in b.slots
            for t in b.slots
        )
        > 0
    )


def test_likeness_is_that_of_the_sight_that_tells_worst():
    assert (
        likeness("#D55E00", "#009E73") > 0
    )  # vermilion and bluish green: far apart but for protans
    assert likeness("#CC79A7", "#E69F00") > likeness("#D55E00", "#009E73")


def test_the_cheapest_set_is_taken():
    cost, places = min((set_cost(places, FILLS), places) for places in combinations(range(5), 3))
    _, sets = solve_shares(Counter({Kind(3, 2): 4}), [50] * 5, FILLS)
    assert sets == {Kind(3, 2): [(places, 4)]}
    assert cost < set_cost((0, 1, 3), FILLS)


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

    def with_colour(kit: Kit, index: int, place: int) -> Kit:
        colour = next(
            colour
            for colour in kit.palette
            if colour not in {slot.colour for slot in kit.boxes[index].slots}
        )
        slots = list(kit.boxes[index].slots)
        slots[place] = replace(slots[place], colour=colour)
        boxes = list(kit.boxes)
        boxes[index] = replace(boxes[index], slots=tuple(slots))
        return replace(kit, boxes=tuple(boxes))

    plenty = build_kit("her", Wish(beads=parse_beads("red:20,blue:20,yellow:20,green:20")))
    assert made_again(plenty).verdict == "right"
    assert made_again(with_colour(plenty, 0, 0)).verdict == "right"
    scarce = build_kit("her", Wish(beads=parse_beads("red:18,blue:15,yellow:10,green:2")))
    assert made_again(scarce).verdict == "right"
    other = next(index for index, box in enumerate(scarce.boxes) if len(box.slots) == 3)
    assert made_again(with_colour(scarce, other, 0)).verdict == "wrong"


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
    """Return the smallest purchase, and the least cost of sets with it, from an integer program."""
    optimize = pytest.importorskip("scipy.optimize")
    numpy = pytest.importorskip("numpy")
    sets = [
        (kind, places)
        for kind in sorted(kinds)
        for places in combinations(range(len(stock)), kind.slots)
    ]
    boxes = [[float(kind == one) for kind, _ in sets] + [0.0] * len(stock) for one in sorted(kinds)]
    beads = [
        [float(kind.beads * (colour in places)) for kind, places in sets]
        + [-float(colour == other) for other in range(len(stock))]
        for colour in range(len(stock))
    ]
    all_bought = [0.0] * len(sets) + [1.0] * len(stock)
    numbers = [kinds[kind] for kind in sorted(kinds)]

    def least(costs: list[float], most: float) -> float:
        high = [*numbers, *stock, most]
        low = [*numbers, *[-numpy.inf] * len(stock), 0]
        constraints = optimize.LinearConstraint(
            numpy.array([*boxes, *beads, all_bought]), low, high
        )
        return optimize.milp(
            costs, constraints=constraints, integrality=1, options={"mip_rel_gap": 0}
        ).fun

    purchase = round(least(all_bought, numpy.inf))
    return purchase, least(
        [set_cost(places, fills) for _, places in sets] + [0.0] * len(stock), purchase
    )


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
    own = sum(
        set_cost(places, fills) * number for chosen in sets.values() for places, number in chosen
    )
    assert purchase or own <= 1.05 * cost + 0.1
