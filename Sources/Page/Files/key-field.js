// A field for the keys of a swipe: they are pressed, or their names are written.
import { announce } from "./announcer.js";
import { make } from "./element.js";
import { chordOf, modifierOf } from "./key-names.js";
import { text } from "./texts.js";

/**
 * Makes the field.
 *
 * @param {{id: string, label: string, about: string}} options - the identifier of the input, what it sets, in words, and the element about it
 * @param {(value: ?string) => void} change - is given what the person has set; null is the default
 * @returns the elements, and a function that shows a value, given the default too
 */
export function makeKeyField({ id, label, about }, change) {
  const input = make("input", { type: "text", id, spellcheck: "false", autocomplete: "off", autocapitalize: "none", "aria-describedby": about });
  const button = make("button", { type: "button", "aria-label": text("keys.press_for", { label }) }, text("keys.press"));
  /** The modifiers that are down and the only keys so far. */
  let held = [];
  let isListening = false;
  /** Whether the release of a key is still to come that a browser might take for a press of the button. */
  let swallowsRelease = false;

  function listen(isWanted) {
    isListening = isWanted;
    held = [];
    button.textContent = text(isWanted ? "keys.listening" : "keys.press");
    button.toggleAttribute("data-listening", isWanted);
  }

  function take(chord) {
    listen(false);
    input.value = chord;
    announce(text("keys.set", { label, keys: chord }));
    change(chord);
  }

  button.addEventListener("click", () => {
    if (isListening) return;
    listen(true);
    announce(text("keys.listening_long"));
  });
  button.addEventListener("blur", () => listen(false));
  button.addEventListener("keydown", (event) => {
    if (!isListening) return;
    // Also the keys that would leave the field or press the button.
    event.preventDefault();
    event.stopPropagation();
    swallowsRelease = true;
    if (event.repeat) return;
    const chord = chordOf(event);
    const modifier = modifierOf(event.code);
    if (modifier) held.push(modifier);
    else if (chord === "esc") listen(false);
    else if (chord) take(chord);
    else announce(text("keys.unknown"));
  });
  button.addEventListener("keyup", (event) => {
    if (swallowsRelease) event.preventDefault();
    swallowsRelease = false;
    if (isListening && held.length && modifierOf(event.code)) take(held.join("+"));
  });
  input.addEventListener("input", () => change(input.value.trim() || null));
  // An emptied field is the default, and stays empty while a person writes in it.
  input.addEventListener("blur", () => { if (input.value.trim() === "") input.value = input.placeholder; });

  return {
    elements: [input, button],
    show(value, standard) {
      input.placeholder = standard;
      const isEmptied = input.value.trim() === "" && document.activeElement === input && value === standard;
      if (!isEmptied && input.value.trim() !== value) input.value = value;
    },
  };
}
