import {
  DATE,
  DESCRIPTION,
  NAME,
  NEWEST,
  TITLE_MAX_LENGTH,
  WORD_MAX_LENGTH,
  WORDS,
} from "./fields.ts";
import type { Kind } from "./kind.ts";

type Further = "awards" | "publications" | "languages" | "interests" | "recommendations";

/** What CVs end with; see `kinds.ts`. */
export const furtherKinds: { readonly [Name in Further]: Kind<Name> } = {
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
        longest: WORD_MAX_LENGTH,
        placeholder: "Native speaker",
        resume: "fluency",
        linkedin: ["Proficiency"],
      },
    },
  },
  interests: {
    name: "Interests",
    one: "Interest",
    noun: "interest",
    named: ["title"],
    order: NEWEST,
    text: "What you like. A section of your page once it has an entry.",
    empty: { title: "No Interests", text: "Add what you do besides your work." },
    resume: "interests",
    fields: {
      title: { ...NAME, label: "Interest", required: "an interest", resume: "name" },
      skills: { ...WORDS, label: "Keywords", resume: "keywords" },
    },
  },
  recommendations: {
    name: "References",
    one: "Reference",
    noun: "reference",
    named: ["title", "organization"],
    order: NEWEST,
    text: "What others say about you. A section of your page once it has an entry.",
    empty: { title: "No References", text: "Add who recommends you, with their permission." },
    resume: "references",
    fields: {
      title: { ...NAME, resume: "name" },
      organization: {
        type: "text",
        label: "Position or organization",
        longest: TITLE_MAX_LENGTH,
        resume: "foyer.organization",
      },
      description: { ...DESCRIPTION, label: "Reference", resume: "reference", linkedin: ["Text"] },
    },
  },
};
