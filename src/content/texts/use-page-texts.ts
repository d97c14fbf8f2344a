import { useEffect, useState } from "react";
import { en } from "./en.ts";
import type { Language } from "./languages.ts";
import { loadTexts } from "./load-texts.ts";

/** The texts of a language; English until they are loaded, or if loading fails. */
export function usePageTexts(language: Language) {
  const [texts, setTexts] = useState(en);
  useEffect(() => {
    let current = true;
    const show = (loaded: typeof en) => current && setTexts(loaded);
    loadTexts(language).then(show, () => show(en));
    return () => {
      current = false;
    };
  }, [language]);
  return texts;
}
