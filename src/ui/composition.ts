/**
 * Input methods compose a word in a field before it becomes text, Android's keyboards in every
 * language. Importing this keeps the keys of a composition, such as Enter, from acting elsewhere.
 */
let field: EventTarget | null = null;

const set = (of: EventTarget | null) => {
  field = of;
};
addEventListener("compositionstart", ({ target }) => set(target), true);
addEventListener("compositionend", () => set(null), true);
addEventListener("keydown", keepFromActing, true);

/**
 * Acts at once, or after the composition in this field, which replacing the field would lose.
 * Returns a function that cancels it.
 */
export function whenComposed(of: Element | null, act: () => void): () => void {
  const waiting = new AbortController();
  const { signal } = waiting;
  const attempt = () => {
    if (signal.aborted) return;
    if (!of || field !== of) act();
    // Safari reports the text after the end, and the next word may begin at once.
    else of.addEventListener("compositionend", () => setTimeout(attempt), { once: true, signal });
  };
  attempt();
  return () => waiting.abort();
}

function keepFromActing(event: KeyboardEvent): void {
  const { isComposing, keyCode, target } = event;
  // Safari ends the composition before its last key; Android's Enter submits an underlined word.
  if (keyCode !== 229 && (!isComposing || navigator.userAgent.includes("Android"))) return;
  const editor = target instanceof Element && target.closest("[contenteditable=true]");
  // The rich text editor has rules of its own for these keys; nothing around it may act.
  if (editor) editor.addEventListener("keydown", stop, { once: true });
  else stop(event);
}

function stop(event: Event): void {
  event.stopPropagation();
  // Submitting and closing a dialog are the browser's; the input method has had the key.
  if (/^(?:Enter|Escape)$/.test((event as KeyboardEvent).key)) event.preventDefault();
}
