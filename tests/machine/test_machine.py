"""The paper machine, its rules and its opponents."""

from dataclasses import replace
from itertools import product
from pathlib import Path
from statistics import fmean, stdev

import msgspec
import pytest
from counting import at_least_one
from hypothesis import given
from hypothesis import strategies as st
from jobs import LANGUAGES, kit_of, slots_of
from sampling import sample

from kitgen.errors import KitgenError, TemplateError, TooLargeError, UnknownNameError, UsageError
from kitgen.games import make_game
from kitgen.kit.rule import Change, Rule, check_rule, read_rule
from kitgen.lab.experiment import reckon, run, run_on_paper
from kitgen.lab.tally import NONE_YET, Experiment, Running
from kitgen.machine import safety
from kitgen.machine.game_graph import list_situations
from kitgen.machine.learning import OUTCOMES, learn, schedule_of, starting_beads, with_rule
from kitgen.machine.match import (
    OPPONENTS,
    Adviser,
    Match,
    Needs,
    Opponent,
    PolicyPlayer,
    Seen,
    parse_policy,
    worst_moves,
)
from kitgen.machine.paper_machine import PaperMachine, Shelf, SplitMix, Table, play_game
from kitgen.machine.safety import losing_beads_only, takeable_slots
from kitgen.reading.templates import Templates
from kitgen.theory.oracle import Oracle

#: Chances that Gardner's machine wins game n against a White that plays at random (exact, by two
#: independent programs).
WIN_IN_GAME = {
    1: 0.400463,
    2: 0.428657,
    5: 0.524021,
    10: 0.677544,
    20: 0.853386,
    50: 0.954102,
    100: 0.984872,
}


def rule(**keys):
    return Rule("source", {"en": "title"}, **keys)


def trial(kit, opponent="random", games=30, machines=20, seed=1, side=None):
    side = kit.players[0] if side is None else side
    return run_on_paper(Experiment(Match(kit, parse_policy(opponent), side), games, machines, seed))


# The rng


def test_a_stream_depends_only_on_its_seed_and_machine():
    first = [SplitMix(3, 5).below(1000) for _ in range(3)]
    assert len(set(first)) == 1
    assert SplitMix(3, 5).below(10**9) != SplitMix(3, 6).below(10**9) != SplitMix(4, 5).below(10**9)


@given(st.integers(2, 50), st.integers(-(2**70), 2**70))
def test_draws_stay_in_range(count, seed):
    draws = SplitMix(seed)
    assert all(0 <= draws.below(count) < count for _ in range(50))


def test_draws_are_even():
    draws = SplitMix(1)
    counts = [0] * 7
    for _ in range(70_000):
        counts[draws.below(7)] += 1
    assert (
        sum((count - 10_000) ** 2 / 10_000 for count in counts) < 22.5
    )  # chi-squared, 6 degrees, p = 0.001


def test_a_single_choice_draws_nothing():
    draws = SplitMix(1)
    assert draws.below(1) == 0
    assert draws.taken == 0


# Learning rules


GARDNER = rule(loss=Change(from_end=(-1,)))


def test_gardner_takes_the_last_bead_after_a_loss_only():
    beads = [[1, 1], [1, 1, 1]]
    assert [
        (u.box, u.slot, u.before, u.after)
        for u in learn(schedule_of(GARDNER), beads, [(0, 1), (1, 2)], -1)
    ] == [(1, 2, 1, 0)]
    assert learn(schedule_of(GARDNER), beads, [(0, 1), (1, 2)], 1) == []
    assert beads == [[1, 1], [1, 1, 1]]


def test_an_empty_box_blames_the_move_before_it_or_none():
    beads = [[1, 1], [0, 0]]
    assert learn(schedule_of(GARDNER), beads, [(0, 1)], -1, resigned=True)[0].slot == 1
    assert (
        learn(
            schedule_of(rule(empty="resign", loss=Change(from_end=(-1,)))),
            beads,
            [(0, 1)],
            -1,
            resigned=True,
        )
        == []
    )
    assert learn(schedule_of(GARDNER), beads, [], -1, resigned=True) == []


