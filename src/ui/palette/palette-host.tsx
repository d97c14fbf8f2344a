import { type ComponentType, useEffect, useLayoutEffect, useState } from "react";
import { showAlert } from "../browser-dialogs.ts";
import { type PageKey, pressedKey, usePageKeys } from "../hooks/use-page-keys.ts";

const OPEN_PALETTE = "foyer-open-palette";
const SHOW_KEYS = "foyer-show-keys";

/** Opens the command palette of the current area from anywhere in it. */
export function openPalette(): void {
  dispatchEvent(new Event(OPEN_PALETTE));
}

/** Lists the keys of the current screen. */
export function showKeys(): void {
  dispatchEvent(new Event(SHOW_KEYS));
}

/** An area's command palette; `onClose` unmounts it. */
export type Palette = ComponentType<{ onClose: () => void }>;

/**
 * Runs the keys of the current screen, and shows over it the list of keys, or the palette by
 * `openPalette` or Ctrl/Cmd-K.
 * @param load the palette's code, loaded at the first request; the same function at each render.
 */
export function PaletteHost({ load }: { load: () => Promise<Palette> }) {
  const [open, setOpen] = useState(false);
  const [help, setHelp] = useState(false);
  usePageKeys(AREA_KEYS, "area");
  // Before the screen is painted: its shortcuts may be pressed as soon as the screen is seen.
  useLayoutEffect(() => {
    const stop = new AbortController();
    const togglePalette = () => setOpen((open) => !open);
    addEventListener(OPEN_PALETTE, togglePalette, stop);
    addEventListener(SHOW_KEYS, () => setHelp(true), stop);
    const onKey = (event: KeyboardEvent) => {
      const act = isPaletteKey(event) ? togglePalette : pressedKey(event)?.run;
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", onKey, stop);
    return () => stop.abort();
  }, []);
  return (
    <>
      {open && <LateDialog name="search" load={load} setOpen={setOpen} />}
      {help && <LateDialog name="list" load={loadKeys} setOpen={setHelp} />}
    </>
  );
}

const loadKeys = () => import("./keys-help.tsx").then(({ KeysHelp }) => KeysHelp);

interface LateDialogProps {
  name: string;
  load: () => Promise<Palette>;
  setOpen: (open: boolean) => void;
}

/** A dialog whose code is loaded when it is shown. */
function LateDialog({ name, load, setOpen }: LateDialogProps) {
  const [Dialog, setDialog] = useState<Palette | null>(null);
  useEffect(() => {
    // Not React.lazy: a failure there would replace the screen and lose what was typed.
    load().then(
      (loaded) => setDialog(() => loaded),
      () => {
        setOpen(false);
        showAlert(`The ${name} could not be loaded. Check your connection and try again.`);
      },
    );
  }, [name, load, setOpen]);
  return Dialog && <Dialog onClose={() => setOpen(false)} />;
}

const AREA_KEYS: readonly PageKey[] = [
  { keys: "/", text: "Find anything", run: openPalette },
  { keys: "?", text: "Keyboard shortcuts", run: showKeys },
];

function isPaletteKey({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "k";
}
