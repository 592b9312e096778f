import { make } from "./element.js";

/** Has the browser save a file. */
export function download(name, blob) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
