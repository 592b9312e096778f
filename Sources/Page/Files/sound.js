// Short sounds for a person who looks at the hand and not at the screen. They can be turned off.
import { store, stored } from "./storage.js";

const name = "sound";
let context = null;

/** Whether sounds are on, as the person has chosen. */
export const isSoundOn = () => stored(name) !== "off";

export function setSound(isOn) {
  store(name, isOn ? "on" : "off");
}

/** Allows sounds from now on. A browser wants that to follow from a click. */
export function prepareSound() {
  context ??= new AudioContext();
  context.resume();
}

/** Plays a tone, higher for what went well. @param {"good" | "other"} kind */
export function playSound(kind) {
  if (!context || !isSoundOn()) return;
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = kind === "good" ? 880 : 330;
  volume.gain.setValueAtTime(0.15, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.25);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.25);
}
