"""Pictures in a terminal, where it is known to show them."""

import sys
from base64 import b64encode
from collections.abc import Callable, Mapping

#: Bytes that a terminal takes at once, as kitty's protocol has it.
CHUNK = 4096


def kitty(png: bytes) -> str:
    """Return what shows a picture in kitty and those that know its protocol, which take PNG as it is.

    Nothing is asked back (``q=2``), so that no answer of the terminal is left for the shell to read.
    """
    text = b64encode(png).decode()
    chunks = [text[place : place + CHUNK] for place in range(0, len(text), CHUNK)]
    shown = ""
    for number, chunk in enumerate(chunks, 1):
        head = "a=T,f=100,q=2," if number == 1 else "q=2,"
        shown += f"\x1b_G{head}m={int(number < len(chunks))};{chunk}\x1b\\"
    return shown


def iterm2(png: bytes) -> str:
    """Return what shows a picture in iTerm2 and those that know its protocol."""
    return f"\x1b]1337;File=inline=1;size={len(png)};preserveAspectRatio=1:{b64encode(png).decode()}\x07"


def picture_writer(environment: Mapping[str, str]) -> Callable[[bytes], str] | None:
    """Return what turns a picture into what this terminal shows, or None when it is not known to show any.

    A terminal is believed only when it says its own name, and none is within tmux or screen, which let no picture
    through. (Sixel is left out: no variable tells of it.)

    Args:
        environment: the variables of the process.

    >>> picture_writer({"TERM": "xterm-256color"}) is None
    True
    """
    if not sys.stdout.isatty() or "TMUX" in environment or "STY" in environment:
        return None
    term, program = environment.get("TERM", ""), environment.get("TERM_PROGRAM", "")
    if term in ("xterm-kitty", "xterm-ghostty"):
        return kitty
    if term.startswith("xterm") and program in ("iTerm.app", "WezTerm"):
        return iterm2
    return None
