"""What is read of opponents, which matches are refused, among which moves opponents choose, and how
machines meet them move by move: as golden tables.
"""

from hashlib import sha256
from itertools import islice

import pytest
from counting import at_least
from jobs import kit_of

from kitgen.errors import KitgenError
from kitgen.games import make_game
from kitgen.kit.rule import Change, Rule
from kitgen.machine import lines as lines_module
from kitgen.machine.first_games import (
    FirstGames,
    band_opponents,
    first_boxes,
    least_inside,
    opponents_of,
    percentiles,
    simulated,
)
from kitgen.machine.game_graph import Foresight, list_situations, make_outlook, one_sided
from kitgen.machine.learning import starting_beads, with_rule
from kitgen.machine.lines import LostLine, Walk, good_beads
from kitgen.machine.match import (
    OPPONENTS,
    Adviser,
    Match,
    PolicyPlayer,
    check_match,
    looks_ahead,
    new_machine,
    only_hopes,
    opponent_named,
    parse_policy,
    seats,
)
from kitgen.machine.own_players import Luck, OwnLearner, OwnPlayer
from kitgen.machine.paper_machine import (
    OwnOpponent,
    OwnRule,
    PaperMachine,
    PositionLearner,
    Shelf,
    SplitMix,
    Table,
    pick_bead,
    play_game,
    start_table,
)
from kitgen.machine.safety import losing_beads_only, takeable_slots
from kitgen.model import Move
from kitgen.theory.explore import explore
from kitgen.theory.oracle import Oracle


def outcome(work):
    """Return what some work answers, or why it refuses."""
    try:
        return work()
    except KitgenError as error:
        return f"{type(error).__name__}: {error}"


def ruled(kit, **keys):
    """Return a kit with a rule that takes a bead of every move of a lost game, and more."""
    rule = Rule("a source", {"en": "a title"}, **{"loss": Change(every=-1), **keys})
    return with_rule(kit, rule, "mine")


def untaught(picks, _result):
    return [0] * len(picks)


# --- opponents as they are typed
# --------------------------------------------------------------------------------------------------

TYPED = (
    *OPPONENTS,
    "random:2",
    "random:0.3,perfect:0.7",
    "perfect:0.25,random:0.75",
    "random:1,perfect:2,winning-move:3",
    "random:4,perfect:6",
    "random:1/3,perfect:2/3",
    "random:1e2,perfect:1e-1",
    "random:.5,perfect:1.",
    "adversary:1,random:3",
    "random:0.000000001,perfect:1",
    "random:0.0000000001,perfect:1",
    "random:999999999,perfect:1",
    "random:9999999999,perfect:1",
    "random:1/0,perfect:1",
    "random:0/5,perfect:1",
    "random:1e10,perfect:1",
    "random: 1,perfect:1",
    "random:1,",
    "random,perfect",
    "random:0",
    "random:-1",
    "random:x,perfect:1",
    "random:2,randon:1",
    "",
    ":",
    "RANDOM",
    "perfct",
    "script:b1b2",
    "script:b1b2,c1b2",
    "script:",
    "script:a,,b",
    "script",
    "negascout:3",
    "negascout:3,table",
    "negascout:0",
    "negascout:1s",
    "negascot:3",
)


def test_opponents_are_read_as_they_were(golden):
    lines = []
    for text in at_least(30, TYPED):

        def read(text=text):
            policy = parse_policy(text)
            return f"{policy.parts} {policy.script} {policy.needs} {looks_ahead(text)}"

        lines.append(f"{text!r}: {outcome(read)}")
    for name in at_least(5, OPPONENTS):
        lines.append(f"{name}: {OPPONENTS[name].help}; hopes alone {only_hopes(name)}")
    golden("matches/typed", "\n".join(lines))


#: Kits with the side of the machine, and the opponents that they are asked to meet.
MATCHES = [
    ("her", 1, "random"),
    ("her", 1, "adversary"),
    ("her", 1, "script:b1b2,c1b2"),
    ("her", 1, "script:b1b2,b3b2"),
    ("her", 1, "script:b1b9"),
    ("him", 0, "script:b3b2"),
    ("him", 0, "script:b1b2"),
    ("awari-mini", 0, "adversary"),
    ("awari-mini", 0, "perfect"),
    ("dodgem:2x2", 0, "adversary"),
    ("dodgem:2x2", 0, "random:1,adversary:1"),
    ("ladder", 0, "adversary"),
    ("ladder", 1, "script:2,1"),
]


