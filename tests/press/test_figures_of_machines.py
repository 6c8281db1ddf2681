"""The figures of a report on a machine, each computed from figures that are written down; what a
print run is made of; and what a lesson is refused for.
"""

from types import SimpleNamespace

import pytest
from counting import at_least
from jobs import TEMPLATES, kit_of

from kitgen.errors import KitgenError, TooLargeError
from kitgen.paper.declared import PartOptions
from kitgen.paper.job import Band, Rank
from kitgen.paper.parts import PARTS
from kitgen.paper.stock import read_stock
from kitgen.papers import PAGES
from kitgen.press import lessons, machine_figures, print_job
from kitgen.press.print_job import Simulated


def slot(value, beads=1, letter="R", moves=1):
    """Return a slot of a box."""
    return SimpleNamespace(
        value=value, beads=beads, colour=SimpleNamespace(letter=letter), moves=range(moves)
    )


def box_of(*slots, name="A1"):
    """Return a box."""
    return SimpleNamespace(id=name, slots=slots)


@pytest.mark.parametrize(
    ("values", "bad"),
    [
        ((1, 0, -1), [False, True, True]),
        ((1, 1), [False, False]),
        ((-1, -1), [True, True]),
        ((0, -1), [False, True]),
        ((0, 0), [False, False]),
    ],
)
def test_a_move_is_bad_that_loses_or_gives_away_what_another_keeps(values, bad):
    box = box_of(*map(slot, values))
    found = [machine_figures._is_bad(box, number) for number in range(len(values))]
    assert found == bad


def test_each_slot_of_a_bad_move_is_named_with_its_box():
    kit = SimpleNamespace(boxes=[box_of(slot(1), slot(-1)), box_of(slot(-1), slot(0), name="B2")])
    found = [(name, each.value) for name, each in machine_figures._bad_slots(kit)]
    assert found == [("A1", -1), ("B2", -1)]


def kit_with(*, only_takes=True, players=(1,), scoring=False):
    """Return what a kit says of its rule and its game."""
    return SimpleNamespace(
        rule=SimpleNamespace(only_takes=only_takes),
        players=players,
        game=SimpleNamespace(scoring=scoring, move_text=lambda move: f"move {move}"),
        by_id={
            "A1": box_of(slot(1, letter="R"), slot(1, letter="B")),
            "B2": box_of(slot(1, letter="G")),
        },
    )


@pytest.mark.parametrize(
    ("only_takes", "players", "exact"),
    [(True, (1,), True), (False, (1,), False), (True, (0, 1), False)],
)
def test_chances_are_exact_for_a_rule_that_only_takes_and_one_side(only_takes, players, exact):
    kit = kit_with(only_takes=only_takes, players=players)
    assert machine_figures._has_exact_chances(kit) is exact


@pytest.mark.parametrize(
    ("now", "first", "needed"),
    [(True, False, True), (False, True, True), (True, True, True), (False, False, False)],
)
def test_libraries_are_needed_where_chances_are_exact(now, first, needed, monkeypatch):
    calls = []
    monkeypatch.setattr(machine_figures, "_has_exact_chances", lambda kit: kit == "exact")
    monkeypatch.setattr(machine_figures, "at_first", lambda _kit: "exact" if first else "other")
    monkeypatch.setattr(machine_figures, "require", lambda *what: calls.append(what))
    monkeypatch.setattr(machine_figures, "need", lambda *what: calls.append(what))
    machine_figures.need_for_rank("exact" if now else "other")
    work = "a report on a machine"
    assert calls == ([("lab", work), (work, "numba", "numpy", "scipy")] if needed else [])


@pytest.fixture
def chances(monkeypatch):
    """What the guest that knows chances is asked, and what it answers."""
    calls = []
    answers = {"lab.score_chances": {-2: 0.25, 0: 0.5, 2: 0.25}, "lab.games_to_go": 12.5}

    def ask_guest(name, work):
        def answer(*given):
            calls.append((name, work, *given))
            if isinstance(answers[name], Exception):
                raise answers[name]
            return answers[name]

        return answer

    monkeypatch.setattr(machine_figures, "ask_guest", ask_guest)
    monkeypatch.setattr(machine_figures, "Match", lambda *given: given)
    monkeypatch.setattr(machine_figures, "parse_policy", lambda name: f"the {name} one")
    return calls, answers


@pytest.mark.parametrize(
    ("scores", "rank"),
    [
        ((-1, 0), Rank(2, 25.0, 50.0, exact=True)),
        ((1, 2), Rank(2, 75.0, 25.0, exact=True)),
        ((1, 2, 3), Rank(3, 100.0, 0.0, exact=True)),
    ],
)
def test_the_rank_of_a_machine_is_exact_where_chances_are(scores, rank, chances):
    asked, _ = chances
    kit = kit_with(players=(1,))
    assert machine_figures._rank(kit, "random", scores, ()) == rank
    match = (kit, "the random one", 1)
    assert asked == [("lab.score_chances", "a report on a machine", match, len(scores))]


