import { type KeyboardEvent, useRef } from "react";
import { pressedKey } from "../../../ui/hooks/use-page-keys.ts";

/** Milliseconds without a key after which the next key starts a new prefix. */
const PAUSE_MS = 1_000;

/**
 * Finds the file whose name begins with the typed prefix. Repeating one letter moves to the next
 * name with that letter. Page keys keep their meaning until a prefix has begun, unless Shift is
 * held.
 * @returns a function of a key pressed on the file at `index`, which returns the index found:
 * undefined when the key types nothing, -1 when no name matches.
 */
export function useTypeAhead(names: () => readonly string[]) {
  const typed = useRef({ text: "", at: 0 });
  return (event: KeyboardEvent, index: number): number | undefined => {
    const { key, ctrlKey, metaKey, altKey, nativeEvent } = event;
    if ([...key].length !== 1 || ctrlKey || metaKey || altKey) return undefined;
    const now = Date.now();
    const isNew = now - typed.current.at > PAUSE_MS;
    if (isNew && (key === " " || pressedKey(nativeEvent))) return undefined;
    const before = isNew ? "" : typed.current.text;
    const text = before === fold(key) ? before : before + fold(key);
    typed.current = { text, at: now };
    return findName(names(), text, before === text ? index + 1 : index);
  };
}

/** The first match from this index on, wrapping around; -1 if there is none. */
export function findName(names: readonly string[], text: string, from: number): number {
  const begins = (name: string | undefined) => name !== undefined && fold(name).startsWith(text);
  for (let step = 0; step < names.length; step += 1) {
    const index = (from + step) % names.length;
    if (begins(names[index])) return index;
  }
  return -1;
}

/** Removes accents and case. */
const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
