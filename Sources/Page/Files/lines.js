// The lines of the configuration file that change, and the dialog that shows them before it writes them.
import { announce } from "./announcer.js";
import { make } from "./element.js";
import { problemText } from "./facts.js";
import { messageNodes, showMessage } from "./message.js";
import { ask, post } from "./server.js";
import { text } from "./texts.js";

/** The status of an answer to a change of a file that has changed since it was read. */
export const conflict = 409;

/** Why the daemon does not use a change yet that is written; null if it does. @param {object} answer - of the server to the change */
export function reloadProblem({ reload }) {
  return reload && problemText(reload);
}

/** An item of a list of what is wrong with the file, or to be known before it is written. */
export const problemItem = (problem) => make("li", {}, ...messageNodes(problemText(problem)));

/**
 * Shows the lines that a change takes out of the file and puts into it.
 *
 * @param {string[]} lines - "- old" and "+ new", as the server writes them
 */
export function showLines(parent, lines) {
  parent.replaceChildren(...lines.map((line) => {
    const [sign, words] = [line[0], line.slice(2)];
    if (sign === "+") return make("ins", {}, make("span.unseen", {}, text("lines.added")), words || " ");
    if (sign === "-") return make("del", {}, make("span.unseen", {}, text("lines.removed")), words || " ");
    return make("span", {}, line);
  }));
}

/**
 * Asks in a dialog whether to write a change, and writes it. The file is read when the dialog opens, and again if it changes meanwhile.
 *
 * @param {object} options
 * @param {string} options.title
 * @param {string} options.about - one sentence
 * @param {string} options.action - the words of the button that writes
 * @param {?{label: string, value: string}} options.name - a name to ask for
 * @param {(name: string) => object} options.change - what the server is asked for
 * @returns {Promise<?object>} the server's answer; null if nothing was written
 */
export function writeAfterShowing({ title, about, action, name = null, change }) {
  const input = make("input", { type: "text", id: "change-name", autocomplete: "off", spellcheck: "false", maxlength: 64 });
  input.value = name?.value ?? "";
  const lines = make("pre.lines", { tabindex: 0, role: "group", "aria-label": text("lines.label") });
  const problem = make("p.problem", { role: "alert" });
  const file = make("p.note");
  const notes = make("ul.notes");
  const write = make("button.main", { type: "button", disabled: true, click: save }, action);
  const cancel = make("button", { type: "button", click: () => dialog.close() }, text("lines.cancel"));
  const dialog = make(
    "dialog", { "aria-labelledby": "change-title", close: () => isSaving || end(null) },
    make("h2", { id: "change-title" }, title), make("p", {}, about),
    ...(name ? [make("label.field", { for: "change-name" }, name.label, input)] : []),
    notes, file, lines, problem, make("div.bar", {}, write, cancel));
  /** The text of the file that the lines belong to, and the number of the newest request for lines. */
  let version = null;
  let asked = 0;
  /** Whether the answer is still to come that says whether the file is written. The dialog may be closed before. */
  let isSaving = false;
  let end;

  async function show() {
    const number = ++asked;
    write.disabled = true;
    try {
      version ??= await readVersion();
      const answer = await post("/settings", { changes: [], ...change(input.value.trim()), version, save: false });
      if (number !== asked) return;
      showLines(lines, answer.lines);
      file.textContent = text(answer.lines.length ? "lines.file" : "lines.none", { file: answer.file });
      notes.replaceChildren(...(answer.lines.length && !answer.read_only ? answer.notes : []).map(problemItem));
      notes.hidden = !notes.children.length;
      lines.hidden = !answer.lines.length;
      write.disabled = !answer.lines.length || Boolean(answer.read_only);
      say(answer.lines.length && answer.read_only ? problemText(answer.read_only) : "");
    } catch (error) {
      if (number === asked) refuse(error);
    }
  }

  /** Fails if the file has errors, and then no version. */
  async function readVersion() {
    const { problems, version: read } = await ask("/settings");
    if (problems.length) throw new Error(problemText(problems[0]));
    return read;
  }

  async function save() {
    write.disabled = true;
    isSaving = true;
    try {
      const answer = await post("/settings", { changes: [], ...change(input.value.trim()), version, save: true });
      end(answer);
    } catch (error) {
      isSaving = false;
      if (dialog.open) {
        await refuse(error);
      } else {
        end(null);
        announce(error.message);
      }
    }
  }

  async function refuse(error) {
    if (error.status === conflict) {
      version = null;
      await show();
      say(text("lines.changed_meanwhile"));
    } else {
      lines.hidden = true;
      say(error.message);
    }
  }

  function say(words) {
    showMessage(problem, words);
    problem.hidden = !words;
  }

  say("");
  notes.hidden = true;
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => event.key === "Enter" && !write.disabled && save());
  document.body.append(dialog);
  dialog.showModal();
  if (name) input.select();
  show();
  return new Promise((resolve) => {
    end = (answer) => {
      resolve(answer);
      dialog.close();
      dialog.remove();
      if (answer) announce(reloadProblem(answer) ?? text("lines.written", { file: answer.file }));
    };
  });
}
