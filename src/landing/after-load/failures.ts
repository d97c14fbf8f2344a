import { failureTexts } from "../../content/texts/script-texts.ts";
import { HYDRATE_EVENT } from "../boot/controls.ts";
import { dataset } from "../boot/root.ts";
import { deliveredTexts } from "../delivered-texts.ts";

/**
 * Marks pictures that do not load and requests React, which draws generated ones in their place.
 * Pictures rendered by React handle this themselves: see `PictureOr`.
 */
export function startPictures(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>("img[data-fallback]")) {
    // Loading may have failed before this code arrived.
    if (image.complete && image.naturalWidth === 0 && image.currentSrc) fail(image);
    else image.addEventListener("error", () => fail(image));
  }
}

function fail(image: HTMLImageElement): void {
  image.dataset.failed = "";
  dispatchEvent(new Event(HYDRATE_EVENT));
}

/** Reports that a message was not sent because the code that sends it could not be loaded. */
export function reportUnsent(): void {
  const form = document.querySelector<HTMLElement>("#contact-form[data-submitted]");
  if (!form) return;
  delete form.dataset.submitted;
  removeUnsentReport();
  const report = createNotice("alert", deliveredTexts(failureTexts).unsent);
  report.className = "bad unsent";
  form.querySelector(".outcome")?.append(report);
}

/** Removes the report, which is not part of React's tree. */
export function removeUnsentReport(): void {
  document.querySelector(".unsent")?.remove();
}

/**
 * Shows the date of the content when it could not be refreshed.
 * @param takenAt ISO 8601.
 */
export function reportOutdated(takenAt: string): void {
  const day = new Date(takenAt).toLocaleDateString(dataset.lang ?? "en", { dateStyle: "long" });
  const text = deliveredTexts(failureTexts).outdated.replace("{day}", day);
  const notice = createNotice("status", text);
  document.querySelector(".footer .top")?.before(notice);
}

function createNotice(role: "alert" | "status", textContent: string): HTMLElement {
  return Object.assign(document.createElement("p"), { role, textContent });
}
