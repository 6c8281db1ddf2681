"""What decides claims, worked out for small machines and with few of them, as readable text; and
how facts follow from figures invented for them.
"""

from dataclasses import replace
from types import SimpleNamespace

import msgspec
import pytest
from counting import at_least
from jobs import kit_of

from kitgen.claims import claims, unbeatable
from kitgen.claims import facts as facts_module
from kitgen.claims import until_unbeatable as until_module
from kitgen.claims.claims import CLAIMS
from kitgen.claims.decided import (
    DecidedLesson,
    FirstBead,
    Trained,
    UnbeatableWithin,
    UntilUnbeatable,
)
from kitgen.claims.facts import (
    Facts,
    compare_first_bead,
    machines_with_one_colour_left,
    poor_moves_lose_more,
    trained_by,
)
from kitgen.claims.ranking import LessonResult, lesson_result
from kitgen.claims.same_machine import SameMachine, machine_digest
from kitgen.claims.unbeatable import (
    Future,
    SideGames,
    _keeps_losing,
    _take,
    never_perfect_in_a_lesson,
    value_for_machine,
    value_for_side,
)
from kitgen.claims.until_unbeatable import until_unbeatable, within_games
from kitgen.errors import UsageError
from kitgen.kit.rule import WHEN_EMPTY
from kitgen.machine import first_games
from kitgen.machine.first_games import LESSON, SHORTER, opponents_of
from kitgen.machine.learning import starting_beads, with_counts


def some(**values):
    return SimpleNamespace(**values)


# --- which machines are the same
# --------------------------------------------------------------------------------------------------


def test_machines_are_the_same_that_play_the_same_games():
    """Whatever their language and names; no word of their choices may be lost."""
    her = kit_of("her")
    digest = machine_digest(her)
    for same in (kit_of("her", language="it"), kit_of("hexapawn:3x3")):
        assert machine_digest(same) == digest
    others = (
        kit_of("her", rule="michie"),
        kit_of("her", forced="skip"),
        kit_of("her", palette="grey"),
        kit_of("her-3x4"),
        kit_of("him"),
    )
    assert len({digest, *map(machine_digest, others)}) == 6
    fuller = msgspec.structs.replace(her.rule, title={"en": "x"}, source="x")
    assert machine_digest(replace(her, rule=fuller)) == digest
    assert SameMachine.of(her) == SameMachine(digest, kit_of("him"))
    assert SameMachine.of(her).kit is her
    assert len(digest) == 64


# --- ranking
# --------------------------------------------------------------------------------------------------


def test_opponents_that_are_met_as_often_as_each_other_count_alike():
    seen = [
        some(lost=9.0, lost_error=0.3, last_loss=30),
        some(lost=6.0, lost_error=0.4, last_loss=20),
    ]
    found = lesson_result(*seen)
    assert found == LessonResult(7.5, 0.25, 25)
    assert lesson_result(seen[0]) == LessonResult(9.0, 0.3, 30)


# --- facts
# --------------------------------------------------------------------------------------------------


def forecast(opponent="random", first=(5, 0, 5), last=(8, 0, 2), gain=30, spread=(2.0, 1.0)):
    return some(
        opponent=opponent,
        first=first,
        last=last,
        gain=gain,
        spread=spread,
        lost=9.0,
        lost_error=0.1,
        last_loss=30,
    )


def facts_of(kit=None, forecasts=(), figures=None, **known):
    facts = Facts(kit or kit_of("her"), forecasts, figures)
    facts.__dict__.update(known)
    return facts


def trained(lost, gain):
    return Trained(lost, 0.0, 20, gain)


def test_figures_that_are_decided_beforehand_stand_before_those_of_a_print():
    known = some(against={"random": trained(5.0, 40), "perfect": trained(4.0, 50)})
    assert facts_of(decided=known).gains == {"random": 40, "perfect": 50}
    seen = [forecast(), forecast("winning-move", gain=-10)]
    facts = facts_of(forecasts=seen, decided=known)
    assert facts.gains == {"random": 40, "winning-move": -10}
    assert facts.results["random"] == LessonResult(5.0, 0.0, 20)
    assert facts.results["winning-move"] == LessonResult(9.0, 0.1, 30)
    assert facts.teachers == facts.best_teachers == ["random"]
    assert facts.spoilers == ["winning-move"]
    assert facts_of(decided=None).gains == {}
    assert facts_of(decided=None).best_teachers == []
    assert trained_by(seen[0]) == Trained(9.0, 0.1, 30, 30)


