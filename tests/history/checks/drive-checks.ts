import type { Content, DriveVersion, FileRow } from "../drive/drive-history.ts";
import type { Decision, History } from "../history.ts";
import { tokensIn } from "../schedule.ts";
import { commitsOf, DriveState } from "./drive-state.ts";
import { checkShares } from "./share-checks.ts";
import type { DriveViolation } from "./violation.ts";

/** All violations of the drive's part of a history; pure. */
export function checkDrive(history: History): DriveViolation[] {
  if (!history.drive) return [];
  const contents = contentsBySize(history);
  return [
    ...checkStored(history, contents),
    ...new Tree(history, contents).check(),
    ...checkEnd(history, contents),
    ...checkShares(history, contents),
  ];
}

/** Maps sizes to contents; every content has a unique size. */
export function contentsBySize({ drive, events }: History): Map<number, Content> {
  const all = events.flatMap((event): Content[] => (event.kind === "content" ? [event] : []));
  return new Map([...(drive?.first ?? []), ...all].map((content) => [content.size, content]));
}

/** Checks that contents were in a row before the interface called them uploaded or saved. */
function checkStored(
  { drive, events }: History,
  contents: ReadonlyMap<number, Content>,
): DriveViolation[] {
  const commits = new Map<string, number>();
  for (const version of drive?.versions ?? []) {
    if (version.place !== "files" && version.place !== "file versions") continue;
    const token = contents.get(Number(version.stored?.size))?.token;
    if (token && !commits.has(token)) commits.set(token, version.at);
  }
  return events.flatMap((event) => {
    if (event.kind !== "stored") return [];
    const at = commits.get(event.token);
    if (at !== undefined && at <= event.at + CLOCK_MS) return [];
    const when = at === undefined ? "never" : `only ${Math.round(at - event.at)} ms later`;
    const text = `${event.token} was uploaded or saved in tab ${event.tab}, but ${when}.`;
    return [{ check: "acknowledged" as const, text }];
  });
}

/** Replays the commits: the changes of files, and whether their contents stay. */
class Tree {
  readonly #versions: readonly DriveVersion[];
  readonly #contents: ReadonlyMap<number, Content>;
  readonly #decisions: { at: number; decision: Decision }[];
  readonly #violations: DriveViolation[] = [];
  /** Number of times each step was done. */
  readonly #steps = new Map<string, number>();
  /** The folders that each file was ever in or trashed with, including itself. */
  readonly #around = new Map<string, Set<string>>();

