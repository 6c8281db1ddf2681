"""Builds the site: ``python -m docs.build [--out DIR] [--editions her,menace] [--quick]``.

Home, gallery, and the sections Start, How to, Reference and Why, in the five languages of the site:
all of it is made here, from kitgen and the docs of the repository, with the app (``docs/app.py``).
Needs the extra ``docs`` and Node with npm. MkDocs is strict, and what came out is checked once
more, link by link.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

from docs.app import build, ready_made
from docs.site.built import APP, faults
from docs.site.gallery import Shelf, edition_page, figures, gallery
from docs.site.lessons import kits_table, lesson_page
from docs.site.own_search import put_questions_before, split_search
from docs.site.prints import PAPERS, ROOT, Print, lay_out, make_print
from docs.site.reference import command_page, commands_page, python_page
from docs.site.repository import handbook, site_address, stage
from docs.site.words import SITE_LANGUAGES, Words, filled, read_words
from docs.table_picture import table
from kitgen import make_kit
from kitgen.cli.main import command_names
from kitgen.reading.templates import Templates
from kitgen.web.app_page import headers
from kitgen.web.script import source

SITE = Path(__file__).parent / "site"
#: What ``--quick`` builds: one kit, on one paper, in the languages of the site.
QUICK = ("her",)
#: Material says at each build that it is kept whole until May 2027, and by whom it is followed.
QUIET = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
#: The parts that the home shows.
SHOWN = ("labels", "board", "operator", "finder")
#: The page for those who use Python; the reference of all names follows it.
FROM_PYTHON = "docs/from-python.md"
#: The lecture that it leads to.
LECTURE = "examples/lecture.ipynb.md"
#: The pages of Start, in the order in which they are shown.
START_PAGES = (
    "docs/start-lesson.md",
    "docs/start-museum.md",
    "docs/start-lecture.md",
    "docs/start-own-game.md",
)
#: The first page of How to, and how the names of the others begin.
CONTENTS = "docs/contents.md"
HOW_TO = "docs/howto-"
#: Pages that say why: design, proof, experiments.
WHY_PAGES = (
    "docs/design.md",
    "docs/claims.md",
    "docs/verification.md",
    "docs/reliability.md",
    "docs/testing.md",
    "docs/reproductions.md",
    "docs/finding-a-box.md",
    "docs/paper.md",
    "CHANGELOG.md",
)
#: How the names of pages begin that are for those who add something to kitgen.
ADDING = ("docs/adding", "CONTRIBUTING")
#: How much a word counts for the search, elsewhere 1. The reference has more words than the guides,
#: and would come before a guide that answers the question.
GUIDE_BOOST = 4
#: Guides are in English: a question in another language has its answer on the page of questions,
#: which counts as much as they do.
QUESTIONS = "questions.md"
HANDBOOK_BOOST = 1
REFERENCE_BOOST = 0.3


def main(words: Sequence[str] | None = None) -> int:
    """Build the site; return 1 when a link of it leads nowhere."""
    asked = _asked(words)
    languages = SITE_LANGUAGES if asked.quick else Templates().languages()
    papers = list(PAPERS)[:1] if asked.quick else list(PAPERS)
    shelves = _shelves(asked.editions, languages, papers, asked.kept, asked.jobs, app=asked.app)
    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder) / "pages"
        write_pages(pages, shelves, app=asked.app)
        if asked.app:
            ready = ready_made(asked.editions, languages, papers, asked.kept / "ready")
            build(pages / SITE_LANGUAGES[0] / APP, ready)
        config = Path(folder) / "mkdocs.yml"
        config.write_text(json.dumps(_config(pages, shelves, asked.url)), encoding="utf-8")
        made = Path(folder) / "site"
        done = _mkdocs(config, made)
        if done.returncode:
            print(done.stderr, file=sys.stderr)
            return 1
        split_search(made, SITE_LANGUAGES)
        put_questions_before(made)
        if asked.app:  # hosts read it at the root of a site
            (made / APP / "_headers").unlink()
            _write(made / "_headers", headers(f"/{APP}"))
        wrong = faults(made, asked.url)
        if wrong:
            print(*wrong, sep="\n", file=sys.stderr)
            return 1
        shutil.rmtree(asked.out, ignore_errors=True)
        shutil.move(made, asked.out)
    count = sum(path.is_file() for path in asked.out.rglob("*"))
    print(f"{asked.out}: {count} files; python -m http.server -d {asked.out} shows them")
    return 0


def _mkdocs(config: Path, made: Path) -> subprocess.CompletedProcess[str]:
    """Build the site into a folder."""
    # Not --quiet: a warning that is not said is not counted, and --strict would pass.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    command += ["-f", str(config), "-d", str(made)]
    return subprocess.run(command, cwd=ROOT, env=QUIET, check=False, capture_output=True, text=True)


def _asked(words: Sequence[str] | None) -> argparse.Namespace:
    """Return what was asked for on the command line."""
    editions = Templates().names("editions")
    parser = argparse.ArgumentParser(
        prog="python -m docs.build", description="Build the site of kitgen."
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=ROOT / "build" / "site",
        help="where to [build/site]; what is there goes",
    )
    parser.add_argument(
        "--kept",
        type=Path,
        default=ROOT / "build" / "prints",
        help="where prints are kept [build/prints]",
    )
    parser.add_argument(
        "--editions", type=lambda text: text.split(","), help="the kits, with commas between [all]"
    )
    parser.add_argument(
        "--quick", action="store_true", help="one kit on one paper, to check all pages and links"
    )
    parser.add_argument(
        "--no-app",
        dest="app",
        action="store_false",
        help="without the app, which takes Node and npm",
    )
    parser.add_argument("--jobs", type=int, default=1, help="how many processes print [1]")
    parser.add_argument(
        "--url",
        default=site_address(),
        help="the address at which it will stand [pyproject.toml's]",
    )
    asked = parser.parse_args(words)
    if asked.editions is None:
        asked.editions = QUICK if asked.quick else editions
    unknown = set(asked.editions) - set(editions)
    if unknown:
        parser.error(
            f"there is no edition {', '.join(sorted(unknown))}; there are {', '.join(editions)}"
        )
    holds_a_site = (asked.out / "search").is_dir()
    if asked.out.exists() and not holds_a_site and any(asked.out.iterdir()):
        parser.error(f"{asked.out} holds something else; choose another folder")
    return asked


def _shelves(
    editions: Sequence[str],
    languages: Sequence[str],
    papers: Sequence[str],
    kept: Path,
    jobs: int,
    *,
    app: bool,
) -> list[Shelf]:
    """Return the prints of all editions, that which is soonest built first, in as many processes
    as asked for.
    """
    app_address = f"../../{APP}/index.html" if app else ""
    wanted = [*product(editions, languages, papers, [kept], [app_address])]
    prints: dict[str, dict[str, dict[str, Print]]] = {
        edition: {language: {} for language in languages} for edition in editions
    }
    with ProcessPoolExecutor(jobs) as pool:
        for made in pool.map(make_print, *zip(*wanted, strict=True)):
            prints[made.edition][made.language][made.page] = made
            print(f"printed {made.edition} {made.language} {made.page}")
    shelves = [Shelf(edition, by_language) for edition, by_language in prints.items()]
    return sorted(shelves, key=lambda shelf: shelf.shown(languages[0]).report["boxes"])


#: The colours of the page and the app, by day and by night, and when the site shows them.
_SCHEMES = {":root {": "default", ":root.dark {": "slate"}


def colours() -> str:
    """Return the colours of the page and the app as those of the site, for its styles.

    >>> colours().splitlines()[:2]
    ['[data-md-color-scheme="default"] {', '  color-scheme: light;']
    """
    look = source("look.css")
    schemes = ""
    for head, scheme in _SCHEMES.items():
        start = look.index(head) + len(head)
        body = look[start : look.index("}", start)]
        schemes += f'[data-md-color-scheme="{scheme}"] {{{body}}}\n\n'
    return schemes


def write_pages(pages: Path, shelves: Sequence[Shelf], *, app: bool = True) -> None:
    """Write all pages of the site, a folder for each language; what is in one language alone is
    in the first.
    """
    default = pages / SITE_LANGUAGES[0]
    stage(default)
    for path in default.rglob("*.md"):
        boost = _boost(path.relative_to(default).as_posix())
        _write(path, _boosted(path.read_text(encoding="utf-8"), boost))
    _write(default / "site.css", colours() + (SITE / "site.css").read_text(encoding="utf-8"))
    shutil.copyfile(SITE / "site.js", default / "site.js")
    _write(default / "robot.svg", source("robot.svg"))
    for shelf in shelves:
        for by_paper in shelf.prints.values():
            lay_out([*by_paper.values()], default)
    _write(default / "python.md", _boosted(python_page(), REFERENCE_BOOST))
    _write(default / "commands" / "index.md", _boosted(commands_page(), REFERENCE_BOOST))
    for name in command_names():
        _write(default / "commands" / f"{name}.md", _boosted(command_page(name), REFERENCE_BOOST))
    for language in SITE_LANGUAGES:
        words = read_words(language)
        places = _places(shelves, words, app=app)
        _write(pages / language / "table.svg", table(make_kit("her", language=language)))
        for path in sorted((SITE / "pages" / language).glob("*.md")):
            text = filled(path.read_text(encoding="utf-8"), places)
            if path.name == QUESTIONS:
                text = _boosted(text, GUIDE_BOOST)
            _write(pages / language / path.name, text)
        _write(pages / language / "gallery" / "index.md", gallery(shelves, words))
        for shelf in shelves:
            _write(pages / language / "gallery" / f"{shelf.edition}.md", edition_page(shelf, words))
            _write(pages / language / "lessons" / f"{shelf.edition}.md", lesson_page(shelf, words))


def _boost(page: str) -> float:
    """Return how much words on a page of the repository count for the search: guides come before
    the reference.
    """
    if page.startswith(HOW_TO) or page in START_PAGES:
        return GUIDE_BOOST
    if page in handbook() and page not in WHY_PAGES:
        return HANDBOOK_BOOST
    return REFERENCE_BOOST


def _boosted(page: str, boost: float) -> str:
    """Return a page so that the search shows it before or after others."""
    return f"---\nsearch:\n  boost: {boost}\n---\n\n{page}"


def _places(shelves: Sequence[Shelf], words: Words, *, app: bool) -> dict[str, str]:
    """Return what the places on the written pages are filled with."""
    first = next((shelf for shelf in shelves if shelf.edition in QUICK), shelves[0])
    made = first.shown(words.language)
    pictures = [
        f"[![{name}]({made.address(name, '.png')})](gallery/{first.edition}.md)"
        for name in SHOWN
        if name in made.pages
    ]
    # The figures of the two kits that the pages tell of; none where they are not built.
    told = dict.fromkeys(("her", "menace"), "")
    for shelf in shelves:
        if shelf.edition in told:
            told[shelf.edition] = figures(shelf, words)
    app_address = f"{APP}/index.html#kit={first.edition}&language={words.language}"
    return told | {
        "kits": kits_table(shelves, words),
        "pictures": '<div class="strip" markdown>\n' + "\n".join(pictures) + "\n</div>",
        "play": made.address("play", ".html"),
        "machine": _machine(made, words),
        "app": app_address if app else "gallery/index.md",
    }


def _machine(made: Print, words: Words) -> str:
    """Return the page of a kit, which plays by itself until somebody presses its board, in a
    frame.
    """
    up = "" if words.language == SITE_LANGUAGES[0] else "../"
    title = words("plays_itself", kit=made.edition)
    return (
        f'<iframe class="machine" src="{up}{made.address("play", ".html")}#museum" '
        f'title="{title}"></iframe>'
    )


def _config(pages: Path, shelves: Sequence[Shelf], url: str) -> dict[str, Any]:
    """Return the configuration of MkDocs for these pages."""
    editions = [shelf.edition for shelf in shelves]
    guides = [path for path in handbook() if path.startswith(HOW_TO)]
    adding = [path for path in handbook() if path.startswith(ADDING)]
    elsewhere = {CONTENTS, FROM_PYTHON, *START_PAGES, *guides, *adding, *WHY_PAGES}
    reference = [path for path in handbook() if path not in elsewhere]
    lessons = [f"lessons/{name}.md" for name in editions]
    commands = ["commands/index.md", *(f"commands/{name}.md" for name in command_names())]
    gallery_pages = ["gallery/index.md", *(f"gallery/{name}.md" for name in editions)]
    return {
        "INHERIT": str(SITE / "mkdocs.yml"),
        "docs_dir": str(pages),
        "hooks": [str(SITE / "spoken.py")],
        "site_url": url,
        "nav": [
            {"Home": "index.md"},
            {
                "Start": [
                    "teachers.md",
                    "museums.md",
                    *START_PAGES,
                    {"The lecture": LECTURE},
                    {"Lesson plans": lessons},
                ]
            },
            {"How to": [QUESTIONS, CONTENTS, *guides]},
            {
                "Reference": [
                    *reference,
                    {"Commands": commands},
                    {"Python": [{"Twenty things": FROM_PYTHON}, {"All names": "python.md"}]},
                    {"Adding to kitgen": adding},
                ]
            },
            {"Why": [*WHY_PAGES]},
            {"Gallery": gallery_pages},
        ],
    }


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
