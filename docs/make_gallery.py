"""Makes the pictures in docs/gallery/ anew: ``python docs/make_gallery.py``.

Prints kits as a user would, and turns pages of them into small PNG files. Needs kitgen alone
(Pillow comes with reportlab); pictures of screens take the extra ``test`` and Chromium. The same
kitgen with the same versions of its libraries makes the same pictures. Names of pictures make these
alone, and ``--out FOLDER`` writes them elsewhere.
"""

import argparse
import asyncio
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image
from strip_picture import strip
from table_picture import table

from kitgen import make_kit
from kitgen.paper.declared import PartOptions
from kitgen.paper.fold import read_carton
from kitgen.paper.marks.scene import Scene
from kitgen.paper.parts import PARTS
from kitgen.paper.parts.boxes import folded_picture
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts
from kitgen.render import save

GALLERY = Path(__file__).parent / "gallery"
#: Parts that have no page in this kit, or are printed together with others.
NOT_SHOWN = ("always", "one-sheet", "outline")
#: Picture name to what is printed, and the parts of it that are shown, one page of each.
PICTURES = {
    "her": (["her"], ["cover", "labels", "finder", "board", "beads", "operator", "log", "curve"]),
    "her-it": (
        ["her", "--language", "it", "--palette", "grey"],
        ["cover", "labels", "finder", "beads"],
    ),
    "menace": (["menace"], ["labels", "finder", "beads", "operator"]),
    "awari-mini": (["awari-mini"], ["labels", "finder", "board", "operator"]),
    "ladder": (["ladder"], ["labels", "board", "operator", "zero"]),
    "parts": (
        ["her", "--set", "poster.size=a3"],
        [
            name
            for name, part in PARTS.items()
            if name not in NOT_SHOWN and not part.past and not part.needs
        ],
    ),
    "makers": (
        ["her", "--set", "poster.size=a3"],
        ["boxes", "poster", "zero", "map", "spinner", "tactile"],
    ),
    "guides": (["her"], ["guide", "worksheet", "errata", "museum", "certificate"]),
    "cards": (["her", "--stock", "poker"], ["cover", "cards", "deck", "operator"]),
}
DPI = 56
#: Pages in a row of a picture, and the dots between two.
COLUMNS = 4
GAP = 12
#: Pictures with more pages than this show them as thumbnails.
MANY = 8
#: The box that the nets fold to, drawn from the nets themselves.
FOLDED = "folded-box"
#: The companion page.
PAGE = "page"
#: Pictures that are drawn: a kit on a table, and what one does with it.
DRAWN = {"table": table, "strip": strip}
#: The app, and a machine that is played with at the terminal.
APP = "app"
TERMINAL = "terminal"
#: The three screens as windows that overlap, which README has room for: of each the picture, its
#: left and upper edge and its width, in dots of the whole; the last one is in front.
SCREENS = "screens"
WINDOWS = ((APP, 0, 0, 700), (TERMINAL, 476, 120, 700), (PAGE, 90, 320, 680))
FRAME = "#8A8580"
#: The window of a browser, in dots.
VIEW = {"width": 1180, "height": 760}


def page(pdf: Path, dpi: float) -> Image.Image:
    """Return the first page of a PDF as a picture with a thin frame; a poster no wider than
    other pages.
    """
    document = pypdfium2.PdfDocument(pdf)
    scale = dpi / 72 * min(1, 612 / document[0].get_width())
    picture = document[0].render(scale=scale).to_pil().convert("RGB")
    document.close()
    framed = Image.new("RGB", (picture.width + 2, picture.height + 2), "#B0B0B0")
    framed.paste(picture, (1, 1))
    return framed


def page_picture() -> bytes:
    """Take a picture of the companion page, after the machine's first move."""
    with tempfile.TemporaryDirectory() as folder, browser() as chromium:
        written = Path(folder) / "her.html"
        subprocess.run(
            [sys.executable, "-m", "kitgen", "web", "her", "-o", str(written)], check=True
        )
        # Each time the machine picks the same bead, and nothing is on its way.
        shown = chromium.new_page(viewport=VIEW, reduced_motion="reduce")
        shown.goto(f"{written.as_uri()}#seed=1")
        shown.locator("#cells .can").nth(1).click()
        shown.locator("#cells .to").click()
        shown.locator("#cells .can").first.wait_for()
        return shown.screenshot()


def app_picture() -> bytes:
    """Take a picture of the app's shelf, as ``kitgen serve`` shows it."""
    command = [sys.executable, "-m", "kitgen", "serve", "--port", "0"]
    with (
        browser() as chromium,
        subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server,
    ):
        said = server.stderr.readline() if server.stderr else ""
        address = next(word for word in said.split() if "://" in word)
        shown = chromium.new_page(viewport=VIEW)
        shown.goto(address, wait_until="networkidle")
        taken = shown.screenshot()
        server.terminate()
    return taken


