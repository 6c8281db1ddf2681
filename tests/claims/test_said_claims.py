"""Claims: which wording is printed for which kit and rule, and that no sheet prints one that was
not decided.
"""

import ast
import re
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from counting import at_least
from jobs import LANGUAGES, TEXTS, kit_of, make_job, slots_of
from places import ROOT
from prints import as_printed
from sampling import few, sample

import kitgen
from kitgen.claims.claims import CLAIMS, decide, facts_of, say
from kitgen.claims.facts import Facts, compare_first_bead, poor_moves_lose_more
from kitgen.claims.unbeatable import MAX_NAMED
from kitgen.errors import TemplateError
from kitgen.kit.rule import Change, Rule
from kitgen.machine.first_games import (
    SHORTER,
    FirstGames,
    Forecast,
    first_boxes,
    forecast,
    learning_band,
    learning_scores,
    least_inside,
    opponents_of,
    simulated,
)
from kitgen.machine.learning import learn, schedule_of, starting_beads, with_counts, with_rule
from kitgen.machine.match import Match, parse_policy
from kitgen.paper.make import run_parts
from kitgen.paper.marks.scene import Text
from kitgen.paper.parts import load_part
from kitgen.paper.parts.guide import figures
from kitgen.reading.templates import Templates
from kitgen.reading.texts import FORMS, MOVED, OTHER, PICTURES, STRIKE, Decided, Texts
from kitgen.web.page_words import page_words

PACKAGE = Path(kitgen.__file__).parent


def with_forecasts(kit):
    return Facts(kit, [forecast(FirstGames(kit, opponent)) for opponent in opponents_of(kit)])


def key_of(name, facts):
    decided = decide(name, facts)
    return None if decided is None else decided.key


def words_on(part, job):
    words = []
    for sheet in load_part(part).sheets(job):
        words += [mark.text for mark in sheet.scene.marks if isinstance(mark, Text)]
    return as_printed(" ".join(words))


# --- Structure ------------------------------------------------------------------------------------


def test_a_sheet_cannot_print_a_claim_that_was_not_decided():
    texts = Texts("en", Templates())
    with pytest.raises(TemplateError, match=r"only kitgen\.claims prints it"):
        texts("claims.winning.loses")
    with pytest.raises(TemplateError, match=r"only kitgen\.claims prints it"):
        texts.get("claims.winning.loses", "")


def places_that(words, test):
    """Return the files of the package that have some words, and in which some node of the source
    passes a test.
    """
    found = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if words in source and any(test(node) for node in ast.walk(ast.parse(source))):
            found.add(path.relative_to(PACKAGE).as_posix())
    return found


def test_only_the_table_of_claims_decides_and_fetches_their_words():
    def decides(node):
        return (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "Decided"
        )

    def fetches(node):
        return isinstance(node, ast.Attribute) and node.attr == "claimed"

    def names_words(node):
        return (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and node.value.startswith("claims.")
        )

    assert places_that("Decided", decides) == {"claims/claims.py"}
    assert places_that("claimed", fetches) == {"claims/claims.py"}
    assert places_that("claims.", names_words) == {"reading/texts.py"}, (
        "where the way to them is closed"
    )


