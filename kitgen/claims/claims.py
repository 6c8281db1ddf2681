"""All claims: sentences on how a machine fares, who teaches it, and what an experiment shows.

Their words are in ``templates/texts/LANGUAGE/claims.toml``. ``Texts`` gives them out only for a
``Decided``, and only this file makes one: a sheet cannot print a claim that has not been decided
for its kit.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kitgen.claims.decided import FirstBead
from kitgen.claims.facts import Facts
from kitgen.claims.ranking import CLEAR_ERRORS, best
from kitgen.claims.unbeatable import MAX_NAMED
from kitgen.kit.kit import Kit
from kitgen.kit.rule import TAKES_LAST, Change
from kitgen.machine.first_games import CLEAR, LESSON, STRETCH, least_inside, opponents_of
from kitgen.machine.learning import ALL
from kitgen.reading.texts import Decided, Texts

#: Of 100 machines those that do as badly or worse, or as well or better: below these shares a
#: course is rare, or odd.
RARE_SHARE = 10.0
ODD_SHARE = 1.0
#: A machine takes too long for a lesson from so many times as long as against best play.
LONG_RATIO = 2
#: All simulated machines, of a hundred.
ALL_OF_HUNDRED = 100
#: The opponents of whom it is said how long a machine takes against them.
UNTIL_NAMES = ("perfect", "random")
#: From so many times as many on, games are more, whatever the luck of the simulated machines.
CLEARLY_MORE_GAMES = 1.2

#: From the key of a text that is no claim, such as the name of an opponent, to the text.
TextOf = Callable[[str], str]


def _nothing(_facts: Facts, _text_of: TextOf) -> Mapping[str, object]:
    return {}


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to put a claim.

    Attributes:
        key: of its words.
        holds: whether it is true of a kit; False also where that cannot be decided.
        values: the figures in it.
        count: the number that chooses its plural form.
    """

    key: str
    holds: Callable[[Facts], bool]
    values: Callable[[Facts, TextOf], Mapping[str, object]] = _nothing
    count: Callable[[Facts], int] | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """What a sheet may say of one question: the first wording that holds; nothing if none does.

    Attributes:
        about: the question, for ``docs/claims.md``.
        decided_by: the computation that decides it.
    """

    about: str
    decided_by: str
    wordings: tuple[Wording, ...]


def decide(name: str, facts: Facts, text_of: TextOf = str) -> Decided | None:
    """Return the claim of a name as it holds for a kit; None if the sheet must stay silent.

    >>> from kitgen.kit.build import build_kit
    >>> decide("perfect", Facts(build_kit("her")))
    Decided(key='perfect.wins', count=None, values={})
    """
    for wording in CLAIMS[name].wordings:
        if wording.holds(facts):
            key = f"{name}.{wording.key}" if wording.key else name
            count = None if wording.count is None else wording.count(facts)
            return Decided(key, count, wording.values(facts, text_of))
    return None


def words_of(texts: Texts, decided: Decided) -> str:
    """Return the sentence of a claim that was decided elsewhere, in a language."""
    return texts.claimed(decided)


def say(texts: Texts, name: str, facts: Facts) -> str:
    """Return the sentence of a claim in the language of a sheet; empty if it must stay silent."""
    decided = decide(name, facts, texts)
    return "" if decided is None else words_of(texts, decided)


def _always(_facts: Facts) -> bool:
    return True


def _has_beads(facts: Facts) -> bool:
    return facts.kit.rule.learns == "beads"


# Learning.


def _learns(facts: Facts) -> bool:
    return facts.future.learns


def _only_gets_worse(facts: Facts) -> bool:
    return _learns(facts) and facts.only_gets_worse


def _improves(facts: Facts) -> bool:
    """Return whether games change beads, and a machine is not known to get worse by it."""
    return _learns(facts) and not facts.only_gets_worse


def _learns_from_nobody(facts: Facts) -> bool:
    """Return whether games change beads, and a class sees the machine get better against nobody."""
    return _learns(facts) and bool(facts.results) and not facts.teachers


def _still_improves(facts: Facts) -> bool:
    return facts.still_learns and not facts.only_gets_worse


def _still_changes(facts: Facts) -> bool:
    """Return whether games still change beads of a machine that does not get better by it."""
    return facts.still_learns and facts.only_gets_worse


def _stuck(facts: Facts) -> bool:
    return bool(facts.future.stuck) and facts.value != -1


def _stuck_values(facts: Facts, _text_of: TextOf) -> Mapping[str, object]:
    names = [box.id for box in facts.future.stuck[:MAX_NAMED]]
    if len(facts.future.stuck) > MAX_NAMED:
        names.append("…")
    return {"list": ", ".join(names)}


def _mended(facts: Facts) -> bool:
    return _stuck(facts) and facts.mend is not None


