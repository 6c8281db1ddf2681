"""What runs the page's JavaScript in tests: Node, the system's Chromium driven by Playwright, the
system's Firefox.

Where one is not there its tests are skipped, and say so in one line; in CI (``CI`` in the
environment) they fail.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.resources import files
from pathlib import Path

import firefox_driver
import pytest
from jobs import kit_of
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from kitgen.kit.kit import Kit
from kitgen.web.page_build import build_page

#: The button that goes on, once a game is over.
READY = "#play.main:visible"
#: A script that makes every machine draw the seed 1, so that tests see the same games in each run.
SAME_LUCK = "crypto.getRandomValues = (numbers) => numbers.fill(1);"
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
#: Chromium without the windows that nobody sees, which takes half of the work.
HEADLESS_CHROMIUM = "chromium-headless-shell"
#: In a container it has no sandbox of its own. Letters stand where a Chromium with windows sets
#: them, so that pictures are the same.
CHROMIUM_OPTIONS = ("--no-sandbox", "--font-render-hinting=none")


def needed(*names: str) -> str:
    """Return the path of the first program that is there; without any, skip the test, or fail it
    in CI.
    """
    for name in names:
        found = shutil.which(name)
        if found is not None:
            return found
    why = f"there is no {names[0]} on this machine"
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


@contextmanager
def chromium(*, as_users_have: bool = False) -> Iterator[Browser]:
    """Start the system's Chromium, without windows where it can be had so, unless it is to be as
    users have it.
    """
    without_windows = None if as_users_have else shutil.which(HEADLESS_CHROMIUM)
    path = without_windows or needed(*CHROMIUMS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*CHROMIUM_OPTIONS])
        try:
            yield browser
        finally:
            browser.close()


def in_node(code: str, jobs: list[object]) -> list[object]:
    """Return what a JavaScript function, given as text, makes of each job, now or later."""
    run = f"import {{ readFileSync }} from 'node:fs';\nconst work = {code};\n"
    run += "const made = await Promise.all(JSON.parse(readFileSync(0, 'utf8')).map(work));\n"
    run += "console.log(JSON.stringify(made));"
    done = subprocess.run(
        [needed("node"), "--input-type=module", "-e", run],
        input=json.dumps(jobs),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def in_chromium(code: str, jobs: list[object]) -> list[object]:
    """Return the same, worked out in Chromium."""
    with chromium() as browser:
        page = browser.new_page()
        return page.evaluate(f"(jobs) => JSON.parse(jobs).map({code})", json.dumps(jobs))


def in_firefox(code: str, jobs: list[object]) -> list[object]:
    """Return the same, worked out in Firefox."""
    with firefox_driver.started(needed(*firefox_driver.FIREFOXES)) as browser:
        return browser.run(f"return JSON.parse(arguments[0]).map({code})", json.dumps(jobs))


class Pages:
    """Companion pages in a browser; what the console says, and what is asked for, has to be
    nothing.
    """

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser = browser
        self.folder = folder
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def open(
        self,
        name: str = "her",
        *,
        width: int = 1280,
        height: int = 900,
        language: str = "en",
        text: str = "",
        before: str = SAME_LUCK,
        address: str = "",
        beside: Page | None = None,
        **context: object,
    ) -> Page:
        """Open the page of a kit, or one that is given as text, in a browser that has kept nothing.

        Args:
            name: the kit.
            width, height: of the window.
            language: of the kit.
            text: the whole page.
            before: a script that runs before the page's own; by default the one that fixes its
                luck.
            address: what follows the file's name in the address, such as ``#museum``.
            beside: another page, in whose browser it is opened.
            context: what else the browser is told.
        """
        path = self.folder / f"{name}-{language}.html"
        path.write_text(text or page_of(name, language), encoding="utf-8", newline="")
        if beside is None:
            self.contexts.append(
                self.browser.new_context(viewport={"width": width, "height": height}, **context)
            )
        page = (self.contexts[-1] if beside is None else beside.context).new_page()
        if before:
            page.add_init_script(before)
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "request",
            lambda asked: asked.url.startswith(path.as_uri()) or self.complaints.append(asked.url),
        )
        page.goto(path.as_uri() + address)
        page.locator("#said:not(:empty)").wait_for()
        return page

    def close(self) -> None:
        """Close all pages, and look at what they said."""
        for context in self.contexts:
            context.close()
        assert self.complaints == [], self.complaints


def play_at_once(page: Page, games: int, opponent: str = "0") -> None:
    """Play many games against an opponent, on the screen."""
    page.click("#tab-watch")
    page.select_option("#opponent", opponent)
    page.fill("#many", str(games))
    page.click("#play-many")
    page.locator("#rate:not(:empty)").wait_for()


def press_until_over(page: Page, presses: int = 60) -> list[str]:
    """Press what can be pressed on the board, at once, until the game is over; return what was
    said on the way.
    """
    said, pieces = [], page.locator("#cells .can, #cells .any")
    for _ in range(presses):
        target = page.locator("#cells .to")
        page.locator(READY).or_(target).or_(pieces).first.wait_for()  # the machine may end the game
        if page.locator(READY).count():
            return said
        # The machine may move between the look and the press, so that this cell cannot be pressed
        # any more.
        with suppress(PlaywrightTimeout):
            (target if target.count() else pieces).first.click(timeout=2_000)
        said.append(page.inner_text("#said"))
    raise AssertionError("the game does not end")


def set_menu(page: Page, field: str, value: str) -> None:
    """Choose a setting in the menu."""
    page.click("#menu-open")
    page.select_option(field, value) if page.locator(f"select{field}").count() else page.fill(
        field, value
    )
    page.click("#menu-close")


def saved(page: Page, button: str, folder: Path) -> Path:
    """Press a button of the menu that saves a file, and return the file."""
    page.click("#menu-open")
    with page.expect_download() as download:
        page.click(button)
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    page.click("#menu-close")
    return path


def load_games(page: Page, path: Path) -> None:
    """Add the games of a file."""
    page.set_input_files("#load", path)


def as_shown(kit: Kit, beads: Iterable[Iterable[int]]) -> list[str]:
    """Return beads of all boxes as a page shows them, such as ``R 1 L 0``."""
    lines = []
    for box, held in zip(kit.boxes, beads, strict=True):
        letters = [slot.colour.letter for slot in box.slots]
        heaps = zip(letters, held, strict=True)
        lines.append(" ".join(f"{letter} {count}" for letter, count in heaps))
    return lines


def numbers_in(line: str) -> list[int]:
    """Return the numbers of a box's beads as a page shows them.

    >>> numbers_in("R 1 L 0")
    [1, 0]
    """
    return [int(count) for count in line.split()[1::2]]


def counts(page: Page) -> list[str]:
    """Return the beads of all boxes as the page shows them."""
    all_boxes = (
        "all => all.map((box) => Array.from(box.querySelectorAll('.spoken'), (heap) => "
        "heap.textContent).join(' '))"
    )
    return page.locator("#boxes .count").evaluate_all(all_boxes)


@cache
def axe() -> str:
    """Return the source of axe-core, which looks for what keeps people out of a page."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def fold_out(page: Page) -> None:
    """Open the place of the app where a kit is made, and fold its choices out."""
    page.click("[data-place=make]")
    if not page.eval_on_selector("#change", "fold => fold.open"):
        page.click("#change-do")


def barriers(page: Page) -> list[str]:
    """Return what axe-core finds on a page as it stands, a line for each."""
    # A script element would be refused by the page's policy; what the browser is told from outside
    # is not.
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    found = page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then((found) => found.violations)"
    )
    return [
        f"{one['id']}: {', '.join(str(node['target']) for node in one['nodes'])}" for one in found
    ]


@cache
def page_of(name: str, language: str = "en") -> str:
    """Return the page of a kit, built once for all tests of a process."""
    return build_page(kit_of(name, language=language))


@cache
def nothing_to_run_with() -> str:
    """Return what is missing, in a line; nothing where all is there."""
    missing = [
        names[0]
        for names in (
            ("node",),
            (*CHROMIUMS, HEADLESS_CHROMIUM),
            firefox_driver.FIREFOXES,
            ("tsc",),
        )
        if not any(map(shutil.which, names))
    ]
    return (
        ""
        if not missing
        else f"not tested, for it is not installed: the companion page in {' and '.join(missing)}"
    )
