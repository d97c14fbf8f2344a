import { formatSize } from "../../../lib/file-size.ts";
import { PICTURE_MAX_BYTES, PICTURE_TYPES } from "../../pictures/picture-limits.ts";
import { derivedId } from "./derived-id.ts";
import type { FindPicture, SourceFile } from "./found-note.ts";
import { IS_PICTURE } from "./from-markdown.ts";
import { UUID } from "./note-file.ts";

/**
 * Finds the pictures of notes: by their path, and, as exporters write wrong endings and folders,
 * by their name anywhere.
 */
export function pictureFinder(files: readonly SourceFile[]): FindPicture {
  const byPath = new Map<string, SourceFile>();
  const byName = new Map<string, SourceFile>();
  const nameOf = (path: string) => path.split("/").pop()?.toLowerCase() ?? "";
  const stemOf = (path: string) => nameOf(path).replace(/\.[^.]*$/, "");
  for (const file of files) {
    if (!IS_PICTURE.test(file.path)) continue;
    byPath.set(file.path, file);
    for (const name of [nameOf(file.path), `${stemOf(file.path)}.`])
      if (!byName.has(name)) byName.set(name, file);
  }
  return (from, address) => {
    const path = decoded(address.split(/[?#]/)[0] ?? "").replaceAll("\\", "/");
    const file =
      byPath.get(resolve(from, path)) ??
      byPath.get(path) ??
      byName.get(nameOf(path)) ??
      byName.get(`${stemOf(path)}.`);
    if (!file) return "a picture that is not in the export";
    if (!isShown(file.path)) return "a picture of a kind that can't be shown here";
    if (file.size > PICTURE_MAX_BYTES) return `a picture over ${formatSize(PICTURE_MAX_BYTES)}`;
    // A Foyer names pictures by their ids.
    const own = UUID.exec(stemOf(file.path))?.[0];
    const id = own ?? derivedId(["picture", file.path, String(file.size)]);
    return { id, path: file.path, size: file.size };
  };
}

const isShown = (path: string) => pictureType(path) !== "";

/** The MIME type of a picture that notes can show, by its name; otherwise empty. */
export function pictureType(path: string): string {
  const extension = path.split(".").pop()?.toLowerCase().replace(/^jpg$/, "jpeg");
  return PICTURE_TYPES.find((type) => type === `image/${extension}`) ?? "";
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** The path that a relative one means in the folder of a file. */
function resolve(from: string, path: string): string {
  const parts = path.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
