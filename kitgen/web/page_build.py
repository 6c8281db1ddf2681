"""The companion page: one HTML file that needs no network.

The page knows no rules: its data has every situation of the games, with edges to the next ones, and
the boxes. It learns by the schedule that the kernel reads too. See docs/web.md for the format.
"""

import json
import pathlib
import re
import zlib
from base64 import b85encode
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from html import escape
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from kitgen.claims.claims import facts_of, say
from kitgen.errors import UsageError, quoted
from kitgen.files import write_whole
from kitgen.journal.exchange import write_json_lines
from kitgen.journal.journal import installed_version
from kitgen.journal.journal_lines import JournalHead
from kitgen.journal.journal_words import result_letter
from kitgen.kit.editions import read_edition
from kitgen.kit.kit import Box, Kit, view_at
from kitgen.kit.palette import Colour, read_palette
from kitgen.machine.game_graph import GameGraph, one_sided
from kitgen.machine.lines import sign
from kitgen.machine.match import Adviser, twin_kit
from kitgen.machine.paper_machine import Shelf
from kitgen.model import Move, Position
from kitgen.paper.card.board import SMALLER, draw_board, fit_grid, machine_below
from kitgen.paper.card.moves import CrowdedError, badge_extent, draw_badge
from kitgen.paper.game_sheets import learning_rows
from kitgen.paper.marks.scene import Disc, Line, Mark, Path, Place, Polygon, Scene, Stamp, Text
from kitgen.paper.spoken_game import (
    Spoken,
    game_aim,
    game_rules,
    has_draws,
    machine_side,
    piece_name,
    side_name,
    spoken_title,
)
from kitgen.papers import Point
from kitgen.reading.templates import Templates, title_in
from kitgen.reading.texts import Texts
from kitgen.record.rows import RESULT_WORDS, RESULTS
from kitgen.record.table_words import turn_pattern, vocabularies
from kitgen.render.page_policy import source_hash
from kitgen.render.svg import mark_text
from kitgen.web.address import address_of
from kitgen.web.script import script, source, squeezed

#: The page's opponents without boxes: an edge's digit in ``choices`` has a bit for each, lowest
#: first.
OFFERED = ("random", "winning-move", "perfect")
#: The most situations of a game; more would make a page too large for a phone.
MOST = 40_000
#: The letters for an outcome for the machine, lost, drawn and won, and for a game that goes on.
OUTCOMES, GOES_ON = "ldw", "."
#: An edge without a bead of the second machine.
NEVER = "."


def second_machine(kit: Kit) -> Kit | None:
    """Return the opposite machine; None if the kit has no boxes for all its moves.

    >>> from kitgen.kit.build import build_kit
    >>> second_machine(build_kit("her")).choices.side
    'white'
    """
    return twin_kit(kit, kit.players[0]) if kit.choices.expect == "any" else None


def all_colours(kits: Sequence[Kit]) -> list[Colour]:
    """Return the bead colours of several kits, the first kit's first."""
    return list({colour.key: colour for kit in kits for colour in kit.palette}.values())


