"""How the site is begun: what it is told to be, where it listens, and the address that it says;
nothing is served.
"""

import socket
from types import SimpleNamespace

import pytest

from kitgen.errors import OutputError, UsageError
from kitgen.serve import run
from kitgen.serve.run import BoundedConnection, serve, serve_board


@pytest.fixture
def begun(monkeypatch):
    """What a server is begun with: its settings, in place of one."""
    settings = []

    class Server:
        def __init__(self, config):
            self.config = config

        def run(self, sockets):
            settings.append(self.config)
            (listening,) = sockets
            settings.append(listening.getsockname()[:2])
            raise KeyboardInterrupt

    monkeypatch.setattr(run.uvicorn, "Config", lambda app, **how: {"app": app, **how})
    monkeypatch.setattr(run.uvicorn, "Server", Server)
    monkeypatch.setattr(run, "make_app", lambda pool: f"the app of {pool}")
    monkeypatch.setattr(run, "Pool", lambda cores: f"a pool for {cores}")
    monkeypatch.setattr(run.logging, "basicConfig", lambda **_: None)
    return settings


USUAL = {
    "ws": "none",
    "log_config": None,
    "server_header": False,
    "limit_concurrency": 800,
    "backlog": 128,
    "timeout_keep_alive": 20,
    "timeout_graceful_shutdown": 3,
    "http": BoundedConnection,
}


@pytest.mark.parametrize(
    ("cores", "behind", "root_path", "log", "own"),
    [
        (
            None,
            "",
            "",
            False,
            {
                "log_level": "warning",
                "access_log": False,
                "proxy_headers": False,
                "forwarded_allow_ips": None,
                "root_path": "",
            },
        ),
        (
            3,
            "10.0.0.1,10.0.0.2",
            "machines/",
            True,
            {
                "log_level": "info",
                "access_log": True,
                "proxy_headers": True,
                "forwarded_allow_ips": "10.0.0.1,10.0.0.2",
                "root_path": "/machines",
            },
        ),
        (
            None,
            "",
            "/a/",
            True,
            {
                "log_level": "info",
                "access_log": True,
                "proxy_headers": False,
                "forwarded_allow_ips": None,
                "root_path": "/a",
            },
        ),
        (
            None,
            "::1",
            "",
            False,
            {
                "log_level": "warning",
                "access_log": False,
                "proxy_headers": True,
                "forwarded_allow_ips": "::1",
                "root_path": "",
            },
        ),
        (
            1,
            "*",
            "/a/b",
            False,
            {
                "log_level": "warning",
                "access_log": False,
                "proxy_headers": True,
                "forwarded_allow_ips": "*",
                "root_path": "/a/b",
            },
        ),
    ],
)
def test_the_site_is_begun_as_it_is_told(begun, cores, behind, root_path, log, own):
    lines = []
    serve("127.0.0.1", 0, cores, behind, root_path, log, lines.append)
    config, (host, port) = begun
    assert config == USUAL | own | {"app": f"the app of a pool for {cores}", "lifespan": "on"}
    assert host == "127.0.0.1"
    assert lines == [f"http://localhost:{port}"]


def test_each_line_of_the_log_begins_with_its_time_and_kind(begun, monkeypatch):
    calls = []
    monkeypatch.setattr(run.logging, "basicConfig", lambda **how: calls.append(how))
    serve("127.0.0.1", 0, 1, "", "", True, print)
    assert len(begun) == 2
    assert calls == [{"format": "%(asctime)s %(levelname)s %(message)s"}]


@pytest.mark.parametrize(
    ("host", "named"),
    [
        ("127.0.0.1", "localhost"),
        ("localhost", "localhost"),
        ("0.0.0.0", "0.0.0.0"),  # noqa: S104 - nothing is served
        ("::1", "localhost"),
        ("::", "[::]"),
    ],
)
def test_the_address_is_said_as_browsers_take_it(begun, host, named):
    if ":" in host and not socket.has_ipv6:
        pytest.skip("this system has no such addresses")
    lines = []
    try:
        serve(host, 0, None, "", "", False, lines.append)
    except OutputError:
        pytest.skip("this machine has no such address")
    assert lines == [f"http://{named}:{begun[1][1]}"]