@pytest.mark.parametrize(
    ("gains", "worse"),
    [
        ((-10, 0), True),
        ((-9, 0), False),
        ((-10, 1), False),
        ((-10,), True),
        ((10,), False),
        ((), False),
    ],
)
def test_a_machine_only_gets_worse_where_it_clearly_does_and_never_better(
    monkeypatch, gains, worse
):
    by_opponent = {f"a{number}": gain for number, gain in enumerate(gains)}
    known = some(against={name: trained(1, gain) for name, gain in by_opponent.items()})
    monkeypatch.setattr(facts_module, "decided", lambda _: known)
    assert facts_of(gains={"random": 50}).only_gets_worse is worse
    monkeypatch.setattr(facts_module, "decided", lambda _: None)
    monkeypatch.setattr(facts_module, "_gains_of_lost_game", lambda _: {})
    assert facts_of(gains=by_opponent).only_gets_worse is worse
    monkeypatch.setattr(facts_module, "_gains_of_lost_game", lambda _: by_opponent)
    assert facts_of(gains={}).only_gets_worse is worse


def test_of_a_machine_that_has_played_it_is_asked_what_a_new_one_can_become(monkeypatch):
    """Only whether it still learns is asked of its beads as they are."""
    her = kit_of("her")
    empty = with_counts(her, [[0] * len(row) for row in starting_beads(her)])
    trained_kit = replace(empty, played=("a game",))
    assert trained_kit.trained
    calls = []

    def ask(found):
        return lambda kit: calls.append(kit.kit if isinstance(kit, SameMachine) else kit) or found

    future = Future(unbeatable=True, lost_game=False, stuck=(), learns=True)
    monkeypatch.setattr(facts_module, "future_of", ask(future))
    monkeypatch.setattr(facts_module, "decided", ask(None))
    monkeypatch.setattr(facts_module, "_gains_of_lost_game", ask({}))
    monkeypatch.setattr(facts_module, "_finds_one_colour_left", ask(True))
    for kit in (trained_kit, her):
        facts = facts_of(kit, gains={})
        assert (facts.future, facts.only_gets_worse, facts.one_colour_left) == (future, False, True)
        assert facts.still_learns
        *of_new, of_its_own = calls
        assert [starting_beads(one) for one in of_new] == [starting_beads(her)] * 4
        assert of_its_own is kit
        calls.clear()


@pytest.mark.parametrize(
    ("forecasts", "wins", "fades"),
    [
        ([], False, False),
        ([forecast()], True, True),
        ([forecast(first=(0, 9, 1))], True, True),
        ([forecast(first=(0, 9, 1), last=(0, 9, 1))], False, True),
        ([forecast(spread=(1.0, 1.0))], True, False),
        ([forecast(), forecast(spread=(1.0, 2.0))], True, False),
    ],
)
def test_whether_it_wins_and_whether_luck_fades(forecasts, wins, fades):
    facts = facts_of(forecasts=forecasts)
    assert facts.wins_some is wins
    assert facts.luck_fades is fades


def test_the_side_of_a_lesson_is_that_of_its_figures():
    either = kit_of("nim:8", side="either")
    for figures, side, value in (({"side": 0}, 0, -1), ({"side": 1}, 1, 1), ({}, 0, -1)):
        facts = facts_of(either, figures=figures)
        assert (facts.lesson_side, facts.lesson_value) == (side, value)
        assert facts.sides == ((side,) if figures else (0, 1))
    assert facts_of(either).value is None
    assert (facts_of().value, facts_of().lesson_side, facts_of().sides) == (1, 1, (1,))
    assert facts_of(kit_of("him")).value == -1
    assert value_for_machine(kit_of("him")) == value_for_side(kit_of("her"), 0) == -1
    assert value_for_machine(kit_of("her")) == 1


