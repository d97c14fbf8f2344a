/** The release cannot be made. The message suffices without a stack. */
export class ReleaseError extends Error {
  override name = "ReleaseError";
}

const UNRELEASED = "## Unreleased";

/**
 * Moves the lines under "Unreleased" into a new section for a release.
 * @param day such as `2026-11-23`.
 * @throws {ReleaseError} when there is nothing to release, or the version already has a section.
 */
export function closeChangelog(changelog: string, version: string, day: string): string {
  if (sectionOf(changelog, version) !== null) {
    throw new ReleaseError(`CHANGELOG.md already has a section for ${version}.`);
  }
  if (!textUnder(changelog, UNRELEASED)) {
    throw new ReleaseError(
      `CHANGELOG.md says nothing under "Unreleased". Describe there what changes for owners.`,
    );
  }
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} – ${day}`);
}

/** Returns the changelog's section of one release without its heading; null when there is none. */
export function sectionOf(changelog: string, version: string): string | null {
  const heading = changelog.split("\n").find((line) => line.startsWith(`## ${version} –`));
  return heading === undefined ? null : textUnder(changelog, heading);
}

function textUnder(changelog: string, heading: string): string {
  const [, after = ""] = changelog.split(`${heading}\n`);
  return (after.split(/^## /m)[0] ?? "").trim();
}
