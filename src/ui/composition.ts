/**
 * Input methods compose a word in a field before it becomes text; Android's keyboards do so in
 * every language. Importing this file keeps keys of a composition, such as Enter, from triggering
 * other actions.
 */
let field: EventTarget | null = null;

const set = (of: EventTarget | null) => {
  field = of;
};
addEventListener("compositionstart", ({ target }) => set(target), true);
addEventListener("compositionend", () => set(null), true);
addEventListener("keydown", keepFromActing, true);

/**
 * Runs `act` at once or, during a composition in this field, after its end, because replacing the
 * field would lose it. Returns a function that cancels the call.
 */
export function whenComposed(of: Element | null, act: () => void): () => void {
  const waiting = new AbortController();
  const { signal } = waiting;
  const attempt = () => {
    if (signal.aborted) return;
    if (!of || field !== of) act();
    // Safari reports the text after the end event, and the next word may begin at once.
    else of.addEventListener("compositionend", () => setTimeout(attempt), { once: true, signal });
  };
  attempt();
  return () => waiting.abort();
}

function keepFromActing(event: KeyboardEvent): void {
  const { isComposing, keyCode, target } = event;
  // Safari ends a composition before its last key. On Android, Enter submits the word.
  if (keyCode !== 229 && (!isComposing || navigator.userAgent.includes("Android"))) return;
  const editor = target instanceof Element && target.closest("[contenteditable=true]");
  // The rich text editor handles these keys itself; its ancestors must not.
  if (editor) editor.addEventListener("keydown", stop, { once: true });
  else stop(event);
}

function stop(event: Event): void {
  event.stopPropagation();
  // The input method has consumed the key, so the browser must not submit or close a dialog.
  if (/^(?:Enter|Escape)$/.test((event as KeyboardEvent).key)) event.preventDefault();
}
