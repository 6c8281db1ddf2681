"""A told game in words: the rules as sentences, put together from what its file says, and the names of its sides."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import dist
from typing import Any

from kitgen.games.told.told_board import COMMON, EMPTY, FIRST, GROUPS, SECOND, ToldBoard
from kitgen.games.told.told_language import Pieces, Told
from kitgen.model import Game
from kitgen.templates import capitalised

#: What gives a text its words: ``Texts`` of a language.
Say = Callable[..., str]
#: Sides that every language has names for, in ``told.toml``.
KNOWN = frozenset({"white", "black", "x", "o", "first", "second"})
#: Those of games in which no side has pieces of its own.
PLACES = frozenset({"first", "second"})
#: The words for two directions together.
PAIRS = ("forward-diagonal", "back-diagonal", "side")
#: The forms of a noun that sentences use.
NOUN_FORMS = ("single", "many", "a", "that", "only", "mine", "yours", "foe", "another")


def told_words(game: Game, told: Told, board: ToldBoard, say: Say, language: str) -> dict[str, str]:
    """Return the words for a game: its ``name`` and ``rules``, and words for each side and each shape of piece.

    ``told`` is the file that the game was made of, ``board`` its points.

    For a side: its name (``side.…``) and the sentences that the machine plays it (``machine.…``) and that it wins
    (``wins.…``). For a shape: the side that owns it (``owner.…``), the key of its noun (``noun.…``), and any names of
    its own, ``one.…`` and ``many.…``.
    """
    speech = _Speech(game, told, board, say, language)
    words = {"name": told.names.get(language) or told.name, "rules": "\n".join(speech.rules())}
    for number, side in enumerate(game.sides):
        words[f"side.{side.name}"] = speech.names[number]
        words[f"machine.{side.name}"] = speech.machine(number)
        words[f"wins.{side.name}"] = speech.wins(number)
    for content, shape in game.diagram.pieces.items():
        pieces = speech.pieces[content]
        if content != COMMON:
            words[f"owner.{shape}"] = speech.names[content - FIRST]
        words[f"noun.{shape}"] = f"told.noun.{speech.noun(content)}"
        if language in pieces.called:
            words[f"one.{shape}"], words[f"many.{shape}"] = pieces.called[language]
    return words


class _Speech:
    """The sentences about a game in one language."""

    def __init__(self, game: Game, told: Told, board: ToldBoard, say: Say, language: str) -> None:
        self.game = game
        self.told = told
        self.board = board
        self.say = say
        self.language = language
        self.place = "point" if game.diagram.cell == "points" else "square"
        self.own = [told.side[side.name] for side in game.sides]
        self.pieces = dict[int, Pieces](enumerate(self.own, FIRST))
        if told.common is not None:
            self.pieces[COMMON] = told.common
        self.names = [self.named(number, "name") for number in (0, 1)]

    def __call__(self, key: str, **values: Any) -> str:
        return self.say(f"told.{key}", **values)

    # Names.

    def _known(self, side: int) -> str:
        """Return the key of a side that has a name in every language, but none in the file; empty otherwise."""
        name = self.game.sides[side].name
        return name if name in KNOWN and not self.own[side].name.get(self.language) else ""

    def named(self, side: int, form: str) -> str:
        """Return a side by its ``name`` alone, as ``the`` side in a sentence, or with a verb (``starts``, ``wins``).

        For a sentence it is empty if the file has no name with an article.
        """
        if known := self._known(side):
            return self(f"known.{known}.{form}")
        own = self.own[side]
        if form == "name":
            return capitalised(own.name.get(self.language) or self.game.sides[side].name)
        article = own.with_article.get(self.language, "")
        if form == "the" or not article:
            return article
        return self(form, side=article, count=2 if own.several else 1)

    def wins(self, side: int) -> str:
        """Return the end of a sentence that says that a side wins."""
        return self.named(side, "wins") or self("named.wins", side=self.names[side])

    def machine(self, side: int) -> str:
        """Return the sentence that says which side the machine plays and who starts."""
        if (known := self._known(side)) in PLACES:
            return self(f"known.{known}.machine")
        key = "machine_follows" if side else "machine_starts"
        articles = self.named(side, "the"), self.named(1 - side, "the")
        if all(articles):
            return self(key, side=articles[0], other=articles[1])
        return self(f"named.{key}", side=self.names[side], other=self.names[1 - side])

    def noun(self, content: int) -> str:
        """Return the key of the noun for a kind of pieces."""
        if (piece := self.pieces[content].piece) is not None:
            return piece
        if self.game.diagram.moves != "place":
            return "piece"
        return "mark" if self.game.diagram.pieces.get(content) in ("cross", "ring") else "counter"

    def _forms(self, content: int) -> dict[str, str]:
        noun = self.noun(content)
        return {form: self(f"noun.{noun}.{form}") for form in NOUN_FORMS}

    # Sentences.

    def rules(self) -> list[str]:
        """Return the rules of the game, one short paragraph each: the file's own, or those that follow from it."""
        told, game = self.told, self.game
        if self.language in told.rules:
            return [*told.rules[self.language]]
        nobody = game.impartial and {side.name for side in game.sides} == PLACES
        if nobody:
            begins = self("turns")
        elif starts := self.named(0, "starts"):
            begins = self("begins", starts=capitalised(starts))
        else:
            begins = self("named.begins", side=self.names[0])
        bare = all(content == EMPTY for content in game.start().cells)
        lines = [f"{self('empty')} {begins}" if bare else begins]
        if told.common is not None:
            single = self._is_single(COMMON)
            if single or any(pieces.step or pieces.take or pieces.slide or pieces.hand for pieces in self.own):
                lines.append(self("common_one" if single else "common_more", **self._forms(COMMON)))
            lines += self.acts(COMMON)
        lines += self.of_sides([[*self.acts(FIRST + side)] for side in (0, 1)])
        if told.leaves == "block":
            lines.append(self("closed"))
        lines += self.rows()
        lines += self.of_sides([self.goals(side) for side in (0, 1)])
        return [*lines, *self.draws()]

    def of_sides(self, lines: Sequence[Sequence[str]]) -> list[str]:
        """Return sentences that are the same for both sides once; otherwise a paragraph for each side."""
        if lines[0] == lines[1]:
            return [*lines[0]]
        pairs = zip(self.names, lines, strict=True)
        return [self("each", side=name, rule=_small(" ".join(own))) for name, own in pairs if own]

    def _is_single(self, content: int) -> bool:
        """Return whether there is one piece of a kind, and never more."""
        return not self.pieces[content].hand and self.game.start().cells.count(content) == 1

    def acts(self, content: int) -> Iterator[str]:
        """Yield what a player can do with pieces of a kind on a turn."""
        pieces, told = self.pieces[content], self.told
        forms, common, single = self._forms(content), content == COMMON, self._is_single(content)
        foe = forms["foe"] if common else self._forms(SECOND if content == FIRST else FIRST)["foe"]
        piece = forms[("that" if common else "only") if single else "a"]
        hand = forms["a" if common else "mine"]
        whom = {"own": forms["mine"], "other": foe, "any": forms["another"]}

        def sentence(key: str, **values: Any) -> str:
            return capitalised(self(f"{self.place}.{key}", **{**forms, "piece": piece, "foe": foe, **values}))

        neighbours = ("beside", pieces.only_beside), ("not_beside", pieces.not_beside)
        beside = "".join(self(key, whom=whom[whose]) for key, whose in neighbours if whose is not None)
        if pieces.hand:
            act = "drop" if told.falls else "hand" if pieces.hand != "any" else "put_on" if pieces.on else "put"
            count = pieces.hand if act == "hand" else None
            yield sentence(act, count=count, piece=hand, points=", ".join(pieces.on), beside=beside)
        if "links" in pieces.step:
            yield sentence("all" if "all" in (pieces.links or told.links) else "links")
        if ways := self._ways(pieces.step):
            yield sentence("step", ways=ways)
        if pieces.slide:
            yield sentence("slide", ways=self._ways(pieces.slide))
        if "links" in pieces.take:
            yield sentence("take_links")
        if pieces.links and (links := [link for link in pieces.links if ">" in link]):
            yield self("one_way", links=", ".join(link.replace(">", "→") for link in links))
        if takes := self._ways(pieces.take):
            if pieces.step or pieces.slide or pieces.hand:
                aslant = "forward" in pieces.step and all(way.startswith("forward-") for way in pieces.take)
                yield sentence("take", ways=takes, never=self("never_ahead") if aslant else "")
            else:
                yield sentence("take_only", ways=takes, piece=forms["only" if single else "mine"])
        if pieces.enter:
            yield sentence("enter", where=self.where(pieces.enter.points), whom=whom[pieces.enter.beside])

    def rows(self) -> Iterator[str]:
        """Yield which lines win or lose."""
        told, outcome = self.told, self.told.end.line
        if not told.lines:
            return
        kind, content = ("_common", COMMON) if told.common is not None else ("", FIRST)
        forms = self._forms(content)
        if isinstance(told.lines, int):
            yield self(f"end.row{kind}_{outcome}", pieces=told.lines, **forms)
        else:
            lines = "; ".join("-".join(line) for line in told.lines)
            yield self(f"end.list{kind}_{outcome}", points=lines, **forms)

    def goals(self, side: int) -> list[str]:
        """Return how a side wins, and how it loses, besides by lines."""
        end, goal = self.told.end, self.own[side].goal
        forms, other = self._forms(FIRST + side), self._forms(FIRST + 1 - side)
        ways: dict[str, list[str]] = {"wins": [], "loses": []}
        yours = forms["only" if self._is_single(FIRST + side) else "yours"]
        if goal == "far":
            ways[end.reach].append(self(f"{self.place}.far", yours=yours))
        elif goal:
            ways[end.reach].append(self(f"{self.place}.reach", yours=yours, where=self.where(goal)))
        if end.taken:
            ways[end.taken].append(self(f"end.taken_{end.taken}", **other))
        alone = not (ways["wins"] or ways["loses"] or self.told.lines)
        if end.stuck != "draws" and alone and not any(pieces.goal for pieces in self.own):
            return [self("end.only_stuck_wins" if end.stuck == "loses" else "end.only_stuck_loses")]
        if end.stuck != "draws" and not self._never_stuck():
            key = "stuck_loses" if end.stuck == "wins" else "stuck_wins_too" if end.taken == "wins" else "stuck_wins"
            ways["wins"].append(self(f"end.{key}"))
        also = isinstance(self.told.lines, int) and end.line == "wins"
        keys = {"wins": "also" if also else "wins", "loses": "loses"}
        return [self(f"end.{keys[outcome]}", ways=self._joined(kept)) for outcome, kept in ways.items() if kept]

    def _never_stuck(self) -> bool:
        """Return whether each side always has a move until the game ends otherwise.

        A full board of common pieces always has a line; pieces that can go anywhere have a move while a point is empty.
        """
        told, game = self.told, self.game
        kinds = self.pieces.values()
        limits = [kind.on or kind.not_beside or kind.only_beside or kind.enter or kind.take for kind in kinds]
        if told.leaves == "block" or any(limits):
            return False
        if told.common is not None:
            return told.common.hand == "any" and bool(told.lines)
        hands = [kind.hand for kind in kinds if isinstance(kind.hand, int) and kind.hand]
        roams = all("links" in kind.step and "all" in (kind.links or told.links) for kind in kinds)
        points = game.start().cells
        return roams and len(hands) == 2 and sum(hands) < len(points) and points.count(EMPTY) == len(points)

    def draws(self) -> Iterator[str]:
        """Yield when a game is drawn."""
        end, game = self.told.end, self.game
        if end.stuck == "draws":
            fills = self.told.lines and game.diagram.moves == "place"
            yield self(f"{self.place}.full" if fills else "end.stuck_draws")
        if game.repetition is not None:
            winners = [number for number, side in enumerate(game.sides) if side.name == end.endless != "draws"]
            if not winners:
                yield self("third_draw")
            elif wins := self.named(winners[0], "wins"):
                yield self("third_win", wins=wins)
            else:
                yield self("named.third_win", side=self.names[winners[0]])
        elif end.stuck != "draws":
            yield self("no_draws")

    def where(self, names: Sequence[str]) -> str:
        """Return the names of points to reach; the one in the middle of the board is the centre."""
        places = self.board.places
        middle = [(min(axis) + max(axis)) / 2 for axis in zip(*places, strict=True)]
        central = [name for name in names if dist(places[self.board.point(name)], middle) < 1e-6]
        others = [name for name in names if name not in central]
        parts = [self(f"{self.place}.at", points=self._joined(others))] if others else []
        return self._joined([*parts, *(self("centre") for _ in central)])

    def _ways(self, words: Sequence[str]) -> str:
        """Return directions in words, with one word for two where there is one."""
        kept = [word for word in words if word != "links"]
        for both in PAIRS:
            first, second = GROUPS[both]
            if first in kept and second in kept:
                kept[kept.index(first)] = both
                kept.remove(second)
        for way in ("forward", "back"):
            if {*kept} == {way, f"{way}-diagonal"}:
                kept = [f"{way}-any"]
        return self._joined([self(f"way.{word}") for word in kept])

    def _joined(self, parts: Iterable[str]) -> str:
        """Return a list of parts in words: with commas, and *or* before the last."""
        *most, last = [*parts] or [""]
        comma = f"{self('join.comma')} "
        return f"{comma.join(most)} {self('join.last')} {last}" if most else last


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
