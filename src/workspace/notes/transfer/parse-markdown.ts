import { escapeHtml } from "../../../lib/escape-html.ts";
import { UnreadableFile } from "../../../lib/files/unreadable-file.ts";
import { LINK_SCHEMES } from "../../../lib/sanitize/html-policy.ts";
import { UNTITLED } from "../note.ts";
import { fileNameOf } from "./find-pictures.ts";
import {
  type FindPicture,
  type ParsedNote,
  type PictureSource,
  PLAIN_NOTE,
  toDate,
  toText,
  toTitle,
} from "./found-note.ts";
import { fromMarkdown, type MarkdownOptions } from "./from-markdown.ts";
import {
  FORMAT_VERSION,
  type MarkdownFile,
  ownFieldsOf,
  parseFile,
  toLabels,
} from "./note-file.ts";
import { paragraphsOf, pictureHtml } from "./parse-keep.ts";

export interface Place {
  path: string;
  lastModified: Date;
  find: FindPicture;
  /** Name of the note, if it differs from the file's name. */
  name?: string;
}

/**
 * Reads a Markdown file.
 * @throws {UnreadableFile} for one that a newer Foyer wrote.
 */
export function parseMarkdownNote(text: string, place: Place): ParsedNote {
  const file = parseFile(toText(text));
  const own = ownFieldsOf(file);
  if (!own) return parseForeign(file, place);
  if (own.version > FORMAT_VERSION) {
    throw new UnreadableFile("These notes were exported by a newer Foyer. Update this site first.");
  }
  const { version, id, updated_at, ...fields } = own;
  const trimmed = file.text.replace(/^\n+|\n+$/g, "");
  const read = readText(trimmed, { ...place, isOwn: true, hasGaps: version < 2 });
  return {
    ...fields,
    ...read,
    lost: [...read.lost, ...toLabels(file.fields.labels).lost],
    kind: "Foyer export",
    source: { id },
    isForeign: false,
    updated_at: toDate(updated_at) && updated_at,
  };
}

/** Front matter as written by Obsidian, Jekyll and Hugo, with keys in any case. */
function parseForeign({ fields, text }: MarkdownFile, place: Place): ParsedNote {
  const all = Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value] as const);
  const known = new Map(all);
  const read = parseText(text, {
    title: toText(known.get("title")),
    fallback: place.name ?? nameOf(place.path),
    ...place,
  });
  const tags = all.flatMap(([name, value]) => (TAGS.includes(name) ? tagsOf(value) : []));
  const { labels, lost } = toLabels(tags);
  const others = all.filter(([name, value]) => !KNOWN.includes(name) && String(value) !== "");
  return {
    ...read,
    kind: "Markdown",
    source: { key: ["markdown", place.path, text] },
    is_pinned: known.get("pinned") === "true",
    is_archived: known.get("archived") === "true",
    labels,
    updated_at:
      DATES.map((name) => toDate(toText(known.get(name)))).find(Boolean) ??
      toDate(place.lastModified.getTime()),
    lost: [...others.map(([name]) => `the property ${name}`), ...read.lost, ...lost],
  };
}

const TAGS = ["tags", "tag", "labels", "label", "keywords", "keyword", "categories", "category"];
/** Keys of dates; the latest date of a note wins. */
const DATES = [
  ...["updated", "updated_at", "modified", "last_modified", "date modified", "lastmod"],
  ...["date", "created", "created_at", "date created"],
];
const KNOWN = ["title", "pinned", "archived", ...TAGS, ...DATES];

/** Tags as a list or as words separated by commas or else spaces, with or without `#`. */
function tagsOf(value: unknown): string[] {
  const words = toText(value).replace(/^\[|\]$/g, "");
  const list = Array.isArray(value) ? value : words.split(/[,;]/.test(words) ? /[,;]/ : /\s+/);
  return list.map((word) =>
    toText(word)
      .trim()
      .replace(/^["']?#?|["']$/g, ""),
  );
}

/** A file's name without its extension and the id that Notion adds. */
export const nameOf = (path: string) =>
  (path.split("/").pop() ?? "").replace(/\.[^.]+$/, "").replace(/(?<=\S) [0-9a-f]{32}$/, "");

type TextPlace = Pick<Place, "path" | "find"> & { title: string; fallback?: string };

/** The title and content of another program's Markdown; a heading at the start can be the title. */
export function parseText(text: string, { title, fallback = "", path, find }: TextPlace) {
  const heading = /^\s*# +(\S[^\n]{0,999})(?:\n|$)/.exec(text);
  const isTitle = heading && (title === "" || title === heading[1]?.trim());
  const { title: shown, isCut } = toTitle(title || heading?.[1] || fallback);
  const read = readText(isTitle ? text.slice(heading[0].length) : text, {
    path,
    find,
    isOwn: false,
  });
  return {
    ...PLAIN_NOTE,
    ...read,
    title: shown || UNTITLED,
    lost: [...read.lost, ...(isCut ? ["the end of its title"] : [])],
  };
}

type FilePlace = Pick<Place, "path" | "find">;

type TextOptions = FilePlace & Pick<MarkdownOptions, "isOwn" | "hasGaps">;

function readText(text: string, { isOwn, hasGaps, ...place }: TextOptions) {
  const files = linkedFiles(place);
  const html = fromMarkdown(text, { isOwn, hasGaps, ...files });
  return { content: html ?? paragraphsOf(text), pictures: files.pictures, lost: files.lost };
}

/** The callbacks of `fromMarkdown` for pictures and links, and what they have found. */
export function linkedFiles({ path, find }: FilePlace) {
  const pictures: PictureSource[] = [];
  const lost: string[] = [];
  return {
    pictures,
    lost,
    picture(address: string, alt: string, isName?: boolean) {
      if (/^(?:https?:)?\/\//i.test(address)) {
        return `<a rel="noopener" href="${escapeHtml(address)}">${escapeHtml(alt || address)}</a>`;
      }
      const found = find(path, address, isName);
      if (typeof found === "string") {
        lost.push(found);
        return escapeHtml(alt);
      }
      pictures.push(found);
      return pictureHtml(found, alt);
    },
    onLink(address: string) {
      const scheme = /^([a-z][a-z\d+.-]+):/i.exec(address)?.[1]?.toLowerCase();
      if (scheme && !LINK_SCHEMES.includes(scheme)) lost.push(`links to ${scheme}:`);
      if (scheme || /^(?:#|\/\/|$)/.test(address)) return;
      const isNote = /(?:\.md|\.markdown|\.html?|\/|^[^.]*)(?:#.*)?$/i.test(address);
      if (isNote) lost.push("links to other notes");
      else if (typeof find(path, address) === "string")
        lost.push(`the file ${fileNameOf(address)}`);
    },
  };
}
