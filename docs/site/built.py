"""The built site, looked at as a browser would: every link leads somewhere, and nothing is asked of
anybody else.

MkDocs checks what is written in Markdown; this checks what came out, of themes and plugins, too.
"""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

#: What a browser fetches without being asked to, by tag and attribute.
FETCHED = {
    ("img", "src"),
    ("script", "src"),
    ("iframe", "src"),
    ("source", "src"),
    ("link", "href"),
    ("video", "src"),
}
#: Links of a head that name a place and fetch nothing.
NAMES = {"canonical", "alternate", "prev", "next"}
#: Written by kitgen, with tests of their own.
COMPANION = "-play-"
#: The folder of the app, which has tests of its own.
APP = "app"


class _Links(HTMLParser):
    """Reads the links and the anchors of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[tuple[str, bool]] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = dict(attrs)
        for key in ("id", "name"):
            value = held.get(key)
            if value:
                self.anchors.add(value)
        for key in ("href", "src"):
            value = held.get(key)
            if value:
                fetched = (tag, key) in FETCHED and held.get("rel") not in NAMES
                self.links.append((value, fetched))


def faults(site: Path, home: str = "") -> list[str]:
    """Return what is wrong with the links of a built site.

    Args:
        site: its folder.
        home: the address at which it will stand, if that is known.
    """
    pages = {
        path.resolve(): _read(path)
        for path in sorted(site.rglob("*.html"))
        if COMPANION not in path.name and path.relative_to(site).parts[0] != APP
    }
    root = urlsplit(home).path or "/"
    found = []
    for path, page in pages.items():
        name = path.relative_to(site.resolve())
        for link, fetched in page.links:
            place = link.removeprefix(home)
            parts = urlsplit(place)
            if parts.scheme or parts.netloc:
                if fetched:
                    found.append(f"{name} fetches {link}")
                continue
            # The page for addresses that are not there links from the root, wherever it is shown.
            is_rooted = place != link or place.startswith("/")
            base = site.resolve() if is_rooted else path.parent
            steps = unquote(parts.path).removeprefix(root).lstrip("/")
            target = (base / steps).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            fragment = unquote(parts.fragment)
            if not target.is_file():
                found.append(f"{name} links to {link}, which is not there")
            elif fragment and target in pages and not _held(fragment, pages[target]):
                found.append(f"{name} links to {link}, which has no such heading")
    return found


def _held(fragment: str, page: _Links) -> bool:
    """Return whether a page has an anchor; the theme's own script makes those that begin so."""
    return fragment in page.anchors or fragment.startswith("__")


def _read(path: Path) -> _Links:
    links = _Links()
    links.feed(path.read_text(encoding="utf-8"))
    return links
