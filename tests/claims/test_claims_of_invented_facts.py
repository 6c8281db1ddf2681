"""What is claimed where one thing is otherwise: all claims on invented facts, as one text."""

from collections.abc import Mapping
from types import SimpleNamespace

from counting import at_least
from jobs import kit_of

from kitgen.claims.claims import CLAIMS, decide
from kitgen.claims.decided import FirstBead, UnbeatableWithin, UntilUnbeatable
from kitgen.claims.facts import Facts
from kitgen.claims.ranking import LessonResult
from kitgen.claims.unbeatable import Future, Mend
from kitgen.kit.kit import Kit
from kitgen.kit.rule import TAKES_LAST, Change, Rule
from kitgen.machine.first_games import Forecast
from kitgen.machine.learning import schedule_of, with_counts, with_rule

HER = kit_of("her")
BOXES = HER.boxes[:2]


class Invented(Facts):
    """Facts of which each is what it is said to be."""

    one_colour_left = False

    def __init__(self, **facts: object) -> None:
        kit = facts.pop("kit", HER)
        assert isinstance(kit, Kit)
        super().__init__(kit)
        self.schedule = schedule_of(kit.rule) if kit.rule.learns == "beads" else None
        vars(self).update(facts)


def future(**changes: object) -> Future:
    known = {"unbeatable": True, "lost_game": False, "stuck": (), "learns": True} | changes
    return Future(**known)


def ruled(**changes: object) -> Kit:
    """Hexapawn with a rule of its own."""
    return with_rule(HER, Rule(source="x", title={"en": "x"}, **changes), "own")


def seen(**changes: object) -> Forecast:
    known = {"opponent": "random", "last": (50, 0, 50), "gain": 0} | changes
    return SimpleNamespace(**known)


def until(least: int, most: int, mean: float, half: float) -> UntilUnbeatable:
    return UntilUnbeatable(least, most, mean, half)


def within(of_hundred: int, least: int, most: int, half: float | None) -> UnbeatableWithin:
    return UnbeatableWithin(500, of_hundred, least, most, half)


#: A machine that loses fewer games the more it plays, and its lessons.
BASE: Mapping[str, object] = {
    "future": future(),
    "still_learns": True,
    "mend": None,
    "value": 1,
    "decided": None,
    "results": {"random": LessonResult(9, 0.1, 30), "perfect": LessonResult(8, 0.1, 20)},
    "gains": {"random": 40, "perfect": 60},
    "teachers": ["perfect", "random"],
    "best_teachers": ["perfect"],
    "spoilers": [],
    "only_gets_worse": False,
    "wins_some": True,
    "luck_fades": True,
    "first_boxes": BOXES,
    "stops": True,
    "stops_losing": True,
    "weighs": False,
    "until": {"random": until(9, 13, 40.4, 35.5), "perfect": until(11, 11, 20, 19.5)},
    "within": {},
    "first_bead": FirstBead("random", 1.04, 0.05, 1.16, 0.06),
    "poor_lose_more": True,
    "forecasts": [seen(last=(60, 0, 40), gain=20)],
}
FIGURES: Mapping[str, object] = {
    "change": TAKES_LAST,
    "lost": True,
    "lost_all": True,
    "bags": 19,
    "most_stop": True,
    "beginners": True,
    "mattering": 2,
    "dull": True,
    "soon": True,
    "plies": 3,
    "large": True,
    "flat": True,
    "good": True,
    "worse": 40.0,
    "alike": 5.0,
    "bad": 0,
    "walked": True,
    "line": None,
    "to_go": 0,
    "unbeaten": True,
}

NOTHING = Change()
ADDS = Change(every=1)
TAKES = Change(every=-1)
MIXED = Change(from_end=(-1,), every=1)
LAST_MORE = Change(from_end=(1,))
TWO_LESS = Change(from_end=(-1, -1))

