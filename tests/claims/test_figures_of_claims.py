"""The questions and figures of claims, one by one, on facts invented for them: both sides of each
threshold, and how each number is rounded.
"""

from types import SimpleNamespace

import pytest
from counting import at_least
from jobs import TEMPLATES, kit_of

from kitgen.claims import claims
from kitgen.claims.facts import Facts
from kitgen.claims.ranking import LessonResult, best, best_first
from kitgen.kit.rule import TAKES_LAST, Change
from kitgen.machine.first_games import opponents_of


def some(**values):
    """Return a thing with these attributes."""
    return SimpleNamespace(**values)


def until(mean, half, least=3, most=8):
    return some(mean=mean, half=half, least=least, most=most)


def untils(perfect, random):
    return some(until={"perfect": perfect, "random": random}, within={})


def within(of_hundred, half=None, least=3, most=8, games=500):
    return some(of_hundred=of_hundred, half=half, least=least, most=most, games=games)


def withins(perfect, random=None):
    by_opponent = {"perfect": perfect}
    if random:
        by_opponent["random"] = random
    return some(within=by_opponent, until={})


NOBODY = some(until={}, within={})


@pytest.mark.parametrize(
    ("mean", "half", "shown"),
    [
        (7.4, 5.0, (7, 5)),
        (7.6, 5.2, (8, 6)),
        (8.9, 5.9, (9, 6)),
        (12.0, 6.0, (12, 6)),
        (0.51, 0.1, (1, 1)),
    ],
)
def test_a_mean_is_rounded_and_half_of_them_are_there_by_the_next_game(mean, half, shown):
    values = claims._until_values(untils(until(mean, half), until(2 * mean, 2 * half)), str)
    assert (values["perfect_mean"], values["perfect_half"]) == shown
    assert [*values] == ["perfect_mean", "perfect_half", "random_mean", "random_half"]
    assert values["random_mean"] == round(2 * mean)


def test_the_fewest_and_the_most_lost_games_are_those_against_all_opponents():
    facts = untils(until(5, 5, least=4, most=9), until(5, 5, least=3, most=7))
    assert claims._losses_values(facts, str) == {"least": 3, "most": 9}
    assert claims._most_losses(facts) == 9
    assert not claims._same_losses(facts)
    assert claims._same_losses(untils(until(5, 5, 6, 6), until(5, 5, 6, 6)))
    assert not claims._same_losses(untils(until(5, 5, 6, 6), until(5, 5, 7, 7)))
    assert not claims._same_losses(NOBODY)


def test_of_machines_that_get_there_alone_the_losses_count():
    facts = withins(within(40, least=4, most=9), within(0, least=0, most=99))
    assert claims._some_get_there(facts)
    assert claims._losses_within(facts, str) == {"least": 4, "most": 9}
    assert claims._most_losses_within(facts) == 9
    assert not claims._same_losses_within(facts)
    assert claims._same_losses_within(withins(within(1, least=5, most=5)))
    nobody_there = withins(within(0, least=5, most=5))
    assert not claims._some_get_there(nobody_there)
    assert not claims._same_losses_within(nobody_there)
    assert claims._within_values(withins(within(40), within(7)), str) == {
        "perfect": 40,
        "random": 7,
        "games": 500,
    }


@pytest.mark.parametrize(("half", "games"), [(12.0, 12), (12.1, 13), (0.0, 0)])
def test_half_of_the_machines_are_there_within_whole_games(half, games):
    facts = withins(within(60, half=half))
    assert claims._half_within(facts)
    assert claims._half_values(facts, str) == {"half": games}
    assert not claims._half_within(withins(within(49)))
    assert not claims._half_within(NOBODY)


@pytest.mark.parametrize(
    ("perfect", "random", "adds", "long"),
    [
        (100, 100, True, False),
        (0, 0, True, False),
        (99, 100, True, True),
        (100, 1, True, True),
        (99, 1, False, False),
    ],
)
def test_wins_make_it_long_where_some_machines_get_there_and_not_all(perfect, random, adds, long):
    facts = withins(within(perfect), within(random))
    facts.kit = some(rule=some(win=some(adds=adds)))
    assert claims._wins_make_it_long(facts) is long


