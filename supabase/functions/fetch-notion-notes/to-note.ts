import { z } from "zod";
import type { NotionNote } from "./contract.ts";

/**
 * The shown fields of a Notion page. Every field is validated; an invalid one is left empty.
 * @returns null for anything but a page, such as a nested data source, and for pages in the trash.
 */
export function toNote(value: unknown): NotionNote | null {
  const parsed = pageSchema.safeParse(value);
  if (!parsed.success) return null;
  const page = parsed.data;
  if (page.in_trash === true || page.archived === true) return null;
  const properties = Object.entries(page.properties);
  return {
    id: page.id,
    title: titleOf(properties) || "Untitled",
    url: webAddress(page.url),
    icon: iconOf(page.icon),
    lastEdited: timeOf(page.last_edited_time),
    tags: tagsOf(properties),
  };
}

const pageSchema = z.object({
  object: z.literal("page"),
  id: z.string().regex(/^[\w-]{1,100}$/),
  url: z.unknown().optional(),
  icon: z.unknown().optional(),
  last_edited_time: z.unknown().optional(),
  in_trash: z.unknown().optional(),
  archived: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).catch({}),
});

type Properties = [name: string, property: unknown][];

function titleOf(properties: Properties): string {
  for (const [, property] of properties) {
    const found = titleSchema.safeParse(property);
    if (found.success) return shortened(found.data.title.map((part) => part.plain_text).join(""));
  }
  return "";
}

const titleSchema = z.object({
  type: z.literal("title"),
  title: z.array(z.object({ plain_text: z.string().catch("") })),
});

/** The choices of the property called Tags, or else of the first multi-select property. */
function tagsOf(properties: Properties): string[] {
  const several = properties.flatMap(([name, property]) => {
    const found = tagsSchema.safeParse(property);
    return found.success
      ? [{ name: name.trim().toLowerCase(), tags: found.data.multi_select }]
      : [];
  });
  const chosen = several.find(({ name }) => /^tags?$/.test(name)) ?? several[0];
  const names = chosen?.tags.map((tag) => shortened(tag.name)).filter((name) => name !== "");
  return [...new Set(names)].slice(0, 50);
}

const tagsSchema = z.object({
  type: z.literal("multi_select"),
  multi_select: z.array(z.object({ name: z.string().catch("") })),
});

function iconOf(value: unknown): NotionNote["icon"] {
  const parsed = iconSchema.safeParse(value);
  if (!parsed.success) return null;
  const icon = parsed.data;
  if (icon.type === "emoji") {
    const emoji = shortened(icon.emoji);
    return emoji === "" ? null : { type: "emoji", emoji };
  }
  const url = webAddress(
    icon.type === "external"
      ? icon.external.url
      : icon.type === "file"
        ? icon.file.url
        : icon.custom_emoji.url,
  );
  return url === null ? null : { type: "external", url };
}

const address = z.object({ url: z.unknown().optional() });
const iconSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("emoji"), emoji: z.string().max(32) }),
  z.object({ type: z.literal("external"), external: address }),
  z.object({ type: z.literal("file"), file: address }),
  z.object({ type: z.literal("custom_emoji"), custom_emoji: address }),
]);

/** Only http and https; other schemes could run code when clicked. */
function webAddress(value: unknown): string | null {
  if (typeof value !== "string" || !URL.canParse(value)) return null;
  const url = new URL(value);
  return ["http:", "https:"].includes(url.protocol) && value.length <= 4000 ? url.href : null;
}

function timeOf(value: unknown): string | null {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Shortened to whole characters, without characters the database cannot store. */
function shortened(text: string): string {
  return [...text.replaceAll("\u0000", "").toWellFormed()].slice(0, 500).join("").trim();
}
