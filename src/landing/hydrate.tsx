import { createRoot, hydrateRoot } from "react-dom/client";
import { failureTexts, formTexts } from "../content/texts/script-texts.ts";
import { readClientConfig } from "../lib/site-config.ts";
import { removeUnsentReport } from "./after-load/failures.ts";
import { HYDRATE_EVENT } from "./boot/controls.ts";
import { ContactForm } from "./contact/contact-form.tsx";
import { deliveredTexts } from "./delivered-texts.ts";

addEventListener(HYDRATE_EVENT, hydrate);
// In a separate task, because evaluating React has just taken a full one.
setTimeout(hydrate);

/** Hydrates the open message form, and renders fallbacks for pictures that failed to load. */
function hydrate(): void {
  if ("contact" in document.documentElement.dataset) startForm();
  void drawFailedPictures();
}

let started: HTMLElement | null = null;

function startForm(): void {
  const place = document.getElementById("contact-form");
  if (!place || place === started) return;
  started = place;
  removeUnsentReport();
  const submitted = place.dataset.submitted !== undefined;
  delete place.dataset.submitted;
  const config = readClientConfig();
  const form = { config, texts: deliveredTexts(formTexts) };
  if (place.firstChild) hydrateRoot(place, <ContactForm {...form} submitted={submitted} />);
  // The content was loaded in the browser, so the page does not contain the form.
  else createRoot(place).render(<ContactForm {...form} focused />);
}

/** The portrait is drawn once, in About. */
const FAILED = "img[data-failed]:not(.hero-picture *)";

async function drawFailedPictures(): Promise<void> {
  const images = document.querySelectorAll<HTMLImageElement>(FAILED);
  if (images.length === 0) return;
  const { noPicture } = deliveredTexts(failureTexts);
  const { FallbackPicture } = await import("./fallback-picture.tsx");
  for (const image of images) {
    const place = (image.closest("picture") ?? image).parentElement;
    const kind = place?.matches(".project-picture") ? "project" : "portrait";
    const name = image.dataset.fallback ?? "";
    const label = kind === "project" ? noPicture.replace("{name}", () => name) : image.alt;
    if (place) {
      createRoot(place).render(<FallbackPicture kind={kind} name={name} label={label} />);
    }
  }
}
