/** As the database counts: characters, not UTF-16 units. */
const LONGEST_NAME = 255;

/** A name without what would come after its last dot, and that with its dot; a leading dot is part of the name. */
export function splitName(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf(".");
  return dot > 0
    ? { stem: name.slice(0, dot), extension: name.slice(dot) }
    : { stem: name, extension: "" };
}

/** The first of `name (1).txt`, `name (2).txt`… that is free and not too long. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  const { stem, extension } = splitName(name);
  for (let number = 1; ; number += 1) {
    const end = ` (${number})${extension}`;
    const candidate = [...stem].slice(0, LONGEST_NAME - [...end].length).join("") + end;
    if (!isTaken(candidate)) return candidate;
  }
}

/** Said when a name is taken; the database's own words name a constraint. */
export const takenText = (name: string) => `There is already “${name}” in this folder.`;

/** What is wrong with a name somebody typed, in words; nothing when it can be used. */
export function nameProblem(name: string, what: "Folder" | "File"): string | undefined {
  if (name.trim() === "") return `${what} name is required.`;
  if ([...name].length > LONGEST_NAME) return `A name has at most ${LONGEST_NAME} characters.`;
  if (name === "." || name === "..") return `Nothing can be called “${name}”.`;
  // Only pasting brings one; a field cannot show it, and the database cannot hold it.
  if (name.includes("\0")) return "A name cannot hold this character.";
  return undefined;
}

/** A name as it can be kept: half characters cannot be stored, and some old disks have names with them. */
export const stored = (name: string) => name.toWellFormed();
