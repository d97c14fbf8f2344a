/** The languages of the page by BCP 47 code, each with its own name. */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  it: "Italiano",
  ar: "العربية",
  fa: "فارسی",
  he: "עברית",
} as const;

export type Language = keyof typeof LANGUAGES;

/** The language set in General Info; English if none or an unknown one is set. */
export function languageOf({ pageLanguage = "" }: { pageLanguage?: string }): Language {
  return Object.hasOwn(LANGUAGES, pageLanguage) ? (pageLanguage as Language) : "en";
}