def test_matches_are_refused_as_they_were(golden):
    lines = []
    for name, side, text in at_least(10, MATCHES):
        match = Match(kit_of(name), parse_policy(text), side)
        said = outcome(lambda match=match: check_match(match))
        lines.append(f"{name} {side} {match.opponent_text}, {match.rule_text}: {said}")
    tris = kit_of("her", rule="tris")
    draws = with_rule(kit_of("her"), Rule("s", {"en": "t"}, draw=Change(every=1)), "drawing")
    own = OwnRule(untaught)
    other = OwnOpponent(min)
    for number, match in enumerate(
        (
            Match(tris, parse_policy("adversary"), 1),
            Match(tris, parse_policy("random"), 1),
            Match(tris, parse_policy("random"), 1, own),
            Match(kit_of("her"), parse_policy("random"), 1, own),
            Match(kit_of("her"), other, 1),
            Match(kit_of("her"), kit_of("him"), 1),
            Match(kit_of("him"), kit_of("her"), 0),
            Match(kit_of("him"), kit_of("her"), 1),
            Match(kit_of("her"), kit_of("her"), 1),
            Match(kit_of("her"), kit_of("her-4x3"), 1),
            Match(kit_of("ladder"), kit_of("ladder"), 1),
            Match(draws, parse_policy("random"), 1),
            Match(kit_of("him"), draws, 0),
            Match(kit_of("menace"), parse_policy("random"), 0),
        )
    ):
        said = outcome(lambda match=match: check_match(match))
        kits = [kit and kit.name for kit in match.kits]
        shelves = [shelf and shelf.kit.name for shelf in match.shelves]
        policy = match.policy and match.policy.text
        lines += [
            f"{number}: {match.opponent_text}, {match.rule_text}: {said}",
            f"  plain only {match.plain_only}, policy {policy}, kits {kits}, boxes {shelves}",
        ]
    for text in ("adversary", "random:1,adversary:1"):
        adviser = Adviser(Oracle(make_game("hexapawn:3x3")))
        said = outcome(lambda text=text, to=adviser: PolicyPlayer(parse_policy(text), to))
        lines.append(f"{text} at no machine's table: {said}")
    golden("matches/refused", "\n".join(lines))


def test_both_players_sit_on_their_sides():
    him = kit_of("him")
    for side in (0, 1):
        match = Match(kit_of("her" if side else "him"), parse_policy("random"), side)
        machine, players = seats(match, him.oracle)()
        assert players[side] is machine
        assert isinstance(players[1 - side], PolicyPlayer)
        assert players[1 - side].machine is machine
    machine, players = seats(Match(kit_of("her"), him, 1), him.oracle)()
    assert players[0].shelf.kit is him
    assert machine.shelf.kit is kit_of("her")
    learner = new_machine(Shelf(kit_of("her", rule="tris")))
    assert isinstance(learner, PositionLearner)
    assert type(new_machine(Shelf(him))) is PaperMachine


# --- the moves of opponents
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["hexapawn:3x3", "nim:6,take=2", "awari:2x3", "dodgem:2x2"])
def test_opponents_choose_among_the_moves_that_they_chose_before(spec, golden):
    game = make_game(spec)
    adviser = Adviser(Oracle(game))
    lines = []
    for node in at_least(5, explore(game).nodes[:60]):
        if not node.edges:
            continue
        position = node.position
        lines.append(game.text(position))
        for name in ("perfect", "fastest", "winning-move"):
            for lead in (0, 3, -3):
                found = adviser.choices(name, position, lead)
                moves = " ".join(map(game.move_text, found))
                if lead == 0:
                    usual = moves
                    lines.append(f"  {name}: {moves}")
                elif moves != usual:
                    lines.append(f"  {name} at {lead:+}: {moves}")
    golden(f"matches/choices-{spec.replace(':', '-')}", "\n".join(lines))


def test_an_adviser_looks_at_the_lead_only_where_points_count():
    for spec, more in (("awari:2x3", 2), ("hexapawn:3x3", 1)):
        game = make_game(spec)
        adviser = Adviser(Oracle(game))
        for lead in (0, 5):
            adviser.choices("winning-move", game.start(), lead)
            adviser.choices("random", game.start(), lead)
        assert len(adviser._choices) == 1 + more


