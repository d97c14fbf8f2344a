import { switchTheme } from "./first-paint.ts";
import { dataset } from "./root.ts";

/** Dispatched on the window when React is needed without an interaction. */
export const HYDRATE_EVENT = "foyer-hydrate";

/**
 * Handles what a visitor can press before any other code has arrived. It only changes attributes,
 * which the styles follow.
 */
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

/** Returns whether what the button controls is now expanded. */
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

/** Attribute whose value is the button's other text. */
const MORE_BUTTON = "data-more-button";

/** Opens the message form, which is delivered in a template. */
function openContactForm(): void {
  dataset.contact = "open";
  const template = document.querySelector<HTMLTemplateElement>("#contact-form template");
  template?.replaceWith(template.content);
  document.querySelector<HTMLElement>("#contact-form input")?.focus({ preventScroll: true });
  dispatchEvent(new Event(HYDRATE_EVENT));
}

/** Keeps a message that is sent before React has hydrated the form: `ContactForm` sends it then. */
function keepMessage(event: SubmitEvent): void {
  const form = (event.target as Element).closest<HTMLElement>("#contact-form");
  // React prevents it once it has hydrated the form.
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  form.dataset.submitted = "";
  // Loading may have failed before, which is reported for a message only.
  dispatchEvent(new Event(HYDRATE_EVENT));
}
