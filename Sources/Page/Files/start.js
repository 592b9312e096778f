// The first script: puts the texts in place, so that the page is painted before the others are loaded.
import { translatePage } from "./texts.js";

const load = () => import("./main.js");

translatePage();
// A page that nobody sees has no frames. The first one is drawn before a timer that is set in it runs.
if (document.hidden) load();
else requestAnimationFrame(() => setTimeout(load));
