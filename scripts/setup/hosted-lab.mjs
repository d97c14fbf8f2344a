import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Location of the hosted-style Supabase for tests: HOSTED_LAB, or next to the checkout. */
export const hostedLab = resolve(root, process.env.HOSTED_LAB || "../shared/hosted-lab");

/** Why the hosted lab cannot be used here, in one sentence; null when it is available. */
export function hostedLabAbsent() {
  if (existsSync(join(hostedLab, "up.mjs"))) return null;
  return `There is no hosted-style Supabase at ${process.env.HOSTED_LAB ? hostedLab : "../shared/hosted-lab (or HOSTED_LAB)"}: nothing was tested against it.`;
}