def test_michie_changes_every_move():
    michie = read_rule("michie", Templates())
    beads = [[4, 4], [3, 3], [2, 2]]
    played = [(0, 0), (1, 1), (2, 0)]
    assert [u.after for u in learn(schedule_of(michie), beads, played, 1)] == [5, 6, 7]
    assert [u.after for u in learn(schedule_of(michie), beads, played, 0)] == [3, 4, 5]
    assert [u.after for u in learn(schedule_of(michie), beads, played, -1)] == [1, 2, 3]
    assert [u.after for u in learn(schedule_of(michie), beads, played, -1, resigned=True)] == [
        1,
        2,
        3,
    ]


def test_michie_never_goes_below_nothing():
    michie = read_rule("michie", Templates())
    assert [u.after for u in learn(schedule_of(michie), [[1, 4]], [(0, 0), (0, 0)], -1)] == [0]


def test_hexapawn_rl_keeps_a_winning_move_alone_and_deletes_a_losing_one():
    jarry = read_rule("hexapawn-rl", Templates())
    beads = [[5, 99], [1, 7, 1]]
    won = {(u.box, u.slot): u.after for u in learn(schedule_of(jarry), beads, [(0, 1), (1, 1)], 1)}
    assert won == {(1, 0): 0, (1, 2): 0, (1, 1): 100, (0, 1): 100}
    lost = {
        (u.box, u.slot): u.after
        for u in learn(schedule_of(jarry), [[1, 5], [1, 7, 1]], [(0, 0), (1, 1)], -1)
    }
    assert lost == {(1, 1): 0}  # the first move stays at its floor of 1


def test_the_last_bead_of_a_box_stays_where_the_rule_says_so():
    never_last = read_rule("never-last", Templates())
    assert learn(schedule_of(never_last), [[0, 1]], [(0, 1)], -1) == []
    assert learn(schedule_of(never_last), [[1, 1]], [(0, 1)], -1)[0].after == 0


def test_from_end_counts_from_the_last_move():
    late = rule(loss=Change(every=-1, from_end=(-3, -2)))
    beads = [[9]] * 4
    assert [
        u.after for u in learn(schedule_of(late), beads, [(0, 0), (1, 0), (2, 0), (3, 0)], -1)
    ] == [6, 7, 8, 8]


@given(
    st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=4), min_size=1, max_size=4),
    st.data(),
    st.sampled_from(
        [
            name
            for name in Templates().names("rules")
            if read_rule(name, Templates()).learns == "beads"
        ]
    ),
    st.sampled_from(OUTCOMES),
)
def test_no_rule_leaves_fewer_than_no_beads(beads, data, name, outcome):
    places = [
        (box, slot) for box, slots in enumerate(beads) for slot, count in enumerate(slots) if count
    ]
    picked = data.draw(st.lists(st.sampled_from(places), max_size=5)) if places else []
    learned = read_rule(name, Templates())
    updates = learn(schedule_of(learned), beads, picked, outcome)
    assert all(update.after >= 0 for update in updates)
    assert all(update.before != update.after for update in updates)
    assert not learned.only_takes or all(update.after < update.before for update in updates)


