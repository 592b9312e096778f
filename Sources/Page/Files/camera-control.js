// The control of the camera: those of this computer, as Setup lists them.
import { make } from "./element.js";
import { ask } from "./server.js";
import { text } from "./texts.js";

/** Whether a name of the configuration means a camera. @param {object} camera - as the server lists it */
export const isNamed = ({ device, path, configured_as: other }, name) => [device, path, other].includes(name);

/** @param {(value: string) => void} change */
export function makeCamera(attributes, change) {
  const box = make("select", { ...attributes, change: () => change(box.value) });
  let cameras = [];
  let shown = "auto";

  function show(value) {
    shown = value;
    const known = [{ device: "auto", name: text("settings.camera.device.auto") }, ...cameras];
    const isKnown = known.some((camera) => isNamed(camera, value));
    const all = isKnown ? known : [...known, { device: value, name: value }];
    const words = all.map((camera) => [isNamed(camera, value) ? value : camera.device, camera.name ?? camera.device]);
    if (JSON.stringify(words) !== JSON.stringify([...box.options].map((each) => [each.value, each.text]))) {
      box.replaceChildren(...words.map(([device, name]) => new Option(name, device)));
    }
    box.value = value;
  }

  async function load() {
    const answer = await ask("/cameras").catch(() => null);
    if (!answer) return;
    cameras = answer.cameras.filter(({ error }) => !error);
    show(box.value || shown);
  }

  // A camera may have been plugged in.
  for (const event of ["focus", "pointerdown"]) box.addEventListener(event, load);
  load();
  return { elements: [box], show, input: box };
}
