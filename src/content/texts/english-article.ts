/**
 * Puts "a" or "an" before a job title, except before titles that have no article, such as "Head of
 * Design" or "CTO", and before titles in other scripts.
 */
export function withArticle(title: string): string {
  const [word] = /^[a-z][\w&+#]*/i.exec(title) ?? [];
  if (!word || WITHOUT_ARTICLE.test(title)) return title;
  // Abbreviations are read letter by letter: "an ML engineer".
  const isAbbreviation = /^[A-Z](?:[A-Z&+#\d]|$)/.test(word);
  const hasVowel = isAbbreviation
    ? /^[AEFHILMNORSX]/.test(word)
    : /^(?:[aeio]|u(?!ni(?![nm])|s[aeiu]|ti)|hono|hour)/i.test(word) && !/^(?:eu|one)/i.test(word);
  return `${hasVowel ? "an" : "a"} ${title}`;
}

const WITHOUT_ARTICLE =
  /^(?:head|chief|director|vice|president|[es]?vp|c[a-z]o|(?:co-?\s?)?founder|(?:co-?)?owner|chair\w*|dean|partner|acting|interim)\b/i;
