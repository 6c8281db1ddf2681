"""Gives the pages of each language a search of their own: their pages first, then the English ones
that are not in that language, and none in a third language.

The theme has one list of words for the whole site, so that a question in Italian would be answered
with Spanish pages, whose words are alike. It also looks for each word of a question as it was
typed, "how" and "beads?" too: a script of ours (``question.js``) stands before the theme's.
"""

import json
import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

#: Where the theme looks for the words of all pages, from the folder that it takes for the site's.
INDEX = Path("search") / "search_index.json"
#: How much a word of an English page counts beside one in the language of the search.
OTHER_LANGUAGE_BOOST = 0.1
#: How much a word in a heading counts beside one in a text. The theme would have a thousand, and a
#: single word in a heading would outweigh a page that has all of them.
HEADING_BOOST = 5
#: What stands between words, for the theme, whose expressions know no classes of letters. Among it
#: is ``*``, which would break the theme's search where a page has it at the end of a word.
SEPARATOR = r"[\s\-.,;:!?¿¡()\[\]{}<>\"'’‘“”„«»…/|*=+&–—_`%#@$^~\\]+"
#: The theme's script of the search, and the name that it has once ours stands before it.
THEME_SCRIPT = "assets/javascripts/workers/search.*.min.js"
RENAMED_SCRIPT = "theme.min.js"
#: What our script has in place of that name.
_NAME_OF_THEME_SCRIPT = "THEME SCRIPT"
OWN_SCRIPT = Path(__file__).with_name("question.js")
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


def put_questions_before(site: Path) -> None:
    """Put our script before the theme's search, under the name by which pages ask for that."""
    (script,) = site.glob(THEME_SCRIPT)
    shutil.move(script, script.with_name(RENAMED_SCRIPT))
    own = OWN_SCRIPT.read_text(encoding="utf-8").replace(_NAME_OF_THEME_SCRIPT, RENAMED_SCRIPT)
    script.write_text(own, encoding="utf-8", newline="")


def _page_of(entry: dict[str, Any]) -> str:
    """Return the page of an entry, which is of the page or of one of its sections."""
    location: str = entry["location"]
    return location.partition("#")[0]


def _write_index(
    folder: Path, index: dict[str, Any], languages: list[str], entries: list[dict[str, Any]]
) -> None:
    """Write the words of some pages where the search of a folder looks for them."""
    config = index["config"] | {"lang": languages, "separator": SEPARATOR}
    # Our script leaves out of a question what says nothing. The theme would leave it out of pages,
    # and with it "her" and "own".
    config["pipeline"] = []
    title = config["fields"]["title"] | {"boost": HEADING_BOOST}
    config["fields"] = config["fields"] | {"title": title}
    own = {"config": config, "docs": entries}
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