#: What a machine may look into: kits with rules for each kind of empty box.
LOOKED_INTO = {
    "her": kit_of("her"),
    "him": kit_of("him"),
    "her refilled": ruled(kit_of("her"), empty="refill"),
    "drawn": ruled(kit_of("tictactoe:2x2"), empty="draw"),
    "ladder": kit_of("ladder"),
    "skipped": kit_of("her", forced="skip"),
}


@pytest.mark.parametrize("name", LOOKED_INTO)
def test_what_a_machine_can_hope_for_is_as_before(name, golden):
    kit = LOOKED_INTO[name]
    game = kit.game
    lines = []
    for side in kit.players:
        shelf = Shelf(kit)
        graph = one_sided(shelf, side)
        outlook = make_outlook(graph, kit, side)
        lines.append(f"side {side}: {len(graph.positions)} situations, empty {outlook.empty}")
        whole = sha256(repr((outlook, graph.branches, graph.leads)).encode()).hexdigest()
        lines.append(f"  {whole[:12]}")
        foresight = Foresight(shelf, side)
        fewer = starting_beads(kit)
        for number, row in enumerate(fewer):
            if number % 3 == 0:
                row[:] = [0] * len(row)
            row[0] += number % 4
        for beads in (starting_beads(kit), fewer):
            hopes = foresight.hopes(beads)
            lines.append("  " + " ".join(f"{hope:.3f}" for hope in hopes[:40]))
        after = foresight.after(game.start(), 7)
        lines.append(f"  after the start: {[*after.values()]}")
        outcomes = [graph.outcome(index, side) for index in range(len(graph.positions))]
        lines.append(f"  ends {[outcomes.count(value) for value in (1, 0, -1, None)]}")
    golden(f"matches/hopes-{name.replace(':', '-').replace(' ', '-')}", "\n".join(lines))


# --- games
# --------------------------------------------------------------------------------------------------

#: Machines with their side, whom they meet, and how many games are told.
PLAYED = {
    "her": (kit_of("her"), 1, "winning-move"),
    "him": (kit_of("him"), 0, "random:1,perfect:1"),
    "ladder": (kit_of("ladder", rule="gardner-reward"), 0, "script:2,1"),
    "ladder second": (kit_of("ladder"), 1, "adversary"),
    "her refilled": (ruled(kit_of("her"), empty="refill"), 1, "adversary"),
    "her resigns": (ruled(kit_of("her"), empty="resign"), 1, "perfect"),
    "drawn": (ruled(kit_of("connect:3x2"), empty="draw"), 1, "random"),
    "kept": (ruled(kit_of("nim:6"), empty="keep-last", win=Change(every=2)), 1, "fastest"),
    "awari": (kit_of("awari-mini"), 0, "winning-move"),
    "positions": (kit_of("him", rule="tris"), 0, "random"),
    "skipped": (kit_of("her", forced="skip"), 1, "random"),
}


@pytest.mark.parametrize("name", PLAYED)
def test_machines_play_and_learn_as_before(name, golden):
    kit, side, opponent = PLAYED[name]
    match = Match(kit, parse_policy(opponent), side)
    check_match(match)
    lines = []
    for machine in islice(simulated(match, 5, (side,)), 2):
        lines.append("a machine")
        for game in at_least(12, list(islice(machine, 12))):
            moves = " ".join(map(kit.game.move_text, game.moves))
            learned = [f"{of.box}.{of.slot} {of.before}>{of.after}" for of in game.updates]
            lines.append(
                f"  {game.side} {game.outcome:+}{' gave up' if game.resigned else ''}: {moves}; "
                f"picked {game.picks}, filled {game.refilled}; {', '.join(learned)}"
            )
    golden(f"matches/games-{name.replace(' ', '-')}", "\n".join(lines))


def test_a_machine_of_both_sides_takes_them_in_turn():
    match = Match(kit_of("ladder"), parse_policy("random"), 0)
    games = [*islice(next(simulated(match, 1)), 4)]
    assert [game.side for game in games] == [0, 1, 0, 1]
    won = play_game(kit_of("ladder").game, [*map(sure_to_take, "ab")], SplitMix(1))
    assert won.outcome in (1, -1)


def sure_to_take(_name):
    """Return a player that makes the first move of all."""
    return PolicyPlayer(parse_policy("script:1"), Adviser(kit_of("ladder").oracle))


