"""A told game in words: the rules as sentences, put together from what its file says, and the
names of its sides.

The sentences are in ``templates/texts``, in ``told.toml`` of each language. Here is decided which
of them are true of a game, and in which order they are said.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from math import dist
from string import ascii_lowercase
from typing import Any, Protocol

from kitgen.games.told.told_board import (
    BLOCK,
    COMMON,
    CONTENTS_OF,
    EMPTY,
    FIRST,
    GROUPS,
    SECOND,
    ToldBoard,
)
from kitgen.games.told.told_drawing import links_of_board, looks_beside
from kitgen.games.told.told_language import Lines, Neighbour, Pieces, Told, kinds_of
from kitgen.model import Diagram, Position, Side
from kitgen.reading.templates import capitalised

#: What gives a text its words: ``Texts`` of a language.
Say = Callable[..., str]
#: Sides that every language has names for, in ``told.toml``.
KNOWN = frozenset({"white", "black", "x", "o", "first", "second"})
#: Those of games in which no side has pieces of its own: the one that begins, and the other.
PLAYERS = ("first", "second")
#: Groups of two directions that have a word of their own.
PAIRS = ("forward-diagonal", "back-diagonal", "side")
#: Kinds of pieces that every language has names for, in ``told.toml``.
KNOWN_KINDS = frozenset({"king", "queen", "rook", "bishop", "pawn"})
#: The forms of a noun that sentences use.
NOUN_FORMS = ("single", "many", "a", "that", "only", "mine", "yours", "foe", "another")
#: Points nearer to each other than this are one, in cells.
SAME_POINT_CELLS = 1e-6


class DescribedGame(Protocol):
    """What the words need of a told game.

    Attributes:
        told: what its file says.
        diagram: how its board is drawn.
        signs: the sign of each content of a cell that the game has, in pictures of the board.
        impartial: whether both sides have the same moves.
        repetition: how often a position comes up until the game ends; None where none can come
            again.
    """

    told: Told
    board: ToldBoard
    diagram: Diagram
    sides: tuple[Side, Side]
    signs: dict[int, str]
    impartial: bool
    repetition: int | None

    @property
    def has_lines(self) -> bool:
        """Whether the board has a line that can be filled."""

    def start(self) -> Position:
        """Return the start of the game."""


def told_words(game: DescribedGame, say: Say, language: str) -> dict[str, str]:
    """Return the words for a game: its ``name``, ``rules`` and ``aim``, and words for each side and
    shape of piece.

    For a side: its name (``side.…``) and the sentences that the machine plays it (``machine.…``)
    and that it wins (``wins.…``). For a shape: the side that owns it (``owner.…``), the key of its
    noun (``noun.…``), any names of its own, ``one.…`` and ``many.…``, and where a side has two
    kinds of pieces, the side with the kind (``kind.…``).
    """
    speech = _Speech(game, say, language)
    words = {
        "name": game.told.names.get(language) or game.told.name,
        "rules": "\n".join(speech.rules()),
        "aim": "\n".join(speech.aim()),
    }
    for number, side in enumerate(game.sides):
        words[f"side.{side.name}"] = speech.names[number]
        words[f"machine.{side.name}"] = speech.machine(number)
        words[f"wins.{side.name}"] = speech.wins(number)
    for content, shape in game.diagram.pieces.items():
        if content == BLOCK:
            words[f"noun.{shape}"] = "told.noun.closed"
            continue
        if content != COMMON:
            words[f"owner.{shape}"] = speech.subject(content)
        words[f"noun.{shape}"] = f"told.noun.{speech.noun(content)}"
        if content in speech.kinds:
            words[f"kind.{shape}"] = speech.subject(content)
        names = speech.counted(content)
        if names is not None:
            words[f"one.{shape}"], words[f"many.{shape}"] = names
    return words


class _Speech:
    """The sentences about a game in one language."""

    def __init__(self, game: DescribedGame, say: Say, language: str) -> None:
        self.game = game
        self.say = say
        self.language = language
        self.place = "point" if game.diagram.cell == "points" else "square"
        self.own = [game.told.side[side.name] for side in game.sides]
        self.pieces = dict[int, Pieces]()
        #: The side of each kind of pieces.
        self.side_of = dict[int, int]()
        #: The name of each kind of pieces of a side that has two.
        self.kinds = dict[int, str]()
        for side, own in enumerate(self.own):
            named = kinds_of(own).items()
            # A side with one kind of pieces has only the first of its contents.
            for content, (name, pieces) in zip(CONTENTS_OF[side], named, strict=False):
                self.pieces[content] = pieces
                self.side_of[content] = side
                if name:
                    self.kinds[content] = name
        if game.told.common is not None:
            self.pieces[COMMON] = game.told.common
        self.names = [self.named(number, "name") for number in (0, 1)]

    def __call__(self, key: str, **values: Any) -> str:
        return self.say(f"told.{key}", **values)

    # Names.

    def _known(self, side: int) -> str:
        """Return the key of a side that has a name in every language, but none in the file;
        empty otherwise.
        """
        name = self.game.sides[side].name
        if name not in KNOWN or self.own[side].name.get(self.language):
            return ""
        if self._has_players_only():
            return PLAYERS[side]  # whoever begins is the first player
        return name

    def _has_players_only(self) -> bool:
        """Return whether no side has pieces of its own, so that they are the first player and the
        second.
        """
        return {side.name for side in self.game.sides} == {*PLAYERS}

    def named(self, side: int, form: str) -> str:
        """Return a side by its ``name`` alone, as ``the`` side in a sentence, or with a verb
        (``starts``, ``wins``).

        For a sentence it is empty if the file has no name with an article.
        """
        known = self._known(side)
        if known:
            return self(f"known.{known}.{form}")
        own = self.own[side]
        if form == "name":
            return capitalised(own.name.get(self.language) or self.game.sides[side].name)
        article = own.with_article.get(self.language, "")
        if form == "the" or not article:
            return article
        return self(form, side=article, count=2 if own.several else 1)

    def _kind_names(self, content: int) -> tuple[str, str]:
        """Return one and several of a kind of pieces in words; nothing for several if there is
        no word for them.
        """
        name = self.kinds[content]
        called = self.pieces[content].called.get(self.language)
        if called is not None:
            return called
        if name in KNOWN_KINDS:
            return self(f"kind_names.{name}.single"), self(f"kind_names.{name}.many")
        return name, ""

    def subject(self, content: int) -> str:
        """Return the name of a side, with that of one of its two kinds of pieces."""
        side = self.names[self.side_of[content]]
        if content not in self.kinds:
            return side
        return self("of_kind", side=side, kind=self._kind_names(content)[0])

    def counted(self, content: int) -> tuple[str, str] | None:
        """Return what one and several pieces of a kind are called where they are counted; None
        without such words.
        """
        if content not in self.kinds:
            return self.pieces[content].called.get(self.language)
        single, several = self._kind_names(content)
        if not several:
            return None
        side = self.names[self.side_of[content]]
        return (
            self("counted_kind", side=side, kind=single),
            self("counted_kind", side=side, kind=several),
        )

    def wins(self, side: int) -> str:
        """Return the end of a sentence that says that a side wins."""
        return self.named(side, "wins") or self("named.wins", side=self.names[side])

    def machine(self, side: int) -> str:
        """Return the sentence that says which side the machine plays and who starts."""
        known = self._known(side)
        if known in PLAYERS:
            return self(f"known.{known}.machine")
        key = "machine_follows" if side else "machine_starts"
        own = self.named(side, "the")
        other = self.named(1 - side, "the")
        if own and other:
            return self(key, side=own, other=other)
        return self(f"named.{key}", side=self.names[side], other=self.names[1 - side])

    def noun(self, content: int) -> str:
        """Return the key of the noun for a kind of pieces."""
        piece = self.pieces[content].piece
        if isinstance(piece, str):
            return piece
        if content == COMMON and any(map(can_act, self.own)):
            return "common"
        if self.game.diagram.moves != "place":
            return "piece"
        return "mark" if self.game.diagram.pieces.get(content) in ("cross", "ring") else "counter"

    def _forms(self, content: int) -> dict[str, str]:
        noun = self.noun(content)
        return {form: self(f"noun.{noun}.{form}") for form in NOUN_FORMS}

    # Sentences.

    def rules(self) -> list[str]:
        """Return the rules of the game, one short paragraph each: the file's own, or those that
        follow from it.
        """
        told = self.game.told
        if self.language in told.rules:
            return [*told.rules[self.language]]
        lines = [self.setup(), self.begins()]
        if told.common is not None:
            lines += self.common()
        lines += self.acts_of_sides()
        lines += self.of_all_kinds()
        if told.leaves == "block":
            lines.append(self("closed"))
        lines += self.of_sides([[*self.rows(side)] for side in (0, 1)])
        if told.common is not None:
            lines += self.common_rows()
        lines += self.of_sides([self.goals(side) for side in (0, 1)])
        return [*lines, *self.draws()]

    def aim(self) -> list[str]:
        """Return how each side wins or loses, a sentence or two each."""
        lines = self.of_sides([[*self.rows(side), *self.goals(side)] for side in (0, 1)])
        if self.game.told.common is not None:
            lines = [*self.common_rows(), *lines]
        third_win = self.third_win()
        if third_win:
            lines.append(third_win)
        return lines

    def setup(self) -> str:
        """Return what stands where at the start."""
        cells = self.game.start().cells
        names = self.game.board.names
        places = []
        for content in (*CONTENTS_OF[0], *CONTENTS_OF[1], COMMON):
            points = [names[point] for point, there in enumerate(cells) if there == content]
            if not points:
                continue
            who = self("start_common") if content == COMMON else self.subject(content)
            places.append(self("start_on", who=who, points=self._after_commas(points)))
        if not places:
            return self("empty")
        return self("start", places=self._listed(places))

    def begins(self) -> str:
        """Return who begins."""
        if self.game.impartial and self._has_players_only():
            return self("turns")
        starts = self.named(0, "starts")
        if starts:
            return self("begins", starts=capitalised(starts))
        return self("named.begins", side=self.names[0])

    def common(self) -> Iterator[str]:
        """Yield what is said of pieces that belong to both sides."""
        single = self._is_single(COMMON)
        if single or any(map(can_act, self.own)):
            yield self("common_one" if single else "common_more", **self._forms(COMMON))
        yield from self.acts(COMMON)

    def acts_of_sides(self) -> list[str]:
        """Return what each side can do on a turn: for two kinds of pieces a paragraph each."""
        if not self.kinds:
            return self.of_sides([[*self.ahead(side), *self.acts(FIRST + side)] for side in (0, 1)])
        first = [*self._acts_by_kind(0)]
        second = [*self._acts_by_kind(1)]
        if first == second:
            return self._acts_of_both(first)
        lines = []
        for side, paragraphs in enumerate((first, second)):
            for kind, sentences in paragraphs:
                subject = self.names[side]
                if kind:
                    subject = self("of_kind", side=subject, kind=kind)
                lines.append(self._each(subject, sentences))
        return lines

    def _acts_of_both(self, paragraphs: Iterable[tuple[str, list[str]]]) -> list[str]:
        """Return what either side can do, by the kind of pieces, without naming a side."""
        lines: list[str] = []
        for kind, sentences in paragraphs:
            if kind:
                lines.append(self._each(capitalised(kind), sentences))
            else:
                lines += sentences
        return lines

    def _acts_by_kind(self, side: int) -> Iterator[tuple[str, list[str]]]:
        """Yield what a side can do, by the name of the kind of pieces; under no name what is
        said of them all.
        """
        whole = [*self.ahead(side)]
        only = CONTENTS_OF[side][0]
        if only not in self.kinds:
            whole += self.acts(only)
        if whole:
            yield "", whole
        for content in CONTENTS_OF[side]:
            if content in self.kinds:
                yield self._kind_names(content)[0], [*self.acts(content)]

    def of_sides(self, lines: Sequence[Sequence[str]]) -> list[str]:
        """Return sentences that are the same for both sides once; otherwise a paragraph for each
        side.
        """
        if lines[0] == lines[1]:
            return [*lines[0]]
        pairs = zip(self.names, lines, strict=True)
        return [self._each(name, own) for name, own in pairs if own]

    def _each(self, subject: str, sentences: Iterable[str]) -> str:
        """Return sentences behind the name of what they are about; some languages begin with a
        small letter there.
        """
        rule = " ".join(sentences)
        return self("each", side=subject, rule=_with_small_initial(rule), Rule=rule)

    def _is_single(self, content: int) -> bool:
        """Return whether there is one piece of a kind, and never more."""
        return not self.pieces[content].hand and self.game.start().cells.count(content) == 1

    def ahead(self, side: int) -> Iterator[str]:
        """Yield where ahead is for a side; nothing where its seat at the board shows it, or where
        it does not matter.
        """
        front = self.game.diagram.fronts[side]
        grid = self.game.board.grid
        if front is None or grid is None:
            return
        columns, rows = grid
        if front in ("up", "down"):
            key = "ahead_rows"
            near = "1"
            far = str(rows)
        else:
            key = "ahead_columns"
            near = ascii_lowercase[0]
            far = ascii_lowercase[columns - 1]
        if front in ("down", "left"):
            near, far = far, near
        yield self(key, near=near, far=far)

    def acts(self, content: int) -> Iterator[str]:
        """Yield what a player can do with pieces of a kind on a turn."""
        pieces = self.pieces[content]
        yield from self.puts(content)
        if pieces.hand != "any":  # whoever always puts never moves
            yield from self.moves(content)

    def _sentence(self, content: int, key: str, **values: Any) -> str:
        """Return a sentence about pieces of a kind, with the forms of their noun."""
        forms = self._forms(content)
        piece = forms["a"]
        if content in self.kinds:
            piece = self("this_piece")
        elif self._is_single(content):
            piece = forms["that" if content == COMMON else "only"]
        whole = {**forms, "piece": piece, "foe": self._foe(content), **values}
        return capitalised(self(key, **whole))

    def _foe(self, content: int) -> str:
        """Return a piece that pieces of a kind can take, in words."""
        if content == COMMON:
            return self(f"noun.{self._noun_for(FIRST, SECOND)}.foe")
        other = CONTENTS_OF[1 - self.side_of[content]][0]
        return self._forms(other)["foe"]

    def _whom(self, content: int, whose: Neighbour) -> str:
        """Return pieces next to a point, in words."""
        match whose:
            case "own" if content == COMMON:
                # The pieces of the side that moves, as common ones are nobody's.
                return self(f"noun.{self._noun_for(FIRST, SECOND)}.mine")
            case "own":
                return self._forms(content)["mine"]
            case "other":
                return self._foe(content)
        return self(f"noun.{self._noun_for(*self.pieces)}.another")

    def _noun_for(self, *contents: int) -> str:
        """Return the key of a noun for pieces of several kinds."""
        nouns = {self.noun(each) for each in contents}
        return nouns.pop() if len(nouns) == 1 else "piece"

    def puts(self, content: int) -> Iterator[str]:
        """Yield how pieces of a kind are put on the board."""
        pieces = self.pieces[content]
        stock = self._stock(content)
        if stock == 0:
            return
        piece = self._forms(content)["a" if content == COMMON else "mine"]
        if self.game.told.falls:
            if stock is not None:
                yield self._sentence(content, "stock", count=stock)
            yield self._sentence(content, f"{self.place}.drop", piece=piece)
        elif stock is None:
            yield self._sentence(content, f"{self.place}.put", piece=piece)
        else:
            key = "hand" if pieces.ways else "hand_stays"
            yield self._sentence(content, f"{self.place}.{key}", count=stock)
        if pieces.on:
            yield self._sentence(content, "on", points=self._after_commas(pieces.on))
        if pieces.not_first:
            key = "not_first_common" if content == COMMON else "not_first"
            yield self._sentence(content, key, points=self._after_commas(pieces.not_first))
        if pieces.only_beside is not None:
            yield self._sentence(
                content, "only_beside", whom=self._whom(content, pieces.only_beside)
            )
        if pieces.not_beside is not None:
            yield self._sentence(content, "not_beside", whom=self._whom(content, pieces.not_beside))

    def _stock(self, content: int) -> int | None:
        """Return how many pieces of a kind lie beside the board at the start; None if there are
        always more.
        """
        hand = self.pieces[content].hand
        if hand == "any":
            return None
        return max(0, hand - self.game.start().cells.count(content))

    def moves(self, content: int) -> Iterator[str]:
        """Yield how pieces of a kind move and take."""
        pieces = self.pieces[content]
        place = self.place
        everywhere = "all" in (pieces.links or links_of_board(self.game.told))
        line = self._line(content)
        if "links" in (*pieces.step, *pieces.slide):
            key = "all" if everywhere else "links"
            yield self._sentence(content, f"{place}.{key}", line=line)
        steps = self._ways(pieces.step)
        if steps:
            yield self._sentence(content, f"{place}.step", ways=steps)
        slides = self._ways(pieces.slide)
        if slides:
            yield self._sentence(content, f"{place}.slide", ways=slides)
        if "links" in pieces.take:
            key = "take_all" if everywhere else "take_links"
            yield self._sentence(content, f"{place}.{key}", line=line)
        takes = self._ways(pieces.take)
        if takes:
            yield self._takes(content, takes)
        yield from self.jumps(content)
        if pieces.enter is not None and pieces.ways:
            whom = self._whom(content, pieces.enter.beside)
            yield self._sentence(
                content, f"{place}.enter", where=self.where(pieces.enter.points), whom=whom
            )

    def jumps(self, content: int) -> Iterator[str]:
        """Yield how pieces of a kind jump."""
        pieces = self.pieces[content]
        ways = self._ways(pieces.jump)
        if not ways:
            return
        yield self._sentence(
            content, f"{self.place}.jump", ways=ways, over=self._whom(content, pieces.over)
        )
        if pieces.chain:
            yield self(f"{self.place}.chain")
        if pieces.jump_takes:
            yield self("jump_takes")

    def _takes(self, content: int, ways: str) -> str:
        """Return in which directions pieces of a kind take; if that is all that they do, that every
        move takes.
        """
        pieces = self.pieces[content]
        moves_otherwise = pieces.step or pieces.slide or pieces.jump or pieces.hand
        if not moves_otherwise and "links" not in pieces.take:
            forms = self._forms(content)
            piece = forms["only" if self._is_single(content) else "mine"]
            if content in self.kinds:
                piece = self("this_piece")
            return self._sentence(content, f"{self.place}.take_only", ways=ways, piece=piece)
        only_aslant = all(way.startswith("forward-") for way in pieces.take)
        never = ""
        if only_aslant and "forward" in pieces.step:
            never = self("never_ahead")
        return self._sentence(content, f"{self.place}.take", ways=ways, never=never)

    def _line(self, content: int) -> str:
        """Return the lines that pieces of a kind follow, by their look."""
        own = self.game.diagram.own_lines
        if not any(own):
            return self("line.only")
        owner = self.side_of.get(content, 2)  # common pieces come after those of the sides
        if not own[owner]:
            return self("line.plain")
        look = ("first", "second", "both")[owner]
        return self(f"line.{look}")

    def of_all_kinds(self) -> Iterator[str]:
        """Yield what holds for pieces of all kinds: the choice between them, arrows on lines,
        what is next to what.
        """
        common = self.game.told.common
        if common is not None and can_act(common) and any(map(can_act, self.own)):
            yield self("choose")
        if self.game.diagram.one_way or any(map(_has_arrows, self.game.diagram.own_lines)):
            yield self("arrows")
        if any(map(looks_beside, self.pieces.values())):
            yield from self._near()

    def _near(self) -> Iterator[str]:
        """Yield what next to means, unless plain lines without arrows show it."""
        diagram = self.game.diagram
        words = links_of_board(self.game.told)
        if "all" in words:
            yield self("near.all")
        elif diagram.cell != "points":
            yield self("near.any" if "any" in words else "near.orthogonal")
        else:
            if any(diagram.own_lines):
                yield self("near.plain")
            if diagram.one_way:
                yield self("near.arrows")

    def rows(self, side: int) -> Iterator[str]:
        """Yield which lines of its own pieces end the game for a side."""
        lines = self._lines(side)
        if lines and FIRST + side in self.game.signs:
            yield self._row(FIRST + side, lines)

    def _lines(self, side: int) -> Lines:
        return self.game.told.lines_of(self.game.sides[side].name)

    def common_rows(self) -> Iterator[str]:
        """Yield which lines of common pieces end the game."""
        if self.game.told.lines:
            yield self._row(COMMON, self.game.told.lines)

    def _row(self, content: int, lines: Lines) -> str:
        """Return how lines of pieces of a kind end the game: lines of a length, or those listed."""
        outcome = self.game.told.end.line
        whose = "_common" if content == COMMON else ""
        forms = self._forms(content)
        if isinstance(lines, int):
            return self(f"end.row{whose}_{outcome}", pieces=lines, **forms)
        points = ["-".join(line) for line in lines]
        return self(f"end.list{whose}_{outcome}", points=self._listed(points), **forms)

    def goals(self, side: int) -> list[str]:
        """Return how a side wins, and how it loses, besides by lines."""
        end = self.game.told.end
        if end.stuck != "draws" and self._ends_only_stuck():
            return [self("end.only_stuck_wins" if end.stuck == "loses" else "end.only_stuck_loses")]
        ways: dict[str, list[str]] = {"wins": [], "loses": []}
        if self.own[side].goal:
            ways[end.reach].append(self._reaching_goal(side))
        if end.taken:
            other = self._forms(FIRST + 1 - side)
            ways[end.taken].append(self(f"end.taken_{end.taken}", **other))
        if end.stuck != "draws" and not never_stuck(self.game):
            ways["wins"].append(self(f"end.{self._stuck_key()}"))
        sentences = []
        if ways["wins"]:
            # After the sentence about a row that wins.
            also = isinstance(self._lines(side), int) and end.line == "wins"
            key = "also" if also else "wins"
            sentences.append(self(f"end.{key}", ways=self._joined(ways["wins"])))
        if ways["loses"]:
            sentences.append(self("end.loses", ways=self._joined(ways["loses"])))
        return sentences

    def _reaching_goal(self, side: int) -> str:
        """Return the half sentence that one of a side's pieces reaches its goal."""
        content = FIRST + side
        goal = self.own[side].goal
        single = self._is_single(content) and content not in self.kinds
        yours = self._forms(content)["only" if single else "yours"]
        if goal == "far":
            return self(f"{self.place}.far", yours=yours)
        return self(f"{self.place}.reach", yours=yours, where=self.where(goal))

    def _stuck_key(self) -> str:
        """Return the key of the half sentence that says who has to be without a move for *you* to
        win.
        """
        end = self.game.told.end
        if end.stuck == "wins":
            return "stuck_loses"  # you yourself
        if end.taken == "wins":
            return "stuck_wins_too"  # the half sentence before has named the other side
        return "stuck_wins"

    def _ends_only_stuck(self) -> bool:
        """Return whether a game has no lines, goals or last pieces that end it."""
        if self.game.told.end.taken or any(map(self._lines, (0, 1))):
            return False
        return not any(pieces.goal for pieces in self.own)

    def draws(self) -> Iterator[str]:
        """Yield when a game is drawn."""
        stuck = self.game.told.end.stuck
        if stuck == "draws":
            acting = [kind for kind in self.pieces.values() if can_act(kind)]
            fills = all(kind.hand == "any" and not kind.barred for kind in acting)
            has_lines = any(map(self._lines, (0, 1)))
            if fills and has_lines:
                yield self(f"{self.place}.full")
            else:
                yield self("end.stuck_draws")
        if self.game.repetition is not None:
            yield self.third_win() or self("third_draw")
        elif stuck != "draws":
            yield self("no_draws")

    def third_win(self) -> str:
        """Return which side wins if the same position comes up for the third time; empty if none
        does.
        """
        endless = self.game.told.end.endless
        sides = [side.name for side in self.game.sides]
        if self.game.repetition is None or endless == "draws" or endless not in sides:
            return ""
        winner = sides.index(endless)
        wins = self.named(winner, "wins")
        if wins:
            return self("third_win", wins=wins)
        return self("named.third_win", side=self.names[winner])

    def where(self, names: Sequence[str]) -> str:
        """Return the names of points to reach; the one in the middle of the board is the centre."""
        places = self.game.board.places
        middle = [(min(axis) + max(axis)) / 2 for axis in zip(*places, strict=True)]
        others = []
        centres = []
        for name in names:
            place = places[self.game.board.point(name)]
            if dist(place, middle) < SAME_POINT_CELLS:
                centres.append(self("centre"))
            else:
                others.append(name)
        if others:
            return self._joined([self(f"{self.place}.at", points=self._joined(others)), *centres])
        return self._joined(centres)

    def _ways(self, words: Sequence[str]) -> str:
        """Return directions in words, with one word for two where there is one."""
        kept = [word for word in words if word != "links"]
        for pair in PAIRS:
            first, second = GROUPS[pair]
            if first in kept and second in kept:
                kept[kept.index(first)] = pair
                kept.remove(second)
        for way in ("forward", "back"):
            if {*kept} == {way, f"{way}-diagonal"}:
                kept = [f"{way}-any"]
        return self._joined([self(f"way.{word}") for word in kept])

    def _listed(self, parts: Iterable[str]) -> str:
        """Return a list of parts that have words or commas themselves."""
        *most, last = parts
        for part in reversed(most):
            last = self("join.list", first=part, rest=last)
        return last

    def _after_commas(self, points: Iterable[str]) -> str:
        """Return names of points with commas between them."""
        return f"{self('join.comma')} ".join(points)

    def _joined(self, parts: Iterable[str]) -> str:
        """Return a list of parts in words: with commas, and *or* before the last."""
        *most, last = [*parts] or [""]
        if not most:
            return last
        comma = f"{self('join.comma')} "
        return f"{comma.join(most)} {self('join.last')} {last}"


