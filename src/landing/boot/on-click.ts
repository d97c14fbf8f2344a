/** Calls back for every click on an element that matches the selector, or inside one. */
export function onClick(selector: string, react: (element: Element) => void): void {
  addEventListener("click", (event) => {
    const element = (event.target as Element).closest(selector);
    if (element) react(element);
  });
}
