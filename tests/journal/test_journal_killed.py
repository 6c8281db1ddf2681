"""Writers of a journal killed at any moment: nothing that was confirmed is lost, and never half
a table is there.
"""

import os
import tempfile
from pathlib import Path

import killed_journal_writers
import pytest
from sampling import few

from kitgen.journal.journal import Journal

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed")


#: What a dead process has written outlives it wherever it lies, and here the disk need not be
#: waited for.
QUICK = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it


@pytest.mark.every
@pytest.mark.parametrize("kills", few([30, 80], one_in=4))
def test_a_killed_writer_loses_nothing_that_was_confirmed(tmp_path, monkeypatch, kills):
    """A few kills; ``python tests/killed_journal_writers.py 10000 1 FOLDER`` does as many as one
    likes.
    """
    monkeypatch.setattr(killed_journal_writers, "LONGEST", 0.012)
    with tempfile.TemporaryDirectory(dir=QUICK if os.access(QUICK, os.W_OK) else tmp_path) as name:
        folder = Path(name)
        # Every other writer has done one step before its time begins, however busy the machine is.
        assert killed_journal_writers.main(kills, 1, folder) >= kills // 2
        with Journal(folder / "killed.kitgen", write=True) as journal:
            assert journal.check().games == len(journal.games())
        assert [one.name for one in folder.iterdir()] == ["killed.kitgen"]
