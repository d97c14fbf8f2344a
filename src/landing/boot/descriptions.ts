import { onClick } from "./on-click.ts";

/** Expands and collapses long project descriptions; the styles follow the button's state. */
export function startDescriptions(): void {
  onClick("[data-more-button]", (button) => {
    const expanded = button.getAttribute("aria-expanded") !== "true";
    const label = expanded ? "Show Less" : "Show More";
    const name = button.getAttribute("aria-label")?.slice(label.length);
    button.setAttribute("aria-expanded", `${expanded}`);
    button.setAttribute("aria-label", `${label}${name}`);
    button.textContent = label;
  });
}