def wordings():
    return {
        f"claims.{name}.{wording.key}" if wording.key else f"claims.{name}": wording
        for name, claim in CLAIMS.items()
        for wording in claim.wordings
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_wording_has_its_words_and_no_words_are_left_over(language):
    keys = {key for key in TEXTS[language].keys() if key.startswith("claims.")}  # noqa: SIM118 - a method of Texts
    keys = {
        re.sub(r"^claims\.(cards|cups|cartons|drawers|pictures|program|strike)\.", "claims.", key)
        for key in keys
    }
    numbered = {key for key, wording in wordings().items() if wording.count is not None}
    bases = {
        key.rpartition(".")[0] if key.rpartition(".")[2] in (*FORMS, OTHER) else key for key in keys
    }
    assert bases == {*wordings()}
    assert {
        key.rpartition(".")[0] for key in keys if key.rpartition(".")[2] in (*FORMS, OTHER)
    } == numbered


def test_each_claim_tells_what_it_answers_and_what_decides_it():
    page = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
    for name, claim in at_least(25, CLAIMS.items()):
        assert f"| `{name}` | {claim.about} | {claim.decided_by} |" in page, name


def test_no_guide_has_a_claim_of_its_own():
    """What the guides said of learning, of the best opponent and of cheating is now filled in."""
    for language in LANGUAGES:
        text = (ROOT / "templates" / "guides" / language / "teacher.md").read_text(encoding="utf-8")
        assert text.count("{knows}") == text.count("{kept_in}") == 2, language
        for place in (
            "can_learn",
            "understands",
            "explore_answer",
            "cheat_answer",
            "more_answer",
            "train",
            "ask",
            "perfect_answer",
            "blame_answer",
        ):
            assert text.count(f"{{{place}}}") == 1, (language, place)


# --- Which wording holds --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "wish", "claim", "key"),
    [
        ("her", {}, "perfect", "perfect.wins"),
        ("him", {}, "perfect", "perfect.loses"),
        ("him", {}, "other_side", "other_side"),
        ("her", {}, "other_side", None),
        ("ladder", {"rule": "never-last"}, "other_side", None),
        ("menace", {}, "perfect", "perfect.draws"),
        ("ladder", {}, "perfect", "perfect.either"),
        ("ladder", {"rule": "never-last"}, "perfect", "perfect.mended"),
        ("her", {}, "luck", "luck.removes"),
        ("menace", {}, "luck", "luck.rewards"),
        ("her", {"rule": "hexapawn-rl"}, "luck", "luck.rewards"),
        ("her", {}, "blame", "blame.last"),
        ("her", {"rule": "never-last"}, "blame", "blame.alone"),
        ("menace", {}, "blame", "blame.all_poor"),
        ("awari-mini", {"rule": "michie"}, "blame", "blame.all"),
        ("her", {}, "winning", "winning.loses"),
        ("menace", {}, "winning", "winning.both"),
        ("her", {}, "slower", "slower.yes"),
        ("her", {"rule": "hexapawn-rl"}, "slower", "slower.no"),
        ("her", {"rule": "tris"}, "slower", None),
        ("her", {}, "explore", "explore.works"),
        # By this rule a first bead that wins now and then stays, and the others are never tried.
        ("menace", {}, "explore", "explore.compared"),
        ("ladder", {"rule": "never-last"}, "explore", "explore.compared"),
        ("her", {"rule": "tris"}, "explore", "explore.numbers"),
        ("her", {}, "inside", "inside"),
        ("her", {"rule": "tris"}, "inside", None),
        ("her", {}, "algorithm", "algorithm.beads"),
        ("her", {"rule": "tris"}, "algorithm", "algorithm.numbers"),
        ("awari-mini", {}, "explore", "explore.open"),
        ("her", {}, "noticed", "noticed.counted"),
        ("her", {"rule": "tris"}, "noticed", "noticed.never"),
        ("her", {}, "stops", "stops.loses"),
        ("her", {"rule": "never-last"}, "stops", None),
        ("her", {}, "finished_operator", "finished_operator"),
        ("her", {"rule": "never-last"}, "finished_operator", None),
        ("her", {}, "learn", "learn.yes"),
        ("ladder", {"rule": "never-last"}, "learn", "learn.some"),
        ("him", {}, "learn", "learn.worse"),
        ("him", {"rule": "michie"}, "learn", "learn.yes"),
        ("told:hexapawn", {"side": "white"}, "learn", "learn.worse"),  # not decided beforehand
        (
            "told:notakto",
            {},
            "learn",
            "learn.yes",
        ),  # its opponent can win every game, and it gets better
        ("him", {}, "idea", "idea.changes"),
        ("him", {}, "changes", "changes.takes_only"),
        ("him", {"rule": "hexapawn-rl"}, "changes", "changes.adds_only"),
        ("him", {}, "story", "story.plays"),
        ("him", {}, "teach_head", "teach_head.no"),
        ("him", {}, "young", "young.rule"),
        ("her", {}, "young", "young.takes"),
        ("her", {"rule": "never-last"}, "young", "young.kept"),
        ("menace", {}, "young", "young.all"),
        ("her", {}, "idea", "idea.learns"),
        ("her", {}, "changes", "changes.takes"),
        ("menace", {}, "changes", "changes.adds"),
        ("her", {}, "can_learn", "can_learn.yes"),
        ("her", {}, "knows", "knows.moves"),
        ("her", {"express": True}, "knows", "knows.some"),
        ("her", {}, "understands", "understands.beads"),
        ("her", {"rule": "tris"}, "understands", "understands.numbers"),
        ("her", {"rule": "tris"}, "kept_in", "kept_in.numbers"),
        ("her", {}, "sweets", "sweets.gone"),
        ("her", {"rule": "never-last"}, "sweets", "sweets.kept"),
        ("menace", {}, "sweets", None),
        ("her", {}, "finished_page", "finished_page"),
        ("her", {"rule": "never-last"}, "finished_page", None),
        ("her", {"express": True}, "always", "always.won"),
        ("menace", {"express": True}, "always", "always.even"),
    ],
)
def test_a_claim_is_worded_as_it_holds_for_a_kit_and_its_rule(name, wish, claim, key):
    assert key_of(claim, Facts(kit_of(name, **wish))) == key


