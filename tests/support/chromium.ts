import { existsSync } from "node:fs";

/** Debian's Chromium, with the flags to run as root without network access of its own. */
export const chromiumPath = "/usr/bin/chromium";

/** Chromium's engine without its user interface, called without the wrapper in `/usr/bin`. */
const shellPath = "/usr/lib/chromium/chromium-headless-shell";

/** The headless shell where it is installed; otherwise Chromium. */
export const lightChromiumPath = existsSync(shellPath) ? shellPath : chromiumPath;

/**
 * Chromium renders the suggestions of its address bar as web pages, once for each window: half the
 * cost of a browser context. A second switch replaces Playwright's own list, so the relevant
 * entries of that list are repeated here.
 */
const disabledFeatures = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  // A process started for each context in case another page is opened in it.
  "SpareRendererForSitePerProcess",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${disabledFeatures.join(",")}`,
];
