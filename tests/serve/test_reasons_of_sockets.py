"""Why the site cannot listen: in the words of the system for a number of its own, else in those of
the error.
"""

import os
import socket

import pytest

from kitgen.errors import OutputError
from kitgen.serve.run import _listening


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError(1, "words"), os.strerror(1)),
        (OSError(98, "words"), os.strerror(98)),
        (OSError(0, "words of no number"), "words of no number"),
        (socket.gaierror(-2, "no such host"), "no such host"),
        (OSError("words alone"), "words alone"),
    ],
)
def test_why_the_site_cannot_listen(monkeypatch, error, reason):
    def refuse(*_, **__):
        raise error

    monkeypatch.setattr(socket, "create_server", refuse)
    with pytest.raises(OutputError) as refused:
        _listening("127.0.0.1", 8000)
    begin = "cannot serve at 127.0.0.1, port 8000: "
    assert str(refused.value).startswith(f"{begin}{reason}; choose another with --port")
