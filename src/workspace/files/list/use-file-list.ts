import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { isFocusLost } from "../../../ui/focus-recovery.ts";
import type { DriveFile } from "../file.ts";
import { takesFocus } from "../use-place-focus.ts";
import { all, nothing, only, rangeTo, type Selection, toggle } from "./selection.ts";

export interface FileListOptions {
  files: readonly DriveFile[];
  /** The initially current file, for example the folder just left; otherwise the first one. */
  startId: string | null;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onOpen: (file: DriveFile) => void;
  /** Called for every other key pressed on a file. */
  onKey: (event: KeyboardEvent, file: DriveFile) => void;
}

/**
 * Selection and keyboard navigation, independent of the view. Roving tabindex: only the current
 * file is in the tab order, the arrow keys change it.
 */
export function useFileList(options: FileListOptions) {
  const { files, startId, selection, onSelect, onOpen, onKey } = options;
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(() => {
    const at = files.findIndex(({ id }) => id === startId);
    return { id: files[Math.max(at, 0)]?.id ?? "", index: Math.max(at, 0) };
  });
  const found = files.findIndex(({ id }) => id === current.id);
  // If it was removed, the file that took its place becomes current.
  const index = found >= 0 ? found : Math.min(current.index, files.length - 1);
  const focused = useRef(false);
  const wanted = useRef(false);
  const currentId = files[index]?.id ?? "";

  useLayoutEffect(() => {
    if (found >= 0 && found !== current.index) setCurrent({ id: current.id, index: found });
    const lost = focused.current && isFocusLost();
    const taken = takesFocus(list.current);
    if (!wanted.current && !lost && !taken) return;
    const element = elementOf(list.current, currentId);
    element?.focus({ preventScroll: !taken });
    if (element) wanted.current = false;
  });

  function go(to: number, show: (index: number) => void): DriveFile | undefined {
    const at = Math.min(Math.max(to, 0), files.length - 1);
    const file = files[at];
    if (!file) return;
    setCurrent({ id: file.id, index: at });
    show(at);
    wanted.current = true;
    return file;
  }

  function onKeyDown(
    event: KeyboardEvent,
    columns: number,
    page: number,
    show: (at: number) => void,
  ) {
    const file = files[index];
    if (!file || event.target !== elementOf(list.current, file.id)) return;
    const shown = () => files.map(({ id }) => id);
    const step = stepOf(event.key, columns, page * columns, files.length);
    const command = event.ctrlKey || event.metaKey;
    if (step !== undefined && !event.altKey) {
      const reached = go(index + step, show);
      if (event.shiftKey && reached) {
        const from = selection.ids.size > 0 ? selection : only(file.id);
        onSelect(rangeTo(from, reached.id, shown()));
      }
    } else if (event.key === "Enter" && !command) onOpen(file);
    else if (event.key === " ") onSelect(toggle(selection, file.id));
    else if (event.key === "a" && command) onSelect(all(shown()));
    else if (event.key === "Escape" && selection.ids.size > 0) onSelect(nothing);
    else return onKey(event, file);
    event.preventDefault();
  }

  function onClick(event: MouseEvent, file: DriveFile) {
    setCurrent({ id: file.id, index: files.indexOf(file) });
    const touch = (event.nativeEvent as PointerEvent).pointerType === "touch";
    if (event.shiftKey)
      onSelect(
        rangeTo(
          selection,
          file.id,
          files.map(({ id }) => id),
        ),
      );
    else if (event.ctrlKey || event.metaKey || (touch && selection.ids.size > 0)) {
      onSelect(toggle(selection, file.id));
    } else if (touch) onOpen(file);
    else onSelect(only(file.id));
  }

  return {
    list,
    currentId,
    index,
    onKeyDown,
    onClick,
    listEvents: {
      onFocus: ({ target }: FocusEvent) => {
        focused.current = true;
        // However it got the focus, it receives the keys from now on.
        const id = target.closest<HTMLElement>("[data-file]")?.dataset.file;
        if (id && id !== currentId)
          setCurrent({ id, index: files.findIndex((one) => one.id === id) });
      },
      onBlur: ({ target, relatedTarget }: FocusEvent) => {
        // Removing a focused element is not leaving it, and dialogs and menus return the focus.
        const away = !relatedTarget?.closest("dialog, [popover]");
        if (target.isConnected && away) focused.current = false;
      },
    },
  };
}

function elementOf(list: HTMLElement | null, id: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-file="${CSS.escape(id)}"]`) ?? null;
}

function stepOf(key: string, columns: number, page: number, all: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: page,
    PageUp: -page,
    Home: -all,
    End: all,
    ...(columns > 1 && { ArrowRight: 1, ArrowLeft: -1 }),
  };
  return steps[key];
}
