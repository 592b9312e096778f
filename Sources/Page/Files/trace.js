// Traces for bug reports, in the format of `swipectl record`.

/** Ten minutes at 30 frames a second; about 35 MB. */
const mostFrames = 18_000;

/** Collects the daemon's lines. `swiped run --source trace:FILE` replays the result. */
export class TraceRecorder {
  #lines = [];
  #header;
  /** The number of frames recorded so far. */
  frames = 0;

  /** @param {object} status - the newest status: what the header says about the daemon */
  constructor(status) {
    const { version, camera, source, precision, gesture } = status;
    this.#header = { swiped_trace: 1, version, camera, source, precision, gesture };
    this.#lines.push(JSON.stringify({ jsonrpc: "2.0", method: "status", params: status }));
  }

  /** Takes a line as it came, so that a replay reads exactly the same numbers. */
  take(line, message) {
    if (!["frame", "swipe", "status", "dropped"].includes(message.method)) return;
    if (message.method === "frame") this.frames += 1;
    this.#lines.push(line);
  }

  get isFull() {
    return this.frames >= mostFrames;
  }

  /** The content of the file. */
  get file() {
    return new Blob([JSON.stringify(this.#header), ...this.#lines].flatMap((line) => [line, "\n"]), { type: "application/jsonl" });
  }
}
