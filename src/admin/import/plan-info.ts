import {
  INFO_KEYS,
  INFO_LABELS,
  type InfoKey,
  PAGE_KEYS,
  type PageKey,
} from "../../content/portfolio.ts";
import { parseSections, titleOf } from "../../content/sections.ts";
import { LANGUAGES, languageOf } from "../../content/texts/languages.ts";
import { plainText } from "../../lib/plain-text.ts";
import { shorten } from "../../lib/shorten.ts";
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
    const name = PLAN_LABELS[key];
    const preview = [showInfo(key, value ?? "")];
    const item = { id: key, kind: "info" as const, name, reason: "", missing: [], preview };
    if (value === null) {
      const reason = `“${shorten(info[key] ?? "", LONGEST_EXCERPT)}” can't be used here.`;
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

/** Formats a value of General Info as the owner knows it. */
function showInfo(key: InfoKey | PageKey, value: string): string {
  if (value === "") return "";
  if (key === "pageLanguage") return LANGUAGES[languageOf({ pageLanguage: value })];
  if (value.startsWith("<svg")) return "An icon";
  if (key !== "sections") return plainText(value);
  const { order, hidden, titles } = parseSections(value);
  const shown = order.filter((id) => !hidden.includes(id));
  return shown.map((id) => titles[id] || titleOf(id)).join(", ");
}

/** Maximum length of a value quoted in a sentence. */
const LONGEST_EXCERPT = 200;

/** Marks the values that only the owner can read. */
const PLAN_LABELS: Record<InfoKey | PageKey, string> = {
  ...INFO_LABELS,
  phone: "Phone (private)",
  postalAddress: "Postal address (private)",
  adminFaviconSvg: "Admin icon",
  contactLead: "Contact text",
  sections: "Order of the sections",
  locationParts: "Location, in parts",
};
