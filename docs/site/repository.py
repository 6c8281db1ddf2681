"""The docs of the repository as pages of the site, with every file that they link to.

The pages keep their places, so that a link between two files works in the repository and on the
site alike. Two things are changed on the way: a link to a folder leads to a page that shows its
files, and a link to a source file leads to a page that shows it, for a server of pages would have a
browser save it instead.
"""

import json
import os
import re
import shutil
import tomllib
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Any

from docs.site.prints import ROOT

#: What a link or a picture of Markdown leads to, without what stands behind ``#``.
_LINK = re.compile(r"(?<=\]\()(?P<target>[^)#\s]+)(?=[)#])")
#: A heading without links: brackets in it are those of a command line, which plugins would read as
#: references.
_HEADING = re.compile(r"^#+ (?!.*\]\().*$", re.MULTILINE)
#: A row of a table, and code in it: GitHub wants its bars escaped, Python-Markdown shows the
#: backslash.
_ROW = re.compile(r"^\|.*$", re.MULTILINE)
_CODE = re.compile(r"`[^`]*`")
#: Files that are shown as a page, with the language that colours them.
SHOWN = {".py": "python", ".toml": "toml", ".txt": "text", ".csv": "text", ".cff": "yaml"}
#: Pages of the repository that the site has, beside all in docs/.
ALSO = ("CONTRIBUTING.md", "CHANGELOG.md")


def handbook(root: Path = ROOT) -> list[str]:
    """Return the pages of the repository that the site has, by their paths."""
    return [*sorted(path.relative_to(root).as_posix() for path in root.glob("docs/*.md")), *ALSO]


def site_address(root: Path = ROOT) -> str:
    """Return the address of the site, as ``[project.urls]`` in pyproject.toml gives it; empty
    where it gives none.
    """
    data = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    address: str = data["project"].get("urls", {}).get("Documentation", "")
    return address


def page_of(path: str, root: Path = ROOT) -> str:
    """Return which file of the site shows a file or folder of the repository.

    >>> (
    ...     page_of("docs/web.md"),
    ...     page_of("examples/lesson.py"),
    ...     page_of("templates/rules"),
    ...     page_of("README.md"),
    ... )
    ('docs/web.md', 'examples/lesson.py.md', 'templates/rules/index.md', 'index.md')
    """
    place = PurePosixPath(path)
    if (root / path).is_dir():
        return (place / "index.md").as_posix()
    if place.name == "README.md":
        return place.with_name("index.md").as_posix()
    is_shown = place.suffix in SHOWN or place.suffix == ".ipynb"
    return f"{path}.md" if is_shown else path


def linked(path: str, text: str, root: Path = ROOT) -> tuple[str, list[str]]:
    """Return a page with its links as they are on the site, and what of the repository it links to.

    Args:
        path: of the page, in the repository.
        text: the page.
        root: of the repository.

    Raises:
        FileNotFoundError: a link leads nowhere.
    """
    targets: list[str] = []

    def led(match: re.Match[str]) -> str:
        target = match["target"]
        if "://" in target or target.startswith("mailto:"):
            return target
        place = os.path.normpath(PurePosixPath(path).parent / target)
        if not (root / place).exists():
            raise FileNotFoundError(f"{path} links to {target}, which is not there")
        targets.append(place)
        own_folder = PurePosixPath(page_of(path, root)).parent
        return Path(os.path.relpath(page_of(place, root), own_folder)).as_posix()

    # What stands in blocks of code, which are every second piece, is no link.
    pieces = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    for number in range(0, len(pieces), 2):
        piece = _LINK.sub(led, pieces[number])
        piece = _HEADING.sub(_plain, piece)
        pieces[number] = _ROW.sub(_bare, piece)
    return "".join(pieces), targets


def stage(pages: Path, first: Iterable[str] | None = None, root: Path = ROOT) -> list[str]:
    """Write pages of the repository, and all that they lead to, as pages of the site; return what
    was written.

    Args:
        pages: the folder of the site's pages.
        first: where to begin, the handbook when None.
        root: of the repository.
    """
    waiting = list(handbook(root) if first is None else first)
    done: list[str] = []
    while waiting:
        path = waiting.pop(0)
        target = pages / page_of(path, root)
        if path in done or path == "README.md":  # the site has a home of its own
            continue
        done.append(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        source = root / path
        if source.is_dir():
            files = sorted(one for one in source.iterdir() if one.suffix in SHOWN)
            page = "\n\n".join([f"# {path}", *map(_shown, files)]) + "\n"
            target.write_text(page, encoding="utf-8")
        elif source.suffix in SHOWN:
            target.write_text(f"# {path}\n\n{_shown(source)}\n", encoding="utf-8")
        elif source.suffix == ".ipynb":
            target.write_text(_notebook_page(source), encoding="utf-8")
        elif source.suffix == ".md":
            text, targets = linked(path, source.read_text(encoding="utf-8"), root)
            target.write_text(text, encoding="utf-8")
            waiting += targets
        else:
            shutil.copyfile(source, target)
    return done


def _plain(heading: re.Match[str]) -> str:
    """Return a heading with its brackets as they are read."""
    return heading[0].replace("[", "\\[").replace("]", "\\]")


def _bare(row: re.Match[str]) -> str:
    """Return a row with the bars in its code as they are read."""
    return _CODE.sub(lambda code: code[0].replace("\\|", "|"), row[0])


def _shown(path: Path) -> str:
    """Return a file as a block of code; longer fences than it holds itself."""
    language = SHOWN[path.suffix]
    content = path.read_text(encoding="utf-8").rstrip()
    return f'````{language} title="{path.name}"\n{content}\n````'


def _output(output: dict[str, Any]) -> str:
    """Return what a cell has printed; what it draws stands in the notebook alone."""
    if output["output_type"] == "stream":
        return f"```text\n{''.join(output['text']).rstrip()}\n```"
    return "*This cell draws a picture, which stands in the notebook itself.*"


def _notebook_page(notebook: Path) -> str:
    """Return the cells of a notebook as a page, with what they have printed."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    page = []
    for cell in cells:
        source = "".join(cell["source"])
        is_text = cell["cell_type"] == "markdown"
        page.append(source if is_text else f"```python\n{source}\n```")
        page += [_output(output) for output in cell.get("outputs", ())]
    return "\n\n".join(page) + "\n"
