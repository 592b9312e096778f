// Live pictures of cameras that no program uses.
import { make } from "./element.js";
import { showMessage } from "./message.js";
import { askForFile, post } from "./server.js";

/** The time from a picture to the request for the next one. */
const pauseMs = 100;

export class CameraPictures {
  /** Whether a person has asked to see them. */
  areShown = false;
  /** Counts up when other pictures are to be shown: those of before end. */
  #round = 0;
  #cameras = [];
  /** Resolved when the cameras of before are closed, so that they can be opened again. */
  #closed = Promise.resolve();

  constructor() {
    document.addEventListener("visibilitychange", () => document.hidden || this.#begin());
  }

  /**
   * Shows the pictures of cameras, instead of those of before, if a person has asked for that.
   *
   * @param {{path: string, row: HTMLElement}[]} cameras - each with the row of the list to which its picture is added
   */
  show(cameras) {
    this.#cameras = cameras;
    this.#begin();
  }

  /** Ends the pictures. @returns a promise for the moment when the cameras are closed */
  async stop() {
    if (!this.areShown) return;
    this.areShown = false;
    this.#begin();
    // The server closes them in any case when nobody asks any more.
    this.#closed = post("/camera-picture", { device: null }).catch(() => {});
    await this.#closed;
  }

  #begin() {
    this.#round += 1;
    for (const { row } of this.#cameras) for (const each of row.querySelectorAll("img, .problem")) each.remove();
    if (this.areShown) for (const camera of this.#cameras) this.#follow(camera, this.#round);
  }

  async #follow({ path, row }, round) {
    // The row names the camera.
    const image = make("img", { alt: "" });
    await this.#closed;
    while (round === this.#round && !document.hidden) {
      try {
        const picture = await askForFile("/camera-picture", { method: "POST", body: { device: path } });
        await show(picture, image);
        if (round !== this.#round) return;
        if (!image.isConnected) row.append(image);
      } catch ({ message }) {
        if (round !== this.#round) return;
        image.remove();
        const problem = make("span.problem");
        showMessage(problem, message);
        row.append(problem);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

async function show(picture, image) {
  const address = URL.createObjectURL(picture);
  image.src = address;
  await image.decode().finally(() => URL.revokeObjectURL(address));
}
