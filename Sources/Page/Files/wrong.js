// The button that marks the last swipe as wrong.
import { announce } from "./announcer.js";
import { showMessage } from "./message.js";
import { post } from "./server.js";
import { clockTime, text } from "./texts.js";

/**
 * Has the server do what `swipectl wrong` does, and says what is kept; so does `marked` on the connection, to the other views.
 *
 * @param {HTMLElement} part - what is shown while there is a swipe to mark: the button and the result
 */
export function makeWrong(connection, part, button, result) {
  part.hidden = true;
  connection.addEventListener("swipe", () => { part.hidden = false; });
  connection.addEventListener("status", ({ detail: { swipes } }) => {
    if (swipes && swipes.left + swipes.right > 0) part.hidden = false;
  });
  connection.addEventListener("lost", () => { part.hidden = true; });

  button.addEventListener("click", async () => {
    // A button that is disabled would lose the focus.
    if (button.ariaDisabled === "true") return;
    button.ariaDisabled = "true";
    // The server waits until the gesture is over.
    say(text("wrong.wait"));
    try {
      const kept = await post("/wrong");
      say(keptWords(kept));
      connection.dispatchEvent(new CustomEvent("marked", { detail: kept }));
    } catch (error) {
      say(error.message);
    }
    button.ariaDisabled = null;
  });

  function say(words) {
    showMessage(result, words);
    announce(result.textContent);
  }
}

/** What has become of the swipe, a line for each thing. @param {object} kept - the server's answer */
function keptWords({ direction, unix_s: unixS, file, is_new: isNew, preventions, removed }) {
  const time = clockTime(new Date(1000 * unixS), { timeStyle: "medium" });
  const swipe = text(`wrong.swipe.${direction}`, { time });
  if (!isNew) return text("wrong.kept_before", { swipe, file });
  const changes = preventions.map((change) => `\`${change}\``).join(text("wrong.or"));
  return [
    text("wrong.kept", { swipe, file }),
    ...(changes ? [text("wrong.prevented", { changes })] : []),
    ...removed.map((old) => text("wrong.removed", { file: old })),
    text("wrong.used"),
  ].join("\n");
}