@pytest.mark.parametrize(
    ("name", "best", "said", "train", "ask"),
    sample(
        [
            ("her", ["winning-move"], "best", "train.pair", "ask.pair"),
            ("him", [], None, "train.none", "ask.same"),
            ("misere", [], None, "train.none", "ask.same"),
            # Against chance it loses fewer games, but a class does not see it learn.
            ("menace", ["winning-move"], "best_seen", "train.single", "ask.same"),
            ("ladder", ["random"], "best", "train.pair", "ask.pair"),
        ],
        one_in=5,
    ),
)
def test_those_of_whom_a_machine_learns_are_recommended(name, best, said, train, ask):
    facts = with_forecasts(kit_of(name))
    assert facts.best_teachers == best
    assert key_of("best", facts) == ("best" if said == "best" else None)
    assert key_of("best_seen", facts) == ("best_seen" if said == "best_seen" else None)
    assert key_of("train", facts) == train
    assert key_of("ask", facts) == ask


def seen(opponent, *, lost, last_loss, gain, error=0.1):
    """A forecast of so many lost games, whose last games are so much better than the first."""
    return Forecast(
        opponent,
        (40, 0, 60),
        (40 + gain // 2, 0, 60 - gain // 2),
        (0, 0),
        lost,
        error,
        last_loss,
        (1.0, 0.5),
    )


def own_kit():
    """A kit of which nothing is decided beforehand."""
    return kit_of("nim:7", side="first")


@pytest.mark.parametrize(
    ("forecasts", "says"),
    [
        # Who teaches within ten games gains little, and costs the fewest games.
        (
            [
                seen("random", lost=9.1, last_loss=37, gain=82),
                seen("winning-move", lost=7.6, last_loss=36, gain=70),
            ],
            "against winning-move: about 8 of 50",
        ),
        (
            [
                seen("random", lost=9.1, last_loss=37, gain=82),
                seen("perfect", lost=9.2, last_loss=30, gain=80),
            ],
            "against perfect: about 9 of 50",
        ),  # as few, and earlier
        (
            [
                seen("random", lost=9.1, last_loss=37, gain=82),
                seen("perfect", lost=9.2, last_loss=37, gain=80),
            ],
            "against these: random; perfect",
        ),
        # Few lost games without learning are no lesson.
        (
            [
                seen("random", lost=2.0, last_loss=40, gain=2),
                seen("perfect", lost=20, last_loss=45, gain=40),
            ],
            "You can see a new machine get better against perfect: it loses about 20 of 50 games",
        ),
    ],
)
def test_the_fewest_lost_games_are_recommended_then_the_earliest(forecasts, says):
    job = make_job(own_kit())
    said = figures(job, forecasts)["expect"]
    for opponent in ("random", "winning-move", "perfect"):
        says = says.replace(opponent, job.texts(f"curve.band.{opponent}"))
    assert says in said


def test_nobody_is_recommended_where_nothing_is_learned():
    said = figures(make_job(own_kit()), [seen("random", lost=30, last_loss=50, gain=4)])["expect"]
    assert "hardly gets better" in said
    assert "fewest games" not in said


@pytest.mark.every
def test_a_lesson_is_not_planned_with_an_opponent_of_whom_nothing_is_learned():
    """In misère, perfect play teaches nothing, and the table of the guide says so."""
    job = make_job("misere")
    said = figures(job, with_forecasts(job.kit).forecasts)
    assert "rolling a die" in said["train"]
    assert "plays as well as possible" not in said["train"]


# --- What decides them ----------------------------------------------------------------------------


def test_whoever_picks_again_leaves_a_log_that_is_as_possible_and_beads_that_are_as_right():
    """The claim on cheating: a log has the bead that was chosen, and leads to the beads that are
    left.
    """
    kit = kit_of("her")
    schedule = schedule_of(kit.rule)
    box = 0
    for chosen in at_least(2, range(len(kit.boxes[box].slots))):
        updates = learn(schedule, starting_beads(kit), [(box, chosen)], -1)
        assert [(update.slot, update.after) for update in updates] == [(chosen, 0)]
    # A bead that is not taken away although the log says so is what counting finds.
    assert learn(schedule, starting_beads(kit), [(box, 0)], -1) != []


def test_the_first_bead_left_finds_better_moves_only_where_beads_leave():
    takes = kit_of("her")
    adds = kit_of("her", rule="gardner-reward")
    tried = compare_first_bead(takes, "random", 60)
    assert tried.first_bead <= tried.any_bead + 0.3
    only_adds = Change(every=1)
    rule = type(adds.rule)(source="x", title={"en": "x"}, win=only_adds)
    same = Facts(_with_rule(adds, rule))
    assert key_of("explore", same) == "explore.same"
    stuck = compare_first_bead(_with_rule(adds, rule), "perfect", 20)
    assert stuck.first_bead in (0.0, 10.0), (
        "each game against perfect play goes as the first, or such a machine wins all"
    )


def _with_rule(kit, rule):
    return with_rule(kit, rule, "own")


def test_poor_moves_lose_more_against_chance():
    assert poor_moves_lose_more(kit_of("menace")) is True
    assert poor_moves_lose_more(kit_of("awari-mini")) is None


@pytest.mark.parametrize(("name", "choice"), [("her", "_choice"), ("menace", "")])
def test_what_a_visitor_is_told_follows_from_the_change(name, choice):
    """HER has two boxes with a single move, which is made as often whatever its beads."""
    kit = kit_of(name)
    assert bool(choice) == any(len(box.slots) == 1 for box in kit.boxes)
    cases = {
        f"adds{choice}": Change(every=1),
        "last": Change(from_end=(-1,)),
        f"takes{choice}": Change(every=-1),
        "mixed": Change(from_end=(2,), every=-1),
        "nothing": Change(),
    }
    for key, change in at_least(5, cases.items()):
        assert key_of("then", facts_of(kit, change=change)) == f"then.{key}"


@pytest.mark.parametrize(
    ("name", "wish", "key"),
    [
        ("her", {}, None),
        ("him", {}, "lost"),
        ("ladder", {"rule": "never-last"}, "stuck"),
        ("menace", {}, None),
    ],
)
def test_a_report_says_of_a_machine_that_is_never_done_why(name, wish, key):
    assert key_of("never_done", Facts(kit_of(name, **wish))) == (key and f"never_done.{key}")


def test_a_sentence_names_a_few_of_many_boxes():
    kit = kit_of("her-3x4", rule="never-last")
    facts = Facts(kit)
    assert len(facts.future.stuck) > MAX_NAMED
    boxes = say(TEXTS["en"], "perfect", facts).split(" in ")[1].split(" beads ")[0].split(", ")
    assert boxes == [*(box.id for box in facts.future.stuck[:MAX_NAMED]), "…"]


@pytest.mark.parametrize(
    ("rule", "result", "key"),
    [
        ("gardner", "loss", "yes"),
        ("gardner", "win", "no"),
        ("never-last", "loss", "maybe"),
        ("michie", "win", "yes"),
    ],
)
def test_a_visitor_is_told_of_learning_only_if_some_bead_surely_changes(rule, result, key):
    kit = kit_of("her", rule=rule)
    assert key_of("taught", facts_of(kit, change=getattr(kit.rule, result))) == f"taught.{key}"


def test_a_limit_of_beads_can_keep_a_lost_game_from_changing_any():
    takes_one = Change(every=-1)
    floored = Rule(source="x", title={"en": "x"}, loss=takes_one, floor=1)
    kit = with_rule(kit_of("her"), floored, "own")
    assert key_of("taught", facts_of(kit, change=takes_one)) == "taught.maybe"


@pytest.mark.parametrize(
    ("loss", "key"),
    [
        (Change(every=-1), "all"),
        (Change(from_end=(-1,)), "last"),
        (Change(from_end=(-1, -1)), "some"),
        (Change(), "none"),
    ],
)
def test_an_example_of_credit_is_what_the_rule_does(loss, key):
    kit = with_rule(
        kit_of("her"), Rule(source="x", title={"en": "x"}, win=Change(every=1), loss=loss), "own"
    )
    assert key_of("credit", Facts(kit)) == f"credit.{key}"


def test_an_empty_box_hands_the_blame_on_only_by_some_rules():
    assert key_of("credit", Facts(kit_of("her"))) == "credit.last"
    assert key_of("credit", Facts(kit_of("her", rule="never-last"))) == "credit.alone"


@pytest.mark.parametrize(
    "claim", ["changes", "credit", "kept_in", "lies_open", "remembers", "understands"]
)
def test_nothing_is_said_of_beads_where_a_machine_keeps_numbers(claim):
    numbers = Facts(kit_of("her", rule="tris"))
    assert key_of(claim, numbers) == f"{claim}.numbers"
    assert "bead" not in say(TEXTS["en"], claim, numbers)
    assert key_of(claim, Facts(kit_of("her"))) != f"{claim}.numbers"


@pytest.mark.parametrize(
    ("wish", "key"),
    [
        ({"side": "second"}, "strong_card"),
        # It never becomes unbeatable: by its rule, or because the other side can win.
        ({"side": "second", "rule": "never-last"}, None),
        ({"side": "first"}, None),
    ],
)
def test_a_strong_opponent_makes_a_machine_unbeatable_sooner_only_if_it_can_be(wish, key):
    kit = kit_of("nim:8", **wish)
    assert key_of("strong_card", facts_of(kit, side=kit.players[0])) == key


def test_the_report_says_how_far_its_forecast_can_be_off():
    said = say(
        TEXTS["en"], "next", facts_of(kit_of("her"), opponent="chance", score="+6", error=0.4)
    )
    assert said.endswith("+6 on average (± 0.4).")


@pytest.mark.parametrize(
    ("worse", "alike", "key"),
    [(45, 10, "usual"), (2, 3, "seldom"), (0.1, 0.2, "odd"), (99.5, 0.2, "odd")],
)
def test_a_course_is_as_unusual_as_its_share(worse, alike, key):
    assert decide("course", facts_of(kit_of("her"), worse=worse, alike=alike)) == Decided(
        f"course.{key}"
    )


def unchanged():
    """A kit whose rule changes nothing after any game."""
    return with_rule(kit_of("her"), Rule(source="x", title={"en": "x"}), "own")


@pytest.mark.parametrize(
    ("claim", "key"),
    [
        ("idea", "stays"),
        ("changes", "nothing"),
        ("can_learn", "no"),
        ("learn", "no"),
        ("story", "plays"),
        ("trained", "no"),
        ("teach_head", "no"),
        ("teach_step", "no"),
    ],
)
def test_of_a_machine_that_nothing_changes_nobody_says_that_it_learns(claim, key):
    assert key_of(claim, Facts(unchanged())) == f"{claim}.{key}"


def test_a_band_holds_as_many_machines_as_the_curve_says():
    first_games = FirstGames(kit_of("her"), "random")
    low, high = learning_band(first_games, 20)
    for scores, least, most in at_least(
        20, zip(learning_scores(first_games, 20), low, high, strict=True)
    ):
        assert sum(least <= score <= most for score in scores) >= least_inside()
        assert least in scores, "it is no wider than its machines"
        assert most in scores


def test_bags_are_enough_for_a_night_if_there_is_one_for_each_box():
    kit = kit_of("her")
    assert key_of("bags", facts_of(kit, bags=19)) == "bags"
    assert decide("bags", facts_of(kit, bags=18)) is None
    assert TEXTS["en"].claimed(Decided("bags")) in words_on(
        "museum", make_job("her", parts=("museum",))
    )


@pytest.mark.parametrize(
    ("figures", "claim", "key"),
    [
        ({"mattering": 0, "dull": True}, "game_dull", "game_dull.none"),
        ({"mattering": 2, "dull": True}, "game_dull", "game_dull.few"),
        ({"mattering": 3, "dull": False}, "game_dull", None),
        ({"soon": True, "plies": 3}, "game_at_once", "game_at_once"),
        ({"most_stop": True, "beginners": True}, "game_dies", "game_dies.beginners"),
        ({"most_stop": True, "beginners": False}, "game_dies", "game_dies.most"),
        ({"most_stop": False, "beginners": True}, "game_dies", None),
        ({"good": False}, "game_good", None),
        ({"flat": True}, "game_flat", "game_flat"),
    ],
)
def test_of_a_game_nothing_is_said_that_its_trial_has_not_shown(figures, claim, key):
    assert key_of(claim, facts_of(kit_of("her"), **figures)) == key


# --- On sheets ------------------------------------------------------------------------------------


@pytest.mark.every
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=6))
def test_the_sheet_of_numbers_says_itself_what_a_game_does_to_them(language):
    words = words_on("zero", make_job("menace", language=language, parts=("zero", "cards")))
    texts = TEXTS[language].speaking_of("cards")
    win, draw, loss = (texts(f"zero.learning.{outcome}") for outcome in ("win", "draw", "loss"))
    changes = texts.joined([f"{win} +3", f"{draw} +1", f"{loss} −1"])
    assert as_printed(changes) in words, "as Michie's rule has them"
    for row in ("operator.outcome.win", "operator.empty.title"):
        assert as_printed(texts(row)) not in words, (
            "no word of coins and fields, which this sheet has not"
        )
    assert "{" not in words


