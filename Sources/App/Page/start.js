// The first script: puts the texts in place, so that the page is painted while the others load.
import { translatePage } from "./texts.js";

translatePage();
