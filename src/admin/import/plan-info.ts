import { INFO_KEYS, type InfoKey, PAGE_KEYS, type PageKey } from "../../content/portfolio.ts";
import { parseSections, titleOf } from "../../content/sections.ts";
import { LANGUAGES, languageOf } from "../../content/texts/languages.ts";
import { plainText } from "../../lib/plain-text.ts";
import { cleanInfo, type Sanitizers } from "./cv-rules.ts";
import type { PlanItem, SiteContent } from "./plan-item.ts";

/** Compares the values of General Info with the site. */
export function planInfo(
  info: Record<string, string>,
  site: SiteContent,
  sanitizers: Sanitizers,
): PlanItem[] {
  const storedIn = (key: string) => site.info.find((row) => row.key === key);
  const rowOf = (key: string, value: string) => {
    return { key, value, revision: storedIn(key)?.revision ?? null };
  };
  const keys = [...INFO_KEYS, ...PAGE_KEYS].filter(
    (key) => Object.hasOwn(info, key) && key !== "locationParts",
  );
  return keys.flatMap((key): PlanItem | [] => {
    const value = cleanInfo(key, info[key] ?? "", sanitizers);
    const stored = storedIn(key)?.value;
    const name = INFO_NAMES[key];
    const preview = [showInfo(key, value ?? "")];
    const item = { id: key, kind: "info" as const, name, reason: "", missing: [], preview };
    if (value === null) {
      const reason = `“${cut(info[key] ?? "")}” can't be used here.`;
      return { ...item, status: "refused", reason, differences: [], row: null };
    }
    if (stored === value) return { ...item, status: "same", differences: [], row: null };
    const isLanguage = key === "pageLanguage";
    if (isLanguage && value === languageOf({ pageLanguage: stored ?? "" })) return [];
    const { locationParts: parts } = info;
    const withRow = key === "location" && parts ? { withRow: rowOf("locationParts", parts) } : {};
    const differences = [
      { label: name, mine: showInfo(key, stored ?? ""), theirs: preview[0] ?? "" },
    ];
    return {
      ...{ ...item, ...withRow, differences, row: rowOf(key, value) },
      status: stored ? "changed" : "added",
      isOptional: isLanguage && Boolean(stored),
    };
  });
}

/** A value of General Info as its owner knows it. */
function showInfo(key: InfoKey | PageKey, value: string): string {
  if (value === "") return "";
  if (key === "pageLanguage") return LANGUAGES[languageOf({ pageLanguage: value })];
  if (value.startsWith("<svg")) return "An icon";
  if (key !== "sections") return plainText(value);
  const { order, hidden, titles } = parseSections(value);
  const shown = order.filter((id) => !hidden.includes(id));
  return shown.map((id) => titles[id] || titleOf(id)).join(", ");
}

function cut(text: string): string {
  return text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)}…`.toWellFormed() : text;
}

/** Most characters of a value that a sentence quotes. */
const LONGEST_EXCERPT = 200;

/** Names of the values of General Info. */
const INFO_NAMES: Record<InfoKey | PageKey, string> = {
  displayName: "Display name",
  fullName: "Full name",
  tagline: "Tagline",
  location: "Location",
  bio: "Bio",
  personalStatement: "Personal statement",
  email: "Contact email",
  phone: "Phone (private)",
  cvPhone: "Phone in the CV",
  postalAddress: "Postal address (private)",
  profilePictureUrl: "Profile picture",
  faviconSvg: "Site icon",
  workspaceFaviconSvg: "Workspace icon",
  adminFaviconSvg: "Admin icon",
  accentColor: "Accent color",
  heroPicture: "Picture on the first screen",
  pageLanguage: "Page language",
  highlightInnovation: "Innovation & Problem-Solving",
  highlightUsers: "User-Centric Philosophy",
  highlightAmbition: "Future Ambition",
  contactLead: "Contact text",
  sections: "Order of the sections",
  locationParts: "Location, in parts",
};
