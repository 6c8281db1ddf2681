"""How quick the built app is in Chromium and Firefox:
``python benchmarks/app_speed.py APP [--times 3]``.

Each time a browser that has kept nothing opens the app, waits, and makes two PDFs, as a person
would by pressing the button. The least of several times is shown, since other programs only make it
longer: seconds until the first picture, until kitgen runs, until the pictures and figures of HER
come from it, from the button to the PDF of HER and of MENACE, and the memory of the process with
the page (its share of what it shares).

With ``--slow`` the host sends 10 Mbit/s, compressed, and Chromium slows the page down to a quarter
of its speed, though not its workers: seconds from the opening until the first picture, until the
ready-made PDF of HER, and until one that is not ready-made; and the MB that the first visit takes.
"""

import argparse
import gzip
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from app_host import Files, hosted
from browsers import chromium, needed
from firefox_driver import FIREFOXES, started

#: Seconds that anything may take.
PATIENCE = 300
#: Bits in a second from a slow host, and bytes of a packet.
SLOW_BITS = 10e6
PACKET = 8192
#: How many times slower Chromium makes the page.
SLOWER = 4
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
    parser.add_argument("--slow", action="store_true", help="a slow network and a slow processor")
    asked = parser.parse_args()
    if asked.slow:
        print_slow(asked.app, asked.times)
        return 0
    with hosted(asked.app) as home:
        for name, opened in (("Chromium", in_chromium), ("Firefox", in_firefox)):
            every = []
            for _ in range(asked.times):
                with opened(f"{home}#kit=her&language=en") as run:
                    every.append(measured(run))
            shortest = {key: min(one[key] for one in every) for key in every[0]}
            print(f"{name}: " + ", ".join(f"{key} {least:.2f}" for key, least in shortest.items()))
    print(f"load {os.getloadavg()[0]:.1f}, {asked.times} times each")
    return 0


class SlowFiles(Files):
    """Sends files compressed, all of them together no faster than a slow network."""

    line = Lock()
    sent = 0

    def do_GET(self) -> None:  # noqa: N802 - as http.server calls it
        """Send a file."""
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        if not path.is_file():
            self.send_error(404)
            return
        content = compressed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        if "-" in path.parent.name:  # its name has a hash of its content
            self.send_header("Cache-Control", "max-age=31536000, immutable")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        for start in range(0, len(content), PACKET):
            packet = content[start : start + PACKET]
            with self.line:
                time.sleep(8 * len(packet) / SLOW_BITS)
                type(self).sent += len(packet)
            self.wfile.write(packet)


@cache
def compressed(path: Path) -> bytes:
    """Return the content of a file as hosts send it."""
    return gzip.compress(path.read_bytes())


def print_slow(app: Path, times: int) -> None:
    """Measure with a slow network and a slow processor, and print the least of several times."""
    for path in app.rglob("*"):
        if path.is_file():
            compressed(path)
    with hosted(app, SlowFiles) as home:
        firsts = []
        ready = []
        own = []
        sent = []
        for _ in range(times):
            SlowFiles.sent = 0
            with in_slow_chromium(f"{home}#kit=her&language=en") as run:
                firsts.append(until(run, 'window.kept["first picture"]'))
                run(PRESS)
                ready.append(until(run, 'window.kept["her-en-a4.pdf"]'))
                until(run, 'window.kept["pictures and figures"]')
            sent.append(SlowFiles.sent / 1e6)
            with in_slow_chromium(f"{home}#kit=her&language=en&page=letter") as run:
                until(run, 'window.kept["pictures and figures"]')
                run(PRESS)
                own.append(until(run, 'window.kept["her-en.pdf"]'))
    print(
        f"first picture {min(firsts):.2f}, ready-made PDF {min(ready):.2f}, "
        f"own PDF {min(own):.2f}, first visit {max(sent):.2f} MB"
    )
    print(f"load {os.getloadavg()[0]:.1f}, {times} times each")


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
        made = until(run, f'window.kept["{name}-en.pdf"]')
        times[f"PDF of {name}"] = made - float(run("return window.pressed"))
    return times | {"memory": largest() / 1e6}


def until(run: Callable[[str], object], expression: str) -> float:
    """Return the value of an expression once it has one."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() <= end:
        value = run(f"return {expression} ?? 0")
        if value:
            return float(value)
        time.sleep(0.2)
    raise SystemExit(f"never came: {expression}")


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
    own = {os.getpid()}
    while True:
        started = {pid for pid, parent in parents.items() if parent in own} - own
        if not started:
            break
        own |= started
    found = [0]
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
    with chromium(as_users_have=True) as browser:
        page = browser.new_page()
        page.goto(address, wait_until="domcontentloaded")
        yield lambda code: page.evaluate(f"() => {{ {code} }}")


@contextmanager
def in_slow_chromium(address: str) -> Iterator[Callable[[str], object]]:
    """Open an address in Chromium with a slow processor; notes from the start what is shown."""
    with chromium(as_users_have=True) as browser:
        page = browser.new_page()
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {WATCH} }})")
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
