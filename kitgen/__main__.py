"""Where ``kitgen`` starts: the installed command and ``python -m kitgen`` alike.

All else is imported only once an interrupt can no longer show a traceback.
"""

import gc
import os
import signal
from contextlib import suppress
from types import FrameType
from typing import NoReturn

#: After how many new objects Python looks for those that only hold each other. kitgen makes hardly any; looking for
#: them after 700, as Python does by itself, takes a sixth of all work on a kit of 300 boxes.
LOOK_AGAIN = 50_000


def run() -> None:
    """Run the command line and leave with its exit code."""
    signal.signal(signal.SIGINT, _leave)
    gc.set_threshold(LOOK_AGAIN)
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
        gc.freeze()  # nor is there anything to be looked for at the end of all


def _leave(number: int, _frame: FrameType | None) -> NoReturn:
    """Leave at once, for nothing has been begun, or all is done; the exit code is the one that shells have for it."""
    with suppress(OSError):
        os.write(2, b"kitgen: stopped\n")
    os._exit(128 + number)


if __name__ == "__main__":
    run()