def _mended_values(facts: Facts, text_of: TextOf) -> Mapping[str, object]:
    options = "" if facts.mend is None else " ".join(facts.mend.options)
    return {**_stuck_values(facts, text_of), "options": options}


def _stuck_count(facts: Facts) -> int:
    return len(facts.future.stuck)


def _lost_but_mended(facts: Facts) -> bool:
    return facts.value == -1 and facts.mend is not None


# Opponents.


def _name(opponent: str, text_of: TextOf) -> str:
    return text_of(f"curve.band.{opponent}")


def _names(opponents: Sequence[str], text_of: TextOf) -> tuple[str, ...]:
    return tuple(_name(opponent, text_of) for opponent in opponents)


def _who(opponents: Sequence[str], text_of: TextOf) -> tuple[str, ...]:
    """Return how a class plays like these opponents."""
    return tuple(text_of(f"guide.who.{opponent}") for opponent in opponents)


def _teachers_cost_fewest(facts: Facts) -> bool:
    """Return whether a class sees a machine learn of an opponent that costs the fewest games."""
    return bool(facts.best_teachers) and facts.best_teachers[0] in best(facts.results)


def _others_cost_fewer(facts: Facts) -> bool:
    return bool(facts.best_teachers) and not _teachers_cost_fewest(facts)


def _best_values(facts: Facts, text_of: TextOf) -> Mapping[str, object]:
    lost = facts.results[facts.best_teachers[0]].lost
    return {"list": _names(facts.best_teachers, text_of), "lost": round(lost), "games": LESSON}


def _slow(facts: Facts) -> bool:
    return bool(facts.results) and not facts.teachers and not facts.spoilers


def _worse_values(facts: Facts, text_of: TextOf) -> Mapping[str, object]:
    return {"opponents": _names(facts.spoilers, text_of)}


def _first_values(facts: Facts, _text_of: TextOf) -> Mapping[str, object]:
    return {"list": ", ".join(box.id for box in facts.first_boxes)}


def _first_count(facts: Facts) -> int:
    return len(facts.first_boxes)


def _two_teach(facts: Facts) -> bool:
    return len(facts.teachers) >= 2


def _one_teaches(facts: Facts) -> bool:
    return len(facts.teachers) == 1


def _lesson_values(_facts: Facts, _text_of: TextOf) -> Mapping[str, object]:
    return {"games": LESSON}


def _train_values(facts: Facts, text_of: TextOf) -> Mapping[str, object]:
    opponents = facts.teachers[:2] or opponents_of(facts.kit)[:1]
    return {"who": _who(opponents, text_of), "games": LESSON}


# Until nothing beats a machine.


def _losses_until(facts: Facts) -> tuple[int, int]:
    """Return the fewest and the most games that simulated machines lost until nothing beat them."""
    fewest = min(until.least for until in facts.until.values())
    most = max(until.most for until in facts.until.values())
    return fewest, most


def _same_losses(facts: Facts) -> bool:
    return bool(facts.until) and len(set(_losses_until(facts))) == 1


def _losses_values(facts: Facts, _text_of: TextOf) -> Mapping[str, object]:
    fewest, most = _losses_until(facts)
    return {"least": fewest, "most": most}


def _most_losses(facts: Facts) -> int:
    return _losses_until(facts)[1]


def _until_values(facts: Facts, _text_of: TextOf) -> Mapping[str, object]:
    values: dict[str, object] = {}
    for opponent, until in facts.until.items():
        values[f"{opponent}_mean"] = round(until.mean)
        values[f"{opponent}_half"] = math.ceil(until.half)
    return values


def _some_get_there(facts: Facts) -> bool:
    return any(within.of_hundred for within in facts.within.values())


def _within_values(facts: Facts, _text_of: TextOf) -> Mapping[str, object]:
    values: dict[str, object] = {
        opponent: within.of_hundred for opponent, within in facts.within.items()
    }
    values["games"] = next(iter(facts.within.values())).games
    return values


def _half_within(facts: Facts) -> bool:
    return bool(facts.within) and facts.within["perfect"].half is not None


def _half_values(facts: Facts, _text_of: TextOf) -> Mapping[str, object]:
    return {"half": math.ceil(facts.within["perfect"].half or 0)}


def _fewest_and_most_lost(facts: Facts) -> tuple[int, int]:
    """Return the fewest and the most games that machines lost until nothing beat them."""
    there = [within for within in facts.within.values() if within.of_hundred]
    return min(within.least for within in there), max(within.most for within in there)


def _same_losses_within(facts: Facts) -> bool:
    if not _some_get_there(facts):
        return False
    least, most = _fewest_and_most_lost(facts)
    return least == most


def _losses_within(facts: Facts, _text_of: TextOf) -> Mapping[str, object]:
    least, most = _fewest_and_most_lost(facts)
    return {"least": least, "most": most}


