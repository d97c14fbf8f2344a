import { formatMonthRange } from "../../../shared/month-range.ts";
import type { InfoKey, PageKey } from "../../content/portfolio.ts";

/** Names of the values of General Info. */
export const INFO_NAMES: Record<InfoKey | PageKey, string> = {
  displayName: "Display name",
  fullName: "Full name",
  tagline: "Tagline",
  location: "Location",
  bio: "Bio",
  personalStatement: "Personal statement",
  email: "Contact email",
  profilePictureUrl: "Profile picture",
  faviconSvg: "Site icon",
  workspaceFaviconSvg: "Workspace icon",
  adminFaviconSvg: "Admin icon",
  accentColor: "Accent color",
  heroPicture: "Picture on the first screen",
  highlightInnovation: "Innovation & Problem-Solving",
  highlightUsers: "User-Centric Philosophy",
  highlightAmbition: "Future Ambition",
  contactLead: "Contact text",
  sections: "Order of the sections",
};

/** A column's value as text. */
export function showValue(column: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join(", ");
  return column.endsWith("_month") ? formatMonthRange(null, String(value)) : String(value);
}
