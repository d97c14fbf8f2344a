import { LANGUAGES, type Language } from "../texts/languages.ts";

/** The page language of these texts; null for other languages, and with too few words to tell. */
export function guessLanguage(texts: readonly string[]): Language | null {
  const words =
    texts
      .join(" ")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const scores = Object.entries(COMMON_WORDS).map(([language, list]) => {
    const common = new Set(list.split(" "));
    return [words.filter((word) => common.has(word)).length, language] as const;
  });
  const [[most, best], [next]] = scores.sort(([a], [b]) => b - a) as [Score, Score];
  const isClear = most >= 3 && most >= 1.5 * next && Object.hasOwn(LANGUAGES, best);
  return isClear ? (best as Language) : null;
}

type Score = readonly [number, string];

/** Includes other languages, so that their texts are not taken for a similar one. */
const COMMON_WORDS = {
  en: "the and of with for to in is at by from that this was are on our i as",
  de: "und der die das den dem mit für von im in ist auf ein eine einer zu bei als ich seit",
  es: "el la los las y de del con para por en un una que es como desde al",
  fr: "le la les des et de du pour dans avec en un une au aux sur que est par je depuis",
  it: "il la lo gli le e di del della dei delle con per in un una che da nel nella al presso",
  pt: "o a os as e de do da dos das com para em um uma que no na ao por",
  nl: "de het een en van voor met in op te bij aan ik is als",
  sv: "och att det i på för med av en ett som till den är",
  ca: "el la els les i de del amb per en un una que és al",
  ar: "في من على إلى عن مع أن أو هذا هذه التي الذي كان تم بين خلال باستخدام أنا",
  fa: "و در از به که با برای این را است می ها های یک شد تا بر من",
  ur: "اور کے میں کی سے کا ہے کو پر نے کہ یہ ہیں",
  he: "של את על עם הוא היא אני לא זה גם או כל בין עד כולל פיתוח ניהול",
};
