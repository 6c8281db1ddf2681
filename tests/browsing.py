"""What runs the page's JavaScript in tests: Node, and the system's Chromium driven by Playwright.

Where one is not there its tests are skipped, and say so in one line; in CI (``CI`` in the environment) they fail.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import pytest
from jobs import kit_of
from playwright.sync_api import Browser, sync_playwright

from kitgen.web.build import build_page

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")


def needed(*names: str) -> str:
    """Return the path of the first program that is there; without any, skip the test, or fail it in CI."""
    for name in names:
        found = shutil.which(name)
        if found is not None:
            return found
    why = f"there is no {names[0]} on this machine"
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the system's Chromium; in a container it has no sandbox of its own."""
    path = needed(*CHROMIUMS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def in_node(code: str, jobs: list[object]) -> list[object]:
    """Return what a JavaScript function, given as text, makes of each job."""
    run = f"import {{ readFileSync }} from 'node:fs';\nconst work = {code};\n"
    run += "console.log(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map(work)));"
    done = subprocess.run(
        [needed("node"), "--input-type=module", "-e", run], input=json.dumps(jobs), capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def in_chromium(code: str, jobs: list[object]) -> list[object]:
    """Return the same, worked out in Chromium."""
    with chromium() as browser:
        page = browser.new_page()
        return page.evaluate(f"(jobs) => JSON.parse(jobs).map({code})", json.dumps(jobs))


@cache
def page_of(name: str, language: str = "en") -> str:
    """Return the page of a kit, built once for all tests of a process."""
    return build_page(kit_of(name, language=language))


@cache
def nothing_to_run_with() -> str:
    """Return what is missing, in a line; nothing where all is there."""
    missing = [names[0] for names in (("node",), CHROMIUMS, ("tsc",)) if not any(map(shutil.which, names))]
    return "" if not missing else f"not tested, for it is not installed: the companion page in {' and '.join(missing)}"
