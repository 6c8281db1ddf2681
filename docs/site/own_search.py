"""Gives the pages of each language a search of their own: their pages first, then the English ones
that are not in that language, and none in a third language.

The theme has one list of words for the whole site, so that a question in Italian would be answered
with Spanish pages, whose words are alike.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

#: Where the theme looks for the words of all pages, from the folder that it takes for the site's.
INDEX = Path("search") / "search_index.json"
#: How much a word of an English page counts beside one in the language of the search.
OTHER_LANGUAGE_BOOST = 0.001
#: What a page takes for the folder of the site.
_BASE = re.compile(r'(<script id="__config"[^>]*>\{[^<]*"base": ")((?:\.\./)*)\.\.(?=")')


def split_search(site: Path, languages: Iterable[str]) -> None:
    """Split the words of a built site by language; the first language is that of its root."""
    usual, *others = languages
    index = json.loads((site / INDEX).read_text(encoding="utf-8"))
    by_language: dict[str, list[dict[str, Any]]] = {usual: []}
    for other in others:
        by_language[other] = []
    for entry in index["docs"]:
        folder, _, place = entry["location"].partition("/")
        if folder in others:
            by_language[folder].append(entry | {"location": place})
        else:
            by_language[usual].append(entry)
    usual_entries = by_language.pop(usual)
    _write_index(site, index, [usual], usual_entries)
    for language, entries in by_language.items():
        own_pages = {_page_of(entry) for entry in entries}
        for entry in usual_entries:
            if _page_of(entry) not in own_pages:
                boost = entry.get("boost", 1) * OTHER_LANGUAGE_BOOST
                entries.append(entry | {"boost": boost, "lang": usual})
        _write_index(site / language, index, [language, usual], entries)
        for page in sorted((site / language).rglob("*.html")):
            text = page.read_text(encoding="utf-8")
            page.write_text(_in_own_folder(text), encoding="utf-8", newline="")


def _page_of(entry: dict[str, Any]) -> str:
    """Return the page of an entry, which is of the page or of one of its sections."""
    location: str = entry["location"]
    return location.partition("#")[0]


def _write_index(
    folder: Path, index: dict[str, Any], languages: list[str], entries: list[dict[str, Any]]
) -> None:
    """Write the words of some pages where the search of a folder looks for them."""
    own = {"config": index["config"] | {"lang": languages}, "docs": entries}
    path = folder / INDEX
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(own, ensure_ascii=False), encoding="utf-8")


def _in_own_folder(page: str) -> str:
    """Return a page that takes the folder of its language for that of the site.

    >>> _in_own_folder('<script id="__config" type="application/json">{"base": "../..", "x": 1}')
    '<script id="__config" type="application/json">{"base": "..", "x": 1}'
    >>> _in_own_folder('<script id="__config" type="application/json">{"base": "..", "x": 1}')
    '<script id="__config" type="application/json">{"base": ".", "x": 1}'
    """

    def one_less(base: re.Match[str]) -> str:
        up = base[2]
        return base[1] + (up[: -len("/")] if up else ".")

    return _BASE.sub(one_less, page)
