"""A game reconstructed from its beads, games that a new machine loses, and how long games are: as
readable text.
"""

from types import SimpleNamespace

import pytest
from counting import at_least
from jobs import kit_of

from kitgen.errors import RecordError
from kitgen.record import rows
from kitgen.record.machine_events import MachineEvent, games_and_events
from kitgen.record.rows import (
    GameRow,
    Passages,
    PickedBead,
    follow,
    lost_game,
    picks_in,
    sample_games,
    usual_length,
)

#: Rows by kit: beads, and the result; besides them the first games of a machine are tried.
ROWS = {
    "her": [
        ("", -1),
        ("A1 R", -1),
        ("A1 R", 1),
        ("A1 R", 0),
        ("A1 R B1 U", -1),
        ("A1 Y B6 Y", 1),
        ("A1 Y B6 Y C6 Y", 1),
        ("A2 R B1 U", -1),
        ("A2 R", -1),
        ("B1 U", -1),
        ("A1 R A2 R", -1),
        ("A1 R C1 R", -1),
        ("A1 Q", -1),
        ("Z1 R", -1),
    ],
    "him": [("", 1), ("A1 R", 1), ("A1 R", -1), ("A1 U", 1), ("A1 R B1 R", 1), ("B1 R", 1)],
    "ladder": [("9 U", -1), ("9 U 5 R", -1), ("3 R 9 R", 1), ("10 R", 0)],
    "nim:5,last=loses": [("", 1), ("5 R", 1), ("5 U 2 R", 1), ("4 R", -1), ("4 R", 1)],
    "awari-mini": [],
}


def shown(kit, row):
    """What is known of a game, turn by turn."""
    try:
        known = follow(kit, row)
    except RecordError as error:
        return [f"refused: {error}"]

    def moves(some):
        return "?" if some is None else " ".join(map(kit.game.move_text, some)) or "-"

    lines = []
    for turn in known.turns:
        position = kit.game.text(turn.met)
        move = kit.game.move_text(turn.move)
        bead = f"{turn.box.id} {turn.slot.colour.letter}"
        lines.append(f"{moves(turn.since)} to {position}: {bead}, {move}")
    last = "?" if known.last is None else kit.game.text(known.last)
    return [*lines, f"{moves(known.end)} to {last}, resigned {known.resigned}"]


@pytest.mark.parametrize("name", ROWS)
def test_what_is_known_of_a_game_by_its_beads(golden, name):
    kit = kit_of(name, side="either") if name.startswith("nim") else kit_of(name)
    lines = []
    played = []
    for one in sample_games(kit, 4, 1):
        picks = [(kit.boxes[box].id, kit.boxes[box].slots[slot]) for box, slot in one.picks]
        beads = " ".join(f"{box} {slot.colour.letter}" for box, slot in picks)
        played.append((beads, one.outcome))
    for number, (beads, result) in enumerate([*ROWS[name], *at_least(4, played)], 1):
        lines.append(f"{beads or 'no beads'}, {result:+d}")
        row = GameRow(number, picks_in(beads), result)
        lines += [f"    {line}" for line in shown(kit, row)]
    golden(f"journal/follow-{name.replace(':', '-')}", "\n".join(lines))


def told(game):
    picks = " ".join(f"{box}.{slot}" for box, slot in game.picks)
    updates = " ".join(f"{one.box}.{one.slot}:{one.before}>{one.after}" for one in game.updates)
    return f"{picks}, {game.outcome:+d}{', resigned' if game.resigned else ''}; {updates}"


@pytest.mark.parametrize("name", ["her", "ladder", "nim:5,last=loses"])
def test_the_first_games_of_new_machines_and_one_that_is_lost(golden, name):
    kit = kit_of(name, side="either") if name.startswith("nim") else kit_of(name)
    lines = [f"usually {usual_length(kit, 4)} beads"]
    games = [*sample_games(kit, 2, machines=3)]
    assert len(games) == 6
    lines += map(told, games)
    lines.append("against perfect, the other side:")
    lines += map(told, sample_games(kit, 1, 2, "perfect", sides=kit.players[-1:]))
    lost = lost_game(kit)
    lines += [f"lost: {lost.row.picks_text}, {lost.row.result:+d}, changes {lost.changes}"]
    lines += shown(kit, lost.row)
    golden(f"journal/first-games-{name.replace(':', '-')}", "\n".join(lines))


def test_a_machine_that_keeps_no_beads_has_no_sample_games():
    assert list(sample_games(kit_of("her", rule="tris"), 2)) == []
    assert lost_game(kit_of("her", rule="tris")) is None
    assert usual_length(kit_of("her", rule="tris"), 2) == 3


def game(*picks, outcome=-1, resigned=False, updates=(1,)):
    return SimpleNamespace(picks=picks, outcome=outcome, resigned=resigned, updates=updates)


SIX = tuple((box, 0) for box in range(6))


