/**
 * JSON Resume (https://jsonresume.org/schema), as far as a site writes it. What the format has no
 * field for is in `foyer` objects, so that an import restores the page exactly; every other field
 * stays authoritative, so that an edited file is imported as edited.
 */
export interface Resume {
  /** Lists of entries, such as `work`. */
  [list: string]: unknown;
  $schema: string;
  basics: Record<string, unknown>;
  skills: ResumeEntry[];
  meta: {
    canonical?: string;
    version: string;
    foyer: {
      version: 1;
      /** Values of `personal_info` that `basics` does not have, or has only as plain text. */
      info: Record<string, string>;
    };
  };
}

/** An entry of one of its lists; `content/kinds.ts` names the keys. */
export type ResumeEntry = Record<string, unknown> & { foyer?: Record<string, unknown> };

/** The keys of `personal_info` that `basics` has as they are. */
export const BASICS_KEYS = ["fullName", "tagline", "location", "email"] as const;
