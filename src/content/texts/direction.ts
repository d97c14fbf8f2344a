/**
 * The direction of a language of the page. In a file of its own, because the message form's code
 * would contain the names of the languages otherwise.
 */
export function directionOf(language: string): "ltr" | "rtl" {
  return /ar|fa|he/.test(language) ? "rtl" : "ltr";
}
