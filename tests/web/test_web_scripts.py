"""Functions of the page's scripts, each called alone: windows of the curve, events beside games,
other languages, and what two windows of a browser keep.

Node takes a second of a core to start, so that it answers all questions of this file at once.
"""

import json
import re
from functools import cache

import pytest
from browsers import in_node

from kitgen.web.page_build import packed
from kitgen.web.script import script, source, squeezed

_QUESTIONS: list[str] = []


def ask(expression):
    """Have an expression worked out in Node, and return the number of its answer; of a promise it
    is what comes of it, and of what is refused the kind of refusal.
    """
    _QUESTIONS.append(expression)
    return len(_QUESTIONS) - 1


def ask_each(call, *jobs):
    """Have an expression worked out for each ``job``, as above."""
    tried = f"((job) => {{ try {{ return {call}; }} catch (error) {{ return error.kind; }} }})"
    return ask(f"{json.dumps(jobs)}.map({tried})")


@cache
def _answers():
    code = (
        "async (job) => {"
        + script(
            "view/curve.js",
            "core/events.js",
            "core/journal.js",
            "core/merge.js",
            "core/rng.js",
            "core/variant.js",
            "view/words.js",
        )
        + PAGE
        # One that fails leaves the others their answers.
        + "const tried = async (work) => { try { return await work(); } "
        "catch (error) { return String(error); } };"
        f"return [{', '.join(f'await tried(() => {question})' for question in _QUESTIONS)}]; }}"
    )
    return in_node(code, [None])[0]


def answer(number):
    return _answers()[number]


# --- the curve
# --------------------------------------------------------------------------------------------------

FEW_GAMES = ask("[0, 1, 9, 10, 19, 20, 29, 30].map((games) => shares([], games, 1).length)")
MANY_GAMES = ask("[590, 599, 600, 601, 2001, 20000].map((games) => shares([], games, 1).length)")


def test_shares_are_those_of_60_windows_with_ten_games_in_each_at_least():
    assert answer(FEW_GAMES) == [1, 1, 1, 1, 1, 2, 2, 3]
    assert answer(MANY_GAMES) == [59, 59, 60, 60, 60, 60]


SHARES = ask(
    f"[1, 0, -1].map((outcome) => shares({[-1] * 10 + [1] * 5 + [0] * 5 + [1] * 10}, 30, outcome))"
)


def test_a_share_is_that_of_the_games_of_its_window():
    assert answer(SHARES) == [[0, 0.5, 1], [0, 0.5, 0], [1, 0, 0]]


SCORES = ask_each("scores(job, job.length)", [], [1], [-1, -1, 0, 1])


def test_a_score_begins_before_the_first_game():
    assert answer(SCORES) == [[0], [0, 1], [0, -1, -2, -2, -1]]


#: How many points are drawn of so many values, and the first and the last of them.
POINTS = ask(
    "[0, 1, 400, 799, 800, 801, 1201, 2001].map((many) => {"
    " const all = pointsOf(Array(many).fill(many), (at) => 2 * at, (value) => value / 3);"
    " return [many, all.length, all[0] ?? '', all.at(-1) ?? '']; })"
)


def test_of_many_points_as_many_are_drawn_as_can_be_told_apart_and_the_last_one():
    assert answer(POINTS) == [
        [0, 0, "", ""],
        [1, 1, "0.0,0.3", "0.0,0.3"],
        [400, 400, "0.0,133.3", "798.0,133.3"],
        [799, 799, "0.0,266.3", "1596.0,266.3"],
        [800, 401, "0.0,266.7", "1598.0,266.7"],
        [801, 401, "0.0,267.0", "1600.0,267.0"],
        [1201, 401, "0.0,400.3", "2400.0,400.3"],
        [2001, 401, "0.0,667.0", "4000.0,667.0"],
    ]


# --- events beside games
# --------------------------------------------------------------------------------------------------

