// What has just been done, at the edge of the window, with a button that undoes it.
import { announce } from "./announcer.js";
import { byID } from "./element.js";
import { showMessage } from "./message.js";

/** How long it stays, in ms; longer while it has the focus or the pointer. */
const shownMs = 8000;
let timer = null;
let undo = null;

/** @param {?() => void} [action] - undoes it; null if that is not possible */
export function toast(words, action = null) {
  undo = action;
  showMessage(byID("toast-words"), words);
  byID("toast-undo").hidden = !action;
  byID("toast").hidden = false;
  announce(words);
  wait();
}

export function hideToast() {
  byID("toast").hidden = true;
  undo = null;
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(() => (byID("toast").matches(":hover, :focus-within") ? wait() : hideToast()), shownMs);
}

byID("toast-undo").addEventListener("click", () => {
  const action = undo;
  hideToast();
  action?.();
});
