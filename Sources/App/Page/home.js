// The Home view.

export function makeHome(connection, live) {
  return { topics: ["frame", "preview"], maxHands: 1, show() {}, hide() {} };
}
