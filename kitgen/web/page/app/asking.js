// The page's side of the engine: requests with plain data go to a worker, one after the other;
// answers come back.

/**
 * @typedef {object} Answer see kitgen/web/engine.py
 * @property {string} [shown] HTML
 * @property {string} [refusal] HTML: why it cannot be done
 * @property {string} [name] of a file that was made
 * @property {string} [media] its type
 * @property {ArrayBuffer} [made] the file
 */

/**
 * @typedef {object} Wish
 * @property {number} id
 * @property {string} lane wishes of one lane replace each other while they wait
 * @property {any} request
 * @property {ArrayBuffer} [file]
 * @property {(answer: any) => void} done gets the answer, or null where nobody wants it any more
 */

/** An engine, which is started again when somebody cancels what it does. */
export class Engine {
  /**
   * @param {string} address of the worker's script
   * @param {string} files where the engine's files lie
   * @param {(state: "starting" | "ready" | "working" | "broken", about?: any) => void} tell
   */
  constructor(address, files, tell) {
    this.address = address;
    this.files = files;
    this.tell = tell;
    this.ready = false;
    this.last = 0;
    /** @type {Wish[]} what waits; the first is being done */
    this.wishes = [];
    this.start();
  }

  /** Start a worker. It comes from a text, so that it is bound by the policy of this page. */
  start() {
    this.ready = false;
    this.busy = false;
    const [files, address] = [this.files, this.address].map((text) => JSON.stringify(text));
    const code = `globalThis.ENGINE = ${files};\nawait import(${address});`;
    const text = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    this.worker = new Worker(text, { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", (event) => this.breakDown(event.message));
    this.tell("starting");
  }

  /** @param {any} message from the worker */
  hear(message) {
    if (message.broken) {
      if (this.busy) this.startAgain(message.broken);
      else this.breakDown(message.broken);
      return;
    }
    if (message.ready) {
      this.ready = true;
      this.tell("ready");
      return this.next();
    }
    const [wish] = this.wishes;
    if (!this.busy || message.id !== wish?.id) return;
    if (!message.answer) return this.tell("working", message);
    this.busy = false;
    this.wishes.shift();
    if (!this.wishes.length) this.tell("ready");
    wish.done({ ...message.answer, made: message.made });
    this.next();
  }

  /** @param {string} why */
  breakDown(why) {
    this.worker?.terminate();
    this.ready = false;
    this.busy = false;
    this.tell("broken", why);
    for (const wish of this.wishes.splice(0)) wish.done(null);
  }

  /**
   * Go on with a new worker, after a request that none can do.
   * @param {string} why
   */
  startAgain(why) {
    this.worker?.terminate();
    this.wishes.shift()?.done({ broken: why });
    this.start();
  }

  /** Begin the next request, if there is one and nothing is being done. */
  next() {
    const [wish] = this.wishes;
    if (!this.ready || this.busy || !wish) return;
    this.busy = true;
    this.tell("working");
    const { id, request, file } = wish;
    const message = { id, request: JSON.stringify(request), file };
    // The file is handed over, not copied.
    this.worker?.postMessage(message, file ? [file] : []);
  }

  /**
   * Have something done; null where it was replaced or cancelled.
   * @param {string} lane
   * @param {any} request
   * @param {ArrayBuffer} [file]
   * @returns {Promise<any>}
   */
  ask(lane, request, file) {
    const begun = this.busy ? this.wishes[0] : null;
    const isReplaced = (/** @type {Wish} */ old) => old !== begun && old.lane === lane;
    for (const old of this.wishes) {
      if (isReplaced(old)) old.done(null);
    }
    this.wishes = this.wishes.filter((old) => !isReplaced(old));
    return new Promise((done) => {
      this.wishes.push({ id: ++this.last, lane, request, file, done });
      this.next();
    });
  }

  /** Stop all that is being done. */
  cancel() {
    this.worker?.terminate();
    for (const wish of this.wishes.splice(0)) wish.done(null);
    this.start();
  }
}
