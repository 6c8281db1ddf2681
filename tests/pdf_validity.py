"""Whether a PDF is valid, as another program finds."""

import os
from pathlib import Path

import pikepdf


def qpdf_check(path: Path) -> tuple[int, bool]:
    """Return the exit code of ``qpdf --check``, which reads every object and every stream, and
    whether it warns.
    """
    job = pikepdf.Job(["qpdf", "--check", os.fspath(path)])
    job.run()
    return job.exit_code, job.has_warnings
