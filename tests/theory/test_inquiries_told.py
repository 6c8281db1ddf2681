"""What is found out about a game or a kit by name, as golden texts: a game solved, its sizes, a
machine tried, a search, a position looked up, two kits compared; each as a line, as a table and as
plain data, and what is refused.
"""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from counting import at_least
from jobs import TEMPLATES, kit_of

import kitgen
from kitgen.errors import KitgenError, TooLargeError, UsageError
from kitgen.games import make_game
from kitgen.inquiries import game_solution, game_trial, lookahead, position_lookup
from kitgen.inquiries.game_solution import size_rows, solve
from kitgen.inquiries.lookahead import make_seeker
from kitgen.inquiries.position_lookup import Finder
from kitgen.theory.solve import Value
from kitgen.tree_search.plan import DEEPEST, Plan
from kitgen.tree_search.scouts import PlainScout


def told(result):
    """Return a result as a line, its table a row a line, and its report a key a line."""
    lines = [result.summary()]
    lines += [f"  {json.dumps(row)}" for row in result.table()]
    report = result.report()
    report.pop("seconds", None)
    lines += [f"  {key}: {json.dumps(value)}" for key, value in report.items()]
    return lines


def refusal_of(ask):
    """Return why something is refused."""
    with pytest.raises(KitgenError) as caught:
        ask()
    return f"{type(caught.value).__name__}: {caught.value}"


# --- a game solved
# --------------------------------------------------------------------------------------------------


def test_a_solved_game_is_told(golden):
    lines = []
    for spec in ("nim:5", "awari:1x3", "tictactoe:3x2", "told:pong-hau-ki", "her"):
        found = solve(spec)
        lines += told(found)
        lines.append(f"  counted games: {found.possible}")
        lines += [f"  side {side}: {found.side(side)}" for side in (0, 1)]
    lines.append(refusal_of(lambda: found.side(2)))
    golden("said/games-solved", "\n".join(lines))


def test_a_game_that_is_too_large_to_solve_is_told_what_would_help(golden, monkeypatch):
    monkeypatch.setattr(game_solution, "install_command", lambda extra: f"install {extra}")
    lines = []
    for has_lab in (True, False):
        monkeypatch.setattr(game_solution, "installed", lambda *_, has_lab=has_lab: has_lab)
        for spec in ("tictactoe", "awari:2x3"):
            for no_limit in (False, True):
                monkeypatch.setattr(game_solution, "NO_LIMIT", 7)
                asked = {"no_limit": no_limit, "limit": 9}
                lines.append(f"{spec} {asked}: {refusal_of(partial(solve, spec, **asked))}")
    monkeypatch.setattr(game_solution, "free_bytes", lambda: game_solution.SPARE - 1)
    answers = []

    def explore(_game, *, limit, progress):
        progress("exploring", 1234, None)
        answers.append(limit)

    monkeypatch.setattr(game_solution, "explore", explore)
    lines.append(refusal_of(lambda: solve("tictactoe")))
    golden("said/games-too-large", "\n".join(lines))
    assert answers == []


@pytest.mark.parametrize(
    ("how", "limit"), [({}, 300_000), ({"limit": 5}, 5), ({"no_limit": True, "limit": 5}, 2**62)]
)
def test_so_many_positions_are_explored(how, limit, monkeypatch):
    arguments = []
    calls = []
    explore = game_solution.explore

    def counted(game, *, limit, progress):
        arguments.append(limit)
        progress("any words", 1000, None)
        return explore(game)

    monkeypatch.setattr(game_solution, "explore", counted)
    solve("nim:5", progress=lambda *words: calls.append(words), **how)
    assert arguments == [limit]
    assert calls == [("exploring", 1000, None)]


def test_games_are_counted_only_where_that_takes_no_time(monkeypatch):
    positions = solve("nim:5").positions
    monkeypatch.setattr(game_solution, "MAX_COUNTED_POSITIONS", positions)
    assert solve("nim:5").possible.games == 13
    monkeypatch.setattr(game_solution, "MAX_COUNTED_POSITIONS", positions - 1)
    assert solve("nim:5").possible is None


