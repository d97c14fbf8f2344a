import { en, type PageTexts } from "./en.ts";

/** The languages of the page by their BCP 47 codes, each with its own name. */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  it: "Italiano",
} as const;

export type Language = keyof typeof LANGUAGES;

/** The language that General Info stores; English where it stores none or an unknown one. */
export function languageOf({ pageLanguage = "" }: { pageLanguage?: string }): Language {
  return Object.hasOwn(LANGUAGES, pageLanguage) ? (pageLanguage as Language) : "en";
}

/** Loads the texts of a language, in a browser. */
export async function loadTexts(language: Language): Promise<PageTexts> {
  return LOADERS[language]();
}

const LOADERS: Record<Language, () => PageTexts | Promise<PageTexts>> = {
  en: () => en,
  de: async () => (await import("./de.ts")).de,
  es: async () => (await import("./es.ts")).es,
  fr: async () => (await import("./fr.ts")).fr,
  it: async () => (await import("./it.ts")).it,
};