@pytest.mark.parametrize(
    ("name", "wish", "stops", "loses"),
    [
        ("her", {}, True, True),
        ("her", {"rule": "never-last"}, False, False),
        ("her", {"rule": "tris"}, False, False),
        ("awari-mini", {}, True, False),
        ("nim:6", {"side": "first", "forced": "skip"}, True, True),
        ("nim:8", {"side": "either"}, True, True),
    ],
)
def test_whether_a_machine_stops_and_then_loses(name, wish, stops, loses):
    facts = facts_of(kit_of(name, **wish))
    assert (facts.stops, facts.stops_losing) == (stops, loses)
    assert facts.weighs is (facts.schedule is not None and facts.schedule.by_numbers)
    assert (facts.schedule is None) is (wish.get("rule") == "tris")


def test_machines_are_tried_for_the_first_bead_and_poor_moves_unless_that_is_decided(monkeypatch):
    calls = []
    monkeypatch.setattr(facts_module, "compare_first_bead", lambda *words: calls.append(words))
    monkeypatch.setattr(facts_module, "poor_moves_lose_more", calls.append)
    her = kit_of("her")
    for kit in (her, kit_of("her", rule="tris"), kit_of("awari-mini")):
        assert facts_of(kit, decided=None).first_bead is None
    assert calls == [(her, opponents_of(her)[0], 60)]
    assert facts_of(decided=None).poor_lose_more is None
    assert calls[1:] == [her]
    known = some(first_bead=FirstBead("x", 1, 1, 1, 1), poor_lose_more=True)
    assert facts_of(decided=known).first_bead is known.first_bead
    assert facts_of(decided=known).poor_lose_more is True
    assert len(calls) == 2


def test_how_long_it_takes_is_known_of_shipped_lessons_and_simulated_for_others(monkeypatch):
    until = UntilUnbeatable(1, 2, 3, 4)
    within = UnbeatableWithin(500, 40, 1, 2, None)
    lesson = DecidedLesson("a", "m", 1, against={"random": until}, within={"random": within})
    monkeypatch.setattr(facts_module, "decided_until", lambda *_: lesson)
    assert (facts_of().until, facts_of().within) == (lesson.against, lesson.within)
    monkeypatch.setattr(facts_module, "decided_until", lambda *_: None)
    for name, found in (("until_unbeatable", until), ("within_games", within)):
        asked = []

        def simulate(*words, found=found, asked=asked):
            asked.append(words)
            return found

        monkeypatch.setattr(until_module, name, simulate)
        key = "until" if name == "until_unbeatable" else "within"
        assert getattr(facts_of(), key) == {"perfect": found, "random": found}
        assert asked == [(kit_of("her"), 1, "perfect"), (kit_of("her"), 1, "random")]
        monkeypatch.setattr(
            until_module, name, lambda *words, found=found: found if "perfect" in words else None
        )
        assert getattr(facts_of(), key) == {}


def test_gains_are_tried_where_a_machine_can_get_worse(monkeypatch):
    """Where its opponent can always win, of few boxes and by a rule that only takes."""
    tried = []

    def games(kit, opponent):
        if opponent == refused:
            raise UsageError("no")
        tried.append((kit, opponent))
        return opponent

    monkeypatch.setattr(facts_module, "FirstGames", games)
    monkeypatch.setattr(facts_module, "forecast", lambda _, machines: some(gain=machines))
    him = kit_of("him")
    gains = facts_module._gains_of_lost_game.__wrapped__
    refused = ""
    assert gains(SameMachine.of(him)) == dict.fromkeys(opponents_of(him), 60)
    assert tried == [(him, opponent) for opponent in opponents_of(him)]
    refused = opponents_of(him)[-1]
    assert gains(SameMachine.of(him)) == {}
    refused = ""
    for other in (kit_of("her"), kit_of("him", rule="michie")):
        assert gains(SameMachine.of(other)) == {}
    monkeypatch.setattr(facts_module, "MAX_TRIED_BOXES", len(him.boxes))
    assert gains(SameMachine.of(him))
    monkeypatch.setattr(facts_module, "MAX_TRIED_BOXES", len(him.boxes) - 1)
    assert gains(SameMachine.of(him)) == {}


def test_a_class_finds_one_colour_left_where_eight_of_ten_machines_have_it(monkeypatch):
    her = kit_of("her")
    finds = facts_module._finds_one_colour_left.__wrapped__
    for found, is_found in (([24, 24], True), ([30, 23], False), ([23, 30], False)):
        left = iter(found)
        monkeypatch.setattr(
            facts_module, "machines_with_one_colour_left", lambda *_, left=left: next(left)
        )
        monkeypatch.setattr(facts_module, "opponents_of", lambda _: ["a", "b"])
        assert finds(SameMachine.of(her)) is is_found
    assert finds(SameMachine.of(kit_of("her", rule="michie"))) is False

    def refuse(*_):
        raise UsageError("no")

    monkeypatch.setattr(facts_module, "machines_with_one_colour_left", refuse)
    assert finds(SameMachine.of(her)) is False


