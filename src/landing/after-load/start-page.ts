import type { ClientConfig } from "../../../shared/site-config.ts";
import { readEmbeddedJson } from "../../lib/embed-json.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { DATA_ID, type PageData } from "../page-content.ts";
import { recordVisit, startLinkClicks } from "./counting.ts";
import { reportOutdated, startPictures } from "./failures.ts";
import { inTurn } from "./in-turn.ts";
import {
  layOutEntries,
  startCurrentSection,
  startReveal,
  startWaitingForContact,
} from "./scrolling.ts";
import { startTypedTexts } from "./typed-texts.ts";

/** Counts the visit and starts the page's code, without React. Throws without configuration. */
export function startPage(loadRefresh: LoadRefresh = () => import("../refresh.ts")): void {
  const config = readClientConfig();
  void recordVisit(config, document.referrer);
  startLinkClicks(config);
  startReading();
  inTurn([startPictures, loadOtherMedia], run);
  if (!config.embedded) void keepCurrent(config, loadRefresh);
}

/** Loads the refresh code of a static site, which is a separate bundle. */
type LoadRefresh = () => Promise<typeof import("../refresh.ts")>;

/** Refreshes a static site's page. On failure, the page keeps its content and shows its date. */
async function keepCurrent(config: ClientConfig, loadRefresh: LoadRefresh) {
  const snapshot = readEmbeddedJson<PageData>(DATA_ID)?.snapshot ?? null;
  try {
    await (await loadRefresh()).refresh(config, snapshot, startReading);
  } catch (error) {
    console.error("The content could not be refreshed", error);
    if (snapshot) reportOutdated(snapshot.takenAt);
  }
}

/**
 * Starts the behavior of the page's elements; called again when a static site has replaced them.
 */
function startReading(): void {
  const parts = [
    startTypedTexts,
    layOutEntries,
    startReveal,
    startCurrentSection,
    showYear,
    startWaitingForContact,
  ];
  inTurn(parts, run);
}

function run(start: () => unknown): void {
  start();
}

/** Updates the copyright year of a page rendered before New Year. */
function showYear(): void {
  const shown = document.querySelector("[data-year]");
  if (shown) shown.textContent = `${new Date().getFullYear()}`;
}

/**
 * Loads the styles for print and forced colors, which the page itself links only for browsers
 * without JavaScript: inlined, they would be a tenth of the document's compressed size.
 */
function loadOtherMedia(): void {
  const link = document.querySelector("head noscript")?.textContent;
  if (link) document.head.insertAdjacentHTML("beforeend", link);
}