@pytest.mark.parametrize(
    ("perfect", "random", "long"), [(40, 20, True), (39, 20, False), (2, 0, True), (1, 0, False)]
)
def test_random_takes_long_from_twice_as_few_machines(perfect, random, long):
    assert claims._random_takes_long(withins(within(perfect), within(random))) is long


@pytest.mark.parametrize(
    ("perfect", "random", "long"), [(10.0, 20.0, True), (10.0, 19.9, False), (10.0, 5.0, False)]
)
def test_random_takes_long_from_twice_as_many_games(perfect, random, long):
    assert claims._random_takes_long(untils(until(1, perfect), until(1, random))) is long
    assert not claims._random_takes_long(NOBODY)


@pytest.mark.parametrize(
    ("perfect", "random", "fewer"), [(10, 12, True), (10, 11.9, False), (10, 5, False)]
)
def test_perfect_takes_fewer_from_a_fifth_more_games(perfect, random, fewer):
    assert claims._perfect_takes_fewer(untils(until(perfect, 1), until(random, 1))) is fewer
    assert not claims._perfect_takes_fewer(NOBODY)


def test_the_first_losses_are_rounded_and_need_both_opponents():
    lost = {"perfect": some(lost=10.6), "random": some(lost=9.4), "winning-move": some(lost=1.0)}
    facts = withins(within(1))
    facts.decided = some(against=lost)
    assert claims._loses_at_first(facts)
    assert claims._first_losses(facts, str) == {"perfect": 11, "random": 9, "games": 50}
    del lost["random"]
    assert not claims._loses_at_first(facts)
    facts.decided = None
    assert claims._decided_lost(facts) == {}
    facts = some(within={}, decided=some(against={"perfect": 1, "random": 1}))
    assert not claims._loses_at_first(facts)


@pytest.mark.parametrize(
    ("last", "gain", "turns_up", "falls_slower"),
    [
        ((30, 40, 30), 20, False, True),
        ((31, 39, 30), 20, True, True),
        ((31, 39, 30), 0, False, False),
        ((31, 39, 30), 1, True, False),
        ((10, 0, 90), 10, False, True),
        ((10, 0, 90), 9, False, False),
    ],
)
def test_the_line_turns_up_where_wins_are_more_and_falls_slower_from_ten_games(
    last, gain, turns_up, falls_slower
):
    facts = some(forecasts=[some(last=last, gain=gain, opponent="random"), None])
    assert claims._turns_up(facts) is turns_up
    assert claims._falls_slower(facts) is falls_slower
    assert claims._line_values(facts, str) == {"opponent": "curve.band.random", "games": 50}


def results(**lost):
    return {name: LessonResult(mean, 0.0, last) for name, (mean, last) in lost.items()}


@pytest.mark.parametrize(
    ("gains", "teachers", "spoilers"),
    [
        ({"random": 10, "perfect": 9}, ["random"], []),
        ({"random": 10, "perfect": 10}, ["perfect", "random"], []),
        ({"random": -9, "perfect": -10}, [], ["perfect"]),
        ({"random": 0, "perfect": 0}, [], []),
    ],
)
def test_ten_games_of_a_hundred_make_a_teacher_or_a_spoiler(gains, teachers, spoilers):
    facts = Facts(kit_of("her"))
    facts.__dict__["results"] = results(random=(9, 30), perfect=(8, 40))
    facts.__dict__["gains"] = gains
    assert facts.teachers == teachers
    assert facts.spoilers == spoilers
    assert claims._two_teach(facts) is (len(teachers) == 2)
    assert claims._one_teaches(facts) is (len(teachers) == 1)
    assert claims._slow(facts) is (not teachers and not spoilers)
    assert claims._worse_values(facts, str) == {
        "opponents": tuple(f"curve.band.{name}" for name in spoilers)
    }