GOOD = [
    {"what": "reset", "after": 0},
    {"what": "refilled", "after": 2, "box": "B4"},
    {"what": "others", "after": 3, "games": 0},
    {"what": "others", "after": 3},
    {"what": "counted", "after": 4, "beads": [{"box": "A1", "bead": "r", "beads": 0}]},
    {"what": "counted", "after": 4, "beads": []},
]
BAD = [
    {"what": "emptied", "after": 0},
    {"what": "reset"},
    {"what": "reset", "after": -1},
    {"what": "reset", "after": 1.5},
    {"what": "reset", "after": "1"},
    {"what": "refilled", "after": 2},
    {"what": "refilled", "after": 2, "box": "C9"},
    {"what": "others", "after": 3, "games": -1},
    {"what": "others", "after": 3, "games": 2.5},
    {"what": "counted", "after": 4, "beads": {"box": "A1"}},
    {"what": "counted", "after": 4, "beads": [{"box": "A1", "bead": "G", "beads": 1}]},
    {"what": "counted", "after": 4, "beads": [{"box": "A1", "bead": "R", "beads": -3}]},
    {"what": "counted", "after": 4, "beads": [{"box": "A1", "bead": "R", "beads": 0.5}]},
    {"what": "counted", "after": 4, "beads": [{"box": "A1", "bead": "R", "beads": "1"}]},
    {"what": "counted", "after": 4, "beads": [{"box": "A1", "bead": "R"}]},
    {"what": "counted", "after": 4, "beads": [None]},
    None,
    "reset",
]
READ = "eventsIn(job, new Map([['A1 R', 0], ['A1 B', 1], ['B4 G', 2]]))"


def first_line(events):
    return json.dumps({"schema": "s", "events": events}) + "\n{}"


EACH_GOOD = ask_each(READ, *(first_line([event]) for event in GOOD))
EACH_BAD = ask_each(READ, *(first_line([GOOD[0], event]) for event in BAD))
SEVERAL = ask_each(READ, first_line(GOOD), first_line([]), first_line({}))


def test_events_of_a_file_are_read_or_refuse_the_file():
    assert answer(EACH_GOOD) == [[each] for each in GOOD]
    assert [*zip(BAD, answer(EACH_BAD), strict=True)] == [(event, "json") for event in BAD]
    assert answer(SEVERAL) == [GOOD, [], "json"]


WITHOUT = ("", "game,A,result\n", "\ufeffgame,A\n", '{"schema":"s"}', "{no")
NO_EVENTS = ask_each(READ, *WITHOUT)
MARKED = ask_each(READ, f"\ufeff {first_line(GOOD[:1])}")


def test_a_table_and_a_file_without_events_have_none():
    assert answer(NO_EVENTS) == [[] for _ in WITHOUT]


def test_a_mark_before_the_first_line_hides_no_events():
    assert answer(MARKED) == [GOOD[:1]]


ROWS = [{"game": number} for number in (1, 2, 5)]
EARLY, MIDDLE, LATE = ({"what": "reset", "after": after} for after in (0, 2, 9))
SECOND = {"what": "others", "after": 2}
ORDERS = ask_each(
    "inOrder(job[0], job[1])",
    [ROWS, [LATE, MIDDLE, SECOND, EARLY]],
    [[], [LATE, EARLY]],
    [ROWS, []],
)


def test_games_and_events_stand_in_the_order_in_which_they_happened():
    assert answer(ORDERS) == [
        [EARLY, ROWS[0], ROWS[1], MIDDLE, SECOND, ROWS[2], LATE],
        [EARLY, LATE],
        ROWS,
    ]


OTHERS = {"what": "others", "after": 2}
REFILLED = {"what": "refilled", "after": 3, "box": "A1"}
COUNTED = {"what": "counted", "after": 4}
SINCE = ask_each(
    "sinceOthers(job)",
    [],
    [OTHERS],
    [OTHERS, REFILLED],
    [COUNTED, OTHERS],
    [OTHERS, EARLY],
    [EARLY],
)