@pytest.mark.every
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=2))
def test_a_sheet_with_numbers_is_kept_as_it_is(language):
    """It has them beside its pictures; nobody has to write down which letters are left."""
    numbers = words_on("cover", make_job("menace", language=language, parts=("zero", "cover")))
    assert as_printed(TEXTS[language]("care.keep_numbers_alone")) in numbers
    strikes = words_on("cover", make_job("ladder", language=language, parts=("zero", "cover")))
    assert as_printed(TEXTS[language].speaking_of(PICTURES)("care.keep_alone")) in strikes


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_with_moves_to_strike_out_speaks_of_them_alone(language):
    """An express kit has a table on this sheet, since positions without a picture need words of
    their own.
    """
    job = make_job("her", language=language, express=True, parts=("zero",))
    words = words_on("zero", job)
    first = ", ".join(box.id for box in first_boxes(job.kit))
    learn_no_more = Decided("finished_operator", len(first_boxes(job.kit)), {"list": first})
    texts = TEXTS[language]
    assert as_printed(texts.speaking_of(STRIKE).claimed(learn_no_more)) in words
    assert as_printed(texts.claimed(learn_no_more)) not in words
    stays = words_on(
        "zero", make_job("her", language=language, express=True, rule="never-last", parts=("zero",))
    )
    assert as_printed(texts.speaking_of(STRIKE)("operator.empty.keep-last")) in stays
    assert first not in stays.partition(texts("operator.learn"))[2]


