"""A told game in words: the rules as sentences, put together from what its file says, and the names of its sides."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from kitgen.games.told.told_game import EMPTY, ToldGame
from kitgen.games.told.told_language import OwnPieces, Pieces

#: What gives a text its words: ``Texts`` of a language.
Say = Callable[..., str]


def told_words(game: ToldGame, say: Say, language: str) -> dict[str, str]:
    """Return what is said of a game: its ``name``, ``rules``, each ``side.…``, and the ``owner.…`` of each shape."""
    names = {side.name: side_word(game, number, language) for number, side in enumerate(game.sides)}
    owners = {game.diagram.pieces[1 + side]: name for side, name in enumerate(names.values())}
    return {
        "name": game.told.names.get(language) or game.told.name,
        "rules": "\n".join(rule_lines(game, say, language)),
        **{f"side.{key}": name for key, name in names.items()},
        **{f"owner.{shape}": name for shape, name in owners.items()},
    }


def rule_lines(game: ToldGame, say: Say, language: str) -> list[str]:
    """Return the rules of a game, one short paragraph each."""
    told, speech = game.told, _Speech(game, say)
    first, second = (side_word(game, side, language) for side in (0, 1))
    lines = [speech("starts", side=first)]
    if all(content == EMPTY for content in game.start().cells):
        lines.insert(0, speech("empty"))
    if told.common is not None:
        single = not told.common.hand and sum(content != EMPTY for content in game.start().cells) == 1
        lines.append(speech("common_one" if single else "common_more"))
        lines += speech.acts(told.common, common=True)
    own = [told.side[side.name] for side in game.sides]
    acts = [[*speech.acts(pieces, common=False)] for pieces in own]
    goals = [speech.goals(pieces) for pieces in own]
    lines += speech.of_sides((first, second), acts)
    if told.leaves == "block":
        lines.append(speech("closed"))
    lines += speech.of_sides((first, second), goals)
    return [*lines, *speech.draws({game.sides[0].name: first, game.sides[1].name: second})]


def side_word(game: ToldGame, side: int, language: str) -> str:
    """Return what a side is called in a language."""
    own = game.told.side[game.sides[side].name]
    word = own.name.get(language) or own.name.get("en") or game.sides[side].name
    return word[:1].upper() + word[1:]


class _Speech:
    """The sentences about a game in one language."""

    def __init__(self, game: ToldGame, say: Say) -> None:
        self.game = game
        self.say = say
        self.place = "point" if game.diagram.cell == "points" else "square"

    def __call__(self, key: str, **values: Any) -> str:
        return self.say(f"told.{key}", **values)

    def of_sides(self, names: Sequence[str], lines: Sequence[Sequence[str]]) -> list[str]:
        """Return what holds for both sides once, and what does not with the name of the side."""
        if lines[0] == lines[1]:
            return [*lines[0]]
        return [self("each", side=name, rule=line) for name, own in zip(names, lines, strict=True) for line in own]

    def acts(self, pieces: Pieces, *, common: bool) -> Iterator[str]:
        """Yield what one does on one's turn."""
        place = self.place
        if pieces.hand:
            if self.game.told.falls:
                yield self("square.drop")
            elif pieces.hand != "any":
                yield self(f"{place}.hand", count=pieces.hand)
            elif pieces.on:
                yield self(f"{place}.put_on", points=", ".join(pieces.on))
            else:
                yield self(f"{place}.put_common" if common else f"{place}.put")
        if pieces.not_beside:
            yield self(f"beside.not_{pieces.not_beside}")
        if pieces.only_beside:
            yield self(f"beside.only_{pieces.only_beside}")
        links = (*pieces.links, *self.game.told.links)
        if "links" in pieces.step:
            yield self(f"{place}.all" if "all" in links else f"{place}.links")
        ways = self._ways(pieces.step)
        if ways:
            yield self(f"{place}.step", ways=ways)
        if pieces.slide:
            yield self(f"{place}.slide", ways=self._ways(pieces.slide))
        if "links" in pieces.take:
            yield self(f"{place}.take_links")
        takes = self._ways(pieces.take)
        if takes:
            alone = not (pieces.step or pieces.slide or pieces.hand)
            yield self(f"{place}.take_only" if alone else f"{place}.take", ways=takes)
        if pieces.enter:
            beside = self(f"beside.{pieces.enter.beside}")
            yield self(f"{place}.enter", points=self._either(pieces.enter.points), beside=beside)

    def goals(self, pieces: OwnPieces) -> list[str]:
        """Return how one wins, and how one loses."""
        end, told = self.game.told.end, self.game.told
        ways: dict[str, list[str]] = {"wins": [], "loses": []}
        rows = []
        if told.lines:
            kind = "_common" if told.common is not None else ""
            if isinstance(told.lines, int):
                rows.append(self(f"end.row{kind}_{end.line}", pieces=told.lines))
            else:
                lines = "; ".join("-".join(line) for line in told.lines)
                rows.append(self(f"end.list{kind}_{end.line}", points=lines))
        if pieces.goal == "far":
            ways[end.reach].append(self(f"{self.place}.far"))
        elif pieces.goal:
            ways[end.reach].append(self(f"{self.place}.reach", points=self._either(pieces.goal)))
        if end.taken:
            ways[end.taken].append(self("end.taken"))
        if end.stuck == "loses":
            ways["wins"].append(self("end.stuck_wins"))
        elif end.stuck == "wins":
            ways["wins"].append(self("end.stuck_loses"))
        return rows + [self(f"end.{outcome}", ways=self._joined(kept)) for outcome, kept in ways.items() if kept]

    def draws(self, names: dict[str, str]) -> Iterator[str]:
        """Yield when a game is drawn."""
        end = self.game.told.end
        if end.stuck == "draws":
            fills = self.game.told.lines and self.game.diagram.moves != "arrow"
            yield self(f"{self.place}.full" if fills else "end.stuck_draws")
        if self.game.repetition is not None:
            yield self("third_draw") if end.endless == "draws" else self("third_win", side=names[end.endless])
        elif end.stuck != "draws":
            yield self("no_draws")

    def _ways(self, words: Sequence[str]) -> str:
        return self._joined([self(f"way.{word}") for word in words if word != "links"])

    def _either(self, points: Iterable[str]) -> str:
        return self._joined([*points])

    def _joined(self, parts: Sequence[str]) -> str:
        """Return parts as in a list: with commas, and *or* before the last."""
        *most, last = parts or [""]
        if not most:
            return last
        comma = f"{self('join.comma')} "
        return f"{comma.join(most)} {self('join.last')} {last}"