@pytest.mark.parametrize(
    ("one", "drawn"),
    [
        (game((0, 0)), True),
        (game(*SIX), True),
        (game(*SIX, (7, 0)), False),
        (game(), False),
        (game((0, 0), (0, 1)), False),
        (game((0, 0), outcome=0), False),
        (game((0, 0), outcome=1), False),
        (game((0, 0), resigned=True), False),
    ],
)
def test_a_game_that_can_be_drawn_is_lost_and_has_one_to_six_boxes(one, drawn):
    assert rows._can_be_drawn(one) is drawn


def test_the_best_example_teaches_something_in_few_turns_with_a_choice_at_the_end():
    kit = kit_of("her")
    single = next(at for at, box in enumerate(kit.boxes) if len(box.slots) == 1)
    last = (0, 0)
    ranked = [
        game((1, 0), last),
        game((1, 0), (2, 0), last),
        game(last, (single, 0)),
        game(last),
        game((1, 0), last, updates=()),
    ]
    keys = [rows._fitness(kit, one) for one in ranked]
    assert keys == sorted(keys)
    assert keys[0] == (False, False, False, 2)
    assert keys[2] == (False, False, True, 2)
    assert keys[3] == (False, True, False, 1)


def test_an_example_is_looked_for_among_the_best_and_then_among_all(monkeypatch):
    """One of the first sixty games stands before a better one that comes later."""
    kit = kit_of("her")
    can_be_drawn = filter(rows._can_be_drawn, sample_games(kit, 1, 300))
    ranked = sorted(can_be_drawn, key=lambda one: rows._fitness(kit, one))
    best = ranked[0]
    worst = ranked[-1]
    won = game((0, 0), outcome=1)
    calls = []

    def games(of, *bounds, **words):
        calls.append((of, bounds, words))
        return iter(in_order)

    monkeypatch.setattr(rows, "sample_games", games)
    for before, chosen in ((58, best), (59, worst), (60, best), (200, best)):
        in_order = [won] * before + [worst, best]
        picked = [(kit.indices[pick.box], pick.bead) for pick in lost_game(kit, [0]).row.picks]
        slots = [(box, kit.boxes[box].slots[slot].colour.letter) for box, slot in chosen.picks]
        assert picked == slots
    assert calls[0] == (kit, (1, 300), {"sides": [0]})
    in_order = [won] * 300
    assert lost_game(kit) is None


def test_most_games_are_no_longer_than_the_usual_length(monkeypatch):
    """Of 20 games 19."""
    kit = kit_of("awari-mini")
    longest = max(box.turn for box in kit.boxes)
    for lengths, usual in ((range(1, 21), 19), (range(1, 20), 19), ([7], 7), ([], longest)):
        games = [game(*[(0, 0)] * length) for length in reversed(lengths)]
        monkeypatch.setattr(rows, "sample_games", lambda *_, games=games: iter(games))
        assert usual_length(kit, 4) == usual


# --- on the table
# --------------------------------------------------------------------------------------------------


def test_a_state_before_a_box_and_after_a_move_on_the_table():
    kit = kit_of("her")
    passages = Passages(kit, as_it_lies=True)
    (start,) = passages.start
    assert [stand.side for stand in passages.before(kit.by_id["A1"])] == [1]
    either = kit_of("nim:5,last=loses", side="either")
    (first, second) = Passages(either).before(either.by_id["4"])
    assert (first.side, first.position.to_move) == (0, 0)
    assert (second.side, second.position.to_move) == (1, 1)
    move = kit.game.parse_move(start.position, "a1a2")
    (after,) = passages.moved([start], move)
    assert kit.game.text(after.position) == "bbb/w../.ww b"
    # There it needs a bead, and there is no such move.
    assert passages.moved([after], kit.game.parse_move(after.position, "b3a2")) == ()
    assert passages.moved([start], kit.game.parse_move(after.position, "b3a2")) == ()
    assert not passages.is_over(start)


# --- beside games
# --------------------------------------------------------------------------------------------------


def test_events_stand_among_the_games_and_some_begin_anew():
    games = [GameRow(number, (), 1) for number in (1, 2, 5)]
    events = [
        MachineEvent("others", 9),
        MachineEvent("refilled", 2),
        MachineEvent("reset", 2),
        MachineEvent("counted", 0),
        MachineEvent("others", 4),
        MachineEvent("others", 5),
    ]
    found = [
        f"{one.what} {one.after}" if isinstance(one, MachineEvent) else one.game
        for one in games_and_events(games, events)
    ]
    among = ["counted 0", 1, 2, "refilled 2", "reset 2", "others 4", 5, "others 5", "others 9"]
    assert found == among
    assert list(games_and_events([], events[:1])) == events[:1]
    anew = {event.what: event.begins_anew for event in at_least(4, events)}
    assert anew == {"reset": True, "counted": True, "others": False, "refilled": False}


def test_a_bead_is_as_in_a_cell():
    assert PickedBead("A1", "R").text == "A1 R"
    assert GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", "U")), 1).picks_text == "A1 R B1 U"