def test_bad_rules_are_told_of_on_the_sheet_of_numbers():
    words = words_on("zero", make_job("her", rule="hexapawn-rl"))
    assert (
        "win 100 for the last move, 0 for the other moves of its position, +3 for every other move"
        in words
    )
    assert "loss 0 for the last move, −1 for every other move" in words
    words = words_on("zero", make_job("her", rule="gardner-reward"))
    assert "win +1; loss −1 for the last move" in words
    assert "the move before counts as its last one" in words


@pytest.mark.parametrize("part", ["cover", "panel", "certificate", "guide"])
def test_no_sheet_says_that_a_machine_learns_that_nothing_changes(part):
    said = words_on(part, make_job(unchanged(), parts=(part,)))
    said = said.replace("It learns from winning.", "")  # what pupils often think
    for words in (
        "It learns",
        "it learns by",
        "You teach it",
        "a learning machine",
        "that learns",
        "get better at",
    ):
        assert words not in said
    teaching = words_on(part, make_job("her", parts=(part,)))
    assert re.search("It learns|You teach it|a learning machine|get better at", teaching)


def test_the_page_says_what_holds_for_its_machine():
    words = page_words([kit_of("her")], "en", Templates())["words"]
    assert (
        words["finished"]
        == "Its first boxes (A1, A2) are all empty: it can learn no more. Begin with a new machine."
    )
    assert (
        "at least 8 out of 10 simulated machines that play against {against} are"
        in words["over_band"]
    )
    stays = page_words([kit_of("her", rule="never-last")], "en", Templates())["words"]
    assert "finished" not in stays, "a box that is never empty is no end"


