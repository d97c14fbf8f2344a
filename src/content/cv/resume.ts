/**
 * The parts of JSON Resume (https://jsonresume.org/schema) that a site writes. Values without a
 * field in the format are stored in `foyer` objects, so that an import restores the page exactly.
 * All other fields take precedence, so that an edited file is imported as edited.
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
      /** Values of `personal_info` that `basics` lacks, or stores only as plain text. */
      info: Record<string, string>;
    };
  };
}

/** An entry of a list; `content/kinds.ts` defines the keys. */
export type ResumeEntry = Record<string, unknown> & { foyer?: Record<string, unknown> };

/** Keys of `personal_info` with the same name in `basics`. */
export const BASICS_KEYS = ["fullName", "tagline", "location", "email"] as const;
