import { existsSync } from "node:fs";

/**
 * Defined without packages, so that printing this installs nothing in the folder of a live site.
 */
export const NOT_DEPLOYED =
  "There is no deployed site to check. Deploy one with npm run deploy, or set FOYER_PUBLIC_URL to the site's address.";

/** Whether `npm run doctor` has a site to check, judging by the environment and files alone. */
export const isDeployed = () =>
  Boolean(process.env.FOYER_PUBLIC_URL) || existsSync(".foyer/deploy.json");
