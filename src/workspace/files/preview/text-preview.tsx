import { type ComponentType, useMemo, useState } from "react";
import { formatSize } from "../../../lib/file-size.ts";
import { decodeBytes, detectEncoding, isBinary } from "../../../lib/files/decode-text.ts";
import { type TextFormat, textFormatOf } from "../file-kind.ts";
import { useContentSource } from "./content-source.ts";
import { chosenEncodings, EncodingSelect } from "./encoding-select.tsx";
import { type ContentProps, Loaded, NoPreview, SaveButton, type TextProps } from "./loaded.tsx";
import { TEXT_MAX_BYTES } from "./save-text.ts";

/** Maximum size of highlighted text, in bytes. */
const MOST_COLORED = 200 * 1024;

/** The component for a format, loaded on demand. */
async function viewOf(format: TextFormat): Promise<ComponentType<TextProps>> {
  if (format === "markdown") return (await import("./markdown-preview.tsx")).MarkdownPreview;
  if (format === "table") return (await import("./table-preview.tsx")).TablePreview;
  if (format === "plain") return (await import("./plain-text.tsx")).PlainText;
  return (await import("./code-preview.tsx")).CodePreview;
}

/**
 * The start of a text file, shown according to its format.
 * @param guessed whether only the content can tell that the file is text.
 */
export function TextPreview({ file, path, guessed }: ContentProps & { guessed: boolean }) {
  const source = useContentSource();
  const size = file.size ?? 0;
  const known = textFormatOf(file.name);
  const format = known !== "code" || size <= MOST_COLORED ? known : "plain";
  const load = async (signal: AbortSignal) => {
    const read = async () => {
      if (size === 0) return new Uint8Array();
      const part = await source.fetch(file, path, signal, [0, TEXT_MAX_BYTES - 1]);
      return new Uint8Array(await part.arrayBuffer());
    };
    const [bytes, View] = await Promise.all([read(), viewOf(format)]);
    return { bytes, View };
  };
  return (
    <Loaded what={`text as ${format}`} path={path} load={load}>
      {(loaded) => <Decoded {...loaded} {...{ path, size, guessed, name: file.name }} />}
    </Loaded>
  );
}

interface DecodedProps extends Omit<TextProps, "text" | "isCut"> {
  bytes: Uint8Array;
  View: ComponentType<TextProps>;
  path: string;
  size: number;
  guessed: boolean;
}

/** Decodes the bytes with the detected or chosen encoding. */
function Decoded({ bytes, View, path, size, guessed, ...props }: DecodedProps) {
  const [chosen, setChosen] = useState(() => chosenEncodings.get(path));
  const detected = useMemo(() => detectEncoding(bytes).encoding, [bytes]);
  const encoding = chosen ?? detected;
  const isCut = size > TEXT_MAX_BYTES;
  const text = useMemo(() => decodeBytes(bytes, encoding, isCut), [bytes, encoding, isCut]);
  if (guessed && !chosen && isBinary(text)) return <NoPreview />;
  const isAscii = encoding === "utf-8" && bytes.every((byte) => byte < 128);
  return (
    <div className="size-full">
      {(isCut || !isAscii) && (
        <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-5 py-2 text-small text-soft">
          <p className="flex flex-wrap items-center gap-x-3">
            {isCut && `Only the first ${formatSize(TEXT_MAX_BYTES)} are shown.`}
            {isCut && <SaveButton />}
          </p>
          <EncodingSelect
            value={encoding}
            onChange={(next) => {
              chosenEncodings.set(path, next);
              setChosen(next);
            }}
          />
        </div>
      )}
      <View text={text} isCut={isCut} {...props} />
    </div>
  );
}