def test_others_have_played_until_something_makes_the_beads_known():
    assert answer(SINCE) == [None, OTHERS, OTHERS, None, OTHERS, None]


BEHIND = ask_each(
    "behindGames(job, [{ game: 2 }, { game: 4 }]).map((event) => event.after)",
    [{"what": "reset", "after": after} for after in range(6)],
)


def test_events_behind_a_game_that_was_taken_out_are_behind_the_one_before():
    assert answer(BEHIND) == [[0, 0, 2, 2, 4, 4]]


TOGETHER = ask_each(
    "eventsTogether(job[0], job[1], job[2])",
    [[EARLY], [EARLY, MIDDLE], [EARLY, LATE]],
    [[EARLY], [EARLY], []],
    [[EARLY], [], [EARLY]],
    [[], [EARLY, MIDDLE], [MIDDLE]],
    [[EARLY, EARLY], [EARLY, EARLY], [EARLY]],
)


def test_events_of_two_windows_are_put_together_each_once():
    """What one has taken away is gone; what both have is there once."""
    assert answer(TOGETHER) == [[EARLY, MIDDLE, LATE], [], [], [EARLY, MIDDLE], [EARLY]]


LINE = '{"schema":"s","kit":{"a":1}}'
WHOLE = '{"schema":"s","kit":{"a":1},"events":[{"what":"reset","after":2}]}'
WITH = ask_each("withEvents(job[0], job[1])", [LINE, [MIDDLE]], [LINE, []])
BARE = ask_each("withoutEvents(job)", WHOLE, LINE)


def test_events_go_into_the_first_line_and_out_of_it():
    assert answer(WITH) == [WHOLE, LINE]
    assert answer(BARE) == [LINE, LINE]


# --- languages
# --------------------------------------------------------------------------------------------------

ENGLISH = {
    "hello": "hello, {name}",
    "games.one": "{count} game",
    "games.other": "{count} games",
    "thousands": ",",
}
ITALIAN = ["ciao, {name}", "{count} partita", "{count} partite", "\u00a0"]
#: A language comes as the values of the page's own keys, or with keys of its own.
LEARNED = packed(
    {
        "languages": {
            "it": {"words": ITALIAN},
            "xx": {"words": {**ENGLISH, "hello": "own, {name}"}},
        },
        "vocabulary": ["a", "ü"],
    }
)


def spoken(call):
    """Have an expression with ``words`` worked out once the page has learned other languages."""
    return ask(
        f"""(async () => {{
          const words = new Words({{ en: {{ words: {json.dumps(ENGLISH)} }} }}, "en");
          const vocabulary = await words.learn({json.dumps(LEARNED)});
          return {call};
        }})()"""
    )


KNOWN = spoken("[words.known, vocabulary]")
GREETINGS = spoken(
    """["en", "it", "xx", "en"].map((language) => {
      words.speak(language);
      const games = [0, 1].map((count) => words.count("games", count));
      return [words.language, words.say("hello", { name: "Anna" }), ...games];
    })"""
)
NUMBERS = "[0, 999, 1000, 9999, 10000, 1234567, -12345, 0.5].map((each) => words.number(each))"
ENGLISH_NUMBERS = spoken(NUMBERS)
ITALIAN_NUMBERS = spoken(f"(words.speak('it'), {NUMBERS})")


def test_a_page_knows_its_own_language_and_those_that_it_has_learned():
    assert answer(KNOWN) == [["en", "it", "xx"], ["a", "ü"]]


def test_a_page_speaks_another_language_and_its_own_again():
    english = ["en", "hello, Anna", "0 games", "1 game"]
    assert answer(GREETINGS) == [
        english,
        ["it", "ciao, Anna", "0 partite", "1 partita"],
        ["xx", "own, Anna", "0 games", "1 game"],
        english,
    ]