def test_first_games_of_all_kinds_are_as_before(golden):
    lines = []
    for name, kit, opponent, more in (
        ("refilled", ruled(kit_of("her"), empty="refill"), "adversary", {}),
        ("refilled", ruled(kit_of("her"), empty="refill"), "random", {}),
        ("given up", ruled(kit_of("her"), empty="resign"), "random:1,perfect:1", {}),
        ("first bead", kit_of("her"), "random", {"first_bead": True}),
        ("first bead", kit_of("ladder"), "random", {"first_bead": True, "side": 1}),
        ("a side", kit_of("ladder"), "random", {"side": 1}),
        ("a side", kit_of("ladder"), "random", {"side": 0}),
        ("positions", kit_of("her", rule="tris"), "random", {}),
        ("points", kit_of("awari-mini"), "random", {}),
        ("another seed", kit_of("her"), "random", {"seed": 7}),
        ("emptied", ruled(kit_of("her"), loss=Change(last="remove")), "perfect", {}),
        ("alone", ruled(kit_of("her"), win=Change(last="only"), ceiling=5), "random", {}),
        ("stopped", ruled(kit_of("nim:4", side="first")), "perfect", {}),
        ("stopped", ruled(kit_of("nim:4", side="first")), "adversary", {}),
        ("first bead", kit_of("her"), "adversary", {"first_bead": True}),
        ("first bead", kit_of("awari-mini"), "random", {"first_bead": True}),
        ("a side", kit_of("her"), "adversary", {"side": 1}),
        ("a side", kit_of("her"), "adversary", {"side": 0}),
        ("a side", kit_of("ladder"), "script:1", {"side": 0}),
        ("beads", kit_of("her", rule="tris"), "adversary", {}),
    ):
        lines.append(f"{name}, {kit.name} {opponent} {more}")
        games = outcome(lambda kit=kit, whom=opponent, more=more: FirstGames(kit, whom, **more))
        if isinstance(games, str):
            lines.append(f"  {games}")
            continue
        for course in at_least(2, games.courses(2, 12)):
            stood = ["/".join(map(str, after.added)) for after in course]
            scores = [after.score for after in course]
            stopped = sum(after.stopped for after in course)
            lines.append(f"  {scores}, {stopped} stopped; {' '.join(stood)}")
    for kit, sides in ((kit_of("ladder"), (1,)), (kit_of("her", forced="skip"), ())):
        lines.append(f"first of {kit.name}: {[box.id for box in first_boxes(kit, sides)]}")
    golden("matches/first-games", "\n".join(lines))


def test_opponents_of_classes_are_those_that_a_kit_was_made_for():
    sensible = kit_of("her", expect="sensible")
    assert band_opponents(sensible) == opponents_of(sensible) == ("winning-move",)
    assert opponents_of(kit_of("her")) == ("random", "winning-move", "perfect")
    assert opponents_of(kit_of("awari-mini")) == ("random", "perfect")
    assert band_opponents(kit_of("her")) == ("random", "winning-move")  # White is lost
    assert band_opponents(kit_of("him")) == ("random", "perfect")
    assert band_opponents(kit_of("ladder")) == ("random", "perfect")


@pytest.mark.parametrize(
    ("machines", "inside"), [(100, 80), (10, 80), (9, 100), (19, 89), (25, 84), (200, 80)]
)
def test_so_many_of_a_hundred_machines_are_inside_their_band(machines, inside):
    assert least_inside(machines) == inside
    low, high = percentiles([list(range(machines))])
    assert sum(low[0] <= score <= high[0] for score in range(machines)) * 100 // machines == inside


#: Rules of each kind, by whether they can ever take a good bead for good.
TAKING = {
    "never takes": {"loss": Change(), "win": Change(every=2)},
    "leaves one": {"start": (3,), "floor": 1},
    "leaves two": {"start": (3,), "floor": 2, "loss": Change(from_end=(-1,))},
    "the last two": {"loss": Change(from_end=(-1, -1))},
    "the last but one": {"loss": Change(from_end=(0, -1))},
    "every second": {"loss": Change(every=-1, from_end=(0,))},
    "after a win": {"loss": Change(), "win": Change(from_end=(-1,))},
    "the whole slot": {"loss": Change(last="remove")},
    "all others after a win": {"win": Change(last="only"), "ceiling": 5},
    "all others after a loss": {"loss": Change(last="only"), "ceiling": 5},
    "several at a time": {"start": (4,), "loss": Change(from_end=(-3,))},
    "resigns": {"empty": "resign", "loss": Change(from_end=(-1,))},
    "refills": {"empty": "refill", "loss": Change(from_end=(-1,))},
    "keeps the last": {"empty": "keep-last", "start": (2,)},
}