def test_who_trains_a_machine_are_its_first_two_teachers_or_who_comes_first():
    facts = Facts(kit_of("her"))
    facts.__dict__["teachers"] = ["perfect", "random", "winning-move"]
    expected = {"who": ("guide.who.perfect", "guide.who.random"), "games": 50}
    assert claims._train_values(facts, str) == expected
    facts.__dict__["teachers"] = []
    first = opponents_of(facts.kit)[0]
    assert claims._train_values(facts, str) == {"who": (f"guide.who.{first}",), "games": 50}


def test_the_best_are_named_with_the_rounded_losses_of_the_first():
    facts = some(
        best_teachers=["perfect", "random"], results=results(random=(8, 5), perfect=(8.6, 5))
    )
    assert claims._best_values(facts, str) == {
        "list": ("curve.band.perfect", "curve.band.random"),
        "lost": 9,
        "games": 50,
    }
    assert not claims._teachers_cost_fewest(facts)
    assert claims._others_cost_fewer(facts)
    facts.best_teachers = ["random"]
    assert claims._teachers_cost_fewest(facts)
    assert not claims._others_cost_fewer(facts)
    facts.best_teachers = []
    assert not claims._teachers_cost_fewest(facts)
    assert not claims._others_cost_fewer(facts)


@pytest.mark.parametrize(
    ("standings", "order", "few"),
    [
        ({"a": (9, 1.0, 30), "b": (10.9, 0.0, 20)}, ["a", "b"], ["b"]),
        ({"a": (9, 1.0, 30), "b": (11.1, 0.0, 20)}, ["a", "b"], ["a"]),
        ({"a": (9, 0.6, 30), "b": (11.0, 0.8, 29.5)}, ["a", "b"], ["a", "b"]),
        ({"a": (9, 0.6, 30), "b": (11.1, 0.8, 29.5)}, ["a", "b"], ["a"]),
        ({"a": (9, 1.0, 30), "b": (9, 1.0, 29)}, ["b", "a"], ["b"]),
        ({"a": (9, 1.0, 29.9), "b": (9, 1.0, 29)}, ["b", "a"], ["b", "a"]),
        ({"a": (9, 0.0, 29)}, ["a"], ["a"]),
    ],
)
def test_the_best_lose_no_clearly_more_and_last_a_game_earlier(standings, order, few):
    by_name = {name: LessonResult(*figures) for name, figures in standings.items()}
    assert best_first(by_name) == order
    assert best(by_name) == few


def test_whoever_is_stuck_is_named_up_to_a_few():
    boxes = [some(id=f"B{number}") for number in range(1, claims.MAX_NAMED + 3)]
    facts = some(future=some(stuck=boxes), value=0, mend=None)
    named = ", ".join(box.id for box in boxes[: claims.MAX_NAMED])
    assert claims._stuck(facts)
    assert claims._stuck_values(facts, str) == {"list": f"{named}, …"}
    assert claims._stuck_count(facts) == len(boxes)
    assert not claims._mended(facts)
    assert claims._mended_values(facts, str) == {"list": f"{named}, …", "options": ""}
    facts.future.stuck = boxes[: claims.MAX_NAMED]
    facts.mend = some(options=["--rule", "michie"])
    assert claims._mended(facts)
    assert claims._mended_values(facts, str) == {"list": named, "options": "--rule michie"}
    assert not claims._lost_but_mended(facts)
    facts.value = -1
    assert not claims._stuck(facts)
    assert not claims._mended(facts)
    assert claims._lost_but_mended(facts)
    facts.mend = None
    assert not claims._lost_but_mended(facts)


@pytest.mark.parametrize("learns", [True, False])
@pytest.mark.parametrize("worse", [True, False])
@pytest.mark.parametrize("seen", [True, False])
def test_a_machine_learns_and_gets_better_or_only_worse(learns, worse, seen):
    facts = some(
        future=some(learns=learns),
        still_learns=learns,
        only_gets_worse=worse,
        results={"random": 1} if seen else {},
        teachers=[],
    )
    assert claims._learns(facts) is learns
    assert claims._only_gets_worse(facts) is (learns and worse)
    assert claims._improves(facts) is (learns and not worse)
    assert claims._still_improves(facts) is (learns and not worse)
    assert claims._still_changes(facts) is (learns and worse)
    assert claims._learns_from_nobody(facts) is (learns and seen)
    facts.teachers = ["random"]
    assert not claims._learns_from_nobody(facts)


