"""The engine of the app: answers the requests of its page by the tasks of ``kitgen.web.tasks``.

In a browser, ``kitgen/web/page/app/worker.js`` starts it and calls ``answer``. Requests and answers
are JSON; files go through the folder ``BENCH`` of the browser's memory. The processes of
``kitgen serve`` call ``page_answer``.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from traceback import format_exc
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from msgspec.structs import replace

from kitgen.errors import KitgenError, UsageError, quoted
from kitgen.games.told import TOLD
from kitgen.games.told.told_language import parsed
from kitgen.installing.extras import MissingExtraError
from kitgen.kit.kit import Kit
from kitgen.model import Position
from kitgen.paper.marks.codes import qr_code
from kitgen.paper.marks.scene import Scene
from kitgen.paper.spoken_game import Spoken, piece_name, side_name, spoken_title
from kitgen.reading.texts import texts_in
from kitgen.web.address import KitAddress, read_address, refuse_unknown
from kitgen.web.form_results import check_result, curve_result, position_result, print_figures
from kitgen.web.forms import refusal
from kitgen.web.game_form import EDITS, GAME_TEXT, game_answer
from kitgen.web.game_trials import TRIAL_STEP, trial_answer
from kitgen.web.markup import Markup
from kitgen.web.page_data import numbers_in, signs
from kitgen.web.page_pictures import board_pictures
from kitgen.web.tasks import (
    COUNTS,
    CURVE_DEFAULTS,
    FILE,
    HOME,
    POSITION,
    WORK,
    SiteTask,
    TaskProgress,
    inline,
    kit_of,
)

#: The folder for a chosen file, and for a made one.
BENCH = Path("/bench")
#: A position as it was set up: the content of its cells, and who moves.
CELLS = {"cells", "to_move"}


class MadeFile(NamedTuple):
    """A file that can be made of a kit.

    Attributes:
        name: on a server.
        ending: of the file that a browser saves.
        media: its media type.
    """

    name: str
    ending: str
    media: str


#: The files that can be made of a kit, by their task.
MADE = {
    "pdf": MadeFile("kit.pdf", ".pdf", "application/pdf"),
    "zip": MadeFile("kit.zip", ".zip", "application/zip"),
    "companion": MadeFile("companion.html", ".html", "text/html"),
    "class-board": MadeFile("class-board.html", ".board.html", "text/html"),
    "kit": MadeFile("kit.json", ".kit.json", "application/json"),
    "journal": MadeFile("journal.pdf", ".journal.pdf", "application/pdf"),
    "card": MadeFile("card.svg", ".card.svg", "image/svg+xml"),
    "labels": MadeFile("sheet.svg", ".sheet.svg", "image/svg+xml"),
}
#: All other requests of a page, with the names that each may have besides the kit.
REQUESTS = {
    "look": (HOME,),
    "set-up": (),
    "find": (POSITION, *CELLS),
    "curve": tuple(CURVE_DEFAULTS),
    "figures": (),
    "verify": (FILE, COUNTS),
    "invent": (GAME_TEXT, EDITS),
    "trial": (GAME_TEXT, TRIAL_STEP),
}
#: Those of them that are sent, since they can be longer than an address.
SENT = ("verify", "invent", "trial")
#: The size of a QR code on the screen.
_CODE_MM = 40.0
#: The most letters of an address before the kit.
MAX_HOME_LETTERS = 300
#: The most letters of an address whose code can be read from a screen.
MAX_CODE_LETTERS = 400


def answer(request: str, report: TaskProgress = None) -> str:
    """Return the answer to a request, which may be a refusal in the language of the page.

    Args:
        request: JSON with the ``task``, the ``kit`` as a query, the page's ``language``, and
            ``more`` of the form.
        report: gets the progress.
    """
    query = json.loads(request)
    try:
        return json.dumps(_done(query, report))
    except MemoryError:
        reason = "this takes more memory than the browser gives"
    except Exception as error:  # noqa: BLE001 - the worker stays, and the person is told
        reason = reason_of(error)
        if is_fault(error):
            print(format_exc())  # noqa: T201 - for the console of the browser
    return json.dumps({"refusal": refusal(query["language"], reason), "reason": reason})


def is_fault(error: Exception) -> bool:
    """Return whether an error is a fault of kitgen, and no refusal."""
    return not isinstance(error, KitgenError | RecursionError)


def reason_of(error: Exception) -> str:
    """Return the reason for a refusal, which does not say where kitgen was installed from."""
    if isinstance(error, KitgenError):
        return error.elsewhere if isinstance(error, MissingExtraError) else str(error)
    if isinstance(error, RecursionError):
        return "what was given is nested too deeply to be read"
    return f"this is a fault of kitgen, please report it ({type(error).__name__})"


def _done(query: Mapping[str, Any], report: TaskProgress) -> dict[str, Any]:
    name = str(query["task"])
    address, rest = read_address(parse_qsl(query.get("kit", "")), query["language"])
    refuse_unknown(rest)
    more = dict(query.get("more", {}))
    task = SiteTask(name, address.kit, address.choices, more, upload=str(BENCH / FILE))
    if name not in MADE:
        return page_answer(task, report)
    file = MADE[name]
    (BENCH / "made").write_bytes(WORK[name](task, report))
    return {"name": file_name(address, file.ending), "media": file.media}


def file_name(address: KitAddress, ending: str) -> str:
    """Return the name of a file that is saved.

    It is that of the kit, or of its game where the address has it whole.
    """
    name = address.kit
    data = name.removeprefix(TOLD)
    if data.startswith("{"):
        name = parsed(data).name
    letters = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")
    return f"{letters or 'game'}-{address.language}{ending}"


def page_answer(task: SiteTask, report: TaskProgress = None) -> dict[str, Any]:
    """Return the answer to a task of ``REQUESTS``: HTML for the page, or data for its script."""
    language = task.address.language
    if task.kind in _DATA:
        return _DATA[task.kind](task)
    if task.kind not in _SHOWN:
        raise UsageError(f"there is no task {quoted(task.kind)}")
    if task.kind == "find" and not CELLS.isdisjoint(task.more):
        task = replace(task, more={POSITION: _position(kit_of(task.address), task.more)})
    result = WORK[task.kind](task, report)
    if task.kind == "figures":
        result["title"] = _title(kit_of(task.address))
    return {"shown": str(_SHOWN[task.kind](language, result))}


def _title(kit: Kit) -> str:
    """Return the title of a kit as its sheets have it.

    That of a game without an edition is in the kit's language.
    """
    return spoken_title(Spoken(kit, texts_in(kit.choices.language)))


def _position(kit: Kit, more: Mapping[str, str]) -> str:
    """Return the position that was set up on a page's board.

    ``more`` has a sign for each cell, and who moves.
    """
    with suppress(LookupError, ValueError):
        cells = numbers_in(more["cells"])
        to_move = ("0", "1").index(more["to_move"])
        if len(cells) == len(kit.game.start().cells):
            return kit.game.text(Position(cells, to_move))
    raise UsageError("this is no position of the game; set it up on the board, or write it")


def _look(task: SiteTask) -> dict[str, Any]:
    """Return the pictures of a kit, with its address in standard form and as a QR code."""
    home = task.more.get(HOME, "")
    if not 0 < len(home) <= MAX_HOME_LETTERS:
        raise UsageError(
            f"a page has to say where it is, in up to {MAX_HOME_LETTERS} letters: home"
        )
    query = task.address.query
    return {
        "card": inline(WORK["card"](task, None)),
        "sheet": inline(WORK["labels"](task, None)),
        "kit": query,
        "code": _code(f"{home}#{query}"),
    }


def _code(address: str) -> str:
    """Return an address as a QR code; empty if it is too long to be read from a screen."""
    if len(address) > MAX_CODE_LETTERS:
        return ""
    scene = Scene(_CODE_MM, _CODE_MM)
    scene.add(qr_code(address, 0, 0, _CODE_MM))
    return inline(scene)


def _set_up(task: SiteTask) -> dict[str, Any]:
    """Return a game's board as data for the page, on which any position is set up."""
    kit = kit_of(task.address)
    game = kit.game
    contents = _contents_by_cell(kit)
    words = Spoken(kit, texts_in(task.address.language))
    pieces = {}
    for content, kind in game.diagram.pieces.items():
        pieces[signs([content])] = piece_name(words, kind)
    return {
        "pictures": board_pictures(kit, _positions_with(contents)),
        "names": list(game.diagram.names),
        "contents": [signs(cell) for cell in contents],
        "pieces": pieces,
        "sides": [side_name(words, side) for side in (0, 1)],
        "start": signs(game.start().cells),
    }


