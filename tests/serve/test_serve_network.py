"""The server of ``kitgen serve`` on a network: slow, half-sent and many connections, its log,
and its speed.
"""

import re
import socket
import time
from contextlib import ExitStack

import httpx
import pytest
from counting import at_least
from sampling import few
from served_site import served

HALF = b"GET /health HTTP/1.1\r\nHost: site\r\n"


@pytest.fixture(scope="module")
def small():
    """A server for 20 connections, which waits for a request for a second; yields a function
    that connects.
    """
    with served(patch="run.CONNECTIONS, run.MAX_IDLE_SECONDS = 20, 1") as (address, server):
        port = int(address.rpartition(":")[2])
        yield lambda: socket.create_connection(("127.0.0.1", port), timeout=10)
        server.send_signal(2)
        assert server.stderr.read() == "The site is closed.\n"


def status(connect, request=HALF + b"Connection: close\r\n\r\n"):
    with connect() as connection:
        connection.sendall(request)
        return int(connection.recv(1000).split()[1])


def trickle(connection, content):
    for letter in content:
        connection.sendall(bytes([letter]))
        time.sleep(0.05)


@pytest.mark.every
def test_a_request_on_an_open_connection_is_answered_at_once():
    """Without TCP_NODELAY each of them waits for an acknowledgement, 40 ms."""
    with served() as (address, _), httpx.Client(base_url=address) as client:
        client.get("/health")
        times = []
        for _ in range(80):
            begun = time.monotonic()
            client.get("/health")
            times.append(time.monotonic() - begun)
    assert sorted(times)[20] < 0.035, (
        "a busy machine makes some of them wait, an acknowledgement nearly all"
    )


@pytest.mark.every
@pytest.mark.parametrize(
    "sent",
    few(
        [HALF, b"", b"POST /task/verify HTTP/1.1\r\nHost: site\r\nContent-Length: 99\r\n\r\nx"],
        one_in=3,
    ),
)
def test_connections_that_are_held_open_do_not_silence_the_server(small, sent):
    with ExitStack() as held:
        for _ in range(60):
            held.enter_context(small()).sendall(sent)
        assert status(small) == 200


@pytest.mark.every
def test_a_request_that_comes_too_slowly_is_given_up(small):
    with small() as connection:
        begun = time.monotonic()
        with pytest.raises(ConnectionError):
            trickle(connection, HALF * 5)
        assert 0.9 < time.monotonic() - begun < 8


@pytest.mark.every
def test_a_body_that_nobody_reads_does_not_hold_a_connection(small):
    with small() as connection:
        connection.sendall(b"POST / HTTP/1.1\r\nHost: site\r\nContent-Length: 9999\r\n\r\n")
        assert b" 405 " in connection.recv(1000)
        with pytest.raises(ConnectionError):
            trickle(connection, b"x" * 200)


def test_a_request_with_a_length_and_chunks_is_refused_and_what_follows_not_read(small):
    request = (
        b"POST /task/verify HTTP/1.1\r\nHost: s\r\nContent-Length: 4\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    )
    with small() as connection:
        connection.sendall(request + HALF + b"\r\n")
        answer = b""
        while piece := connection.recv(1000):
            answer += piece
    assert re.findall(rb"HTTP/1.1 (\d+)", answer) == [b"400"]


@pytest.mark.every
def test_faults_are_logged_with_their_traceback_and_requests_if_wanted():
    patch = "import kitgen.serve.app as app; app.app_frame = lambda *_: 1 / 0"
    for words in ((), ("--log",)):
        with served(*words, patch=patch) as (address, server):
            assert httpx.get(f"{address}/?language=en").status_code == 500
            server.send_signal(2)
            log = server.stderr.read()
        assert "Traceback (most recent call last):" in log
        assert "ZeroDivisionError: division by zero" in log
        assert ('"GET /?language=en HTTP/1.1" 500' in log) == bool(words)
        assert re.search(r"^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d,\d+ ERROR ", log, re.MULTILINE)


@pytest.mark.every
@pytest.mark.parametrize("path", few(["/machines/", "machines", ""], one_in=3))
def test_a_site_below_a_path_leads_there_and_another_to_its_own_pages(path):
    words, root = (("--root-path", path), "/machines") if path else ((), "")
    with served(*words) as (address, _):
        answer = httpx.get(f"{address}/kit/-/board.svg?kit=her")
        assert answer.headers["location"].startswith(f"{root}/kit/")
        assert httpx.get(f"{address}/app/app.css").status_code == 200


@pytest.mark.every
def test_a_hundred_at_once_and_hundreds_in_a_row_are_answered():
    with served() as (address, _), ExitStack() as held:
        port = int(address.rpartition(":")[2])
        crowd = [
            held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20))
            for _ in range(100)
        ]
        for connection in crowd:
            connection.sendall(HALF + b"\r\n")
        for connection in at_least(100, crowd):
            assert connection.recv(1000).startswith(b"HTTP/1.1 200 ")
        with httpx.Client(base_url=address) as client:
            assert {client.get("/app/app.css").status_code for _ in range(300)} == {200}
