import type { ComponentType } from "react";
import { formatSize } from "../../../lib/file-size.ts";
import { type TextFormat, textFormatOf } from "../file-kind.ts";
import { useContentSource } from "./content-source.ts";
import { type ContentProps, Loaded, NoPreview, type TextProps } from "./loaded.tsx";
import { TEXT_MAX_BYTES } from "./save-text.ts";

/** Maximum text in colors, in bytes. */
const MOST_COLORED = 200 * 1024;

/** The code that shows a format, loaded when it is needed. */
async function viewOf(format: TextFormat): Promise<ComponentType<TextProps>> {
  if (format === "markdown") return (await import("./markdown-preview.tsx")).MarkdownPreview;
  if (format === "table") return (await import("./table-preview.tsx")).TablePreview;
  if (format === "plain") return (await import("./plain-text.tsx")).PlainText;
  return (await import("./code-preview.tsx")).CodePreview;
}

/**
 * The start of a text file, in the form of its kind.
 * @param guessed whether only its content can tell that it is text.
 */
export function TextPreview({ file, path, guessed }: ContentProps & { guessed: boolean }) {
  const source = useContentSource();
  const size = file.size ?? 0;
  const known = textFormatOf(file.name);
  const isText = known === "plain" || known === "markdown" || known === "table";
  const format = isText || size <= MOST_COLORED ? known : "plain";
  const readText = async (signal: AbortSignal) => {
    if (size === 0) return "";
    return (await source.fetch(file, path, signal, [0, TEXT_MAX_BYTES - 1])).text();
  };
  const load = async (signal: AbortSignal) => {
    const [text, View] = await Promise.all([readText(signal), viewOf(format)]);
    return { text, View };
  };
  return (
    <Loaded what={`text as ${format}`} path={path} load={load}>
      {({ text, View }) =>
        guessed && isBinary(text) ? (
          <NoPreview />
        ) : (
          <div className="size-full">
            {size > TEXT_MAX_BYTES && (
              <p className="border-b px-5 py-2 text-small text-soft">
                Only the first {formatSize(TEXT_MAX_BYTES)} are shown.
              </p>
            )}
            <View text={text} format={format} />
          </div>
        )
      }
    </Loaded>
  );
}

/** Whether bytes were read as text that are none. The last character may have been cut. */
const isBinary = (text: string) => /[\0\ufffd]/.test(text.slice(0, -1));