def test_every_shipped_rule_has_its_source_and_a_title_in_each_language():
    templates = Templates()
    names = templates.names("rules")
    assert {
        "gardner",
        "gardner-reward",
        "michie",
        "mscroggs",
        "hexapawn-rl",
        "never-last",
        "tris",
    } <= set(names)
    for name in names:
        shipped = read_rule(name, templates)
        assert len(shipped.source) > 20
        assert set(shipped.title) == {*LANGUAGES}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("start = [1, -2]", "start[1] is -2; it must be a whole number from 0 to 9,999"),
        ("start = []", "start is a list of 0; it must be a list of 1 to 1,000 entries"),
        ("start = [0]", "figures of 1 or more, not [0]"),
        ("start = [1.5]", "start[0] is 1.5; it must be a whole number"),
        ("floor = -1", "floor is -1; it must be a whole number from 0 to 9,999"),
        ("floor = 2", "above the starting beads"),
        ("ceiling = 0", "below the starting beads"),
        ('empty = "giveup"', "giveup"),
        ("flor = 1", "unknown key 'flor'; did you mean 'floor'?"),
        ("[loss]\nevry = -1", "unknown key 'evry' in loss; did you mean 'every'?"),
        ('[win]\nlast = "only"', "no 'ceiling'"),
        ('[loss]\nlast = "remove"\nfrom_end = [-1]', "leave one out"),
        ("[loss]\nevery = 0", "could never learn"),
        ('learns = "positions"\n[loss]\nfrom_end = [-1]', "'every' only"),
        ("start = [", "not valid TOML"),
    ],
)
def test_a_wrong_rule_file_is_named_with_its_fault(tmp_path, text, says):
    path = tmp_path / "mine.toml"
    head = 'source = "mine"\ntitle = {en = "mine"}\n'
    loss = "" if "[" in text.replace("= [", "") else "\n[loss]\nevery = -1\n"
    path.write_text(head + text + loss, encoding="utf-8")
    with pytest.raises(TemplateError) as caught:
        read_rule(str(path), Templates())
    assert says in str(caught.value)
    assert "mine.toml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unknown_rules_and_missing_files_are_refused():
    with pytest.raises(UnknownNameError, match="gardner"):
        read_rule("gardnr", Templates())
    with pytest.raises(KitgenError, match="there is no file"):
        read_rule(str(Path("nowhere") / "mine.toml"), Templates())


def test_a_rule_that_makes_or_needs_draws_is_refused_where_there_are_none():
    drawing = rule(empty="draw", loss=Change(every=-1))
    with pytest.raises(UsageError, match="has no draws"):
        check_rule("mine", drawing, "hexapawn:3x3", draws=False)
    check_rule("mine", drawing, "tictactoe:3x3", draws=True)
    with pytest.raises(UsageError, match="from draws only"):
        trial(with_rule(kit_of("her"), rule(draw=Change(every=1)), "mine"))
    trial(with_rule(kit_of("her"), read_rule("michie", Templates()), "michie"), games=2, machines=2)


def test_a_changed_rule_brings_its_own_starting_beads():
    kit = with_rule(kit_of("her"), read_rule("michie", Templates()), "michie")
    assert {(box.turn, slot.beads) for box, slot in slots_of(kit)} == {
        (1, 4),
        (2, 3),
        (3, 2),
    }


# One machine at the table


def test_the_machine_plays_the_mirror_of_the_arrow_on_its_box():
    game = make_game("hexapawn")
    machine = PaperMachine(Shelf(kit_of("her")))
    machine.beads[0] = [0, 0, 1]  # A1: only b3c2 is left
    move = machine.move(Table(game, game.parse("bbb/w../.ww b")), SplitMix(1))
    assert game.move_text(move) == "b3a2"
    assert machine.picked == [(0, 2)]


def test_gardner24_opens_the_mirror_box_itself():
    kit = kit_of("gardner24@1")
    game = kit.game
    twin = next(box for box in kit.boxes if box.mirror_of)
    machine = PaperMachine(Shelf(kit))
    machine.move(Table(game, twin.position), SplitMix(1))
    assert kit.boxes[machine.picked[0][0]] == twin


def test_a_machine_resigns_at_an_empty_box_and_its_last_bead_goes():
    kit = kit_of("her")
    machine = PaperMachine(Shelf(kit))
    for index, box in enumerate(kit.boxes):
        if box.turn == 2:
            machine.beads[index] = [0] * len(box.slots)
    opponent = PolicyPlayer(parse_policy("random"), Adviser(Oracle(kit.game)))
    for number in range(8):  # in some games a first move decides already
        before = sum(machine.beads[0]) + sum(machine.beads[1])
        played = play_game(kit.game, [opponent, machine], SplitMix(2, number))
        if played.resigned == 1:
            break
    assert played.resigned == 1
    assert played.outcome == 1
    assert sum(machine.beads[0]) + sum(machine.beads[1]) == before - 1


