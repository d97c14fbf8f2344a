import { HYDRATE_EVENT } from "./hydration.ts";
import { onClick } from "./on-click.ts";

/**
 * Opens the message form, which is delivered in a template, and keeps a message that is sent before
 * React has hydrated the form: `ContactForm` sends it then.
 */
export function startContact(): void {
  onClick("[data-contact-button]", () => {
    document.documentElement.dataset.contact = "open";
    const place = document.getElementById("contact-form");
    const template = place?.querySelector("template");
    if (template) place?.replaceChildren(template.content);
    place?.querySelector("input")?.focus({ preventScroll: true });
    dispatchEvent(new Event(HYDRATE_EVENT));
  });
  addEventListener("submit", (event) => {
    const form = (event.target as Element).closest<HTMLElement>("#contact-form");
    // React prevents it once it has hydrated the form.
    if (!form || event.defaultPrevented) return;
    event.preventDefault();
    form.dataset.submitted = "";
  });
}
