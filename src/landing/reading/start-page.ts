import { readEmbeddedJson } from "../../lib/embed-json.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { DATA_ID, type PageData } from "../page-content.ts";
import { startCurrentSection } from "./current-section.ts";
import { inTurn } from "./in-turn.ts";
import { layOutEntries } from "./lay-out-entries.ts";
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
 * Counts the visit and starts what reading the page needs, without React. Throws when the
 * configuration is missing.
 */
export function startPage(loadCode: LoadPageCode = loadPageCode): void {
  const config = readClientConfig();
  void recordVisit(config, document.referrer);
  startLinkClicks(config);
  startUnsentReport();
  startReading();
  inTurn([startPictures, loadOtherMedia], run);
  if (!config.embedded) {
    const snapshot = readEmbeddedJson<PageData>(DATA_ID)?.snapshot ?? null;
    void startRefresh(config, snapshot, startReading, loadCode);
  }
}

/** Starts what works on the page's elements; again when a static site has replaced them. */
function startReading(): void {
  const parts = [
    startTypedTexts,
    layOutEntries,
    startReveal,
    startCurrentSection,
    showYear,
    startWaitingForContact,
    startTypeface,
  ];
  inTurn(parts, run);
}

function run(start: () => void): void {
  start();
}
