"""The companion page: one HTML file with everything in it, which asks nobody for anything."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from kitgen.files import write_whole
from kitgen.kit.kit import Kit
from kitgen.model import Position
from kitgen.paper.texts import Texts
from kitgen.session.exchange.json_lines import write_json_lines
from kitgen.session.exchange.vocabulary import Vocabulary, vocabularies
from kitgen.session.session import installed_version
from kitgen.templates import Templates
from kitgen.web.export import page_data, second_machine
from kitgen.web.pictures import pictures
from kitgen.web.script import script, source

#: The texts that the page's script says begin so; all others stand in the page from the start.
SAID = "web.say."
_PLACE = re.compile(r"\{\{([a-z._]+)\}\}")


def build_page(kit: Kit, templates: Templates | None = None, *, journal: str = "") -> str:
    """Return the page of a kit, in the kit's language.

    Args:
        kit: the machine.
        templates: where texts are read from; those that come with kitgen when None.
        journal: what it has played so far, as ``export_session`` writes it in JSON Lines; a new machine when empty.

    Raises:
        UsageError: the kit's rule keeps no beads.
        TooLargeError: its games have too many situations.
    """
    templates = templates or Templates()
    texts, other = Texts(kit.choices.language, templates), second_machine(kit)
    data = played_data(kit, other, templates, journal)
    drawn = pictures(kit, _positions(data), [] if other is None else [other])
    shapes = drawn.pop("shapes")
    data |= {"pictures": drawn, "words": _words(texts)}
    style, code = _squeezed(source("page.css")), script("view/main.js")
    filled = {
        "language": escape(kit.choices.language),
        "title": escape(kit.title),
        "kit": escape(f"{kit.game_spec} · {kit.short_hash}"),
        "policy": policy(style, code),
        "style": style,
        "shapes": "".join(f'<g id="s{number}">{shape}</g>' for number, shape in enumerate(shapes)),
        "data": _json(data),
        "script": code,
    }
    return _PLACE.sub(lambda place: filled.get(place[1]) or escape(texts(place[1])), source("page.html"))


def played_data(kit: Kit, other: Kit | None, templates: Templates, journal: str = "") -> dict[str, Any]:
    """Return a kit as data for the page, with its journal, and what is needed to read other files of games.

    Args:
        kit: the machine.
        other: the machine that can sit opposite.
        templates: where the words of tables are read from.
        journal: as for ``build_page``.
    """
    journal = journal or _begun(kit)
    return page_data(kit, other) | {
        "journal": journal,
        "key": sha256(journal.encode()).hexdigest()[:16],
        "vocabulary": [_vocabulary(one) for one in vocabularies(templates)],
    }


def write_page(kit: Kit, path: Path, templates: Templates | None = None, *, journal: str = "") -> int:
    """Write the page of a kit to a file, whole or not at all; return its size in bytes.

    Raises:
        KitgenError: as ``build_page``, or the file cannot be written.
    """
    page = build_page(kit, templates, journal=journal).encode()
    write_whole(path, lambda stream: stream.write(page))
    return len(page)


def policy(style: str, code: str) -> str:
    """Return what the page may do: run this style and this script, and nothing else."""
    return (
        f"default-src 'none'; style-src '{_hashed(style)}'; script-src '{_hashed(code)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _begun(kit: Kit) -> str:
    """Return the journal of a machine that has not played yet."""
    return write_json_lines(kit, kit.choices.rule, kit.rule, installed_version(), ()).decode()


def _vocabulary(words: Vocabulary) -> dict[str, Any]:
    """Return the words of a table in one language as plain data."""
    return {"columns": dict(words.columns), "results": dict(words.results), "answers": dict(words.answers)}


def _hashed(text: str) -> str:
    """Return a text's hash as a policy names it."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _json(data: Any) -> str:
    """Return data to stand in a page: nothing in it ends the element that it stands in."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _words(texts: Texts) -> dict[str, str]:
    """Return the texts that the script says, without what their names have in common."""
    return {key.removeprefix(SAID): texts.raw(key) for key in sorted(texts.keys()) if key.startswith(SAID)}


def _positions(data: dict[str, Any]) -> list[Position]:
    """Return every position that the page can show."""
    cells = {cells for seat in data["seats"] for cells in seat["cells"]}
    return [Position(tuple(ord(one) - ord("0") for one in text), 0) for text in sorted(cells)]


def _squeezed(style: str) -> str:
    """Return a style sheet without the blanks at the beginnings of its lines."""
    return re.sub(r"\n\s*", "\n", style).strip()
