import { escapeHtml } from "../../../lib/escape-html.ts";
import { colorNamed, DEFAULT_COLOR, UNTITLED } from "../note.ts";
import {
  type FindPicture,
  type ParsedNote,
  type PictureSource,
  toDate,
  toText,
  toTitle,
} from "./found-note.ts";
import { toLabels } from "./note-file.ts";

/** Whether the JSON is a note of Google Keep's Takeout. The names of folders are localized. */
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

/** @param path of the note's file, beside which its pictures are. */
export function parseKeepNote(note: Json, path: string, find: FindPicture): ParsedNote {
  const { title, isCut } = toTitle(note.title);
  const text = toText(note.textContent);
  const rich = toText(note.textContentHtml);
  const items = recordsOf(note.listContent);
  const isForeign = items.length === 0 && FORMATTED.test(rich);
  const attached = attachmentsOf(note, path, find);
  const written = items.length > 0 ? checklistOf(items) : isForeign ? rich : paragraphsOf(text);
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
      linksOf(note, text),
    isForeign,
    color: colorOf(note.color),
    is_pinned: note.isPinned === true,
    is_archived: note.isArchived === true,
    is_trashed: note.isTrashed === true,
    labels: toLabels(recordsOf(note.labels).map(({ name }) => name)),
    updated_at: toDate(time / 1000),
    pictures: attached.pictures,
    lost: [...attached.lost, ...(isCut ? ["the end of its title"] : [])],
  };
}

/** Headings and emphasis, which Keep has only in its HTML. */
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
    .map((line) => `<p>${inline(line)}</p>`)
    .join("");
}

/** A line of text, with its addresses as links, as Keep shows them. */
function inline(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}])/)
    .map((part, index) => (index % 2 === 1 ? linkOf(part, part) : escapeHtml(part)))
    .join("");
}

const linkOf = (href: string, text: string) =>
  `<a rel="noopener" href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

/** The pages that Keep shows below a note, unless the text names them. */
function linksOf(note: Json, text: string): string {
  return recordsOf(note.annotations)
    .map(({ url, title }) => ({ url: toText(url), title: toText(title) }))
    .filter(({ url }) => /^https?:\/\//.test(url) && !text.includes(url))
    .map(({ url, title }) => `<p>${linkOf(url, title || url)}</p>`)
    .join("");
}

/** Names in the export, where they are not ours. */
const COLORS: Record<string, string> = { CERULEAN: "Blue", BROWN: "Orange", GRAY: "Default" };

function colorOf(color: unknown): string {
  const name = toText(color);
  return colorNamed(COLORS[name] ?? name) || DEFAULT_COLOR;
}

function attachmentsOf(note: Json, path: string, find: FindPicture) {
  const pictures: PictureSource[] = [];
  const lost: string[] = [];
  for (const { filePath, mimetype } of recordsOf(note.attachments)) {
    const isPicture = toText(mimetype).startsWith("image/");
    const found = isPicture ? find(path, toText(filePath)) : "an attachment that is no picture";
    if (typeof found === "string") lost.push(found);
    else pictures.push(found);
  }
  return { pictures, lost };
}

/** How the content names a picture. */
export function pictureHtml({ id }: PictureSource, alt: string): string {
  return `<img data-file="${id}" alt="${escapeHtml(alt)}">`;
}
