import type { InfoKey } from "../../content/portfolio.ts";
import type { FieldNames } from "../../forms/field-difference.ts";

/** The labels of General Info's fields in comparisons, in the order of the form. */
export const INFO_NAMES: FieldNames<Record<InfoKey, string>> = {
  displayName: "Display name",
  fullName: "Full name",
  tagline: "Tagline",
  location: "Location",
  bio: { label: "Bio", show: wordsOf },
  personalStatement: { label: "Personal statement", show: wordsOf },
  email: "Contact email",
  profilePictureUrl: "Profile picture",
  faviconSvg: "Site icon",
  workspaceFaviconSvg: "Workspace icon",
  adminFaviconSvg: "Admin panel icon",
  accentColor: "Accent color",
  heroPicture: "Picture on the first screen",
  highlightInnovation: "Innovation & Problem-Solving",
  highlightUsers: "User-Centric Philosophy",
  highlightAmbition: "Future Ambition",
  contactLead: "Text of Get In Touch",
};

/** Plain text of a rich text, paragraph by paragraph. */
function wordsOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const blocks = body.querySelectorAll("p, li");
  return Array.from(blocks.length > 0 ? blocks : [body], (block) => block.textContent).join("\n");
}
