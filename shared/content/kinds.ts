import { NAME_MAX_LENGTH } from "../limits.ts";
import { careerKinds } from "./career-kinds.ts";
import {
  DESCRIPTION,
  NEWEST,
  PERIOD,
  PICTURE_ALT_MAX_LENGTH,
  TITLE_MAX_LENGTH,
  WORD_MAX_LENGTH,
  WORDS,
} from "./fields.ts";
import { furtherKinds } from "./further-kinds.ts";
import type { AnyField, Kind, KindName } from "./kind.ts";

/**
 * Every kind of entry and its columns, described once: editors, lists, history, comparisons,
 * imports and exports follow from it. The type check refuses a column that is missing here, that
 * the table lacks, or that holds other values. The page's texts about a kind are in `sections.ts`.
 */
export const kinds: { readonly [Name in KindName]: Kind<Name> } = {
  ...careerKinds,
  ...furtherKinds,
  projects: {
    name: "Projects",
    one: "Project",
    noun: "project",
    named: ["name"],
    order: NEWEST,
    text: "What you have built, newest first or in your own order. The first nine are cards; the others follow as a list by year.",
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
        none: "No public link",
        whenMissing: "no public link",
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
      organization: {
        type: "text",
        label: "Client or organization",
        longest: TITLE_MAX_LENGTH,
        page: "text only",
        resume: "entity",
      },
      roles: { ...WORDS, label: "Your roles", page: "text only", resume: "roles" },
      ...PERIOD,
      type: {
        type: "text",
        label: "Type",
        longest: WORD_MAX_LENGTH,
        placeholder: "application",
        page: "text only",
        resume: "type",
      },
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
        longest: WORD_MAX_LENGTH,
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
      username: { type: "text", label: "Handle", longest: NAME_MAX_LENGTH },
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
  const names = named.flatMap((column) => (entry[column] ? [String(entry[column])] : []));
  return [...new Set(names)].join(", ");
}
