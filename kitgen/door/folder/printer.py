"""The process that prints a kit's folder again, with all files in it: see ``kitgen.check.remake.child``."""

from kitgen.check.remake.child import serve
from kitgen.door.folder.contents import kit_files


def main(wanted: str) -> None:
    """Print what is on standard input again, and answer.

    Args:
        wanted: how many seconds of work it may take, and ``,svg`` for a picture of each card too.
    """
    seconds, _, svg = wanted.partition(",")
    serve(int(seconds), lambda run, whole: kit_files(run, whole, svg=bool(svg)))
