// @ts-check
/**
 * The engine's side: kitgen in a worker. It takes requests one after the other, as JSON with a
 * number and perhaps a file, and answers with JSON and perhaps a file; in between it says how much
 * is done. Nothing here is fetched from elsewhere.
 */

/** Where the engine lies; the page says it. */
const HERE = /** @type {any} */ (globalThis).ENGINE;
/** Where kitgen is put in the Python of this worker. */
const SITE = "/lib/python3.14/site-packages";
/** The Python that pyodide.mjs starts; without packages nothing is looked up elsewhere. */
const LOCK = {
  info: {
    abi_version: "2026_0",
    arch: "wasm32",
    platform: "emscripten_5_0_3",
    python: "3.14.2",
    version: "0",
  },
  packages: {},
};
/** Where files lie for kitgen.web.engine: one that somebody chose, and one that was made. */
const BENCH = "/bench";
/** What Python does first. */
const UNPACK = [
  "import sys, tarfile, os",
  `tarfile.open("/kitgen.tar.xz").extractall("${SITE}", filter="fully_trusted")`,
  'os.unlink("/kitgen.tar.xz")',
  `sys.path.append("${SITE}/lib")`,
].join("\n");

/** Start Python, and put kitgen beside it. */
async function start() {
  const packed = fetch(`${HERE}kitgen.tar.xz`).then(async (answer) => {
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  });
  // It is awaited below; a failure before that is no unhandled one.
  packed.catch(() => {});
  const { loadPyodide } = await import(`${HERE}pyodide.mjs`);
  const python = await loadPyodide({
    indexURL: HERE,
    stdLibURL: `${HERE}python.zip`,
    lockFileContents: LOCK,
    env: { HOME: "/home/visitor", KITGEN_TEMPLATES: "" },
  });
  python.FS.mkdirTree(BENCH);
  python.FS.writeFile("/kitgen.tar.xz", await packed);
  python.runPython(UNPACK);
  return { python, engine: python.pyimport("kitgen.web.engine") };
}

const started = start();
started.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ broken: wordsOf(error) }),
);

/** @param {any} error @returns {string} what has gone wrong */
function wordsOf(error) {
  return String(error.message ?? error);
}

addEventListener("message", async (event) => {
  const { id, request, file } = event.data;
  const { python, engine } = await started;
  try {
    if (file) python.FS.writeFile(`${BENCH}/file`, new Uint8Array(file));
    const tell = (/** @type {number} */ done, /** @type {number} */ all) =>
      postMessage({ id, done, all });
    const answer = JSON.parse(engine.answer(request, tell));
    if (!answer.media) return postMessage({ id, answer });
    const made = python.FS.readFile(`${BENCH}/made`);
    postMessage({ id, answer, made: made.buffer }, { transfer: [made.buffer] });
  } catch (error) {
    // Out of memory, or a fault of WebAssembly: this engine is of no use any more.
    postMessage({ id, broken: wordsOf(error) });
  }
});
