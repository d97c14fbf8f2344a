import { describe, expect, it } from "vitest";
import type {
  DriveEnd,
  DriveHistory,
  DriveVersion,
  FileRow,
  Visit,
} from "../drive/drive-history.ts";
import type { Decision, Event, History } from "../history.ts";
import { checkDrive } from "./drive-checks.ts";

/** A history whose n-th commit is at 10,000 times n milliseconds. */
function history({
  commits,
  events = [],
  end = {},
}: {
  commits: Change[][];
  events?: Event[];
  end?: Partial<DriveEnd>;
}): History {
  const versions = commits.flatMap((changes, index) =>
    changes.map(([place, id, stored]) => {
      return { place, id, stored, commit: index + 1, at: at(index + 1) } as DriveVersion;
    }),
  );
  const all = { used: 0, objects: [], blobs: [], left: [], ...end };
  const drive: DriveHistory = { versions, first: [], end: all };
  const nothing = { notes: [], board: [] };
  return { first: [], versions: [], events, stored: nothing, shown: {}, restless: [], drive };
}

type Change = [place: DriveVersion["place"], id: string, stored: object | null];

const at = (commit: number) => commit * 10_000;

const found = (one: History) => checkDrive(one).map(({ check }) => check);

/** The sizes of contents A and B. */
const SIZE = { A: 100, B: 200 };
type Name = keyof typeof SIZE;

const file = (content: Name | null, rest: Partial<FileRow> = {}): FileRow => ({
  name: content ? "a.txt" : "folder",
  is_folder: content === null,
  parent_id: null,
  storage_object_path: content && `u/${content}`,
  thumbnail_path: null,
  size: content && SIZE[content],
  trashed_at: null,
  trashed_with: null,
  ...rest,
});
const kept = (content: Name) => ({
  file_id: "f",
  storage_object_path: `u/${content}`,
  size: SIZE[content],
});
const object = (content: Name, size = SIZE[content]): Change => [
  "objects",
  `o${content}`,
  { bucket_id: "workspace-files", name: `u/${content}`, metadata: { size } },
];
const link = { file_id: "f", token_hash: "hash" };

/** B contains A, like an edited text. */
const content = (token: Name, tokens: Name[] = [token]): Event => {
  return { kind: "content", at: 1, tab: "0.0", token, size: SIZE[token], digest: token, tokens };
};
const stored = (token: string, when: number): Event => {
  return { kind: "stored", at: when, tab: "0.0", token };
};
const decided = (decision: Decision, when = 1): Event => {
  return { kind: "decision", at: when, tab: "0.0", decision };
};
const added = (token: Name) => [content(token), decided({ what: "add", adds: [token] })];

const A: Change[] = [object("A"), ["files", "f", file("A")]];
const REPLACED: Change[] = [
  object("B"),
  ["files", "f", file("B")],
  ["file versions", "v", kept("A")],
];
/** The final state of a drive after correct commits. */
const endOf = (...names: Name[]): DriveEnd => ({
  used: names.reduce((sum, name) => sum + SIZE[name], 0),
  objects: names.map((name) => ({ path: `u/${name}`, size: SIZE[name], blob: name })),
  blobs: names.map((name) => ({ id: name, size: SIZE[name], digest: name })),
  left: [],
});

