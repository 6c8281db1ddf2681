"""One line that says what to do next with a journal, in its kit's language."""

from kitgen.errors import command_line
from kitgen.journal.journal import Journal
from kitgen.paper.texts import Texts

#: The most empty boxes that are named.
NAMED = 4


def what_now(journal: Journal, texts: Texts) -> str:
    """Return the line: games since the last count, empty boxes, and the command that fits.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from kitgen.journal_start import new_journal
    >>> from kitgen.templates import Templates
    >>> with tempfile.TemporaryDirectory() as folder, new_journal("her", Path(folder) / "her.kitgen") as journal:
    ...     what_now(journal, Texts("en", Templates())).split(" with ")[0]
    'What now: note the first games'
    """
    now = journal.status()

    def command(name: str, *words: str) -> str:
        return command_line("kitgen", "journal", name, journal.path, *words)

    if not now.games:
        return texts("now.line", what=texts("now.begin", add=command("add", "games.csv"), play=command("play")))
    since = now.games if now.since_count is None else now.since_count
    words = [texts("now.since", count=since) if since else texts("now.counted")]
    if now.since_count is None:
        words = [texts("now.never", count=since)]
    if now.empty:
        boxes, more = ", ".join(now.empty[:NAMED]), len(now.empty) - NAMED
        boxes = texts("now.more", boxes=boxes, count=more) if more > 0 else boxes
        words.append(texts("now.empty", count=len(now.empty), boxes=boxes))
    if since:
        words.append(texts("now.count" if now.since_count is None else "now.again", command=command("count")))
    return texts("now.line", what="; ".join(words))