def test_what_is_said_to_decide_claims_is_what_does():
    until = until_module
    for said, figures in (
        (claims._UNTIL, [f"{until.MACHINES} simulated machines"]),
        (claims._WITHIN, [f"{until.ADDING_MACHINES} simulated", f"{until.GAMES_OF_ADDING} games"]),
        (claims._FORECAST, [f"{first_games.COUNTED} machines", f"{LESSON} games each"]),
        (claims._SEARCH, [f"up to {unbeatable.MAX_POSITIONS:,} positions"]),
        (claims._LEARNING, [f"or {facts_module.TRIED_MACHINES} machines where"]),
        (claims._LEFT, [f"{facts_module.OPENED_MACHINES} machines, {SHORTER} games each"]),
        (claims._LEFT, [f"{facts_module.MIN_FOUND_OF_TEN} of 10 have"]),
        (CLAIMS["explore"].decided_by, [f"{facts_module.FIRST_BEAD_MACHINES} machines"]),
        (CLAIMS["explore"].decided_by, [f"{LESSON} games each"]),
    ):
        for figure in at_least(1, figures):
            assert figure in said
    assert until_unbeatable.__kwdefaults__ == {"machines": 200, "most_games": 60_000}
    assert within_games.__kwdefaults__ == {"machines": 60, "games": 500, "most_positions": 1_000}
    assert (facts_module.MAX_TRIED_BOXES, facts_module.MAX_CHANCES) == (120, 20_000)


# --- worked out
# --------------------------------------------------------------------------------------------------

SMALL = {
    "her": {},
    "him": {},
    "ladder": {},
    "nim:6": {"side": "first", "forced": "skip"},
    "nim:5,last=loses": {"side": "either"},
    "tictactoe:2x2": {"side": "x"},
    "hexapawn:2x3": {},
}


def beads_in(numbers):
    return " ".join(",".join(map(str, row)) for row in numbers)


def test_what_a_few_machines_show(golden):
    lines = []
    for name, wish in at_least(7, SMALL.items()):
        kit = kit_of(name, **wish)
        lines.append(f"{name}:")
        for opponent in opponents_of(kit)[:2]:
            left = machines_with_one_colour_left(kit, opponent, 4)
            lines.append(f"    {opponent}: {left} of 4 with one colour left")
            compared = compare_first_bead(kit, opponent, 4)
            figures = (compared.any_bead, compared.any_error, compared.first_bead)
            shown = " ".join(f"{figure:.4g}" for figure in (*figures, compared.first_error))
            lines.append(f"    {compared.opponent}: {shown}")
        lines.append(f"    poor moves lose more: {poor_moves_lose_more(kit)}")
        for side in kit.players:
            differences = facts_module._differences(kit, side)
            lines.append(f"    side {side}: {' '.join(f'{one:.4g}' for one in differences)}")
            if kit.players == (0, 1):
                lines.append(f"    its game: {value_for_side(kit, side):+d}")
            for opponent in ("perfect", "random"):
                until = until_unbeatable(kit, side, opponent, machines=3)
                lines.append(f"    until, {opponent}: {until}")
    for rule in ("michie", "gardner-reward"):
        kit = kit_of("nim:5,last=loses", side="either", rule=rule)
        for opponent in ("perfect", "random"):
            within = within_games(kit, 1, opponent, machines=5, games=30)
            lines.append(f"within, {rule}, {opponent}: {within}")
    golden("claims/worked-out", "\n".join(lines))


def test_nothing_is_worked_out_of_poor_moves_where_there_are_none_or_too_many(monkeypatch):
    for kit in (kit_of("her", rule="tris"), kit_of("awari-mini")):
        assert poor_moves_lose_more(kit) is None
    monkeypatch.setattr(facts_module, "MAX_CHANCES", 3)
    assert poor_moves_lose_more(kit_of("her")) is None
    monkeypatch.setattr(facts_module, "_differences", lambda *_: [])
    assert poor_moves_lose_more(kit_of("her")) is None
    for found, more in (([0.5, -0.4], True), ([0.5, -0.5], False), ([-0.1], False)):
        monkeypatch.setattr(facts_module, "_differences", lambda *_, found=found: found)
        assert poor_moves_lose_more(kit_of("her")) is more