def _contents_by_cell(kit: Kit) -> list[list[int]]:
    """Return what each cell can hold, an empty one first: seeds as they are met, else any piece."""
    boards = [kit.game.start().cells, *(box.position.cells for box in kit.boxes)]
    by_cell = [sorted({0, *seen}) for seen in zip(*boards, strict=True)]
    if kit.game.diagram.seeds:
        return by_cell
    anywhere = sorted(set(chain.from_iterable(by_cell)))
    return [anywhere] * len(by_cell)


def _positions_with(contents: Sequence[Sequence[int]]) -> list[Position]:
    """Return positions in which each cell has each of its contents once, at least."""
    positions = []
    for at in range(max(map(len, contents))):
        cells = tuple(cell[min(at, len(cell) - 1)] for cell in contents)
        positions.append(Position(cells, 0))
    return positions


#: The answers that are data for the script of a page, by the kind of task.
_DATA: dict[str, Callable[[SiteTask], dict[str, Any]]] = {
    "look": _look, "set-up": _set_up, "invent": game_answer, "trial": trial_answer,
}  # fmt: skip
#: The HTML of the results of all others.
_SHOWN: dict[str, Callable[[str, Any], Markup]] = {
    "find": position_result,
    "curve": curve_result,
    "figures": print_figures,
    "verify": check_result,
}
