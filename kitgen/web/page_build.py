"""The companion page: one HTML file that needs no network."""

import json
import pathlib
import re
import zlib
from base64 import b85encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from kitgen.errors import UsageError
from kitgen.files import write_whole
from kitgen.journal.exchange import write_json_lines
from kitgen.journal.journal import installed_version
from kitgen.journal.journal_lines import JournalHead
from kitgen.kit.kit import Kit
from kitgen.model import Position
from kitgen.paper.spoken_game import Spoken, spoken_title
from kitgen.paper.theme import check_words, in_theme, texts_in_theme
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts
from kitgen.record.table_words import turn_pattern, vocabularies
from kitgen.render.page_policy import source_hash
from kitgen.web.address import address_of
from kitgen.web.page_data import numbers_in, page_data, second_machine
from kitgen.web.page_pictures import pictures
from kitgen.web.page_words import WEB, page_words, words_of_tables
from kitgen.web.script import script, source, squeezed

#: The one element whose text is written where no script runs; the script writes all others.
_NO_SCRIPT = '<p class="warning" data-text="no_script">'
_PLACE = re.compile(r"\{\{([a-z]+)\}\}")
#: What stands in the page's journal for ``<``, which could end its element. JSON Lines have no tab.
IN_PLACE_OF_LESS = "\t"
#: How many vocabularies of tables any browser can read: those of kitgen's own files, and of the
#: kit's language. Some browsers cannot unpack the others.
UNPACKED = 2
#: The digits of base 85 (RFC 1924).
_DIGITS = digits + ascii_uppercase + ascii_lowercase + "!#$%&()*+-;<=>?@^_`{|}~"
#: The signs of the page for them are those from ``#`` on, but for the two that JSON or HTML would
#: have to write otherwise.
_SIGN_OF_VALUE = [
    chr(ord("#") + value).translate({ord("<"): "x", ord("\\"): "y"})
    for value in range(len(_DIGITS))
]
_SIGNS = str.maketrans(dict(zip(_DIGITS, _SIGN_OF_VALUE, strict=True)))


def write_page(
    kit: Kit,
    path: pathlib.Path,
    templates: Templates | None = None,
    *,
    journal: str = "",
    app: str = "",
    theme: str = "",
) -> int:
    """Write the page of a kit, as ``build_page`` makes it, and return its size in bytes.

    The file is written whole or not at all.
    """
    page = build_page(kit, templates, journal=journal, app=app, theme=theme).encode()
    write_whole(path, page)
    return len(page)


def build_page(
    kit: Kit,
    templates: Templates | None = None,
    *,
    journal: str = "",
    app: str = "",
    theme: str = "",
) -> str:
    """Return the page of a kit, in the kit's language at first.

    Args:
        journal: the machine's games, as ``export_journal`` writes them in JSON Lines; empty for a
            new machine.
        app: the address of the app, to which the menu links for another kit; empty for no link.
        theme: draws the pieces otherwise and has its own words; the machine stays the same.
    """
    templates = templates or Templates()
    texts = Texts(kit.choices.language, templates)
    if theme:
        kit = in_theme(kit, theme, templates)
        check_words(kit.game, texts_in_theme(texts, theme, templates))
    other = second_machine(kit)
    kits = [kit] if other is None else [kit, other]
    data = played_data(kit, other, templates, journal)
    drawn = pictures(kits, _positions_of(data))
    shapes = drawn.pop("shapes")
    noted = data.pop("journal")
    data["app"] = app and _address_in(app, kit)
    data["pictures"] = drawn
    data |= _words_in_all_languages(kits, templates, data["vocabulary"], theme)
    style = squeezed(source("look.css") + source("page.css"))
    code = script("view/main.js")
    values = {
        "language": escape(kit.choices.language),
        "title": escape(spoken_title(Spoken(kit, texts))),
        "kit": escape(f"{kit.game.called} · {kit.short_hash}"),
        "policy": page_policy(style, code),
        "style": style,
        "robot": _without_indents(source("robot.svg")),
        "shapes": "".join(f'<g id="s{number}">{shape}</g>' for number, shape in enumerate(shapes)),
        "data": inline_json(data),
        "journal": noted.replace("<", IN_PLACE_OF_LESS),
        "script": code,
    }
    page = _without_indents(source("page.html"))
    page = page.replace(_NO_SCRIPT, f"{_NO_SCRIPT}{escape(texts(f'{WEB}no_script'))}")
    return filled_in(page, values)