@pytest.mark.parametrize(
    ("first", "most", "found"),
    [(5000, 60_000, True), (20, 60_000, False), (5000, 80, False), (5000, 20, False)],
)
def test_machines_that_take_too_many_games_are_given_up(monkeypatch, first, most, found):
    """The first two, and all of them, also where the first two have already taken more."""
    monkeypatch.setattr(until_module, "FIRST_MACHINES", 2)
    monkeypatch.setattr(until_module, "MAX_FIRST_GAMES", first)
    kit = kit_of("nim:8")
    until = until_unbeatable(kit, 1, "perfect", machines=4, most_games=most)
    assert (until is not None) is found
    monkeypatch.setattr(until_module, "MAX_POSITIONS", len(SideGames(kit, 1).nodes) - 1)
    assert until_unbeatable(kit, 1, "perfect", machines=4) is None


def test_what_is_never_simulated_until_nothing_beats_it():
    """The other side, a rule that adds, one by which losing beads stay, one without beads."""
    either = kit_of("nim:8", side="either")
    assert until_unbeatable(either, 0, "perfect", machines=1) is None
    assert until_unbeatable(either, 1, "perfect", machines=1) is not None
    for rule in ("michie", "tris", "never-last"):
        kit = kit_of("nim:8", side="either", rule=rule)
        assert until_unbeatable(kit, 1, "perfect", machines=1) is None
    adding = kit_of("nim:8", side="either", rule="gardner-reward")
    few = {"machines": 1, "games": 2}
    assert within_games(adding, 0, "perfect", **few) is None
    assert within_games(adding, 1, "perfect", **few) == UnbeatableWithin(2, 0, 0, 0, None)
    assert within_games(adding, 1, "perfect", **few, most_positions=3) is None
    assert within_games(either, 1, "perfect", **few) is None
    tris = kit_of("nim:8", side="either", rule="tris")
    assert within_games(tris, 1, "perfect", **few) is None
    assert within_games(adding, 1, "nobody", **few) is None
    assert until_unbeatable(either, 1, "nobody", machines=1) is None


def test_machines_of_a_drawn_game_are_simulated(monkeypatch):
    monkeypatch.setattr(until_module, "value_for_side", lambda *_: 0)
    either = kit_of("nim:8", side="either")
    assert until_unbeatable(either, 1, "perfect", machines=1) is not None
    adding = kit_of("nim:8", side="either", rule="gardner-reward")
    assert within_games(adding, 1, "perfect", machines=1, games=2) is not None


def course(games, lost=0):
    return None if games is None else until_module._Course(games, lost)


@pytest.mark.parametrize(
    ("courses", "found"),
    [
        ([(10, 3), (20, 5), (30, 4)], UnbeatableWithin(500, 100, 3, 5, 20)),
        ([(10, 3), (20, 5), (None,)], UnbeatableWithin(500, 66, 3, 5, 20)),
        ([(10, 3), (20, 5), (None,), (None,)], UnbeatableWithin(500, 50, 3, 5, None)),
        ([(10, 3), (20, 5), (30, 1), (None,)], UnbeatableWithin(500, 75, 1, 5, 25)),
        ([(None,)], UnbeatableWithin(500, 0, 0, 0, None)),
    ],
)
def test_half_of_the_machines_are_told_of_where_more_than_half_get_there(
    monkeypatch, courses, found
):
    made = iter([course(*one) for one in courses])
    bounds = []

    def next_course(_kit, _games, _results, most):
        bounds.append(most)
        return next(made)

    monkeypatch.setattr(until_module, "_course", next_course)
    adding = kit_of("nim:8", side="either", rule="gardner-reward")
    assert within_games(adding, 1, "random", machines=len(courses)) == found
    assert bounds == [500] * len(courses)


# --- beads that stay
# --------------------------------------------------------------------------------------------------


