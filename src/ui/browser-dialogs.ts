/** Asks in the browser's own dialog; true when the answer was yes. */
export function askToConfirm(question: string): boolean {
  return globalThis.confirm(question);
}

/** Tells in the browser's own dialog; returns once it was read. */
export function showAlert(text: string): void {
  globalThis.alert(text);
}
