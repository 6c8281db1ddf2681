"""The theme of a print: its pieces are read back by their published outlines."""

from pathlib import Path
from tempfile import TemporaryDirectory

from kitgen.errors import KitgenError
from kitgen.kit.job_json import JobFile
from kitgen.kit.kit import Kit
from kitgen.press.attached_templates import laid_out


def as_printed(kit: Kit, job: JobFile | None) -> Kit:
    """Return a kit with the pictures of the theme in which it was printed, if that can be had.

    >>> from kitgen.kit.build import build_kit
    >>> kit = build_kit("her")
    >>> as_printed(kit, None) is kit
    True
    """
    if job is None:
        return kit
    theme = job.options.get("theme", "")
    if not isinstance(theme, str) or not theme:
        return kit
    from kitgen.paper.theme import in_theme  # noqa: PLC0415 - few prints have a theme
    from kitgen.reading.theme_file import THEMES  # noqa: PLC0415 - as above

    own = {
        name: content for name, content in job.templates.items() if name.startswith(f"{THEMES}/")
    }
    with TemporaryDirectory(prefix="kitgen-") as folder:
        try:
            return in_theme(kit, theme, laid_out(own, Path(folder)))
        except KitgenError:  # then no piece is read, which is told of each box
            return kit
