"""Every kind of task, and what does it. A new kind is a line here and one in ``kitgen.serve.bounds``."""

from collections.abc import Callable, Mapping

import msgspec

from kitgen.serve.work import files, finding, pictures, printing, trying, verifying
from kitgen.serve.work.worker import Errand


def do(task: Errand) -> bytes:
    """Do a task, and return its answer: a file, or plain data as JSON.

    Raises:
        KitgenError: it is refused.
    """
    made = DOING[task.kind](task)
    return made if isinstance(made, bytes) else msgspec.json.encode(made)


#: From each kind of task to what does it.
DOING: Mapping[str, Callable[[Errand], object]] = {
    "card": pictures.card,
    "labels": pictures.labels,
    "board": finding.board,
    "figures": printing.figures,
    "pdf": files.pdf,
    "zip": files.folder,
    "companion": files.companion,
    "find": finding.found,
    "curve": trying.curve,
    "verify": verifying.verified,
    "warm": printing.warm,
}
