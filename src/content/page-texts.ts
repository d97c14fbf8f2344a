/** The three blocks in About: the key of the owner's text and the fixed title. */
export const HIGHLIGHTS = [
  ["highlightInnovation", "Innovation & Problem-Solving"],
  ["highlightUsers", "User-Centric Philosophy"],
  ["highlightAmbition", "Future Ambition"],
] as const;

/** The default text of Get In Touch. It says nothing about the owner. */
export const CONTACT_LEAD = "Questions, ideas and offers are welcome here.";

/** In place of an empty personal statement; it says nothing about the owner either. */
export function missingStatement(name: string): string {
  return `${name || "The owner of this page"} has not written this part yet.`;
}