def played_data(
    kit: Kit, other: Kit | None, templates: Templates, journal: str = ""
) -> dict[str, Any]:
    """Return a kit as data for the page, with its journal and the words to read other files."""
    head = JournalHead(installed_version(), kit.choices.rule, kit.rule, kit)
    journal = journal or write_json_lines(head, ()).decode()
    return page_data(kit, other) | {
        "journal": journal,
        "key": sha256(journal.encode()).hexdigest()[:16],
        "vocabulary": words_of_tables(kit, templates),
        "turn": turn_pattern(vocabularies(templates)),
    }


def _positions_of(data: Mapping[str, Any]) -> list[Position]:
    """Return all positions of the games on a page, each once."""
    cells: set[str] = set()
    for seat in data["seats"]:
        cells.update(seat["cells"])
    return [Position(numbers_in(text), 0) for text in sorted(cells)]


def _address_in(app: str, kit: Kit) -> str:
    """Return the address of a kit in the app, or that of the app where it cannot make the kit."""
    try:
        return f"{app}#{address_of(kit).query}"
    except UsageError:  # made with a user's own file, which the app does not have
        return app


def _words_in_all_languages(
    kits: list[Kit], templates: Templates, vocabulary: list[dict[str, Any]], theme: str
) -> dict[str, Any]:
    """Return the words in the kit's language, and those of all others in little room."""
    first = kits[0].choices.language
    own = page_words(kits, first, templates, theme)
    others = {}
    for language in templates.languages():
        if language == first:
            continue
        spoken = page_words(kits, language, templates, theme)
        spoken["words"] = _in_order_of(own["words"], spoken["words"])
        others[language] = spoken
    more = {"languages": _like_after_like(others), "vocabulary": vocabulary[UNPACKED:]}
    return {
        "languages": {first: own},
        "vocabulary": vocabulary[:UNPACKED],
        "more_languages": packed(more),
    }


def _in_order_of(own: Mapping[str, str], words: Mapping[str, str]) -> object:
    """Return the words of a language in the order of those of the page's own one.

    Their keys then need not be said. A language with other plural forms has other keys, and says
    them.
    """
    if list(words) == list(own):
        return list(words.values())
    return words


def _like_after_like(languages: Mapping[str, object]) -> dict[str, object]:
    """Return languages in an order in which each follows the one that it has most in common with.

    What two have in common is compressed away where they stand beside each other: a hundredth of
    all.
    """
    waiting = {language: inline_json(words).encode() for language, words in languages.items()}
    order = []
    before = b""
    while waiting:
        nearest = min(waiting, key=lambda language: _length_after(before, waiting[language]))
        order.append(nearest)
        before = waiting.pop(nearest)
    return {language: languages[language] for language in order}


def _length_after(before: bytes, text: bytes) -> int:
    """Return the compressed length of a text that follows another one."""
    work = zlib.compressobj(zdict=before)
    return len(work.compress(text) + work.flush())


def packed(data: Any) -> str:
    """Return data as JSON, compressed, in base 85.

    So the words of all languages take a third of their room.
    """
    compressed = zlib.compress(inline_json(data).encode(), 9)
    return b85encode(compressed).decode().translate(_SIGNS)


def inline_json(data: Any) -> str:
    """Return data as JSON that cannot end the element around it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def filled_in(page: str, values: Mapping[str, str]) -> str:
    """Return a page with its places, such as ``{{title}}``, filled in."""
    return _PLACE.sub(lambda place: values[place[1]], page)


def _without_indents(markup: str) -> str:
    return re.sub(r"\n +", "\n", markup)


def page_policy(style: str, code: str, *more: str) -> str:
    """Return a page's security policy: this style, this script, what ``more`` allows, no more."""
    rules = [
        "default-src 'none'",
        f"style-src {source_hash(style)}",
        f"script-src {source_hash(code)}",
        *more,
    ]
    return "; ".join([*rules, "base-uri 'none'", "form-action 'none'"])
