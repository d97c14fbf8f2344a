import { escapeHtml } from "../../../lib/escape-html.ts";
import { UnreadableFile } from "../../../lib/files/unreadable-file.ts";
import { DEFAULT_COLOR, UNTITLED } from "../note.ts";
import {
  type FindPicture,
  type ParsedNote,
  type PictureSource,
  toDate,
  toText,
  toTitle,
} from "./found-note.ts";
import { fromMarkdown } from "./from-markdown.ts";
import {
  FORMAT_VERSION,
  type MarkdownFile,
  ownFieldsOf,
  parseFile,
  toLabels,
} from "./note-file.ts";
import { paragraphsOf, pictureHtml } from "./parse-keep.ts";

interface Place {
  path: string;
  lastModified: Date;
  find: FindPicture;
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
  const { version: _, id, updated_at, ...fields } = own;
  const read = readText(file.text.replace(/^\n+|\n+$/g, ""), { ...place, isOwn: true });
  return {
    ...fields,
    ...read,
    kind: "Foyer export",
    source: { id },
    isForeign: false,
    updated_at: toDate(updated_at) && updated_at,
  };
}

/** Front matter as Obsidian, Jekyll and Hugo write it. */
function parseForeign({ fields, text }: MarkdownFile, place: Place): ParsedNote {
  const name =
    place.path
      .split("/")
      .pop()
      ?.replace(/\.[^.]+$/, "") ?? "";
  const read = parseText(text, { title: toText(fields.title), fallback: name, ...place });
  const dates = [fields.updated, fields.modified, fields.lastmod, fields.date, fields.created];
  return {
    ...read,
    kind: "Markdown",
    source: { key: ["markdown", place.path, text] },
    color: DEFAULT_COLOR,
    is_pinned: fields.pinned === true,
    is_archived: fields.archived === true,
    is_trashed: false,
    labels: toLabels(fields.tags ?? fields.labels),
    updated_at:
      dates.map((date) => toDate(toText(date))).find(Boolean) ??
      toDate(place.lastModified.getTime()),
  };
}

type TextPlace = Pick<Place, "path" | "find"> & { title: string; fallback?: string };

/** The title and content of Markdown of another program: a heading at the start can be its title. */
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
    ...read,
    title: shown || UNTITLED,
    isForeign: true,
    lost: [...read.lost, ...(isCut ? ["the end of its title"] : [])],
  };
}

function readText(
  text: string,
  { path, find, isOwn }: Pick<Place, "path" | "find"> & { isOwn: boolean },
) {
  const pictures: PictureSource[] = [];
  const lost: string[] = [];
  const picture = (address: string, alt: string) => {
    if (/^(?:https?:)?\/\//i.test(address)) {
      return `<a rel="noopener" href="${escapeHtml(address)}">${escapeHtml(alt || address)}</a>`;
    }
    const found = find(path, address);
    if (typeof found === "string") {
      lost.push(found);
      return escapeHtml(alt);
    }
    pictures.push(found);
    return pictureHtml(found, alt);
  };
  const html = fromMarkdown(text, { isOwn, picture });
  return { content: html ?? paragraphsOf(text), pictures, lost };
}
