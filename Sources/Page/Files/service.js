// The service: whether it runs and starts at login, and the buttons that change that.
import { announce } from "./announcer.js";
import { make } from "./element.js";
import { problemText } from "./facts.js";
import { showMessage } from "./message.js";
import { ask, post } from "./server.js";
import { text } from "./texts.js";

/**
 * What there is to say about the service.
 *
 * @param {object} state - as the server answers
 * @param {boolean} isConnected - whether a daemon answers
 * @returns the key of the sentence, and the actions that are possible
 */
export function serviceState({ manager, installed, running, failed }, isConnected) {
  if (manager !== "answers") return { sentence: manager === "none" ? "no_manager" : "unreachable", actions: [] };
  if (!installed) return { sentence: "not_installed", actions: [] };
  if (running) return { sentence: "running", actions: ["stop", "restart"] };
  if (failed) return { sentence: "failed", actions: ["start"] };
  return isConnected ? { sentence: "by_hand", actions: [] } : { sentence: "stopped", actions: ["start"] };
}

/** Makes the panel. */
export function makeService() {
  const sentence = make("p", { id: "service-state" });
  const reason = make("p.note", { id: "service-reason" });
  const buttons = make("div.bar");
  const login = make("input", { type: "checkbox", role: "switch", id: "service-login", "aria-describedby": "service-login-about" });
  const loginRow = make(
    "div.setting", {},
    make("div", {}, make("p.name", {}, make("label", { for: "service-login" }, text("service.login"))),
      make("p.note", { id: "service-login-about" }, text("service.login_about"))),
    make("div.control", {}, make("div.field", {}, login)));
  const element = make("div.service", {}, sentence, reason, buttons, loginRow);
  let state = null;
  let isConnected = false;
  let isBusy = false;
  let wasAsked = false;

  function show(problem = null) {
    if (!state) {
      showMessage(sentence, problem ?? text("service.asking"));
      loginRow.hidden = true;
      return;
    }
    const { sentence: key, actions } = serviceState(state, isConnected);
    sentence.textContent = text(`service.${key}`);
    showMessage(reason, problem ?? (state.reason ? problemText({ ...state, error: state.reason }) : ""));
    reason.classList.toggle("problem", problem !== null);
    reason.hidden = !reason.textContent;
    const focused = document.activeElement?.dataset?.service;
    buttons.replaceChildren(...actions.map((action) => make("button", {
      type: "button", "data-service": action, click: () => act(action),
    }, text(`service.${action}`))));
    if (focused) (buttons.querySelector(`[data-service="${focused}"]`) ?? buttons.firstElementChild)?.focus();
    loginRow.hidden = state.manager !== "answers" || !state.installed;
    login.checked = state.starts_at_login;
  }

  async function load() {
    wasAsked = true;
    try {
      state = await ask("/service");
      show();
    } catch (error) {
      show(error.message);
    }
  }

  async function act(action) {
    // The buttons stay enabled, since a disabled one loses the focus.
    if (isBusy) return;
    isBusy = true;
    sentence.textContent = text(`service.busy_${action}`);
    let problem = null;
    try {
      state = await post("/service", { action });
    } catch (error) {
      problem = error.message;
      try {
        state = await ask("/service");
      } catch {
        // The first error says why.
      }
    }
    isBusy = false;
    show(problem);
    announce(problem ?? `${sentence.textContent} ${text(state.starts_at_login ? "service.at_login" : "service.not_at_login")}`);
  }

  login.addEventListener("change", () => act(login.checked ? "enable" : "disable"));
  show();
  return {
    element, load,
    /** @param {boolean} connected - whether a daemon answers */
    setConnected(connected) {
      if (connected === isConnected) return;
      isConnected = connected;
      show();
      // What started or stopped it may have been another program.
      if (wasAsked && !isBusy) load();
    },
  };
}
