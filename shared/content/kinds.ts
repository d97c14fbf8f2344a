import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from "../limits.ts";
import type { AnyField, Kind, KindName, Row } from "./kind.ts";

/** Characters of a content entry's fields. @limit content: an entry's title */
const TITLE_MAX_LENGTH = 300;

const DATE_RANGE_MAX_LENGTH = 200;

/**
 * Characters that describe a picture; screen readers read them without a pause.
 * @limit content: the description of a project's picture
 */
const PICTURE_ALT_MAX_LENGTH = 300;

/** @limit content: the level of a skill in words */
const LEVEL_TEXT_MAX_LENGTH = 100;

/** What both timelines have; the order is that of the editor. */
const PERIOD = {
  start_month: { type: "month", label: "Start Month" },
  end_month: { type: "month", label: "End Month", hint: "Leave it empty for “Present”." },
  date_range: {
    type: "text",
    label: "Date Range",
    longest: DATE_RANGE_MAX_LENGTH,
    hint: "Written from the months if empty; follows them until you change it.",
  },
} as const;

/** What entries with one date have. */
const DATE = {
  start_month: { type: "month", label: "Date" },
  date_range: {
    type: "text",
    label: "Date as text",
    longest: DATE_RANGE_MAX_LENGTH,
    hint: "Written from the date if empty; follows it until you change it.",
  },
} as const;

const NAME = {
  type: "text",
  label: "Name",
  required: "a name",
  longest: TITLE_MAX_LENGTH,
  wide: true,
} as const;

const LOCATION = {
  type: "text",
  label: "Location",
  longest: TITLE_MAX_LENGTH,
  resume: "location",
  linkedin: ["Location"],
} as const;

const DESCRIPTION = {
  type: "text",
  label: "Description",
  longest: DESCRIPTION_MAX_LENGTH,
  rows: 6,
  hint: "Start a line with “- ” to make it a list item.",
  linkedin: ["Description"],
} as const;

const WORDS = { type: "words", hint: "Separated by commas.", wide: true } as const;

const NEWEST = "created_at.desc,id.desc";

/**
 * Every kind of entry and its columns, described once: editors, lists, history, comparisons, imports
 * and exports follow from it. The type check refuses a column that is missing here, that the table
 * lacks, or that holds other values. What the page says about a kind is in `sections.ts`.
 */
