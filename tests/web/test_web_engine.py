"""The page's engine plays as the paper machine does, pick for pick and bead for bead."""

from functools import cache
from itertools import chain

import pytest
from browsers import in_chromium, in_firefox, in_node
from counting import at_least
from jobs import TEMPLATES, kit_of
from sampling import few

from kitgen.kit.kit import Kit
from kitgen.kit.rule import Change, Rule, read_rule
from kitgen.machine.learning import LAST_MOVES, with_rule
from kitgen.machine.match import Match, parse_policy, seats
from kitgen.machine.paper_machine import SplitMix, play_game
from kitgen.web.page_data import OFFERED, page_data, second_machine
from kitgen.web.script import script

#: So many games of each machine against the others than the first opponent.
FEWER = 40
SEED = 2026
EDITIONS = TEMPLATES.names("editions")

#: Plays the games of a job and says for each how it ended and its moves, then the beads that are
#: left.
PLAY = f"""(job) => {{
{script("core/engine.js", "core/rng.js")}
const table = sitDown(job.data, seatsOf(job.data), new SplitMix(job.seed))[job.seat];
const told = [];
for (let game = 0; game < job.games; game++) {{
  table.playGame(job.opponent);
  const edges = Array.from(table.edges.subarray(0, table.made));
  const moves = edges.map((edge) => job.data.moves[table.graph.move[edge]].text);
  const given_up = table.resigned || table.conceded ? ["resigned"] : [];
  told.push([table.outcome, ...moves, ...given_up].join(" "));
}}
return [...told, Array.from(table.beads.count).join(" ")];
}}"""


def by_hand(kit, side, opponent, games):
    """Return the same, told of the paper machine, and of a second one opposite."""
    other = opponent if isinstance(opponent, Kit) else None
    policy = other or parse_policy(opponent)
    machine, players = seats(Match(kit, policy, side), kit.oracle)()
    opposite = players[1 - side] if other else None
    rng = SplitMix(SEED)
    told = []
    for _ in range(games):
        played = play_game(kit.game, players, rng)
        outcome = played.outcome if side == 0 else -played.outcome
        words = [str(outcome), *map(kit.game.move_text, played.moves)]
        if played.resigned is not None:
            words.append("resigned")
        told.append(" ".join(words))
    beads = [*machine.beads]
    if opposite is not None:
        beads += opposite.beads
    return [*told, " ".join(map(str, chain.from_iterable(beads)))]


def jobs_of(kit, games):
    """Return all jobs of a kit, and what has to come of each: against all without boxes, and a
    second machine.
    """
    other = second_machine(kit)
    assert other is not None
    alone = page_data(kit)
    both = page_data(kit, other)
    jobs = []
    told = []
    for seat, side in enumerate(kit.players):
        for number, opponent in enumerate((*OFFERED, other)):
            data = both if opponent is other else alone
            many = FEWER if number else games
            jobs.append(
                {"data": data, "seat": seat, "opponent": number, "seed": SEED, "games": many}
            )
            told.append(by_hand(kit, side, opponent, many))
    return jobs, told


@cache
def all_editions(games):
    jobs = []
    told = []
    for name in at_least(10, EDITIONS):
        more = jobs_of(kit_of(name), games)
        jobs += more[0]
        told += more[1]
    return jobs, told


@pytest.mark.every
@pytest.mark.parametrize(
    ("run", "games"), [(in_node, 60), (in_node, 1000), (in_chromium, 1000), (in_firefox, 1000)]
)
def test_every_edition_plays_the_same_games_as_the_paper_machine(run, games):
    jobs, told = all_editions(games)
    assert run(PLAY, jobs) == told


TOLD_GAMES = (
    "mu-torere",
    "fox-hounds-4x4",
    "notakto",
    "connect3-3x3",
    "frogs-and-toads",
    "draughts-4x4",
)


@pytest.mark.parametrize("name", few([*TOLD_GAMES], one_in=4))
def test_told_games_are_played_the_same(name):
    jobs, told = jobs_of(kit_of(f"told:{name}"), 60)
    assert in_node(PLAY, jobs) == told


RULES = {
    **{name: read_rule(name, TEMPLATES) for name in TEMPLATES.names("rules")},
    "refills": Rule("", {}, empty="refill", loss=Change(every=-1)),
    "draws": Rule(
        "",
        {},
        empty="draw",
        win=Change(from_end=(3, 1)),
        draw=Change(every=1),
        loss=Change(from_end=(-2,)),
    ),
    "narrow": Rule(
        "",
        {},
        floor=1,
        ceiling=5,
        win=Change(every=2),
        draw=Change(every=-1),
        loss=Change(every=-3),
    ),
    **{
        f"last {word}": Rule("", {}, ceiling=4, win=Change(last=word))
        for word in LAST_MOVES
        if word
    },
    "only": Rule(
        "", {}, ceiling=4, win=Change(last="only"), loss=Change(last="remove"), empty="resign"
    ),
}


@pytest.mark.parametrize("kit", few(["her", "awari-3x1"], one_in=2))
def test_every_rule_does_the_same_to_the_beads(kit):
    jobs = []
    told = []
    for rule in at_least(9, [rule for rule in RULES.values() if rule.learns == "beads"]):
        made = with_rule(kit_of(kit), rule, "")
        jobs.append({"data": page_data(made), "seat": 0, "opponent": 0, "seed": SEED, "games": 80})
        told.append(by_hand(made, made.players[0], OFFERED[0], 80))
    assert in_node(PLAY, jobs) == told
    assert len({beads for *_, beads in told}) > 6, (
        "the rules do not differ enough to tell them apart"
    )


def test_luck_is_the_same_number_for_number():
    draw = (
        "const rng = new SplitMix(job[0], job[1]); return job[2].map((count) => rng.below(count));"
    )
    code = f"(job) => {{ {script('core/rng.js')} {draw} }}"
    counts = [2, 3, 1, 7, 1000, (1 << 21) - 1, 1 << 21, (1 << 31) + 11, 5] * 40
    jobs = [[seed, machine, counts] for seed in (0, 1, 2**32 + 5, 2**53 - 1) for machine in (0, 3)]
    told = []
    for seed, machine, _ in jobs:
        rng = SplitMix(seed, machine)
        told.append([rng.below(count) for count in counts])
    assert in_node(code, jobs) == told
