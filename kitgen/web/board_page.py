"""The page with the board of a class, for a projector: of a server that keeps what is typed, or
written as a file.
"""

from hashlib import sha256
from html import escape
from typing import Any

from kitgen.journal.class_board import (
    GAMES_STEP,
    MIN_GAMES_SHOWN,
    UNDO,
    ClassBoard,
    GroupStanding,
    called,
    learned_words,
    result_keys,
    shortest_keys,
)
from kitgen.journal.class_journals import MAX_GAMES_COMPARED, bands_of
from kitgen.journal.journal_words import result_letter
from kitgen.kit.kit import Kit
from kitgen.machine.first_games import LESSON
from kitgen.machine.learning import schedule_of
from kitgen.paper.document import Sign
from kitgen.paper.game_sheets import change_sentences, legend, signed_score
from kitgen.paper.job import Band
from kitgen.paper.layout.group_signs import draw_sign
from kitgen.paper.marks.scene import Scene
from kitgen.paper.spoken_game import Spoken, spoken_title
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
    help_line = keys_help(kit, texts, board.groups[0].number)
    data = {
        "live": live,
        "words": _words(texts, "leader", "not_a_key"),
        "board": board_data(board, texts),
    }
    return _page(
        kit,
        texts,
        data,
        title=f"{texts('class-board.title')} · {name}" if name else texts("class-board.title"),
        help_line=help_line,
        hint=texts("class-board.screen.drop"),
        gone=texts("class-board.screen.gone"),
    )


def build_own_board(kit: Kit, groups: int, texts: Texts) -> str:
    """Return the page of a board for so many groups that needs no server: the browser keeps what is
    typed and dropped.

    What it says of results is what ``board_data`` says of groups whose games are results alone.
    """
    schedule = schedule_of(kit.rule)
    changes = {1: kit.rule.win, 0: kit.rule.draw, -1: kit.rule.loss}
    learned = {
        str(result): change_sentences(change, kit.rule.ceiling, texts)[0]
        for result, change in changes.items()
        if schedule.needs(result)
    }
    simulated = bands_of(kit, MAX_GAMES_COMPARED)
    bands = [Band(opponent, *edges) for opponent, edges in simulated.items()]
    own = {
        "hash": kit.hash,
        "signs": [_sign(number) for number in range(1, groups + 1)],
        "bands": [{"low": band.low, "high": band.high} for band in bands if not band.lost],
        "about": legend(kit, texts, bands),
        "results": result_keys(kit, texts),
        "learned": learned,
        "lesson": LESSON,
        "shown": MIN_GAMES_SHOWN,
        "step": GAMES_STEP,
    }
    words = _words(texts, *OWN_SCREEN_WORDS)
    words |= {
        key: text
        for key, text in texts.raw_under("class-board.screen.").items()
        if key.partition(".")[0] in PLURAL_WORDS
    }
    words |= {
        f"learned.{key}": text for key, text in texts.raw_under("class-board.learned.").items()
    }
    words |= texts.raw_under("class-board.own.")
    return _page(
        kit,
        texts,
        {"live": False, "words": words, "own": own},
        title=f"{texts('class-board.title')} · {spoken_title(Spoken(kit, texts))}",
        help_line=keys_help(kit, texts, min(3, groups)),
        hint=texts("class-board.own.own_drop"),
        gone=texts("class-board.own.not_kept"),
    )


def _page(
    kit: Kit,
    texts: Texts,
    data: dict[str, Any],
    *,
    title: str,
    help_line: str,
    hint: str,
    gone: str,
) -> str:
    """Return the page with its data; a board that a server or the page keeps takes keys."""
    keys = result_keys(kit, texts)
    takes_keys = data["live"] or "own" in data
    whole = {
        "language": kit.choices.language,
        "keys": list(keys),
        "whole": [result_letter(texts, result).casefold() for result in set(keys.values())],
        "undo": UNDO,
        "help": help_line,
    } | data
    style = squeezed(source("board/board.css"))
    code = script("board/board.js")
    filled = {
        "language": escape(kit.choices.language),
        "title": escape(title),
        "policy": page_policy(style, code, "img-src data:", *["connect-src 'self'"] * data["live"]),
        "style": style,
        "hidden": "" if takes_keys else " hidden",
        "keys": escape(f"{help_line} {hint}"),
        "gone": escape(gone),
        "clear": escape(texts("class-board.own.clear")),
        "unkept": "" if "own" in data else " hidden",
        "data": inline_json(whole),
        "script": code,
    }
    return filled_in(source("board/board.html"), filled)


#: What the script says of a board that keeps itself, beside texts that have a number.
OWN_SCREEN_WORDS = (
    "begin",
    "curve",
    "drawn",
    "leader",
    "lost",
    "named",
    "no_games",
    "not_a_key",
    "noted",
    "nothing_learned",
    "taken",
    "undone",
    "which",
    "won",
)
PLURAL_WORDS = ("leads", "lost_of")


def _words(texts: Texts, *keys: str) -> dict[str, str]:
    """Return the words that the script says: of games, and some of the board's."""
    counted = texts.raw_under("web.")
    words = {key: text for key, text in counted.items() if key.startswith("games.")}
    for key in keys:
        words[key] = texts.raw(f"class-board.screen.{key}")
    return words
