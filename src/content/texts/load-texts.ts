import { en, type PageTexts } from "./en.ts";
import type { Language } from "./languages.ts";

export async function loadTexts(language: Language): Promise<PageTexts> {
  return LOADERS[language]();
}

const LOADERS: Record<Language, () => PageTexts | Promise<PageTexts>> = {
  en: () => en,
  de: async () => (await import("./de.ts")).de,
  es: async () => (await import("./es.ts")).es,
  fr: async () => (await import("./fr.ts")).fr,
  it: async () => (await import("./it.ts")).it,
  ar: async () => (await import("./ar.ts")).ar,
  fa: async () => (await import("./fa.ts")).fa,
  he: async () => (await import("./he.ts")).he,
};
