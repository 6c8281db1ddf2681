"""How `kitgen serve` bears many at once, and how long one person waits: measured on the loopback.

    python benchmarks/load_serve.py --clients 100

    python benchmarks/load_serve.py --network

The first starts a server of its own, lets so many ask for her in four variants at once, and prints
how long they waited, how many were refused, and the most memory that the server and its processes
took together. Then one person chooses: each picture and file once, of kits that nobody has asked
for yet. It exits with 1 when somebody was refused or waited too long.

The second measures the server itself: requests in a row on one connection, beside Starlette alone
that sends the same bytes; a client behind one who asks for many; half-sent requests and uploads
that are held open, and what ``/health`` says meanwhile.
"""

import argparse
import asyncio
import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from itertools import pairwise, product
from pathlib import Path
from threading import Event, Thread

import httpx

VARIANTS = [
    f"kit=her&language={language}&page={page}"
    for language, page in product(("en", "it"), ("a4", "letter"))
]
#: Nobody may wait longer, in seconds.
LONGEST = 15.0
#: What one person asks for, each of another kit: the address, and the seconds that it may take.
PERSON = {
    "card": ("card.svg?kit=her&stock={size}", 0.1),
    "sheet of labels": ("sheet.svg?kit=her&stock={size}", 0.5),
    "her's PDF": ("kit.pdf?kit=her&stock={size}", 1.0),
    "menace's PDF": ("kit.pdf?kit=menace&stock={size}", 2.5),
}
SIZES = ("54x36", "55x36", "56x37", "57x38", "58x38")


@contextmanager
def served(cores):
    """Start a server; yield its address and its process."""
    command = [sys.executable, "-m", "kitgen", "serve", "--port", "0"]
    if cores:
        command += ["--jobs", str(cores)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            yield re.search(r"http://\S+", server.stderr.readline())[0], server
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)


