"""Functions of the page's core, each with a table of cases: variants of a rule, seeds, two windows
put together, learning bead by bead, and what a machine knows.
"""

import json
from functools import cache

from browsers import in_node

from kitgen.web.script import script

#: Works out each call for each of its cases.
WORK = f"""(jobs) => {{
{script("core/variant.js", "core/merge.js", "core/learning.js", "core/known.js")}
const calls = {{
  variant: (text) => {{
    const variant = variantOf(new URLSearchParams(text));
    const {{ start, win, draw, loss, last }} = variant;
    return [[start, win, draw, loss, last], String(paramsOf(variant)), isPrinted(variant)];
  }},
  seed: (text) => seedIn(new URLSearchParams(text)),
  varied: ([data, text]) => varied(data, variantOf(new URLSearchParams(text))),
  together: ([base, ours, theirs]) => {{
    const rows = (all) => all.map(([game, result]) => ({{ game, result }}));
    // What is kept in a storage may have its fields in another order.
    const turned = (all) => all.map(([game, result]) => ({{ result, game }}));
    const made = together(turned(base), rows(ours), turned(theirs));
    return made.map(({{ game, result }}) => [game, result]);
  }},
  learn: ([start, schedule, outcome, resigned, picks]) => {{
    const beads = new Beads(start);
    beads.learn(schedule, outcome, resigned, Int32Array.from(picks), picks.length);
    return [Array.from(beads.count), Array.from(beads.totals)];
  }},
  beads: (start) => {{
    const beads = new Beads(start);
    const found = Array.from({{ length: beads.totals[1] }}, (_, bead) => beads.find(1, bead));
    beads.put(0, 5);
    const put = [Array.from(beads.count), Array.from(beads.totals)];
    beads.refill(0);
    beads.put(2, 0);
    beads.reset();
    const lies = [beads.first, beads.boxOf, beads.count, beads.totals];
    return [found, put, ...lies.map((one) => Array.from(one))];
  }},
  known: ([boxes, counts, from, to]) => {{
    const beads = new Beads(boxes.map(({{ values }}) => [...values].map(() => 2)));
    counts.forEach((count, slot) => beads.put(slot, count));
    const {{ worth, safe, lost, empty, boxes: all }} = knownOf(boxes, beads, from, to);
    const shares = ["w", "d", "l"].map((value) => [worth[value].left, worth[value].first]);
    return [...shares, safe, lost, empty, all];
  }},
}};
return Object.entries(jobs).map(([name, cases]) => cases.map(calls[name]));
}}"""

#: What an address says, the variant (start, win, draw, loss, last), and how it is written.
VARIANTS = {
    "": ([None, None, None, None, False], "", True),
    "start=3": ([3, None, None, None, False], "start=3", False),
    "start=0": ([1, None, None, None, False], "start=1", False),
    "start=100": ([99, None, None, None, False], "start=99", False),
    "start=99&win=9": ([99, 9, None, None, False], "start=99&win=9", False),
    "win=10&loss=-10": ([None, 9, None, -9, False], "win=9&loss=-9", False),
    "draw=%2B2": ([None, None, 2, None, False], "draw=2", False),
    "draw=+2": ([None, None, None, None, False], "", True),  # a plus is a blank in an address
    "draw=0&moves=last": ([None, None, 0, None, True], "draw=0&moves=last", False),
    "moves=last": ([None, None, None, None, True], "", True),
    "start=2&moves=last": ([2, None, None, None, True], "start=2", False),
    "moves=all&win=1": ([None, 1, None, None, False], "win=1", False),
    "win=1.5&start=x&loss=1000": ([None, None, None, None, False], "", True),
    "loss=-999": ([None, None, None, -9, False], "loss=-9", False),
    "win=": ([None, None, None, None, False], "", True),
}
SEEDS = {
    "": None, "seed=0": 0, "seed=7": 7, "seed=": None, "seed=-1": None, "seed=1.5": None,
    "seed=9007199254740991": 2**53 - 1, "seed=9007199254740992": None,
    "seed=12345678901234567": None, "seed=00000000000000007": None,
}  # fmt: skip
DATA = {
    "name": "her",
    "boxes": [{"id": "A1", "colours": [0, 1], "beads": [4, 4]}],
    "schedule": {
        "width": 2, "reach": [1, 2, 3], "last": [0, 1, 2], "amounts": [[1, 2], [3, 4], [-1, -2]],
        "floor": 0,
    },
}  # fmt: skip
EVERY = 2**30


