import type {
  DriveVersion,
  FileRow,
  FileVersionRow,
  LinkRow,
  ObjectRow,
  SeenEntry,
} from "../drive/drive-history.ts";

/** The rows of the drive after a commit. */
export class DriveState {
  readonly files = new Map<string, FileRow>();
  readonly fileVersions = new Map<string, FileVersionRow>();
  /** Objects of the drive's bucket, by path. */
  readonly objects = new Map<string, ObjectRow>();
  readonly links = new Map<string, LinkRow>();

  copy(): DriveState {
    const copy = new DriveState();
    for (const [id, row] of this.files) copy.files.set(id, row);
    for (const [id, row] of this.fileVersions) copy.fileVersions.set(id, row);
    for (const [path, row] of this.objects) copy.objects.set(path, row);
    for (const [id, row] of this.links) copy.links.set(id, row);
    for (const [id, path] of this.#paths) copy.#paths.set(id, path);
    return copy;
  }

  apply(version: DriveVersion): void {
    if (version.place === "files") set(this.files, version.id, version.stored);
    else if (version.place === "file versions") set(this.fileVersions, version.id, version.stored);
    else if (version.place === "links") set(this.links, version.id, version.stored);
    else this.#applyObject(version);
  }

  readonly #paths = new Map<string, string>();

  #applyObject({ id, stored }: Extract<DriveVersion, { place: "objects" }>): void {
    const path = this.#paths.get(id);
    if (path !== undefined) this.objects.delete(path);
    if (stored?.bucket_id !== "workspace-files") return;
    this.#paths.set(id, stored.name);
    this.objects.set(stored.name, stored);
  }

  /** The current and replaced contents of a file: paths with their sizes. */
  contentsOf(id: string): Map<string, number> {
    const { storage_object_path: path = null, size } = this.files.get(id) ?? {};
    const contents = new Map<string, number>();
    if (path !== null) contents.set(path, size ?? 0);
    for (const version of this.fileVersions.values()) {
      if (version.file_id === id) contents.set(version.storage_object_path, version.size);
    }
    return contents;
  }

  /** A file or folder, and the folders above it. */
  withAbove(id: string): string[] {
    const ids: string[] = [];
    for (let at: string | null = id; at !== null && !ids.includes(at); ) {
      ids.push(at);
      at = this.files.get(at)?.parent_id ?? null;
    }
    return ids;
  }

  /** Whether a link with this hash is valid. */
  isOpen(hash: string): boolean {
    const file = this.#sharedBy(hash);
    return (
      file !== null && this.withAbove(file).every((id) => this.files.get(id)?.trashed_at === null)
    );
  }

  /** Entries that a link shows. */
  entriesOf(hash: string): SeenEntry[] {
    const root = this.#sharedBy(hash);
    return [...this.files].flatMap(([id, { name, size, parent_id, trashed_at }]) => {
      if (root === null || trashed_at !== null || !this.withAbove(id).includes(root)) return [];
      return [{ id, parent: id === root ? null : parent_id, name, size }];
    });
  }

  #sharedBy(hash: string): string | null {
    const link = [...this.links.values()].find(({ token_hash }) => token_hash === hash);
    return link?.file_id ?? null;
  }
}

function set<Row>(rows: Map<string, Row>, id: string, row: Row | null): void {
  if (row) rows.set(id, row);
  else rows.delete(id);
}

/** The commits of a history in order. */
export function commitsOf(versions: readonly DriveVersion[]): DriveVersion[][] {
  const commits: DriveVersion[][] = [];
  for (const version of versions) {
    if (commits.at(-1)?.[0]?.commit === version.commit) commits.at(-1)?.push(version);
    else commits.push([version]);
  }
  return commits;
}
