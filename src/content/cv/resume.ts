/**
 * JSON Resume (https://jsonresume.org/schema), as far as a site reads and writes it. What the format
 * has no field for is in `foyer` objects, so that an import restores the page exactly; every other
 * field stays authoritative, so that an edited file is imported as edited.
 */
export interface Resume {
  $schema: string;
  basics: ResumeBasics;
  work: ResumeWork[];
  education: ResumeEducation[];
  skills: ResumeSkills[];
  projects: ResumeProject[];
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

export interface ResumeBasics {
  name?: string;
  label?: string;
  image?: string;
  email?: string;
  url?: string;
  summary?: string;
  location?: { city: string };
  profiles: { network: string; url: string; foyer?: { icon: string | null } }[];
}

/** What the period of an entry needs besides its dates. */
export interface ResumePeriod {
  /** The text shown, when it does not follow from the dates. */
  dateRange?: string;
  /** True when the dates were read from the text and are not stored. */
  textOnly?: true;
}

export interface ResumeWork {
  name: string;
  position: string;
  location?: string;
  startDate?: string;
  endDate?: string;
  summary?: string;
  highlights?: string[];
  keywords?: string[];
  foyer?: ResumePeriod;
}

export interface ResumeEducation {
  institution: string;
  studyType: string;
  url?: string;
  startDate?: string;
  endDate?: string;
  courses?: string[];
  foyer?: ResumePeriod & { location?: string; description?: string };
}

export interface ResumeSkills {
  /** Name of the category. */
  name: string;
  keywords: string[];
  foyer: { skills: { name: string; level: number; icon: string | null }[] };
}

export interface ResumeProject {
  name: string;
  description?: string;
  highlights?: string[];
  keywords?: string[];
  url?: string;
  foyer?: { code?: string; image?: string; imageText?: string };
}

/** The keys of `personal_info` that `basics` has as they are. */
export const BASICS_KEYS = ["fullName", "tagline", "location", "email"] as const;