def test_each_size_of_a_game_has_its_rows(golden, monkeypatch):
    monkeypatch.setattr(game_solution, "MAX_SINGLE_NUMBER", 4)
    monkeypatch.setattr(game_solution, "MAX_COLUMNS_OR_ROWS", 3)
    monkeypatch.setattr(game_solution, "MAX_LISTED_POSITIONS_PLAINLY", 300)
    lines = [spec for spec, _ in game_solution.sizes("any,x=1")]
    for name in ("nim", "tictactoe", "awari,rules=simple"):
        lines += [f"{row}" for row in size_rows(name)]
    lines.append(refusal_of(lambda: size_rows("nim:4")))
    lines.append(refusal_of(lambda: size_rows("nimm")))
    golden("said/sizes-of-games", "\n".join(lines))


def test_a_board_that_contains_one_that_is_too_large_is_not_tried(monkeypatch):
    monkeypatch.setattr(game_solution, "MAX_SINGLE_NUMBER", 2)
    monkeypatch.setattr(game_solution, "MAX_COLUMNS_OR_ROWS", 3)
    monkeypatch.setattr(
        game_solution, "make_game", lambda spec: SimpleNamespace(packed=None, spec=spec)
    )
    tried = []

    def survey(game, *, limit, progress):
        tried.append(game.spec)
        assert (limit, progress) == (20_000, None)
        if game.spec in ("any:1x3", "any:2x2"):
            raise TooLargeError("too large")
        return game.spec

    monkeypatch.setattr(game_solution, "survey", survey)
    monkeypatch.setattr(game_solution, "rows_of", lambda found: [found])
    assert size_rows("any") == ["any:1", "any:1x1", "any:1x2", "any:2", "any:2x1", "any:3x1"]
    assert tried == [
        "any:1",
        "any:1x1",
        "any:1x2",
        "any:2",
        "any:2x1",
        "any:1x3",
        "any:3x1",
        "any:2x2",
    ]


def test_the_rows_of_a_game_are_those_of_its_machines(monkeypatch):
    """A side with nothing to decide has none, and a game too large for a kit no sheets."""
    found = solve("nim:5")
    monkeypatch.setattr(game_solution, "EXPLORE_LIMIT", found.positions)
    rows = list(game_solution.rows_of(found))
    assert [(row.side, row.sheets) for row in rows] == [("first", 1), ("second", 1)]
    monkeypatch.setattr(game_solution, "EXPLORE_LIMIT", found.positions - 1)
    assert [row.sheets for row in game_solution.rows_of(found)] == [None, None]
    alone = replace(found, layers=tuple(layer for layer in found.layers if layer.side == 1))
    assert [row.side for row in game_solution.rows_of(alone)] == ["second"]


def test_endgames_are_built_and_saved_where_they_can_be(monkeypatch):
    calls = []

    def ask_guest(name, work):
        def do(*given, **how):
            how.pop("progress", None)
            calls.append((name, work, [str(getattr(each, "spec", each)) for each in given], how))
            if how.get("no_limit") is False and given[1] == 9:
                raise TooLargeError("too much")
            return "built"

        return do

    monkeypatch.setattr(game_solution, "ask_guest", ask_guest)
    monkeypatch.setattr(game_solution, "need_compiled_search", calls.append)
    assert game_solution.solve_endgames("awari:2x3", 4, Path("ends.npz"), no_limit=True) == "built"
    work = "kitgen solve --levels"
    assert calls == [
        work,
        ("search.check_place", work, ["ends.npz"], {}),
        ("search.build_database", work, ["awari:2x3", "4"], {"no_limit": True}),
        ("search.save_database", work, ["built", "ends.npz"], {}),
    ]
    calls.clear()
    message = refusal_of(lambda: game_solution.solve_endgames("awari:2x3", 9))
    assert message == "TooLargeError: too much; --no-limit builds it as long as memory lasts"
    assert [call[0] for call in calls[1:]] == ["search.build_database"]


