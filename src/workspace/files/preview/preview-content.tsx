import { useEffect, useState } from "react";
import { previewKindOf } from "../file-kind.ts";
import { type PreviewFile, useContentSource } from "./content-source.ts";
import { type ContentProps, Loaded, NoPreview } from "./loaded.tsx";
import { MediaPlayer } from "./media-player.tsx";
import { TextPreview } from "./text-preview.tsx";
import { ZipPreview } from "./zip-preview.tsx";

/** Maximum size of a PDF, in bytes; a separate program is better for larger ones. */
const MOST_PDF = 100 * 1024 * 1024;

/**
 * Maximum size of an SVG, in bytes. It is read completely into a data URL, which is a third larger.
 */
const MOST_SVG = 20 * 1024 * 1024;

/** A file's content, as far as a browser can show it. Content is never executed. */
export function PreviewContent({ file, zoom }: { file: PreviewFile; zoom: number }) {
  const { storage_object_path: path, size } = file;
  const kind = previewKindOf(file);
  if (size === 0) return <p className="p-5 text-soft">This file is empty.</p>;
  const most = kind === "pdf" ? MOST_PDF : kind === "svg" ? MOST_SVG : Number.POSITIVE_INFINITY;
  if (!path || !kind || (size ?? 0) > most) return <NoPreview />;
  if (kind === "text" || kind === "maybe text")
    return <TextPreview file={file} path={path} guessed={kind === "maybe text"} />;
  if (kind === "zip") return <ZipPreview file={file} path={path} />;
  if (kind === "pdf") return <Pdf file={file} path={path} />;
  return <Media kind={kind} file={file} path={path} zoom={zoom} />;
}

interface MediaProps extends ContentProps {
  kind: "image" | "svg" | "audio" | "video";
  /** Magnification relative to the size that fits. */
  zoom: number;
}

function Media({ kind, file, path, zoom }: MediaProps) {
  const source = useContentSource();
  const { name } = file;
  const [broken, setBroken] = useState(false);
  const onError = () => setBroken(true);
  if (broken) return <NoPreview />;
  const sign = () => source.sign(file, path);
  if (kind === "audio" || kind === "video") {
    return (
      <Loaded what="address" path={path} load={sign}>
        {(url) => <MediaPlayer kind={kind} name={name} url={url} sign={sign} onBroken={onError} />}
      </Loaded>
    );
  }
  const readPicture = (signal: AbortSignal) =>
    kind === "svg" ? source.fetch(file, path, signal).then(toPicture) : sign();
  return (
    <Loaded what="picture" path={path} load={readPicture}>
      {(url) => (
        <img
          src={url}
          alt={name}
          onError={onError}
          // Width and height are both set, so that the scrolled area includes the whole picture.
          style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
          className={`max-w-none ${zoom === 1 ? "object-scale-down" : "object-contain"}`}
        />
      )}
    </Loaded>
  );
}

/**
 * Storage serves SVG as plain bytes, which an img element does not show. A data URL has no origin,
 * even when it is opened in a tab.
 */
async function toPicture(response: Response): Promise<string> {
  const content = await response.arrayBuffer();
  const picture = new Blob([content], { type: "image/svg+xml" });
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}

function Pdf({ file, path }: ContentProps) {
  const source = useContentSource();
  const load = async (signal: AbortSignal) =>
    (await source.fetch(file, path, signal)).arrayBuffer();
  if (!navigator.pdfViewerEnabled) return <NoPreview />;
  return (
    <Loaded what="content" path={path} load={load}>
      {(content) => <PdfFrame content={content} name={file.name} />}
    </Loaded>
  );
}

/**
 * The frame's document is created here, because a server response is never framed directly. The link
 * is for viewers that show only the first page of a framed file, such as that of phones.
 */
function PdfFrame({ content, name }: { content: ArrayBuffer; name: string }) {
  const { download } = useContentSource();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([content], { type: "application/pdf" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  if (!url) return null;
  // The viewer's toolbar has page number and zoom, but also a download.
  const toolbar = download ? 1 : 0;
  return (
    <div className="grid size-full grid-rows-[minmax(0,1fr)_auto]">
      <iframe
        src={`${url}#toolbar=${toolbar}&navpanes=0&view=FitH`}
        title={name}
        className="size-full"
      />
      {download && (
        <a
          href={url}
          target="_blank"
          rel="noopener"
          className="flex min-h-10 items-center justify-center border-t text-small"
        >
          Open in a new tab
        </a>
      )}
    </div>
  );
}
