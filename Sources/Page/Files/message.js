// Messages of the daemon and of the server. They name commands between backticks.

/** Shows a message in an element; each command in it is marked as code, which one click selects. */
export function showMessage(element, message) {
  element.replaceChildren(...message.split(/`([^`]+)`/).map((part, index) => {
    if (index % 2 === 0) return part;
    const code = document.createElement("code");
    code.textContent = part;
    return code;
  }));
}
