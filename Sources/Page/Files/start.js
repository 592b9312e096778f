// The first script: puts the texts in place, so that the page is painted before the others are loaded.
import { byID } from "./element.js";
import { enter, startCommand } from "./key.js";
import { showMessage } from "./message.js";
import { text, translatePage } from "./texts.js";

const entered = enter();

async function load() {
  if (await entered) import("./main.js");
  else refuse();
}

/** Shows nothing but how to open the page. */
function refuse() {
  const notice = byID("stranger");
  showMessage(byID("stranger-text"), text("stranger.text", { command: startCommand() }));
  notice.hidden = false;
  document.body.replaceChildren(document.querySelector("header"), notice);
  for (const each of document.querySelectorAll("header > :not(.brand)")) each.remove();
}

translatePage();
// A page that nobody sees has no frames. The first one is drawn before a timer that is set in it runs.
if (document.hidden) load();
else requestAnimationFrame(() => setTimeout(load));