def test_what_can_be_lost_with_some_beads(golden):
    """Of nim: boxes that are reached, picks that are blamed, and whether a game can be lost."""
    lines = []
    for name, side in (("nim:5", "first"), ("nim:5,last=loses", "second"), ("her", "black")):
        kit = kit_of(name, side=side)
        games = SideGames(kit, kit.players[0])
        full = [list(row) for row in starting_beads(kit)]
        no_first = [[0] * len(full[0]), *full[1:]]
        good = []
        for box in kit.boxes:
            best = max(slot.value for slot in box.slots)
            good.append([int(slot.value == best) for slot in box.slots])
        cases = {
            "full": full,
            "no first": no_first,
            "no last": [*full[:-1], [0] * len(full[-1])],
            "good": good,
        }
        for what, beads in cases.items():
            lines.append(f"{name} {what}: {beads_in(beads)}")
            lines.append(f"    reached {sorted(games.reached(beads))}")
            for goes_back in (False, True):
                blamed = sorted(games.blamed(beads, goes_back=goes_back))
                lines.append(f"    blamed {blamed}{', back' if goes_back else ''}")
            can = [word for word in WHEN_EMPTY if games.can_lose(beads, WHEN_EMPTY[word])]
            lines.append(f"    can lose: {' '.join(can)}")
    golden("claims/what-can-be-lost", "\n".join(lines))


@pytest.mark.parametrize(
    ("row", "slot", "rule", "left", "taken"),
    [
        ([3, 1], 0, {}, [0, 1], True),
        ([3, 0], 0, {}, [0, 0], True),
        ([3, 0], 0, {"keeps_last": True}, [1, 0], True),
        ([3, 1], 0, {"keeps_last": True}, [0, 1], True),
        ([1, 0], 0, {"keeps_last": True}, [1, 0], False),
        ([3, 1], 0, {"floor": 2}, [2, 1], True),
        ([1, 1], 0, {"floor": 2}, [1, 1], False),
        ([3, 1], 0, {"floor": 2, "removes": True}, [0, 1], True),
        ([0, 1], 0, {}, [0, 1], False),
        ([3, 1], 1, {}, [3, 0], True),
    ],
)
def test_as_many_beads_are_taken_as_lost_games_can(row, slot, rule, left, taken):
    known = {"keeps_last": False, "floor": 0, "removes": False} | rule
    schedule = some(
        keeps_last=known["keeps_last"], floor=known["floor"], removes=lambda _: known["removes"]
    )
    assert _take(schedule, row, slot) is taken
    assert row == left


@pytest.mark.parametrize(
    ("values", "beads", "keeps"),
    [
        ((1, -1), (1, 1), True),
        ((1, -1), (1, 0), False),
        ((0, -1), (0, 1), True),
        ((-1, -2), (1, 1), False),
        ((1, 0), (1, 1), False),
    ],
)
def test_a_box_keeps_losing_where_a_better_move_is_beside_a_losing_bead(values, beads, keeps):
    box = some(slots=[some(value=value) for value in values])
    assert _keeps_losing(box, beads) is keeps


def test_who_begins_a_lesson_decides_whether_its_machine_can_become_perfect(golden):
    lines = []
    for name, wish in (
        ("nim:8", {"side": "either"}),
        ("nim:7", {"side": "either"}),
        ("him", {}),
        ("her", {}),
        ("nim:10,last=loses", {"side": "either", "rule": "never-last"}),
        ("hexapawn:3x3", {"side": "white", "rule": "never-last"}),
    ):
        kit = kit_of(name, **wish)
        for begins in ("machine", "human", None):
            found = never_perfect_in_a_lesson(kit, begins)
            text = "-" if found is None else f"{found.line} | {' '.join(found.boxes)}"
            lines.append(f"{name}, {begins}: {text}")
    golden("claims/in-a-lesson", "\n".join(lines))


def test_a_reason_names_eight_boxes_and_more(monkeypatch):
    kit = kit_of("her")
    for count, said in ((8, "B6 never leave"), (9, "B6 and more never leave")):
        future = Future(unbeatable=False, lost_game=False, stuck=kit.boxes[:count], learns=True)
        monkeypatch.setattr("kitgen.claims.unbeatable.future_of", lambda _, f=future: f)
        found = never_perfect_in_a_lesson(kit, None)
        assert found.reason.endswith(said)
        assert found.boxes == tuple(box.id for box in kit.boxes[:count])
        assert found.options == ()
        assert found.line == found.reason
        monkeypatch.undo()