def _most_losses_within(facts: Facts) -> int:
    return _fewest_and_most_lost(facts)[1]


def _wins_make_it_long(facts: Facts) -> bool:
    """Return whether only some machines get there, by a rule that adds beads after a win."""
    some_do_not = any(0 < within.of_hundred < ALL_OF_HUNDRED for within in facts.within.values())
    return some_do_not and _win(facts).adds


def _decided_lost(facts: Facts) -> Mapping[str, float]:
    """Return how many games of a lesson machines lose, by opponent; empty if not decided before."""
    if facts.decided is None:
        return {}
    return {opponent: trained.lost for opponent, trained in facts.decided.against.items()}


def _loses_at_first(facts: Facts) -> bool:
    return bool(facts.within) and set(UNTIL_NAMES) <= _decided_lost(facts).keys()


def _first_losses(facts: Facts, _text_of: TextOf) -> Mapping[str, object]:
    lost = _decided_lost(facts)
    values: dict[str, object] = {opponent: round(lost[opponent]) for opponent in UNTIL_NAMES}
    values["games"] = LESSON
    return values


def _random_takes_long(facts: Facts) -> bool:
    if facts.within:
        there_by_perfect = facts.within["perfect"].of_hundred
        there_by_random = facts.within["random"].of_hundred
        return there_by_perfect >= LONG_RATIO * max(1, there_by_random)
    if not facts.until:
        return False
    return facts.until["random"].half >= LONG_RATIO * facts.until["perfect"].half


def _perfect_takes_fewer(facts: Facts) -> bool:
    if not facts.until:
        return False
    return facts.until["random"].mean >= CLEARLY_MORE_GAMES * facts.until["perfect"].mean


# The line of wins minus losses.


def _turns_up(facts: Facts) -> bool:
    won, _, lost = facts.forecasts[0].last
    return won > lost and facts.forecasts[0].gain > 0


def _falls_slower(facts: Facts) -> bool:
    return facts.forecasts[0].gain >= CLEAR


def _line_values(facts: Facts, text_of: TextOf) -> Mapping[str, object]:
    return {"opponent": _name(facts.forecasts[0].opponent, text_of), "games": LESSON}


# The rule.


def _win(facts: Facts) -> Change:
    return facts.kit.rule.win


def _loss(facts: Facts) -> Change:
    return facts.kit.rule.loss


def _blames_all(facts: Facts) -> bool:
    return _loss(facts).for_all


def _blames_last(facts: Facts) -> bool:
    """Return whether a lost game blames the last move, and an empty box the one before it."""
    empty = facts.kit.rule.when_empty
    return _blames_last_alone(facts) and empty.resigns and empty.blames_last


def _blames_last_alone(facts: Facts) -> bool:
    return facts.schedule is not None and facts.schedule.needs(-1) == 1


def _by_numbers(facts: Facts) -> bool:
    return facts.schedule is None


def _blames_some(facts: Facts) -> bool:
    return facts.schedule is not None and 1 < facts.schedule.needs(-1) < ALL


def _blamed_values(facts: Facts, _text_of: TextOf) -> Mapping[str, object]:
    return {} if facts.schedule is None else {"moves": facts.schedule.needs(-1)}


def _always_changes(facts: Facts, change: Change) -> bool:
    """Return whether a change alters some beads whenever one was picked.

    It does if no last bead stays, and no limit stops it.
    """
    rule = facts.kit.rule
    if change.nothing or rule.when_empty.keeps_last:
        return False
    stops_at_floor = change.lowers and rule.floor > 0 and change.by_numbers
    stops_at_ceiling = change.adds and rule.ceiling is not None
    return not (stops_at_floor or stops_at_ceiling)


def _loss_takes(facts: Facts) -> bool:
    return _learns(facts) and _loss(facts).takes


def _loss_takes_last(facts: Facts) -> bool:
    return _loss_takes(facts) and _blames_last_alone(facts)


# Experiments and checks.


def _same_for_ever(facts: Facts) -> bool:
    return facts.schedule is not None and facts.schedule.never_takes


def _losing_beads_leave(facts: Facts) -> bool:
    """Return whether games only take beads of lost last moves, and in the end all that lose."""
    if facts.schedule is None or not facts.schedule.blames_last_only:
        return False
    if not facts.kit.rule.only_takes:
        return False
    is_decided = facts.future.unbeatable or facts.future.lost_game
    return bool(is_decided) and not facts.future.stuck


def _first_bead_works(facts: Facts) -> bool:
    tried = facts.first_bead
    if tried is None or not _losing_beads_leave(facts):
        return False
    errors = CLEAR_ERRORS * (tried.any_error + tried.first_error)
    return tried.first_bead <= tried.any_bead + errors


