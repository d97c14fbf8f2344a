import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { readErrorOf } from "../../../lib/errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { CONTENT } from "../file.ts";
import { type PreviewFile, useContentSource } from "./content-source.ts";

export interface ContentProps {
  file: PreviewFile;
  /** Where its content was when it was listed. */
  path: string;
}

export interface TextProps {
  text: string;
  name: string;
  /** Whether only the start of the file was read. */
  isCut: boolean;
}

interface LoadedProps<Content> {
  what: string;
  path: string;
  load: (signal: AbortSignal) => Promise<Content>;
  children: (content: Content) => ReactNode;
}

/** A part of a file's content, once it is read. */
export function Loaded<Content>({ what, path, load, children }: LoadedProps<Content>) {
  const { data, error } = useQuery({
    queryKey: [CONTENT, what, path],
    queryFn: ({ signal }) => load(signal),
    // The content of a path never changes, and a new URL would restart a video.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data !== undefined) return children(data);
  if (!error) return <Spinner />;
  return (
    <div className="p-5">
      <Notice action={<SaveButton />}>{readErrorOf(error)}</Notice>
    </div>
  );
}

/** Downloads the shown file, where that is allowed. */
export function SaveButton() {
  const { download } = useContentSource();
  return download && <Button onClick={download}>Save file</Button>;
}

export function NoPreview() {
  const { download } = useContentSource();
  return (
    <div className="grid justify-items-center gap-4 p-5 text-center">
      <p className="text-soft">
        This file cannot be shown here.{download && " Download it to open it."}
      </p>
      <SaveButton />
    </div>
  );
}
