import { switchTheme } from "./first-paint.ts";
import { dataset } from "./root.ts";

/** Dispatched on the window when React is needed without an interaction. */
export const HYDRATE_EVENT = "foyer-hydrate";

/** Handles input before any other code has loaded, by setting attributes that the styles use. */
export function startControls(): void {
  onClick("[data-theme-switch]", switchTheme);
  onClick(MENU_BUTTON, toggle);
  onClick("#menu a", closeMenu);
  onClick("[data-more-button]", toggleDescription);
  onClick("[data-contact-button]", openContactForm);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeMenu()?.focus();
  });
  addEventListener("submit", keepMessage);
}

function onClick(selector: string, react: (element: Element) => void): void {
  addEventListener("click", (event) => {
    const element = (event.target as Element).closest(selector);
    if (element) react(element);
  });
}

/** Returns whether the controlled element is now expanded. */
function toggle(button: Element): boolean {
  const expanded = button.ariaExpanded !== "true";
  button.ariaExpanded = `${expanded}`;
  return expanded;
}

const MENU_BUTTON = "[data-menu-button]";

/** Returns the button if the menu was open. */
function closeMenu(): HTMLElement | null {
  const button = document.querySelector<HTMLElement>(`${MENU_BUTTON}[aria-expanded=true]`);
  if (button) toggle(button);
  return button;
}

/** Expands or collapses a long project description. */
function toggleDescription(button: Element): void {
  toggle(button);
  const [shown, other] = [button.textContent, button.getAttribute(MORE_BUTTON) ?? ""];
  button.setAttribute(MORE_BUTTON, shown);
  button.textContent = other;
  button.ariaLabel = button.ariaLabel?.replace(shown, other) ?? null;
}

/** Attribute with the button's alternative text. */
const MORE_BUTTON = "data-more-button";

/** Opens the message form, which the page contains in a template. */
function openContactForm(): void {
  dataset.contact = "open";
  const template = document.querySelector<HTMLTemplateElement>("#contact-form template");
  template?.replaceWith(template.content);
  document.querySelector<HTMLElement>("#contact-form input")?.focus({ preventScroll: true });
  dispatchEvent(new Event(HYDRATE_EVENT));
}

/** Stores a message submitted before hydration; `ContactForm` then sends it. */
function keepMessage(event: SubmitEvent): void {
  const form = (event.target as Element).closest<HTMLElement>("#contact-form");
  // After hydration, React has prevented the default.
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  form.dataset.submitted = "";
  // Retries loading React; a failed attempt is reported only when a message waits.
  dispatchEvent(new Event(HYDRATE_EVENT));
}
