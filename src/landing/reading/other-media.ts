/**
 * Loads the styles for print and forced colors, which only a page without JavaScript links itself:
 * inlined, they would be a tenth of the document's compressed size.
 */
export function loadOtherMedia(): void {
  const link = document.querySelector("head noscript")?.textContent;
  if (link) document.head.insertAdjacentHTML("beforeend", link);
}
