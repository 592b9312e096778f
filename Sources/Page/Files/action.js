// Buttons that do something about the state of the daemon, and about what it needs.
import { announce } from "./announcer.js";
import { hideButton } from "./element.js";
import { problemText } from "./facts.js";
import { showMessage } from "./message.js";
import { ask } from "./server.js";
import { text } from "./texts.js";

/**
 * Does what a button says: the daemon pauses and resumes itself, and its service manager does the rest.
 *
 * @param {"pause" | "resume" | "start" | "restart" | "enable" | "allow_keys"} action
 * @throws an Error with a message for people
 */
export async function perform(connection, action) {
  if (["pause", "resume"].includes(action)) return connection.request(action);
  if (action === "allow_keys") return ask("/allow-keys", { method: "POST", body: {} });
  return ask("/service", { method: "POST", body: { action } });
}

/**
 * Makes a button offer an action.
 *
 * @param {HTMLElement} result - where an error is shown, and why the service cannot be started where that is offered
 * @param {() => void} [done] - is called when the action is done
 * @returns a function that sets the action; null hides the button
 */
export function makeActionButton(connection, button, result, done = () => {}) {
  let offered;
  button.addEventListener("click", async () => {
    if (button.ariaDisabled === "true") return;
    // A button that is disabled would lose the focus.
    button.ariaDisabled = "true";
    showMessage(result, "");
    try {
      await perform(connection, offered);
      done();
    } catch (error) {
      showMessage(result, error.message);
      announce(error.message);
    }
    button.ariaDisabled = null;
  });
  return async (action) => {
    if (action === offered) return;
    offered = action;
    showMessage(result, "");
    button.dataset.action = action ?? "";
    if (action) button.textContent = text(`action.${action}`);
    hideButton(button, !action || action === "start");
    if (action !== "start") return;
    const { canStart, reason } = await askForService();
    if (offered !== action) return;
    button.hidden = !canStart;
    if (!canStart) showMessage(result, reason);
  };
}

/** Whether the service manager can start the service, or else why not. */
async function askForService() {
  try {
    const service = await ask("/service");
    const reason = service.reason ? problemText({ ...service, error: service.reason }) : "";
    return { canStart: service.manager === "answers" && service.installed, reason };
  } catch (error) {
    return { canStart: false, reason: error.message };
  }
}
