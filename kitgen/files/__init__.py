"""Writing all or nothing: a file, or files in a folder, new or unchanged, even if the process is
killed.

Everything that kitgen writes to the disk goes through the few calls in ``disk``.
"""

from kitgen.files.whole import folder_update, recover, write_whole

__all__ = ["folder_update", "recover", "write_whole"]