def test_thousands_stand_apart_from_five_digits_on():
    small = ["0", "999", "1000", "9999"]
    assert answer(ENGLISH_NUMBERS) == [*small, "10,000", "1,234,567", "-12,345", "0.5"]
    assert answer(ITALIAN_NUMBERS) == [
        *small,
        "10\u00a0000",
        "1\u00a0234\u00a0567",
        "-12\u00a0345",
        "0,5",
    ]


# --- what the browser keeps
# --------------------------------------------------------------------------------------------------

_SAVING = re.sub(r"^import .*\n|^export ", "", source("view/saving.js"), flags=re.MULTILINE)
#: Opens windows with the same page, which share a storage.
PAGE = f"""
  const browser = () => {{
    const stored = new Map();
    const localStorage = {{
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, text) => stored.set(key, text),
      removeItem: (key) => stored.delete(key),
    }};
    const location = {{ pathname: "/her.html" }};
    const navigator = {{}};
    const machine = () => ({{
      journal: {{ rows: [], events: [], complete: true }},
      rng: {{ high: 1, low: 2 }},
      seed: null,
      lay(rows, events) {{ Object.assign(this.journal, {{ rows, events }}); }},
      deal() {{}},
    }});
    const open = () => {{
      const data = {{ key: "her" }};
      const desk = {{ mode: "play", screen: machine(), real: machine() }};
      const machineParams = () => "";
      const words = {{ say: (key) => key }};
      const storage = {{}};
      const byId = () => storage;
      const recover = async () => {{}};
      const writeSafely = async () => {{}};
      {_SAVING}
      const rows = () => desk.screen.journal.rows;
      const play = async (result) => {{
        desk.screen.journal.rows = [...rows(), rowOf(rows().length + 1, ["A1 R"], result)];
        await keep("screen");
      }};
      const hear = () => keep("screen", true);
      const games = () => rows().map((row) => `${{row.game}} ${{row.result}}`).join();
      return {{ rows, play, hear, games, fetchKept, storage, keepNothing }};
    }};
    return {{ open, stored }};
  }};
"""


def in_windows(work):
    """Have some code of two windows of a browser worked out."""
    return ask(
        f"""(async () => {{
          const {{ open, stored }} = browser();
          const one = open();
          const other = open();
          {work}
        }})()"""
    )


IN_TURN = {
    before: in_windows(
        f"""for (let game = 0; game < {before}; game += 1) await one.play(-1);
        await other.hear();
        await other.play(1);
        await one.hear();
        await one.play(0);
        await other.hear();
        return [one.games(), other.games()];"""
    )
    for before in (1, 19, 20, 21, 23)
}


@pytest.mark.parametrize("before", IN_TURN)
def test_two_windows_go_on_together_however_often_one_has_saved(before):
    """A saving is known for twenty more: the latest are."""
    lost = [f"{number} L" for number in range(1, before + 1)]
    games = ",".join([*lost, f"{before + 1} W", f"{before + 2} D"])
    assert answer(IN_TURN[before]) == [games, games]


AT_ONCE = in_windows(
    """await one.play(1);
    await other.hear();
    one.rows().push(rowOf(2, ["A1 R"], 1));
    await other.play(-1);
    await one.hear();
    await other.hear();
    return [one.games(), other.games()];"""
)


def test_games_that_two_windows_play_at_once_are_all_kept():
    assert answer(AT_ONCE) == ["1 W,2 W,3 L"] * 2


AGAIN = in_windows(
    """await one.play(1);
    await one.play(0);
    const found = other.fetchKept("screen");
    const [, last] = other.rows();
    await other.play(-1);
    return [found, last, other.games(), open().fetchKept("real")];"""
)


def test_a_page_that_is_opened_again_has_its_games():
    """They are not taken for those of another window when it goes on."""
    found, last, games, real = answer(AGAIN)
    assert (found, games, real) == (True, "1 W,2 D,3 L", False)
    assert (last["picks"], last["opponent"], last["resigned"]) == (["A1 R"], "", None)


