import { useEffect, useEffectEvent, useState } from "react";
import { bringsFiles, type Picked, pickedFromDrop } from "./uploads/picked-files.ts";

interface DropHandlers {
  /** The target folder for drops outside of other folders. */
  folderId: string | null;
  onUpload: (picked: readonly Picked[], folderId: string | null) => void;
  onMove: (ids: readonly string[], folderId: string | null) => void;
  onFail: (error: unknown) => void;
}

/** The ids dragged within the page; a drag's own data is unreadable until the drop. */
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
 * Handles drops anywhere on the page: files and folders from outside, and files of the drive on
 * folders and breadcrumb steps (`data-drop-folder`).
 * @returns the folder that files from outside would go to; undefined while none are over the page.
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
      // Otherwise the browser would leave the page and open the dropped file.
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

/** The root is an empty attribute. */
const idOf = ({ dataset }: HTMLElement) => dataset.dropFolder || null;

/** Not its current folder, nor itself or its descendants. */
function canTake(target: HTMLElement | null, folderId: string | null): target is HTMLElement {
  if (!target) return false;
  const id = idOf(target);
  return id !== folderId && !(id && dragged.includes(id));
}
