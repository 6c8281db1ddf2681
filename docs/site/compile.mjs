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

const program = `
import py_compile
import sys
from importlib import import_module
from pathlib import Path

sys.path.append("/staged")
sys.dont_write_bytecode = True
for module in modules.split():
    import_module(module)
loaded = " ".join(sorted(sys.modules))
root = Path("/staged")


def optimisation(name):
    """How much of a file is left out: docstrings, which are a third of all; but nothing of
    Pyodide's own, whose docstrings have a meaning.
    """
    if name.startswith(("_pyodide/", "pyodide/")):
        return 0
    return 2


for source in sorted(root.rglob("*.py")):
    name = source.relative_to(root).as_posix()
    py_compile.compile(
        source,
        f"{source}c",
        name,
        doraise=True,
        # Without its source's date, since nothing is checked against that in a browser.
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        optimize=optimisation(name),
    )
    source.unlink()
loaded  # the value of the whole program
`;

try {
  console.log(python.runPython(program));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
