/**
 * Lets a list item be dragged by its handle among its siblings; a line shows the target.
 * @param move called at the end with the number of positions, unless the item stays.
 */
export function dragItem(handle: HTMLElement, item: HTMLElement, move: (by: number) => void): void {
  handle.addEventListener("pointerdown", (start) => {
    if (start.button !== 0) return;
    // Prevents both a text selection and the loss of focus.
    start.preventDefault();
    handle.setPointerCapture(start.pointerId);
    const line = document.createElement("div");
    line.className = "drop-line";
    const dragging = new AbortController();
    let by = 0;
    item.dataset.dragging = "";
    const end = () => {
      dragging.abort();
      line.remove();
      delete item.dataset.dragging;
    };
    const listen = { signal: dragging.signal };
    handle.addEventListener(
      "pointermove",
      ({ clientY }) => {
        by = follow(clientY);
      },
      listen,
    );
    handle.addEventListener("pointercancel", end, listen);
    handle.addEventListener(
      "pointerup",
      () => {
        end();
        if (by !== 0) move(by);
      },
      listen,
    );

    function follow(y: number): number {
      const items = [...(item.parentElement?.children ?? [])];
      const from = items.indexOf(item);
      const passed = items.filter((one) => one !== item && centerOf(one) < y).length;
      const box =
        items[passed < from ? passed : Math.min(passed, items.length - 1)]?.getBoundingClientRect();
      if (!box) return 0;
      (item.closest("dialog") ?? document.body).append(line);
      line.style.width = `${box.width}px`;
      line.style.translate = `${box.left}px ${passed < from ? box.top : box.bottom}px`;
      line.hidden = passed === from;
      return passed - from;
    }
  });
}

function centerOf(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}