MUSEUM = in_windows(
    """one.keepNothing();
    await one.play(1);
    await other.play(-1);
    const third = open();
    return [one.storage.textContent, other.storage.textContent, third.fetchKept("screen"),
      third.games()];"""
)


def test_a_museum_keeps_nothing_and_says_nothing():
    assert answer(MUSEUM) == ["", "kept", True, "1 L"]


SPOILED = in_windows(
    """await one.play(1);
    const [key] = stored.keys();
    stored.set(key, "{spoiled");
    await other.play(-1);
    return [other.storage, stored.get(`${key} (not read)`), other.games()];"""
)


def test_what_cannot_be_read_is_put_aside_and_said_to_be():
    assert answer(SPOILED) == [
        {"textContent": "kept_spoiled", "className": "warning"},
        "{spoiled",
        "1 L",
    ]


# --- a changed rule
# --------------------------------------------------------------------------------------------------

_MAIN = source("view/main.js")
_FIELDS = re.search(
    r"^const CHANGES = .*\n(?:.*\n){1,3}?const RULE_FIELDS = .*\n", _MAIN, re.MULTILINE
)
_CHANGE = re.search(r"^async function changeRule\(\) \{\n(?:.*\n)*?\}\n", _MAIN, re.MULTILINE)
NUMBERS_TYPED = {
    "rule-start": "3",
    "rule-win": "",
    "rule-draw": "0",
    "rule-loss": "-2",
    "seed": "7",
}


def rule_changed(wrong=(), typed=NUMBERS_TYPED):
    """Have a rule changed by fields, of which some hold what the browser refuses; the answer is the
    variant and the seed that come of it, and what was done.
    """
    return ask(
        f"""(async () => {{
          const done = [];
          const typed = {json.dumps({"rule-moves": "last", **typed})};
          const field = (id) => ({{
            value: typed[id],
            reportValidity: () => !{json.dumps([*wrong])}.includes(id),
            close: () => done.push(`close ${{id}}`),
          }});
          const byId = (id) => field(id);
          const desk = {{ variant: null, seed: null, mode: "table" }};
          const halt = async () => done.push("halt");
          const [remake, begin, showVariant] = ["remake", "begin", "show"].map((what) =>
            () => done.push(what));
          const fetchKept = () => false;
          const history = {{ replaceState: () => done.push("address") }};
          const addressOfMachine = () => "";
          const go = async (mode) => done.push(`go ${{mode}}`);
          {_FIELDS[0]}
          {_CHANGE[0]}
          await changeRule();
          return [desk.variant, desk.seed, done];
        }})()"""
    )


CHANGED = rule_changed()
CLEARED = rule_changed(typed=dict.fromkeys(NUMBERS_TYPED, ""))
NOT_CHANGED = {name: rule_changed([name]) for name in NUMBERS_TYPED}


def test_a_rule_and_its_seed_are_those_of_the_fields():
    """An empty field leaves the kit's own, and luck; a machine on the table gives way to play."""
    done = ["halt", "remake", "begin", "show", "address", "close menu", "go play"]
    variant = {"start": 3, "win": None, "draw": 0, "loss": -2, "last": True}
    assert answer(CHANGED) == [variant, 7, done]
    usual = {"start": None, "win": None, "draw": None, "loss": None, "last": True}
    assert answer(CLEARED) == [usual, None, done]


@pytest.mark.parametrize("wrong", NOT_CHANGED)
def test_a_field_with_a_wrong_number_changes_nothing(wrong):
    assert answer(NOT_CHANGED[wrong]) == [None, None, []]


def test_comments_of_a_style_sheet_are_left_out_on_however_many_lines_they_stand():
    style = "/* One. */\n.a { top: 0; }\n/* Two,\n   and three. */\n.b { left: 0; }\n"
    assert squeezed(style) == ".a{top:0}.b{left:0}"
