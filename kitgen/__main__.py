"""The start of ``kitgen``: the installed command and ``python -m kitgen``.

Everything else is imported only once an interrupt can no longer show a traceback.
"""

import gc
import os
import signal
from contextlib import suppress
from types import FrameType
from typing import NoReturn

#: New objects until Python looks for cycles. kitgen makes hardly any; looking for them after 700,
#: Python's default, takes a sixth of all work on a kit of 300 boxes.
LOOK_AGAIN = 50_000


def run() -> None:
    """Run the command line and leave with its exit code."""
    signal.signal(signal.SIGINT, _leave)
    gc.set_threshold(LOOK_AGAIN)
    from kitgen.cli.terminal import finish, open_streams  # noqa: PLC0415 - an interrupt may come while it is loaded

    open_streams()
    from kitgen.cli.main import main  # noqa: PLC0415 - as above

    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # from here on work ends tidily
        main()
    except KeyboardInterrupt:  # between two lines of the above
        _leave(signal.SIGINT, None)
    finally:
        signal.signal(signal.SIGINT, _leave)
        finish()
        gc.freeze()  # no search for cycles at the end


def _leave(number: int, _frame: FrameType | None) -> NoReturn:
    # Leave at once: nothing has begun, or everything is done. The exit code is the shells'.
    with suppress(OSError):
        os.write(2, b"kitgen: stopped\n")
    os._exit(128 + number)


if __name__ == "__main__":
    run()
