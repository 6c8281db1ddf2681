// What a power cut must not take. Browsers write what a page keeps to the disk after a minute or
// so; this is written at once.

/** The base that the browser keeps for this, and the store in it. */
const BASE = "kitgen museum";
const KEPT = "kept";

/** @returns {Promise<IDBDatabase>} */
function openBase() {
  return new Promise((done, failed) => {
    const request = indexedDB.open(BASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(KEPT);
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

/**
 * Write what the storage holds under a key to the disk, before anything goes on.
 * @param {string} key
 */
export async function writeSafely(key) {
  const base = await openBase();
  await new Promise((done, failed) => {
    const work = base.transaction(KEPT, "readwrite", { durability: "strict" });
    work.objectStore(KEPT).put(localStorage.getItem(key), key);
    work.oncomplete = done;
    work.onabort = () => failed(work.error);
  });
  base.close();
}

/**
 * Put back into the storage what was written safely under a key, if anything was.
 * @param {string} key
 */
export async function recover(key) {
  const base = await openBase();
  /** @type {unknown} */
  const text = await new Promise((done, failed) => {
    const request = base.transaction(KEPT).objectStore(KEPT).get(key);
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  base.close();
  if (typeof text === "string") localStorage.setItem(key, text);
}
