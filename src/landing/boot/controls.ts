import { switchTheme } from "./first-paint.ts";
import { HYDRATE_EVENT } from "./loading.ts";

/**
 * Handles what a visitor can press before any other code has arrived. It only changes attributes,
 * which the styles follow.
 */
export function startControls(): void {
  onClick("[data-theme-switch]", switchTheme);
  onClick(MENU_BUTTON, (button) => setMenu(button, !isExpanded(button)));
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

function isExpanded(button: Element): boolean {
  return button.getAttribute("aria-expanded") === "true";
}

function setExpanded(button: Element, expanded: boolean): void {
  button.setAttribute("aria-expanded", `${expanded}`);
}

const MENU_BUTTON = "[data-menu-button]";

function setMenu(button: Element, open: boolean): void {
  setExpanded(button, open);
  document.getElementById("menu")?.toggleAttribute("data-open", open);
}

/** Returns the button if the menu was open. */
function closeMenu(): HTMLElement | null {
  const button = document.querySelector<HTMLElement>(`${MENU_BUTTON}[aria-expanded=true]`);
  if (button) setMenu(button, false);
  return button;
}

/** Expands or collapses a long project description. */
function toggleDescription(button: Element): void {
  const expanded = !isExpanded(button);
  const label = expanded ? "Show Less" : "Show More";
  const name = button.getAttribute("aria-label")?.slice(label.length);
  setExpanded(button, expanded);
  button.setAttribute("aria-label", `${label}${name}`);
  button.textContent = label;
}

/** Opens the message form, which is delivered in a template. */
function openContactForm(): void {
  document.documentElement.dataset.contact = "open";
  const place = document.getElementById("contact-form");
  const template = place?.querySelector("template");
  if (template) place?.replaceChildren(template.content);
  place?.querySelector("input")?.focus({ preventScroll: true });
  dispatchEvent(new Event(HYDRATE_EVENT));
}

/** Keeps a message that is sent before React has hydrated the form: `ContactForm` sends it then. */
function keepMessage(event: SubmitEvent): void {
  const form = (event.target as Element).closest<HTMLElement>("#contact-form");
  // React prevents it once it has hydrated the form.
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  form.dataset.submitted = "";
}
