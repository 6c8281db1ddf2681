"""Writes a kit's folder in one go: all of it or nothing, and never over anything else."""

from collections.abc import Mapping
from pathlib import Path

from kitgen.door.folder.manifest import MANIFEST, Run, write_manifest
from kitgen.door.folder.there import check_folder, look, replaced
from kitgen.errors import OutputError
from kitgen.files import folder_update
from kitgen.files.tree import digest
from kitgen.kit.kit import Kit


def write_folder(
    folder: Path, kit: Kit, run: Run, command: str, files: Mapping[str, bytes], *, force: bool = False
) -> tuple[str, ...]:
    """Write the files of a kit to a folder, in place of what an earlier print of it left there.

    Args:
        folder: where to.
        kit: the kit that they belong to.
        run: how it is printed.
        command: the whole command that prints the same again.
        files: contents by path inside the folder, such as ``parts/01-cover.pdf``.
        force: True to replace what kitgen has made there of another kit.

    Returns:
        All files by their paths, the manifest last.

    Raises:
        OutputError: the folder holds something else, or cannot be written.
    """
    with folder_update(folder) as update:
        before = check_folder(folder, kit, run, force=force)  # again, for drawing has taken its time
        more = [] if before is None else [part for part in before.parts if part not in run.parts]
        if more:
            raise OutputError(
                f"another kitgen has printed {', '.join(more)} to folder {folder} meanwhile; do this once again"
            )
        shas = {name: digest(data) for name, data in files.items()}
        whole = {**files, MANIFEST: write_manifest(command, kit.hash, run, shas)}
        update.put(whole, replaced(update.folder, look(update.folder), whole))
    return tuple(whole)
