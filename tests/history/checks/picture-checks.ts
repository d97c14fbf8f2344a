import { deviceOf, type Event, type History, PICTURE, type Version } from "../history.ts";
import { commitsOf } from "../versions.ts";
import type { Violation } from "./violation.ts";

/** The pictures in a text, with the tokens in their alternative texts. */
export const picturesIn = (content: string) =>
  [...content.matchAll(PICTURE)].map(([, file = "", token = ""]) => ({ file, token }));

/**
 * Checks that the list of used files is right after every commit, that no used file is moved to the
 * drive's trash, and that finally every picture has its bytes, unless its device lost its storage
 * before it could send them.
 */
export function checkPictures({ versions, events, pictures }: History): Violation[] {
  if (!pictures) return [];
  const found: string[] = [];
  const notes = new Map<string, Map<string, string>>();
  const used = new Map<string, Set<string>>();
  const trashed = new Set<string>();
  const all = [
    ...versions.map((one) => ({ ...one, kind: "note" as const })),
    ...pictures.uses.map((one) => ({ ...one, kind: "use" as const })),
    ...pictures.files.map((one) => ({ ...one, kind: "file" as const })),
  ].sort((one, other) => one.commit - other.commit);
  for (const { commit, changes } of commitsOf(all)) {
    const touched = new Set<string>();
    const gone: string[] = [];
    for (const change of changes) {
      if (change.kind === "note") {
        if (!isNote(change)) continue;
        const places = notes.get(change.id) ?? new Map<string, string>();
        notes.set(change.id, places);
        if (change.stored) places.set(change.place, change.stored.content ?? "");
        else places.delete(change.place);
        touched.add(change.id);
      } else if (change.kind === "use") {
        const [note = "", file = ""] = change.id.split(" ");
        const files = used.get(note) ?? new Set<string>();
        used.set(note, files);
        if (change.stored?.unused_since === null) files.add(file);
        else files.delete(file);
        touched.add(note);
      } else {
        const isTrashed = change.stored?.trashed_at !== null;
        if (isTrashed && !trashed.has(change.id)) gone.push(change.id);
        if (isTrashed) trashed.add(change.id);
        else trashed.delete(change.id);
      }
    }
    const namedBy = (note: string) =>
      new Set([...(notes.get(note)?.values() ?? [])].flatMap(picturesIn).map(({ file }) => file));
    for (const note of touched) {
      const [named, listed] = [namedBy(note), used.get(note) ?? new Set<string>()];
      if ([...named].sort().join() === [...listed].sort().join()) continue;
      const lists = `names ${[...named].join() || "none"}, listed are ${[...listed].join() || "none"}`;
      found.push(`Note ${note} ${lists} after commit ${commit}.`);
    }
    for (const file of gone) {
      const users = [...notes.keys()].filter((note) => namedBy(note).has(file));
      if (users.length === 0) continue;
      found.push(`Picture ${file} went to the trash by commit ${commit}, used by ${users.join()}.`);
    }
  }
  const named = [...notes.values()].flatMap((places) => [...places.values()].flatMap(picturesIn));
  for (const [file, token] of new Map(named.map((one) => [one.file, one.token]))) {
    const problem = pictures.problems[file];
    if (!problem || (problem === "missing" && isExcused(token, file, events))) continue;
    found.push(`Picture ${token} (${file}) is in a note, but its file has ${problem}.`);
  }
  return found.map((text) => ({ check: "pictures", text }));
}

const isNote = ({ place }: Version) => place === "notes" || place === "trash";

/** Whether the picture's device lost its storage later, or a user deleted its file. */
function isExcused(token: string, file: string, events: readonly Event[]): boolean {
  const at = events.findIndex((event) => event.kind === "picture" && event.token === token);
  const device = deviceOf(events[at]?.tab ?? "");
  return events.some(
    (other, index) =>
      (other.kind === "evicted" && at >= 0 && index > at && deviceOf(other.tab) === device) ||
      (other.kind === "decision" && other.decision.what === "purge" && other.decision.id === file),
  );
}
