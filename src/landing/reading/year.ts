/** Updates the copyright year of a page rendered before New Year. */
export function showYear(): void {
  const shown = document.querySelector("[data-year]");
  if (shown) shown.textContent = `${new Date().getFullYear()}`;
}