def terminal_picture() -> bytes:
    """Take a picture of ``kitgen play her`` in a terminal, after the machine's first move."""
    drawn = asyncio.run(_terminal())
    with browser() as chromium:
        shown = chromium.new_page(viewport=VIEW)
        # The drawing asks for letters of another host; those of this system do.
        here = re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL)
        shown.set_content(here.replace("Fira Code", "DejaVu Sans Mono"))
        return shown.locator("svg").screenshot()


async def _terminal() -> str:
    from kitgen.machine.paper_machine import SplitMix  # noqa: PLC0415
    from kitgen.play.console import Console  # noqa: PLC0415
    from kitgen.play.host import Host  # noqa: PLC0415
    from kitgen.play.screens.play_app import PlayApp  # noqa: PLC0415

    kit = make_kit("her")
    host = Host(kit, kit.game, SplitMix(1))
    app = PlayApp(Console(host, Texts("en", Templates())))
    app.speed = 0
    async with app.run_test(size=(100, 30)) as pilot:
        for sign in "a1a2":
            await pilot.press(sign)
        await pilot.press("enter")
        await pilot.pause(1)
        return app.export_screenshot(title="kitgen play her")


def few_colours(taken: bytes) -> Image.Image:
    """Return a picture of a screen with few colours, which takes less room in a file."""
    return Image.open(BytesIO(taken)).convert("P", palette=Image.Palette.ADAPTIVE, colors=128)


@contextmanager
def browser() -> Iterator[Any]:
    """Open the system's Chromium."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - other pictures do without

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        yield chromium
        chromium.close()


#: Pictures of screens.
TAKEN = {PAGE: page_picture, APP: app_picture, TERMINAL: terminal_picture}


def screens(folder: Path) -> Image.Image:
    """Paste the pictures of screens over each other, from a folder or else from those kept."""
    whole = Image.new("RGB", (VIEW["width"], VIEW["height"]), "white")
    for name, left, top, wide in WINDOWS:
        made = folder / f"{name}.png"
        with Image.open(made if made.exists() else GALLERY / made.name) as kept:
            high = round(wide * kept.height / kept.width)
            small = kept.convert("RGB").resize((wide, high), Image.Resampling.LANCZOS)
        window = Image.new("RGB", (wide + 4, high + 4), FRAME)
        window.paste(small, (2, 2))
        whole.paste(window, (left, top))
    return whole.convert("P", palette=Image.Palette.ADAPTIVE, colors=128)


def folded_box() -> Scene:
    """Draw the box that the nets fold to."""
    options = PartOptions()
    size, _, paper = read_carton(options, Templates())
    return folded_picture(size, paper, options.boxes_clearance, 140)


def printed_pages(name: str) -> Image.Image:
    """Print parts of a kit, and return one page of each, side by side."""
    command, parts = PICTURES[name]
    dpi, columns = (DPI / 2, 2 * COLUMNS) if len(parts) > MANY else (DPI, COLUMNS)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "kit"
        words = ["print", *command, "--yes", "-o", str(out), "--parts", ",".join(parts)]
        subprocess.run(
            [sys.executable, "-m", "kitgen", *words], check=True, stdout=subprocess.DEVNULL
        )
        printed = [out.glob(f"parts/*-{part}.pdf") for part in parts]
        # A part without a page in this kit is left out.
        pages = [page(file, dpi) for files in printed for file in files]
    columns = min(columns, len(pages))
    wide = max(picture.width for picture in pages)
    high = max(picture.height for picture in pages)
    rows = -(-len(pages) // columns)
    sheet = Image.new("RGB", (columns * (wide + GAP) + GAP, rows * (high + GAP) + GAP), "#E4E4E4")
    for index, picture in enumerate(pages):
        row, column = divmod(index, columns)
        sheet.paste(picture, (GAP + column * (wide + GAP), GAP + row * (high + GAP)))
    return sheet


def make(name: str, folder: Path) -> Path:
    """Make the picture of this name in a folder, and return its path."""
    if name in DRAWN:
        path = folder / f"{name}.svg"
        path.write_text(DRAWN[name](make_kit("her")), encoding="utf-8")
        return path
    if name == FOLDED:
        path = folder / f"{name}.svg"
        save(folded_box(), path)
        return path
    path = folder / f"{name}.png"
    if name == SCREENS:
        screens(folder).save(path, optimize=True)
        return path
    picture = few_colours(TAKEN[name]()) if name in TAKEN else printed_pages(name)
    picture.save(path, optimize=True)
    return path


def main() -> None:
    """Make all pictures, or those named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a picture [default: all]")
    parser.add_argument("--out", type=Path, default=GALLERY, help="another folder")
    words = parser.parse_args()
    words.out.mkdir(exist_ok=True)
    for name in words.names or [*PICTURES, FOLDED, *DRAWN, *TAKEN, SCREENS]:
        print(make(name, words.out))


if __name__ == "__main__":
    main()
