import { createContext, use } from "react";
import type { DriveFile } from "../file.ts";

/** Columns of a file that its preview needs. */
export type PreviewFile = Pick<
  DriveFile,
  "id" | "name" | "mimetype" | "size" | "storage_object_path"
>;

/** Reads contents for the previews, for the workspace user or a visitor with a link. */
export interface ContentSource {
  /**
   * @param path the content's path when the file was listed.
   * @param range the first and last byte; the whole file if omitted.
   */
  fetch(
    file: PreviewFile,
    path: string,
    signal: AbortSignal,
    range?: readonly [number, number],
  ): Promise<Response>;
  /** A temporary URL from which an element can load the content. */
  sign(file: PreviewFile, path: string): Promise<string>;
  /** Downloads the shown file; undefined where downloads are not allowed. */
  download?: (() => void) | undefined;
}

export const ContentSourceContext = createContext<ContentSource | null>(null);

export function useContentSource(): ContentSource {
  const source = use(ContentSourceContext);
  if (!source) throw new Error("A preview is shown without a source of contents.");
  return source;
}