@pytest.mark.parametrize("why", ["too large", "no rule that only takes"])
def test_the_rank_of_another_machine_is_that_among_simulated_ones(why, chances):
    _, answers = chances
    answers["lab.score_chances"] = TooLargeError("too large")
    kit = kit_with(only_takes=why == "too large")
    found = machine_figures._rank(kit, "random", (1, 2), (1, 2, 2, 3))
    assert found == Rank(2, 25.0, 50.0, exact=False)
    assert machine_figures._rank(kit, "random", (0,), (1, 2)) == Rank(1, 0.0, 0.0, exact=False)


def test_games_to_go_are_known_where_chances_are(chances):
    asked, answers = chances
    kit = kit_with(players=(0,))
    assert machine_figures._to_go(kit, "perfect") == 12.5
    assert asked == [("lab.games_to_go", "a report on a machine", (kit, "the perfect one", 0))]
    answers["lab.games_to_go"] = KitgenError("too large")
    assert machine_figures._to_go(kit, "perfect") is None
    asked.clear()
    assert machine_figures._to_go(kit_with(only_takes=False), "perfect") is None
    assert asked == []


def test_the_shortest_line_that_beats_a_machine_is_shown(monkeypatch):
    lines = {
        0: SimpleNamespace(moves=[1, 2, 3], boxes=[("A1", 1), ("B2", 0)], empty="C3"),
        1: SimpleNamespace(moves=[4], boxes=[("A1", 0)], empty=None),
    }
    counted = []

    class Walk:
        def __init__(self, _kit, side, has_beads):
            self.side = side
            counted.append([has_beads(box_of(slot(1, beads)), 0) for beads in (0, 1, 2)])

        def shortest(self):
            if isinstance(lines[self.side], Exception):
                raise lines[self.side]
            return lines[self.side]

    monkeypatch.setattr(machine_figures, "Walk", Walk)
    both = kit_with(players=(0, 1))
    assert machine_figures._line(both) == (True, (("move 4",), ("A1 R",), ""))
    assert counted == [[False, True, True]] * 2
    first = (("move 1", "move 2", "move 3"), ("A1 B", "B2 G"), "C3")
    assert machine_figures._line(kit_with(players=(0,))) == (True, first)
    lines[1] = None
    assert machine_figures._line(both) == (True, first)
    lines[0] = None
    assert machine_figures._line(both) == (True, None)
    lines[1] = TooLargeError("too large")
    assert machine_figures._line(both) == (False, None)
    assert machine_figures._line(kit_with(scoring=True)) == (False, None)


@pytest.fixture
def trained(monkeypatch):
    """A machine that has played three games, of which each figure is written down."""
    kit = SimpleNamespace(trained=True, results=(1, -1, 1), boxes=[])
    calls = []

    def learning_scores(games, number):
        calls.append((games, number))
        return [[0], [1, 2, 3, 6]]

    for name, value in {
        "at_first": lambda _kit: "first",
        "band_opponents": lambda _kit: ("random", "perfect"),
        "games_of": lambda kit: [SimpleNamespace(result=result) for result in kit.results],
        "FirstGames": lambda kit, opponent: (kit if kit == "first" else "now", opponent),
        "learning_scores": learning_scores,
        "percentiles": lambda scores: (scores[0], scores[1]),
        "need_for_rank": lambda _kit: calls.append("needed"),
        "_rank": lambda *given: ("rank", *given),
        "_to_go": lambda _kit, opponent: f"to go against {opponent}",
        "_bad_slots": lambda _kit: [("A1", slot(-1, 0)), ("B2", slot(-1, 2, "G"))],
        "_line": lambda _kit: (True, "line"),
        "as_new": lambda _kit: "new",
    }.items():
        monkeypatch.setattr(machine_figures, name, value)
    return kit, calls


def part_that(**how):
    """Return the name of a part that has these properties."""
    return next(
        name
        for name, part in PARTS.items()
        if all(bool(getattr(part, key)) is value for key, value in how.items())
    )


def test_a_report_has_all_figures_of_a_machine(trained):
    kit, asked = trained
    report = part_that(past=True, ranked=True)
    past = machine_figures.past_of(kit, ["log", report])
    assert (past.new, past.opponent, past.scores) == ("new", "random", (1, 0, 1))
    assert past.bands == (Band("random", [0], [1, 2, 3, 6]), Band("perfect", [0], [1, 2, 3, 6]))
    assert past.rank == ("rank", "first", "random", (1, 0, 1), [1, 2, 3, 6])
    assert (past.bad, past.bad_first) == ((("B2", "G"),), 2)
    assert (past.line, past.walked, past.to_go) == ("line", True, "to go against random")
    assert past.next_score == 3.0
    assert past.next_error == pytest.approx(0.93541, abs=1e-5)
    assert asked == [
        "needed",
        (("first", "random"), 3),
        (("first", "perfect"), 3),
        (("now", "random"), 10),
    ]


