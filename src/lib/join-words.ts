/** Joins the parts of a list by commas, by Arabic ones between words in Arabic letters. */
export function joinWords(parts: readonly (string | null | undefined)[]): string {
  return parts
    .flatMap((part) => part || [])
    .reduce((list, part) => (list ? `${list}${commaBetween(list, part)} ${part}` : part), "");
}

/** The comma between two parts of a list. */
export function commaBetween(before: string, after: string): string {
  const isArabic =
    /\p{Script=Arabic}\P{L}*$/u.test(before.slice(-40)) && /^\P{L}*\p{Script=Arabic}/u.test(after);
  return isArabic ? "،" : ",";
}
