"""The rules of a told game in words, read back and compared with what its file says.

Each sentence on its sheets is found by its text in ``told.toml`` and taken apart; nothing here
knows the code that put it together.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from string import ascii_lowercase
from typing import Any

from kitgen.games.told import TOLD
from kitgen.kit.kit import Kit
from kitgen.model import Position
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts, texts_in
from kitgen.verification.report import Check, does_not_apply, found_faults
from kitgen.verification.told_rules import (
    BLOCKED,
    FAR,
    TURNS,
    WAY_GROUPS,
    WAY_PARTS,
    PointPairs,
    ToldRules,
)

#: A statement: its kind, then what it is about.
Fact = tuple[object, ...]
#: Texts that are sentences, by the ends of their keys.
SENTENCES = (
    "start",
    "empty",
    "turns",
    "begins",
    "named.begins",
    "closed",
    "common_one",
    "common_more",
    "ahead_rows",
    "ahead_columns",
    "arrows",
    "choose",
    "on",
    "only_beside",
    "not_beside",
    "stock",
    "near.orthogonal",
    "near.any",
    "near.all",
    "near.plain",
    "near.arrows",
    "third_draw",
    "third_win",
    "named.third_win",
    "no_draws",
    "end.wins",
    "end.also",
    "end.loses",
    "end.row_wins",
    "end.row_loses",
    "end.list_wins",
    "end.list_loses",
    "end.row_common_wins",
    "end.row_common_loses",
    "end.list_common_wins",
    "end.list_common_loses",
    "end.only_stuck_wins",
    "end.only_stuck_loses",
    "end.stuck_draws",
    "jump_takes",
    "not_first",
    "not_first_common",
)
#: Those about places, by the ends of their keys, which stand under ``square`` or ``point``.
PLACED = (
    "put",
    "drop",
    "hand",
    "hand_stays",
    "step",
    "links",
    "all",
    "take",
    "take_only",
    "take_links",
    "take_all",
    "slide",
    "jump",
    "chain",
    "enter",
    "full",
)
#: The keys of the conditions of an end, in the order in which they are tried.
CONDITIONS = (
    "told.end.taken_wins",
    "told.end.taken_loses",
    "told.end.stuck_wins",
    "told.end.stuck_wins_too",
    "told.end.stuck_loses",
    "told.square.far",
    "told.square.reach",
    "told.point.far",
    "told.point.reach",
)
#: The keys of what pieces do that are on the board.
ACTS = ("step", "take", "slide", "jump")
#: The keys of what matters beside other pieces.
BESIDE = ("not-beside", "only-beside", "enter")
#: A statement is about a side by its number, or about both.
BOTH = -1
#: In the setup it may be about the common pieces.
COMMON = 2
#: The most sentences whose patterns are kept in memory: those of a few languages.
MAX_KEPT_SENTENCES = 1000


def of_kind(kind: str, fact: Fact) -> Fact:
    """Return a statement about one of the two kinds of pieces of a side."""
    return "kind", kind, *fact


class UnreadSentenceError(Exception):
    """A sentence that is none of those that kitgen has."""


class SpokenRules:
    """Sentences taken apart."""

    def __init__(
        self,
        texts: Texts,
        rules: ToldRules,
        side_names: Sequence[str],
        articles: Sequence[str],
        language: str,
    ) -> None:
        self.texts = texts
        self.rules = rules
        self.language = language
        self.side_names = side_names
        #: What stands before a colon, or in the setup: a side, one of its two kinds of pieces, or a
        #: kind of both.
        self.owners = dict(self._owners())
        self.subjects = [
            [*self._subjects(side, name, articles[side])] for side, name in enumerate(side_names)
        ]
        raws = self._sentences()
        raws.sort(key=lambda pair: -len(_without_places(pair[1])))  # the longest first
        self.patterns = [(key, _sentence_pattern(raw)) for key, raw in raws]
        self.ways = self._phrases("told.way.")
        self.whose = dict(self._neighbours())

    def _sentences(self) -> list[tuple[str, str]]:
        """Return each text that is a sentence, with its key.

        One in which a piece may never go ahead comes without these words, and with them.
        """
        keys = [f"told.{key}" for key in SENTENCES]
        for place in ("square", "point"):
            keys += [f"told.{place}.{key}" for key in PLACED]
        never = self.texts.raw("told.never_ahead")
        without = []
        with_never = []
        for key in keys:
            for raw in self._raws(key):
                without.append((key, raw.replace("{never}", "")))
                if "{never}" in raw:
                    with_never.append((key, raw.replace("{never}", never)))
        return without + with_never

    def _subjects(self, side: int, name: str, article: str) -> Iterator[str]:
        """Yield what a side is called in a sentence."""
        yield from (word for word in (name, article) if word)
        key = self.rules.sides[side]
        if {*self.rules.sides} == {"first", "second"}:
            # Whoever begins is the first player, whatever the file says.
            key = "first" if side == 0 else "second"
        for form in ("name", "the", "starts", "wins"):
            word = self.texts.get(f"told.known.{key}.{form}", "")
            if word:
                yield word

    def _owners(self) -> Iterator[tuple[str, tuple[int, str]]]:
        for side, name in enumerate(self.side_names):
            yield name, (side, "")
            for kind, table in self.rules.tables[side].items():
                if not kind:
                    continue
                words = self._kind(kind, table)
                yield words[:1].upper() + words[1:], (BOTH, kind)
                whole = self.texts.raw("told.of_kind").replace("{side}", name)
                yield whole.replace("{kind}", words), (side, kind)

    def _kind(self, kind: str, table: dict[str, Any]) -> str:
        """Return the name of a kind of pieces in words."""
        called: list[str] | None = table.get("called", {}).get(self.language)
        if called is not None:
            return called[0]
        return self.texts.get(f"told.kind_names.{kind}.single", kind)

    def _side_in(self, text: str) -> int | None:
        """Return the side that a sentence is about: the one with the longest of its names in it."""
        folded = text.casefold()
        longest = []
        for words in self.subjects:
            lengths = [len(word) for word in words if word.casefold() in folded]
            longest.append(max(lengths, default=0))
        first, second = longest
        if first == second:
            return None
        return 0 if first > second else 1

    def _raws(self, key: str) -> Iterator[str]:
        if self.texts.has(f"{key}.other"):
            yield self.texts.raw(f"{key}.one")
            yield self.texts.raw(f"{key}.other")
        else:
            yield self.texts.raw(key)

    def _phrases(self, start: str) -> dict[str, str]:
        return {text: key for key, text in self.texts.raw_under(start).items()}

    def _neighbours(self) -> Iterator[tuple[str, str]]:
        for key, text in self.texts.raw_under("told.noun.").items():
            whose = {"mine": "own", "foe": "other", "another": "any"}.get(key.rpartition(".")[2])
            if key.endswith("common.mine"):  # common pieces are nobody's own
                whose = None
            if whose is not None:
                yield text, whose

    def read(self, lines: Sequence[str]) -> Iterator[tuple[int, Fact]]:
        """Yield each statement with the side that it is about.

        Raises:
            UnreadSentenceError: for a sentence that is none of kitgen's.
        """
        colon = _without_places(self.texts.raw("told.each"))
        for line in lines:
            subject = next((name for name in self.owners if line.startswith(f"{name}{colon}")), "")
            owner, kind = self.owners.get(subject, (BOTH, ""))
            rest = line.removeprefix(f"{subject}{colon}")
            while rest:
                key, match = self._sentence(rest)
                rest = rest[match.end() :]
                for fact in self._facts(key, match.groupdict()):
                    yield owner, (of_kind(kind, fact) if kind else fact)

    def _sentence(self, text: str) -> tuple[str, re.Match[str]]:
        """Return the key and the match of the sentence with which a text begins."""
        matches = []
        for key, pattern in self.patterns:
            match = pattern.match(text)
            if match is not None:
                matches.append((key, match))
        if not matches:
            raise UnreadSentenceError(text)
        # A short pattern may match more than one sentence; the first end is the right one.
        return min(matches, key=lambda pair: pair[1].end())

    def _facts(self, key: str, values: dict[str, str]) -> Iterator[Fact]:
        name = key.removeprefix("told.").removeprefix("square.").removeprefix("point.")
        match name:
            case "start":
                yield "start", self._start(values["places"])
            case "empty":
                yield "start", frozenset[object]()
            case "choose" | "common_one" | "common_more":
                return
            case "turns":
                yield "begins", 0
            case "begins" | "named.begins":
                yield "begins", self._side_in(" ".join(values.values()))
            case "closed" | "jump_takes" | "chain" | "put" | "drop" | "all" | "take_all" | "arrows":
                yield (name,)
            case "ahead_rows" | "ahead_columns":
                yield "ahead", values["near"], values["far"]
            case "stock" | "hand" | "hand_stays":
                yield name, int(values.get("count") or 1)
            case "on" | "not_first" | "not_first_common":
                yield name.removesuffix("_common"), self._named_points(values["points"])
            case "only_beside" | "not_beside":
                yield name, self.whose.get(values["whom"])
            case "step" | "slide" | "take" | "take_only":
                yield name.removesuffix("_only"), self._directions(values["ways"])
            case "jump":
                yield "jump", self._directions(values["ways"]), self.whose.get(values["over"])
            case "links" | "take_links":
                yield name, self._look(values["line"])
            case "enter":
                yield "enter", self._points(values["where"]), self.whose.get(values["whom"])
            case "third_draw":
                yield "endless", "draws"
            case "third_win" | "named.third_win":
                yield "endless", self._side_in(" ".join(values.values()))
            case "no_draws":
                yield "endless", None
            case "full" | "end.stuck_draws":
                yield "stuck", "draws"
            case "end.only_stuck_wins":
                yield "stuck", "loses"
            case "end.only_stuck_loses":
                yield "stuck", "wins"
            case "end.wins" | "end.also" | "end.loses":
                yield from self._ends(values["ways"], "loses" if name == "end.loses" else "wins")
            case _ if name.startswith("near."):
                yield "near", name.removeprefix("near.")
            case _ if name.startswith(("end.row_", "end.list_")):
                yield from self._line(name, values)
            case _:
                raise UnreadSentenceError(f"{key}, of which nothing says what it states")

    def _line(self, name: str, values: dict[str, str]) -> Iterator[Fact]:
        kind, _, outcome = name.removeprefix("end.").rpartition("_")
        if kind.startswith("row"):
            yield kind, int(values["pieces"]), outcome
        else:
            lines = frozenset(frozenset(line.split("-")) for line in self._listed(values["points"]))
            yield kind, lines, outcome

    def _start(self, places: str) -> frozenset[object]:
        """Return who stands where at the start: side, kind and points."""
        pattern = re.compile(_pattern(self.texts.raw("told.start_on")))
        owners = {self.texts.raw("told.start_common"): (COMMON, "")} | self.owners
        pieces = set()
        for place in self._listed(places):
            match = pattern.fullmatch(place)
            if match is None:
                raise UnreadSentenceError(place)
            side, kind = owners[match["who"]]
            pieces.add((side, kind, self._named_points(match["points"])))
        return frozenset(pieces)

    def _named_points(self, text: str) -> frozenset[str]:
        """Return the points of a list; sheets of earlier versions have no commas in it."""
        return frozenset(text.replace(self.texts.raw("told.join.comma"), " ").split())

    def _listed(self, text: str) -> list[str]:
        return text.split(_without_places(self.texts.raw("told.join.list")))

    def _directions(self, text: str) -> frozenset[complex]:
        """Return the directions of a list of phrases, as their side sees them."""
        comma = self.texts.raw("told.join.comma")
        last = self.texts.raw("told.join.last")
        longest_first = sorted(self.ways, key=len, reverse=True)
        directions: set[complex] = set()
        rest = text
        while rest:
            for phrase in longest_first:
                if re.match(rf"{re.escape(phrase)}(?:{comma} | {last} |$)", rest):
                    break
            else:
                raise UnreadSentenceError(text)
            directions |= _directions_of(self.ways[phrase])
            rest = re.sub(rf"^(?:{comma} | {last} )", "", rest[len(phrase) :])
        return frozenset(directions)

    def _look(self, text: str) -> str:
        """Return the key of the look of lines; the text itself if there is none."""
        for key, look in self.texts.raw_under("told.line.").items():
            if look == text:
                return key
        return text

    def _points(self, text: str) -> frozenset[str]:
        """Return the points that a text names; the middle is a point by its place."""
        points = set()
        centre = self.texts.raw("told.centre")
        if centre in text:
            text = text.replace(centre, " ")
            points.add(self.rules.names[_middle(self.rules)])
        for word in (self.texts.raw("told.join.comma"), f" {self.texts.raw('told.join.last')} "):
            text = text.replace(word, " ")
        points |= {word for word in text.split() if word in self.rules.names}
        return frozenset(points)

    def _ends(self, text: str, outcome: str) -> Iterator[Fact]:
        """Yield what a list of conditions says; each of them begins with the same word."""
        begins = self.texts.raw("told.end.stuck_wins").partition(" ")[0]
        last = self.texts.raw("told.join.last")
        conditions = re.split(rf",? (?:{last} )?(?={begins} )", text)
        for condition in conditions:
            yield self._end(condition, outcome)

    def _end(self, condition: str, outcome: str) -> Fact:
        """Return what one condition says."""
        for key in CONDITIONS:
            match = re.fullmatch(_pattern(self.texts.raw(key)), condition)
            if match is None:
                continue
            what = key.rpartition(".")[2]
            if what.startswith("taken"):
                return "taken", outcome
            if what == "stuck_loses":
                return "stuck", "wins"
            if what.startswith("stuck"):
                return "stuck", "loses"
            if what == "far":
                return "far", outcome
            return "reach", self._points(match["where"]), outcome
        raise UnreadSentenceError(condition)


def _without_places(raw: str) -> str:
    return re.sub(r"\{\w+\}", "", raw)


@lru_cache(maxsize=MAX_KEPT_SENTENCES)
def _sentence_pattern(raw: str) -> re.Pattern[str]:
    """Return a text as a pattern for a whole sentence.

    Each print of a told game asks for all sentences of a language.
    """
    return re.compile(f"{_pattern(raw)}(?: |$)", re.IGNORECASE)


def _pattern(raw: str) -> str:
    """Return a text as a pattern with a group for each place.

    A place that comes twice is the same both times.
    """
    seen: set[str] = set()

    def group(match: re.Match[str]) -> str:
        if match[1] in seen:
            return f"(?P={match[1]})"
        seen.add(match[1])
        return f"(?P<{match[1]}>.+?)"

    return re.sub(r"\\\{(\w+)\\\}", group, re.escape(raw))


def _directions_of(word: str) -> set[complex]:
    if word.endswith("-any"):
        ahead = WAY_PARTS[word.removesuffix("-any")]
        return {ahead, ahead + 1, ahead - 1}
    if word in WAY_GROUPS:
        return set(WAY_GROUPS[word])
    return {sum(WAY_PARTS[part] for part in word.split("-"))}


def _middle(rules: ToldRules) -> int:
    """Return the point that is nearest to the middle of the board."""
    xs = [place.real for place in rules.places]
    ys = [place.imag for place in rules.places]
    middle = complex((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    return min(range(len(rules.places)), key=lambda point: abs(rules.places[point] - middle))


# What the file says.


class WrittenRules:
    """The statements that follow from a file."""

    def __init__(self, kit: Kit, rules: ToldRules, told: dict[str, Any]) -> None:
        self.kit = kit
        self.rules = rules
        self.told = told
        self.own = [told["side"][side] for side in rules.sides]
        self.common = told.get("common")
        has_own_points = isinstance(told["board"], dict)
        #: The words for the links of the board.
        self.words = (told["board"] if has_own_points else told).get("links", [])

    def start(self) -> Iterator[Fact]:
        """Yield what stands where."""
        cells, _ = self.rules.start
        pieces: list[tuple[int, str, str | None]] = []
        for side, tables in enumerate(self.rules.tables):
            for kind, sign in zip(tables, self.rules.signs[side], strict=True):
                pieces.append((side, kind, sign))
        pieces.append((COMMON, "", self.rules.common))
        points_with = defaultdict[str, set[str]](set)
        for name, sign_there in zip(self.rules.names, cells, strict=True):
            points_with[sign_there].add(name)
        places = []
        for side, kind, sign in pieces:
            if sign is not None and points_with[sign]:
                places.append((side, kind, frozenset(points_with[sign])))
        yield "start", frozenset(places)

    def of_side(self, side: int) -> Iterator[Fact]:
        """Yield what the pieces of a side do."""
        tables = self.rules.tables[side].items()
        for (kind, table), sign in zip(tables, self.rules.signs[side], strict=True):
            for fact in self.of_kind(table, sign, side):
                yield of_kind(kind, fact) if kind else fact

    def of_kind(self, table: dict[str, Any], sign: str | None, owner: int) -> Iterator[Fact]:
        """Yield what pieces of one kind do."""
        cells, _ = self.rules.start
        hand = table.get("hand", 0)
        if hand == "any":
            yield from self._puts(table, None)
            return
        in_hand = max(0, hand - cells.count(sign or ""))
        if in_hand:
            yield from self._puts(table, in_hand)
        yield from self._moves(table, owner)

    def _puts(self, table: dict[str, Any], in_hand: int | None) -> Iterator[Fact]:
        """Yield how pieces are put: so many, or without end."""
        if self.told.get("falls"):
            if in_hand is not None:
                yield "stock", in_hand
            yield ("drop",)
        elif in_hand is None:
            yield ("put",)
        elif any(map(table.get, ACTS)):
            yield "hand", in_hand
        else:
            yield "hand_stays", in_hand
        if table.get("on"):
            yield "on", frozenset(table["on"])
        if table.get("not-first"):
            yield "not_first", frozenset(table["not-first"])
        for key in ("only-beside", "not-beside"):
            if table.get(key):
                yield key.replace("-", "_"), table[key]

    def _moves(self, table: dict[str, Any], owner: int) -> Iterator[Fact]:
        everywhere = "all" in (table.get("links") or self.words)
        if "links" in (*table.get("step", ()), *table.get("slide", ())):
            yield ("all",) if everywhere else ("links", self.look(table, owner))
        for key in ("step", "slide", "take"):
            ways = _ways(table.get(key, ()))
            if ways:
                yield key, ways
        if "links" in table.get("take", ()):
            yield ("take_all",) if everywhere else ("take_links", self.look(table, owner))
        jumps = _ways(table.get("jump", ()))
        if jumps:
            yield "jump", jumps, table.get("over", "any")
            if table.get("chain"):
                yield ("chain",)
            if table.get("jump-takes"):
                yield ("jump_takes",)
        if "enter" in table and any(map(table.get, ACTS)):
            yield "enter", frozenset(table["enter"]["points"]), table["enter"]["beside"]

    def look(self, table: dict[str, Any], owner: int) -> str:
        """Return the look of the lines that pieces follow."""
        if not any(map(_has_own_lines, self.tables())):
            return "only"
        return ("first", "second", "both")[owner] if _has_own_lines(table) else "plain"

    def needs_lines(self) -> bool:
        """Return whether the lines of the board have to be drawn: pieces follow them, or are put
        beside others.
        """
        if "all" in self.words:
            return False
        if self.rules.grid is None:
            return True
        for table in self.tables():
            ways = (*table.get("step", ()), *table.get("take", ()))
            if "links" in ways and not table.get("links"):
                return True
        has_plain_words = {*self.words} <= {"orthogonal", "any"}
        is_plain = has_plain_words and not any(map(_has_own_lines, self.tables()))
        return self._puts_beside() and not is_plain

    def _puts_beside(self) -> bool:
        """Return whether it matters for some pieces what is beside them."""
        return any(any(map(table.get, BESIDE)) for table in self.tables())

    def tables(self) -> list[dict[str, Any]]:
        """The tables of all kinds of pieces, common ones last."""
        tables = list[dict[str, Any]]()
        for of_side in self.rules.tables:
            tables += of_side.values()
        if self.common is not None:
            tables.append(self.common)
        return tables

    def ends(self, side: int) -> Iterator[Fact]:
        """Yield how the game ends for a side."""
        end = self.told.get("end", {})
        goal = self.own[side].get("goal", [])
        if self.rules.owned[side]:
            lines = self.own[side].get("lines") or self.told.get("lines", [])
            yield from self._lines("", end, lines)
        reach = end.get("reach", "wins")
        if goal == "far":
            yield "far", reach
        elif goal:
            yield "reach", frozenset(goal), reach
        if "taken" in end:
            yield "taken", end["taken"]
        yield "stuck", end.get("stuck", "loses")

    @staticmethod
    def _lines(kind: str, end: dict[str, Any], lines: int | list[list[str]]) -> Iterator[Fact]:
        outcome = end.get("line", "wins")
        if isinstance(lines, int):
            yield f"row{kind}", lines, outcome
        elif lines:
            yield f"list{kind}", frozenset(map(frozenset, lines)), outcome

    def of_all(self) -> Iterator[Fact]:
        """Yield what holds for all."""
        end = self.told.get("end", {})
        yield "begins", 0
        yield from self.start()
        if self.rules.blocks:
            yield ("closed",)
        if self.common is not None:
            yield from self.of_kind(self.common, self.rules.common, COMMON)
            yield from self._lines("_common", end, self.told.get("lines", []))
        if self.kit.game.repetition is not None:
            winner = end.get("endless", "draws")
            yield "endless", winner if winner == "draws" else self.rules.sides.index(winner)
        elif end.get("stuck") != "draws":
            yield "endless", None
        yield from self._arrows()
        yield from self._near()

    def _arrows(self) -> Iterator[Fact]:
        """Yield whether some drawn line leads one way."""
        sets = []
        if self.kit.game.diagram.lines:
            sets.append(self.rules.links)
        for table in filter(_has_own_lines, self.tables()):
            sets.append(self.rules.pairs(table["links"]))
        if any(map(_leads_one_way, sets)):
            yield ("arrows",)

    def _near(self) -> Iterator[Fact]:
        """Yield what *next to* means, where it matters and plain lines without arrows do not
        show it.
        """
        if not self._puts_beside():
            return
        if "all" in self.words:
            yield "near", "all"
        elif self.kit.game.diagram.cell != "points":
            yield "near", "any" if "any" in self.words else "orthogonal"
        else:
            if any(map(_has_own_lines, self.tables())):
                yield "near", "plain"
            if _leads_one_way(self.rules.links):
                yield "near", "arrows"

    def always_moves(self) -> bool:
        """Return whether both sides have a move until a line is made: nothing need be said of a
        side without one.
        """
        if self.common is not None:
            return self.common.get("hand") == "any" and bool(self.told.get("lines"))
        return all("all" in (table.get("links") or self.words) for table in self.tables())

    def ahead(self, side: int) -> Iterator[Fact]:
        """Yield where a side looks, if it matters and the seats at the board do not say it."""
        if self.rules.grid is None or self.kit.game.diagram.turns:
            return
        table = self.own[side]
        if table.get("goal") != "far" and not self._has_direction(side):
            return
        turn = TURNS[table.get("faces", "up" if side == 0 else "down")]
        columns, rows = self.rules.grid
        last = ascii_lowercase[columns - 1]
        ends = {1: ("1", str(rows)), -1: (str(rows), "1"), -1j: ("a", last), 1j: (last, "a")}
        yield "ahead", *ends[turn]

    def _has_direction(self, side: int) -> bool:
        """Return whether some pieces of a side go other ways when they face elsewhere."""
        for table in self.rules.tables[side].values():
            for key in ACTS:
                ways = _ways(table.get(key, ()))
                turned = [{way * turn for way in ways} for turn in TURNS.values()]
                if any(each != turned[0] for each in turned):
                    return True
        return False


def _leads_one_way(pairs: PointPairs) -> bool:
    """Return whether some pair of points is not one the other way round, too."""
    return any((end, start) not in pairs for start, end in pairs)


def _has_own_lines(table: dict[str, Any]) -> bool:
    follows = any("links" in table.get(key, ()) for key in ACTS)
    return bool(table.get("links")) and follows and "all" not in table["links"]


def _ways(words: Sequence[str]) -> frozenset[complex]:
    ways: set[complex] = set()
    for word in words:
        if word != "links":
            ways |= _directions_of(word)
    return frozenset(ways)


def words_check(kit: Kit) -> Check:
    """Check that the sentences of a told game say what its file says, and nothing else."""
    name = "the rules in words are those that the file tells"
    language = kit.choices.language
    text = kit.game_spec.removeprefix(TOLD)
    told = json.loads(text)
    if language in told.get("rules", {}):
        return does_not_apply(name, f"the file has sentences of its own in {language}")
    if language not in Templates().languages():
        return does_not_apply(name, f"kitgen has no sentences in {language}")
    rules = ToldRules(text)
    texts = texts_in(language)
    articles = []
    for side in rules.sides:
        articles.append(told["side"][side].get("with-article", {}).get(language, ""))
    words = kit.game.spoken(texts, language)
    names = [words[f"side.{side}"] for side in rules.sides]
    spoken = SpokenRules(texts, rules, names, articles, language)
    lines = words["rules"].splitlines()
    try:
        facts = [*spoken.read(lines)]
    except UnreadSentenceError as error:
        return found_faults(
            name, "sentences that can be read back", "", [f"no sentence that kitgen has: {error}"]
        )
    written = WrittenRules(kit, rules, told)
    faults: list[str] = []
    for side in (0, 1):
        spoken_facts = {fact for owner, fact in facts if owner in (BOTH, side)}
        wanted = {*written.of_all(), *written.ahead(side), *written.ends(side)}
        wanted |= {*written.of_side(side)}
        if written.always_moves() and ("stuck", "loses") not in spoken_facts:
            wanted.discard(("stuck", "loses"))
        faults += _differences(names[side], spoken_facts, wanted)
    expected = "each rule of the file, and no other"
    actual = f"{len(facts)} statements in {len(lines)} lines"
    how = "each sentence is taken apart by the texts that it is made of"
    return found_faults(name, expected, actual, faults, how)


def board_check(kit: Kit) -> Check:
    """Check that the board is drawn with the points, lines, goals and pieces that the file
    tells.
    """
    rules = ToldRules(kit.game_spec.removeprefix(TOLD))
    written = WrittenRules(kit, rules, json.loads(kit.game_spec.removeprefix(TOLD)))
    diagram = kit.game.diagram
    faults = []
    if len(diagram.centres) != len(rules.names):
        faults.append(
            f"{len(diagram.centres)} points are drawn, and the file has {len(rules.names)}"
        )
    elif not _are_placed(diagram.centres, rules, written.told):
        faults.append("the points are drawn at other places than the file has")
    drawn = {*diagram.lines, *((end, start) for start, end in diagram.lines)}
    drawn -= {(end, start) for start, end in diagram.one_way}
    if written.needs_lines():
        faults += _line_faults("a line", drawn, rules.links, rules)
    owners = [[*tables.values()] for tables in rules.tables]
    owners.append([written.common] if written.common is not None else [])
    for owner, pairs in enumerate(diagram.own_lines):
        wanted = set[tuple[int, int]]()
        for table in filter(_has_own_lines, owners[owner]):
            wanted |= rules.pairs(table["links"])
        faults += _line_faults("an own line", {*pairs}, wanted, rules)
    for side, goal in enumerate(diagram.goals):
        if goal != rules.goals[side]:
            faults.append(
                f"the goal of {rules.sides[side]} is drawn on other points than the file has"
            )
    faults += _piece_faults(kit, rules, written)
    expected = "the points, lines, goals and pieces of the file"
    count = len(diagram.lines) + sum(map(len, diagram.own_lines))
    return found_faults(
        "the board is the one that the file tells", expected, f"{count} lines", faults
    )


def _are_placed(
    centres: Sequence[tuple[float, float]], rules: ToldRules, told: dict[str, Any]
) -> bool:
    """Return whether points are drawn where the file has them, whatever their scale.

    Only the file's own points and squares have places; a row, a circle or a wheel may lie in any
    way.
    """
    drawn = _scaled([complex(x, -y) for x, y in centres])
    wanted = _scaled(rules.places)
    if rules.grid is not None or isinstance(told["board"], dict):
        off = [abs(at - place) for at, place in zip(drawn, wanted, strict=True)]
    else:
        off = []
        for n, m in combinations(range(len(drawn)), 2):
            distance = abs(drawn[n] - drawn[m])
            wanted_distance = abs(wanted[n] - wanted[m])
            off.append(abs(distance - wanted_distance))
    return max(off) < FAR


def _scaled(places: Sequence[complex]) -> list[complex]:
    """Return places around their middle, the farthest of which is 1 away from it."""
    middle = sum(places) / len(places)
    longest = max(abs(place - middle) for place in places)
    return [(place - middle) / longest for place in places]


def _piece_faults(kit: Kit, rules: ToldRules, written: WrittenRules) -> Iterator[str]:
    """Yield what is wrong with the shapes of pieces: none, another than the file has, or one for
    two kinds.
    """
    looks = dict[str, str]()
    for tables, signs in zip(rules.tables, rules.signs, strict=True):
        for table, sign in zip(tables.values(), signs, strict=True):
            if sign is not None:
                looks[sign] = table.get("looks", "")
    if rules.common is not None and written.common is not None:
        looks[rules.common] = written.common.get("looks", "")
    if rules.blocks:
        looks[BLOCKED] = ""
    drawn = dict[str, str]()
    for content, picture in kit.game.diagram.pieces.items():
        full = kit.game.text(Position((content,) * len(rules.names), 0))
        drawn[full.strip("#/")[0]] = picture
    for sign, own in looks.items():
        shape = drawn.get(sign)
        if shape is None:
            yield f"{sign} has no picture"
        elif own and shape != own:
            yield f"{sign} is drawn as {shape}, and the file has {own}"
        elif not own and [*drawn.values()].count(shape) > 1:
            yield f"{sign} is drawn like another piece"


def _line_faults(
    what: str, drawn: set[tuple[int, int]], wanted: set[tuple[int, int]], rules: ToldRules
) -> Iterator[str]:
    for start, end in sorted(drawn ^ wanted):
        where = f"{what} from {rules.names[start]} to {rules.names[end]}"
        if (start, end) in drawn:
            yield f"{where} is drawn, and the file has none"
        else:
            yield f"{where} is not drawn"


def _differences(name: str, spoken: set[Fact], written: set[Fact]) -> Iterator[str]:
    for fact in sorted(spoken - written, key=_shown):
        yield f"for {name} the words say {_shown(fact)}, and the file does not"
    for fact in sorted(written - spoken, key=_shown):
        yield f"for {name} the file says {_shown(fact)}, and the words do not"


def _shown(fact: Fact) -> str:
    """Return a statement in one line, what has no order in the same one each time.

    >>> _shown(("start", frozenset({(1, "", frozenset({"b1", "a1"})), (0, "king", frozenset())})))
    'start (0 king) (1 a1 b1)'
    """
    return " ".join(map(_part_shown, fact))


def _part_shown(part: object) -> str:
    if isinstance(part, frozenset):
        return " ".join(sorted(map(_member_shown, part)))
    return str(part)


def _member_shown(member: object) -> str:
    if not isinstance(member, (frozenset, tuple)):
        return str(member)
    parts = sorted(map(str, member)) if isinstance(member, frozenset) else map(_part_shown, member)
    return f"({' '.join(filter(None, parts))})"
