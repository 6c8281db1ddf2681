"""The contents of the page "Invent a game": the controls of a game's text, and a trial of the
game by machines.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from string import ascii_lowercase
from typing import Any

import msgspec

from kitgen.claims.claims import words_of
from kitgen.errors import KitgenError, TooLargeError, UsageError
from kitgen.games.told import TOLD
from kitgen.games.told.told_board import COMMON, CONTENTS_OF
from kitgen.games.told.told_drawing import shapes
from kitgen.games.told.told_file import read_told
from kitgen.games.told.told_game import COMMON_SIGN, ToldGame
from kitgen.games.told.told_keys import SHAPES, key_at
from kitgen.games.told.told_language import Lines, OwnPieces, Pieces, Told, kinds_of, side_order
from kitgen.inquiries.game_trial import SideTrial, Trial, largest_board, trials
from kitgen.paper.card.board import draw_board
from kitgen.paper.marks.pieces import PIECES
from kitgen.paper.marks.scene import Scene
from kitgen.reading.templates import Templates, capitalised
from kitgen.reading.texts import Texts, texts_in
from kitgen.web import game_editing
from kitgen.web.address import LANGUAGE, YES, KitAddress, fields
from kitgen.web.forms import figure, word_in
from kitgen.web.markup import Markup, app_file, each, fill, flag, labelled, option_list, table
from kitgen.web.tasks import MOST_POSITIONS, SiteTask, inline, too_large

#: The game to begin with.
SIMPLEST = "hexapawn"
#: The names of what a page sends: the text, changes of controls as JSON, and the step of a trial.
GAME_TEXT, EDITS, TRIAL_STEP = "text", "edits", "step"
#: The most pieces that a control puts in a hand, and in a row.
MOST_IN_HAND, LONGEST_ROW = 9, 6
#: The value of a choice that the text makes in a way no control can.
IN_TEXT = "text"
#: The size of a square on the page, in the units of its picture.
SQUARE = 10.0
#: The room for the picture of a board, in mm.
BOARD = 48.0
#: The opponents of a trial, by their names in forms.
WHO = ("random", "perfect")


@cache
def games_to_begin_with(language: str) -> dict[str, str]:
    """Return the titles of the games told as data that come with kitgen, the simplest first."""
    templates = Templates()
    games = [(name, read_told(name, templates)) for name in templates.names("games")]
    games.sort(key=lambda game: (game[0] != SIMPLEST, _length(game[1].told)))
    return {f"{TOLD}{name}": _title(game.told, language) for name, game in games}


def _title(told: Told, language: str) -> str:
    title, size = told.names.get(language) or told.name, game_editing.size_of(told)
    return title if size is None else f"{title}, {size[0]} × {size[1]}"


def _length(told: Told) -> int:
    """Return the length of a game without its words."""
    sides = {name: msgspec.structs.replace(side, called={}) for name, side in told.side.items()}
    return len(msgspec.json.encode(msgspec.structs.replace(told, side=sides, rules={})))


# The controls.


def game_answer(task: SiteTask) -> dict[str, Any]:
    """Return a game's text after some changes, with controls that show it, and the address of its
    kit.

    ``refusal`` says what is wrong in it, or with a change. Without a game in the text there are no
    controls; ``kit`` is empty if its rules cannot work.
    """
    language, text = task.address.language, task.more.get(GAME_TEXT, "")
    why = None
    try:
        for name, value in _edits(task.more.get(EDITS, "[]")):
            text = game_editing.edited(text, name, value, language)
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
    answer["file"] = f"{re.sub('[^a-z0-9]+', '-', told.name.lower()).strip('-') or 'game'}.toml"
    if isinstance(game, ToldGame):
        answer["kit"] = KitAddress(game.spec, ((LANGUAGE, language),)).query
    else:
        why = why or game
    return answer | {"refusal": str(_refused(language, why)) if why else ""}


def _edits(data: str) -> list[tuple[str, str]]:
    try:
        return msgspec.json.decode(data.encode(errors="replace"), type=list[tuple[str, str]])
    except msgspec.DecodeError:
        raise UsageError("what the browser sent cannot be read; change it again") from None


def _refused(language: str, why: KitgenError) -> Markup:
    """Return the reason for a refusal, with the line of the text that it is about, in the
    language of the page.
    """
    message = str(why).replace(f"'{game_editing.TEXT}'", "the text")
    place = re.fullmatch(
        r"(?:the text(?:, line (\d+))?: )?((?:side\.[\w-]+|common): )?(.*)", message, re.DOTALL
    )
    line, key, problem = place.groups() if place else (None, None, message)
    texts = texts_in(language)
    own = texts.reason(problem)
    reason = f"{key or ''}{own or problem}"
    if line:
        reason = texts("invent.line", line=line, problem=reason)
    english = flag('lang="en"', language != "en" and not own)
    return fill('<p class="warning" role="status"{english}>{it}</p>', it=reason, english=english)


class GameForm:
    """Draws the controls of a game in one language; each has the name of the change that it
    makes in the text.
    """

    def __init__(self, told: Told, language: str) -> None:
        self.texts = texts_in(language)
        self._told = told
        self._language = language
        self._size = game_editing.size_of(told)
        self._contents = dict(game_editing.contents_of(told))
        signs: dict[int, str] = {}
        kinds: dict[int, Pieces] = {}
        #: The names of kinds of pieces by their signs.
        self._kinds: dict[str, str] = {}
        for side, contents in zip(side_order(told), CONTENTS_OF, strict=True):
            for content, (name, pieces) in zip(
                contents, kinds_of(told.side[side]).items(), strict=False
            ):
                signs[content] = pieces.sign or side[0]
                kinds[content] = pieces
                if name:
                    self._kinds[signs[content]] = self._kind(name, pieces)
        if told.common is not None:
            signs[COMMON] = told.common.sign or COMMON_SIGN
            kinds[COMMON] = told.common
        moves = any(pieces.ways for pieces in told.kinds)
        shown = shapes(told, kinds, moves=moves)
        #: The shapes of pieces by their signs.
        self._shapes = {sign: shown[content] for content, sign in signs.items()}

    def drawn(self) -> Markup:
        """Return all controls."""
        told, top = (
            self._told,
            [self._input("name", "name", self._told.names.get(self._language) or self._told.name)],
        )
        for what, value in zip(("columns", "rows"), self._size or (), strict=False):
            number = (
                '<input id="{id}" name="{name}" value="{value}" type="number" min="1" max="26">'
            )
            name = f"size.{what}"
            top.append(
                self._labelled(name, what, fill(number, id=_id(name), name=name, value=value))
            )
        return fill(
            app_file("game.html"),
            self._language,
            top=top,
            squares=self._squares(),
            ends=self._ends(),
            sides=[self._side(side, pieces) for side, pieces in told.side.items()],
        )

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
        places = [sign for row in picture for sign in row]
        names = self._names(len(places))
        key = (
            '<td{hole}><button type="button" id="{id}" data-square="{number}" '
            'aria-label="{label}">{piece}'
            "</button>{under}</td>"
        )
        cells = [
            fill(
                key,
                id=_id(f"square.{number}"),
                number=number,
                label=self.texts("sheet.of", of=names[number], what=self._content(sign)),
                hole=flag('class="hole"', sign == game_editing.HOLE),
                piece=self._piece(sign),
                under=None
                if self._size
                else fill('<span class="quiet">{it}</span>', it=names[number]),
            )
            for number, sign in enumerate(places)
        ]
        wide = len(picture[0])
        rows = each(
            "<tr>{it}</tr>",
            (Markup("".join(cells[at : at + wide])) for at in range(0, len(cells), wide)),
        )
        return fill(
            '<div class="squares"><table role="presentation"><tbody>{rows}</tbody></table></div>',
            rows=rows,
        )

    def _names(self, count: int) -> list[str]:
        """Return the names of all places of the picture, also of holes."""
        if self._size is not None:
            columns, rows = self._size
            return [f"{ascii_lowercase[at % columns]}{rows - at // columns}" for at in range(count)]
        board = self._told.board
        return (
            [str(number + 1) for number in range(count)]
            if isinstance(board, str)
            else list(board.points)
        )

    def _content(self, sign: str) -> str:
        """Return the content of a square in words."""
        side = self._contents.get(sign, "")
        if not side:
            return self.texts("invent.hole" if sign == game_editing.HOLE else "app.empty")
        if sign in self._kinds:
            return self.texts("told.of_kind", side=self._name(side), kind=self._kinds[sign])
        if called := self._pieces(side).called.get(self._language):
            return called[0]
        return (
            self.texts("told.noun.piece.single") if side == game_editing.BOTH else self._name(side)
        )

    def _pieces(self, side: str) -> Pieces:
        return (self._told.common if side == game_editing.BOTH else None) or self._told.side[side]

    def _piece(self, sign: str) -> Markup | None:
        shape = self._shapes.get(sign) if self._contents.get(sign) else None
        return fill('<img src="{src}" alt="">', src=_picture(shape)) if shape in PIECES else None

    def _side(self, side: str, pieces: OwnPieces) -> Markup:
        """Return the controls of a side, which without pieces of its own has only names."""
        start, title = f"side.{side}", self._name(side)
        controls = [self._input(f"{start}.name", "side_name", title)]
        words = [
            self._input(
                f"{start}.with-article", "article", pieces.with_article.get(self._language, "")
            ),
            self._switch(f"{start}.several", "several", pieces.several),
        ]
        moves = None
        if isinstance(pieces.piece, dict):
            controls.append(self._goal(side, pieces))
            controls.append(self._rows(f"{start}.lines", "own_lines", pieces.lines))
            controls += self._choices(start, pieces, ("faces",))
            moves = each(
                "{it}",
                (self._kind_of_pieces(side, name, kind) for name, kind in kinds_of(pieces).items()),
            )
        elif self._told.common is None:
            numbers = {str(count): str(count) for count in range(1, MOST_IN_HAND + 1)}
            hands = {
                "0": self.texts("invent.hand_none"),
                **numbers,
                "any": self.texts("invent.hand_any"),
            }
            controls += [
                self._looks(start, pieces),
                self._choice(f"{start}.hand", "hand", hands, str(pieces.hand)),
                self._input(f"{start}.not-first", "not_first", " ".join(pieces.not_first)),
                self._goal(side, pieces),
                self._rows(f"{start}.lines", "own_lines", pieces.lines),
                *self._choices(start, pieces, game_editing.SIDE_CHOICES),
                *self._switches(start, pieces),
            ]
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
        shapes = {"": self.texts("invent.usual")} | {
            shape: self.texts(f"invent.shape.{shape}") for shape in SHAPES
        }
        return self._choice(f"{start}.looks", "looks", shapes, pieces.looks)

    def _words_for_one_and_several(self, start: str, pieces: Pieces) -> Iterator[Markup]:
        for what, word in zip(
            ("one", "many"), pieces.called.get(self._language, ("", "")), strict=True
        ):
            yield self._input(f"{start}.{what}", f"called_{what}", word)

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
            yield self._choice(
                f"{start}.{name}", f"{label}_label", words, getattr(pieces, label) or ""
            )

    def _switches(self, start: str, pieces: Pieces) -> Iterator[Markup]:
        """Yield the controls of keys that are true or false, below a side or a kind of its
        pieces.
        """
        if self._size is None:
            return
        for name in game_editing.SIDE_SWITCHES:
            field = name.replace("-", "_")
            yield self._switch(f"{start}.{name}", field, getattr(pieces, field))

    def _ways(self, start: str, pieces: Pieces) -> Markup:
        """Return a table with a checkbox for each direction and what pieces may do there."""
        texts = self.texts
        chosen = {act: game_editing.ways_of(getattr(pieces, act)) for act in game_editing.ACTS}
        known = game_editing.WAYS if self._size is not None else ()
        along = ("links",) if self._told.links or self._size is None else ()
        rows = []
        for way in dict.fromkeys(
            (*known, *along, *(way for ways in chosen.values() for way in ways))
        ):
            title = texts.get("invent.links" if way == "links" else f"told.way.{way}", way)
            row = [
                self._box(start, act, way, title, on=way in chosen[act])
                for act in game_editing.ACTS
            ]
            rows.append(
                fill(
                    '<tr><th scope="row">{title}</th>{row}</tr>',
                    title=title,
                    row=each("<td>{it}</td>", row),
                )
            )
        head = each(
            '<th scope="col">{it}</th>', (texts(f"invent.{act}") for act in game_editing.ACTS)
        )
        whole = (
            "<table "
            'class="moves"><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>'
        )
        return fill(whole, head=head, rows=rows)

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
        words |= {str(length): str(length) for length in range(2, LONGEST_ROW + 1)}
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
            controls.append(
                self._choice(f"end.{key}", f"end_{key}", words, getattr(self._told.end, key) or "")
            )
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
        known = {
            **words,
            value: words.get(value, self.texts("invent.in_text") if value == IN_TEXT else value),
        }
        select = '<select id="{id}" name="{name}">{options}</select>'
        return self._labelled(
            name, label, fill(select, id=_id(name), name=name, options=option_list(known, value))
        )

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
    piece, scene = PIECES[shape], Scene(SQUARE, SQUARE)
    scene.add(piece.draw((SQUARE / 2, SQUARE / 2), 1.3 * piece.height * SQUARE))
    return inline(scene)


# Trials of a game by machines.


class _Steps:
    """The trials of a game, made when asked for."""

    def __init__(self, spec: str) -> None:
        self.game = read_told(spec.removeprefix(TOLD), Templates())
        self.seen: list[Trial] = []
        self._rest: Iterator[Trial] = trials(self.game, limit=MOST_POSITIONS)
        self._refusal: KitgenError | None = None

    def up_to(self, step: int) -> tuple[Trial, bool]:
        """Return a trial, or the last one if there are fewer, and whether there will be more."""
        if self._refusal is not None:  # asked again, as in another language
            raise self._refusal
        try:
            while (
                len(self.seen) <= step
                and not self._is_over()
                and (trial := next(self._rest, None)) is not None
            ):
                self.seen.append(trial)
        except KitgenError as error:
            self._refusal = error
            raise
        return self.seen[min(step, len(self.seen) - 1)], step < len(
            self.seen
        ) and not self._is_over()

    @cached_property
    def largest(self) -> tuple[ToldGame, dict[str, int]] | None:
        """The game on the largest board that fits a class, with the boxes of each side there."""
        return largest_board(self.game, known=self.seen[-1])

    def _is_over(self) -> bool:
        """Return whether the trials end here: no class waits for machines with too many boxes."""
        return bool(self.seen) and "large" in self.seen[-1].remarks


@lru_cache(maxsize=2)
def _steps(spec: str) -> _Steps:
    return _Steps(spec)


def trial_answer(task: SiteTask) -> dict[str, Any]:
    """Return the results of a game's trial as HTML, and whether there is a next step.

    The first step has the facts known at once; each further one adds one learning rule of one
    machine.
    """
    language = task.address.language
    _, game = game_editing.read_game_text(task.more.get(GAME_TEXT, ""))
    if not isinstance(game, ToldGame):
        raise game
    step = task.more.get(TRIAL_STEP, "0")
    try:
        steps = _steps(game.spec)
        trial, more = steps.up_to(
            int(step) if step.isascii() and step.isdigit() and len(step) < 4 else 0
        )
    except TooLargeError:
        raise too_large(game.called) from None
    texts = texts_in(language)
    words = steps.game.spoken(texts, language)
    return {
        "shown": str(
            _trial(
                steps.game, trial, texts, words, [] if more else list(_largest(steps, texts, words))
            )
        ),
        "summary": _summary(trial, texts, words),
        "more": more,
    }


def _summary(trial: Trial, texts: Texts, words: Mapping[str, str]) -> str:
    boxes = ", ".join(f"{words[f'side.{side.side}']} {figure(side.boxes)}" for side in trial.sides)
    outcome = texts("invent.draw") if trial.winner is None else words[f"wins.{trial.winner}"]
    return texts("invent.summary", boxes=boxes, outcome=outcome)


def _largest(steps: _Steps, texts: Texts, words: Mapping[str, str]) -> Iterator[str]:
    if steps.largest is not None:
        game, boxes = steps.largest
        counts = ", ".join(
            f"{words[f'side.{side}']} {figure(count)}" for side, count in boxes.items()
        )
        is_own = game.spec == steps.game.spec
        yield (
            texts("invent.no_larger")
            if is_own
            else texts("invent.largest", board=game.told.board, boxes=counts)
        )


def _outcome(trial: Trial, texts: Texts, words: Mapping[str, str]) -> str:
    """Return who wins if both sides play as well as possible."""
    if trial.winner is None:
        return texts("invent.drawn")
    wins = words[f"wins.{trial.winner}"]
    if trial.plies is None:
        return texts("invent.won_without_end", wins=wins)
    return texts("invent.won", wins=wins, plies=trial.plies)


def _trial(
    game: ToldGame, trial: Trial, texts: Texts, words: Mapping[str, str], last: Sequence[str] = ()
) -> Markup:
    """Return the results of a trial so far; ``last`` are the lines at its end."""
    lines = [
        texts("invent.positions", positions=figure(trial.positions)),
        _outcome(trial, texts, words),
    ]
    lines += [texts("invent.recurs")] if trial.recurs else []
    remarks = [words_of(texts, claim) for claim in trial.claims]
    learned = all(side.forecasts for side in trial.sides)
    ends = (
        [texts("invent.course")]
        if learned
        else [texts("invent.not_learned")]
        if "large" in trial.remarks
        else []
    )
    names = {side.side: words[f"side.{side.side}"] for side in trial.sides}
    head = [texts("invent.machine"), *names.values()]
    prints = '<button type="button" class="main" data-{does}="{which}">{it}</button>'
    return fill(
        app_file("trial.html"), texts.language,
        remarks=each("<p><strong>{it}</strong></p>", remarks), lines=each("<p>{it}</p>", lines),
        figures=table(head, _figures(trial.sides, texts, learned=learned)),
        ends=[each('<p class="quiet">{it}</p>', ends), each("<p>{it}</p>", last)],
        prints=[
            fill(prints, does=does, which=which, it=texts(f"invent.{does}", side=names[side.name]))
            for does in ("play", "print")
            for which, side in zip(("first", "second"), game.sides, strict=True)
            if side.name in names
        ],
        rule_lines=each("<p>{it}</p>", words["rules"].splitlines()),
        picture=inline(draw_board(game, game.start(), (), BOARD, BOARD)),
    )  # fmt: skip


def _figures(sides: Sequence[SideTrial], texts: Texts, *, learned: bool) -> Iterator[list[str]]:
    """Yield the rows of the table: the needs of machines, and their learning once that is known."""
    for key in ("boxes", "choices", "mattering", "beads", "colours"):
        yield [texts(f"invent.{key}"), *(figure(getattr(side, key)) for side in sides)]
    if not learned:
        return
    yield [
        texts("invent.rule"),
        *(word_in(texts.language, fields()["rule"], side.rule) for side in sides),
    ]
    for at, who in enumerate(WHO):
        shares = [(side.forecasts[at].first, side.forecasts[at].last) for side in sides]
        courses = (" → ".join("/".join(map(str, share)) for share in pair) for pair in shares)
        yield [texts("invent.against", who=texts(f"serve.who.{who}")), *courses]