def varied(start=4, reach=(1, 2, 3), last=(0, 1, 2), draw=(1, 2, 2), win=(3, 4, 4),
           loss=(-1, -2, -2)):  # fmt: skip
    schedule = {
        "width": 3,
        "reach": [*reach],
        "last": [*last],
        "amounts": [[*draw], [*win], [*loss]],
        "floor": 0,
    }
    boxes = [{"id": "A1", "colours": [0, 1], "beads": [start, start]}]
    return {"name": "her", "boxes": boxes, "schedule": schedule}


#: What is changed in a rule and in the beads at the start.
VARIED = {
    "": varied(),
    "start=7": varied(start=7),
    "draw=5": varied(reach=(EVERY, 2, 3), last=(0, 1, 2), draw=(5, 5, 5)),
    "win=2": varied(reach=(1, EVERY, 3), last=(0, 0, 2), win=(2, 2, 2)),
    "win=0": varied(reach=(1, 0, 3), last=(0, 0, 2), win=(0, 0, 0)),
    "loss=-3&moves=last": varied(reach=(1, 2, 1), last=(0, 1, 0), loss=(-3, 0, 0)),
    "draw=0&moves=last": varied(reach=(0, 2, 3), draw=(0, 0, 0)),
}
A, B, C = [1, "W"], [2, "L"], [3, "D"]
#: What both windows had, what each has now, and all together.
TOGETHER = [
    ([[], [A], [A]], [A, [2, "W"]]),
    ([[A], [A], [A]], [A]),
    ([[A, B], [A], [A, B]], [A]),
    ([[A, B], [A, B], [A]], [A]),
    ([[A, B], [A, B], [A, B, C]], [A, B, C]),
    ([[A], [A, B], [A, [2, "D"]]], [A, B, [3, "D"]]),
    ([[A], [[1, "D"]], [A]], [[1, "D"]]),
    ([[A], [A], [[1, "D"]]], [[1, "D"]]),
    ([[A], [[1, "D"]], [[1, "L"]]], [[1, "D"]]),
    ([[A], [], [[1, "L"]]], []),
    ([[A], [[1, "D"]], []], [[1, "D"]]),
    ([[], [C], [A, B]], [A, B, C]),
    ([[], [A, C], [C, [5, "W"]]], [A, C, [4, "D"], [5, "W"]]),
]


def schedule(**other):
    """Return a rule: a draw adds 1 to two moves, a win adds 3 and then 2, a loss takes 1 and 2."""
    usual = {
        "reach": [2, 3, 3], "last": [0, 0, 0], "floor": 0, "ceiling": 9, "keeps_last": 0,
        "missed": 0, "empty": -1, "width": 2, "amounts": [[1, 1], [3, 2], [-1, -2]],
    }  # fmt: skip
    return usual | other


START = [[2, 3], [4], [1, 1]]
#: A rule, how a game ended, whether at an empty box, the slots that were picked, and the beads of
#: each slot and box after it.
LEARNED = [
    (schedule(), 0, False, [0, 2, 4], [2, 3, 5, 1, 2], [5, 5, 3]),
    (schedule(), 1, False, [0, 2, 4], [4, 3, 6, 1, 4], [7, 6, 5]),
    (schedule(), -1, False, [0, 2, 4], [0, 3, 2, 1, 0], [3, 2, 1]),
    (schedule(reach=[0, 1, 2]), -1, False, [0, 2, 4], [2, 3, 2, 1, 0], [5, 2, 1]),
    (schedule(reach=[0, 1, 2]), 0, False, [0, 2, 4], [2, 3, 4, 1, 1], [5, 4, 2]),
    (schedule(missed=1), -1, True, [0, 2], [0, 3, 2, 1, 1], [3, 2, 2]),
    (schedule(missed=1), -1, False, [0, 2], [0, 3, 3, 1, 1], [3, 3, 2]),
    (schedule(ceiling=4), 1, False, [0, 2, 4], [4, 3, 4, 1, 4], [7, 4, 5]),
    (schedule(ceiling=3), 1, False, [2], [2, 3, 4, 1, 1], [5, 4, 2]),
    (schedule(floor=1), -1, False, [0, 2, 4], [1, 3, 2, 1, 1], [4, 2, 2]),
    (schedule(floor=3), -1, False, [0, 2], [2, 3, 3, 1, 1], [5, 3, 2]),
    (schedule(keeps_last=1, amounts=[[0], [0], [-9]], width=1), -1, False, [0, 2, 4],
     [0, 3, 1, 1, 0], [3, 1, 1]),
    (schedule(last=[0, 0, 1]), -1, False, [0, 4], [0, 3, 4, 1, 0], [3, 4, 1]),
    (schedule(last=[0, 0, 1], keeps_last=1), -1, False, [2], [2, 3, 1, 1, 1], [5, 1, 2]),
    (schedule(last=[0, 2, 0]), 1, False, [1, 4], [2, 5, 4, 0, 9], [7, 4, 9]),
    (schedule(), 1, False, [2, 2], [2, 3, 9, 1, 1], [5, 9, 2]),
    (schedule(), 1, False, [], [2, 3, 4, 1, 1], [5, 4, 2]),
]  # fmt: skip
BOXES = [{"values": "wl"}, {"values": "dl"}, {"values": "ll"}, {"values": "wd"}]
#: The beads of each slot, the boxes from and to; won, drawn and lost (left and at first), boxes
#: that are safe, lost and empty, and all.
KNOWN = [
    ([2] * 8, 0, 4, [[4, 4], [4, 4], [8, 8], 0, 1, 0, 4]),
    ([2, 0, 2, 0, 2, 2, 2, 0], 0, 4, [[4, 4], [2, 4], [4, 8], 3, 1, 0, 4]),
    ([0, 0, 0, 1, 0, 0, 0, 3], 0, 4, [[0, 4], [3, 4], [1, 8], 0, 0, 2, 4]),
    ([2, 0, 2, 2, 0, 0, 1, 0], 1, 3, [[0, 0], [2, 2], [2, 6], 0, 0, 1, 2]),
]


