"""The controls of a game's text, on the page "Invent a game"."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from string import ascii_lowercase
from typing import Any, NamedTuple

import msgspec

from kitgen.errors import KitgenError, UsageError
from kitgen.games.told import TOLD
from kitgen.games.told.told_board import COMMON, CONTENTS_OF
from kitgen.games.told.told_drawing import shapes
from kitgen.games.told.told_file import read_told
from kitgen.games.told.told_game import COMMON_SIGN, ToldGame
from kitgen.games.told.told_keys import SHAPES, key_at
from kitgen.games.told.told_language import Lines, OwnPieces, Pieces, Told, kinds_of, side_order
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import Scene
from kitgen.reading.templates import Templates, capitalised
from kitgen.reading.texts import texts_in
from kitgen.web import game_editing
from kitgen.web.address import LANGUAGE, YES, KitAddress
from kitgen.web.markup import Markup, app_file, each, fill, flag, labelled, option_list
from kitgen.web.tasks import SiteTask, inline

#: The game to begin with.
SIMPLEST = "hexapawn"
#: The name of a game's text in what a page sends.
GAME_TEXT = "text"
#: The name of the changes of controls in it, as JSON.
EDITS = "edits"
#: The most pieces that a control puts in a hand.
MAX_IN_HAND = 9
#: The most pieces in a row that a control asks for.
MAX_ROW = 6
#: The value of a choice that the text makes in a way no control can.
IN_TEXT = "text"
#: The length of a square's side on the page, in the units of its picture.
SQUARE = 10.0
#: The height of a piece, as a share of the one that it has in a square of a printed board.
PIECE_HEIGHT = 1.3


_REFUSAL = re.compile(
    r"(?:the text(?:, line (?P<line>\d+))?: )?(?P<key>(?:side\.[\w-]+|common): )?(?P<problem>.*)",
    re.DOTALL,
)


@cache
def games_to_begin_with(language: str) -> dict[str, str]:
    """Return the titles of the games told as data that come with kitgen, the simplest first."""
    templates = Templates()
    told = {name: read_told(name, templates).told for name in templates.names("games")}
    names = sorted(told, key=lambda name: (name != SIMPLEST, _length(told[name])))
    return {f"{TOLD}{name}": _title(told[name], language) for name in names}


def _title(told: Told, language: str) -> str:
    title = told.names.get(language) or told.name
    size = game_editing.size_of(told)
    if size is None:
        return title
    return f"{title}, {size[0]} × {size[1]}"


def _length(told: Told) -> int:
    """Return the length of a game without its words."""
    sides = {name: msgspec.structs.replace(side, called={}) for name, side in told.side.items()}
    return len(msgspec.json.encode(msgspec.structs.replace(told, side=sides, rules={})))


# The controls.


def game_answer(task: SiteTask) -> dict[str, Any]:
    """Return a game's text after some changes, with controls that show it and its kit's address.

    ``refusal`` says what is wrong in it, or with a change. Without a game in the text there are no
    controls; ``kit`` is empty if its rules cannot work.
    """
    language = task.address.language
    text = task.more.get(GAME_TEXT, "")
    why = None
    try:
        for control, value in _edits(task.more.get(EDITS, "[]")):
            text = game_editing.edited(text, control, value, language)
    except KitgenError as error:
        why = error
    answer: dict[str, Any] = {
        "text": text,
        "controls": "",
        "kit": "",
        "file": "game.toml",
        "refusal": "",
    }
    try:
        told, game = game_editing.read_game_text(text)
    except KitgenError as error:
        hint = fill('<p class="quiet">{invent.text_wrong}</p>', language)
        return answer | {"refusal": f"{_refused(language, why or error)}{hint}"}
    answer["controls"] = str(GameForm(told, language).drawn())
    answer["file"] = _file_name(told)
    if isinstance(game, ToldGame):
        answer["kit"] = KitAddress(game.spec, ((LANGUAGE, language),)).query
    else:
        why = why or game
    if why is not None:
        answer["refusal"] = str(_refused(language, why))
    return answer


def _file_name(told: Told) -> str:
    """Return the name of a file with a game."""
    letters = re.sub("[^a-z0-9]+", "-", told.name.lower()).strip("-")
    return f"{letters or 'game'}.toml"


def _edits(data: str) -> list[tuple[str, str]]:
    try:
        return msgspec.json.decode(data.encode(errors="replace"), type=list[tuple[str, str]])
    except msgspec.DecodeError:
        raise UsageError("what the browser sent cannot be read; change it again") from None


def _refused(language: str, why: KitgenError) -> Markup:
    """Return the reason for a refusal in the language of the page, with the line that it is about.

    Where the language has no words for a reason, it is in English.
    """
    texts = texts_in(language)
    refused = _parts_of(str(why).replace(f"'{game_editing.TEXT}'", "the text"))
    in_language = texts.reason(refused.problem)
    reason = f"{refused.key}{in_language or refused.problem}"
    if refused.line:
        reason = texts("invent.line", line=refused.line, problem=reason)
    english = flag('lang="en"', language != "en" and not in_language)
    return fill('<p class="warning" role="status"{english}>{it}</p>', it=reason, english=english)


class _Refused(NamedTuple):
    """A refusal in parts.

    Attributes:
        line: the number of the line in the text, if it says one.
        key: the table that it is about, with a colon, if it says one.
        problem: what is wrong.
    """

    line: str
    key: str
    problem: str


def _parts_of(message: str) -> _Refused:
    parts = _REFUSAL.fullmatch(message)
    if parts is None:
        return _Refused("", "", message)
    return _Refused(parts["line"] or "", parts["key"] or "", parts["problem"])


class GameForm:
    """Draws the controls of a game in one language.

    Each has the name of the change that it makes in the text.
    """

    def __init__(self, told: Told, language: str) -> None:
        self.texts = texts_in(language)
        self._told = told
        self._language = language
        self._size = game_editing.size_of(told)
        self._contents = dict(game_editing.contents_of(told))
        #: The pieces of each content of a square.
        pieces_of: dict[int, Pieces] = {}
        signs: dict[int, str] = {}
        #: The names of kinds of pieces by their signs.
        self._kinds: dict[str, str] = {}
        for side, contents in zip(side_order(told), CONTENTS_OF, strict=True):
            # A side has a content for each of two kinds of pieces, and perhaps only one kind.
            kinds = kinds_of(told.side[side])
            for content, (kind, pieces) in zip(contents, kinds.items(), strict=False):
                sign = pieces.sign or side[0]
                signs[content] = sign
                pieces_of[content] = pieces
                if kind:
                    self._kinds[sign] = self._kind(kind, pieces)
        if told.common is not None:
            signs[COMMON] = told.common.sign or COMMON_SIGN
            pieces_of[COMMON] = told.common
        moves = any(pieces.ways for pieces in told.kinds)
        shape_of = shapes(told, pieces_of, moves=moves)
        #: The shapes of pieces by their signs.
        self._shapes = {sign: shape_of[content] for content, sign in signs.items()}

    def drawn(self) -> Markup:
        """Return all controls."""
        told = self._told
        title = told.names.get(self._language) or told.name
        top = [self._input("name", "name", title)]
        if self._size is not None:
            columns, rows = self._size
            top.append(self._length("columns", columns))
            top.append(self._length("rows", rows))
        return fill(
            app_file("game.html"),
            self._language,
            top=top,
            squares=self._squares(),
            ends=self._ends(),
            sides=[self._side(side, pieces) for side, pieces in told.side.items()],
        )

    def _length(self, what: str, value: int) -> Markup:
        """Return the control for the number of columns or rows."""
        number = '<input id="{id}" name="{name}" value="{value}" type="number" min="1" max="26">'
        name = f"size.{what}"
        return self._labelled(name, what, fill(number, id=_id(name), name=name, value=value))

    def _name(self, side: str) -> str:
        own = self._told.side[side].name.get(self._language)
        return own or self.texts.get(f"told.known.{side}.name", capitalised(side))

    def _kind(self, name: str, pieces: Pieces) -> str:
        called = pieces.called.get(self._language)
        return called[0] if called else self.texts.get(f"told.kind_names.{name}.single", name)

    def _squares(self) -> Markup | None:
        """Return the start picture as buttons; None if it does not fit the board."""
        try:
            picture = game_editing.start_picture(self._told)
        except ValueError:
            return None
        signs = "".join(picture)
        names = self._names(len(signs))
        squares = []
        for number, sign in enumerate(signs):
            squares.append(self._square(number, names[number], sign))
        columns = len(picture[0])
        rows = []
        for first in range(0, len(squares), columns):
            rows.append(Markup("".join(squares[first : first + columns])))
        return fill(
            '<div class="squares"><table role="presentation"><tbody>{rows}</tbody></table></div>',
            rows=each("<tr>{it}</tr>", rows),
        )

    def _square(self, number: int, name: str, sign: str) -> Markup:
        """Return a square of the start picture as a button; beneath it the name of a point."""
        square = (
            '<td{hole}><button type="button" id="{id}" data-square="{number}" '
            'aria-label="{label}">{piece}'
            "</button>{under}</td>"
        )
        under = None
        if self._size is None:
            under = fill('<span class="quiet">{it}</span>', it=name)
        return fill(
            square,
            id=_id(f"square.{number}"),
            number=number,
            label=self.texts("sheet.of", of=name, what=self._content(sign)),
            hole=flag('class="hole"', sign == game_editing.HOLE),
            piece=self._piece(sign),
            under=under,
        )

    def _names(self, count: int) -> list[str]:
        """Return the names of all places of the picture, also of holes."""
        if self._size is not None:
            columns, rows = self._size
            return [f"{ascii_lowercase[at % columns]}{rows - at // columns}" for at in range(count)]
        board = self._told.board
        if isinstance(board, str):
            return [str(number + 1) for number in range(count)]
        return list(board.points)

    def _content(self, sign: str) -> str:
        """Return the content of a square in words."""
        side = self._contents.get(sign, "")
        if sign == game_editing.HOLE:
            return self.texts("invent.hole")
        if not side:
            return self.texts("app.empty")
        if sign in self._kinds:
            return self.texts("told.of_kind", side=self._name(side), kind=self._kinds[sign])
        pieces = self._told.common if side == game_editing.BOTH else self._told.side[side]
        called = None if pieces is None else pieces.called.get(self._language)
        if called:
            return called[0]
        if side == game_editing.BOTH:
            return self.texts("told.noun.piece.single")
        return self._name(side)

    def _piece(self, sign: str) -> Markup | None:
        if not self._contents.get(sign):
            return None
        shape = self._shapes.get(sign)
        if shape not in PIECES:
            return None
        return fill('<img src="{src}" alt="">', src=_picture(shape))

    def _side(self, side: str, pieces: OwnPieces) -> Markup:
        """Return the controls of a side, which without pieces of its own has only names."""
        start = f"side.{side}"
        title = self._name(side)
        article = pieces.with_article.get(self._language, "")
        controls = [self._input(f"{start}.name", "side_name", title)]
        words = [
            self._input(f"{start}.with-article", "article", article),
            self._switch(f"{start}.several", "several", pieces.several),
        ]
        moves = None
        if isinstance(pieces.piece, dict):
            controls.append(self._goal(side, pieces))
            controls.append(self._rows(f"{start}.lines", "own_lines", pieces.lines))
            controls += self._choices(start, pieces, ("faces",))
            kinds = [self._kind_of_pieces(side, *kind) for kind in kinds_of(pieces).items()]
            moves = each("{it}", kinds)
        elif self._told.common is None:
            controls += self._controls_of_pieces(side, pieces)
            words += self._words_for_one_and_several(start, pieces)
            moves = self._ways(start, pieces)
        return fill(
            app_file("game_side.html"),
            self._language,
            title=title,
            id=_id(f"words.{side}"),
            fields=controls,
            word_fields=words,
            moves=moves,
        )

    def _controls_of_pieces(self, side: str, pieces: OwnPieces) -> list[Markup]:
        """Return the controls of a side all of whose pieces are alike."""
        start = f"side.{side}"
        hands = {"0": self.texts("invent.hand_none")}
        hands |= {str(count): str(count) for count in range(1, MAX_IN_HAND + 1)}
        hands["any"] = self.texts("invent.hand_any")
        return [
            self._looks(start, pieces),
            self._choice(f"{start}.hand", "hand", hands, str(pieces.hand)),
            self._input(f"{start}.not-first", "not_first", " ".join(pieces.not_first)),
            self._goal(side, pieces),
            self._rows(f"{start}.lines", "own_lines", pieces.lines),
            *self._choices(start, pieces, game_editing.SIDE_CHOICES),
            *self._switches(start, pieces),
        ]

    def _kind_of_pieces(self, side: str, name: str, pieces: Pieces) -> Markup:
        """Return the controls of one of the two kinds of pieces of a side."""
        start = f"side.{side}.piece.{name}"
        controls = [self._looks(start, pieces), *self._choices(start, pieces, ("over",))]
        controls += self._switches(start, pieces)
        return fill(
            app_file("game_side.html"),
            self._language,
            title=capitalised(self._kind(name, pieces)),
            id=_id(f"words.{side}.{name}"),
            fields=controls,
            word_fields=[*self._words_for_one_and_several(start, pieces)],
            moves=self._ways(start, pieces),
        )

    def _looks(self, start: str, pieces: Pieces) -> Markup:
        shapes = {"": self.texts("invent.usual")}
        shapes |= {shape: self.texts(f"invent.shape.{shape}") for shape in SHAPES}
        return self._choice(f"{start}.looks", "looks", shapes, pieces.looks)

    def _words_for_one_and_several(self, start: str, pieces: Pieces) -> Iterator[Markup]:
        one, many = pieces.called.get(self._language, ("", ""))
        yield self._input(f"{start}.one", "called_one", one)
        yield self._input(f"{start}.many", "called_many", many)

    def _goal(self, side: str, pieces: OwnPieces) -> Markup:
        """Return the control for the goal of a side."""
        goals = {"": self.texts("invent.goal_none"), "far": self.texts("invent.goal_far")}
        goal = ""
        if pieces.goal:
            goal = pieces.goal if isinstance(pieces.goal, str) else IN_TEXT
        return self._choice(f"side.{side}.goal", "goal", goals, goal)

    def _choices(self, start: str, pieces: Pieces, names: Sequence[str]) -> Iterator[Markup]:
        """Yield the controls of keys that have few values, below a side or a kind of its pieces."""
        for name in names:
            key = key_at("side", name)
            if key is None or (name in ("faces", "over") and self._size is None):
                continue
            label = name.replace("-", "_")
            words = {}
            if getattr(OwnPieces(), label) is None:
                words[""] = self.texts(f"invent.{label}_none")
            words |= {value: self.texts(f"invent.{label}.{value}") for value in key.choices}
            chosen = getattr(pieces, label) or ""
            yield self._choice(f"{start}.{name}", f"{label}_label", words, chosen)

    def _switches(self, start: str, pieces: Pieces) -> Iterator[Markup]:
        """Yield the controls of keys that are true or false, below a side or a kind of pieces."""
        if self._size is None:
            return
        for name in game_editing.SIDE_SWITCHES:
            field = name.replace("-", "_")
            yield self._switch(f"{start}.{name}", field, getattr(pieces, field))

    def _ways(self, start: str, pieces: Pieces) -> Markup:
        """Return a table with a checkbox for each direction and what pieces may do there."""
        texts = self.texts
        chosen = {act: game_editing.ways_of(getattr(pieces, act)) for act in game_editing.ACTS}
        rows = []
        for way in self._offered_ways(chosen):
            title = texts.get("invent.links" if way == "links" else f"told.way.{way}", way)
            boxes = [
                self._box(start, act, way, title, on=way in chosen[act])
                for act in game_editing.ACTS
            ]
            row = '<tr><th scope="row">{title}</th>{boxes}</tr>'
            rows.append(fill(row, title=title, boxes=each("<td>{it}</td>", boxes)))
        acts = [texts(f"invent.{act}") for act in game_editing.ACTS]
        whole = (
            "<table "
            'class="moves"><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>'
        )
        return fill(whole, head=each('<th scope="col">{it}</th>', acts), rows=rows)

    def _offered_ways(self, chosen: Mapping[str, Sequence[str]]) -> Sequence[str]:
        """Return the directions that a table offers, each once.

        They are those of a board of squares, the links of other boards, and those of the text.
        """
        ways: list[str] = []
        if self._size is not None:
            ways += game_editing.WAYS
        if self._size is None or self._told.links:
            ways.append("links")
        for of_act in chosen.values():
            ways += of_act
        return list(dict.fromkeys(ways))

    def _box(self, start: str, act: str, way: str, title: str, *, on: bool) -> Markup | None:
        if way == "links" and act in ("slide", "jump"):
            return None
        box = (
            '<input type="checkbox" id="{id}" name="{name}" value="{yes}" '
            'aria-label="{label}"{checked}>'
        )
        name = f"{start}.{act}.{way}"
        label = self.texts("sheet.of", of=self.texts(f"invent.{act}"), what=title)
        return fill(box, id=_id(name), name=name, yes=YES, label=label, checked=flag("checked", on))

    def _rows(self, name: str, label: str, lines: Lines) -> Markup:
        """Return the control for lines of a length."""
        words = {"": self.texts(f"invent.{label}_none")}
        words |= {str(length): str(length) for length in range(2, MAX_ROW + 1)}
        value = ""
        if isinstance(lines, int):
            value = str(lines)
        elif lines:
            value = IN_TEXT
        return self._choice(name, label, words, value)

    def _ends(self) -> list[Markup]:
        names = {side: self._name(side) for side in self._told.side}
        controls = [
            self._choice("first", "first", names, side_order(self._told)[0]),
            self._switch("falls", "falls", self._told.falls),
            self._switch("leaves", "leaves", self._told.leaves == "block"),
            self._rows("lines", "lines", self._told.lines),
        ]
        for key, values in game_editing.ENDS.items():
            words = {value: self.texts(f"invent.outcome.{value or 'none'}") for value in values}
            outcome = getattr(self._told.end, key) or ""
            controls.append(self._choice(f"end.{key}", f"end_{key}", words, outcome))
        endless = {"draws": self.texts("invent.outcome.draws")} | names
        controls.append(self._choice("end.endless", "end_endless", endless, self._told.end.endless))
        return controls

    def _input(self, name: str, label: str, value: str) -> Markup:
        field = (
            '<input id="{id}" name="{name}" value="{value}" maxlength="60" autocomplete="off" '
            'spellcheck="false">'
        )
        return self._labelled(name, label, fill(field, id=_id(name), name=name, value=value))

    def _choice(self, name: str, label: str, words: Mapping[str, str], value: str) -> Markup:
        known = dict(words)
        if value == IN_TEXT:
            known.setdefault(value, self.texts("invent.in_text"))
        else:
            known.setdefault(value, value)
        select = '<select id="{id}" name="{name}">{options}</select>'
        chosen = fill(select, id=_id(name), name=name, options=option_list(known, value))
        return self._labelled(name, label, chosen)

    def _labelled(self, name: str, label: str, control: Markup) -> Markup:
        return labelled(_id(name), self.texts(f"invent.{label}"), control)

    def _switch(self, name: str, label: str, on: object) -> Markup:
        box = (
            '<label class="part"><input type="checkbox" id="{id}" name="{name}" '
            'value="{yes}"{checked}>'
            "<span>{label}</span></label>"
        )
        label = self.texts(f"invent.{label}")
        return fill(box, id=_id(name), name=name, label=label, yes=YES, checked=flag("checked", on))


def _id(name: str) -> str:
    """Return the id of a control, which no other part of the page has."""
    return f"game.{name}"


@cache
def _picture(shape: str) -> str:
    piece = PIECES[shape]
    scene = Scene(SQUARE, SQUARE)
    scene.add(piece.draw((SQUARE / 2, SQUARE / 2), PIECE_HEIGHT * piece.height * SQUARE))
    return inline(scene)
