import { quotedName, shownName } from "../../lib/shown-name.ts";

/**
 * Maximum length of a file's or folder's name, as in common file systems.
 * @limit drive: a file's name
 */
const FILE_NAME_MAX_LENGTH = 255;

/** Splits a name before its last dot; a leading dot is part of the stem. */
export function splitName(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf(".");
  return dot > 0
    ? { stem: name.slice(0, dot), extension: name.slice(dot) }
    : { stem: name, extension: "" };
}

/** The first unused name of `name (1).txt`, `name (2).txt`…, within the maximum length. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  const { stem, extension } = splitName(name);
  for (let number = 1; ; number += 1) {
    const end = ` (${number})${extension}`;
    const candidate = [...stem].slice(0, FILE_NAME_MAX_LENGTH - [...end].length).join("") + end;
    if (!isTaken(candidate)) return candidate;
  }
}

/** Shown when a name is taken; the database's message only names a constraint. */
export const takenText = (name: string) =>
  `${quotedName(shownName(name))} already exists in this folder.`;

/** Why a typed name cannot be used; undefined when it can. */
export function nameProblem(name: string, what: "Folder" | "File"): string | undefined {
  if (name.trim() === "") return `${what} name is required.`;
  if ([...toStorableName(name)].length > FILE_NAME_MAX_LENGTH)
    return `A name has at most ${FILE_NAME_MAX_LENGTH} characters.`;
  if (name === "." || name === "..") return `“${name}” can't be used as a name.`;
  // Only pasting can insert a NUL, which fields cannot show and the database cannot store.
  if (name.includes("\0")) return "A name cannot hold this character.";
  return undefined;
}

/**
 * Lone surrogates, which some old disks have in names, cannot be stored. Names are normalized to
 * the Unicode form that the database stores; macOS uses another one.
 */
export const toStorableName = (name: string) => name.toWellFormed().normalize("NFC");