# --- a machine tried
# --------------------------------------------------------------------------------------------------

ROW = 'name = "Row"\nboard = "path 4"\n[side.a]\nhand = "any"\n[side.b]\nhand = "any"\n'


def test_each_trial_of_a_game_knows_more(golden, monkeypatch, tmp_path):
    monkeypatch.setattr(game_trial, "MACHINES", 2)
    path = tmp_path / "row.toml"
    path.write_text(ROW)
    lines = []
    calls = []
    for game in (str(path), "nim:5"):
        found = game_trial.trials(
            game,
            progress=lambda *words: calls.append(words),
            label_of=lambda kit: f"a label for {kit.choices.side}",
        )
        for trial in found:
            sides = ", ".join(
                f"{side.side} {side.rule or 'untried'} {len(side.forecasts)} {side.label!r}"
                for side in trial.sides
            )
            lines.append(f"{trial.summary()}; {sides}; best {trial.best_side}; {trial.remarks}")
        lines += told(trial)
        lines += [f"  {words}" for words in calls if words[0].startswith("playing")]
        calls.clear()
    golden("said/games-tried", "\n".join(lines))


def test_remarks_are_made_in_the_order_in_which_they_are_read(monkeypatch):
    monkeypatch.setattr(game_trial, "decide", lambda claim, facts: (claim, facts))
    monkeypatch.setattr(game_trial, "facts_of", lambda kit, **_: kit.name)
    kit = kit_of("her")
    trial = game_trial._trial(kit, [game_trial._side(kit)])
    assert trial.remarks == ("dull", "at-once", "large", "dies", "flat", "good")
    assert [claim for claim, _ in trial.claims] == [
        "game_dull",
        "game_at_once",
        "game_large",
        "game_dies",
        "game_flat",
        "game_good",
    ]


def test_a_game_without_a_machine_for_one_side_has_that_of_the_other(monkeypatch):
    def refuse(_oracle, side, _templates):
        if side in refused:
            raise UsageError(f"nothing for {side}")
        return side

    monkeypatch.setattr(game_trial, "_kit", refuse)
    oracle = SimpleNamespace(game=make_game("nim:5"))
    refused: set[int] = set()
    assert game_trial._kits(oracle, None) == [0, 1]
    refused.add(0)
    assert game_trial._kits(oracle, None) == [1]
    refused = {1}
    assert game_trial._kits(oracle, None) == [0]
    refused.add(0)
    assert refusal_of(lambda: game_trial._kits(oracle, None)) == (
        "UsageError: no side of nim:5 can have a machine: nothing for 1"
    )


# --- a search
# --------------------------------------------------------------------------------------------------


def test_what_a_search_finds_is_told(golden):
    lines = []
    for game, record, how in (
        ("hexapawn", None, {"depth": 3}),
        ("hexapawn", "b.b/wb./..w w", {"depth": 5, "algorithm": "minimax"}),
        ("hexapawn", ": a1a2 b3a2", {"depth": 2}),
        ("hexapawn", "w.b/.../... b", {"depth": 2}),
        ("awari:2x2", None, {"depth": 4, "refinements": ["quiescence"]}),
        ("nim:7", None, {"algorithm": "alphabeta"}),
    ):
        found = make_seeker(game, plain=True, **how).search(record, lines=2)
        lines.append(f"{game} {record} {how}: {found.plan}")
        lines += told(found)
    for how in (
        {"refinements": ["single"]},
        {"refinements": ["preference", "quiescence"]},
        {"refinements": ["quick"], "plain": True},
        {"algorithm": "negamax"},
        {"depth": 0},
        {"seconds": 0.0},
    ):
        lines.append(f"{how}: {refusal_of(partial(make_seeker, 'tictactoe', **how))}")
    golden("said/games-searched", "\n".join(lines))