export const kinds: { readonly [Name in KindName]: Kind<Name> } = {
  experience: {
    name: "Experience",
    one: "Experience",
    noun: "entry",
    named: ["title", "organization"],
    order: NEWEST,
    text: "Your professional roles, newest first or in your own order.",
    empty: {
      title: "No Experience Entries",
      text: "Add the roles you have held. They appear as a timeline on your page.",
    },
    resume: "work",
    fields: {
      title: {
        type: "text",
        label: "Title",
        required: "a title",
        longest: TITLE_MAX_LENGTH,
        wide: true,
        resume: "position",
        linkedin: ["Title", "Role"],
      },
      organization: {
        type: "text",
        label: "Organization",
        required: "an organization",
        longest: TITLE_MAX_LENGTH,
        wide: true,
        // Version 0 of the format says `company`, volunteer work `organization`.
        resume: ["name", "company", "organization"],
        linkedin: ["Company Name"],
      },
      organization_link: {
        type: "link",
        label: "Organization Website",
        // Version 0 of the format says `website`.
        resume: ["url", "website"],
      },
      ...PERIOD,
      date_range: { ...PERIOD.date_range, placeholder: "2023 – Present" },
      location: LOCATION,
      description: { ...DESCRIPTION, resume: "summary" },
      skills: { ...WORDS, label: "Skills", resume: "keywords" },
    },
    missing: withoutDates,
  },
  education: {
    name: "Education",
    one: "Education",
    noun: "entry",
    named: ["title", "organization"],
    order: NEWEST,
    text: "Your degrees and certificates, newest first or in your own order.",
    empty: {
      title: "No Education Entries",
      text: "Add where you have studied. It appears as a timeline on your page.",
    },
    resume: "education",
    fields: {
      title: {
        type: "text",
        label: "Degree/Certificate",
        required: "the degree or certificate",
        longest: TITLE_MAX_LENGTH,
        wide: true,
        resume: "studyType",
        linkedin: ["Degree Name", "Name"],
      },
      organization: {
        type: "text",
        label: "Institution",
        required: "the institution",
        longest: TITLE_MAX_LENGTH,
        resume: "institution",
        linkedin: ["School Name", "Authority"],
      },
      organization_link: {
        type: "link",
        label: "Institution Website",
        resume: "url",
        linkedin: ["Url"],
      },
      ...PERIOD,
      date_range: { ...PERIOD.date_range, placeholder: "2015 – 2017" },
      location: { ...LOCATION, resume: ["foyer.location", "location"] },
      description: { ...DESCRIPTION, resume: "foyer.description" },
      skills: { ...WORDS, label: "Skills", resume: "courses" },
    },
    missing: withoutDates,
  },
  volunteering: {
    name: "Volunteering",
    one: "Volunteering",
    noun: "entry",
    named: ["title", "organization"],
    order: NEWEST,
    text: "What you do for others. A section of your page once it has an entry.",
    empty: { title: "No Volunteering", text: "Add the roles you volunteer in." },
    resume: "volunteer",
    fields: {
      title: { ...NAME, label: "Role", required: "a role", resume: "position", linkedin: ["Role"] },
      organization: {
        type: "text",
        label: "Organization",
        longest: TITLE_MAX_LENGTH,
        resume: "organization",
        linkedin: ["Company Name"],
      },
      organization_link: {
        type: "link",
        label: "Organization Website",
        resume: ["url", "website"],
      },
      ...PERIOD,
      location: LOCATION,
      description: { ...DESCRIPTION, resume: "summary" },
    },
  },
  certificates: {
    name: "Certificates",
    one: "Certificate",
    noun: "certificate",
    named: ["title", "organization"],
    order: NEWEST,
    text: "Exams and licenses. A section of your page once it has an entry.",
    empty: { title: "No Certificates", text: "Add the certificates you hold." },
    resume: "certificates",
    resumeDate: "date",
    fields: {
      title: { ...NAME, resume: "name", linkedin: ["Name"] },
      organization: {
        type: "text",
        label: "Issuer",
        longest: TITLE_MAX_LENGTH,
        resume: "issuer",
        linkedin: ["Authority"],
      },
      link: { type: "link", label: "Website", resume: "url", linkedin: ["Url"] },
      number: {
        type: "text",
        label: "Number",
        longest: TITLE_MAX_LENGTH,
        page: true,
        resume: "foyer.number",
        linkedin: ["License Number"],
      },
      ...DATE,
    },
  },
  awards: {
    name: "Awards",
    one: "Award",
    noun: "award",
    named: ["title", "organization"],
    order: NEWEST,
    text: "Prizes and honors. A section of your page once it has an entry.",
    empty: { title: "No Awards", text: "Add the awards you have received." },
    resume: "awards",
    resumeDate: "date",
    fields: {
      title: { ...NAME, resume: "title", linkedin: ["Title"] },
      organization: {
        type: "text",
        label: "Awarded by",
        longest: TITLE_MAX_LENGTH,
        resume: "awarder",
      },
      ...DATE,
      description: { ...DESCRIPTION, resume: "summary" },
    },
  },
  publications: {
    name: "Publications",
    one: "Publication",
    noun: "publication",
    named: ["title", "organization"],
    order: NEWEST,
    text: "Papers, articles and talks. A section of your page once it has an entry.",
    empty: { title: "No Publications", text: "Add what you have published or presented." },
    resume: "publications",
    resumeDate: "releaseDate",
    fields: {
      title: {
        ...NAME,
        label: "Title",
        required: "a title",
        resume: "name",
        linkedin: ["Name"],
      },
      organization: {
        type: "text",
        label: "Publisher or event",
        longest: TITLE_MAX_LENGTH,
        resume: "publisher",
        linkedin: ["Publisher"],
      },
      link: { type: "link", label: "Website", resume: "url", linkedin: ["Url"] },
      ...DATE,
      description: { ...DESCRIPTION, resume: "summary" },
    },
  },
  languages: {
    name: "Languages",
    one: "Language",
    noun: "language",
    named: ["title"],
    order: NEWEST,
    text: "The languages you speak. A section of your page once it has an entry.",
    empty: { title: "No Languages", text: "Add the languages you speak." },
    resume: "languages",
    fields: {
      title: {
        ...NAME,
        label: "Language",
        required: "a language",
        resume: "language",
        linkedin: ["Name"],
      },
      level_text: {
        type: "text",
        label: "Level",
        longest: LEVEL_TEXT_MAX_LENGTH,
        placeholder: "Native speaker",
        resume: "fluency",
        linkedin: ["Proficiency"],
      },
    },
  },
  projects: {
    name: "Projects",
    one: "Project",
    noun: "project",
    named: ["name"],
    order: NEWEST,
    text: "What you have built, newest first or in your own order. The first nine are cards with a picture; the others follow as a list.",
    empty: {
      title: "No Projects Found",
      text: "Add what you have built. It appears among the featured projects on your page.",
    },
    resume: "projects",
    fields: {
      name: {
        type: "text",
        label: "Name",
        required: "a name",
        longest: TITLE_MAX_LENGTH,
        wide: true,
        resume: "name",
        linkedin: ["Title"],
      },
      live_link: {
        type: "link",
        label: "Live Link",
        required: "the address of the live project",
        askedFor: true,
        resume: "url",
        linkedin: ["Url"],
      },
      github_link: { type: "link", label: "GitHub Link", resume: "foyer.code" },
      description: {
        ...DESCRIPTION,
        rows: 5,
        resume: ["description", "summary"],
        whenMissing: "no description",
      },
      stack: { ...WORDS, label: "Stack", resume: "keywords" },
      image_url: {
        type: "picture",
        label: "Picture",
        placeholder: "https:// or /path",
        resume: "foyer.image",
        whenMissing: "no picture",
      },
      image_alt: {
        type: "text",
        label: "Picture description",
        longest: PICTURE_ALT_MAX_LENGTH,
        wide: true,
        hint: "What it shows, for visitors who cannot see it. If empty, it is called a screenshot of the project.",
        resume: "foyer.imageText",
      },
    },
  },
  skills: {
    name: "Skills",
    one: "Skill",
    noun: "skill",
    named: ["name"],
    order: "name.asc,id.asc",
    text: "The tools of your trade, grouped by category on your page.",
    empty: {
      title: "No Skills Found",
      text: "Add the languages, frameworks and tools you work with.",
    },
    fields: {
      name: {
        type: "text",
        label: "Name",
        required: "a name",
        longest: NAME_MAX_LENGTH,
        wide: true,
        linkedin: ["Name"],
      },
      level: { type: "number", label: "Level", most: 100, default: 75, optional: true },
      level_text: {
        type: "text",
        label: "Level in words",
        longest: LEVEL_TEXT_MAX_LENGTH,
        hint: "Such as “Senior” or “B2”; shown beside the name.",
      },
      category_id: { type: "category", label: "Category", required: "a category" },
      icon: { type: "icon", label: "Icon" },
    },
  },
  skill_categories: {
    name: "Categories",
    one: "Category",
    noun: "category",
    named: ["name"],
    order: "name.asc",
    text: "The headings of your skills.",
    empty: { title: "No Categories Found", text: "Skills are grouped under these headings." },
    fields: {
      name: { type: "text", label: "Name", required: "a name", longest: NAME_MAX_LENGTH },
    },
  },
  social_links: {
    name: "Social Links",
    one: "Social Link",
    noun: "link",
    named: ["name"],
    detail: "url",
    order: "display_order.asc,id.asc",
    text: "Listed under “Find me on” in this order. Each link is saved separately.",
    empty: {
      title: "No Social Links",
      text: "Add the places where people find you, such as GitHub or LinkedIn.",
    },
    fields: {
      name: { type: "text", label: "Name", required: "a name", longest: NAME_MAX_LENGTH },
      url: { type: "link", label: "URL", required: "an address" },
      icon_key: { type: "icon", label: "Icon" },
      display_order: {
        type: "order",
        label: "Display order",
        default: 0,
        hint: "Smaller numbers come first.",
      },
    },
  },
};

export const KIND_NAMES = Object.keys(kinds) as KindName[];

/** An object with a value for each kind. */
export function fromKinds<Value>(valueIn: (name: KindName) => Value): Record<KindName, Value> {
  const entries = KIND_NAMES.map((name) => [name, valueIn(name)]);
  return Object.fromEntries(entries) as Record<KindName, Value>;
}

/** The fields of a kind, in the order of its editor, with the visibility that all kinds have. */
export function fieldsOf(name: KindName): [column: string, field: AnyField][] {
  return Object.entries({ ...(kinds[name].fields as Record<string, AnyField>), ...VISIBILITY });
}

const VISIBILITY = { visibility: { type: "visibility", label: "Visibility" } } as const;

/** The name that identifies an entry, for example on its buttons. */
export function nameOf(name: KindName, entry: Readonly<Record<string, unknown>>): string {
  const { named } = kinds[name];
  return named.flatMap((column) => (entry[column] ? [String(entry[column])] : [])).join(", ");
}

function withoutDates(row: Pick<Row<"experience">, "start_month" | "date_range">): string[] {
  return row.start_month || row.date_range ? [] : ["no dates"];
}
