/** Shows the browser's confirm dialog; true when confirmed. */
export function askToConfirm(question: string): boolean {
  return globalThis.confirm(question);
}

/** Shows the browser's alert dialog; returns once it is closed. */
export function showAlert(text: string): void {
  globalThis.alert(text);
}
