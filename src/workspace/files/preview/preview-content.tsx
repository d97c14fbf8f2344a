// biome-ignore-all lint/a11y/useMediaCaption: nobody has written any for a person's own files.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { readErrorOf } from "../../../lib/errors.ts";
import { formatSize } from "../../../lib/file-size.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { fetchContent, readContent, signContent } from "../contents-api.ts";
import type { DriveFile } from "../file.ts";
import { previewKindOf } from "../file-kind.ts";
import { TABLE } from "../files-queries.ts";

/** Maximum text shown, in bytes. */
const MOST_TEXT = 512 * 1024;

/** Larger PDFs are better opened in a separate program. */
const MOST_PDF = 100 * 1024 * 1024;

/** Read as a whole into a data URL, which is a third larger. */
const MOST_SVG = 20 * 1024 * 1024;

/** A file's content, as far as a browser can show it. Nothing in it is ever executed. */
export function PreviewContent({ file }: { file: DriveFile }) {
  const { storage_object_path: path, size } = file;
  const kind = previewKindOf(file);
  const most = kind === "pdf" ? MOST_PDF : kind === "svg" ? MOST_SVG : Number.POSITIVE_INFINITY;
  if (!path || !kind || (size ?? 0) > most) return <NoPreview />;
  if (kind === "text") return <Text file={file} path={path} />;
  if (kind === "pdf") return <Pdf file={file} path={path} />;
  return <Media kind={kind} file={file} path={path} />;
}

interface ContentProps {
  file: DriveFile;
  /** Where its content was when it was listed. */
  path: string;
}

interface MediaProps extends ContentProps {
  kind: "image" | "svg" | "audio" | "video";
}

function Media({ kind, file: { id, name }, path }: MediaProps) {
  const [broken, setBroken] = useState(false);
  const onError = () => setBroken(true);
  if (broken) return <NoPreview />;
  const sign = () => readContent(id, path, (at) => signContent(at));
  if (kind === "audio" || kind === "video") {
    return (
      <Loaded what="address" path={path} load={sign}>
        {(url) => <MediaPlayer kind={kind} name={name} url={url} sign={sign} onBroken={onError} />}
      </Loaded>
    );
  }
  const readPicture = (signal: AbortSignal) =>
    kind === "svg" ? readContent(id, path, (at) => readSvg(at, signal)) : sign();
  return (
    <Loaded what="picture" path={path} load={readPicture}>
      {(url) => (
        <img
          src={url}
          alt={name}
          onError={onError}
          className="max-h-full max-w-full object-contain"
        />
      )}
    </Loaded>
  );
}

/**
 * Storage serves SVG as plain bytes, which an img element does not show. A data URL has no origin,
 * even when opened in a tab.
 */
async function readSvg(path: string, signal: AbortSignal): Promise<string> {
  const content = await (await fetchContent(path, signal)).arrayBuffer();
  const picture = new Blob([content], { type: "image/svg+xml" });
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}

function Text({ file, path }: ContentProps) {
  const size = file.size ?? 0;
  const load = async (signal: AbortSignal) => {
    if (size === 0) return "";
    const read = (at: string) => fetchContent(at, signal, [0, MOST_TEXT - 1]);
    return (await readContent(file.id, path, read)).text();
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

function Pdf({ file: { id, name }, path }: ContentProps) {
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

/** The frame's document is created here: a server response is never framed directly. */
function PdfFrame({ content, name }: { content: ArrayBuffer; name: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([content], { type: "application/pdf" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  // Without the viewer's toolbar, which would show the UUID in the URL as the file name.
  return url && <iframe src={`${url}#toolbar=0&view=FitH`} title={name} className="size-full" />;
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
    // The content of a path never changes, and a new URL would restart a video.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data !== undefined) return children(data);
  if (!error) return <Spinner />;
  return (
    <div className="p-5">
      <Notice>{readErrorOf(error)}</Notice>
    </div>
  );
}

function NoPreview() {
  return <p className="p-5 text-soft">This file cannot be shown here. Download it to open it.</p>;
}

interface MediaPlayerProps {
  kind: "audio" | "video";
  name: string;
  url: string;
  /** Creates a new signed URL for the same content. */
  sign: () => Promise<string>;
  /** Called when it cannot be played even with a new URL. */
  onBroken: () => void;
}

/**
 * Plays audio or video. A long recording is streamed while it plays, so its URL may expire: then a
 * new one is requested and playback continues at the same position.
 */
function MediaPlayer({ kind, name, url, sign, onBroken }: MediaPlayerProps) {
  const [source, setSource] = useState({ url, count: 0 });
  const renewed = useRef(false);
  const stopped = useRef({ at: 0, playing: false });
  const events = {
    src: source.url,
    controls: true,
    "aria-label": name,
    onError: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      if (renewed.current) return onBroken();
      renewed.current = true;
      const { currentTime, paused } = currentTarget;
      stopped.current = { at: currentTime, playing: !paused };
      const renew = (fresh: string) => setSource({ url: fresh, count: source.count + 1 });
      sign().then(renew, onBroken);
    },
    onLoadedMetadata: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      renewed.current = false;
      const { at, playing } = stopped.current;
      stopped.current = { at: 0, playing: false };
      if (at > 0) currentTarget.currentTime = at;
      // Autoplay is refused before any user interaction; then the play button is needed.
      if (playing) currentTarget.play().catch(() => {});
    },
  };
  // Forces a new element: within one second the new URL may be identical and would not be reloaded.
  const key = source.count;
  if (kind === "audio") return <audio key={key} {...events} className="w-full max-w-lg px-5" />;
  return <video key={key} {...events} className="size-full object-contain" />;
}