def page_data(kit: Kit, other: Kit | None = None) -> dict[str, Any]:
    """Return a kit as data for the page; the boxes of the ``other``, opposite machine come after
    its own.

    >>> from kitgen.kit.build import build_kit
    >>> data = page_data(build_kit("her"))
    >>> len(data["boxes"]), [len(seat["boxes"]) for seat in data["seats"]]
    (19, [122])
    """
    if kit.rule.learns != "beads":
        raise UsageError(
            f"rule {quoted(kit.choices.rule)} keeps no beads; a page shows machines with beads"
        )
    kits = [kit] if other is None else [kit, other]
    shelf, palette = Shelf(kit), all_colours(kits)
    colours = {colour.key: at for at, colour in enumerate(palette)}
    moves, lies, endings = dict[Move, int](), {"": 0}, {"": 0}
    opposite = None if other is None else Shelf(other)
    seats = []
    for side in kit.players:
        graph = one_sided(shelf, side, MOST)
        seats.append(_seat(kit, graph, side, moves, lies, endings))
        if opposite is not None:
            seats[-1] |= _opposite(graph, opposite, side, len(kit.boxes))
    diagram = kit.game.diagram
    return {
        "name": kit.name,
        "game": kit.game_spec,
        "kind": diagram.moves,
        "names": list(_cell_names(kit)),
        "seeds": diagram.seeds,
        "hash": kit.short_hash,
        "language": kit.choices.language,
        "schedule": shelf.schedule.data(),
        "gives_up": kit.rule.when_empty.outcome,
        "draws": has_draws(kit),
        "scoring": kit.game.scoring,
        "cares": {
            letter: shelf.schedule.cares_how_it_ended(result) for letter, result in RESULTS.items()
        },
        "opponents": list(OFFERED),
        "repetition": kit.game.repetition or 0,
        "colours": [
            {key: getattr(colour, key) for key in ("name", "key", "letter", "fill")}
            for colour in palette
        ],
        "endings": list(endings),
        "boxes": [
            {
                "id": box.id,
                "row": box.row,
                "colours": [colours[slot.colour.key] for slot in box.slots],
                "beads": [slot.beads for slot in box.slots],
                "values": "".join(_written(sign(slot.value)) for slot in box.slots),
            }
            for machine in kits
            for box in machine.boxes
        ],
        "own": len(kit.boxes),
        "other": "" if other is None else other.name,
        "moves": [
            {
                "text": kit.game.move_text(move),
                "from": move.target if move.source is None else move.source,
                "to": move.target,
            }
            for move in moves
        ],
        "signs": list(lies),
        "seats": seats,
    }