@cache
def answers():
    jobs = {
        "variant": list(VARIANTS),
        "seed": list(SEEDS),
        "varied": [[DATA, text] for text in VARIED],
        "together": [windows for windows, _ in TOGETHER],
        "learn": [[START, *how] for *how, _, _ in LEARNED],
        "beads": [START],
        "known": [[BOXES, *where] for *where, _ in KNOWN],
    }
    [found] = in_node(WORK, [jobs])
    return dict(zip(jobs, found, strict=True))


def test_an_address_says_a_variant_of_a_rule_within_its_bounds():
    found = dict(zip(VARIANTS, map(tuple, answers()["variant"]), strict=True))
    assert found == VARIANTS


def test_a_seed_is_a_whole_number_that_a_double_holds():
    assert dict(zip(SEEDS, answers()["seed"], strict=True)) == SEEDS


def test_a_variant_changes_what_it_names_and_nothing_else():
    assert dict(zip(VARIED, answers()["varied"], strict=True)) == VARIED


def test_games_of_two_windows_are_put_together():
    made = answers()["together"]
    assert [*zip((windows for windows, _ in TOGETHER), made, strict=True)] == TOGETHER


def test_beads_come_and_go_as_a_schedule_says():
    found = [(*how, *made) for (*how, _, _), made in zip(LEARNED, answers()["learn"], strict=True)]
    assert [json.dumps(each) for each in found] == [json.dumps(each) for each in LEARNED]


def test_beads_are_found_put_and_filled_again():
    assert answers()["beads"] == [
        [
            [2, 2, 2, 2],
            [[5, 3, 4, 1, 1], [8, 4, 2]],
            [0, 2, 3, 5],
            [0, 0, 1, 2, 2],
            [2, 3, 4, 1, 1],
            [5, 4, 2],
        ]
    ]


def test_a_machine_knows_how_many_beads_lead_to_what():
    found = [(*where, made) for (*where, _), made in zip(KNOWN, answers()["known"], strict=True)]
    assert found == KNOWN


# --- the board that keeps itself
# --------------------------------------------------------------------------------------------------

#: Works out each call for a board with three groups, of which one has a name, and some results.
BOARD = f"""(jobs) => {{
{script("board/own.js")}
const shown = (key, values = {{}}) => [key, ...Object.values(values)].join(" ");
const words = {{ say: shown, count: (key, count, values) => shown(`${{count}} ${{key}}`, values) }};
const data = {{
  signs: ["s1", "s2", "s3"], lesson: 3, hash: "h", shown: 20, step: 10, about: ["line"],
  bands: [{{ low: Array(50).fill(-1), high: Array(50).fill(1) }}],
  results: {{ w: 1, d: 0, l: -1 }}, learned: {{ "-1": "a bead leaves", "1": "beads come" }},
}};
globalThis.localStorage = {{ getItem: () => null, setItem: () => {{}} }};
const boardAfter = (steps) => {{
  const board = new OwnBoard(data, words, "/b.html");
  board.kept = {{ names: {{ 2: "Owls" }}, steps }};
  return board;
}};
const calls = {{
  leaders: (steps) => boardAfter(steps).leaders(),
  file: (name) => boardAfter([]).numberIn(name),
  reach: (games) => {{
    const made = boardAfter(Array(games).fill([3, 1])).board();
    return [made.reach, made.groups[0].bands[0].low.length];
  }},
  kept: (text) => {{
    const {{ localStorage }} = globalThis;
    globalThis.localStorage = {{ getItem: () => text }};
    const board = new OwnBoard(data, words, "/b.html");
    board.read();
    const there = [board.key, board.keeps, board.kept];
    board.write();
    board.clear();
    globalThis.localStorage = localStorage;
    return [...there, board.keeps, board.kept];
  }},
  group: (steps) => {{
    const made = boardAfter(steps).board();
    const {{ name, figures, learned, label, leads }} = made.groups[1];
    return [made.front, name, figures, learned, label, leads];
  }},
}};
return Object.entries(jobs).map(([name, cases]) => cases.map(calls[name]));
}}"""