def test_only_so_many_games_are_compared(trained, monkeypatch):
    kit, asked = trained
    assert machine_figures.MAX_COMPARED_GAMES == 200
    monkeypatch.setattr(machine_figures, "MAX_COMPARED_GAMES", 2)
    past = machine_figures.past_of(kit, [part_that(past=True, ranked=True)])
    assert past.scores == (1, 0, 1)
    assert past.rank[3] == (1, 0)
    assert (("first", "random"), 2) in asked


def test_a_machine_without_games_or_a_part_without_a_rank_has_none(trained):
    kit, asked = trained
    plain = machine_figures.past_of(kit, [part_that(past=True, ranked=False)])
    assert (plain.rank, plain.bands, plain.to_go) == (None, (), None)
    assert asked == [(("now", "random"), 10)]
    kit.results = ()
    new = machine_figures.past_of(kit, [part_that(past=True, ranked=True)])
    assert (new.rank, new.bands, new.to_go) == (None, (), "to go against random")
    assert new.scores == ()
    assert machine_figures.past_of(kit, [part_that(past=False)]) is None
    kit.trained = False
    assert machine_figures.past_of(kit, [part_that(past=True, ranked=True)]) is None


# --- a print run
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_trained", [True, False])
@pytest.mark.parametrize("theme", ["", "cats"])
@pytest.mark.parametrize("sides", [(1,), (0,)])
def test_a_print_run_has_what_is_simulated_for_it(is_trained, theme, sides, monkeypatch):
    kit = kit_of("her")
    kit = SimpleNamespace(
        trained=is_trained, players=kit.players, choices=kit.choices, rule=kit.rule, name="her"
    )
    simulated = Simulated(("band",), ("forecast",), "a lost game", "a bank")
    checked = []
    monkeypatch.setattr(print_job, "simulate_for", lambda *_: simulated)
    monkeypatch.setattr(print_job, "check_settings", checked.append)
    monkeypatch.setattr(print_job, "sides_played", lambda _job: sides)
    monkeypatch.setattr(print_job, "lost_game", lambda _kit, sides: f"lost by {sides}")
    monkeypatch.setattr("kitgen.press.machine_figures.past_of", lambda *given: given)
    themed = SimpleNamespace(players=kit.players)
    calls = []
    monkeypatch.setattr("kitgen.paper.theme.in_theme", lambda *given: calls.append(given) or themed)
    monkeypatch.setattr("kitgen.paper.theme.texts_in_theme", lambda _texts, *more: more)
    stock = read_stock("matchbox", TEMPLATES)
    options = PartOptions(theme=theme)
    job = print_job.print_run(
        kit, PAGES["a4"], stock, "a command", options, TEMPLATES, ["log", "board"]
    )
    assert job.kit is (themed if theme else kit)
    assert calls == ([(kit, "cats", TEMPLATES)] if theme else [])
    assert (job.page, job.stock, job.command) == (PAGES["a4"], stock, "a command")
    assert (job.bands, job.forecasts, job.bank) == (("band",), ("forecast",), "a bank")
    assert job.lost_game == ("a lost game" if sides == kit.players else f"lost by {sides}")
    assert job.parts == ("log", "board")
    assert job.past == ((kit, ["log", "board"]) if is_trained else None)
    assert len(checked) == 1
    if theme:
        assert job.texts == ("cats", TEMPLATES)
    else:
        assert (job.texts.language, job.texts.made_of) == ("en", "boxes")


def test_first_games_are_kept_for_the_next_print_of_the_same_machine(monkeypatch):
    made = []
    print_job._first_games.cache_clear()
    monkeypatch.setattr(
        print_job.first_games, "FirstGames", lambda kit, opponent: made.append((kit, opponent))
    )
    machine = print_job.SameMachine.of(kit_of("her"))
    for opponent in ("random", "perfect", "random"):
        print_job._first_games(machine, opponent)
    assert [opponent for _, opponent in made] == ["random", "perfect"]
    assert print_job._first_games.cache_info().maxsize == 12
    print_job._first_games.cache_clear()


# --- lessons
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "begins", "advice"),
    [
        ("either", None, "say human or machine; the machine of nim may play either side"),
        ("either", "human", ""),
        ("black", None, ""),
        ("black", "human", "leave it out; the machine plays black"),
    ],
)
def test_who_begins_is_said_where_the_machine_may_play_either_side(side, begins, advice):
    file = SimpleNamespace(begins=begins, kit="nim")
    assert lessons._advice_on_begins(file, side) == advice


def test_a_lesson_is_planned_with_or_without_its_prefix():
    for name in at_least(3, TEMPLATES.names("lessons")):
        plan = lessons.plan_lesson(f"lesson:{name}", TEMPLATES)
        assert plan == lessons.plan_lesson(name, TEMPLATES)
        assert (plan.name, plan.kit, plan.choices) == (name, plan.file.kit, dict(plan.file.choices))
        everything = plan.options_for(PARTS)
        assert everything["stock"] == plan.file.stock
        assert everything.get("page") == plan.file.page
        assert everything["lesson_name"] == name
        assert plan.options_for(["log"]).keys() <= everything.keys()
