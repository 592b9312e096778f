// The first step of the setup: which camera.
import { announce } from "./announcer.js";
import { isNamed } from "./camera-control.js";
import { CameraPictures } from "./camera-pictures.js";
import { byID, make } from "./element.js";
import { problemText } from "./facts.js";
import { reloadProblem, writeAfterShowing } from "./lines.js";
import { messageNodes, showMessage } from "./message.js";
import { ask } from "./server.js";
import { plural, text } from "./texts.js";

/** Makes the list of cameras. */
export function makeCameraStep() {
  const list = byID("setup-cameras");
  const button = byID("setup-use-camera");
  const pictures = new CameraPictures();
  /** The camera that the file names. */
  let configured = "auto";
  let cameras = [];
  /** The path of the camera in use; null without one. */
  let used = null;

  const chosen = () => list.querySelector(":checked")?.value ?? configured;

  async function load() {
    try {
      const [answer, settings] = await Promise.all([ask("/cameras"), ask("/settings")]);
      cameras = answer.cameras;
      const isUnchosen = chosen() === configured;
      configured = settings.options.find(({ id }) => id === "camera.device")?.value ?? "auto";
      build(isUnchosen ? configured : chosen());
      say(settings.problems.length ? text("setup.file_problems") : cameras.length ? "" : text("setup.no_cameras"));
    } catch (error) {
      say(error.message);
    }
  }

  /** @param {string} selected - the camera that is to be chosen */
  function build(selected = chosen()) {
    const isFocused = list.contains(document.activeElement);
    const isKnown = configured === "auto" || cameras.some((camera) => isNamed(camera, configured));
    const choices = [
      { device: "auto", name: text("setup.auto"), detail: [text("setup.auto_about")] },
      ...cameras.map((camera) => ({ ...camera, device: isNamed(camera, configured) ? configured : camera.device, detail: detailOf(camera) })),
      ...(isKnown ? [] : [{ device: configured, name: null, detail: [text("setup.not_found")] }]),
    ];
    list.replaceChildren(...choices.map(({ device, path, name, detail }, index) => make(
      "label.choice", { "data-path": path ?? false },
      make("input", { type: "radio", name: "camera", value: device, checked: device === selected, "aria-describedby": `camera-detail-${index}` }),
      make("span", {}, make("span.name", {}, name ?? device, ...(path && path === used ? [" ", make("span.flag", {}, text("setup.in_use"))] : [])),
        make("span.note", { id: `camera-detail-${index}` }, ...detail)))));
    if (isFocused) list.querySelector(":checked")?.focus();
    showPictures();
    update();
  }

  /** Shows, if the person wants that, what the cameras see that no program uses, each in its row. */
  function showPictures() {
    const free = cameras.filter(isFree);
    byID("setup-show-pictures").hidden = free.length === 0;
    byID("setup-pictures-about").hidden = free.length === 0;
    byID("setup-show-pictures").textContent = text(pictures.areShown ? "setup.hide_pictures" : "setup.show_pictures");
    pictures.show(free.map(({ path }) => ({ path, row: rowOf(path) })));
  }

  /** Of the entries of one camera, the first is shown. */
  const isFree = ({ error, holders, path, same_as: others }, index) => !error && holders.length === 0 && path !== used
    && !others.includes(used) && !cameras.slice(0, index).some((each) => others.includes(each.path));
  const rowOf = (path) => list.querySelector(`[data-path="${CSS.escape(path)}"]`);

  function update() {
    const isOther = chosen() !== configured;
    button.hidden = !isOther;
    byID("setup-camera-next").classList.toggle("main", !isOther);
  }

  function say(words) {
    showMessage(byID("setup-cameras-problem"), words);
    byID("setup-cameras-problem").hidden = !words;
  }

  async function use() {
    // The daemon can open only a camera that is closed here.
    await pictures.stop();
    showPictures();
    const name = cameras.find(({ device }) => device === chosen())?.name ?? text("setup.auto");
    const answer = await writeAfterShowing({
      title: text("setup.use_camera"), about: text("setup.use_camera_about", { name }), action: text("setup.use_camera"),
      change: () => ({ changes: [{ option: "camera.device", value: chosen() === "auto" ? null : chosen() }] }),
    });
    if (!answer) return;
    say(reloadProblem(answer) ?? "");
    await load();
    list.querySelector(":checked")?.focus();
  }

  list.addEventListener("change", update);
  /** What there is to know about a camera: why it cannot be used, who has it, or where it is. */
  function detailOf({ error, facts, holders, path }) {
    if (error) return messageNodes(text("setup.unusable", { error: problemText({ error, facts }) }));
    return [holders.length && path !== used ? text("setup.held_by", { holders: holders.join(", ") }) : path];
  }

  button.addEventListener("click", use);
  byID("setup-show-pictures").addEventListener("click", () => {
    if (pictures.areShown) pictures.stop();
    else pictures.areShown = true;
    showPictures();
  });
  byID("setup-look-again").addEventListener("click", async () => {
    await load();
    announce(plural("setup.cameras_found", cameras.length));
  });
  return {
    load,
    stop() {
      pictures.stop();
    },
    /** @param {?string} path - of the camera in use */
    setUsed(path) {
      if (path === used) return;
      used = path;
      if (cameras.length) build();
    },
  };
}