def steps(**groups):
    """Return results of groups: ``steps(g1="LW")`` is a loss and a win of the first."""
    result = {"L": -1, "D": 0, "W": 1}
    return [[int(name[1]), result[letter]] for name, all_ in groups.items() for letter in all_]


#: Results, after how many games groups are compared, how few one has lost, and who leads.
LEADERS = [
    (steps(), 0, 0, []),
    (steps(g1="L"), 1, 1, [1]),
    (steps(g1="L", g2="W"), 1, 0, [2]),
    (steps(g1="LWW", g2="W"), 1, 0, [2]),
    (steps(g1="WL", g2="LW"), 2, 1, [2]),
    (steps(g1="WL", g2="WL", g3="LL"), 2, 1, [1, 2]),
    (steps(g1="WDW", g2="WWW"), 3, 0, [1, 2]),
    (steps(g1="LWWL", g2="WLWW"), 3, 1, [1]),
    (steps(g1="LWL", g2="WLL"), 3, 2, [1, 2]),
    (steps(g1="WWWLL", g2="WWLW", g3="WWW"), 3, 0, [1, 3]),
]
FILES = {
    "class3b-3.jsonl": 3, "13.jsonl": 0, "Owls.jsonl": 2, "OWLS": 2, "bowls.jsonl": 0,
    "my owls.jsonl": 2, "owls 1.jsonl": 1, "a.b.2.csv": 2, "3": 3, "4.jsonl": 0, ".1": 1,
    "jsonl": 0,
}  # fmt: skip
REACH = {0: [20, 20], 20: [20, 20], 21: [30, 30], 30: [30, 30], 31: [40, 40]}
GROUPS = [
    (steps(), ["begin", "Owls", "no_games", "nothing_learned", "curve Owls no_games 0", False]),
    (
        steps(g2="LWD"),
        ["3 leads Owls 1", "Owls", "3 lost_of 1", "learned.won 2 beads come",
         "curve Owls 3 lost_of 1 0", True],
    ),
    (
        steps(g2="LL", g1="W"),
        ["1 leads named 1 0", "Owls", "2 lost_of 2", "learned.lost 2 a bead leaves",
         "curve Owls 2 lost_of 2 −2", False],
    ),
    (
        steps(g2="D", g3="D"),
        ["1 leads Owls, named 3 0", "Owls", "1 lost_of 0", "nothing_learned",
         "curve Owls 1 lost_of 0 0", True],
    ),
    (
        steps(g2="WW"),
        ["2 leads Owls 0", "Owls", "2 lost_of 0", "learned.won 2 beads come",
         "curve Owls 2 lost_of 0 +2", True],
    ),
]  # fmt: skip


NOTHING = {"names": {}, "steps": []}
#: What a storage holds that takes nothing, whether a board can read it, and what it has then.
KEPT = {
    None: (True, NOTHING),
    "null": (True, NOTHING),
    "{": (False, NOTHING),
    '{"names":{"2":"Owls"},"steps":[[2,-1]]}': (True, {"names": {"2": "Owls"}, "steps": [[2, -1]]}),
    '{"steps":5}': (False, NOTHING),
}


def test_a_board_that_keeps_itself_compares_names_and_tells_its_groups():
    jobs = {
        "leaders": [noted for noted, *_ in LEADERS],
        "file": list(FILES),
        "reach": list(REACH),
        "group": [noted for noted, _ in GROUPS],
        "kept": list(KEPT),
    }
    [(leaders, numbers, reach, groups, kept)] = in_node(BOARD, [jobs])
    told = [(each["compared"], each["lost"], each["leading"]) for each in leaders]
    assert told == [tuple(rest) for _, *rest in LEADERS]
    assert dict(zip(FILES, numbers, strict=True)) == FILES
    assert dict(zip(REACH, reach, strict=True)) == REACH
    assert groups == [said for _, said in GROUPS]
    place = "kitgen board h 3 /b.html"
    assert kept == [[place, *there, False, NOTHING] for there in KEPT.values()]
