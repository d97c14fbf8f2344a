import { librarySlug } from "../ui/icon-keys.ts";
import type { Portfolio } from "./portfolio.ts";

/** The slugs of simple-icons that the content uses, without duplicates, in a fixed order. */
export function chosenIcons({ skills, links }: Pick<Portfolio, "skills" | "links">): string[] {
  const keys = [...skills.map(({ icon }) => icon), ...links.map(({ icon_key }) => icon_key)];
  return [...new Set(keys.map(librarySlug).filter((slug) => slug !== null))].sort();
}