def test_a_machine_that_takes_the_first_bead_is_not_said_to_try_all():
    """It never comes to what lies behind a bead that stays."""
    kit = kit_of("her")
    counts = [slot.beads for box, slot in slots_of(kit)]
    results = next(FirstGames(kit, "random", first_bead=True).machines())
    for _, changes in islice(results, 300):
        for slot, difference in changes:
            counts[slot] += difference
    left = iter(counts)
    never_taken = 0
    for box in kit.boxes:
        moves_left = [count for count in islice(left, len(box.slots)) if count]
        never_taken += max(0, len(moves_left) - 1)
    assert never_taken > 10, "beads that it never took"
    words = words_on("guide", make_job("her", parts=("guide",)))
    assert "gets on to the next move, too, whenever one that has lost leaves" in words
    assert "tries them" not in words


@pytest.mark.parametrize("part", ["cover", "guide"])
def test_nobody_picks_where_a_program_compares_numbers(part):
    words = words_on(part, make_job("tictactoe", rule="tris", parts=(part,)))
    assert "On its turn the program makes the move that leads to the position with" in words
    assert "pick a bead from the box" not in words
    assert "pick a bead from the box" in words_on(part, make_job("her", parts=(part,)))


def share_with_one_colour_left(kit, opponent):
    """The share of other machines than those that decide, counted game by game."""
    match = Match(kit, parse_policy(opponent), kit.players[0])
    machines = 60
    found = 0
    for games in islice(simulated(match, seed=77), machines):
        left = starting_beads(kit)
        for game in islice(games, SHORTER):
            for update in game.updates:
                left[update.box][update.slot] = update.after
        if any(len(counts) > 1 and counts.count(0) == len(counts) - 1 for counts in left):
            found += 1
    return found / machines


