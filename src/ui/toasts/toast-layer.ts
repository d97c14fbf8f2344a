let host: HTMLElement | null = null;
let home: HTMLElement | null = null;
const dialogs: HTMLElement[] = [];

/**
 * Moves the toast element into the topmost open dialog, or into `place`, because a modal dialog
 * covers everything outside of it and makes it inert.
 * @returns a function that removes the element.
 */
export function showToastsIn(place: HTMLElement, toasts: HTMLElement): () => void {
  home = place;
  host = toasts;
  moveToasts();
  return () => {
    toasts.remove();
    host = null;
    home = null;
  };
}

/**
 * Registers a modal dialog that has opened.
 * @returns a function to call before it closes.
 */
export function raiseToastsTo(dialog: HTMLElement): () => void {
  dialogs.push(dialog);
  moveToasts();
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1);
    moveToasts();
  };
}

function moveToasts(): void {
  const place = dialogs.at(-1) ?? home;
  if (host && place) place.append(host);
}
