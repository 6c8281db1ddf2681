"""The page with the board of a class, for a projector: of a server that keeps what is typed, or
written as a file.
"""

from hashlib import sha256
from html import escape
from typing import Any

from kitgen.journal.class_board import (
    UNDO,
    ClassBoard,
    GroupStanding,
    called,
    learned_words,
    result_keys,
    shortest_keys,
)
from kitgen.journal.journal_words import result_letter
from kitgen.kit.kit import Kit
from kitgen.paper.document import Sign
from kitgen.paper.game_sheets import legend, signed_score
from kitgen.paper.layout.group_signs import draw_sign
from kitgen.paper.marks.scene import Scene
from kitgen.reading.texts import Texts
from kitgen.record.rows import RESULT_WORDS
from kitgen.render.svg import svg_bytes
from kitgen.web.page_build import filled_in, inline_json, page_policy
from kitgen.web.script import script, source, squeezed

#: The width of a sign and of the picture that it is in, in mm.
SIGN_MM = 5.4
SIGN_ROOM_MM = 6.0


def board_data(board: ClassBoard, texts: Texts) -> dict[str, Any]:
    """Return a board as data for its page, with all its words."""
    groups = [_group_data(standing, texts) for standing in board.groups]
    about: list[str] = []
    for kit, standing in {
        standing.kit.hash: (standing.kit, standing) for standing in board.groups
    }.values():
        about += [line for line in legend(kit, texts, standing.bands) if line not in about]
    if board.compared:
        names = ", ".join(
            called(standing.group, standing.number, texts)
            for standing in board.groups
            if standing.leads
        )
        front = texts(
            "class-board.screen.leads", count=board.compared, names=names, lost=board.least_lost
        )
    else:
        front = texts("class-board.screen.begin")
    data = {"front": front, "reach": board.reach, "groups": groups, "about": about}
    return data | {"version": sha256(inline_json(data).encode()).hexdigest()[:16]}


def _group_data(standing: GroupStanding, texts: Texts) -> dict[str, Any]:
    name = called(standing.group, standing.number, texts)
    status = standing.status
    figures = texts("class-board.screen.no_games")
    if status.games:
        figures = texts("class-board.screen.lost_of", count=status.games, lost=status.lost)
    return {
        "name": name,
        "number": standing.number,
        "sign": _sign(standing.number),
        "results": standing.results,
        "leads": standing.leads,
        "figures": figures,
        "learned": learned_words(standing, texts) or texts("class-board.screen.nothing_learned"),
        "label": texts(
            "class-board.screen.curve",
            name=name,
            games=figures,
            score=signed_score(sum(standing.results)),
        ),
        "bands": [{"low": band.low, "high": band.high} for band in standing.bands if not band.lost],
    }


def _sign(number: int) -> str:
    scene = Scene(SIGN_ROOM_MM, SIGN_ROOM_MM)
    scene.add(*draw_sign(number, Sign((SIGN_ROOM_MM / 2, SIGN_ROOM_MM / 2), SIGN_MM)))
    return svg_bytes(scene).decode()


def keys_help(kit: Kit, texts: Texts, number: int = 3) -> str:
    """Return the keys of the board, with what they mean for a group."""
    keys = result_keys(kit, texts)
    examples = []
    for shortest, result in shortest_keys(keys).items():
        word = texts(f"class-board.screen.{RESULT_WORDS[result]}")
        examples.append(
            texts(
                "class-board.screen.key", typed=f"{number} {shortest}", number=number, result=word
            )
        )
    return texts("class-board.screen.keys", examples=", ".join(examples), undo=UNDO)


def build_board_page(board: ClassBoard, texts: Texts, name: str, *, live: bool) -> str:
    """Return the page of a board; ``live`` if a server takes its keys and files.

    ``name`` is that of the class.
    """
    kit = board.groups[0].kit
    keys = result_keys(kit, texts)
    help_line = keys_help(kit, texts, board.groups[0].number)
    data = {
        "live": live,
        "language": kit.choices.language,
        "words": _curve_words(texts),
        "keys": list(keys),
        "whole": [result_letter(texts, result).casefold() for result in set(keys.values())],
        "undo": UNDO,
        "help": help_line,
        "board": board_data(board, texts),
    }
    style = squeezed(source("board/board.css"))
    code = script("board/board.js")
    filled = {
        "language": escape(kit.choices.language),
        "title": escape(
            f"{texts('class-board.title')} · {name}" if name else texts("class-board.title")
        ),
        "policy": page_policy(style, code, "img-src data:", *["connect-src 'self'"] * live),
        "style": style,
        "hidden": "" if live else " hidden",
        "keys": escape(f"{help_line} {texts('class-board.screen.drop')}"),
        "gone": escape(texts("class-board.screen.gone")),
        "data": inline_json(data),
        "script": code,
    }
    return filled_in(source("board/board.html"), filled)


def _curve_words(texts: Texts) -> dict[str, str]:
    """Return the words that the script says."""
    counted = texts.raw_under("web.")
    words = {key: text for key, text in counted.items() if key.startswith("games.")}
    for key in ("leader", "not_a_key"):
        words[key] = texts.raw(f"class-board.screen.{key}")
    return words