describe("a content that is called uploaded or saved", () => {
  it("a content was in a row before it was reported as uploaded or saved", () => {
    const end = endOf("A");
    const events = [...added("A"), stored("A", at(1) + 1)];
    expect(found(history({ commits: [A], events, end }))).toEqual([]);
    const early = [...added("A"), stored("A", at(1) - 10)];
    expect(found(history({ commits: [A], events: early, end }))).toEqual(["acknowledged"]);
    expect(found(history({ commits: [], events }))).toEqual(["acknowledged"]);
  });

  it("a content that was reported as uploaded or saved stays as a version until its file is deleted", () => {
    const replacing = [...added("A"), content("B"), decided({ what: "replace", adds: ["B"] })];
    const end = endOf("A", "B");
    const commits = [A, REPLACED];
    expect(found(history({ commits, events: replacing, end }))).toEqual([]);
    const lost = [A, REPLACED.slice(0, 2)];
    expect(found(history({ commits: lost, events: replacing, end: endOf("B") }))).toEqual([
      "contents",
    ]);
    const dropped: Change[] = [["file versions", "v", null]];
    const purged: Change[] = [["files", "f", null], ...dropped];
    const later = { commits: [...commits, dropped], events: replacing, end: endOf("B") };
    expect(found(history(later))).toEqual(["contents"]);
    const purge = decided({ what: "purge", id: "f" });
    const gone = { commits: [...commits, purged], events: [...replacing, purge] };
    expect(found(history(gone))).toEqual([]);
    expect(found(history({ ...gone, events: replacing }))).toEqual(["files"]);
  });

  it("a version becomes the content again only by a user's decision", () => {
    const events = [...added("A"), content("B"), decided({ what: "replace", adds: ["B"] })];
    const restored: Change[] = [
      ["files", "f", file("A")],
      ["file versions", "v", null],
      ["file versions", "w", kept("B")],
    ];
    const commits = [A, REPLACED, restored];
    const end = endOf("A", "B");
    expect(found(history({ commits, events, end }))).toEqual(["files"]);
    const restoring = decided({ what: "version", id: "f" });
    expect(found(history({ commits, events: [...events, restoring], end }))).toEqual([]);
  });

  it("a content that was reported as uploaded or saved is in exactly one place", () => {
    const copied: Change[] = [["files", "g", { ...file("A"), name: "b.txt" }]];
    const events = added("A");
    const end = endOf("A");
    expect(found(history({ commits: [A, copied], events, end }))).toEqual(["contents"]);
    const copying = decided({ what: "copy", adds: ["A"] });
    expect(found(history({ commits: [A, copied], events: [...events, copying], end }))).toEqual([]);
  });
});

describe("an edited text", () => {
  it("an edited text replaces only a content that was seen", () => {
    const commits = [A, REPLACED];
    const end = endOf("A", "B");
    const edit = decided({ what: "edit", adds: ["B"] });
    const seen = [...added("A"), content("B", ["A", "B"]), edit];
    expect(found(history({ commits, events: seen, end }))).toEqual([]);
    const unseen = [...added("A"), content("B"), edit];
    expect(found(history({ commits, events: unseen, end }))).toEqual(["contents"]);
  });
});

describe("a file", () => {
  const end = endOf("A");
  const changed = (rest: Partial<FileRow>): Change[] => [["files", "f", file("A", rest)]];

  it("a file goes to the trash and back, and changes its name and place, by decisions", () => {
    const steps: [Partial<FileRow>, Decision["what"]][] = [
      [{ trashed_at: "now" }, "delete"],
      [{ name: "b.txt" }, "rename"],
      [{ parent_id: "folder" }, "move"],
    ];
    for (const [rest, what] of steps) {
      const commits = [A, changed(rest)];
      expect(found(history({ commits, events: added("A"), end }))).toEqual(["files"]);
      const decision = decided({ what, id: "f" });
      expect(found(history({ commits, events: [...added("A"), decision], end }))).toEqual([]);
      const late = decided({ what, id: "f" }, at(3));
      expect(found(history({ commits, events: [...added("A"), late], end }))).toEqual(["files"]);
    }
  });

  it("a file goes to the trash with its folder", () => {
    const folder: Change = ["files", "d", file(null)];
    const inside: Change = ["files", "f", file("A", { parent_id: "d" })];
    const trashed: Change[] = [
      ["files", "d", file(null, { trashed_at: "now" })],
      ["files", "f", file("A", { parent_id: "d", trashed_at: "now", trashed_with: "d" })],
    ];
    const commits = [[folder, object("A"), inside], trashed];
    const events = [...added("A"), decided({ what: "delete", id: "d" })];
    expect(found(history({ commits, events, end }))).toEqual([]);
  });
});

