import { type Slice, DOMParser as SliceParser } from "@tiptap/pm/model";
import type { EditorProps, EditorView } from "@tiptap/pm/view";
import { useMemo, useState } from "react";
import { markdownToHtml } from "./markdown.ts";
import { cleanPastedHtml } from "./pasted-html.ts";

/** Handles pasted and dropped content; counts the pictures dropped from the last paste. */
export function usePaste() {
  const [lostPictures, setLostPictures] = useState(0);
  const props = useMemo(() => pasteProps(setLostPictures), []);
  return { props, lostPictures, forget: () => setLostPictures(0) };
}

/** @param setLostPictures called with the number of pictures dropped by the last paste. */
export function pasteProps(setLostPictures: (count: number) => void): EditorProps {
  const clean = (html: string) => {
    const pasted = cleanPastedHtml(html);
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
      if (pictures === 0 || clipboardData?.types.some((type) => TEXTS.includes(type))) return false;
      setLostPictures(pictures);
      return true;
    },
    handleDrop(_view, event) {
      if (!event.dataTransfer?.types.includes("Files")) return false;
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
      setLostPictures(picturesOf(event.dataTransfer));
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

const TEXTS = ["text/plain", "text/html"];

function picturesOf(data: DataTransfer | null): number {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/")).length;
}

function sliceOf(html: string, view: EditorView) {
  // A document without a window loads and runs nothing.
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const parser = SliceParser.fromSchema(view.state.schema);
  return parser.parseSlice(body, { preserveWhitespace: true });
}
