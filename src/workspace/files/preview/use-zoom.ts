import { useLayoutEffect, useRef, useState } from "react";
import { previewKindOf } from "../file-kind.ts";
import type { PreviewFile } from "./content-source.ts";

/** Maximum magnification relative to the size that fits. */
export const MOST_ZOOM = 8;

/** The zoom of a picture, reset to 1 for the next; `stage` is a ref for the scroller. */
export function useZoom(file: Pick<PreviewFile, "id" | "name" | "mimetype">) {
  const [zoomed, setZoomed] = useState({ id: file.id, zoom: 1 });
  const zoom = zoomed.id === file.id ? zoomed.zoom : 1;
  const kind = previewKindOf(file);
  const isPicture = kind === "image" || kind === "svg";
  const stage = useRef<HTMLDivElement>(null);
  const middle = useRef({ x: 0.5, y: 0.5 });
  function zoomBy(factor: number): void {
    const box = stage.current;
    if (!isPicture || !box) return;
    middle.current = {
      x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
      y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
    };
    setZoomed({ id: file.id, zoom: Math.min(Math.max(zoom * factor, 1), MOST_ZOOM) });
  }
  // Zooming keeps the center of the view in place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only after a change of the zoom.
  useLayoutEffect(() => {
    const box = stage.current;
    if (!box) return;
    box.scrollLeft = middle.current.x * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = middle.current.y * box.scrollHeight - box.clientHeight / 2;
  }, [zoom]);
  return {
    zoom,
    isPicture,
    zoomBy,
    zoomByKey(key: string) {
      const factor = { "+": 2, "=": 2, "-": 0.5, "0": 0 }[key];
      if (factor !== undefined) zoomBy(factor);
    },
    stage: { ref: stage, tabIndex: zoom > 1 ? 0 : undefined },
  };
}
