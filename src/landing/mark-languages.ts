import { charactersIn } from "./characters.ts";

/**
 * Adds `lang` to elements whose text is in another script than the page's language, so that browsers
 * choose its typeface, and screen readers its voice. The language is the most common one of the
 * script.
 * @param html HTML written by React and the sanitizer, in which values are escaped.
 */
export function markLanguages(html: string, pageLanguage: string): string {
  const characters = charactersIn(html);
  // Counting only these is several times faster on a long page.
  const scripts = Object.entries(SCRIPTS).filter(([, letters]) => characters.search(letters) >= 0);
  const pageScript = new Intl.Locale(pageLanguage).maximize().script;
  const others = scripts.filter(([code]) => code !== pageScript);
  const hasOthers = (text: string) => others.some(([, letters]) => text.search(letters) >= 0);
  const parts = html.split(/(<section\b.*?<\/section>)/s).flatMap((chunk) => {
    const isWhole = chunk.startsWith("<section") && !chunk.includes("<section", 1);
    // A section in the page's script alone is not marked. It is most of a long page.
    return isWhole && !hasOthers(chunk) ? chunk : chunk.split(/(<[^>]*>)/);
  });
  const isJapanese = /[\p{Script=Hira}\p{Script=Kana}]/u.test(characters);
  const page = { at: -1, language: pageLanguage, isTyped: false };
  const open = [page];
  for (const [at, part] of parts.entries()) {
    const parent = open.at(-1) ?? page;
    if (!part.startsWith("<")) {
      const script = scriptIn(part, scripts);
      const language = script === pageScript ? pageLanguage : languageOf(script, part, isJapanese);
      const tag = parts[parent.at];
      if (!language || !tag || language === parent.language) continue;
      parent.language = language;
      if (!tag.includes(" lang=")) parts[parent.at] = tag.replace(/^<\w+/, `$& lang="${language}"`);
    } else if (part.startsWith("</")) open.pop();
    else if (!/^<(?:br|img|input|source)\b|\/>$|<\/section>$/.test(part)) {
      // Of a typed text, whose characters are separate elements, the first one determines it.
      const isTyped = part.includes('class="typed');
      open.push(parent.isTyped ? parent : { at, language: parent.language, isTyped });
    }
  }
  return parts.join("");
}

/** The script of most letters of a text; empty for a text without letters of these scripts. */
function scriptIn(text: string, scripts: [code: string, letters: RegExp][]): string {
  let [most, script] = [0, ""];
  for (const [code, letters] of scripts) {
    const count = text.match(letters)?.length ?? 0;
    if (count > most) [most, script] = [count, code];
  }
  return script;
}

/** The most common language of a script; null without one. */
function languageOf(script: string, text: string, isJapanese: boolean): string | null {
  if (script === "Arab") return /[ٹڈڑےں]/.test(text) ? "ur" : /[پچژگکی]/.test(text) ? "fa" : "ar";
  if (script === "Cyrl" && /[іїєґ]/i.test(text)) return "uk";
  return script === "Hani" && isJapanese ? "ja" : (LANGUAGES[script] ?? null);
}

const LANGUAGES: Record<string, string> = {
  Latn: "en",
  Hebr: "he",
  Cyrl: "ru",
  Grek: "el",
  Deva: "hi",
  Thai: "th",
  Hang: "ko",
  Kana: "ja",
  Hani: "zh",
};

const SCRIPTS = Object.fromEntries(
  [...Object.keys(LANGUAGES), "Arab"].map((script) => [
    script,
    script === "Kana"
      ? /[\p{Script=Hira}\p{Script=Kana}]/gu
      : new RegExp(`\\p{Script=${script}}`, "gu"),
  ]),
);
