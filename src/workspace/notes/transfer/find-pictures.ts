import { formatSize } from "../../../lib/file-size.ts";
import { PICTURE_MAX_BYTES, PICTURE_TYPES } from "../../pictures/picture-limits.ts";
import { derivedId } from "./derived-id.ts";
import type { FindPicture, SourceFile } from "./found-note.ts";
import { UUID } from "./note-file.ts";

/**
 * Finds the pictures of notes by their paths, in any spelling. They are found by name only in
 * programs that do so, because another note's picture may have the same name.
 * @param isVault whether links to pictures are resolved as Obsidian does.
 */
export function pictureFinder(files: readonly SourceFile[], isVault: boolean): FindPicture {
  const byPath = new Map<string, SourceFile>();
  const byName = new Map<string, SourceFile[]>();
  // Foyer names picture files by their ids.
  const byId = new Map<string, SourceFile>();
  for (const file of files) {
    if (!IS_PICTURE.test(file.path)) continue;
    byPath.set(file.path, file);
    const name = keyOf(nameOf(file.path));
    byName.get(name)?.push(file) ?? byName.set(name, [file]);
    const id = idOf(file.path);
    if (id) byId.set(id, file);
  }
  const named = (path: string) =>
    (byName.get(keyOf(nameOf(path))) ?? []).filter((file) =>
      `/${keyOf(file.path)}`.endsWith(`/${keyOf(path)}`),
    );
  /** The file at exactly this path, otherwise at another spelling of it. */
  const at = (path: string) =>
    byPath.get(path) ?? named(path).find((file) => keyOf(file.path) === keyOf(path));

  return (from, address, isName = isVault) => {
    if (address.startsWith("data:")) return "a picture within the text";
    const bare = address.replace(/[?#].*/s, "");
    const paths = [decoded(bare), decoded(address), bare, address].map((path) =>
      path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, ""),
    );
    let file = byId.get(address.toLowerCase());
    for (const path of paths) {
      const everywhere = isName ? named(path) : [];
      file ??= at(resolve(from, path)) ?? (isName ? at(path) : undefined);
      file ??= everywhere.length === 1 ? everywhere[0] : undefined;
    }
    if (!file) {
      const name = fileNameOf(address);
      const isOther = /\.\w+$/.test(name) && !IS_PICTURE.test(name);
      return isOther ? `the file ${name}` : "a picture that is not in the export";
    }
    if (pictureType(file.path) === "") return "a picture of a kind that can't be shown here";
    if (file.size > PICTURE_MAX_BYTES) return `a picture over ${formatSize(PICTURE_MAX_BYTES)}`;
    const id = idOf(file.path) ?? derivedId(["picture", file.path, String(file.size)]);
    return { id, path: file.path, size: file.size };
  };
}

export const IS_PICTURE = /\.(?:png|jpe?g|gif|webp|avif|bmp|svg|heic|heif|tiff?)$/i;

const nameOf = (path: string) => path.split("/").pop() ?? "";
/** The name of the file at a relative address. */
export const fileNameOf = (address: string) => nameOf(decoded(address.replace(/[?#].*/s, "")));
const idOf = (path: string) => UUID.exec(nameOf(path).replace(/\.[^.]*$/, ""))?.[0].toLowerCase();
/** Systems differ in case and in the Unicode form of accents. */
const keyOf = (path: string) => path.normalize().toLowerCase();

/** The MIME type of a picture that notes can show, by its name; otherwise empty. */
export function pictureType(path: string): string {
  const extension = path.split(".").pop()?.toLowerCase().replace(/^jpg$/, "jpeg");
  return PICTURE_TYPES.find((type) => type === `image/${extension}`) ?? "";
}

export function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Resolves a path that is relative to the folder of a file. */
function resolve(from: string, path: string): string {
  const parts = path.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