def _first_bead_tried(facts: Facts) -> bool:
    return facts.first_bead is not None


def _first_bead_values(facts: Facts, text_of: TextOf) -> Mapping[str, object]:
    tried = facts.first_bead or FirstBead("random", 0.0, 0.0, 0.0, 0.0)
    return {
        "opponent": _name(tried.opponent, text_of),
        "first": round(tried.first_bead, 1),
        "chance": round(tried.any_bead, 1),
        "start": LESSON - STRETCH + 1,
        "games": LESSON,
    }


def _peeking_passes(facts: Facts) -> bool:
    """Return whether some box has beads of two colours: a log with another one is as possible."""
    for box in facts.kit.boxes:
        colours = [slot for slot in box.slots if slot.beads > 0]
        if len(colours) > 1:
            return True
    return False


def _counting_finds(facts: Facts) -> bool:
    """Return whether wrongly changed beads differ from those to which the log leads."""
    return facts.schedule is not None and facts.future.learns and _peeking_passes(facts)


def _always_wins(facts: Facts) -> bool:
    """Return whether every move wins of positions that the machine plays without a box."""
    return all(slot.value > 0 for box in facts.kit.always for slot in box.slots)


# What a visitor is told of an outcome: the change is among the figures.


def _change(facts: Facts) -> Change:
    change: Change = facts.figures["change"]
    return change


def _adds(facts: Facts) -> bool:
    return _change(facts).adds and not _change(facts).lowers


def _takes_last(facts: Facts) -> bool:
    return _change(facts) == TAKES_LAST


def _takes(facts: Facts) -> bool:
    return _change(facts).takes and not _change(facts).raises


def _has_only_moves(facts: Facts) -> bool:
    """Return whether some box has a single move, which is made as often whatever its beads."""
    return any(len(box.slots) == 1 for box in facts.kit.boxes)


# Sweets, one on each arrow.


def _one_bead_a_move(facts: Facts) -> bool:
    """Return whether a move is gone for good with its first lost bead."""
    refills = facts.kit.rule.when_empty.refills
    return not refills and all(slot.beads == 1 for box in facts.kit.boxes for slot in box.slots)


def _one_bead_a_move_but_the_last(facts: Facts) -> bool:
    return _one_bead_a_move(facts) and facts.kit.rule.when_empty.keeps_last


# Bands and banks: what is printed of simulated machines.


