"""A kitgen with one key more in some classes, and what it makes of the samples of 1.0.

    python tests/kitgen_with_added_key.py CLASS …

Each of these classes, written as ``module:name``, has a key ``later_key`` more, 0 by default. Says
as JSON what became of the samples, and what was written and read back with another value of the
key.
"""

import ast
import dataclasses
import json
import sys
import tempfile
from collections import defaultdict
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path
from typing import Any

KEY = "later_key"


class Patched(SourceFileLoader):
    """Loads a module in which some classes have a key more."""

    names: set[str]

    def get_code(self, _name):
        """The code of the changed source."""
        tree = ast.parse(Path(self.path).read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and node.name in self.names:
                last = max(
                    place
                    for place, line in enumerate(node.body)
                    if not isinstance(line, ast.FunctionDef)
                )
                node.body.insert(last + 1, ast.parse(f"{KEY}: int = 0").body[0])
        return compile(ast.fix_missing_locations(tree), self.path, "exec")


class Finder(MetaPathFinder):
    """Finds modules whose classes are to have a key more."""

    def __init__(self, words):
        self.names = defaultdict(set)
        for word in words:
            module, _, name = word.partition(":")
            self.names[module].add(name)

    def find_spec(self, fullname, path, target=None):
        """The module's place, with the loader that changes it."""
        if fullname not in self.names:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        spec.loader = Patched(fullname, spec.origin)
        spec.loader.names = self.names[fullname]
        return spec


def changed(value: Any, kind: type) -> Any:
    """Return data with another value of the key in the first object of a class; None if there is
    none.
    """
    import msgspec  # noqa: PLC0415 - all is imported once the classes are changed

    if type(value) is kind:
        if isinstance(value, tuple):
            return value._replace(**{KEY: 7})
        change = (
            msgspec.structs.replace if isinstance(value, msgspec.Struct) else dataclasses.replace
        )
        return change(value, **{KEY: 7})
    if isinstance(value, dict | list):
        pairs = list(value.items() if isinstance(value, dict) else enumerate(value))
        for key, item in pairs:
            new = changed(item, kind)
            if new is not None:
                whole = dict(pairs) | {key: new}
                return whole if isinstance(value, dict) else list(whole.values())
        return None
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        for place, item in enumerate(value):
            new = changed(item, kind)
            if new is not None:
                return (*value[:place], new, *value[place + 1 :])
        return None
    if isinstance(value, msgspec.Struct):
        names = value.__struct_fields__
        change = msgspec.structs.replace
    elif dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
        change = dataclasses.replace
    else:
        return None
    for name in names:
        new = changed(getattr(value, name), kind)
        if new is not None:
            return change(value, **{name: new})
    return None


def main(words: list[str]) -> None:
    """Say what became of the samples."""
    sys.meta_path.insert(0, Finder(words))
    import msgspec  # noqa: PLC0415
    from samples_of_releases import HASHES, sample, samples  # noqa: PLC0415 - as above

    from kitgen.journal.exchange import read_json_lines, read_machine, write_json_lines  # noqa: PLC0415
    from kitgen.journal.journal import Journal  # noqa: PLC0415
    from kitgen.journal.tables import MachineRule  # noqa: PLC0415
    from kitgen.kit.file_table import read_written  # noqa: PLC0415
    from kitgen.kit.job_json import read_job, write_job  # noqa: PLC0415
    from kitgen.kit.kit_json import read_kit, with_hash, write_kit  # noqa: PLC0415
    from kitgen.press.kit_folder import read_manifest, write_manifest  # noqa: PLC0415
    from kitgen.record.machine_events import EventBead, MachineEvent  # noqa: PLC0415
    from kitgen.verification.certificate import seal  # noqa: PLC0415
    from kitgen.verification.certificate_file import Certificate, as_written  # noqa: PLC0415

    def read_lines(data, where):
        head = read_machine(data.decode(), where)
        return head, tuple(line.row for line in read_json_lines(data.decode(), head.kit))

    def sealed(table):
        plain = as_written(msgspec.to_builtins(table))
        return plain | {"sha256": seal(plain)}

    def read_rule(data, where):
        return read_written(data, MachineRule, where, ValueError)

    ways = {
        "kit.json": (read_kit, write_kit),
        "job.json": (read_job, write_job),
        "manifest.json": (read_manifest, write_manifest),
        "journal.jsonl": (read_lines, lambda both: write_json_lines(*both)),
        "rule": (read_rule, msgspec.json.encode),
    }

    def read_certificate(data, _where):
        plain = json.loads(data)
        plain.pop("sha256", None)
        return msgspec.convert(plain, Certificate)

    ways["certificate.json"] = (read_certificate, lambda table: msgspec.json.encode(sealed(table)))
    few = len(words) == 1
    small = {"her", "ladder", "notakto", "kits", "machines"}
    said: dict[str, Any] = {"same": 0, "other": [], "written": {}, "refused": []}
    documents: list[tuple[str, bytes]] = []
    for name in samples():
        folder, _, file = name.partition("/")
        if few and folder not in small:
            continue
        if folder == "kits":
            file = "kit.json"
        if folder == "machines" and file.endswith(".jsonl"):
            file = "journal.jsonl"
        if file in ways:
            documents.append((file, sample(name)))
        if file.endswith(".kitgen"):
            with tempfile.TemporaryDirectory() as place:
                path = Path(place, "a.kitgen")
                path.write_bytes(sample(name))
                with Journal(path) as journal:
                    documents.append(
                        (
                            "rule",
                            journal._read("SELECT value FROM machine WHERE key = 'rule'")[0][0],
                        )
                    )
        if name in HASHES and with_hash(read_kit(sample(name), name)).hash != HASHES[name]:
            said["other"].append(f"hash of {name}")
    # No machine of 1.0 had events: here is one of which boxes were counted after the first game.
    name, data = next((name, data) for name, data in documents if name == "journal.jsonl")
    head, games = read_lines(data, name)
    box = head.kit.boxes[0]
    slot = box.slots[0]
    counted = MachineEvent("counted", 1, beads=(EventBead(box.id, slot.colour.letter, 1),))
    documents.append((name, write_json_lines(dataclasses.replace(head, events=(counted,)), games)))
    modules = {
        word: getattr(sys.modules[word.partition(":")[0]], word.partition(":")[2]) for word in words
    }
    for file, data in documents:
        read, write = ways[file]
        document = read(data, file)
        same = (
            json.loads(write(document)) == json.loads(data)
            if file == "certificate.json"
            else write(document) == data
        )
        if same:
            said["same"] += 1
        else:
            said["other"].append(file)
        for word, kind in modules.items():
            if word in said["written"]:
                continue
            new = changed(document, kind)
            if new is None:
                continue
            if file == "kit.json":
                new = with_hash(new)
                assert new.hash != document.hash
            again = write(new)
            said["written"][word] = [
                file,
                again.decode(),
                write(read(again, file)) == again != data,
            ]
    sys.stdout.write(json.dumps(said))


if __name__ == "__main__":
    main(sys.argv[1:])
