// The button that marks the last swipe as wrong.
import { announce } from "./announcer.js";
import { showMessage } from "./message.js";

/** Has the server do what `swipectl wrong` does, and shows what it says. */
export function makeWrong(button, result) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    const lines = await mark();
    showMessage(result, lines);
    announce(lines);
    button.disabled = false;
  });
}

async function mark() {
  try {
    const response = await fetch("/wrong", { method: "POST" });
    const answer = await response.json();
    return response.ok ? answer.lines.join("\n") : answer.error;
  } catch {
    return "The server has stopped; run `swipectl demo` again";
  }
}
