// The page's side of `kitgen serve`: requests go to the server, which answers in lines of JSON.

/** An engine on a server: it has the methods of `Engine` in asking.js. */
export class Server {
  /**
   * @param {string} home the address of the site
   * @param {(state: "ready" | "working", about?: any) => void} tell
   */
  constructor(home, tell) {
    this.home = home;
    this.tell = tell;
    this.ready = true;
    /**
     * What is asked for, by its lane: a newer request of a lane takes the place of the one before.
     * @type {Map<string, AbortController>}
     */
    this.running = new Map();
    tell("ready");
  }

  /**
   * Have something done; null where it was replaced or cancelled.
   * @param {string} lane
   * @param {any} request
   * @param {ArrayBuffer} [file]
   * @returns {Promise<any>}
   */
  async ask(lane, request, file) {
    this.running.get(lane)?.abort();
    const stop = new AbortController();
    this.running.set(lane, stop);
    this.tell("working");
    try {
      return await this.answer(request, file, stop.signal);
    } catch {
      return stop.signal.aborted ? null : { unreachable: true };
    } finally {
      if (this.running.get(lane) === stop) this.running.delete(lane);
      if (!this.running.size) this.tell("ready");
    }
  }

  /**
   * Read the answer to a request: perhaps lines with its place in the queue, and in the end what
   * the worker would answer.
   * @param {any} request
   * @param {ArrayBuffer | undefined} file
   * @param {AbortSignal} signal
   */
  async answer({ task, kit, more }, file, signal) {
    const query = new URLSearchParams(kit);
    /** @type {RequestInit} */
    const sent = { signal };
    if (file || "text" in more) {
      // These are too long for an address.
      sent.method = "POST";
      sent.body = new Blob([`${JSON.stringify(more)}\n`, file ?? ""]);
    } else {
      for (const name in more) query.append(name, more[name]);
    }
    const { body } = await fetch(`${this.home}task/${task}?${query}`, sent);
    const last = await this.lastLine(/** @type {ReadableStream} */ (body));
    if (last.path) {
      // A file was made, and is fetched by itself.
      const made = await fetch(this.home + last.path, { signal });
      if (!made.ok) throw new Error(made.statusText);
      last.made = await made.arrayBuffer();
    }
    return last;
  }

  /**
   * Read the last line of JSON; those before it tell the place in the queue.
   * @param {ReadableStream} body
   */
  async lastLine(body) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    /** @type {any} */
    let last = null;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const lines = (text + decoder.decode(piece.value, { stream: true })).split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) last = JSON.parse(line);
      if (last?.place) this.tell("working", last);
    }
    return last;
  }

  /** Stop all that is asked for. */
  cancel() {
    for (const stop of this.running.values()) stop.abort();
  }
}
