"""How quick the built app is in Chromium and Firefox:
``python benchmarks/app_speed.py APP [--times 3]``.

Each time a browser that has kept nothing opens the app, waits, and makes two PDFs, as a person
would by pressing the button. The least of several times is shown, since other programs only make it
longer: seconds until the first picture, until kitgen runs, until the pictures and figures of HER
come from it, from the button to the PDF of HER and of MENACE, and the memory of the process with
the page (its share of what it shares).
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from app_host import hosted
from browsers import chromium, needed
from firefox_driver import FIREFOXES, started

#: Seconds that anything may take.
PATIENCE = 300
#: Notes when the state changes, and when a file is saved.
WATCH = """
  window.kept = {};
  const note = (name) => (window.kept[name] ??= performance.now() / 1000);
  const first = document.getElementById("state").textContent;
  const look = () => {
    const card = document.getElementById("card");
    if (card.complete && card.naturalWidth) note("first picture");
    if (document.getElementById("state").textContent !== first) note("kitgen runs");
    const shown = !document.getElementById("where").hidden;
    const figures = document.querySelector("#figures:not([aria-busy]) dl");
    if (shown && figures) note("pictures and figures");
  };
  setInterval(look, 10);
  HTMLAnchorElement.prototype.click = function () {
    window.kept[this.download] = performance.now() / 1000;
  };
  return true;
"""
PRESS = """
  window.pressed = performance.now() / 1000;
  document.querySelector("[data-made=pdf]").click();
  return true;
"""
CHOOSE = """
  window.kept["pictures and figures"] = undefined;
  document.getElementById("where").hidden = true;
  const kit = document.getElementById("kit");
  kit.value = "menace";
  kit.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
"""


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description="Measure the built app in Chromium and Firefox.")
    parser.add_argument("app", type=Path, help="the folder of the built app")
    parser.add_argument("--times", type=int, default=3, help="how often [3]")
    asked = parser.parse_args()
    with hosted(asked.app) as home:
        for name, opened in (("Chromium", in_chromium), ("Firefox", in_firefox)):
            every = []
            for _ in range(asked.times):
                with opened(f"{home}#kit=her&language=en") as run:
                    every.append(measured(run))
            print(
                f"{name}: "
                + ", ".join(f"{key} {min(one[key] for one in every):.2f}" for key in every[0])
            )
    print(f"load {os.getloadavg()[0]:.1f}, {asked.times} times each")
    return 0


def measured(run: Callable[[str], object]) -> dict[str, float]:
    """Return what one visit took, in seconds, and the memory in MB."""
    run(WATCH)
    times = {
        name: until(run, f'window.kept["{name}"]')
        for name in ("first picture", "kitgen runs", "pictures and figures")
    }
    for name in ("her", "menace"):
        if name == "menace":
            run(CHOOSE)
            until(run, 'window.kept["pictures and figures"]')
        run(PRESS)
        times[f"PDF of {name}"] = until(run, f'window.kept["{name}-en.pdf"]') - float(
            run("return window.pressed")
        )
    return times | {"memory": largest() / 1e6}


def until(run: Callable[[str], object], expression: str) -> float:
    """Return the value of an expression once it has one."""
    end = time.monotonic() + PATIENCE
    while not (value := run(f"return {expression} ?? 0")):
        if time.monotonic() > end:
            raise SystemExit(f"never came: {expression}")
        time.sleep(0.2)
    return float(value)


def largest() -> int:
    """Return the memory of that process which this one has started, and those which these have,
    that has most.
    """
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has just ended
            continue
    own, found = {os.getpid()}, [0]
    while more := {pid for pid, parent in parents.items() if parent in own} - own:
        own |= more
    for pid in own - {os.getpid()}:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        found += [int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")]
    return max(found)


@contextmanager
def in_chromium(address: str) -> Iterator[Callable[[str], object]]:
    """Open an address in Chromium; yields what runs a script there."""
    with chromium() as browser:
        page = browser.new_page()
        page.goto(address, wait_until="domcontentloaded")
        yield lambda code: page.evaluate(f"() => {{ {code} }}")


@contextmanager
def in_firefox(address: str) -> Iterator[Callable[[str], object]]:
    """Open an address in Firefox; yields what runs a script there."""
    with started(needed(*FIREFOXES)) as firefox:
        firefox.tell("WebDriver:Navigate", url=address)
        yield firefox.run


if __name__ == "__main__":
    sys.exit(main())