def never_stuck(game: DescribedGame) -> bool:
    """Return whether each side is known to have a move always, until the game ends otherwise.

    There are two such games. In one, common pieces are put on a board that has a line: when it is
    full, so is the line. In the other, each side has a stock of pieces that can go anywhere, and
    both together leave a point empty.
    """
    told = game.told
    limits = [kind.barred or kind.enter or kind.takes for kind in told.kinds]
    if told.leaves == "block" or any(limits):
        return False
    cells = game.start().cells
    if told.common is not None:
        sides_act = any(map(can_act, told.side.values()))
        sides_stand = not {*chain(*CONTENTS_OF)}.isdisjoint(cells)
        if sides_act or sides_stand:
            return False
        return told.common.hand == "any" and game.has_lines
    for kind in told.kinds:
        goes_anywhere = "links" in kind.step and "all" in (kind.links or links_of_board(told))
        if not goes_anywhere:
            return False
    stocks = [kind.hand for kind in told.kinds if isinstance(kind.hand, int) and kind.hand]
    starts_empty = cells.count(EMPTY) == len(cells)
    return starts_empty and len(stocks) == 2 and sum(stocks) < len(cells)


def _has_arrows(lines: Iterable[tuple[int, int]]) -> bool:
    """Return whether some of a side's own lines lead only one way."""
    both_ways = {*lines}
    return any((end, start) not in both_ways for start, end in both_ways)


def can_act(pieces: Pieces) -> bool:
    """Return whether pieces are ever put or moved."""
    return any(kind.hand or kind.ways for kind in kinds_of(pieces).values())


def _with_small_initial(text: str) -> str:
    return text[:1].lower() + text[1:]
