"""Where ``kitgen`` starts: the installed command and ``python -m kitgen`` alike.

All else is imported only once an interrupt can no longer show a traceback.
"""

import os
import signal
from contextlib import suppress
from types import FrameType
from typing import NoReturn


def run() -> None:
    """Run the command line and leave with its exit code."""
    signal.signal(signal.SIGINT, _leave)
    from kitgen.cli.streams import finish, open_streams  # noqa: PLC0415 - an interrupt may come while it is loaded

    open_streams()
    from kitgen.cli.main import main  # noqa: PLC0415 - as above

    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # from here on work is ended tidily
        main()
    except KeyboardInterrupt:  # between two lines of the above
        _leave(signal.SIGINT, None)
    finally:
        signal.signal(signal.SIGINT, _leave)
        finish()


def _leave(number: int, _frame: FrameType | None) -> NoReturn:
    """Leave at once, for nothing has been begun, or all is done; the exit code is the one that shells have for it."""
    with suppress(OSError):
        os.write(2, b"kitgen: stopped\n")
    os._exit(128 + number)


if __name__ == "__main__":
    run()
