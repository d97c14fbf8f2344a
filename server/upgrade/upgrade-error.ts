/** The database cannot be upgraded. The message can be printed on its own. */
export class UpgradeError extends Error {
  override name = "UpgradeError";
}

/** The site is on the new database, but not everything after that was done. */
export class UnfinishedUpgradeError extends UpgradeError {
  override name = "UnfinishedUpgradeError";
}
