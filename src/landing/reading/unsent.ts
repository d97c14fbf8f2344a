import { NOT_HYDRATED_EVENT } from "../boot/hydration.ts";

/** Says that a message was not sent when the code that sends it could not be loaded. */
export function startUnsentReport(): void {
  addEventListener(NOT_HYDRATED_EVENT, () => {
    const form = document.querySelector<HTMLElement>("#contact-form[data-submitted]");
    if (!form) return;
    delete form.dataset.submitted;
    removeUnsentReport();
    const report = document.createElement("p");
    report.className = "bad unsent";
    report.setAttribute("role", "alert");
    report.textContent =
      "Error: The message was not sent. Check your connection and try again, or copy your text and reload the page.";
    form.querySelector(".outcome")?.append(report);
  });
}

/** Removes the report, which React does not know. */
export function removeUnsentReport(): void {
  document.querySelector(".unsent")?.remove();
}