def test_refill_and_draw_at_an_empty_box():
    base = kit_of("menace")
    for empty, beads_after in (("refill", True), ("draw", False)):
        kit = with_rule(base, rule(empty=empty, loss=Change(every=-1)), "mine")
        machine = PaperMachine(Shelf(kit))
        machine.beads[0] = [0] * len(machine.beads[0])
        played = play_game(
            kit.game,
            [machine, PolicyPlayer(parse_policy("random"), Adviser(Oracle(kit.game)))],
            SplitMix(1),
        )
        assert any(machine.beads[0]) == beads_after
        assert (played.moves == (), played.outcome if not played.moves else 0) == (
            not beads_after,
            0,
        )


def test_a_forced_move_needs_no_box():
    kit = kit_of("her", forced="skip")
    assert len(kit.boxes) == 17
    tally = trial(kit, games=100, machines=30)
    assert tally.wins[-1] + tally.losses[-1] == 30
    assert sum(tally.wins[-20:]) > sum(tally.wins[:20])


def test_a_machine_without_the_box_it_needs_says_so():
    kit = kit_of("her", expect="sensible")
    if len(kit.boxes) == len(kit_of("her").boxes):
        pytest.skip("this opponent meets every box")
    with pytest.raises(KitgenError, match="has no box for position"):
        trial(kit, games=50, machines=20)


@pytest.mark.parametrize("spec", ["awari:2x2", "nim:9,take=3", "tictactoe:3x3", "hexapawn:4x3"])
def test_every_game_is_played_to_its_end(spec):
    kit = kit_of(spec, side="first")
    tally = trial(kit, games=20, machines=5)
    assert [sum(games) for games in zip(tally.wins, tally.draws, tally.losses, strict=True)] == [
        5
    ] * 20


def test_awari_ends_when_a_position_is_met_for_the_third_time():
    game = make_game("awari:2x3")
    table = Table(game, game.start())
    table.met[table.position] = 2
    assert table.ended() is None
    table.met[table.position] = 3
    assert table.ended() == 0
    table.lead = 5
    assert table.ended() == 1


# Exact figures of Gardner's machine


@pytest.mark.every
def test_gardners_machine_agrees_with_the_exact_figures_within_three_standard_errors():
    machines = 1000
    tally = trial(kit_of("her"), games=100, machines=machines, seed=1962)
    for game, chance in WIN_IN_GAME.items():
        error = (chance * (1 - chance) / machines) ** 0.5
        assert abs(tally.wins[game - 1] / machines - chance) < 3 * error, game


@pytest.mark.parametrize("kit", ["gardner24", "her"])
def test_a_white_that_always_takes_a_win_beats_the_machine_nine_times(kit):
    tally = trial(kit_of(kit), "winning-move", games=400, machines=25)
    assert (tally.by_machine[2].least, tally.by_machine[2].most) == (9, 9)


# Opponents


def test_perfect_keeps_the_best_value_and_fastest_hurries():
    game = make_game("tictactoe")
    oracle = Oracle(game)
    adviser = Adviser(oracle)
    hurried = 0
    for node in oracle.solution.graph.nodes:
        if node.edges:
            fast, best = (
                set(adviser.choices(name, node.position, 0)) for name in ("fastest", "perfect")
            )
            assert fast <= best
            plies = {move: oracle.worth_of(node.position, move).plies for move in best}
            assert fast == {move for move in best if plies[move] == min(plies.values())}
            hurried += fast < best
    assert hurried
    won = game.parse("XX./OO./... X")
    assert [game.move_text(move) for move in adviser.choices("perfect", won, 0)] == ["c3"]
    for position in [game.start(), won]:
        best = adviser.choices("perfect", position, 0)
        values = {
            move: oracle.worth_of(position, move).score for move in game.legal_moves(position)
        }
        assert {move for move, value in values.items() if value == max(values.values())} == set(
            best
        )


