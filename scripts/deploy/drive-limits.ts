import { parseConfig } from "../../server/config.ts";
import { FILE_MAX_BYTES } from "../../shared/limits.ts";

/** Bytes of file storage the free plan includes. */
const FREE_STORAGE = 1024 ** 3;
const DEFAULT_QUOTA = 10 * 1024 ** 3;

export interface DriveLimits {
  quota: number;
  file_limit: number;
}

/**
 * The drive's limits within those of a project. A plan that cannot be read counts as the free one
 * unless a quota is chosen.
 * @param chosen the quota as the owner wrote it, such as `50GB`.
 * @throws {ConfigError} for a quota that is not a size.
 */
export function limitsFor(
  project: { fileSizeLimit: number; plan: string | undefined },
  chosen: string | undefined,
): DriveLimits {
  const isFree = project.plan === "free";
  const planned = isFree || !project.plan ? FREE_STORAGE : DEFAULT_QUOTA;
  const { driveQuota } = parseConfig(chosen ? { FOYER_DRIVE_QUOTA: chosen } : {});
  const quota = driveQuota ?? planned;
  return {
    quota: isFree ? Math.min(quota, FREE_STORAGE) : quota,
    file_limit: Math.min(project.fileSizeLimit, FILE_MAX_BYTES),
  };
}
