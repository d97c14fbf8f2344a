import { DESCRIPTION_MAX_LENGTH } from "../limits.ts";

/** Maximum characters of a content entry's fields. @limit content: an entry's title */
export const TITLE_MAX_LENGTH = 300;

const DATE_RANGE_MAX_LENGTH = 200;

/**
 * Characters that describe a picture; screen readers read them without a pause.
 * @limit content: the description of a project's picture
 */
export const PICTURE_ALT_MAX_LENGTH = 300;

/** @limit content: a level in words, a grade, and the type of a project */
export const WORD_MAX_LENGTH = 100;

/** @limit content: the description of an employer */
export const ORGANIZATION_TEXT_MAX_LENGTH = 2000;

/** @limit content: the authors of a publication */
export const AUTHORS_MAX_LENGTH = 2000;

/** Fields of experience and education, in the order of the editor. */
export const PERIOD = {
  start_month: { type: "month", label: "Start Month" },
  end_month: { type: "month", label: "End Month", hint: "Leave it empty for “Present”." },
  date_range: {
    type: "text",
    label: "Date Range",
    longest: DATE_RANGE_MAX_LENGTH,
    hint: "Written from the months if empty; follows them until you change it.",
  },
} as const;

/** Fields of entries with one date. */
export const DATE = {
  start_month: { type: "month", label: "Date" },
  date_range: {
    type: "text",
    label: "Date as text",
    longest: DATE_RANGE_MAX_LENGTH,
    hint: "Written from the date if empty; follows it until you change it.",
  },
} as const;

export const NAME = {
  type: "text",
  label: "Name",
  required: "a name",
  longest: TITLE_MAX_LENGTH,
  wide: true,
} as const;

export const LOCATION = {
  type: "text",
  label: "Location",
  longest: TITLE_MAX_LENGTH,
  resume: "location",
  linkedin: ["Location"],
} as const;

export const DESCRIPTION = {
  type: "text",
  label: "Description",
  longest: DESCRIPTION_MAX_LENGTH,
  rows: 6,
  hint: "Start a line with “- ” to make it a list item.",
  linkedin: ["Description"],
} as const;

export const WORDS = { type: "words", hint: "Separated by commas.", wide: true } as const;

export const NEWEST = "created_at.desc,id.desc";
