import { createRoot, hydrateRoot } from "react-dom/client";
import { readClientConfig } from "../lib/site-config.ts";
import { removeUnsentReport } from "./after-load/failures.ts";
import { HYDRATE_EVENT } from "./boot/controls.ts";
import { ContactForm } from "./contact/contact-form.tsx";

addEventListener(HYDRATE_EVENT, hydrate);
// In a separate task: evaluating React has just taken a full one.
setTimeout(hydrate);

/** Hydrates the message form once it is open, and draws the pictures that have not loaded. */
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
  if (place.firstChild) hydrateRoot(place, <ContactForm config={config} submitted={submitted} />);
  // The content was loaded in the browser, so the form was not delivered with it.
  else createRoot(place).render(<ContactForm config={config} focused />);
}

async function drawFailedPictures(): Promise<void> {
  const images = document.querySelectorAll<HTMLElement>("img[data-failed]");
  if (images.length === 0) return;
  const { FallbackPicture } = await import("./fallback-picture.tsx");
  for (const image of images) {
    const place = (image.closest("picture") ?? image).parentElement;
    const kind = place?.matches(".project-picture") ? "project" : "portrait";
    const name = image.dataset.fallback ?? "";
    if (place) createRoot(place).render(<FallbackPicture kind={kind} name={name} />);
  }
}