def test_how_far_a_search_looks_where_nobody_says_so():
    assert make_seeker("nim:7", plain=True).plan.depth == 8
    assert make_seeker("nim:7", plain=True, seconds=1.0).plan.depth == DEEPEST
    assert make_seeker("nim:7", plain=True, depth=5, seconds=1.0).plan.depth == 5
    assert make_seeker("nim:7", plain=True).plan.database is None


def test_the_seconds_of_a_search_are_told_to_the_microsecond():
    found = make_seeker("nim:7", depth=2, plain=True).search()
    timed = replace(found, prospect=replace(found.prospect, seconds=1.23456789))
    assert timed.report()["seconds"] == 1.234568


@pytest.mark.parametrize("complete", [True, False])
def test_a_search_that_is_interrupted_keeps_what_is_finished(monkeypatch, complete):
    class Stopped(lookahead.Analyst):
        def run(self, progress=None):
            super().run(progress)
            self.prospects = self.prospects[:2] if complete else []
            return complete

    monkeypatch.setattr(lookahead, "Analyst", Stopped)
    seeker = make_seeker("nim:7", depth=4, plain=True)
    if complete:
        found = seeker.search()
        assert (found.complete, found.prospect.depth) == (True, 2)
    else:
        with pytest.raises(KeyboardInterrupt):
            seeker.search()


def test_a_search_is_asked_for_as_it_is_told(monkeypatch):
    calls = []

    def make(*given, **how):
        calls.extend([given, how])
        return SimpleNamespace(search=lambda *given, **how: calls.extend([given, how]) or "found")

    monkeypatch.setattr(lookahead, "make_seeker", make)
    given = {
        "seconds": 2.0,
        "refinements": ["single"],
        "database": "a.npz",
        "plain": True,
        "templates": TEMPLATES,
    }
    found = lookahead.search("nim:7", "7 F", "minimax", 3, lines=4, progress=print, **given)
    assert found == "found"
    assert calls == [("nim:7", "minimax", 3), given, ("7 F",), {"lines": 4, "progress": print}]


def test_a_position_that_a_database_knows_is_not_over():
    game = make_game("awari:2x2")
    plan = Plan("negascout", 2)
    known = SimpleNamespace(worth=lambda _position: Value(1, None))
    seeker = lookahead.Seeker(game, plan, PlainScout(game, plan, known))
    found = seeker.search()
    assert found.over is False
    assert found.prospect.moves


# --- a position looked up
# --------------------------------------------------------------------------------------------------


def shown_place(finder, text):
    """Return all that is found of a position, and the slot of each of its moves."""
    place = finder.find(text)
    slots = " ".join("-" if slot is None else slot.colour.key for slot in place.slots)
    game = finder.game
    unboxed = "none" if place.unboxed is None else game.move_text(place.unboxed)
    symmetry = "none" if place.symmetry is None else place.symmetry.name
    return [*told(place), f"  slots {slots}; by {symmetry}; without a box {unboxed}"]


def test_what_is_found_of_a_position_is_told(golden):
    lines = []
    for name, wish, positions in (
        (
            "her",
            {},
            ("bbb/w../.ww b", "bbb/..w/ww. b", "bbb/.../www w", "w.b/.../... b", "..b/w.b/w.. b"),
        ),
        ("her", {"express": True}, (".bb/.bw/w.. b", "bbb/w../.ww b")),
        ("awari-mini", {}, ("3,3/3,3 S", "0,3/3,3 N")),
    ):
        kit = kit_of(name, **wish)
        finder = Finder(kit.game, kit)
        for text in positions:
            lines.append(f"{name} {wish or ''} {text}")
            lines += shown_place(finder, text)
    large = Finder(make_game("tictactoe"), None)
    lines.append("too large for a kit")
    lines += shown_place(large, "XX./OO./... X")
    golden("said/positions-found", "\n".join(lines))