def test_winning_move_takes_a_win_and_is_random_otherwise():
    game = make_game("hexapawn")
    adviser = Adviser(Oracle(game))
    assert adviser.choices("winning-move", game.start(), 0) == game.legal_moves(game.start())
    choices = adviser.choices("winning-move", game.parse("b.b/.w./..w w"), 0)
    assert [game.move_text(move) for move in choices] == ["b2a3", "b2b3", "b2c3"]


def test_a_script_is_followed_where_it_can_be():
    kit = kit_of("her")
    machine = PaperMachine(Shelf(kit))
    opponent = PolicyPlayer(parse_policy("script:b1b2"), Adviser(Oracle(kit.game)), machine)
    for number in range(5):
        moves = play_game(kit.game, [opponent, machine], SplitMix(1, number)).moves
        assert kit.game.move_text(moves[0]) == "b1b2"


def test_a_mixture_draws_each_part_as_often_as_it_says():
    game = make_game("tictactoe")
    policy = parse_policy("perfect:0.25,random:0.75")
    opponent = PolicyPlayer(policy, Adviser(Oracle(game)))
    position = game.parse("XX./OO./... X")
    draws = SplitMix(5)
    wins = sum(
        game.move_text(opponent.move(Table(game, position), draws)) == "c3" for _ in range(4000)
    )
    best = len(opponent.adviser.choices("perfect", position, 0))
    expected = 0.25 / best + 0.75 / 5
    assert abs(wins / 4000 - expected) < 4 * (expected * (1 - expected) / 4000) ** 0.5


def test_an_adversary_never_does_worse_than_the_other_opponents():
    kit = kit_of("her")
    shares = {
        name: trial(kit, name, games=9, machines=20).share(0)[0] for name in ("random", "adversary")
    }
    assert shares["adversary"] < shares["random"]


def sly(choices):
    return Opponent("knows both", choices, Needs.BEADS | Needs.VALUES)


def worst_of_the_best(seen):
    """Of the moves of best value, return those that are worst for the machine."""
    scores = [seen.worth(move).score for move in seen.legal]
    best = [number for number, score in enumerate(scores) if score == max(scores)]
    legal = tuple(seen.legal[number] for number in best)
    hopes = tuple(seen.hopes[number] for number in best)
    return worst_moves(seen._replace(legal=legal, hopes=hopes))


def test_an_opponent_may_know_beads_and_values(monkeypatch):
    narrowed = []

    def choices(seen):
        narrowed.append(len({seen.worth(move).score for move in seen.legal}) > 1)
        return worst_of_the_best(seen)

    monkeypatch.setitem(OPPONENTS, "sly", sly(choices))
    kit = kit_of("her")
    machine = PaperMachine(Shelf(kit))
    opponent = PolicyPlayer(parse_policy("sly"), Adviser(kit.oracle), machine)
    for number in range(20):
        record = play_game(kit.game, [opponent, machine], SplitMix(1, number))
        position = kit.game.start()
        for ply, move in enumerate(record.moves):
            if ply % 2 == 0:
                worth = kit.oracle.worth_of(position, move).score
                assert worth == max(
                    kit.oracle.worth_of(position, one).score
                    for one in kit.game.legal_moves(position)
                )
            position = kit.game.play(position, move).position
    assert sum(narrowed) > 5
    assert 0 < trial(kit, "sly", games=9, machines=20).share(0)[0] < 1
    match = Match(kit, parse_policy("random:1,sly:1"), 1)
    for unable in (
        lambda: run(Experiment(match, 1, 1, 1), engine="kernel"),
        lambda: reckon(match, [1]),
    ):
        with pytest.raises(UsageError, match="'sly' uses the beads in its own way"):
            unable()


