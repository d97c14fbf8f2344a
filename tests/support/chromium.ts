import { existsSync } from "node:fs";

/** Debian's Chromium, with the flags to run as root and without background network access. */
export const chromiumPath = "/usr/bin/chromium";

/** Chromium's headless shell, called without the wrapper in `/usr/bin`. */
const shellPath = "/usr/lib/chromium/chromium-headless-shell";

/** The headless shell if it is installed; otherwise Chromium. */
export const lightChromiumPath = existsSync(shellPath) ? shellPath : chromiumPath;

/**
 * Chromium renders the suggestions of its address bar as web pages, once for each window: half the
 * cost of a browser context. A second switch replaces Playwright's own list, so that list's
 * relevant entries are repeated here.
 */
const disabledFeatures = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  // Disables a spare process for each context, which would be used if another page is opened.
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
