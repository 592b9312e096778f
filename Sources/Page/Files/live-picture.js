// The newest frame, with the picture that belongs to it where the user allows previews.

/** How many frames may pass until the preview of one arrives. */
const rememberedFrames = 30;
/** After this time without a preview, the frames are shown alone. */
const previewPatienceMs = 500;
/** After this time without a hand, a view that may be open all day shows a picture only so often, in ms. */
const emptyMs = 10_000;
const emptyPictureMs = 450;

/** Whether two frames are drawn alike without their pictures, as those of an empty room are, for hours. */
function looksLike(one, other) {
  return one?.hands.length === 0 && other.hands.length === 0 && one.width === other.width && one.height === other.height;
}

/**
 * What the daemon sees, while it runs. Dispatches `frame` for each frame, with its parameters as `detail`; `clear` when nothing is seen any
 * more; and `change` when there is something else to draw.
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
  /** Whether few pictures are enough while no hand has been in view for a while, as a view says; the time of the last hand, and of the last picture. */
  savesPictures = false;
  #handMs = performance.now();
  #picturedMs = -Infinity;
  /** Frames and previews that were on their way when the daemon stopped come after the status that says so. */
  #isRunning = true;
  /** How often it was cleared: a preview takes time to decode. */
  #clears = 0;

  constructor(connection) {
    super();
    connection.addEventListener("frame", ({ detail }) => this.#isRunning && this.#takeFrame(detail));
    connection.addEventListener("preview", ({ detail }) => this.#isRunning && this.#takePreview(detail));
    connection.addEventListener("refused", ({ detail }) => {
      if (detail.topic === "preview") this.refusal = detail.reason;
      this.#change();
    });
    connection.addEventListener("lost", () => this.#run(false));
    connection.addEventListener("status", ({ detail }) => this.#run(detail.state === "running"));
  }

  /** Forgets what was seen, for a page that gets no more frames. */
  clear() {
    this.#clears += 1;
    this.#frames.clear();
    this.#show(null, null);
    this.newest = null;
    this.#previewedMs = this.#picturedMs = -Infinity;
    this.#handMs = performance.now();
    this.dispatchEvent(new Event("clear"));
    this.#change();
  }

  #run(isRunning) {
    this.#isRunning = isRunning;
    if (!isRunning) this.clear();
  }

  #takeFrame(frame) {
    this.newest = frame;
    if (frame.hands.length) this.#handMs = performance.now();
    this.#frames.set(frame.frame, frame);
    for (const number of this.#frames.keys()) {
      if (this.#frames.size <= rememberedFrames) break;
      this.#frames.delete(number);
    }
    this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
    if (performance.now() - this.#previewedMs <= previewPatienceMs) return;
    const isSeen = !this.picture && looksLike(this.frame, frame);
    this.#show(frame, null);
    if (!isSeen) this.#change();
  }

  async #takePreview({ frame: number, jpeg }) {
    const clears = this.#clears;
    const ms = this.#previewedMs = performance.now();
    if (this.savesPictures && ms - this.#handMs > emptyMs && ms - this.#picturedMs < emptyPictureMs) return;
    this.#picturedMs = ms;
    const bytes = Uint8Array.fromBase64?.(jpeg) ?? Uint8Array.from(atob(jpeg), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
    const frame = this.#frames.get(number);
    if (clears !== this.#clears || !frame) {
      picture.close();
      return;
    }
    this.#show(frame, picture);
    this.#change();
  }

  #show(frame, picture) {
    this.picture?.close();
    this.frame = frame;
    this.picture = picture;
  }

  #change() {
    this.dispatchEvent(new Event("change"));
  }
}
