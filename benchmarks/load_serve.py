"""How `kitgen serve` bears many at once, and how long one person waits: measured on the loopback.

    python benchmarks/load_serve.py --clients 100

starts a server of its own, lets so many ask for her in four variants at once, and prints how long they waited, how many
were refused, and the most memory that the server and its processes took together. Then one person chooses: each picture
and file once, of kits that nobody has asked for yet. It exits with 1 when somebody was refused or waited too long.
"""

import argparse
import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import httpx

VARIANTS = [f"kit=her&lang={lang}&page={page}" for lang in ("en", "it") for page in ("a4", "letter")]
#: Nobody may wait longer, in seconds.
LONGEST = 15.0
#: What one person asks for, each of another kit: the address, and the seconds that it may take.
PERSON = {
    "card": ("card.svg?kit=her&for={size}", 0.1),
    "sheet of labels": ("sheet.svg?kit=her&for={size}", 0.5),
    "her's PDF": ("kit.pdf?kit=her&for={size}", 1.0),
    "menace's PDF": ("kit.pdf?kit=menace&for={size}", 2.5),
}
SIZES = ("54x36", "55x36", "56x37", "57x38", "58x38")


@contextmanager
def served(cores):
    """Start a server; yield its address and its process."""
    command = [sys.executable, "-m", "kitgen", "serve", "--port", "0", *(["--jobs", str(cores)] if cores else [])]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            yield re.search(r"http://\S+", server.stderr.readline())[0], server
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)


def children(number):
    """Return the numbers of a process and of all that it has started, where the system tells (Linux)."""
    found = [number]
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        if parent == number:
            found += children(int(path.parent.name))
    return found


def memory(number):
    """Return the megabytes that a process and its children hold, each page shared among them counted once."""
    total = 0
    for one in children(number):
        try:
            text = Path(f"/proc/{one}/smaps_rollup").read_text()
        except OSError:
            continue
        total += int(re.search(r"Pss:\s+(\d+)", text)[1])
    return total / 1000


@contextmanager
def watched(number, peaks):
    """Look at the memory of a process twice a second."""
    over = Event()

    def look():
        while not over.wait(0.5):
            peaks.append(memory(number))

    thread = Thread(target=look)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        peaks.append(memory(number))


async def crowd(address, clients):
    """Let many ask at once; return how long each waited, and why it got no kit, where it got none."""
    limits = httpx.Limits(max_connections=clients)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=60, follow_redirects=True) as client:

        async def one(number):
            begun = time.monotonic()
            try:
                answer = await client.get(f"/kit/-/kit.pdf?{VARIANTS[number % len(VARIANTS)]}")
                right = answer.status_code == 200 and answer.content[:5] == b"%PDF-"
                why = "" if right else f"{answer.status_code} {answer.text[:200]}"
            except httpx.HTTPError as error:
                why = repr(error)
            return time.monotonic() - begun, why

        return await asyncio.gather(*map(one, range(clients)))


def person(address):
    """Yield what one person waits for each picture and file: median, longest, and what they may take."""
    with httpx.Client(base_url=address, timeout=60, follow_redirects=True) as client:
        for name, (path, most) in PERSON.items():
            took = []
            for size in SIZES:
                begun = time.monotonic()
                client.get(f"/kit/-/{path.format(size=size)}").raise_for_status()
                took.append(time.monotonic() - begun)
            yield name, sorted(took)[len(took) // 2], max(took), most


def ready(address, seconds):
    """Give the processes time to get ready, as they have it on a server that has just been started."""
    time.sleep(seconds)
    httpx.get(f"{address}/health").raise_for_status()


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--cores", type=int, default=None, help="as for kitgen serve")
    parser.add_argument("--ready", type=float, default=30, help="seconds between the two measurements")
    asked = parser.parse_args()
    peaks = []
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with served(asked.cores) as (address, server), watched(server.pid, peaks):
        waits, said = zip(*asyncio.run(crowd(address, asked.clients)), strict=True)
        refused = sum(map(bool, said))
        print(f"{asked.clients} at once, her in {len(VARIANTS)} variants: {refused} failed, median wait "
              f"{sorted(waits)[len(waits) // 2]:.1f} s, longest {max(waits):.1f} s")  # fmt: skip
        for why in sorted(filter(None, set(said))):
            print(f"  {why}")
        ready(address, asked.ready)
        print("one person, a server that is ready (median, longest, wanted):")
        for name, median, longest, most in person(address):
            print(f"  {name:16} {1000 * median:6.0f} ms {1000 * longest:6.0f} ms {1000 * most:6.0f} ms")
    print(f"memory of the server and its processes: {max(peaks):.0f} MB at most")
    sys.exit(refused > 0 or max(waits) > LONGEST)


if __name__ == "__main__":
    main()
