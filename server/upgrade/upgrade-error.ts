import { PlainError } from "../plain-error.ts";

/** The database cannot be upgraded. */
export class UpgradeError extends PlainError {
  override name = "UpgradeError";
}

/** The site is on the new database, but not everything after that was done. */
export class UnfinishedUpgradeError extends UpgradeError {
  override name = "UnfinishedUpgradeError";
}