describe("bytes", () => {
  it("bytes are stored in the row's size when a row names them", () => {
    const row = A.slice(1);
    const events = added("A");
    const end = endOf("A");
    expect(found(history({ commits: [row, [object("A")]], events, end }))).toEqual(["bytes"]);
    const half: Change[] = [object("A", 50), ...row];
    expect(found(history({ commits: [half], events, end }))).toEqual(["bytes"]);
    expect(found(history({ commits: [[object("A")], row], events, end }))).toEqual([]);
  });

  it("the bytes on the disk are correct at the end", () => {
    const once = { commits: [A], events: added("A") };
    const end = endOf("A");
    const other = { ...end, blobs: [{ id: "A", size: 100, digest: "other" }] };
    expect(found(history({ ...once, end: other }))).toEqual(["bytes"]);
    expect(found(history({ ...once, end: { ...end, blobs: [] } }))).toEqual(["bytes", "quota"]);
    expect(found(history({ ...once, end: {} }))).toEqual(["bytes"]);
  });

  it("bytes count exactly as used space, and none are left without a row", () => {
    const once = { commits: [A], events: added("A") };
    const end = endOf("A");
    expect(found(history({ ...once, end: { ...end, used: 99 } }))).toEqual(["quota"]);
    expect(found(history({ ...once, end: endOf("A", "B") }))).toEqual(["orphans"]);
    const blobs = [...end.blobs, { id: "x", size: 1, digest: "x" }];
    expect(found(history({ ...once, end: { ...end, used: 101, blobs } }))).toEqual(["orphans"]);
    expect(found(history({ ...once, end: { ...end, left: ["A reservation."] } }))).toEqual([
      "orphans",
    ]);
  });
});

describe("a link", () => {
  const shared: Change[] = [["links", "l", link]];
  const end = endOf("A");
  const root = { id: "f", parent: null, name: "a.txt", size: SIZE.A };
  const visited = (when: number, visit: Partial<Visit> = {}): Event => ({
    kind: "visited",
    at: when,
    tab: "0.0",
    hash: "hash",
    from: when - 10,
    entries: [root],
    signed: ["f"],
    served: [{ id: "f", size: SIZE.A, digest: "A" }],
    kept: ["f"],
    ...visit,
  });
  const one = (commits: Change[][], ...events: Event[]) =>
    found(history({ commits: [A, shared, ...commits], events: [...added("A"), ...events], end }));
  const REFUSED = { entries: null, signed: [], served: [], kept: [] };

  it("a link opens its file with exactly its bytes, and nothing else", () => {
    expect(one([], visited(at(2) + 5_000))).toEqual([]);
    expect(one([], visited(at(2) + 5_000, REFUSED))).toEqual(["shares"]);
    const visits: Partial<Visit>[] = [
      { served: [{ id: "f", size: SIZE.A, digest: "other" }] },
      { served: [{ id: "f", size: 1, digest: "A" }] },
      { signed: ["f", "g"] },
      { entries: [root, { ...root, id: "g" }] },
      { kept: ["g"] },
    ];
    for (const visit of visits) expect(one([], visited(at(2) + 5_000, visit))).toEqual(["shares"]);
  });

  it("a link is refused before its creation, while its file is in the trash, and once it is revoked", () => {
    expect(one([], visited(at(1)))).toEqual(["shares"]);
    const trash: Change[] = [["files", "f", file("A", { trashed_at: "now" })]];
    const trashing = decided({ what: "delete", id: "f" });
    expect(one([trash], trashing, visited(at(3) + 5_000))).toEqual(["shares"]);
    expect(one([trash], trashing, visited(at(3) + 5_000, REFUSED))).toEqual([]);
    // The commit may have become visible a little later.
    expect(one([trash], trashing, visited(at(3) + 500))).toEqual([]);
    const revoked: Change[] = [["links", "l", null]];
    const revoking = decided({ what: "unshare", id: "f" });
    expect(one([revoked], revoking, visited(at(3) + 5_000))).toEqual(["shares"]);
    expect(one([revoked], revoking, visited(at(3) + 5_000, REFUSED))).toEqual([]);
    const kept = { ...REFUSED, kept: ["f"] };
    expect(one([revoked], revoking, visited(at(3) + 5_000, kept))).toEqual(["shares"]);
    expect(one([revoked])).toEqual(["shares"]);
  });

  it("a link is refused once the interface no longer shows it", () => {
    const linked: Event = { kind: "linked", at: at(2) + 1, tab: "0.0", file: "f", hash: "hash" };
    const unlinked = (from: number): Event => {
      return { kind: "unlinked", at: at(2) + 9, tab: "0.0", file: "f", from };
    };
    expect(one([], linked, unlinked(at(2) + 2), visited(at(2) + 5_000))).toEqual(["shares"]);
    // The visit may have happened after the list of revoked links was read.
    expect(one([], linked, unlinked(at(2)), visited(at(2) + 5_000))).toEqual([]);
    expect(one([], linked, visited(at(2) + 5_000))).toEqual([]);
    expect(one([], { ...linked, hash: "other" })).toEqual(["shares"]);
  });
});