@pytest.mark.parametrize("turned", [True, False])
def test_a_position_is_drawn_as_it_is_on_the_table(turned, monkeypatch):
    drawn = []

    def draw_board(game, position, slots, width, height, *, turned):
        drawn.append((game, position, slots, width, height, turned))

    monkeypatch.setattr("kitgen.paper.card.board.draw_board", draw_board)
    monkeypatch.setattr("kitgen.paper.card.board.machine_below", lambda _kit: turned)
    kit = kit_of("her")
    finder = Finder(kit.game, kit)
    place = finder.find("bbb/w../.ww b")
    finder.draw(place)
    finder.draw(finder.find("bbb/.../www w"))
    Finder(kit.game, None).draw(replace(place, box=None))
    (game, position, slots, *size), without_box, without_kit = drawn
    assert (game, position, size) == (kit.game, place.position, [90.0, 90.0, turned])
    moves = {move: slot.colour.key for slot in slots for move in slot.moves}
    legal = kit.game.legal_moves(position)
    assert [moves[move] for move in legal] == ["yellow", "blue", "red"]
    assert without_box[2] == ()
    assert (without_kit[2], without_kit[5]) == ((), False)


def test_a_database_is_opened_or_searched_for_where_none_is_named(monkeypatch):
    calls = []

    def ask_guest(name, what):
        calls.append((name, what))
        return lambda game, folders: calls.append((game.spec, [str(each) for each in folders])) or 7

    monkeypatch.setattr(position_lookup, "ask_guest", ask_guest)
    monkeypatch.setattr(position_lookup, "open_endgames", lambda game, path: (game.spec, path))
    leveled = SimpleNamespace(spec="awari", levels=1)
    plain = SimpleNamespace(spec="nim", levels=None)
    ask = position_lookup._database
    assert ask(plain, "a.npz", search=False) == ("nim", Path("a.npz"))
    assert ask(plain, None, search=True) is None
    assert ask(leveled, None, search=False) is None
    assert calls == []
    assert ask(leveled, None, search=True) == 7
    assert calls == [
        ("search.find_database", "an endgame database"),
        ("awari", [".", "output"]),
    ]


def test_a_game_that_is_too_large_has_a_finder_without_a_kit(monkeypatch):
    def refuse(*_, **how):
        assert how["limit"] == 40_000
        raise TooLargeError("too large")

    monkeypatch.setattr(position_lookup, "load_kit", refuse)
    monkeypatch.setattr(position_lookup, "_database", lambda *_, **__: None)
    for given in ("nim:9", "ladder", make_game("nim:9")):
        finder = position_lookup.make_finder(given, templates=TEMPLATES)
        assert finder.kit is None
        assert finder.game.spec == "nim:9"
    for path in (Path("nim:9"), "./nim.json"):
        assert "too large" in refusal_of(lambda path=path: position_lookup.make_finder(path))


# --- two kits compared
# --------------------------------------------------------------------------------------------------


def test_what_differs_between_two_kits_is_told(golden):
    pairs = (
        ("her", kit_of("her", express=True)),
        (kit_of("her", merged=False), "her"),
        ("her", kit_of("her", rule="michie", palette="grey", language="it")),
        ("her", "gardner24@1"),
        ("ladder", kit_of("ladder", express=True)),
        ("her", kit_of("her", beads="red:40,blue:40,green:9,yellow:9")),
        ("her", "him"),
        ("her", "ladder"),
        ("awari:2x1", "awari:2x1,rules=simple"),
        ("nim:9", "nim:9,last=loses"),
    )
    lines = []
    for first, second in at_least(10, pairs):
        found = kitgen.diff(first, second)
        names = [each if isinstance(each, str) else f"{each.name}*" for each in (first, second)]
        lines.append(f"{' and '.join(names)}: {found.summary()}")
        lines += [f"  {difference}" for difference in found[:12]]
    golden("said/kits-compared", "\n".join(lines))


def test_kits_of_games_that_are_called_alike_are_told_apart_by_what_they_are(monkeypatch):
    def kit(spec, *, templates):
        assert templates is None
        return SimpleNamespace(game_spec=spec, game=SimpleNamespace(called="Own"))

    monkeypatch.setattr("kitgen.inquiries.differences.load_kit", kit)
    (found,) = kitgen.diff("a", "b")
    assert str(found) == "game: a in the first, b in the second"