@pytest.mark.parametrize("port", [-1, 65_536, 100_000])
def test_there_are_ports_up_to_65535(begun, port):
    message = rf"^there is no port {port}; ports are 0 to 65535$"
    with pytest.raises(UsageError, match=message):
        serve("127.0.0.1", port, None, "", "", False, print)
    with pytest.raises(UsageError, match=message):
        serve_board(None, port, print)
    assert begun == []


def test_a_port_that_is_taken_is_named_with_advice(begun):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OutputError) as caught:
            serve("127.0.0.1", port, None, "", "", False, print)
    assert str(caught.value) == (
        f"cannot serve at 127.0.0.1, port {port}: Address already in use; choose another with "
        "--port, or 0 for any that is free"
    )
    assert begun == []


def test_a_board_is_served_to_this_machine_under_a_secret(begun, monkeypatch):
    monkeypatch.setattr(run, "token_urlsafe", lambda size: f"secret{size}")
    monkeypatch.setattr(run, "make_board_app", lambda folder, secret: f"{folder} {secret}")
    lines = []
    serve_board("class3b", 0, lines.append)
    config, (host, port) = begun
    own = {"app": "class3b secret16", "log_level": "warning", "access_log": False}
    assert config == USUAL | own
    assert host == "127.0.0.1"
    assert lines == [f"http://localhost:{port}/secret16/"]


# --- connections
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cycle", "write_paused", "waits"),
    [
        (None, False, True),
        ({"response_complete": True, "more_body": False}, False, True),
        ({"response_complete": False, "more_body": True}, False, True),
        ({"response_complete": False, "more_body": False}, True, True),
        ({"response_complete": False, "more_body": False}, False, False),
    ],
)
def test_whose_turn_it_is_on_a_connection(cycle, write_paused, waits):
    connection = BoundedConnection.__new__(BoundedConnection)
    connection.cycle = None if cycle is None else SimpleNamespace(**cycle)
    connection.flow = SimpleNamespace(write_paused=write_paused)
    assert connection.waits is waits


def connections(count, waiting):
    """So many connections of which some wait, each since a second later."""
    made = []
    for number in range(count):
        one = BoundedConnection.__new__(BoundedConnection)
        done = {"response_complete": number in waiting, "more_body": False}
        one.cycle = SimpleNamespace(**done)
        one.flow = SimpleNamespace(write_paused=False)
        one.since = 100.0 - number
        one.aborted = []
        one.transport = SimpleNamespace(abort=lambda one=one: one.aborted.append(True))
        made.append(one)
    return made


@pytest.mark.parametrize(
    ("before", "waiting", "gives_way"),
    [
        (2, [0, 1], None),
        (3, [0, 1], 1),
        (3, [0, 2], 2),
        (3, [1], 1),
        (3, [], None),
        (5, [0, 3], 3),
    ],
)
def test_the_connection_that_has_waited_longest_gives_way(monkeypatch, before, waiting, gives_way):
    """To a new one, which waits itself, once there are so many; alone it gives way to nobody."""
    monkeypatch.setattr(run, "CONNECTIONS", 4)
    others = connections(before, waiting)
    new = BoundedConnection.__new__(BoundedConnection)
    calls = []

    def made(self, transport):
        self.transport = transport
        self.cycle = None
        self.connections.add(self)

    monkeypatch.setattr(run.H11Protocol, "connection_made", made)
    new.connections = {*others}
    new.flow = SimpleNamespace(write_paused=False)
    new.loop = SimpleNamespace(time=lambda: 200.0, call_later=lambda *what: calls.append(what))
    new.connection_made(SimpleNamespace(abort=lambda: pytest.fail("the new one stays")))
    assert [number for number, one in enumerate(others) if one.aborted] == (
        [] if gives_way is None else [gives_way]
    )
    assert len(new.connections) == before + 1 - (gives_way is not None)
    assert calls == [(20, new.timeout_keep_alive_handler)]
    assert new.since == 200.0
