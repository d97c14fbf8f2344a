import { readEmbeddedJson } from "../../lib/embed-json.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { DATA_ID, type PageData } from "../page-content.ts";
import { startCurrentSection } from "./current-section.ts";
import { startLinkClicks } from "./link-clicks.ts";
import { loadOtherMedia } from "./other-media.ts";
import { startPictures } from "./pictures.ts";
import { type LoadPageCode, loadPageCode, startRefresh } from "./refresh.ts";
import { startReveal } from "./reveal.ts";
import { startTypedTexts } from "./typed-texts.ts";
import { startTypeface } from "./typeface.ts";
import { startUnsentReport } from "./unsent.ts";
import { recordVisit } from "./visit.ts";
import { startWaitingForContact } from "./waiting-for-contact.ts";
import { showYear } from "./year.ts";

/**
 * Counts the visit and starts what reading the page needs, without React. Throws when the root
 * element or the configuration is missing.
 */
export function startPage(loadCode: LoadPageCode = loadPageCode): void {
  if (!document.getElementById("root")) {
    throw new Error("The page has no root element (#root), so it cannot start.");
  }
  const config = readClientConfig();
  void recordVisit(config, document.referrer);
  startLinkClicks(config);
  startReading();
  startPictures();
  startUnsentReport();
  loadOtherMedia();
  if (!config.embedded) {
    const snapshot = readEmbeddedJson<PageData>(DATA_ID)?.snapshot ?? null;
    void startRefresh(config, snapshot, startReading, loadCode);
  }
}

/** Starts what works on the page's elements; again when a static site has replaced them. */
function startReading(): void {
  startTypedTexts();
  startReveal();
  startCurrentSection();
  showYear();
  startWaitingForContact();
  void startTypeface();
}