@pytest.mark.parametrize("name", ["her", "him", "nim:4", "connect:3x2"])
def test_what_rules_can_take_for_good_is_as_before(name, golden):
    lines = []
    for what, keys in at_least(10, TAKING.items()):
        kit = ruled(kit_of(name), **keys)
        safety = losing_beads_only(kit)
        moves = "; ".join(" ".join(game) for game in safety.games)
        lines.append(f"{what}: {safety.proved}, {safety.how}; {moves or '-'}")
        assert safety.counterexample == (safety.games[-1] if safety.games else None)
    lines.append(f"takeable {sorted(takeable_slots(kit_of(name)))}")
    golden(f"matches/safety-{name.replace(':', '-')}", "\n".join(lines))


# --- lines and tables
# --------------------------------------------------------------------------------------------------


def some_beads(box, slot):
    return (len(box.slots) + slot) % 2 == 0


@pytest.mark.parametrize("name", ["her", "him", "ladder", "tictactoe:2x2", "nim:6"])
def test_lost_lines_are_told_as_before(name, golden):
    kit = kit_of(name)
    lines = []
    for side in kit.players:
        for picks, allowed in {"all": None, "good": good_beads, "some": some_beads}.items():
            walk = Walk(kit, side) if allowed is None else Walk(kit, side, allowed)
            lines.append(f"{side} {picks}: {walk.outlook(kit.game.start())}")
            for line in (walk.shortest(), *islice(walk.lost(), 4)):
                if line is not None:
                    moves = " ".join(map(kit.game.move_text, line.moves))
                    lines.append(f"  {moves}; {line.boxes}; empty {line.empty}")
    golden(f"matches/lines-{name.replace(':', '-')}", "\n".join(lines))


def test_a_line_without_boxes_is_that_of_moves_alone():
    kit = kit_of("her")
    (move, *_) = kit.game.legal_moves(kit.game.start())
    line = LostLine().then(move, None, -1)
    assert line == LostLine((move,))
    assert line.then(move, kit.boxes[0], 2) == LostLine((move, move), (("A1", 2),))


def test_a_table_after_a_move_is_another_one():
    kit = kit_of("awari-mini")
    table = start_table(kit.game)
    assert table.met[table.position] == 1
    for _ in range(30):
        before = (table.position, table.lead, [*table.moves], {**table.met}, [*table.earlier])
        move = kit.game.legal_moves(table.position)[0]
        after = table.after(move)
        assert before == (
            table.position,
            table.lead,
            table.moves,
            dict(table.met),
            table.earlier,
        )
        assert after.earlier[-1] == table.position
        assert after.met[after.position] == table.met[after.position] + 1
        table.play(move)
        assert (after.position, after.lead, after.moves) == (
            table.position,
            table.lead,
            table.moves,
        )
        if table.ended() is not None:
            break
    assert table.lead
    assert (
        Table(kit_of("her").game, kit_of("her").game.start())
        .after(kit_of("her").game.legal_moves(kit_of("her").game.start())[0])
        .earlier
        == []
    )


@pytest.mark.parametrize("spec", ["her", "ladder"])
def test_no_more_positions_are_walked_than_may_be(spec, monkeypatch):
    """As many as may be are walked to the end; with one less the game is too large."""
    kit = kit_of(spec)
    called = kit.game.called

    def walked(most):
        known = {}
        for position, _, _ in Walk(kit, 1).from_the_ends(kit.game.start(), known, most):
            known[position] = True
        return len(known)

    whole = walked(10_000)
    most = whole
    while isinstance(outcome_of(walked, most), str):
        most += 1
    assert outcome_of(walked, most) == whole
    assert outcome_of(walked, most - 1) == (
        f"TooLargeError: {called} has more than {most - 1:,} positions to walk"
    )
    monkeypatch.setattr(lines_module, "MAX_POSITIONS_TO_WALK", 5)
    never_lost = Walk(kit, 1, good_beads)
    assert outcome(never_lost.shortest) == (
        f"TooLargeError: {called} has more than 5 positions to walk"
    )


def outcome_of(work, *given):
    return outcome(lambda: work(*given))


