import { type Editor, Node } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import type { Transaction } from "@tiptap/pm/state";
import { createPicture, type PictureAttributes, type PictureSource } from "./picture-view.ts";

/** A picture between blocks: `<img data-file alt width height>`. */
export const Picture = Node.create<{ source?: PictureSource }>({
  name: "picture",
  group: "block",
  draggable: true,

  addAttributes() {
    return {
      file: attribute("data-file", (value) => value ?? ""),
      alt: attribute("alt", (value) => value ?? ""),
      width: attribute("width", pixels),
      height: attribute("height", pixels),
    };
  },

  parseHTML: () => [{ tag: "img[data-file]" }],
  renderHTML: ({ HTMLAttributes }) => ["img", HTMLAttributes],

  addNodeView() {
    return ({ node }) => createPicture(node.attrs as PictureAttributes, this.options.source);
  },
});

/**
 * Appends an empty line to a text that ends with a picture, as imported ones do. Otherwise the
 * picture itself would be the end of the text, and typing there would replace it.
 */
export function withLineBelow(html: string): string {
  return ENDS_WITH_PICTURE.test(html) ? `${html}<p></p>` : html;
}

const ENDS_WITH_PICTURE = /<img[^>]*>\s*(?:<\/[a-z]+>\s*)*$/;

/** Stores pictures and inserts them at the selection, one after another. */
export async function insertPictures(
  editor: Editor,
  source: PictureSource,
  files: readonly File[],
): Promise<void> {
  for (const file of files) {
    const attrs = await source.add(file);
    if (editor.isDestroyed) return;
    // Each inserted picture is a separate undo step.
    const step = ({ tr }: { tr: Transaction }) => closeHistory(tr) !== null;
    editor.chain().focus().command(step).insertContent({ type: Picture.name, attrs }).run();
    const { doc } = editor.state;
    // Adds a line below the last picture, where the text can continue.
    if (doc.lastChild?.type.name === Picture.name) {
      editor.chain().insertContentAt(doc.content.size, { type: "paragraph" }).focus("end").run();
    }
  }
}

function attribute<Value>(name: string, read: (value: string | null) => Value) {
  return {
    default: read(null),
    parseHTML: (element: HTMLElement) => read(element.getAttribute(name)),
    renderHTML: (attributes: Record<string, unknown>) => ({
      [name]: attributes[name === "data-file" ? "file" : name],
    }),
  };
}

/** A missing size is replaced by a common one. */
const pixels = (value: string | null) => Number.parseInt(value ?? "", 10) || 300;
