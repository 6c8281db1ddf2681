"""Eight hours in a museum: visitors come and go in a real Chromium whose clock runs fast, and teach
one machine.

Some visitors give up in the midst of a game, some reload the page, and sometimes the power fails:
the whole browser is killed and starts again. Games whose lesson was shown have to be there
afterwards; memory has to stay level.

Run: ``python benchmarks/museum_day.py --hours 8 --seed 1`` (needs Chromium; some ten minutes).
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, sync_playwright

from kitgen.kit.build import build_kit
from kitgen.web.page_build import build_page

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
#: Seconds of the page's clock in one real second.
FAST = 60
#: One visitor in so many reloads the page; after one in so many the power fails.
RELOADING = 4
CUTTING = 7
#: Real seconds that a browser is given to write its storage before the power fails.
WRITING = 30
CLOCK = (
    """(() => {
  const [began, usual, slowly, every] = [Date.now(), Date, setTimeout, setInterval];
  const now = () => began + (usual.now() - began) * FAST;
  window.slowly = slowly;
  setTimeout = (work, time) => slowly(work, time / FAST);
  setInterval = (work, time) => every(work, time / FAST);
  Date = class extends usual {
    constructor(...parts) { parts.length ? super(...parts) : super(now()); }
    static now() { return now(); }
  };
})();"""
).replace("FAST", str(FAST))
#: A visitor comes, plays so many games, or leaves the last one open, and goes; returns how many are
#: over.
VISIT = """async ([games, gives_up, chance]) => {
  const pause = () => new Promise((done) => slowly(done, 15));
  const press = (one) => {
    one.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    one.click();
  };
  let luck = chance;
  const draw = (most) => (luck = (luck * 48271) % 2147483647) % most;
  const play = document.getElementById('play');
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  let over = 0;
  for (let presses = 0; presses < 4000; presses++) {
    await pause();
    if (play.classList.contains('main') && !play.hidden && !document.body.matches('.attract')) {
      over++;
      if (over >= games) return over;
      press(play);
      continue;
    }
    if (gives_up && over === games - 1 && presses > 30) return over;
    const targets = [...document.querySelectorAll('#cells .to')];
    const pieces = [...document.querySelectorAll('#cells .can, #cells .any')];
    const cells = targets.length ? targets : pieces;
    if (cells.length) press(cells[draw(cells.length)]);
  }
  return -1;
}"""
#: The games and visitors that the page shows, and the copies that the browser holds.
STATE = """() => ({
  games: Number(
    document.getElementById('score').textContent.match(/[0-9,]+/)[0].replaceAll(',', '')
  ),
  taught: document.getElementById('taught').textContent,
  copies: Object.keys(localStorage).filter((key) => key.includes(' copy ')).length,
  storage: Object.values(localStorage).reduce((sum, text) => sum + text.length, 0),
})"""


class Kiosk:
    """A Chromium of one's own, which can lose its power."""

    def __init__(self, playwright, address: str, profile: Path, port: int) -> None:
        self.playwright = playwright
        self.address = address
        self.profile = profile
        self.port = port
        self.start()

    def start(self) -> None:
        """Start the browser and open the page."""
        program = next(found for name in CHROMIUMS if (found := shutil.which(name)))
        options = [
            "--no-sandbox",
            "--headless=new",
            f"--remote-debugging-port={self.port}",
            "--disable-gpu",
        ]
        # A page that nobody looks at has slow clocks otherwise.
        options += ["--disable-background-timer-throttling", "--disable-renderer-backgrounding"]
        self.process = subprocess.Popen(
            [program, *options, f"--user-data-dir={self.profile}", "about:blank"],
            start_new_session=True,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(60):
            time.sleep(1)
            with suppress(PlaywrightError):  # it is not there yet
                self.browser = self.playwright.chromium.connect_over_cdp(
                    f"http://127.0.0.1:{self.port}"
                )
                break
        else:
            sys.exit("the browser does not answer within a minute")
        context = self.browser.contexts[0]
        context.add_init_script(CLOCK)
        self.page: Page = context.new_page()
        self.page.set_default_timeout(120_000)
        self.page.emulate_media(reduced_motion="reduce")
        self.page.goto(self.address)
        self.page.locator("#score:not(:empty)").wait_for(state="attached")

    def lose_power(self) -> None:
        """Kill the browser and all its processes, and start it again."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.start()

    def memory(self) -> tuple[float, int]:
        """Return the page's heap in MB after a collection, and the number of its nodes."""
        session = self.page.context.new_cdp_session(self.page)
        session.send("HeapProfiler.collectGarbage")
        session.send("Performance.enable")
        metrics = {
            each["name"]: each["value"]
            for each in session.send("Performance.getMetrics")["metrics"]
        }
        session.detach()
        return metrics["JSHeapUsedSize"] / 1e6, int(metrics["Nodes"])


def main() -> None:
    """Let the visitors come, and say what has come of it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--hours", type=float, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kit", default="menace")
    parser.add_argument("--port", type=int, default=9377)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder, "page.html")
        path.write_text(build_page(build_kit(given.kit)), encoding="utf-8")
        kiosk = Kiosk(
            playwright,
            f"{path.as_uri()}#museum&keep=swan&idle=240",
            Path(folder, "profile"),
            given.port,
        )
        began = time.monotonic()
        over = visits = lost = reloads = cuts = 0
        next_look = 0.0
        while (hours := (time.monotonic() - began) * FAST / 3600) < given.hours:
            if hours >= next_look:
                state = kiosk.page.evaluate(STATE)
                heap, nodes = kiosk.memory()
                print(
                    f"{hours:4.1f} h: {state['games']} games, {heap:.1f} MB, {nodes} "
                    f"nodes, {state}",
                    flush=True,
                )
                next_look += 1
            visits += 1
            gives_up = rng.random() < 0.3
            played = kiosk.page.evaluate(
                VISIT, [rng.randint(1, 4), gives_up, rng.randint(1, 10**9)]
            )
            if played < 0:
                sys.exit("a game does not end")
            over += played
            if visits % RELOADING == 0:
                kiosk.page.reload()
                kiosk.page.locator("#score:not(:empty)").wait_for(state="attached")
                reloads += 1
            elif visits % CUTTING == 0:
                time.sleep(WRITING)
                began += WRITING
                kiosk.lose_power()
                cuts += 1
            else:
                kiosk.page.locator("body.attract").wait_for()
            kiosk.page.wait_for_timeout(200)
            there = kiosk.page.evaluate(STATE)["games"]
            if there != over:
                print(f"      visit {visits}: {there} games, {over} were over", flush=True)
                lost += max(0, over - there)
                over = there
        heap, nodes = kiosk.memory()
        state = kiosk.page.evaluate(STATE)
        print(
            f"{visits} visits, {over} games, {reloads} reloads, {cuts} power cuts, "
            f"{lost} games lost"
        )
        print(f"{heap:.1f} MB, {nodes} nodes, {state}")
        os.killpg(kiosk.process.pid, signal.SIGKILL)
        kiosk.process.wait()


if __name__ == "__main__":
    main()