#: What functions of somebody's own answer.
CHOSEN = {
    "a move": lambda _position, moves, _rng: moves[1],
    "a text": lambda *_: "b1b2",
    "a text with blanks": lambda *_: " b1b2",
    "an illegal text": lambda *_: "a1a3",
    "a word": lambda *_: "left",
    "none": lambda *_: None,
    "a number": lambda *_: 1,
    "an illegal move": lambda *_: Move(8, 0),
}
TAUGHT = {
    "as many": [1, -1],
    "to none": [-9, -9],
    "nothing": [0, 0],
    "a tuple": (2, 0),
    "too few": [1],
    "too many": [1, 1, 1],
    "a text": "ab",
    "a table": {0: 1, 1: 1},
    "none": None,
    "a number": 3,
    "fractions": [1.5, 0],
    "switches": [True, False],
    "texts": ["1", "2"],
}


def test_functions_play_and_teach_or_are_refused_as_before(golden):
    kit = kit_of("her")
    lines = []
    for name, choose in at_least(8, CHOSEN.items()):
        player = OwnPlayer(OwnOpponent(choose))
        table = start_table(kit.game)
        said = outcome(lambda of=player, at=table: of.move(at, SplitMix(1)))
        shown = said if isinstance(said, str) else kit.game.move_text(said)
        lines.append(f"{name}: {shown}")
    for name, returned in at_least(10, TAUGHT.items()):
        seen = []

        def teach(picks, result, of=returned, into=seen):
            into.append(([(one.box.id, one.slot.colour.key, one.beads) for one in picks], result))
            return of

        machine = OwnLearner(Shelf(kit), OwnRule(teach))
        machine.picked[:] = [(0, 1), (4, 2)]
        said = outcome(lambda of=machine: of.finish(-1))
        lines.append(f"{name}: {said}; saw {seen}; has {machine.beads[0]} {machine.beads[4]}")
    twice = OwnLearner(Shelf(kit), OwnRule(lambda *_: [-3, 2, 1]))
    twice.picked[:] = [(0, 1), (0, 1), (2, 0)]
    lines.append(f"twice: {twice.finish(1)}")
    rng = SplitMix(3)
    luck = Luck(rng)
    numbers = [f"{luck.random():.6f}" for _ in range(3)]
    numbers += [str(luck.getrandbits(bits)) for bits in (1, 8, 31, 32, 33, 64, 70)]
    lines.append(f"luck {numbers}; {luck.seed(5)} {luck.randrange(1000)} {rng.taken}")
    for given in (min, OwnRule(lambda *_: []).teach):
        lines.append(f"{outcome(lambda of=given: OwnRule(of).text)}")
    lines.append(f"{outcome(lambda: OwnOpponent(lambda: 1))}")
    lines.append(f"{outcome(lambda: OwnRule(lambda _one: 1))}")
    golden("matches/functions", "\n".join(lines))


def test_a_function_has_the_same_luck_in_all_games_of_a_machine():
    given = []
    player = OwnPlayer(OwnOpponent(lambda _position, moves, rng: given.append(rng) or moves[0]))
    rng = SplitMix(1)
    table = start_table(kit_of("her").game)
    for source in (rng, rng, SplitMix(1)):
        player.move(table, source)
    assert given[0] is given[1]
    assert given[1] is not given[2]


def odd_opponent(_seen):
    return ()


def test_what_cannot_be_played_is_refused_in_full(monkeypatch, golden):
    her = kit_of("her")
    monkeypatch.setitem(OPPONENTS, "odd", OPPONENTS["adversary"]._replace(choices=odd_opponent))
    oracle = Oracle(her.game)
    monkeypatch.setattr(Oracle, "worth_of", lambda *_: None)
    position = her.game.parse("bbb/.../.w. w")
    sensible = Shelf(kit_of("her", expect="sensible"))
    left_out = [box for box in her.boxes if box.id not in sensible.kit.by_id]
    unmet = next(box for box in left_out if len(box.slots) > 1)
    refused = [
        outcome(lambda: list_situations(her.game, (None, Shelf(her)), limit=9)),
        outcome(lambda: only_hopes("odd")),
        outcome(lambda: parse_policy("negascout,seconds=2")),
        outcome(lambda: parse_policy("random:1/999999937,perfect:1/999999929,fastest:1/2")),
        outcome(lambda: Adviser(oracle).worth(position, Move(7, 4))),
        outcome(lambda: sensible.find(unmet.position)),
        outcome(lambda: PaperMachine(Shelf(kit_of("her", rule="tris")))),
    ]
    refused.append(opponent_named("negascout:2").help)
    golden("matches/in-full", "\n".join(map(str, refused)))
    with pytest.raises(ValueError, match="no bead can be picked from an empty box"):
        pick_bead([0, 0], SplitMix(1))
