// The newest frame, with the picture that belongs to it where the user allows previews.

/** How many frames may pass until the preview of one arrives. */
const rememberedFrames = 30;
/** After this time without a preview, the frames are shown alone. */
const previewPatienceMs = 500;

/**
 * What the daemon sees. Dispatches `change` when there is something new to draw.
 *
 * A preview is older than the newest frame, so it is shown with the hands of its own frame.
 */
export class LivePicture extends EventTarget {
  /** The newest frame; null without one. */
  newest = null;
  /** The frame to draw; null without one. */
  frame = null;
  /** The picture of the frame to draw, as an ImageBitmap; null if previews are off. */
  picture = null;
  /** Why there are no previews, as a human-readable line; null if there are. */
  refusal = null;
  #frames = new Map();
  #previewedMs = -Infinity;

  constructor(connection) {
    super();
    connection.addEventListener("frame", ({ detail }) => this.#takeFrame(detail));
    connection.addEventListener("preview", ({ detail }) => this.#takePreview(detail));
    connection.addEventListener("refused", ({ detail }) => {
      if (detail.topic === "preview") this.refusal = detail.reason;
      this.#change();
    });
    connection.addEventListener("lost", () => this.#clear());
    connection.addEventListener("status", ({ detail }) => detail.state !== "running" && this.#clear());
  }

  #takeFrame(frame) {
    this.newest = frame;
    this.#frames.set(frame.frame, frame);
    for (const number of this.#frames.keys()) {
      if (this.#frames.size <= rememberedFrames) break;
      this.#frames.delete(number);
    }
    if (performance.now() - this.#previewedMs > previewPatienceMs) {
      this.picture = null;
      this.frame = frame;
    }
    this.#change();
  }

  async #takePreview({ frame: number, jpeg }) {
    this.#previewedMs = performance.now();
    const bytes = Uint8Array.from(atob(jpeg), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
    const frame = this.#frames.get(number);
    if (!frame) return;
    this.picture?.close();
    this.picture = picture;
    this.frame = frame;
    this.#change();
  }

  #clear() {
    this.#frames.clear();
    this.newest = this.frame = this.picture = null;
    this.#previewedMs = -Infinity;
    this.#change();
  }

  #change() {
    this.dispatchEvent(new Event("change"));
  }
}
