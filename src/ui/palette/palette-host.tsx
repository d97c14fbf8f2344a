import { type ComponentType, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { showAlert } from "../browser-dialogs.ts";
import { Dialog } from "../dialog.tsx";
import { type PageKey, pressedKey, usePageKeys } from "../hooks/use-page-keys.ts";
import { lazyDialog } from "../lazy-dialog.tsx";
import { InputRow, inputProps } from "./input-row.tsx";

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

export interface PaletteProps {
  typed: string;
  onTyped: (typed: string) => void;
  /** Whether Enter was pressed before the palette was shown. */
  entered: boolean;
  /** Unmounts the palette and its dialog. */
  onClose: () => void;
}

/** The contents of an area's command palette. */
export type Palette = ComponentType<PaletteProps>;

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
      {open && <PaletteDialog load={load} onClose={() => setOpen(false)} />}
      {help && <keysHelp.Component onClose={() => setHelp(false)} />}
    </>
  );
}

const keysHelp = lazyDialog(async () => (await import("./keys-help.tsx")).KeysHelp);

interface PaletteDialogProps {
  load: () => Promise<Palette>;
  onClose: () => void;
}

/**
 * The palette's dialog. It is shown within the event that opens it, with an input until the
 * palette's code is loaded: keys pressed meanwhile would change the screen behind it.
 */
function PaletteDialog({ load, onClose }: PaletteDialogProps) {
  const [Palette, setPalette] = useState(() => loaded.get(load));
  const [typed, setTyped] = useState("");
  const [entered, setEntered] = useState(false);
  // A composition would end with the input it is in.
  const [composing, setComposing] = useState(false);
  const onFailed = useEffectEvent(() => {
    onClose();
    showAlert("The search could not be loaded. Check your connection and try again.");
  });
  useEffect(() => {
    // Not React.lazy: a failure there would replace the screen and lose what was typed.
    let isShown = !loaded.has(load);
    if (isShown)
      load().then(
        (palette) => {
          loaded.set(load, palette);
          if (isShown) setPalette(() => palette);
        },
        () => isShown && onFailed(),
      );
    return () => {
      isShown = false;
    };
  }, [load]);
  return (
    <Dialog
      label="Command palette"
      className="modal mt-[max(1rem,10vh)] max-w-2xl"
      onClose={onClose}
    >
      {Palette && !composing ? (
        <Palette typed={typed} onTyped={setTyped} entered={entered} onClose={onClose} />
      ) : (
        <>
          <InputRow>
            <input
              {...inputProps}
              aria-label="Go to..."
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              onKeyDown={({ key }) => {
                if (key === "Enter") setEntered(true);
              }}
              onCompositionStart={() => setComposing(true)}
              onCompositionEnd={() => setComposing(false)}
            />
          </InputRow>
          <p role="status" className="px-4 py-2 text-small text-soft">
            Loading...
          </p>
        </>
      )}
    </Dialog>
  );
}

/** The palettes whose code is loaded, by their loader. */
const loaded = new Map<() => Promise<Palette>, Palette>();

const AREA_KEYS: readonly PageKey[] = [
  { keys: "/", text: "Find anything", run: openPalette },
  { keys: "?", text: "Keyboard shortcuts", run: showKeys },
];

function isPaletteKey({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "k";
}
