import { findAddresses } from "../../../lib/addresses.ts";
import { escapeHtml } from "../../../lib/escape-html.ts";
import { decodeEntities } from "../../../lib/plain-text.ts";
import { colorNamed, DEFAULT_COLOR, UNTITLED } from "../note.ts";
import { decoded } from "./find-pictures.ts";
import {
  type FindPicture,
  type ParsedNote,
  type PictureSource,
  toDate,
  toText,
  toTitle,
} from "./found-note.ts";
import { toLabels } from "./note-file.ts";

/** Whether the JSON is a note of Google Keep; Takeout's folder names are localized. */
export function isKeepNote(value: unknown): value is Json {
  const note = value as Json | null;
  return (
    typeof note === "object" &&
    note !== null &&
    "isTrashed" in note &&
    "isPinned" in note &&
    ("textContent" in note || "listContent" in note || "attachments" in note || "title" in note)
  );
}

type Json = Record<string, unknown>;

/** @param path of the note's file; its pictures are in the same folder. */
export function parseKeepNote(note: Json, path: string, find: FindPicture): ParsedNote {
  const { title, isCut } = toTitle(note.title);
  const text = toText(note.textContent);
  const rich = toText(note.textContentHtml);
  const items = recordsOf(note.listContent);
  const isForeign = items.length === 0 && FORMATTED.test(rich);
  const attached = attachmentsOf(note, path, find);
  const written =
    items.length > 0 ? checklistOf(items) : isForeign ? linkedHtml(rich) : paragraphsOf(text);
  const shown = items.length > 0 ? items.map((item) => toText(item.text)).join("\n") : text;
  const { labels, lost } = toLabels(recordsOf(note.labels).map(({ name }) => name));
  const time = Number(note.userEditedTimestampUsec) || Number(note.createdTimestampUsec);
  return {
    kind: "Google Keep",
    source: {
      key: ["keep", String(note.createdTimestampUsec ?? ""), title, text || JSON.stringify(items)],
    },
    title: title || UNTITLED,
    content:
      attached.pictures.map((picture) => pictureHtml(picture, "")).join("") +
      written +
      linksOf(note, shown),
    isForeign,
    color: colorOf(note.color),
    is_pinned: note.isPinned === true,
    is_archived: note.isArchived === true,
    is_trashed: note.isTrashed === true,
    labels,
    updated_at: toDate(time / 1000),
    pictures: attached.pictures,
    lost: [
      ...attached.lost,
      ...(isCut ? ["the end of its title"] : []),
      ...(recordsOf(note.sharees).some(({ isOwner }) => isOwner !== true)
        ? ["the people it is shared with"]
        : []),
      ...lost,
    ],
  };
}

/** Headings and emphasis, which Keep stores only in its HTML. */
const FORMATTED =
  /<(?:h[1-6]|b|i|u|em|strong)\b|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|text-decoration:\s*underline/i;

const recordsOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];

function checklistOf(items: Json[]): string {
  const html = items.map(
    ({ text, isChecked }) =>
      `<li data-checked="${isChecked === true}"><p>${inline(toText(text))}</p></li>`,
  );
  return `<ul data-type="checklist">${html.join("")}</ul>`;
}

/** Plain text as rich text: a paragraph per line. */
export function paragraphsOf(text: string): string {
  if (text.trim() === "") return "";
  return text
    .split(/\r\n?|\n/)
    .map(
      (line) => `<p>${inline(line.replaceAll("\t", "    ").replace(/^ | (?= )/g, "\u00a0"))}</p>`,
    )
    .join("");
}

/** A line of text, with its addresses as links, as Keep shows them. */
function inline(text: string): string {
  let html = "";
  let end = 0;
  for (const { text: address, index, href } of findAddresses(text)) {
    html += escapeHtml(text.slice(end, index)) + linkOf(href, address);
    end = index + address.length;
  }
  return html + escapeHtml(text.slice(end));
}

const linkOf = (href: string, text: string) =>
  `<a rel="noopener" href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

/** HTML whose text has its addresses as links. */
function linkedHtml(html: string): string {
  return html
    .split(/(<a\b[\s\S]*?<\/a>|<[^>]*>)/i)
    .map((part, at) => (at % 2 === 1 ? part : inline(decodeEntities(part))))
    .join("");
}

/** The links that Keep shows below a note, each once, except those in the text. */
function linksOf(note: Json, text: string): string {
  const known = new Set(text.split(/\s+/).map(bare));
  return recordsOf(note.annotations)
    .map(({ url, title }) => ({ url: toText(url), title: toText(title) }))
    .filter(({ url }) => /^https?:\/\//.test(url) && !known.has(bare(url)) && known.add(bare(url)))
    .map(({ url, title }) => `<p>${linkOf(url, title || url)}</p>`)
    .join("");
}

/** An address without optional parts and surrounding characters, for comparison. */
const bare = (address: string) =>
  decoded(address)
    .toLowerCase()
    .replace(/^[([<"']+|[/.,;:!?)\]}>"']+$/g, "")
    .replace(/^https?:\/\/(?:www\.)?/, "");

/** Keep's color names that differ from ours. */
const COLORS: Record<string, string> = { CERULEAN: "Blue", BROWN: "Orange", GRAY: "Default" };

function colorOf(color: unknown): string {
  const name = toText(color);
  return colorNamed(COLORS[name] ?? name) || DEFAULT_COLOR;
}

function attachmentsOf(note: Json, path: string, find: FindPicture) {
  const attachments = new Map(
    recordsOf(note.attachments).map(({ filePath, mimetype }) => [
      toText(filePath),
      toText(mimetype),
    ]),
  );
  const found = new Map<string, PictureSource>();
  const taken = new Set<string>();
  // Takeout may store an attachment under another extension; each file belongs to one attachment.
  for (const endings of [null, ENDINGS.slice(0, 2), ENDINGS]) {
    for (const [name, type] of attachments) {
      if (found.has(name) || !type.startsWith(endings?.length === 2 ? "image/jp" : "image/"))
        continue;
      const [stem] = name.split(/\.[^.]*$/);
      for (const spelled of endings?.map((ending) => `${stem}.${ending}`) ?? [name]) {
        const picture = find(path, spelled);
        if (found.has(name) || typeof picture === "string" || taken.has(picture.path)) continue;
        found.set(name, picture);
        taken.add(picture.path);
      }
    }
  }
  const lost = [...attachments].filter(([name]) => !found.has(name));
  return {
    pictures: [...attachments.keys()].flatMap((name) => found.get(name) ?? []),
    lost: lost.map(([name, type]) => {
      if (!type.startsWith("image/")) return "an attachment that is no picture";
      const reason = find(path, name);
      return typeof reason === "string" ? reason : "a picture that is not in the export";
    }),
  };
}

const ENDINGS = ["jpeg", "jpg", "png", "gif", "webp", "avif", "heic", "bmp"];

/** The HTML that refers to a picture in a note's content. */
export function pictureHtml({ id }: PictureSource, alt: string): string {
  return `<img data-file="${id}" alt="${escapeHtml(alt)}">`;
}
