import type { Editor } from "@tiptap/core";
import {
  DOMSerializer,
  type Fragment,
  type Slice,
  DOMParser as SliceParser,
} from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";
import type { EditorProps, EditorView } from "@tiptap/pm/view";
import { useMemo, useRef, useState, useTransition } from "react";
import { messageOf } from "../lib/errors.ts";
import { newId } from "../lib/new-id.ts";
import { copiedText, keepNumber } from "./copied-text.ts";
import { markdownToHtml } from "./markdown.ts";
import { isTooLong } from "./paste-limit.ts";
import { cleanPastedHtml } from "./pasted-html.ts";
import { linesToSlice, toItems } from "./pasted-lines.ts";
import { insertPictures } from "./picture.ts";
import type { PictureSource } from "./picture-view.ts";

/**
 * Handles pasted and dropped content and, with a source, chosen pictures; `problem` describes what
 * the last paste or choice left out.
 */
export function usePaste(pictures?: PictureSource) {
  const [problem, setProblem] = useState("");
  /** The refused text as a file, which can be attached instead. */
  const [refused, setRefused] = useState<{ file: File; id: string } | null>(null);
  const [isAttaching, startAttaching] = useTransition();
  const editor = useRef<Editor>(null);
  const handlers = useMemo(() => {
    const show = (text: string, long: typeof refused = null) => {
      setProblem(text);
      setRefused(long);
    };
    const insert = (files: readonly File[]) => {
      show("");
      if (!editor.current || !pictures) return;
      insertPictures(editor.current, pictures, files).catch((error) => show(messageOf(error)));
    };
    const setLost = (count: number) => show(count === 0 ? "" : lostText(count, !!pictures));
    const refuse = (text: string) =>
      show(TOO_LONG, { file: new File([text], FILE_NAME, { type: "text/plain" }), id: newId() });
    return {
      props: pasteProps(setLost, pictures && insert, refuse),
      insertPictures: insert,
      attach: (created: Editor) => {
        editor.current = created;
      },
      forget: () => show(""),
    };
  }, [pictures]);
  const attachRefused = () =>
    startAttaching(async () => {
      if (!refused || !pictures?.attach) return;
      try {
        insertLink(editor.current, await pictures.attach(refused.file, refused.id));
        handlers.forget();
      } catch (error) {
        setProblem(messageOf(error));
      }
    });
  const attachment = refused && pictures?.attach ? { isAttaching, attachRefused } : null;
  return { ...handlers, problem, attachment };
}

const TOO_LONG =
  "Nothing was pasted: typing would be slow in a text over 100,000 characters, or a paragraph over 10,000.";
const FILE_NAME = "Pasted text.txt";

function insertLink(editor: Editor | null, href: string): void {
  if (!editor || editor.isDestroyed) return;
  const link = { type: "text", text: FILE_NAME, marks: [{ type: "link", attrs: { href } }] };
  editor
    .chain()
    .focus()
    .insertContent([link, { type: "text", text: " " }])
    .run();
}

function lostText(count: number, hasPictures: boolean): string {
  const reason = hasPictures
    ? "Pictures of other pages can't be copied."
    : "Pictures can't be added here yet.";
  return `${reason} ${count === 1 ? "1 picture was left out." : `${count} pictures were left out.`}`;
}

/**
 * @param setLostPictures called with the number of pictures dropped by the last paste.
 * @param insert inserts pictures at the selection; without it, they are dropped.
 * @param refuse called with a text that is too long to be pasted.
 */
