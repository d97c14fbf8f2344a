import { existsSync } from "node:fs";

/** Needs no package, so that nothing is installed in the folder of a live site for this message. */
export const NOT_DEPLOYED =
  "There is no deployed site to check. Deploy one with npm run deploy, or set FOYER_PUBLIC_URL to the site's address.";

/**
 * Whether `npm run doctor` has a site to check, as far as that can be known without reading more.
 */
export const isDeployed = () =>
  Boolean(process.env.FOYER_PUBLIC_URL) || existsSync(".foyer/deploy.json");