#: What claims ask of a rule, and what they find of each shipped rule's kit of Hexapawn.
OF_RULES = (
    "_has_beads",
    "_blames_all",
    "_blames_last",
    "_blames_last_alone",
    "_by_numbers",
    "_blames_some",
    "_loss_takes",
    "_loss_takes_last",
    "_same_for_ever",
    "_losing_beads_leave",
    "_peeking_passes",
    "_counting_finds",
    "_one_bead_a_move",
    "_one_bead_a_move_but_the_last",
    "_always_wins",
    "_has_only_moves",
)


def test_what_claims_find_of_each_rule_is_as_before(golden):
    lines = []
    for rule in at_least(7, TEMPLATES.names("rules")):
        facts = Facts(kit_of("her", rule=rule))
        holds = [name[1:] for name in OF_RULES if getattr(claims, name)(facts)]
        lines.append(f"{rule}: {' '.join(holds)}")
        lines.append(f"  blamed: {claims._blamed_values(facts, str)}")
        for name in ("win", "draw", "loss"):
            changes = claims._always_changes(facts, getattr(facts.kit.rule, name))
            lines.append(f"  {name} always changes: {changes}")
    golden("claims/rules", "\n".join(lines))


@pytest.mark.parametrize(
    ("worse", "alike", "share"), [(10, 5, 15), (90, 5, 10), (50, 0, 50), (0, 0, 0), (40, 30, 60)]
)
def test_a_course_is_as_far_out_as_the_smaller_share(worse, alike, share):
    assert claims._share_as_far_out(some(figures={"worse": worse, "alike": alike})) == share


@pytest.mark.parametrize(("bags", "enough"), [(18, False), (19, True), (20, True)])
def test_bags_are_enough_from_one_for_each_box(bags, enough):
    facts = Facts(kit_of("her"), figures={"bags": bags})
    assert claims._bags_for_all(facts) is enough
    assert claims._count("bags")(facts) == bags
    assert claims._given(facts, str) == {"bags": bags}


@pytest.mark.parametrize(("most", "beginners"), [(True, True), (True, False), (False, True)])
def test_beginners_teach_where_most_stop_for_them(most, beginners):
    facts = some(figures={"most_stop": most, "beginners": beginners})
    assert claims._beginners_teach(facts) is (most and beginners)


@pytest.mark.parametrize(
    ("first", "chance", "works"), [(10.0, 10.0, True), (10.9, 10.0, False), (10.7, 10.0, True)]
)
def test_the_first_bead_works_where_it_loses_no_clearly_more(first, chance, works):
    facts = Facts(kit_of("her"))
    facts.__dict__["first_bead"] = some(
        opponent="random", first_bead=first, first_error=0.2, any_bead=chance, any_error=0.2
    )
    assert claims._first_bead_works(facts) is works
    assert claims._first_bead_tried(facts)
    assert claims._first_bead_values(facts, str) == {
        "opponent": "curve.band.random",
        "first": first,
        "chance": chance,
        "start": 41,
        "games": 50,
    }
    facts.__dict__["first_bead"] = None
    assert not claims._first_bead_works(facts)
    assert not claims._first_bead_tried(facts)


def test_an_outcome_adds_takes_or_takes_the_last_bead():
    kinds = {
        "adds": Change(every=1),
        "takes": Change(every=-1),
        "last": TAKES_LAST,
        "nothing": Change(),
    }
    found = {
        name: (claims._adds(facts), claims._takes_last(facts), claims._takes(facts))
        for name, facts in ((name, some(figures={"change": it})) for name, it in kinds.items())
    }
    assert found == {
        "adds": (True, False, False),
        "takes": (False, False, True),
        "last": (False, True, True),
        "nothing": (False, False, False),
    }
