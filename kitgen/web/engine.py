"""The engine of the app: kitgen in a worker of the browser, which does the tasks of ``kitgen.web.tasks``.

``kitgen/web/app/worker.js`` starts it and calls ``answer``. Requests and answers are JSON; files go through the folder
``BENCH`` of the browser's memory. The answer to a kit that cannot be made is a refusal in the language of the page.
"""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from pathlib import Path
from traceback import format_exc
from typing import Any
from urllib.parse import parse_qsl

from kitgen.errors import KitgenError
from kitgen.extras import MissingExtraError
from kitgen.paper.marks.codes import qr_code
from kitgen.paper.marks.scene import Scene
from kitgen.web.address import KitAddress, read_address, refuse_unknown
from kitgen.web.forms import (
    check_result,
    curve_result,
    kit_pictures,
    position_result,
    print_figures,
    refusal,
)  # fmt: skip
from kitgen.web.tasks import FILE, WORK, SiteTask, svg

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
    name, more = asked["task"], dict(asked.get("more", {}))
    address, rest = read_address(parse_qsl(asked.get("kit", "")), language)
    refuse_unknown(rest)
    if name in MADE:
        return _made(name, address, report)
    if name == "look":
        return _look(address, more.get("home", ""))
    data: Any = WORK[name](SiteTask(name, address.kit, address.choices, more, upload=str(BENCH / FILE)), report)
    match name:
        case "figures":
            shown = print_figures(language, data)
        case "find":
            shown = position_result(language, data, _picture("board", address, more))
        case "curve":
            shown = curve_result(language, data, _inline(data["curve"].encode()))
        case _:
            shown = check_result(language, data)
    return {"shown": shown}


def _task(kind: str, address: KitAddress, more: Mapping[str, str]) -> SiteTask:
    return SiteTask(kind, address.kit, address.choices, dict(more))


def _picture(name: str, address: KitAddress, more: Mapping[str, str]) -> str:
    content: Any = WORK[name](_task(name, address, more), None)
    return _inline(content)


def _inline(picture: bytes) -> str:
    return f"data:image/svg+xml;base64,{b64encode(picture).decode()}"


def _made(name: str, address: KitAddress, report: Callable[[int, int], object]) -> dict[str, Any]:
    """Put a file into the bench, and return how it is called."""
    ending, media = MADE[name]
    content: Any = WORK[name](_task(name, address, {}), report)
    (BENCH / "made").write_bytes(content)
    return {
        "name": f"{re.sub(r'[^A-Za-z0-9]+', '-', address.kit).strip('-')}-{address.language}{ending}",
        "media": media,
    }


def _look(address: KitAddress, home: str) -> dict[str, Any]:
    """Return the pictures of a kit, with the standard form of its address, and that as a QR code."""
    scene = Scene(_CODE, _CODE)
    scene.add(qr_code(f"{home}#{address.query}", 0, 0, _CODE))
    pictures = {"card": _picture("card", address, {}), "sheet": _picture("labels", address, {})}
    shown = kit_pictures(address.language, pictures.__getitem__)
    return {"shown": shown, "kit": address.query, "code": _inline(svg(scene))}