export function pasteProps(
  setLostPictures: (count: number) => void,
  insert?: (files: readonly File[]) => void,
  refuse?: (text: string) => void,
): EditorProps {
  const isNote = insert !== undefined;
  /** Whether the pasted text has empty lines; programs agree on those, but not on HTML's margins. */
  let hasGaps = true;
  const clean = (html: string, hasGaps = false) => {
    const pasted = cleanPastedHtml(html, isNote, hasGaps);
    setLostPictures(pasted.pictures);
    return pasted.html;
  };
  const refuseLong = (view: EditorView, event: Event, data: DataTransfer | null) => {
    const text = textOf(data);
    const plain = data?.getData("text/plain");
    hasGaps = !plain || /\n\s*\n/.test(plain.trim());
    if (!refuse || !isTooLong(text, view.state)) return false;
    event.preventDefault();
    refuse(text);
    return true;
  };
  let isCode = false;
  return {
    // Checked before the text is parsed, which takes seconds.
    handleDOMEvents: {
      paste: (view, event) => refuseLong(view, event, event.clipboardData),
      drop: (view, event) => !view.dragging && refuseLong(view, event, event.dataTransfer),
    },
    transformPastedHTML: (html) => clean(html, isNote && hasGaps),
    transformCopied: keepNumber,
    ...(isNote && { clipboardSerializer }),
    clipboardTextSerializer: copiedText,
    clipboardTextParser(text, context, plain, view) {
      setLostPictures(0);
      const html = plain && !isCode ? null : markdownToHtml(text, isNote);
      if (html !== null) return sliceOf(clean(html), view);
      return linesToSlice(text, view.state.schema, context.marks());
    },
    handlePaste(view, event, slice) {
      const { clipboardData } = event;
      const text = clipboardData?.getData("text/plain");
      // The HTML of a code editor only adds colors, so the plain text is used.
      if (text && !isCode && clipboardData?.types.includes("vscode-editor-data")) {
        isCode = true;
        view.pasteText(text, event);
        isCode = false;
        return true;
      }
      const pictures = picturesOf(clipboardData);
      if (pictures.length === 0 || textOf(clipboardData).trim())
        return pasteItems(view, slice, "paste");
      // The pasted HTML's pictures may have been counted as lost.
      setLostPictures(insert ? 0 : pictures.length);
      insert?.(pictures);
      return true;
    },
    handleDrop(view, event, slice) {
      // A part of the text is being moved.
      if (view.dragging) return false;
      const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
      const at = view.state.doc.resolve(place?.pos ?? view.state.doc.content.size);
      const select = () => view.dispatch(view.state.tr.setSelection(TextSelection.near(at)));
      if (!event.dataTransfer?.types.includes("Files")) {
        const isOfItem = at.depth > 1 && at.node(-1).type.name.endsWith("Item");
        if (isOfItem) select();
        return isOfItem && pasteItems(view, slice, "drop");
      }
      // By default, the browser would open the file in place of the page.
      event.preventDefault();
      const pictures = picturesOf(event.dataTransfer);
      if (!insert || pictures.length === 0) setLostPictures(pictures.length);
      else {
        select();
        insert(pictures);
      }
      return true;
    },
  };
}

/** Inserts lines and lists as items of the list at the caret; returns whether it did. */
function pasteItems(view: EditorView, slice: Slice, uiEvent: "paste" | "drop"): boolean {
  const items = toItems(slice, view.state);
  if (items === slice) return false;
  const tr = view.state.tr.replaceSelection(items).scrollIntoView();
  view.dispatch(tr.setMeta("paste", true).setMeta("uiEvent", uiEvent));
  return true;
}

/** Copies notes so that other programs show their lines without gaps, and their empty lines. */
const clipboardSerializer = Object.assign(new DOMSerializer({}, {}), {
  serializeFragment(content: Fragment, options: { document?: Document }) {
    const schema = content.firstChild?.type.schema;
    const copied = document.createDocumentFragment();
    if (schema) copied.append(DOMSerializer.fromSchema(schema).serializeFragment(content, options));
    for (const line of copied.querySelectorAll("p")) {
      line.style.margin = "0";
      if (!line.firstChild) line.append(line.ownerDocument.createElement("br"));
    }
    return copied;
  },
});

/** The text to paste. A copied picture comes with HTML that contains no text. */
function textOf(data: DataTransfer | null): string {
  const plain = data?.getData("text/plain");
  if (plain?.trim()) return plain;
  // A document without a window executes and loads nothing.
  const { body } = new DOMParser().parseFromString(data?.getData("text/html") ?? "", "text/html");
  return body.textContent ?? "";
}

function picturesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
}

function sliceOf(html: string, view: EditorView) {
  // A document without a window executes and loads nothing.
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const parser = SliceParser.fromSchema(view.state.schema);
  return parser.parseSlice(body, { preserveWhitespace: true });
}
