import { onClick } from "./on-click.ts";

/** Handles the mobile menu: its button toggles it, choosing an item or Escape closes it. */
export function startMenu(): void {
  onClick(BUTTON, (button) => setOpen(button, button.getAttribute("aria-expanded") !== "true"));
  onClick("#menu a", closeMenu);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeMenu()?.focus();
  });
}

const BUTTON = "[data-menu-button]";

/** Returns the button if the menu was open. */
function closeMenu(): HTMLElement | null {
  const button = document.querySelector<HTMLElement>(`${BUTTON}[aria-expanded=true]`);
  if (button) setOpen(button, false);
  return button;
}

function setOpen(button: Element, open: boolean): void {
  button.setAttribute("aria-expanded", `${open}`);
  document.getElementById("menu")?.toggleAttribute("data-open", open);
}
