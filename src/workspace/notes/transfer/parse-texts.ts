import { decodeEntities } from "../../../lib/plain-text.ts";
import { UNTITLED } from "../note.ts";
import { NoteProblem, type ParsedNote, PLAIN_NOTE, toDate, toText, toTitle } from "./found-note.ts";
import { withPictures } from "./from-markdown.ts";
import { toLabels } from "./note-file.ts";
import { paragraphsOf } from "./parse-keep.ts";
import { linkedFiles, nameOf, type Place, parseMarkdownNote } from "./parse-markdown.ts";

/** A plain text file; its name is the title. */
export function parseTextNote(text: string, place: Place): ParsedNote {
  return {
    ...noteOf("Text", text, place),
    content: paragraphsOf(toText(text).trimEnd()),
    isForeign: false,
  };
}

export function parsePage(html: string, place: Place): ParsedNote {
  const { pictures, lost, ...files } = linkedFiles(place);
  const body = toText(html).replace(/<(head|script|style)\b[\s\S]*?<\/\1>/gi, "");
  const title = decodeEntities(/<title[^>]*>([\s\S]*?)<\/title>/i.exec(html)?.[1] ?? "");
  const content = withPictures(
    body.replace(/<\/?(?:!doctype|html|body)\b[^>]*>/gi, "").trim(),
    files,
  );
  const note = noteOf("Web page", html, place, title);
  return { ...note, content, pictures, lost: [...note.lost, ...lost] };
}

function noteOf(kind: "Text" | "Web page", text: string, place: Place, name = ""): ParsedNote {
  const { title, isCut } = toTitle(name || nameOf(place.path));
  return {
    ...PLAIN_NOTE,
    kind,
    source: { key: [kind, place.path, text] },
    title: title || UNTITLED,
    content: "",
    updated_at: toDate(place.lastModified.getTime()),
    lost: isCut ? ["the end of its title"] : [],
  };
}

/**
 * The text of a TextBundle; its title is the first line or the bundle's name.
 * @param info the bundle's info.json, where Bear stores the state of the note.
 * @throws {NoteProblem} when the bundle is encrypted.
 */
export function parseBundle(text: string, info: string, place: Place): ParsedNote {
  const { "net.shinyfrog.bear": bear, creatorIdentifier: creator } = JSON.parse(info) ?? {};
  const isBear = /^net\.shinyfrog\./.test(creator) || Boolean(bear);
  if (bear?.encrypted)
    throw new NoteProblem("It is encrypted. Decrypt it in Bear and export it again.");
  const [first = "", ...rest] = text.trim().split(/ *\r?\n/);
  // Whether the first line has no formatting that would be lost in a title.
  const isPlain = /^[\p{L}\p{N}][^*_`~=[\\<&]*$/u.test(first) && !/^\d+[.)] /.test(first);
  const isTitle = isBear && isPlain && toTitle(first).title === first;
  const folder = place.path.split("/").slice(0, -1).join("/");
  const note = parseMarkdownNote(isTitle ? `# ${first}\n${rest.join("\n")}` : text, {
    ...place,
    name: nameOf(folder),
  });
  if (!isBear) return note;
  const { labels, lost } = toLabels(tagsIn(text));
  return {
    ...note,
    kind: "Bear",
    is_pinned: Boolean(bear?.pinned),
    is_archived: Boolean(bear?.archived),
    is_trashed: Boolean(bear?.trashed),
    labels,
    updated_at: toDate(bear?.modificationDate) ?? toDate(bear?.creationDate) ?? note.updated_at,
    lost: [...note.lost, ...lost],
  };
}

/** Bear's tags: `#tag`, `#tag/part` and `#two words#`, outside code. */
function tagsIn(text: string): string[] {
  const plain = text.replace(/^(```|~~~)[\s\S]*?^\1|`[^`\n]*`/gm, "");
  const tags = plain.matchAll(
    /(?<![^\s([{,;:"'])#([^\s#](?:[^#\n]*[^\s#])?(?=#(?![\p{L}\p{N}]))|[\p{L}\p{N}_\p{Emoji_Presentation}][\p{L}\p{M}\p{N}_\p{Emoji_Presentation}/-]*)/gu,
  );
  return [...tags].map(([, tag = ""]) => tag.replace(/[/-]+$/, "")).filter((tag) => /\D/.test(tag));
}