@pytest.mark.parametrize("name", few(["her", "her-4x3", "ladder", "told:notakto"], one_in=2))
def test_a_class_is_told_to_find_only_what_most_machines_have(name):
    kit = kit_of(name)
    key = "left" if name in ("her", "ladder") else "less"
    least = min(share_with_one_colour_left(kit, opponent) for opponent in opponents_of(kit))
    assert (least > 0.75) == (key == "left")
    assert key_of("changed_box", Facts(kit)) == f"changed_box.{key}"
    expected = "left" if key == "left" else "changed"
    assert key_of("look_for", Facts(kit)) == f"look_for.{expected}"


@pytest.mark.parametrize(
    ("name", "asked", "answered"),
    [
        ("her", "has only one left. Its name, and the move that is left:", "began with several"),
        ("him", "and a move that is less likely now than at first:", "Compare what is there now"),
        ("menace", "and the move that is most likely now:", "Compare what is there now"),
    ],
)
def test_the_worksheet_asks_for_what_is_found_and_answers_it(name, asked, answered):
    words = words_on("worksheet", make_job(name, parts=("worksheet", "labels")))
    assert asked in words
    assert answered in words
    guide = words_on("guide", make_job(name, parts=("guide", "labels")))
    assert ("has only one left" in guide) == (name == "her")


