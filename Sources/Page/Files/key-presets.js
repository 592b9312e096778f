// Keys for what people do with swipes: both are set together.
import { make } from "./element.js";
import { isSameChord } from "./key-names.js";
import { text } from "./texts.js";

const presets = {
  arrows: { left: "left", right: "right" },
  slides: { left: "page_up", right: "page_down" },
  music: { left: "previous_song", right: "next_song" },
  volume: { left: "volume_down", right: "volume_up" },
};

/** The name of the preset that has these keys; "own" if none has. */
export function presetOf({ left, right }) {
  return Object.keys(presets).find((name) => isSameChord(presets[name].left, left) && isSameChord(presets[name].right, right)) ?? "own";
}

/**
 * Makes the row.
 *
 * @param {(keys: {left: string, right: string}) => void} choose
 * @returns the element, and a function that shows the keys as they are
 */
export function makePresets(choose) {
  const own = new Option(text("presets.own"), "own");
  const box = make("select", { id: "key-preset", "aria-describedby": "key-preset-about", change: () => presets[box.value] && choose(presets[box.value]) });
  box.append(...Object.keys(presets).map((name) => new Option(text(`presets.${name}`), name)), own);
  const element = make(
    "div.setting", { "data-part": true },
    make("div", {}, make("p.name", {}, make("label", { for: "key-preset" }, text("presets.title"))),
      make("p.note", { id: "key-preset-about" }, text("presets.about"))),
    make("div.control", {}, make("div.field", {}, box)));
  return {
    element,
    show(keys) {
      const name = presetOf(keys);
      own.hidden = own.disabled = name !== "own";
      box.value = name;
    },
  };
}
