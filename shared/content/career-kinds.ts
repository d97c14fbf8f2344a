import {
  DATE,
  DESCRIPTION,
  LOCATION,
  NAME,
  NEWEST,
  ORGANIZATION_TEXT_MAX_LENGTH,
  PERIOD,
  TITLE_MAX_LENGTH,
  WORD_MAX_LENGTH,
  WORDS,
} from "./fields.ts";
import type { Kind, Row } from "./kind.ts";

type Timeline = "experience" | "education" | "volunteering" | "certificates";

/** The timelines of work and learning; see `kinds.ts`. */
export const careerKinds: { readonly [Name in Timeline]: Kind<Name> } = {
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
        // Version 0 of the format has the key `company`, and `organization` for volunteer work.
        resume: ["name", "company", "organization"],
        linkedin: ["Company Name"],
      },
      organization_link: {
        type: "link",
        label: "Organization Website",
        // Version 0 of the format has the key `website`.
        resume: ["url", "website"],
      },
      organization_text: {
        type: "text",
        label: "About the employer",
        longest: ORGANIZATION_TEXT_MAX_LENGTH,
        wide: true,
        page: "text only",
        resume: "description",
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
      area: { type: "text", label: "Field of study", longest: TITLE_MAX_LENGTH, resume: "area" },
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
      // Version 0 of the format has the key `gpa`.
      grade: {
        type: "text",
        label: "Grade",
        longest: WORD_MAX_LENGTH,
        page: true,
        resume: ["score", "gpa"],
      },
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
      expires_month: {
        type: "month",
        label: "Expires",
        page: true,
        resume: "foyer.expires",
        linkedin: ["Finished On"],
      },
    },
  },
};

function withoutDates(row: Pick<Row<"experience">, "start_month" | "date_range">): string[] {
  if (row.start_month) return [];
  return [row.date_range ? `“${row.date_range}” is kept as text` : "no dates"];
}
