"""The page with the board of a class, for a projector: of a server that keeps what is typed, or
written as a file.
"""

from collections.abc import Iterable
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
from kitgen.web.markup import flag
from kitgen.web.page_build import filled_in, inline_json, page_policy
from kitgen.web.script import script, source, squeezed

#: The width of a group's sign.
SIGN_MM = 5.4
#: The width of the picture that it is in.
SIGN_ROOM_MM = 6.0


def board_data(board: ClassBoard, texts: Texts) -> dict[str, Any]:
    """Return a board as data for its page, with all its words."""
    data = {
        "front": _front(board, texts),
        "reach": board.reach,
        "groups": [_group_data(standing, texts) for standing in board.groups],
        "about": _legends(board, texts),
    }
    version = sha256(inline_json(data).encode()).hexdigest()[:16]
    return data | {"version": version}


def _front(board: ClassBoard, texts: Texts) -> str:
    """Return who leads after the games that all have played, or how it begins."""
    if not board.compared:
        return texts("class-board.screen.begin")
    leaders = [standing for standing in board.groups if standing.leads]
    names = [called(standing.group, standing.number, texts) for standing in leaders]
    return texts(
        "class-board.screen.leads",
        count=board.compared,
        names=", ".join(names),
        lost=board.least_lost,
    )


def _legends(board: ClassBoard, texts: Texts) -> list[str]:
    """Return the lines that explain the curves of each kit in the class, no line twice."""
    by_kit = {standing.kit.hash: standing for standing in board.groups}
    lines: dict[str, None] = {}
    for standing in by_kit.values():
        lines |= dict.fromkeys(legend(standing.kit, texts, standing.bands))
    return list(lines)


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
        "bands": _edges(standing.bands),
    }


def _sign(number: int) -> str:
    scene = Scene(SIGN_ROOM_MM, SIGN_ROOM_MM)
    middle = (SIGN_ROOM_MM / 2, SIGN_ROOM_MM / 2)
    scene.add(*draw_sign(number, Sign(middle, SIGN_MM)))
    return svg_bytes(scene).decode()


def keys_help(kit: Kit, texts: Texts, number: int = 3) -> str:
    """Return the keys of the board, with what they mean for a group."""
    keys = result_keys(kit, texts)
    examples = []
    for key, result in shortest_keys(keys).items():
        word = texts(f"class-board.screen.{RESULT_WORDS[result]}")
        typed = f"{number} {key}"
        examples.append(texts("class-board.screen.key", typed=typed, number=number, result=word))
    return texts("class-board.screen.keys", examples=", ".join(examples), undo=UNDO)


def build_board_page(board: ClassBoard, texts: Texts, name: str, *, live: bool) -> str:
    """Return the page of a board.

    Args:
        name: that of the class, if it has one.
        live: whether a server takes the keys and files of the page.
    """
    first = board.groups[0]
    title = texts("class-board.title")
    if name:
        title = f"{title} · {name}"
    data = {
        "live": live,
        "words": _words(texts, "leader", "not_a_key"),
        "board": board_data(board, texts),
    }
    return _page(
        first.kit,
        texts,
        data,
        title=title,
        help_line=keys_help(first.kit, texts, first.number),
        hint=texts("class-board.screen.drop"),
        gone=texts("class-board.screen.gone"),
    )


def build_own_board(kit: Kit, groups: int, texts: Texts) -> str:
    """Return the page of a board for so many groups that needs no server: the browser keeps what is
    typed and dropped.

    What it says of results is what ``board_data`` says of groups whose games are results alone.
    """
    bands = [
        Band(opponent, *edges) for opponent, edges in bands_of(kit, MAX_GAMES_COMPARED).items()
    ]
    own = {
        "hash": kit.hash,
        "signs": [_sign(number) for number in range(1, groups + 1)],
        "bands": _edges(bands),
        "about": legend(kit, texts, bands),
        "results": result_keys(kit, texts),
        "learned": _learned_after(kit, texts),
        "lesson": LESSON,
        "shown": MIN_GAMES_SHOWN,
        "step": GAMES_STEP,
    }
    game = spoken_title(Spoken(kit, texts))
    return _page(
        kit,
        texts,
        {"live": False, "words": _own_words(texts), "own": own},
        title=f"{texts('class-board.title')} · {game}",
        help_line=keys_help(kit, texts, min(3, groups)),
        hint=texts("class-board.own.own_drop"),
        gone=texts("class-board.own.not_kept"),
    )


def _edges(bands: Iterable[Band]) -> list[dict[str, Any]]:
    """Return the edges of bands that are drawn: those of points, not of lost games."""
    return [{"low": band.low, "high": band.high} for band in bands if not band.lost]


def _learned_after(kit: Kit, texts: Texts) -> dict[str, str]:
    """Return what a machine learns after each result that its rule needs, in a sentence."""
    rule = kit.rule
    schedule = schedule_of(rule)
    learned = {}
    for result, change in ((1, rule.win), (0, rule.draw), (-1, rule.loss)):
        if schedule.needs(result):
            learned[str(result)] = change_sentences(change, rule.ceiling, texts)[0]
    return learned


def _own_words(texts: Texts) -> dict[str, str]:
    """Return the words of a board that keeps itself."""
    words = _words(texts, *OWN_SCREEN_WORDS)
    for key, text in texts.raw_under("class-board.screen.").items():
        if key.partition(".")[0] in PLURAL_WORDS:
            words[key] = text
    for key, text in texts.raw_under("class-board.learned.").items():
        words[f"learned.{key}"] = text
    return words | texts.raw_under("class-board.own.")


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
    keeps_itself = "own" in data
    takes_keys = data["live"] or keeps_itself
    letters = [result_letter(texts, result).casefold() for result in set(keys.values())]
    whole = {
        "language": kit.choices.language,
        "keys": list(keys),
        "whole": letters,
        "undo": UNDO,
        "help": help_line,
    } | data
    style = squeezed(source("look.css") + source("board/board.css"))
    code = script("board/board.js")
    sources = ["img-src data:"]
    if data["live"]:
        sources.append("connect-src 'self'")
    values = {
        "language": escape(kit.choices.language),
        "title": escape(title),
        "policy": page_policy(style, code, *sources),
        "style": style,
        "robot": source("robot.svg"),
        "hidden": flag("hidden", not takes_keys),
        "keys": escape(f"{help_line} {hint}"),
        "gone": escape(gone),
        "clear": escape(texts("class-board.own.clear")),
        "unkept": flag("hidden", not keeps_itself),
        "data": inline_json(whole),
        "script": code,
    }
    return filled_in(source("board/board.html"), values)


#: What the script says of a board that keeps itself, beside ``PLURAL_WORDS``.
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
#: The texts that it says with a number, each with its plural forms.
PLURAL_WORDS = ("leads", "lost_of")


def _words(texts: Texts, *keys: str) -> dict[str, str]:
    """Return the words that the script says: of games, and some of the board's."""
    counted = texts.raw_under("web.")
    words = {key: text for key, text in counted.items() if key.startswith("games.")}
    for key in keys:
        words[key] = texts.raw(f"class-board.screen.{key}")
    return words