  constructor({ drive, events }: History, contents: ReadonlyMap<number, Content>) {
    this.#versions = drive?.versions ?? [];
    this.#contents = contents;
    this.#decisions = events.flatMap((event) =>
      event.kind === "decision" ? [{ at: event.at, decision: event.decision }] : [],
    );
  }

  check(): DriveViolation[] {
    let state = new DriveState();
    for (const versions of commitsOf(this.#versions)) {
      const before = state;
      state = before.copy();
      for (const version of versions) state.apply(version);
      const files = new Set(
        versions.flatMap((version) => {
          if (version.place === "files") return [version.id];
          const row = version.place === "file versions" ? version.stored : null;
          return row ? [row.file_id] : [];
        }),
      );
      for (const version of versions) {
        const left = version.place === "file versions" && before.fileVersions.get(version.id);
        if (left) files.add(left.file_id);
      }
      const { commit = 0, at = 0 } = versions[0] ?? {};
      for (const id of files) {
        this.#checkContents(id, before, state, commit);
        this.#checkSteps(id, before, state, { commit, at });
      }
      this.#checkBytes(state, commit);
      this.#checkPlaces(state, commit);
    }
    return this.#violations;
  }

  #report(check: DriveViolation["check"], text: string): void {
    if (!this.#violations.some((one) => one.text.split(" by ")[0] === text.split(" by ")[0]))
      this.#violations.push({ check, text });
  }

  /** Checks that a file keeps all its contents until it is deleted. */
  #checkContents(id: string, before: DriveState, after: DriveState, commit: number): void {
    if (!after.files.has(id)) return;
    const contents = after.contentsOf(id);
    for (const [path, size] of before.contentsOf(id)) {
      if (!contents.has(path))
        this.#report(
          "contents",
          `${this.#name(size)} of file ${id} was dropped by commit ${commit}.`,
        );
    }
  }

  /** Checks that the contents in rows are stored with the rows' sizes. */
  #checkBytes({ files, fileVersions, objects }: DriveState, commit: number): void {
    const named = [
      ...[...files.values()].map(({ storage_object_path: path, size }) => ({ path, size })),
      ...[...files.values()].map(({ thumbnail_path: path }) => ({ path, size: null })),
      ...[...fileVersions.values()].map(({ storage_object_path: path, size }) => ({ path, size })),
    ];
    for (const { path, size } of named) {
      if (path === null) continue;
      const stored = objects.get(path)?.metadata.size;
      if (stored === undefined)
        this.#report("bytes", `${path} is named by a row, but not stored, by commit ${commit}.`);
      else if (size !== null && Number(stored) !== Number(size))
        this.#report(
          "bytes",
          `${path} has ${stored} bytes instead of ${size} by commit ${commit}.`,
        );
    }
  }

  /** Checks that a content is in as many places as the users decided. */
  #checkPlaces({ files, fileVersions }: DriveState, commit: number): void {
    const counts = new Map<string, number>();
    for (const { size } of [...files.values(), ...fileVersions.values()]) {
      const token = this.#contents.get(Number(size))?.token;
      if (token) counts.set(token, (counts.get(token) ?? 0) + 1);
    }
    for (const [token, count] of counts) {
      const decided = this.#decisions.filter(
        ({ decision }) => BRINGS.has(decision.what) && decision.adds?.includes(token),
      ).length;
      if (count > Math.max(1, decided))
        this.#report("contents", `${token} is in ${count} places by commit ${commit}.`);
    }
  }

  #checkSteps(
    id: string,
    before: DriveState,
    after: DriveState,
    commit: { commit: number; at: number },
  ): void {
    const old = before.files.get(id);
    const now = after.files.get(id);
    const around = this.#around.get(id) ?? new Set([id]);
    this.#around.set(id, around);
    for (const state of [before, after]) for (const one of state.withAbove(id)) around.add(one);
    for (const row of [old, now]) if (row?.trashed_with) around.add(row.trashed_with);
    const step = (what: string, ...allowed: Decision["what"][]) =>
      this.#countStep(id, what, commit, ({ what, id: about }) => {
        return allowed.includes(what) && about !== undefined && around.has(about);
      });
    if (!old) {
      if (now) this.#checkAdded(id, now, commit);
      return;
    }
    if (!now) {
      step("deleted", "purge");
      return;
    }
    if (old.trashed_at === null && now.trashed_at !== null) step("trashed", "delete");
    if (old.trashed_at !== null && now.trashed_at === null) step("restored", "restore");
    if (old.name !== now.name) step("renamed", "rename", "restore", "move");
    if (old.parent_id !== now.parent_id) step("moved", "move", "restore", "purge");
    if (old.storage_object_path !== now.storage_object_path)
      this.#checkReplaced(id, before, after, commit);
  }

  #checkAdded(id: string, { size, name }: FileRow, commit: { commit: number; at: number }): void {
    const token = size === null ? tokensIn(name)[0] : this.#contents.get(Number(size))?.token;
    // Files of other parts of the run, or of its start, are ignored.
    if (!token || this.#isFirst(token)) return;
    this.#countStep(token, `added as ${id}`, commit, ({ what, adds, about }) => {
      return (what === "add" || what === "copy") && (adds ?? about ?? []).includes(token);
    });
  }

  #isFirst(token: string): boolean {
    return !this.#decisions.some(
      ({ decision: { what, adds, about } }) =>
        (what === "add" || what === "copy" || what === "replace" || what === "edit") &&
        [...(adds ?? []), ...(about ?? [])].includes(token),
    );
  }

  /**
   * Checks that a content was replaced by an upload, an edit of the previous content, or a version
   * of the file.
   */
  #checkReplaced(
    id: string,
    before: DriveState,
    after: DriveState,
    commit: { commit: number; at: number },
  ): void {
    const [old, now] = [before, after].map((state) => state.files.get(id));
    if (before.contentsOf(id).has(now?.storage_object_path ?? "")) {
      this.#countStep(id, "given a version back", commit, ({ what, id: about }) => {
        return what === "version" && about === id;
      });
      return;
    }
    const content = this.#contents.get(Number(now?.size));
    if (!content) return;
    const { token, tokens } = content;
    const decides = (what: Decision["what"]) => (decision: Decision) =>
      decision.what === what && (decision.adds ?? []).includes(token);
    if (this.#decisions.some(({ decision }) => decides("replace")(decision))) {
      this.#countStep(token, `stored in place of ${id}`, commit, decides("replace"));
      return;
    }
    this.#countStep(token, `saved in ${id}`, commit, decides("edit"));
    const replaced = this.#contents.get(Number(old?.size));
    if (!replaced || tokens.includes(replaced.token)) return;
    const text = `${token} was saved over ${replaced.token}, unseen, by commit ${commit.commit}.`;
    this.#report("contents", text);
  }

  /** Checks that a step is done at most as often as it was decided before. */
  #countStep(
    subject: string,
    what: string,
    { commit, at }: { commit: number; at: number },
    isMeant: (decision: Decision) => boolean,
  ): void {
    const key = `${subject} ${what}`;
    const count = (this.#steps.get(key) ?? 0) + 1;
    this.#steps.set(key, count);
    const decided = this.#decisions.filter(
      (one) => one.at <= at + CLOCK_MS && isMeant(one.decision),
    ).length;
    if (decided >= count) return;
    const text = `${subject} was ${what}, time ${count}, decided ${decided} times, by commit ${commit}.`;
    this.#report("files", text);
  }

  #name(size: number): string {
    return this.#contents.get(Number(size))?.token ?? `A content of ${size} bytes`;
  }
}

