import type { Editor } from "@tiptap/core";
import { type Slice, DOMParser as SliceParser } from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";
import type { EditorProps, EditorView } from "@tiptap/pm/view";
import { useMemo, useRef, useState } from "react";
import { messageOf } from "../lib/errors.ts";
import { markdownToHtml } from "./markdown.ts";
import { cleanPastedHtml } from "./pasted-html.ts";
import { insertPictures } from "./picture.ts";
import type { PictureSource } from "./picture-view.ts";

/**
 * Handles pasted and dropped content, and with a source chosen pictures too; `problem` says what of
 * the last ones was left out.
 */
export function usePaste(pictures?: PictureSource) {
  const [problem, setProblem] = useState("");
  const editor = useRef<Editor>(null);
  const handlers = useMemo(() => {
    const insert = (files: readonly File[]) => {
      setProblem("");
      if (!editor.current || !pictures) return;
      insertPictures(editor.current, pictures, files).catch((error) =>
        setProblem(messageOf(error)),
      );
    };
    const setLost = (count: number) => setProblem(count === 0 ? "" : lostText(count, !!pictures));
    return {
      props: pasteProps(setLost, pictures && insert),
      insertPictures: insert,
      attach: (created: Editor) => {
        editor.current = created;
      },
      forget: () => setProblem(""),
    };
  }, [pictures]);
  return { ...handlers, problem };
}

function lostText(count: number, hasPictures: boolean): string {
  const reason = hasPictures
    ? "Pictures of other pages can't be copied."
    : "Pictures can't be added here yet.";
  return `${reason} ${count === 1 ? "1 picture was left out." : `${count} pictures were left out.`}`;
}

/**
 * @param setLostPictures called with the number of pictures dropped by the last paste.
 * @param insert inserts pictures at the selection; without it they are dropped.
 */
export function pasteProps(
  setLostPictures: (count: number) => void,
  insert?: (files: readonly File[]) => void,
): EditorProps {
  const clean = (html: string) => {
    const pasted = cleanPastedHtml(html, insert !== undefined);
    setLostPictures(pasted.pictures);
    return pasted.html;
  };
  /** The parsed Markdown; null for any other text. */
  const read = (text: string, view: EditorView) => {
    const html = markdownToHtml(text);
    return html === null ? null : sliceOf(clean(html), view);
  };
  return {
    transformPastedHTML: clean,
    clipboardTextParser(text, _context, plain, view) {
      setLostPictures(0);
      // Null makes the editor parse the text itself, whatever the type says.
      return (plain ? null : read(text, view)) as Slice;
    },
    handlePaste(_view, { clipboardData }) {
      const pictures = picturesOf(clipboardData);
      if (pictures.length === 0 || hasText(clipboardData)) return false;
      // Its HTML may have been counted as lost.
      setLostPictures(insert ? 0 : pictures.length);
      insert?.(pictures);
      return true;
    },
    handleDrop(view, event) {
      // A part of the text is being moved.
      if (view.dragging || !event.dataTransfer?.types.includes("Files")) return false;
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
      const pictures = picturesOf(event.dataTransfer);
      const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
      if (!insert || pictures.length === 0) setLostPictures(pictures.length);
      else {
        const at = view.state.doc.resolve(place?.pos ?? view.state.doc.content.size);
        view.dispatch(view.state.tr.setSelection(TextSelection.near(at)));
        insert(pictures);
      }
      return true;
    },
    handleDOMEvents: {
      paste(view, event) {
        const text = event.clipboardData?.getData("text/plain");
        // A code editor's HTML only adds colors; the plain text is what was copied.
        if (!text || !event.clipboardData?.types.includes("vscode-editor-data")) return false;
        event.preventDefault();
        setLostPictures(0);
        const slice = read(text, view);
        if (!slice) return view.pasteText(text, event);
        view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
        return true;
      },
    },
  };
}

/** Whether there is a text to paste; a copied picture is accompanied by HTML without one. */
function hasText(data: DataTransfer | null): boolean {
  const html = data?.getData("text/html") ?? "";
  // A document without a window loads and runs nothing.
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return !!data?.getData("text/plain").trim() || !!body.textContent?.trim();
}

function picturesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
}

function sliceOf(html: string, view: EditorView) {
  // A document without a window loads and runs nothing.
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const parser = SliceParser.fromSchema(view.state.schema);
  return parser.parseSlice(body, { preserveWhitespace: true });
}
