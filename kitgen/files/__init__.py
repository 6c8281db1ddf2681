"""Writing all or nothing, for everybody: a file, or files in a folder, complete or as it was, killed or not.

Nothing else in kitgen writes to the disk: all of it goes through the few calls in ``disk``.
"""

from kitgen.files.update import folder_update, recover
from kitgen.files.whole import write_whole

__all__ = ["folder_update", "recover", "write_whole"]
