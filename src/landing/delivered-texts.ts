/** The texts in the HTML of a page in another language, otherwise English; see `Contact`. */
export function deliveredTexts<Texts extends object>(english: Texts): Texts {
  const own = document.getElementById("contact-form")?.dataset.texts;
  return own ? { ...english, ...JSON.parse(own) } : english;
}
