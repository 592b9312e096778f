// The commands that run for swipes: programs and their arguments, one field for each word. No shell reads them.
import { isSame } from "./edits.js";
import { make } from "./element.js";
import { showMessage } from "./message.js";
import { text } from "./texts.js";

const directions = ["left", "right"];
const hasProgram = ({ run: [program] }) => Boolean(program);

/**
 * Makes the editor.
 *
 * @param {(commands: {swipe: string, run: string[]}[]) => void} change - is given all commands whenever one changes
 * @returns the element, whether a command that it shows cannot be, and a function that shows commands
 */
export function makeCommandList(change) {
  const element = make("div.commands");
  /** Null until there are some to show, before which none can be added. */
  let commands = null;

  function set(next) {
    commands = next;
    change(next);
  }

  /** Changes the commands and what is shown, and moves the focus to an element. */
  function rebuild(next, focus) {
    set(next);
    build();
    element.querySelector(focus)?.focus();
  }

  const withRun = (index, run) => commands.map((command, each) => (each === index ? { ...command, run } : command));

  function word(index, place) {
    const { run } = commands[index];
    const name = place ? text("commands.argument", { number: place }) : text("commands.program");
    const input = make("input", { type: "text", spellcheck: "false", autocapitalize: "none", "aria-label": name, placeholder: name });
    input.value = run[place];
    input.dataset.word = `${index}-${place}`;
    input.addEventListener("input", () => {
      set(withRun(index, commands[index].run.with(place, input.value)));
      if (!place) showProblem(index);
    });
    if (!place) {
      input.setAttribute("aria-describedby", `command-${index}-problem`);
      return [input];
    }
    const remove = () => rebuild(withRun(index, commands[index].run.toSpliced(place, 1)), `[data-add="${index}"]`);
    return [make("span.word", {}, input, make("button.icon", { type: "button", click: remove, "aria-label": text("commands.remove_argument", { name }) }, "×"))];
  }

  /** Says that a command has no program yet. */
  function showProblem(index) {
    const problem = element.querySelector(`#command-${index}-problem`);
    showMessage(problem, hasProgram(commands[index]) ? "" : text("commands.no_program"));
    problem.hidden = hasProgram(commands[index]);
    const input = element.querySelector(`[data-word="${index}-0"]`);
    if (problem.hidden) input.removeAttribute("aria-invalid");
    else input.setAttribute("aria-invalid", "true");
  }

  function row(index, number) {
    const direction = text(`commands.${commands[index].swipe}`);
    const add = () => {
      const { run } = commands[index];
      rebuild(withRun(index, [...run, ""]), `[data-word="${index}-${run.length}"]`);
    };
    const remove = () => rebuild(commands.toSpliced(index, 1), `[data-new="${commands[index].swipe}"]`);
    return make(
      "fieldset.command", {}, make("legend.unseen", {}, text("commands.command", { direction, number })),
      make("div.words", {}, ...commands[index].run.flatMap((_, place) => word(index, place))),
      make("p.problem", { id: `command-${index}-problem`, hidden: true }),
      make("div.bar", {},
        make("button.small", { type: "button", "data-add": index, click: add }, text("commands.add_argument")),
        make("button.small", { type: "button", click: remove }, text("commands.remove"))));
  }

  function build() {
    element.replaceChildren(...directions.map((swipe) => {
      const indices = commands.flatMap((command, index) => (command.swipe === swipe ? [index] : []));
      const add = () => rebuild([...commands, { swipe, run: [""] }], `[data-word="${commands.length}-0"]`);
      return make(
        "div", {}, make("h3", {}, text(`commands.${swipe}`)),
        ...(indices.length ? indices.map((index, each) => row(index, each + 1)) : [make("p.note", {}, text("commands.none"))]),
        make("button.small", { type: "button", "data-new": swipe, click: add }, text(`commands.add_${swipe}`)));
    }));
    for (const index of commands.keys()) showProblem(index);
  }

  return {
    element,
    /** Whether a command has no program. */
    get isRefused() { return !(commands ?? []).every(hasProgram); },
    /** @param {object[]} next - what is shown by now stays as it is */
    show(next) {
      if (isSame(next, commands)) return;
      commands = next;
      build();
    },
  };
}