@pytest.mark.parametrize(("kit", "machine", "lead"), [("her", 1, 3), ("him", 0, -3)])
def test_an_opponent_that_knows_beads_is_told_its_own_lead(monkeypatch, kit, machine, lead):
    seen = []
    monkeypatch.setitem(OPPONENTS, "sly", sly(lambda what: seen.append(what.lead) or what.legal))
    made = kit_of(kit)
    opponent = PolicyPlayer(parse_policy("sly"), Adviser(made.oracle), PaperMachine(Shelf(made)))
    table = Table(made.game, made.game.start())
    if machine == 0:
        table.play(made.game.legal_moves(table.position)[0])
    table.lead = 3
    opponent.move(table, SplitMix(1))
    assert seen == [lead]


def test_a_share_may_be_said_of_one_opponent_alone():
    assert parse_policy("random:2").parts == parse_policy("random").parts == (("random", 1),)


@pytest.mark.parametrize(
    "text",
    [
        "randon",
        "random,perfect",
        "random:0",
        "random:x,perfect:1",
        "random:-1",
        "script:",
        "script:a,,b",
        "perfect:",
        "",
    ],
)
def test_opponents_that_make_no_sense_are_refused(text):
    with pytest.raises(UsageError):
        parse_policy(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [("random:1,machine", "machine"), ("random:1,script", "script"), ("machine", "machine")],
)
def test_an_opponent_that_stands_alone_is_no_part_of_a_mixture(text, name):
    with pytest.raises(UsageError, match=f"^opponent '{text}': '{name}' cannot be part of a mixtu"):
        parse_policy(text)


def test_an_adversary_makes_the_moves_that_leave_the_machine_least():
    game = make_game("hexapawn:3x3")
    moves = game.legal_moves(game.start())
    seen = Seen(game, game.start(), moves, 0, lambda _: None, (0.3, 0.31, 0.3 + 1e-12))
    assert OPPONENTS["adversary"].choices(seen) == [moves[0], moves[2]]


def test_an_adversary_refuses_games_that_can_go_round():
    with pytest.raises(UsageError, match="recur"):
        trial(kit_of("awari-mini"), "adversary", games=1, machines=1)


def test_two_machines_learn_at_the_same_time():
    her = kit_of("her")
    him = kit_of("him")
    tally = run_on_paper(Experiment(Match(her, him, 1), 60, 20, 1))
    assert sum(tally.wins[-10:]) == 200  # Black can always win, and learns it
    with pytest.raises(UsageError, match="as the machine does"):
        run_on_paper(Experiment(Match(her, her, 1), 1, 1, 1))


def test_the_tris_learners_play_as_published():
    kit = with_rule(kit_of("tictactoe", side="first"), read_rule("tris", Templates()), "tris")
    other = with_rule(kit_of("tictactoe", side="second"), read_rule("tris", Templates()), "tris")
    track = run_on_paper(Experiment(Match(kit, other, 0), 60, 1, 1)).tracks[0]
    assert (
        "".join({1: "O", 0: "-", -1: "X"}[outcome] for outcome in track)
        == "OOOOOXXOXOXXOOOX" + "-" * 44
    )


def test_as_many_situations_are_listed_as_there_may_be_and_no_more():
    kit = kit_of("her")
    shelves = (None, Shelf(kit))
    assert len(list_situations(kit.game, shelves, limit=122).positions) == 122
    with pytest.raises(TooLargeError, match="more than 121 situations"):
        list_situations(kit.game, shelves, limit=121)


def test_the_same_seed_gives_the_same_games():
    kit = kit_of("her")
    assert trial(kit, seed=9) == trial(kit, seed=9)
    assert trial(kit, seed=9) != trial(kit, seed=10)


@given(st.lists(st.integers(0, 10**6), min_size=2, max_size=9), st.data())
def test_running_figures_are_those_of_all_machines(figures, data):
    assert Running.of(figures[0]).error is None
    order = data.draw(st.permutations(figures))
    split = data.draw(st.integers(0, len(order)))
    running = running_of(order[:split]) + running_of(order[split:])
    assert running.mean == pytest.approx(fmean(figures))
    assert running.deviation == pytest.approx(stdev(figures))
    assert running.error == pytest.approx(stdev(figures) / len(figures) ** 0.5)
    assert running.machines == len(figures)
    assert running.least == min(figures)
    assert running.most == max(figures)


