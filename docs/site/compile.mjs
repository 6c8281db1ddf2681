// Compiles all Python files in a folder with the Python of the app, each in the place of its
// source, and prints the modules that this Python has loaded once it has imported some:
//
//     node compile.mjs PYODIDE FOLDER MODULE...

const [runtime, folder, ...modules] = process.argv.slice(2);
const { loadPyodide } = await import(`${runtime}/pyodide.mjs`);
// Errors name lines and no columns, which are a quarter of all compiled code.
const python = await loadPyodide({ indexURL: runtime, env: { PYTHONNODEBUGRANGES: "1" } });
python.FS.mkdir("/staged");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/staged");
python.globals.set("modules", modules.join(" "));

// A file is compiled without its source's date, since nothing is checked against it in a browser.
const program = `
import sys
from importlib import import_module
from pathlib import Path
from py_compile import PycInvalidationMode, compile

sys.path.append("/staged")
sys.dont_write_bytecode = True
for module in modules.split():
    import_module(module)
loaded = " ".join(sorted(sys.modules))
root = Path("/staged")


def level(name):
    """Without docstrings, which are a third of all; but Pyodide's own have a meaning."""
    return 0 if name.startswith(("_pyodide/", "pyodide/")) else 2


for source in sorted(root.rglob("*.py")):
    name = source.relative_to(root).as_posix()
    compile(
        source,
        f"{source}c",
        name,
        doraise=True,
        invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
        optimize=level(name),
    )
    source.unlink()
loaded
`;

try {
  console.log(python.runPython(program));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