def _cell_names(kit: Kit) -> Sequence[str]:
    """Return the name of each cell in moves; nothing if moves do not name cells."""
    diagram, arrows = kit.game.diagram, kit.game.diagram.moves == "arrow"
    if diagram.names or kit.game.rows_by == "none":
        return diagram.names
    texts = [
        kit.game.move_text(Move(cell if arrows else None, cell))
        for cell in range(len(diagram.centres))
    ]
    return [text[: len(text) // 2] for text in texts] if arrows else texts


def _seat(
    kit: Kit,
    graph: GameGraph,
    side: int,
    moves: dict[Move, int],
    lies: dict[str, int],
    endings: dict[str, int],
) -> dict[str, Any]:
    numbers = {position: number for number, position in enumerate(dict.fromkeys(graph.positions))}
    edges = [branch for branches in graph.branches for branch in branches]
    situations = range(len(graph.positions))
    repeats = situations if kit.game.repetition is not None else ()
    views = [
        view_at(kit, position) if box >= 0 else None
        for position, box in zip(graph.positions, graph.boxes, strict=True)
    ]
    return {
        "side": side,
        "names": [player.name for player in kit.game.sides],
        "cells": [signs(position.cells) for position in numbers],
        "position": _fresh([numbers[position] for position in graph.positions], 0),
        "mover": signs(position.to_move for position in graph.positions),
        "ends": "".join(_written(graph.outcome(index, side)) for index in situations),
        "why": signs(
            0 if result is None else endings.setdefault(kit.game.ending(position), len(endings))
            for position, result in zip(graph.positions, graph.results, strict=True)
        ),
        "repeated": "".join(_written(graph.repeated(index, side)) for index in repeats),
        "boxes": list(graph.boxes),
        "lies": signs(lies.setdefault(view.sign if view else "", len(lies)) for view in views),
        "degrees": [len(branches) for branches in graph.branches],
        "children": _fresh([branch.child for branch in edges], 1),
        "moves": [moves.setdefault(branch.move, len(moves)) for branch in edges],
        "choices": signs(_choices(kit, graph, 1 - side)),
    }


def _opposite(graph: GameGraph, opposite: Shelf, side: int, before: int) -> dict[str, Any]:
    """Return the second machine's boxes in a seat's situations, and its slot for each edge."""
    boxes, slots = [], []
    for position, branches in zip(graph.positions, graph.branches, strict=True):
        opening = opposite.find(position) if branches and position.to_move != side else None
        boxes.append(-1 if opening is None or opening.box is None else before + opening.box)
        drawn = () if opening is None else opening.moves
        slots += [
            signs([drawn.index(branch.move)]) if branch.move in drawn else NEVER
            for branch in branches
        ]
    return {"opposite": boxes, "slots": "".join(slots)}


def _fresh(numbers: Sequence[int], unseen: int) -> list[int]:
    """Return numbers in little space: 0 for the first that is not seen yet, which most are;
    otherwise one more.
    """
    short = []
    for number in numbers:
        short.append(0 if number == unseen else number + 1)
        unseen += number == unseen
    return short


def signs(numbers: Iterable[int]) -> str:
    """Return small numbers as text, a sign for each: a letter from ``0`` on.

    >>> signs([0, 9, 10]), numbers_in("09:")
    ('09:', (0, 9, 10))
    """
    return "".join(chr(ord("0") + number) for number in numbers)


def numbers_in(text: str) -> tuple[int, ...]:
    """Return the numbers of ``signs``."""
    return tuple(ord(digit) - ord("0") for digit in text)


def _written(outcome: int | None) -> str:
    return GOES_ON if outcome is None else OUTCOMES[outcome + 1]


def _choices(kit: Kit, graph: GameGraph, side: int) -> Sequence[int]:
    """Return for each edge a bit for each offered opponent on a side that may choose it."""
    adviser, bits = Adviser(kit.oracle), list[int]()
    for index, branches in enumerate(graph.branches):
        position = graph.positions[index]
        mine = bool(branches) and position.to_move == side
        chosen = [
            set(adviser.choices(name, position, graph.leads[index])) if mine else set()
            for name in OFFERED
        ]
        bits += (
            sum((branch.move in moves) << bit for bit, moves in enumerate(chosen))
            for branch in branches
        )
    return bits


# The pictures: each different shape of kitgen's marks once, and its places. A board is its ground
# and, for each cell, the marks of its content; a box is a board with arrows and badges. So hundreds
# of boxes take little space, and the page can draw any position without knowing the game.

#: The size of a board, in mm, and the letters on a bead, in points.
ROOM = 48.0
BEAD_LETTERS = 12.0

#: Two decimals of a number, and the invisible ones after them.
_FINE = re.compile(r"(\.[0-9]{2})[0-9]+")
#: A decimal point with only zeros after it.
_EVEN = re.compile(r"(?<=\d)\.0+(?=[\s,\"])")
#: A shape's number and its place.
Placed = list[float]
#: The numbers of all different shapes of a page, by their SVG, which is drawn about the shape's
#: first point.
Shapes = dict[str, int]


def place_marks(marks: Iterable[Mark], shapes: Shapes) -> list[Placed]:
    """Return marks as shapes in their places; ``shapes`` takes in the new ones."""
    placed = []
    for mark in marks:
        x, y = _anchor(mark)
        shape = _EVEN.sub("", _FINE.sub(r"\1", mark_text(mark.placed(Place(-x, -y)))))
        number = shapes.setdefault(shape, len(shapes))
        placed.append([number, round(x, 1), round(y, 1)])  # half a dot on a screen, or less
    return placed


def _anchor(mark: Mark) -> Point:
    match mark:
        case Line(start=point) | Disc(centre=point) | Text(at=point) | Stamp(at=point):
            return point
        case Polygon():
            return mark.points[0]
        case Path():
            return next(point for _, *points in mark.steps for point in points)


def _board_marks(
    kit: Kit, seen: Sequence[Position], size: float = 1.0
) -> tuple[list[Mark], dict[tuple[int, int], list[Mark]]]:
    """Return the marks of an empty board, and those of each cell with each content that is seen
    there.

    ``size`` is that of pieces, as a share of the usual one.
    """
    cells = range(len(kit.game.diagram.centres))

    def marks_of(*contents: int) -> list[Mark]:
        position = Position(contents, 0)
        return draw_board(
            kit.game, position, (), ROOM, ROOM, turned=machine_below(kit), size=size
        ).marks

    bare = marks_of(*(0 for _ in cells))
    contents = sorted({pair for position in seen for pair in enumerate(position.cells)})
    alone = {
        (cell, content): marks_of(*(content if at == cell else 0 for at in cells))
        for cell, content in contents
    }
    ground = [mark for mark in bare if all(mark in marks for marks in alone.values())]

    def goes(mark: Mark, cell: int) -> bool:
        return any(
            mark not in marks for (at, content), marks in alone.items() if at == cell and content
        )

    # The marks of an empty cell are those that disappear when it has any content.
    emptied = {
        cell: [mark for mark in bare if mark not in ground and goes(mark, cell)]
        for cell, _ in alone
    }
    parts = {
        (cell, content): emptied[cell]
        if content == 0
        else [mark for mark in marks if mark not in bare]
        for (cell, content), marks in alone.items()
    }
    return ground, parts


def _placed_board(
    kit: Kit,
    shapes: Shapes,
    ground: Sequence[Mark],
    parts: Mapping[tuple[int, int], Sequence[Mark]],
) -> dict[str, Any]:
    grid = fit_grid(kit.game.diagram, ROOM, ROOM, turned=machine_below(kit))
    return {
        "size": [round(length, 2) for length in grid.size],
        "cell": [round(grid.width, 2), round(grid.height, 2)],
        "centres": [[round(x, 2), round(y, 2)] for x, y in grid.centres],
        "ground": place_marks(ground, shapes),
        "parts": {
            f"{cell}:{content}": place_marks(marks, shapes)
            for (cell, content), marks in parts.items()
            if marks
        },
    }


def board_pictures(kit: Kit, seen: Sequence[Position]) -> dict[str, Any]:
    """Return the pictures of a kit's board alone, for all positions ``seen`` on it."""
    shapes: Shapes = {}
    return _placed_board(kit, shapes, *_board_marks(kit, seen)) | {"shapes": list(shapes)}


def pictures(kits: Sequence[Kit], seen: Sequence[Position]) -> dict[str, Any]:
    """Return the pictures of machines' boards, boxes and beads, for all positions ``seen`` on the
    page.

    All boards have the first machine's orientation.
    """
    kit, own = kits[0], [box for machine in kits for box in machine.boxes]
    shapes: Shapes = {}
    size, scenes = _box_scenes(kit, own)
    ground, parts = _board_marks(kit, [*seen, *(box.position for box in own)], size)
    boxes = []
    for box, scene in zip(own, scenes, strict=True):
        board = [*ground, *(mark for pair in enumerate(box.position.cells) for mark in parts[pair])]
        last = max(at for at, mark in enumerate(scene.marks) if mark in board)
        under = [mark for mark in scene.marks[:last] if mark not in board]
        boxes.append([place_marks(under, shapes), place_marks(scene.marks[last + 1 :], shapes)])
    palette = all_colours(kits)
    beads = [place_marks(draw_badge(colour, (0, 0), BEAD_LETTERS), shapes) for colour in palette]
    reach = max(
        abs(edge) for colour in palette for edge in badge_extent(colour.symbol, BEAD_LETTERS)
    )
    return _placed_board(kit, shapes, ground, parts) | {
        "boxes": boxes,
        "positions": [signs(box.position.cells) for box in own],
        "beads": beads,
        "reach": round(reach, 2),
        "shapes": list(shapes),
    }


def _box_scenes(kit: Kit, boxes: Sequence[Box]) -> tuple[float, list[Scene]]:
    """Return the pictures of boxes, and the size of pieces that leaves room for the moves of all
    of them.
    """
    for size in (1.0, *SMALLER):
        with suppress(CrowdedError):
            turned = machine_below(kit)
            return size, [
                draw_board(kit.game, box.position, box.slots, ROOM, ROOM, turned=turned, size=size)
                for box in boxes
            ]
    raise UsageError(f"positions of {kit.game.called} have too many moves to be drawn on a page")


#: The prefix of the page's texts.
WEB = "web."
#: The one element whose text is written where no script runs; the script writes all others.
_NO_SCRIPT = '<p class="warning" data-text="no_script">'
_PLACE = re.compile(r"\{\{([a-z]+)\}\}")


def build_page(
    kit: Kit, templates: Templates | None = None, *, journal: str = "", app: str = ""
) -> str:
    """Return the page of a kit, in the kit's language at first.

    ``journal`` has the machine's games, as ``export_journal`` writes them in JSON Lines; empty for
    a new machine. ``app`` is the address of the app, to which the menu links for another kit; empty
    for no link.
    """
    templates = templates or Templates()
    other = second_machine(kit)
    data = played_data(kit, other, templates, journal)
    kits = [kit] if other is None else [kit, other]
    seen = sorted({cells for seat in data["seats"] for cells in seat["cells"]})
    drawn = pictures(kits, [Position(numbers_in(cells), 0) for cells in seen])
    shapes = drawn.pop("shapes")
    data["app"] = app and _kit_in(app, kit)
    languages = {name: spoken(kits, name, templates) for name in templates.languages()}
    own = kit.choices.language
    data["pictures"] = drawn
    data["languages"] = {own: languages.pop(own)}
    for told in languages.values():
        told["words"] = _in_order_of(data["languages"][own]["words"], told["words"])
    data["more_languages"] = packed(_like_after_like(languages))
    style, code = squeezed(source("page.css")), script("view/main.js")
    texts = Texts(kit.choices.language, templates)
    filled = {
        "language": escape(kit.choices.language),
        "title": escape(spoken_title(Spoken(kit, texts))),
        "kit": escape(f"{kit.game.called} · {kit.short_hash}"),
        "policy": page_policy(style, code),
        "style": style,
        "shapes": "".join(f'<g id="s{number}">{shape}</g>' for number, shape in enumerate(shapes)),
        "data": inline_json(data),
        "script": code,
    }
    page = re.sub(r"\n +", "\n", source("page.html"))
    page = page.replace(_NO_SCRIPT, f"{_NO_SCRIPT}{escape(texts(f'{WEB}no_script'))}")
    return filled_in(page, filled)


def _kit_in(app: str, kit: Kit) -> str:
    try:
        return f"{app}#{address_of(kit).query}"
    except UsageError:  # made with a user's own file, which the app does not have
        return app


def spoken(kits: Sequence[Kit], language: str, templates: Templates) -> dict[str, Any]:
    """Return all words of a page in a language: its own, and those for the game, the rule and
    the beads.
    """
    kit, texts = kits[0], Texts(language, templates)
    here, game = Spoken(kit, texts), kit.game
    palettes = (read_palette(machine.choices.palette, language, templates) for machine in kits)
    names = {colour.key: colour.name for palette in palettes for colour in palette}
    endings = f"games.{game.name}.ending."
    if game.spoken(texts, language):
        endings = "told.ending."
    return {
        "title": _title(here, templates),
        "words": {**texts.raw_under(WEB), **_results(texts), **_claims(kit, texts)},
        "rules": game_rules(here),
        "aim": game_aim(here),
        "machine": machine_side(here),
        "sides": [side_name(here, side) for side in (0, 1)],
        "pieces": {
            str(content): piece_name(here, kind) for content, kind in game.diagram.pieces.items()
        },
        "learning": [*map(list, learning_rows(kit, texts))],
        "colours": [names.get(colour.key, colour.name) for colour in all_colours(kits)],
        "endings": {ending: texts(f"{endings}{ending}") for ending in texts.raw_under(endings)},
    }


def _results(texts: Texts) -> dict[str, str]:
    """Return the words for the results of games, each with its letter on the log sheet."""
    words = {}
    for result, word in RESULT_WORDS.items():
        own = texts(f"{WEB}result_{word}")
        words[f"result_{word}"] = texts(
            "journal.change.result_of", result=own, letters=result_letter(texts, result)
        )
    return words


#: The claims of the page by the keys of its words, with the places that its script fills in.
PAGE_CLAIMS = {
    "tab_watch": ("watch_tab", ()),
    "press_to_watch": ("watch_start", ()),
    "finished": ("finished_page", ()),
    "over_band": ("band_page", ("against",)),
    "scored": ("band_point", ("score", "games", "low", "high")),
}


def _claims(kit: Kit, texts: Texts) -> dict[str, str]:
    """Return the words of the claims that hold for a kit; the others are left out, and the
    script never says them.
    """
    words = {}
    for key, (claim, places) in PAGE_CLAIMS.items():
        left_open = {place: f"{{{place}}}" for place in places}
        sentence = say(texts, claim, facts_of(kit, **left_open))
        if sentence:
            words[key] = sentence
    return words


def _title(here: Spoken, templates: Templates) -> str:
    kit = here.kit
    if kit.name in templates.names("editions"):
        titles = read_edition(kit.name, templates).title
        if titles.get(kit.choices.language) == kit.title:
            return title_in(here.texts.language, titles, kit.name)
    return spoken_title(here)


def played_data(
    kit: Kit, other: Kit | None, templates: Templates, journal: str = ""
) -> dict[str, Any]:
    """Return a kit as data for the page, with its journal, and the words to read other files of
    games.
    """
    head = JournalHead(installed_version(), kit.choices.rule, kit.rule, kit)
    journal = journal or write_json_lines(head, ()).decode()
    return page_data(kit, other) | {
        "journal": journal,
        "key": sha256(journal.encode()).hexdigest()[:16],
        "vocabulary": _words_of_tables(kit, templates),
        "turn": turn_pattern(vocabularies(templates)),
    }


def _words_of_tables(kit: Kit, templates: Templates) -> list[dict[str, Any]]:
    """Return the words of tables: those of kitgen's own files, of the kit's language, and of all
    others.
    """
    own, *languages = vocabularies(templates)
    languages.sort(key=lambda words: words.language != kit.choices.language)
    return [
        {
            "columns": _by_meaning(words.columns),
            "results": _by_meaning(words.results),
            "letters": [dict(some) for some in words.letters],
            "answers": dict(words.answers),
            "colours": _by_meaning(words.colours),
        }
        for words in (own, *languages)
    ]


#: The sign between words of one meaning; a word that has it is left out.
BETWEEN_WORDS = "|"


def _by_meaning(words: Mapping[str, object]) -> dict[str, str]:
    """Return the words of each meaning in one text, which takes less room than the meaning of
    each word.
    """
    found: dict[str, list[str]] = {}
    for word, meaning in words.items():
        if BETWEEN_WORDS not in word:
            found.setdefault(str(meaning), []).append(word)
    return {meaning: BETWEEN_WORDS.join(some) for meaning, some in found.items()}


def write_page(
    kit: Kit,
    path: pathlib.Path,
    templates: Templates | None = None,
    *,
    journal: str = "",
    app: str = "",
) -> int:
    """Write the page of a kit, as ``build_page`` makes it, to a file, whole or not at all;
    return its size in bytes.
    """
    page = build_page(kit, templates, journal=journal, app=app).encode()
    write_whole(path, page)
    return len(page)


def filled_in(page: str, values: Mapping[str, str]) -> str:
    """Return a page with its places, such as ``{{title}}``, filled in."""
    return _PLACE.sub(lambda place: values[place[1]], page)


def page_policy(style: str, code: str, *more: str) -> str:
    """Return a page's security policy: use this style, this script and what ``more`` allows, and
    nothing else.
    """
    rules = [
        "default-src 'none'",
        f"style-src {source_hash(style)}",
        f"script-src {source_hash(code)}",
        *more,
    ]
    return "; ".join([*rules, "base-uri 'none'", "form-action 'none'"])


def inline_json(data: Any) -> str:
    """Return data as JSON that cannot end the element around it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


#: The digits of base 85 (RFC 1924), and the signs of the page for them: those from ``#`` on, but
#: for the two that JSON or HTML would have to write otherwise.
_DIGITS = digits + ascii_uppercase + ascii_lowercase + "!#$%&()*+-;<=>?@^_`{|}~"
_SIGNS = {
    ord(digit): chr(ord("#") + value).translate({ord("<"): "x", ord("\\"): "y"})
    for value, digit in enumerate(_DIGITS)
}


def packed(data: Any) -> str:
    """Return data as JSON, compressed, in base 85: the words of all languages take a third of
    their room so.
    """
    compressed = zlib.compress(inline_json(data).encode(), 9)
    return b85encode(compressed).decode().translate(_SIGNS)


def _in_order_of(own: Mapping[str, str], words: Mapping[str, str]) -> object:
    """Return the words of a language in the order of those of the page's own one, whose keys then
    need not be said.

    A language with other plural forms has other keys, and says them.
    """
    return [*words.values()] if [*words] == [*own] else words


def _like_after_like(languages: Mapping[str, object]) -> dict[str, object]:
    """Return languages in an order in which each follows the one that it has most in common with.

    What two have in common is compressed away where they stand beside each other: a hundredth of
    all.
    """
    left = {name: inline_json(spoken).encode() for name, spoken in languages.items()}
    order = []
    before = b""
    while left:
        nearest = min(left, key=lambda name: _length_after(before, left[name]))
        order.append(nearest)
        before = left.pop(nearest)
    return {name: languages[name] for name in order}


def _length_after(before: bytes, text: bytes) -> int:
    """Return the compressed length of a text that follows another one."""
    work = zlib.compressobj(zdict=before)
    return len(work.compress(text) + work.flush())