def running_of(figures):
    """Return the figures of some machines, added one by one."""
    return sum(map(Running.of, figures), NONE_YET)


# Safety


@pytest.mark.parametrize("edition", ["her", "him", "gardner24", "ladder", "her-4x3"])
@pytest.mark.parametrize("name", ["gardner", "gardner-reward", "never-last"])
def test_gardners_rule_never_takes_a_good_move(edition, name):
    kit = kit_of(edition, rule=name)
    safety = losing_beads_only(kit)
    assert safety.proved
    assert safety.counterexample is None
    if edition == "her":
        assert len(takeable_slots(kit)) == 16  # 2^16 = 65,536 bead states


def replay(kit, games):
    """Return a machine that has played the given games from new, whatever its luck."""
    machine = PaperMachine(Shelf(kit))
    for moves in games:
        table = Table(kit.game, kit.game.start())
        for text in moves:
            if table.position.to_move == kit.players[0]:
                wanted = kit.game.parse_move(table.position, text)
                opening = machine.shelf.find(table.position)
                assert wanted in opening.moves
                if opening.box is not None:
                    slot = opening.moves.index(wanted)
                    assert machine.beads[opening.box][slot] > 0
                    machine.picked.append((opening.box, slot))
            table.play(kit.game.parse_move(table.position, text))
        outcome = table.ended()
        if outcome is None:
            assert machine.move(table, SplitMix(1)) is None  # an empty box
            outcome = -1 if kit.players[0] == 0 else 1
        machine.finish(outcome if kit.players[0] == 0 else -outcome)
    return machine


@pytest.mark.parametrize(
    ("edition", "name"),
    sample(
        [
            ("menace", "michie"),
            ("menace", "mscroggs"),
            ("her", "michie"),
            ("her", "hexapawn-rl"),
            ("him", "hexapawn-rl"),
        ],
        one_in=8,
    ),
)
def test_counter_examples_can_be_played_and_empty_a_good_slot(edition, name):
    kit = kit_of(edition, rule=name)
    safety = losing_beads_only(kit)
    assert not safety.proved
    assert safety.counterexample == safety.games[-1]
    after = replay(kit, safety.games).beads
    before = replay(kit, safety.games[:-1]).beads
    emptied = []
    for box_number, box in enumerate(kit.boxes):
        for slot_number, slot in enumerate(box.slots):
            left_before = before[box_number][slot_number]
            left_after = after[box_number][slot_number]
            # What is good the kit says, found by another way than the counter-example.
            if slot.value >= 0 and left_before > 0 and left_after == 0:
                emptied.append(slot)
    assert emptied


def test_a_rule_that_takes_two_beads_is_not_proven_by_the_last_one():
    """The last but one move before a loss may have been a good one, and its bead goes all the
    same.
    """
    rule = Rule("a source", {"en": "a title"}, loss=Change(from_end=(-1, -1)))
    safety = losing_beads_only(with_rule(kit_of("her"), rule, "own"))
    assert not safety.proved
    assert safety.counterexample


def test_a_kit_with_false_verdicts_is_judged_by_the_rules():
    kit = kit_of("her")
    assert len(takeable_slots(kit)) == sum(slot.value < 0 for box, slot in slots_of(kit))
    assert {len(box) for box in starting_beads(kit)} == {1, 2, 3, 4}


def test_brute_force_finds_no_good_bead_gone():
    """Over every bead state that any series of lost games can reach on a small board, only
    losing beads go.
    """
    kit = kit_of("hexapawn:3x3", side="white")
    good = [[slot.value >= 0 for slot in box.slots] for box in kit.boxes]
    opponents = [parse_policy(name) for name in ("random", "winning-move", "perfect")]
    adviser = Adviser(Oracle(kit.game))
    for policy, seed in product(at_least_one(opponents), range(6)):
        machine = PaperMachine(Shelf(kit))
        draws = SplitMix(seed)
        for _ in range(60):
            play_game(kit.game, [machine, PolicyPlayer(policy, adviser, machine)], draws)
        for box, verdicts in at_least_one(zip(machine.beads, good, strict=True)):
            assert all(beads or not is_good for beads, is_good in zip(box, verdicts, strict=True))