/** Decisions that may add a content to one more place. */
const BRINGS: ReadonlySet<Decision["what"]> = new Set(["add", "copy", "edit", "replace"]);

/** Checks the final bytes and quota, and that rows refer to all bytes. */
function checkEnd({ drive }: History, contents: ReadonlyMap<number, Content>): DriveViolation[] {
  if (!drive) return [];
  const { used, objects, blobs, left } = drive.end;
  const found: DriveViolation[] = [];
  const state = new DriveState();
  for (const version of drive.versions) state.apply(version);
  const byId = new Map(blobs.map((blob) => [blob.id, blob]));
  for (const { path, size, blob } of objects) {
    const bytes = byId.get(blob);
    const expected = contents.get(size);
    if (bytes?.size !== size)
      found.push({ check: "bytes", text: `${path} has ${bytes?.size ?? "no"} bytes of ${size}.` });
    else if (expected && bytes.digest !== expected.digest)
      found.push({ check: "bytes", text: `${path} has other bytes than ${expected.token}.` });
  }
  const named = new Set(
    [...state.files.values()].flatMap((row) => [row.storage_object_path, row.thumbnail_path]),
  );
  for (const { storage_object_path } of state.fileVersions.values()) named.add(storage_object_path);
  const paths = new Set(objects.map(({ path }) => path));
  for (const path of named) {
    if (path !== null && !paths.has(path))
      found.push({ check: "bytes", text: `${path} is named by a row, but not stored in the end.` });
  }
  const orphans = [
    ...[...paths].filter((path) => !named.has(path)).map((path) => `No row names ${path}.`),
    ...blobs
      .filter(({ id }) => objects.every(({ blob }) => blob !== id))
      .map(({ id, size }) => `No object has the blob ${id} of ${size} bytes.`),
    ...left,
  ];
  found.push(...orphans.map((text) => ({ check: "orphans" as const, text })));
  const stored = blobs.reduce((sum, { size }) => sum + size, 0);
  if (used !== stored)
    found.push({ check: "quota", text: `${used} bytes are called used, ${stored} are stored.` });
  return found;
}

/** Milliseconds by which two clocks on this machine may be rounded differently. */
const CLOCK_MS = 2;
