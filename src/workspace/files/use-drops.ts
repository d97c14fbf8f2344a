import { useEffect, useEffectEvent, useState } from "react";
import { bringsFiles, type Picked, pickedFromDrop } from "./uploads/picked-files.ts";

interface DropHandlers {
  /** The target folder for drops outside of other folders. */
  folderId: string | null;
  onUpload: (picked: readonly Picked[], folderId: string | null) => void;
  onMove: (ids: readonly string[], folderId: string | null) => void;
  onFail: (error: unknown) => void;
}

/** The ids dragged within the page; a drag's own data cannot be read before the drop. */
let dragged: readonly string[] = [];

/** Starts dragging these files within the page. */
export function beginDrag(data: DataTransfer, ids: readonly string[], label: string): void {
  dragged = ids;
  data.effectAllowed = "move";
  data.setData(MOVED, JSON.stringify(ids));
  const preview = document.createElement("div");
  preview.className =
    "fixed top-0 -left-[40rem] max-w-72 truncate rounded border border-accent bg-surface px-3 py-2 text-note text-ink";
  preview.textContent = label;
  document.getElementById("app")?.append(preview);
  data.setDragImage(preview, 12, 12);
  // The browser has captured the drag image by the next frame.
  requestAnimationFrame(() => preview.remove());
}

/**
 * Handles drops anywhere on the page: of external files and folders, and of the drive's files on
 * folders and breadcrumbs (`data-drop-folder`).
 * @returns the target folder of external files; undefined while none are dragged over the page.
 */
export function useDrops(enabled: boolean, handlers: DropHandlers): string | null | undefined {
  const [hovering, setHovering] = useState<string | null>();
  const latest = useEffectEvent(() => handlers);
  useEffect(() => {
    const listening = new AbortController();
    const on = (type: DragEventType, listener: (event: DragEvent) => void) =>
      addEventListener(type, listener, listening);
    let marked: HTMLElement | null = null;
    const mark = (element: HTMLElement | null) => {
      if (marked !== element) marked?.removeAttribute("data-drop-over");
      marked = element;
      element?.setAttribute("data-drop-over", "");
    };
    on("dragover", (event) => {
      const outside = bringsFiles(event);
      if (!outside && !event.dataTransfer?.types.includes(MOVED)) return;
      const target = targetOf(event);
      const possible = enabled && (outside || canTake(target, latest().folderId));
      // By default, the browser would open the dropped file instead of this page.
      if (outside || possible) event.preventDefault();
      if (event.dataTransfer) {
        event.dataTransfer.dropEffect = possible ? (outside ? "copy" : "move") : "none";
      }
      if (outside && enabled) setHovering(target ? idOf(target) : latest().folderId);
      else setHovering(undefined);
      mark(possible ? target : null);
    });
    on("dragleave", ({ relatedTarget }) => {
      if (relatedTarget) return;
      setHovering(undefined);
      mark(null);
    });
    on("dragend", () => mark(null));
    on("drop", (event) => {
      setHovering(undefined);
      mark(null);
      const target = targetOf(event);
      const { folderId, onUpload, onMove, onFail } = latest();
      if (bringsFiles(event) && event.dataTransfer) {
        event.preventDefault();
        if (!enabled) return;
        const folder = target ? idOf(target) : folderId;
        pickedFromDrop(event.dataTransfer).then((picked) => onUpload(picked, folder), onFail);
      } else if (event.dataTransfer?.types.includes(MOVED) && canTake(target, folderId)) {
        event.preventDefault();
        if (enabled && target) onMove(dragged, idOf(target));
      }
    });
    return () => {
      listening.abort();
      mark(null);
    };
  }, [enabled]);
  return hovering;
}

type DragEventType = "dragover" | "dragleave" | "dragend" | "drop";

const MOVED = "application/x-foyer-files";

const targetOf = ({ target }: DragEvent) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-drop-folder]") : null;

/** An empty attribute means the root. */
const idOf = ({ dataset }: HTMLElement) => dataset.dropFolder || null;

/** Files cannot be dropped on their current folder, themselves or their descendants. */
function canTake(target: HTMLElement | null, folderId: string | null): target is HTMLElement {
  if (!target) return false;
  const id = idOf(target);
  return id !== folderId && !(id && dragged.includes(id));
}
