import { type ParsedNote, toDate, toText } from "./found-note.ts";
import { toLabels } from "./note-file.ts";
import { parseText } from "./parse-markdown.ts";

type Json = Record<string, unknown>;

/**
 * The memos in a response of any version of memos' API: `{"memos": […]}`, `{"data": […]}` or `[…]`.
 * @returns null for any other JSON.
 */
export function memosOf(value: unknown): Json[] | null {
  const list = Array.isArray(value)
    ? value
    : ((value as Json | null)?.memos ?? (value as Json | null)?.data);
  const isMemo = (memo: unknown) =>
    typeof memo === "object" &&
    memo !== null &&
    typeof (memo as Json).content === "string" &&
    ("createTime" in memo || "createdTs" in memo);
  return Array.isArray(list) && list.length > 0 && list.every(isMemo) ? list : null;
}

export function parseMemo(memo: Json): ParsedNote {
  const { name, uid, id, updateTime, createTime, tags, property } = memo;
  const text = toText(memo.content);
  const attachments = [memo.attachments, memo.resources, memo.resourceList].flatMap(
    (list) => list ?? [],
  );
  const read = parseText(text, { title: "", path: "", find: () => "an attachment" });
  const { labels, lost } = toLabels(tags ?? (property as Json | undefined)?.tags);
  // The response does not include files.
  return {
    ...read,
    kind: "memos",
    source: { key: ["memos", String(name ?? uid ?? id ?? createTime ?? ""), text] },
    is_pinned: memo.pinned === true,
    is_archived: memo.state === "ARCHIVED" || memo.rowStatus === "ARCHIVED",
    labels,
    updated_at:
      toDate(updateTime) ??
      toDate(Number(memo.updatedTs) * 1000) ??
      toDate(createTime) ??
      toDate(Number(memo.createdTs) * 1000),
    lost: [...attachments.map(() => "an attachment"), ...read.lost, ...lost],
  };
}