def test_a_page_invites_to_watch_learning_only_where_games_make_a_machine_better():
    learns = page_words([kit_of("her")], "en", Templates())["words"]
    assert learns["tab_watch"] == "Watch it learn"
    assert learns["press_to_watch"] == "Press Start: the machine plays and learns by itself."
    for kit in (unchanged(), kit_of("him")):  # of the two, one stays as it is, one gets worse
        plays = page_words([kit], "en", Templates())["words"]
        assert plays["tab_watch"] == "Watch it play"
        assert plays["press_to_watch"] == "Press Start: the machine plays by itself."


@pytest.mark.parametrize("parts", [("board",), ("cards",)])
def test_the_properties_of_a_pdf_claim_no_learning(parts):
    """They stand in each print, whatever its machine does, and nothing decides them."""
    job = make_job(unchanged(), parts=parts)
    subject = run_parts(job, parts).subject
    assert subject.startswith("A m")
    assert "learn" not in subject


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
def test_a_question_without_an_answer_is_left_out_of_the_guide(language):
    """A rule that keeps numbers has no beads, more of which would matter."""
    marks = {
        rule: words_on("guide", make_job("her", language=language, rule=rule))
        for rule in ("gardner", "tris")
    }
    question = next(
        line
        for line in (ROOT / "templates" / "guides" / language / "teacher.md")
        .read_text(encoding="utf-8")
        .splitlines()
        if "{more_answer}" in line
    )
    before, _, after = question.removeprefix("- ").partition("{word[beads]}")
    asked = as_printed(
        before + TEXTS[language]("words.beads") + after.removesuffix("{more_answer}").rstrip()
    )
    assert asked in marks["gardner"]
    assert as_printed(before) not in marks["tris"]


def test_words_of_ones_own_for_claims_are_read_where_1_0_had_them(tmp_path):
    own = tmp_path / "texts" / "en"
    own.mkdir(parents=True)
    (own / "curve.toml").write_text('title = "Our line"\n[turn]\nup = "Up it goes."\n')
    (own / "zero.toml").write_text('[learning]\nhere = "below"\n')
    texts = Texts("en", Templates(tmp_path))
    assert texts("curve.title") == "Our line"
    assert texts.claimed(Decided("turn.up")) == "Up it goes."
    assert texts.claimed(Decided("turn.not", None, {"opponent": "chance", "games": 50})).startswith(
        "Against chance"
    )


def test_every_text_that_moved_stands_where_it_is_looked_for():
    keys = {re.sub(r"^claims\.cards\.", "claims.", key) for key in TEXTS["en"].keys()}  # noqa: SIM118 - as above
    for old, new in at_least(25, MOVED.items()):
        assert old not in keys
        assert not new or any(
            key == new or key.startswith(new.replace(".cards.", ".")) for key in keys
        ), new


def test_a_machine_that_has_learned_everything_has_been_trained_and_is_taught_no_more():
    new = kit_of("her")
    counts = [[slot.beads if slot.value > 0 else 0 for slot in box.slots] for box in new.boxes]
    done = replace(with_counts(new, counts), played=("a game",))
    assert done.trained
    for claim in ("trained", "learn", "idea", "changes", "can_learn"):
        assert key_of(claim, facts_of(done)) == key_of(claim, facts_of(new)), claim
    for claim in ("teach_head", "teach_step", "taught"):
        now = facts_of(done, change=done.rule.loss)
        assert (key_of(claim, now), key_of(claim, facts_of(new, change=new.rule.loss))) == (
            f"{claim}.no",
            f"{claim}.yes",
        )


@pytest.mark.parametrize(
    ("name", "key"), [("her", "yes"), ("him", "slow"), ("menace-second", "slow"), ("menace", "yes")]
)
def test_pupils_learn_that_machines_get_better_only_from_one_that_does(name, key):
    assert key_of("can_learn", Facts(kit_of(name))) == f"can_learn.{key}"