def test_beads_before_an_empty_box_count_as_takeable():
    for edition, takeable in (("him", 18), ("ladder", 17), ("her-4x3", None)):
        kit = kit_of(edition, rule="gardner")
        losing = sum(slot.value < 0 for box, slot in slots_of(kit))
        assert len(takeable_slots(kit)) == (takeable or losing)


def test_a_counter_example_says_what_kind_of_move_goes():
    assert "the winning move" in losing_beads_only(kit_of("her", rule="michie")).how
    assert "the drawing move" in losing_beads_only(kit_of("menace-second")).how


def test_resigning_is_forgotten_before_the_next_game():
    kit = with_rule(kit_of("her"), rule(empty="resign", loss=Change(from_end=(-1,))), "mine")
    machine = PaperMachine(Shelf(kit))
    machine.beads[0] = [0, 0, 0]
    position = kit.boxes[0].position
    assert machine.move(Table(kit.game, position), SplitMix(1)) is None
    assert machine.finish(-1) == []
    machine.beads[0] = [1, 1, 1]
    machine.move(Table(kit.game, position), SplitMix(1))
    assert len(machine.finish(-1)) == 1


def test_weights_are_counted_as_long_as_they_fit_a_number_of_31_bits():
    most = "random:999999999,perfect:999999999,winning-move:147483649"
    assert sum(weight for _, weight in parse_policy(most).parts) == (1 << 31) - 1
    with pytest.raises(UsageError, match="simpler common measure, such as per cent"):
        parse_policy("random:999999999,perfect:999999999,winning-move:147483650")
    with pytest.raises(UsageError, match="simpler common measure"):
        parse_policy("random:1/999999937,perfect:1/999999929,winning-move:1/2")


def test_a_script_goes_on_with_its_next_move():
    game = make_game("tictactoe")
    opponent = PolicyPlayer(parse_policy("script:a1,b1,c1"), Adviser(Oracle(game)))
    moves = play_game(
        game,
        [opponent, PolicyPlayer(parse_policy("script:a3,b3"), Adviser(Oracle(game)))],
        SplitMix(1),
    ).moves
    assert [game.move_text(move) for move in moves] == ["a1", "a3", "b1", "b3", "c1"]


def test_a_kit_is_not_made_with_a_rule_that_its_game_has_no_result_for(tmp_path):
    path = tmp_path / "drawing.toml"
    path.write_text(
        'source = "me"\nempty = "draw"\n[title]\nen = "D"\n[loss]\nevery = -1\n', encoding="utf-8"
    )
    with pytest.raises(UsageError, match="has no draws"):
        kit_of("her", rule=str(path))
    assert kit_of("menace", rule=str(path)).rule.empty == "draw"


@pytest.mark.parametrize(
    ("empty", "can_lose"),
    [
        ("resign-blame", True),
        ("resign", True),
        ("refill", False),
        ("draw", False),
        ("keep-last", False),
    ],
)
def test_a_machine_that_always_wins_can_only_lose_by_resigning(empty, can_lose):
    """It takes the only counter of nim; resigning is for rules under which a box may be empty."""
    kit = kit_of("nim:1", side="first")
    rule = msgspec.structs.replace(kit.rule, empty=empty)
    seat = safety._Seat(Shelf(replace(kit, rule=rule)), 0)
    boxes = {index for index, box in enumerate(seat.graph.boxes) if box >= 0}
    assert len(boxes) == 1
    assert seat.ways[1] == {*range(len(seat.graph.positions))}
    assert seat.ways[-1] == (boxes if can_lose else set())
    assert [*seat.lost_ends()] == []
