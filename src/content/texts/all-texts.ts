import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type PageTexts } from "./en.ts";
import { es } from "./es.ts";
import { fa } from "./fa.ts";
import { fr } from "./fr.ts";
import { he } from "./he.ts";
import { it } from "./it.ts";
import type { Language } from "./languages.ts";

/** The texts of all languages, for the prerender. */
export const ALL_TEXTS: Record<Language, PageTexts> = { en, de, es, fr, it, ar, fa, he };
