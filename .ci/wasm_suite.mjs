// Runs the suite in the Python of the app; wasm_plugin.py takes the words as those of pytest:
//
//     node wasm_suite.mjs PYODIDE LIBRARIES CLONE WORDS...

const [runtime, libraries, clone, ...words] = process.argv.slice(2);
const { loadPyodide } = await import(`${runtime}/pyodide.mjs`);
const env = { HOME: "/home/tester", PYTHONPYCACHEPREFIX: "/tmp/compiled" };
const python = await loadPyodide({ indexURL: runtime, env });
for (const [place, root] of Object.entries({ "/libraries": libraries, "/clone": clone })) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.FS.chdir("/clone");
python.runPython(`import sys; sys.path[:0] = ["/clone/.ci", "/clone", "/libraries"]`);
try {
  process.exitCode = python.pyimport("wasm_plugin").main(words);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
