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
