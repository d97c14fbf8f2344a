// biome-ignore-all lint/a11y/useMediaCaption: nobody has written any for a person's own files.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { messageOf } from "../../../lib/errors.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { fetchContent, readContent, signContent } from "../contents-api.ts";
import type { DriveFile } from "../file.ts";
import { formatSize } from "../file-size.ts";
import { TABLE } from "../files-queries.ts";
import { previewKindOf } from "./preview-kind.ts";

/** As much of a text as is shown, in bytes. */
const MOST_TEXT = 512 * 1024;

/** A larger PDF is better opened by a program of its own. */
const MOST_PDF = 100 * 1024 * 1024;

/** What is in a file, as far as a browser can show it. Nothing of it is ever run. */
export function PreviewContent({ file }: { file: DriveFile }) {
  const { storage_object_path: path, size } = file;
  const kind = previewKindOf(file);
  const tooLarge = kind === "pdf" && (size ?? 0) > MOST_PDF;
  if (!path || !kind || tooLarge) return <NoPreview />;
  if (kind === "text") return <Text id={file.id} path={path} size={size ?? 0} />;
  if (kind === "pdf") return <Pdf id={file.id} path={path} name={file.name} />;
  return <Media kind={kind} id={file.id} path={path} name={file.name} />;
}

function Media({
  kind,
  id,
  path,
  name,
}: {
  kind: "image" | "audio" | "video";
  id: string;
  path: string;
  name: string;
}) {
  const [broken, setBroken] = useState(false);
  const onError = () => setBroken(true);
  if (broken) return <NoPreview />;
  return (
    <Loaded what="address" path={path} load={() => readContent(id, path, (at) => signContent(at))}>
      {(url) => {
        if (kind === "image") {
          return (
            <img
              src={url}
              alt={name}
              onError={onError}
              className="max-h-full max-w-full object-contain"
            />
          );
        }
        if (kind === "audio") {
          return (
            <audio
              src={url}
              controls
              aria-label={name}
              onError={onError}
              className="w-full max-w-lg px-5"
            />
          );
        }
        return (
          <video
            src={url}
            controls
            aria-label={name}
            onError={onError}
            className="size-full object-contain"
          />
        );
      }}
    </Loaded>
  );
}

function Text({ id, path, size }: { id: string; path: string; size: number }) {
  const load = async (signal: AbortSignal) => {
    if (size === 0) return "";
    const read = (at: string) => fetchContent(at, signal, [0, MOST_TEXT - 1]);
    return (await readContent(id, path, read)).text();
  };
  return (
    <Loaded what="text" path={path} load={load}>
      {(text) => (
        <div className="size-full">
          {size > MOST_TEXT && (
            <p className="border-b px-5 py-2 text-small text-soft">
              Only the first {formatSize(MOST_TEXT)} are shown.
            </p>
          )}
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keys.
            tabIndex={0}
            dir="auto"
            className="min-h-full whitespace-pre-wrap p-5 font-mono text-small [overflow-wrap:anywhere]"
          >
            {text}
          </pre>
        </div>
      )}
    </Loaded>
  );
}

function Pdf({ id, path, name }: { id: string; path: string; name: string }) {
  const load = async (signal: AbortSignal) => {
    const response = await readContent(id, path, (at) => fetchContent(at, signal));
    return response.arrayBuffer();
  };
  if (!navigator.pdfViewerEnabled) return <NoPreview />;
  return (
    <Loaded what="content" path={path} load={load}>
      {(content) => <PdfFrame content={content} name={name} />}
    </Loaded>
  );
}

/** In a frame of this page's own making: what the server sends is never shown in one. */
function PdfFrame({ content, name }: { content: ArrayBuffer; name: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([content], { type: "application/pdf" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return url && <iframe src={url} title={name} className="size-full" />;
}

function Loaded<Content>({
  what,
  path,
  load,
  children,
}: {
  what: string;
  path: string;
  load: (signal: AbortSignal) => Promise<Content>;
  children: (content: Content) => ReactNode;
}) {
  const { data, error } = useQuery({
    queryKey: [`${TABLE} content`, what, path],
    queryFn: ({ signal }) => load(signal),
    // A path's content never changes; an address is good for an hour.
    staleTime: 50 * 60_000,
    gcTime: 0,
  });
  if (data !== undefined) return children(data);
  if (!error) return <Spinner />;
  return (
    <div className="p-5">
      <Notice>{messageOf(error)}</Notice>
    </div>
  );
}

function NoPreview() {
  return <p className="p-5 text-soft">This file cannot be shown here. Download it to open it.</p>;
}