def children(number):
    """Return the numbers of a process and of all that it has started, where the system tells
    (Linux).
    """
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
    """Return the megabytes that a process and its children hold, each page shared among them
    counted once.
    """
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
    """Let many ask at once; return how long each waited, and why it got no kit, where it got
    none.
    """
    limits = httpx.Limits(max_connections=clients)
    async with httpx.AsyncClient(
        base_url=address, limits=limits, timeout=60, follow_redirects=True
    ) as client:

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
    """Yield what one person waits for each picture and file: median, longest, and what they may
    take.
    """
    with httpx.Client(base_url=address, timeout=60, follow_redirects=True) as client:
        for name, (path, most) in PERSON.items():
            took = []
            for size in SIZES:
                begun = time.monotonic()
                client.get(f"/kit/-/{path.format(size=size)}").raise_for_status()
                took.append(time.monotonic() - begun)
            yield name, sorted(took)[len(took) // 2], max(took), most


#: Sends the bytes of a file with Starlette alone, for comparison.
PLAIN = """
import json, sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
content = sys.stdin.buffer.read()
async def style(request):
    return Response(content, headers=json.loads(sys.argv[2]))
app = Starlette(routes=[Route("/app/app.css", style)])
uvicorn.run(app, port=int(sys.argv[1]), access_log=False, http="h11", log_level="warning")
"""


#: What asks for bytes as they are: compressing is not what is compared.
PLAINLY = {"accept-encoding": "identity"}


def in_a_row(address, count=2000):
    """Return the requests per second, one after the other on one connection, and the median of a
    request in ms.
    """
    with httpx.Client(base_url=address, headers=PLAINLY) as client:
        client.get("/app/app.css").raise_for_status()
        times = [time.monotonic()]
        for _ in range(count):
            client.get("/app/app.css")
            times.append(time.monotonic())
    took = sorted(later - earlier for earlier, later in pairwise(times))
    return count / (times[-1] - times[0]), 1000 * took[count // 2]


def plain(answer, count=2000):
    """Return the same for Starlette alone, which sends the bytes of an answer to the same
    client.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    headers = {
        name: value
        for name, value in answer.headers.items()
        if name not in ("date", "content-length")
    }
    with subprocess.Popen(
        [sys.executable, "-c", PLAIN, str(port), json.dumps(headers)], stdin=subprocess.PIPE
    ) as server:
        try:
            server.stdin.write(answer.content)
            server.stdin.close()
            time.sleep(3)
            return in_a_row(f"http://127.0.0.1:{port}", count)
        finally:
            server.terminate()


def hold(address, number, sent):
    """Yield after opening connections that send something and are then held; the server may
    close them.
    """
    host, port = address.removeprefix("http://").split(":")
    with ExitStack() as held:
        for _ in range(number):
            connection = held.enter_context(socket.create_connection((host, int(port)), timeout=10))
            try:
                connection.sendall(sent)
            except OSError:
                continue  # closed, or its bytes are not taken
        yield


async def in_turn(address, count=30):
    """Return the seconds that a client waits for a PDF when another has just asked for many;
    each has its address.
    """
    clients = []
    for own in ("127.0.0.1", "127.0.0.2"):
        network = httpx.AsyncHTTPTransport(
            local_address=own, limits=httpx.Limits(max_connections=count)
        )
        clients.append(
            httpx.AsyncClient(
                base_url=address, timeout=150, follow_redirects=True, transport=network
            )
        )
    async with clients[0], clients[1]:
        paths = [f"/kit/-/kit.pdf?kit=her&stock={40 + number}x36" for number in range(count)]
        many = [asyncio.create_task(clients[0].get(path)) for path in paths]
        await asyncio.sleep(2)
        begun = time.monotonic()
        (await clients[1].get("/kit/-/kit.pdf?kit=him")).raise_for_status()
        for task in many:
            task.cancel()
        return time.monotonic() - begun


def own_memory(number):
    """Return the megabytes that one process holds."""
    text = Path(f"/proc/{number}/smaps_rollup").read_text()
    return int(re.search(r"Rss:\s+(\d+)", text)[1]) / 1000


def network():
    """Print what the server itself takes."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
    with served(1) as (address, server):
        time.sleep(20)  # its processes get ready
        answer = httpx.get(f"{address}/app/app.css", headers=PLAINLY)
        mine = max(in_a_row(address) for _ in range(3))
        theirs = max(plain(answer) for _ in range(3))
        print(
            f"2,000 in a row: {mine[0]:.0f} a second, median {mine[1]:.2f} ms; Starlette alone "
            f"{theirs[0]:.0f} a second"
        )
        size = {}
        for coding in ("gzip", "identity"):
            headers = {"accept-encoding": coding}
            with httpx.stream(
                "GET",
                f"{address}/kit/-/play.html?kit=menace",
                headers=headers,
                follow_redirects=True,
                timeout=60,
            ) as answer:
                size[coding] = sum(map(len, answer.iter_raw())) / 1000
        print(f"menace's page: {size['identity']:.0f} kB, compressed {size['gzip']:.0f} kB")
        print(f"a PDF behind 30 of another client: {asyncio.run(in_turn(address)):.1f} s")
        half = b"GET /health HTTP/1.1\r\nHost: site\r\n"
        body = 23_000_000
        whole = (
            "POST /task/verify HTTP/1.1\r\nHost: site\r\n"
            f"Content-Length: {body + 1}\r\n\r\n".encode()
            + b"x" * body
        )
        for what, number, sent in (
            ("half-sent requests", 1005, half),
            ("uploads of 23 MB", 16, whole),
        ):
            before = own_memory(server.pid)
            for _ in hold(address, number, sent):
                begun = time.monotonic()
                status = httpx.get(f"{address}/health", timeout=30).status_code
                took = time.monotonic() - begun
                during = own_memory(server.pid)
            time.sleep(1)
            print(
                f"{number} {what} held open: /health {status} after {1000 * took:.0f} ms; "
                f"{before:.0f} MB before, {during:.0f} MB meanwhile, "
                f"{own_memory(server.pid):.0f} MB after"
            )


def ready(address, seconds):
    """Give the processes time to get ready, as they have it on a server that has just been
    started.
    """
    time.sleep(seconds)
    httpx.get(f"{address}/health").raise_for_status()


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--cores", type=int, default=None, help="as for kitgen serve")
    parser.add_argument(
        "--ready", type=float, default=30, help="seconds between the two measurements"
    )
    parser.add_argument("--network", action="store_true", help="measure the server itself")
    asked = parser.parse_args()
    if asked.network:
        network()
        return
    peaks = []
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with served(asked.cores) as (address, server), watched(server.pid, peaks):
        waits, said = zip(*asyncio.run(crowd(address, asked.clients)), strict=True)
        refused = sum(map(bool, said))
        print(
            f"{asked.clients} at once, her in {len(VARIANTS)} variants: {refused} "
            "failed, median wait "
            f"{sorted(waits)[len(waits) // 2]:.1f} s, longest {max(waits):.1f} s"
        )
        for why in sorted(filter(None, set(said))):
            print(f"  {why}")
        ready(address, asked.ready)
        print("one person, a server that is ready (median, longest, wanted):")
        for name, median, longest, most in person(address):
            print(
                f"  {name:16} {1000 * median:6.0f} ms {1000 * longest:6.0f} ms "
                f"{1000 * most:6.0f} ms"
            )
    print(f"memory of the server and its processes: {max(peaks):.0f} MB at most")
    sys.exit(refused > 0 or max(waits) > LONGEST)


if __name__ == "__main__":
    main()
