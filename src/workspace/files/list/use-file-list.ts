import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { isFocusLost } from "../../../ui/focus-recovery.ts";
import { useLatest } from "../../../ui/hooks/use-latest.ts";
import { usePageTop, useVirtualList } from "../../../ui/hooks/use-virtual-list.ts";
import { remInPixels } from "../../../ui/rem.ts";
import { all, nothing, only, rangeTo, type Selection } from "../../../ui/selection.ts";
import type { DriveFile } from "../file.ts";
import type { FileActions } from "../file-actions.ts";
import type { FileItemProps } from "./file-item.tsx";
import { useTypeAhead } from "./type-ahead.ts";

export interface FileListOptions {
  files: readonly DriveFile[];
  /** Number of items per non-empty folder; undefined until known. */
  items: ReadonlyMap<string, number> | undefined;
  /** The ids of files and folders that links open; undefined until known. */
  shared: ReadonlySet<string> | undefined;
  /** The initially current file, such as the folder just left; otherwise the first one. */
  startId: string | null;
  selection: Selection;
  /** Whether more files may follow. */
  loading: boolean;
  onSelect: (selection: Selection) => void;
  /** Called for keys pressed on a file that do not change the selection or the current file. */
  onKey: (event: KeyboardEvent, file: DriveFile) => void;
  trash: boolean;
  actions: FileActions;
}

/** Element id of the keyboard instructions. */
export const KEYS_HELP_ID = "drive-keys";

/** Height in pixels of the bar that covers the top of the list on narrow screens. */
const BAR_HEIGHT = 64;

/**
 * State shared by both views: selection, keyboard navigation, attributes, and the rows in view. The
 * heights of rows are known, so nothing is measured.
 * @param columns files per row.
 * @param rowHeight of a row in rem; the same function as long as no height changes.
 */
export function useFileList(
  options: FileListOptions,
  columns: number,
  rowHeight: (row: number) => number,
) {
  const { files, items: itemCounts, selection, onSelect, onKey, trash, actions } = options;
  const { list, currentId, index, makeCurrent, focusCurrent, listEvents } = useCurrentFile(options);
  const row = Math.floor(index / columns);
  const rem = remInPixels();
  const { items, height, show } = useVirtualList({
    count: Math.ceil(files.length / columns),
    pageTop: usePageTop(list),
    estimateSize: (at) => Math.round(rowHeight(at) * rem),
    // The positions of rows are computed again when this function is another one.
    // biome-ignore lint/correctness/useExhaustiveDependencies: other heights, other positions.
    keyOf: useCallback((at) => at, [rowHeight]),
    // The current file's row may have the focus.
    kept: useMemo(() => [row], [row]),
    scrollPaddingStart: BAR_HEIGHT,
    // Rows of tiles are tall, and slow to render.
    ...(columns > 1 && { overscan: 2 }),
  });
  const ids = () => files.map(({ id }) => id);
  const typeAhead = useTypeAhead(() => files.map(({ name }) => name));

  function goTo(at: number): DriveFile | undefined {
    const reached = files[at];
    if (!reached) return undefined;
    focusCurrent(reached);
    show(Math.floor(at / columns));
    return reached;
  }

  function onKeyDown(event: KeyboardEvent) {
    const file = files[index];
    if (!file || event.target !== elementOf(list.current, file.id)) return;
    const page = Math.max(Math.floor(innerHeight / (rowHeight(row) * rem)) - 1, 1);
    const step = stepOf(event.key, columns, page * columns, files.length);
    const command = event.ctrlKey || event.metaKey;
    const named = typeAhead(event, index);
    if (named !== undefined) goTo(named);
    else if (step !== undefined && !event.altKey) {
      const reached = goTo(Math.min(Math.max(index + step, 0), files.length - 1)) ?? file;
      if (event.shiftKey) {
        const from = selection.ids.size > 0 ? selection : only(file.id);
        onSelect(rangeTo(from, reached.id, ids()));
      }
    } else if (event.key === "Enter" && !command) actions.open(file);
    else if (event.key === " ") actions.toggle(file);
    else if (event.key === "a" && command) onSelect(all(ids(), options.loading));
    else if (event.key === "Escape" && selection.ids.size > 0) onSelect(nothing);
    else return onKey(event, file);
    event.preventDefault();
  }

  function onClick(event: MouseEvent, file: DriveFile) {
    makeCurrent(file.id);
    const touch = (event.nativeEvent as PointerEvent).pointerType === "touch";
    if (event.shiftKey) onSelect(rangeTo(selection, file.id, ids()));
    else if (event.ctrlKey || event.metaKey || (touch && selection.ids.size > 0)) {
      actions.toggle(file);
    } else if (touch) actions.open(file);
    else onSelect(only(file.id));
  }
  // One function for all renderings, because every tile and row receives it.
  const latestOnClick = useLatest(onClick);
  const click = useCallback<FileItemProps["onClick"]>(
    (event, file) => latestOnClick.current(event, file),
    [latestOnClick],
  );

  return {
    /** A ref for the element around the rows, and the element's height in pixels. */
    list,
    height,
    /** The rows in view. */
    rows: items,
    /** Attributes of the grid element. */
    gridAttributes: {
      "aria-label": "Files",
      "aria-describedby": KEYS_HELP_ID,
      "aria-multiselectable": true,
      onKeyDown,
      ...listEvents,
    },
    itemProps: (file: DriveFile): FileItemProps => ({
      file,
      items: itemCounts?.get(file.id),
      shared: options.shared?.has(file.id) ?? false,
      current: file.id === currentId,
      selected: selection.ids.has(file.id),
      trash,
      actions,
      onClick: click,
    }),
  };
}

