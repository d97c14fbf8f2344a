import type { ProjectSettings } from "../deploy/project.ts";
import type { PublishedPage } from "./published-page.ts";

/** A site and the project behind it. */
export interface CheckedSite {
  publicUrl: string;
  page: PublishedPage;
  /** URL of the project, without a trailing slash. */
  projectUrl: string;
  /** Null if unknown; some checks are then left out. */
  secretKey: string | null;
  /** Null without an access token, as for self-hosted Supabase. */
  settings: ProjectSettings | null;
}

/** `skipped` where a required value is unknown; only `failed` counts as a failure. */
export interface Finding {
  state: "ok" | "warning" | "failed" | "skipped";
  text: string;
}

export interface Check {
  title: string;
  /** Advice for when the check fails. */
  remedy: string;
  run(site: CheckedSite): Promise<Finding>;
}

/** Result of a check that needs the secret key. */
export const NEEDS_KEY: Finding = {
  state: "skipped",
  text: "set SUPABASE_SECRET_KEY or SUPABASE_ACCESS_TOKEN to check it",
};

/** @param text the finding, in either case. */
export const is = (fine: boolean, text: string): Finding => ({
  state: fine ? "ok" : "failed",
  text,
});