#: What is otherwise, by name; ``figures`` are changed one by one.
OTHERWISE: Mapping[str, Mapping[str, object]] = {
    "nothing is learned": {"future": future(learns=False), "still_learns": False},
    "nothing is learned any more": {"still_learns": False},
    "it only gets worse": {"only_gets_worse": True},
    "it only gets worse, and has learned all": {"only_gets_worse": True, "still_learns": False},
    "stuck": {"future": future(unbeatable=False, stuck=BOXES)},
    "stuck with one box": {"future": future(unbeatable=False, stuck=BOXES[:1])},
    "stuck in many": {"future": future(unbeatable=False, stuck=HER.boxes[:9])},
    "stuck, and mended": {
        "future": future(unbeatable=False, stuck=BOXES),
        "mend": Mend(("--rule", "x")),
    },
    "stuck and lost": {"future": future(unbeatable=False, stuck=BOXES), "value": -1},
    "it draws": {"value": 0},
    "it plays either side": {"value": None},
    "it loses": {"value": -1},
    "it loses every game": {"value": -1, "wins_some": False},
    "it loses, and is mended": {"value": -1, "mend": Mend(("--side", "black"))},
    "one teacher": {"teachers": ["random"], "best_teachers": ["random"]},
    "two of the best": {"best_teachers": ["perfect", "random"]},
    "no teacher": {"teachers": [], "best_teachers": []},
    "no teacher, and one that spoils": {
        "teachers": [],
        "best_teachers": [],
        "spoilers": ["random"],
    },
    "nobody was tried": {
        "results": {},
        "gains": {},
        "teachers": [],
        "best_teachers": [],
        "forecasts": [seen()],
    },
    "luck does not fade": {"luck_fades": False},
    "it stops, and wins": {"stops_losing": False},
    "it does not stop": {"stops": False, "stops_losing": False},
    "one first box": {"first_boxes": BOXES[:1]},
    "more beads matter less": {"weighs": True},
    "one colour is left": {"one_colour_left": True},
    "as many lost games": {
        "until": {"random": until(9, 9, 40, 19), "perfect": until(9, 9, 40, 19)}
    },
    "random takes long": {"until": {"random": until(9, 9, 48, 38), "perfect": until(9, 9, 40, 19)}},
    "never unbeatable": {"until": {}},
    "some within": {
        "until": {},
        "within": {"perfect": within(60, 5, 9, 44.2), "random": within(20, 4, 12, None)},
    },
    "none within": {
        "until": {},
        "within": {"perfect": within(0, 0, 0, None), "random": within(0, 0, 0, None)},
    },
    "as many lost within": {
        "until": {},
        "within": {"perfect": within(100, 5, 5, 44), "random": within(51, 5, 5, 90)},
    },
    "some within, by a rule that adds": {
        "until": {},
        "within": {"perfect": within(60, 5, 9, 44.2), "random": within(31, 4, 12, None)},
        "kit": ruled(win=ADDS),
        "decided": SimpleNamespace(
            against={"perfect": SimpleNamespace(lost=8.6), "random": SimpleNamespace(lost=9.4)}
        ),
    },
    "the first bead is worse": {"first_bead": FirstBead("perfect", 1.04, 0.05, 1.96, 0.06)},
    "the first bead was not tried": {"first_bead": None},
    "poor moves lose no more": {"poor_lose_more": False},
    "the line does not turn": {"forecasts": [seen(last=(40, 0, 60), gain=20)]},
    "the line falls as before": {"forecasts": [seen(last=(40, 0, 60), gain=-20)]},
    "one bead in each box": {
        "kit": with_counts(HER, [[1] + [0] * (len(box.slots) - 1) for box in HER.boxes])
    },
    "tris": {"kit": kit_of("her", rule="tris")},
    "never the last bead": {"kit": kit_of("her", rule="never-last")},
    "menace": {"kit": kit_of("menace")},
    "moves without a box": {"kit": kit_of("her-3x4", express=True)},
    "either side, lost if it begins": {"kit": kit_of("nim:8", side="either")},
    "either side, won if it begins": {"kit": kit_of("nim:7", side="either")},
    "no change": {"kit": ruled()},
    "wins add": {"kit": ruled(win=ADDS)},
    "wins add to the last": {"kit": ruled(win=LAST_MORE)},
    "wins add and take": {"kit": ruled(win=MIXED)},
    "losses take all": {"kit": ruled(loss=TAKES)},
    "losses take all, other chances": {"kit": ruled(loss=TAKES), "poor_lose_more": None},
    "losses take all to a floor": {"kit": ruled(loss=TAKES, floor=1)},
    "losses take the last to a floor": {"kit": ruled(loss=TAKES_LAST, floor=1)},
    "losses add": {"kit": ruled(loss=ADDS)},
    "losses add to a ceiling": {"kit": ruled(loss=ADDS, ceiling=9)},
    "losses and wins": {"kit": ruled(win=ADDS, loss=TAKES)},
    "losses of either kind": {"kit": ruled(win=LAST_MORE, loss=TAKES_LAST)},
    "losses take the last two": {"kit": ruled(loss=TWO_LESS)},
    "losses take the last slot": {"kit": ruled(loss=Change(last="remove"), floor=1)},
    "wins leave the last alone": {"kit": ruled(win=Change(last="only"))},
    "only the last bead is taken": {"kit": ruled(loss=TAKES_LAST)},
    "an outcome adds": {"change": ADDS},
    "an outcome takes": {"change": TAKES},
    "an outcome does both": {"change": MIXED},
    "an outcome does nothing": {"change": NOTHING},
    "an outcome adds, only worse": {"change": ADDS, "only_gets_worse": True},
    "an outcome does nothing, only worse": {"change": NOTHING, "only_gets_worse": True},
    **{
        f"no {name}": {name: False}
        for name in ("lost", "lost_all", "most_stop", "beginners", "dull", "soon")
    },
    **{f"no {name}": {name: False} for name in ("large", "flat", "good", "walked")},
    "few bags": {"bags": 18},
    "nothing matters": {"mattering": 0},
    "a usual course": {"worse": 7.0, "alike": 3.0},
    "a rare course": {"worse": 6.0, "alike": 3.9},
    "a seldom course": {"worse": 99.0, "alike": 0.5},
    "an odd course": {"worse": 99.1, "alike": 0.5},
    "losing beads are left": {"bad": 3},
    "a line still loses": {"line": "A1 R"},
    "games to go": {"to_go": 7},
    "it is not known": {"to_go": None},
    "it is not known, and something beats it": {"to_go": None, "unbeaten": False},
}


def text_of(key: str) -> str:
    return f"<{key}>"


def claimed(changes: Mapping[str, object]) -> dict[str, str]:
    figures = {**FIGURES, **{key: changes[key] for key in changes if key in FIGURES}}
    facts = {key: changes[key] for key in changes if key not in FIGURES}
    invented = Invented(**{**BASE, "figures": figures, **facts})
    said = {}
    for name in sorted(CLAIMS):
        decided = decide(name, invented, text_of)
        said[name] = "-"
        if decided is not None:
            values = dict(decided.values)
            if values.keys() >= FIGURES.keys():
                values = {key: values[key] for key in values.keys() - FIGURES.keys()}
                values["all figures"] = "given"
            said[name] = f"{decided.key} {decided.count or ''} {values or ''}".strip()
    return said


def test_all_that_is_claimed_where_one_thing_is_otherwise(golden):
    base = claimed({})
    lines = ["as it is:", *(f"    {name}: {said}" for name, said in base.items())]
    for name, changes in at_least(70, OTHERWISE.items()):
        lines.append(f"{name}:")
        for claim, said in claimed(changes).items():
            if said != base[claim]:
                lines.append(f"    {claim}: {said}")
    golden("claims/of-invented-facts", "\n".join(lines))