/**
 * The current file, which is the only one in the tab order (roving tabindex). It keeps the focus
 * when the list changes; if it is removed, the file that takes its place becomes current.
 */
function useCurrentFile({ files, startId }: FileListOptions) {
  const list = useRef<HTMLDivElement>(null);
  const indexOf = (id: string | null) => files.findIndex((file) => file.id === id);
  const [current, setCurrent] = useState(() => {
    const at = Math.max(indexOf(startId), 0);
    return { id: files[at]?.id ?? "", index: at };
  });
  const found = indexOf(current.id);
  const index = found >= 0 ? found : Math.min(current.index, files.length - 1);
  const currentId = files[index]?.id ?? "";
  const focused = useRef(false);
  const wanted = useRef(false);

  useLayoutEffect(() => {
    if (found >= 0 && found !== current.index) setCurrent({ id: current.id, index: found });
    const lost = focused.current && isFocusLost();
    const taken = takesFocus(list.current);
    if (!wanted.current && !lost && !taken) return;
    const element = elementOf(list.current, currentId);
    element?.focus({ preventScroll: !taken });
    if (element) wanted.current = false;
  });

  const makeCurrent = (id: string) => setCurrent({ id, index: indexOf(id) });
  return {
    list,
    currentId,
    index,
    makeCurrent,
    /** Makes the file current and focuses it, once it is rendered. */
    focusCurrent({ id }: DriveFile) {
      makeCurrent(id);
      wanted.current = true;
    },
    listEvents: {
      onFocus: ({ target }: FocusEvent) => {
        focused.current = true;
        // Any file that receives the focus, by key or pointer, becomes current.
        const id = target.closest<HTMLElement>("[data-file]")?.dataset.file;
        if (id && id !== currentId) makeCurrent(id);
      },
      onBlur: ({ target, relatedTarget }: FocusEvent) => {
        // Removing a focused element or opening a dialog does not count as leaving the list.
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

/**
 * Keeps the focus in the drive when the focused element is unmounted, such as a file of the folder
 * just left or the toolbar of a cleared selection. The container holds the focus until the list
 * takes it over (`takesFocus`), and permanently where there are no files.
 * @param marker changes whenever the focused element may be unmounted.
 * @returns a ref for an element with `tabIndex={-1}` around the list.
 */
export function usePlaceFocus(marker: string) {
  const area = useRef<HTMLDivElement>(null);
  const known = useRef(marker);
  useLayoutEffect(() => {
    if (known.current === marker) return;
    known.current = marker;
    const element = area.current;
    if (!element || !isFocusLost()) return;
    const current = element.querySelector<HTMLElement>('[data-file][tabindex="0"]');
    if (current) return current.focus();
    element.dataset.holdsFocus = "";
    element.addEventListener("blur", () => delete element.dataset.holdsFocus, { once: true });
    element.focus({ preventScroll: true });
  });
  return area;
}

/** Whether the list should take over the focus from its container. */
function takesFocus(list: HTMLElement | null): boolean {
  const area = list?.closest("[data-holds-focus]");
  return area != null && area === document.activeElement;
}
