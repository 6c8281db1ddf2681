"""The engine of the app: kitgen in a worker of the browser, which does the tasks of ``kitgen.web.tasks``.

``kitgen/web/page/app/worker.js`` starts it and calls ``answer``. Requests and answers are JSON; files go through the
folder ``BENCH`` of the browser's memory. The answer to a kit that cannot be made is a refusal in the language of the
page.
"""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from pathlib import Path
from traceback import format_exc
from typing import Any
from urllib.parse import parse_qsl

from kitgen.errors import KitgenError, UsageError, quoted
from kitgen.extras import MissingExtraError
from kitgen.kit.kit import Kit
from kitgen.model import Position
from kitgen.paper.job import piece_name, side_name
from kitgen.paper.marks.codes import qr_code
from kitgen.paper.marks.scene import Scene
from kitgen.web.address import KitAddress, read_address, refuse_unknown
from kitgen.web.forms import check_result, curve_result, position_result, print_figures, refusal, texts_in
from kitgen.web.page_build import Spoken, board_pictures
from kitgen.web.tasks import FILE, POSITION, WORK, SiteTask, kit_of, svg

#: Where a file that somebody chose is put, and where a made one is taken from.
BENCH = Path("/bench")
#: The files that can be made of a kit: their task, their ending and their media type.
MADE = {
    "pdf": (".pdf", "application/pdf"),
    "zip": (".zip", "application/zip"),
    "companion": (".html", "text/html"),
    "kit": (".kit.json", "application/json"),
    "journal": (".journal.pdf", "application/pdf"),
    "card": (".card.svg", "image/svg+xml"),
    "labels": (".sheet.svg", "image/svg+xml"),
}
#: The size of a QR code on the screen, in mm.
_CODE = 40.0


def answer(request: str, report: Callable[[int, int], object] = lambda _done, _all: None) -> str:
    """Return the answer to a request.

    Args:
        request: JSON with the ``task``, the ``kit`` as a query, the page's ``language``, and what else the form says.
        report: gets how much is done, and of how much.
    """
    asked = json.loads(request)
    language = asked["language"]
    try:
        return json.dumps(_done(asked, language, report))
    except MissingExtraError as error:
        reason = error.elsewhere
    except KitgenError as error:
        reason = str(error)
    except MemoryError:
        reason = "this takes more memory than the browser gives"
    except RecursionError:
        reason = "what was given is nested too deeply to be read"
    except Exception as error:  # noqa: BLE001 - the worker stays, and the person is told
        print(format_exc())  # noqa: T201 - for the console of the browser
        reason = f"this is a fault of kitgen, please report it ({type(error).__name__})"
    return json.dumps({"refusal": refusal(language, reason), "reason": reason})


def _done(asked: Mapping[str, Any], language: str, report: Callable[[int, int], object]) -> dict[str, Any]:
    name, more = str(asked["task"]), dict[str, str](asked.get("more", {}))
    address, rest = read_address(parse_qsl(asked.get("kit", "")), language)
    refuse_unknown(rest)
    if name in MADE:
        return _made(name, address, more, report)
    match name:
        case "look":
            return _look(address, more["home"])
        case "set-up":
            return set_up(kit_of(address), language)
        case "find":
            if POSITION not in more:
                game = kit_of(address).game
                cells = tuple(ord(sign) - ord("0") for sign in more["cells"])
                more[POSITION] = game.text(Position(cells, int(more["to_move"])))
            shown = position_result(language, _data(name, address, more, report), _picture("board", address, more))
        case "curve":
            results = _data(name, address, more, report)
            shown = curve_result(language, results, _inline(results["curve"].encode()))
        case "figures":
            shown = print_figures(language, _data(name, address, more, report))
        case "verify":
            shown = check_result(language, _data(name, address, more, report))
        case _:
            raise UsageError(f"there is no task {quoted(name)}")
    return {"shown": shown}


def _data(
    name: str, address: KitAddress, more: Mapping[str, str], report: Callable[[int, int], object]
) -> dict[str, Any]:
    data: dict[str, Any] = WORK[name](_task(name, address, more), report)  # type: ignore[assignment]
    return data


def _task(kind: str, address: KitAddress, more: Mapping[str, str]) -> SiteTask:
    return SiteTask(kind, address.kit, address.choices, dict(more), upload=str(BENCH / FILE))


def _picture(name: str, address: KitAddress, more: Mapping[str, str]) -> str:
    content: Any = WORK[name](_task(name, address, more), None)
    return _inline(content)


def _inline(picture: bytes) -> str:
    return f"data:image/svg+xml;base64,{b64encode(picture).decode()}"


def _made(
    name: str, address: KitAddress, more: Mapping[str, str], report: Callable[[int, int], object]
) -> dict[str, Any]:
    """Put a file into the bench, and return how it is called."""
    ending, media = MADE[name]
    content: Any = WORK[name](_task(name, address, more), report)
    (BENCH / "made").write_bytes(content)
    return {
        "name": f"{re.sub(r'[^A-Za-z0-9]+', '-', address.kit).strip('-')}-{address.language}{ending}",
        "media": media,
    }


def _look(address: KitAddress, home: str) -> dict[str, Any]:
    """Return the pictures of a kit, with the standard form of its address, and that as a QR code."""
    scene = Scene(_CODE, _CODE)
    scene.add(qr_code(f"{home}#{address.query}", 0, 0, _CODE))
    return {
        "card": _picture("card", address, {}),
        "sheet": _picture("labels", address, {}),
        "kit": address.query,
        "code": _inline(svg(scene)),
    }


def set_up(kit: Kit, language: str) -> dict[str, Any]:
    """Return a game's board as data for the page, on which any position is set up.

    A sign for each content of a cell is a letter from ``0`` on, as in the companion page.
    """
    game, start = kit.game, kit.game.start()
    size = len(start.cells)
    seen = [start.cells, *(box.position.cells for box in kit.boxes)]
    contents = [sorted({0, *(cells[cell] for cells in seen)}) for cell in range(size)]
    if not game.diagram.seeds:  # any piece may stand anywhere
        contents = [sorted({content for each in contents for content in each})] * size
    most = max(map(len, contents))
    positions = [Position(tuple(each[min(at, len(each) - 1)] for each in contents), 0) for at in range(most)]
    words = Spoken(kit, texts_in(language))
    return {
        "pictures": board_pictures(kit, positions),
        "names": list(game.diagram.names),
        "contents": ["".join(chr(ord("0") + content) for content in each) for each in contents],
        "pieces": {chr(ord("0") + content): piece_name(words, kind) for content, kind in game.diagram.pieces.items()},
        "sides": [side_name(words, side) for side in (0, 1)],
        "start": "".join(chr(ord("0") + content) for content in start.cells),
    }