def _inside(facts: Facts, _text_of: TextOf) -> Mapping[str, object]:
    return {**facts.figures, "of_ten": least_inside() // 10}


def _bags_for_all(facts: Facts) -> bool:
    return _figure(facts, "bags") >= len(facts.kit.boxes)


# A game that machines have tried: its figures are those of the trial.


def _beginners_teach(facts: Facts) -> bool:
    return bool(facts.figures["most_stop"]) and bool(facts.figures["beginners"])


# A machine that has played: its figures come with its report.


def _figure(facts: Facts, name: str) -> float:
    figure: float = facts.figures[name]
    return figure


def _share_as_far_out(facts: Facts) -> float:
    worse, alike = _figure(facts, "worse"), _figure(facts, "alike")
    return min(worse + alike, 100 - worse)


def _given(facts: Facts, _text_of: TextOf) -> Mapping[str, object]:
    return facts.figures


def _count(name: str) -> Callable[[Facts], int]:
    """Return the function that gives a figure as the number that chooses a plural form."""
    return lambda facts: int(_figure(facts, name))


_FORECAST = (
    "forecast: 200 machines, in a guide 1,000, 50 games each against each opponent; shipped kits "
    "exactly, or 1,000 machines"
)
_UNTIL = "200 simulated machines; shipped lessons exactly, or 10,000 machines"
_WITHIN = "60 simulated machines, 500 games each; shipped lessons 10,000, or 100 for large games"
_RULE = "the learning rule, as it is compiled"
_SEARCH = "search: all beads that lost games can ever take, up to 20,000 positions"
_LEARNING = f"{_SEARCH}; {_FORECAST}, or 60 machines where the game is lost"
_TRIAL = (
    "the solved game, and its machines' trial: 60 of each side, 50 games each against each opponent"
)

_LEFT = (
    "the learning rule, and 30 machines, 20 games each against each opponent: 8 of 10 have a box "
    "with one colour left"
)

#: The wordings of a question that has "yes" for an answer where games change what a machine does.
_YES_IF_IT_LEARNS = (Wording("yes", _learns), Wording("no", _always))
#: The same of the machine as it is now: one that has learned all that it can learn stays as it is.
_YES_IF_IT_STILL_LEARNS = (Wording("yes", _still_improves), Wording("no", _always))
#: The wordings of a question whose answer depends on where a machine keeps what it has learned.
_BEADS_OR_NUMBERS = (Wording("numbers", _by_numbers), Wording("beads", _always))

#: All claims by name.
CLAIMS: Mapping[str, Claim] = {
    "learn": Claim(
        "Does it learn by playing?",
        _LEARNING,
        (
            Wording("worse", _only_gets_worse),
            Wording("some", lambda facts: _learns(facts) and _stuck(facts)),
            *_YES_IF_IT_LEARNS,
        ),
    ),
    "idea": Claim(
        "What is the picture of learning called?",
        _LEARNING,
        (
            Wording("changes", _only_gets_worse),
            Wording("learns", _learns),
            Wording("stays", _always),
        ),
    ),
    "changes": Claim(
        "What do games change?",
        _LEARNING,
        (
            Wording("numbers", _by_numbers),
            Wording(
                "takes_only", lambda facts: _only_gets_worse(facts) and facts.kit.rule.only_takes
            ),
            Wording("adds_only", _only_gets_worse),
            Wording("takes", lambda facts: _learns(facts) and facts.kit.rule.only_takes),
            Wording("adds", _learns),
            Wording("nothing", _always),
        ),
    ),
    "can_learn": Claim(
        "Does a class see that a machine can get better?",
        f"{_SEARCH}; {_FORECAST}",
        (Wording("slow", _learns_from_nobody, _lesson_values), *_YES_IF_IT_LEARNS),
    ),
    "story": Claim(
        "Does a machine of another game learn it?",
        _LEARNING,
        (Wording("learns", _improves), Wording("plays", _always)),
    ),
    "trained": Claim(
        "Has somebody trained it?",
        _LEARNING,
        (Wording("yes", _improves, _given), Wording("no", _always, _given)),
    ),
    "teach_head": Claim(
        "Do visitors teach it?",
        _LEARNING,
        _YES_IF_IT_STILL_LEARNS,
    ),
    "teach_step": Claim(
        "Does a visitor's game teach it?",
        _LEARNING,
        _YES_IF_IT_STILL_LEARNS,
    ),
    "understands": Claim(
        "Does it understand the game?",
        _RULE,
        _BEADS_OR_NUMBERS,
    ),
    "inside": Claim(
        "Is there no program inside?",
        _RULE,
        (Wording("", lambda facts: not _by_numbers(facts)),),
    ),
    "algorithm": Claim(
        "Who carries out its rule?",
        _RULE,
        _BEADS_OR_NUMBERS,
    ),
    "kept_in": Claim(
        "Where does it keep what it has learned?",
        _RULE,
        _BEADS_OR_NUMBERS,
    ),
    "lies_open": Claim(
        "What is it that it has learned?",
        _RULE,
        _BEADS_OR_NUMBERS,
    ),
    "remembers": Claim(
        "Does it remember games?",
        _RULE,
        _BEADS_OR_NUMBERS,
    ),
    "knows": Claim(
        "What does a new machine know?",
        "whether it plays some positions without a box",
        (Wording("some", lambda facts: bool(facts.kit.always)), Wording("moves", _always)),
    ),
    "visitors": Claim(
        "Does it learn from its visitors?",
        _LEARNING,
        (Wording("learns", _still_improves, _given), Wording("plays", _always, _given)),
    ),
    "taught": Claim(
        "Has a visitor's game helped it to learn?",
        _LEARNING,
        (
            Wording(
                "changed",
                lambda facts: _still_changes(facts) and _always_changes(facts, _change(facts)),
            ),
            Wording(
                "may_have_changed",
                lambda facts: _still_changes(facts) and not _change(facts).nothing,
            ),
            Wording(
                "yes",
                lambda facts: _still_improves(facts) and _always_changes(facts, _change(facts)),
            ),
            Wording("maybe", lambda facts: _still_improves(facts) and not _change(facts).nothing),
            Wording("no", _always),
        ),
    ),
    "perfect": Claim(
        "Can it become perfect?",
        f"the solved game, and {_SEARCH}",
        (
            Wording(
                "kept_mended",
                lambda facts: _same_for_ever(facts) and _mended(facts),
                _mended_values,
            ),
            Wording("kept", lambda facts: _same_for_ever(facts) and _stuck(facts)),
            Wording("mended", _mended, _mended_values, _stuck_count),
            Wording("stuck", _stuck, _stuck_values, _stuck_count),
            Wording("wins", lambda facts: _has_beads(facts) and facts.value == 1),
            Wording("draws", lambda facts: _has_beads(facts) and facts.value == 0),
            Wording("loses_wins_some", lambda facts: facts.value == -1 and facts.wins_some),
            Wording("loses", lambda facts: facts.value == -1),
            Wording("either", lambda facts: _has_beads(facts) and facts.value is None),
        ),
    ),
    "other_side": Claim(
        "Could it become perfect on the other side, if its game is lost on this one?",
        f"the solved game, and {_SEARCH}",
        (Wording("", _lost_but_mended, _mended_values),),
    ),
    "best": Claim(
        "Against whom does it learn best?",
        _FORECAST,
        (Wording("", _teachers_cost_fewest, _best_values, lambda facts: len(facts.best_teachers)),),
    ),
    "best_seen": Claim(
        "Against whom is it seen to learn, if it loses fewer games against others?",
        _FORECAST,
        (Wording("", _others_cost_fewer, _best_values, lambda facts: len(facts.best_teachers)),),
    ),
    "slow": Claim(
        "Does it hardly get better against anybody?",
        _FORECAST,
        (Wording("", _slow, _lesson_values),),
    ),
    "worse": Claim(
        "Against whom does it get worse?",
        _FORECAST,
        (Wording("", lambda facts: bool(facts.spoilers), _worse_values),),
    ),
    "stops": Claim(
        "What if its first boxes are empty?",
        "all games with these boxes empty",
        (
            Wording("loses", lambda facts: facts.stops_losing, _first_values, _first_count),
            Wording("learns", lambda facts: facts.stops, _first_values, _first_count),
        ),
    ),
    "train": Claim(
        "Which opponents suit an experiment?",
        _FORECAST,
        (
            Wording("pair", _two_teach, _train_values),
            Wording("single", _one_teaches, _train_values),
            Wording("none", lambda facts: bool(facts.results), _train_values),
            Wording("open", _always),
        ),
    ),
    "ask": Claim(
        "What is there to compare?",
        _FORECAST,
        (
            Wording("pair", lambda facts: _two_teach(facts) or not facts.results),
            Wording("same", _always),
        ),
    ),
    "begins": Claim(
        "Is the game lost for a machine of either side if this one begins?",
        "the solved game",
        (Wording("", lambda facts: len(facts.kit.players) == 2 and facts.lesson_value < 0),),
    ),
    "until_losses": Claim(
        "How many games has it lost when nothing beats it any more?",
        _UNTIL,
        (
            Wording("same", _same_losses, _losses_values, _most_losses),
            Wording("range", lambda facts: bool(facts.until), _losses_values, _most_losses),
        ),
    ),
    "until_games": Claim(
        "How many games does that take?",
        _UNTIL,
        (Wording("", lambda facts: bool(facts.until), _until_values),),
    ),
    "until_within": Claim(
        "By a rule that adds beads, how many machines get there within some games?",
        _WITHIN,
        (
            Wording("some", _some_get_there, _within_values),
            Wording("none", lambda facts: bool(facts.within), _within_values),
        ),
    ),
    "until_half": Claim(
        "By such a rule, after how many games is half of them there?",
        _WITHIN,
        (Wording("", _half_within, _half_values),),
    ),
    "until_lost_by_then": Claim(
        "By such a rule, how many games had they lost by then?",
        _WITHIN,
        (
            Wording("same", _same_losses_within, _losses_within, _most_losses_within),
            Wording("range", _some_get_there, _losses_within, _most_losses_within),
        ),
    ),
    "until_no_mean": Claim(
        "Why is there no mean by such a rule?",
        f"{_WITHIN}; {_RULE}",
        (Wording("", _wins_make_it_long),),
    ),
    "until_lost_first": Claim(
        "By such a rule, how many games does it lose at first?",
        _FORECAST,
        (Wording("", _loses_at_first, _first_losses),),
    ),
    "until_strong": Claim(
        "Does it take too long against random moves?",
        _UNTIL,
        (Wording("", _random_takes_long),),
    ),
    "strong_card": Claim(
        "Does it become unbeatable sooner against one who plays as well as possible?",
        _UNTIL,
        (Wording("", _perfect_takes_fewer, _until_values),),
    ),
    "turn": Claim(
        "What becomes of its line?",
        _FORECAST,
        (
            Wording("up", _turns_up),
            Wording("slower", _falls_slower, _line_values),
            Wording("not", _always, _line_values),
        ),
    ),
    "lost": Claim(
        "Does nearly every machine lose every game?",
        "the bands of 100 simulated machines",
        (Wording("", lambda facts: bool(facts.figures["lost"]), _given),),
    ),
    "lost_all": Claim(
        "Does every machine lose every game?",
        "solution of the game: best play wins it against the machine",
        (Wording("", lambda facts: bool(facts.figures["lost_all"]), _given),),
    ),
    "luck": Claim(
        "What if it wins by luck?",
        _RULE,
        (
            Wording("unseen", _by_numbers),
            Wording("removes", lambda facts: _win(facts).nothing),
            Wording("rewards", lambda facts: _win(facts).for_all and not _win(facts).lowers),
            Wording("rewards_last", lambda facts: _win(facts).raises and not _win(facts).lowers),
            Wording("unseen", _always),
        ),
    ),
    "luck_fades": Claim(
        "Does luck matter less after many games?",
        f"{_FORECAST}: how much machines differ",
        (Wording("", lambda facts: facts.luck_fades),),
    ),
    "blame": Claim(
        "Is the last move the one to blame?",
        f"{_RULE}; exact chances of a new machine against chance",
        (
            Wording("all_poor", lambda facts: _blames_all(facts) and facts.poor_lose_more is True),
            Wording("all", _blames_all),
            Wording("last", _blames_last),
            Wording("alone", _blames_last_alone),
            Wording("some", _blames_some, _blamed_values),
            Wording("none", _always),
        ),
    ),
    "credit": Claim(
        "Which moves of a lost game are changed?",
        _RULE,
        (
            Wording("numbers", _by_numbers),
            Wording("all", _blames_all),
            Wording("last", lambda facts: _blames_last(facts) and _loss(facts).takes),
            Wording("alone", lambda facts: _blames_last_alone(facts) and _loss(facts).takes),
            Wording(
                "some",
                lambda facts: _blames_some(facts) or _blames_last_alone(facts),
                _blamed_values,
            ),
            Wording("none", _always),
        ),
    ),
    "winning": Claim(
        "Does it learn from winning?",
        _RULE,
        (
            Wording("loses", lambda facts: _win(facts).nothing),
            Wording("wins", lambda facts: _loss(facts).nothing),
            Wording("both", _always),
        ),
    ),
    "slower": Claim(
        "Do more beads make it cleverer?",
        _RULE,
        (
            Wording("yes", lambda facts: facts.weighs),
            Wording("no", lambda facts: facts.schedule is not None),
        ),
    ),
    "young": Claim(
        "Has a pupil who beats it helped it to learn?",
        _LEARNING,
        (
            Wording("rule", lambda facts: _by_numbers(facts) or _only_gets_worse(facts)),
            Wording(
                "kept",
                lambda facts: _loss_takes_last(facts) and facts.kit.rule.when_empty.keeps_last,
            ),
            Wording(
                "takes",
                lambda facts: _loss_takes_last(facts) and _always_changes(facts, _loss(facts)),
            ),
            Wording(
                "all", lambda facts: _loss_takes(facts) and _always_changes(facts, _loss(facts))
            ),
            Wording("rule", _always),
        ),
    ),
    "explore": Claim(
        "Why pick without looking?",
        "60 machines of either way of picking, 50 games each; shipped kits 1,000",
        (
            Wording("numbers", _by_numbers),
            Wording("same", _same_for_ever),
            Wording("works", _first_bead_works, _first_bead_values),
            Wording("compared", _first_bead_tried, _first_bead_values),
            Wording("open", _always),
        ),
    ),
    "noticed": Claim(
        "Is a cheating operator noticed?",
        "the log says which bead was picked, and leads to one number of beads",
        (Wording("counted", _counting_finds), Wording("never", _always)),
    ),
    "always": Claim(
        "Is there nothing to learn without a box?",
        "the solved game",
        (Wording("won", _always_wins), Wording("even", _always)),
    ),
    "then": Claim(
        "What does a change of beads do?",
        _RULE,
        (
            Wording("adds_choice", lambda facts: _adds(facts) and _has_only_moves(facts)),
            Wording("adds", _adds),
            Wording(
                "last_kept",
                lambda facts: _takes_last(facts) and facts.kit.rule.when_empty.keeps_last,
            ),
            Wording("last", _takes_last),
            Wording("takes_choice", lambda facts: _takes(facts) and _has_only_moves(facts)),
            Wording("takes", _takes),
            Wording("mixed", lambda facts: not _change(facts).nothing),
            Wording("nothing", _always),
        ),
    ),
    **{
        f"finished_{sheet}": Claim(
            "When can it learn no more?",
            "the boxes that can be the first of a game",
            (Wording("", lambda facts: facts.stops, _first_values, _first_count),),
        )
        for sheet in ("operator", "zero", "tally", "sweets", "chips")
    },
    "finished_page": Claim(
        "When can a machine on a page learn no more?",
        "the boxes that can be the first of a game",
        (Wording("", lambda facts: facts.stops, _first_values, _first_count),),
    ),
    "sweets": Claim(
        "Is a move gone with its sweet?",
        "the beads at the start, and the learning rule",
        (Wording("kept", _one_bead_a_move_but_the_last), Wording("gone", _one_bead_a_move)),
    ),
    **{
        f"band_{place}": Claim(
            "How many machines are inside a band?",
            "100 simulated machines: the 80 in the middle after each game",
            (Wording("", _always, _inside),),
        )
        for place in ("grey", "dashed", "page", "point", "class", "guide")
    },
    "bank": Claim(
        "For how many machines is the bank enough?",
        "200 simulated machines, of which it is enough for 98 in 100",
        (Wording("", _always, _given),),
    ),
    "bags": Claim(
        "Are the bags enough?",
        "a bag for each box",
        (Wording("", _bags_for_all),),
    ),
    "picks": Claim(
        "How does it come to its moves?",
        _RULE,
        _BEADS_OR_NUMBERS,
    ),
    "look_for": Claim(
        "What does a class find in the boxes?",
        _LEFT,
        (
            Wording("left", lambda facts: facts.one_colour_left),
            Wording("changed", _always),
        ),
    ),
    "changed_box": Claim(
        "Which box does a pupil look for, and which move?",
        _LEFT,
        (
            Wording("left", lambda facts: facts.one_colour_left),
            Wording("less", lambda facts: facts.kit.rule.only_takes),
            Wording("changed", _always),
        ),
    ),
    **{
        f"watch_{place}": Claim(
            "Does a machine on a page learn by playing?",
            _LEARNING,
            (Wording("learns", _improves), Wording("plays", _always)),
        )
        for place in ("tab", "start")
    },
    "game_dull": Claim(
        "Is there little to learn in a game?",
        _TRIAL,
        (
            Wording("none", lambda facts: _figure(facts, "mattering") == 0),
            Wording("few", lambda facts: bool(facts.figures["dull"]), count=_count("mattering")),
        ),
    ),
    "game_at_once": Claim(
        "Is a game over soon?",
        _TRIAL,
        (Wording("", lambda facts: bool(facts.figures["soon"]), count=_count("plies")),),
    ),
    "game_large": Claim(
        "Has a game too many boxes for a class?",
        _TRIAL,
        (Wording("", lambda facts: bool(facts.figures["large"]), _given),),
    ),
    "game_dies": Claim(
        "Do its machines soon learn no more?",
        _TRIAL,
        (
            Wording("beginners", _beginners_teach, _lesson_values),
            Wording("most", lambda facts: bool(facts.figures["most_stop"]), _lesson_values),
        ),
    ),
    "game_flat": Claim(
        "Do its machines learn nothing that a class sees?",
        _TRIAL,
        (Wording("", lambda facts: bool(facts.figures["flat"]), _lesson_values),),
    ),
    "game_good": Claim(
        "Is a game good for a machine?",
        _TRIAL,
        (Wording("", lambda facts: bool(facts.figures["good"]), _lesson_values),),
    ),
    "course": Claim(
        "How unusual is its course?",
        "exact chances where the rule only takes beads, else 100 simulated machines",
        (
            Wording("usual", lambda facts: _share_as_far_out(facts) >= RARE_SHARE),
            Wording("seldom", lambda facts: _share_as_far_out(facts) >= ODD_SHARE),
            Wording("odd", _always),
        ),
    ),
    "no_bad": Claim(
        "Are no losing beads left?",
        "the solved game",
        (Wording("", lambda facts: not _figure(facts, "bad")),),
    ),
    "unbeaten": Claim(
        "Does nothing beat it any more?",
        "all lines of the game with the beads that are left",
        (
            Wording(
                "", lambda facts: bool(facts.figures["walked"]) and facts.figures["line"] is None
            ),
        ),
    ),
    "done": Claim(
        "Will it never lose again?",
        "exact chances, or all lines of the game",
        (
            Wording("", lambda facts: facts.figures["to_go"] == 0),
            Wording(
                "", lambda facts: facts.figures["to_go"] is None and bool(facts.figures["unbeaten"])
            ),
        ),
    ),
    "never_done": Claim(
        "Can it never be done?",
        f"the solved game, and {_SEARCH}",
        (Wording("stuck", _stuck, _stuck_values), Wording("lost", lambda facts: facts.value == -1)),
    ),
    "to_go": Claim(
        "When will it never lose again?",
        "exact chances",
        (Wording("", lambda facts: bool(facts.figures["to_go"]), _given),),
    ),
    "next": Claim(
        "How will its next games end?",
        "100 simulated machines, with their standard error",
        (Wording("", _always, _given),),
    ),
    "still": Claim(
        "When will it never lose again?",
        "exact chances",
        (Wording("", lambda facts: bool(facts.figures["to_go"]), _given),),
    ),
    "soon": Claim(
        "How will its line go on?",
        "100 simulated machines",
        (Wording("", _always, _given),),
    ),
}


def facts_of(kit: Kit, **figures: object) -> Facts:
    """Return the facts of a kit, with figures of the sheet that a claim stands on.

    >>> from kitgen.kit.build import build_kit
    >>> decide("then", facts_of(build_kit("her"), change=TAKES_LAST))
    Decided(key='then.last', count=None, values={})
    """
    return Facts(kit, figures=figures)
