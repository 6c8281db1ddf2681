"""How this kitgen was installed, and the command that adds an extra to it.

The place is the one that the installer recorded (``direct_url.json``, PEP 610), as an index may not
have ``kitgen``, or have another package of that name.
"""

import json
import shlex
import sys
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit


def install_command(extra: str) -> str:
    """Return the command that adds an extra to this kitgen, from where it was installed.

    If that place no longer exists, words before the command tell in which folder to run it.
    """
    try:
        origin = distribution("kitgen").read_text("direct_url.json")
    except PackageNotFoundError:  # run from a copy of the repository, without installing it
        return _from_folder(Path(__file__).parents[2], extra)
    if origin is None:  # from an index
        return _install(f"kitgen[{extra}]")
    recorded: dict[str, Any] = json.loads(origin)
    if "dir_info" in recorded:
        return _from_folder(
            _path(recorded["url"]), extra, editable=recorded["dir_info"].get("editable", False)
        )
    return _from_url(recorded, extra)


def _from_folder(folder: Path, extra: str, *, editable: bool = False) -> str:
    option = ["-e"] if editable else []
    if (folder / "pyproject.toml").is_file():
        return _install(*option, f"{folder}[{extra}]")
    return f"in the copy of kitgen that you installed from: {_install(*option, f'.[{extra}]')}"


def _from_url(recorded: dict[str, Any], extra: str) -> str:
    parts = urlsplit(recorded["url"])
    host = parts.netloc.rpartition("@")[2]
    vcs = recorded.get("vcs_info")
    if vcs is not None and parts.scheme == "ssh":
        # The name of an account is no secret there, a password is.
        account, _, _ = parts.netloc.rpartition("@")
        user, _, _ = account.partition(":")
        if user:
            host = f"{user}@{host}"
    # No queries either: addresses of private files have keys there.
    url = urlunsplit((parts.scheme, host, parts.path, "", ""))
    if vcs is not None:
        url = f"{vcs['vcs']}+{url}"
        revision = vcs.get("requested_revision")
        if revision:
            url = f"{url}@{revision}"
    elif parts.scheme == "file":
        file = _path(recorded["url"])
        if not file.is_file():
            command = _install(f"./{file.name}[{extra}]")
            return f"beside {file.name}, which you installed from: {command}"
    if "subdirectory" in recorded:
        url += f"#subdirectory={recorded['subdirectory']}"
    return _install(f"kitgen[{extra}] @ {url}")


def _path(url: str) -> Path:
    from urllib.request import url2pathname  # noqa: PLC0415 - it loads all of HTTP

    return Path(url2pathname(urlsplit(url).path))


def _install(*words: str) -> str:
    prefix = Path(sys.prefix)
    if (prefix / "pipx_metadata.json").is_file():
        program = ["pipx", "runpip", prefix.name, "install"]
    elif find_spec("pip") is None and _made_by_uv(prefix):
        program = ["uv", "pip", "install", "--python", sys.prefix]
    else:
        program = ["python", "-m", "pip", "install"]
    return shlex.join([*program, *words])


def _made_by_uv(prefix: Path) -> bool:
    # uv writes its version into the settings of an environment.
    try:
        lines = (prefix / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    return any(line.partition("=")[0].strip() == "uv" for line in lines)
