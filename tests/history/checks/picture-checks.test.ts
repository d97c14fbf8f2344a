import { describe, expect, it } from "vitest";
import type { Event, StoredRow } from "../history.ts";
import type { Pictures } from "../note-events.ts";
import { type Change, decided, found, history } from "./history.fixture.ts";

const FILE = "00000000-0000-4000-8000-000000000001";
const TOKEN = "k1s1z";

const note = (content: string): StoredRow => ({ title: "", content });
const PICTURE = note(`<img data-file="${FILE}" alt="${TOKEN}" width="4" height="4"><p></p>`);

const version = <Row>(commit: number, id: string, stored: Row) => ({
  commit,
  at: commit * 10,
  id,
  stored,
});
const use = (commit: number, unused_since: string | null, id = "n") =>
  version(commit, `${id} ${FILE}`, { note_id: id, file_id: FILE, unused_since });
const file = (commit: number, trashed_at: string | null) => version(commit, FILE, { trashed_at });

const all = (pictures: Partial<Pictures>): Pictures => ({
  files: [],
  uses: [],
  problems: {},
  ...pictures,
});

describe("the list of pictures in use", () => {
  const commits: Change[][] = [[["notes", "n", PICTURE]], [["notes", "n", note("")]]];
  const events = [decided({ what: "replace", removes: [TOKEN] }, 1)];
  const check = (...uses: Pictures["uses"]) =>
    found(history({ commits, events, pictures: all({ uses }) }));

  it("the list of pictures in use is correct after each commit", () => {
    expect(check(use(1, null), use(2, "now"))).toEqual([]);
    expect(check()).toEqual(["pictures"]);
    expect(check(use(1, null))).toEqual(["pictures"]);
    expect(check(use(1, null), use(2, "now"), use(3, null))).toEqual(["pictures"]);
  });

  it("the list of pictures in use has the pictures of deleted notes", () => {
    const deleted: Change[] = [
      ["notes", "n", null],
      ["trash", "n", PICTURE],
    ];
    const decisions = [decided({ what: "delete", id: "n" }, 1)];
    const one = { commits: [[["notes", "n", PICTURE]] as Change[], deleted], events: decisions };
    expect(found(history({ ...one, pictures: all({ uses: [use(1, null)] }) }))).toEqual([]);
    const forgotten = [use(1, null), use(2, "now")];
    expect(found(history({ ...one, pictures: all({ uses: forgotten }) }))).toEqual(["pictures"]);
  });
});

describe("the file of a picture", () => {
  const commits: Change[][] = [[["notes", "n", PICTURE]]];
  const uses = [use(1, null)];
  const put: Event = { kind: "picture", at: 1, tab: "0.0", note: "n", token: TOKEN };
  const check = (pictures: Partial<Pictures>, ...events: Event[]) =>
    found(history({ commits, events, pictures: all({ uses, ...pictures }) }));

  it("the file of a picture is not in the trash while a note uses it", () => {
    expect(check({ files: [file(1, null)] })).toEqual([]);
    expect(check({ files: [file(1, null), file(2, "now")] })).toEqual(["pictures"]);
    expect(check({ files: [version(1, FILE, null) as never] })).toEqual(["pictures"]);
  });

  it("the file of a picture has its bytes at the end, unless its device lost them", () => {
    const missing = { problems: { [FILE]: "missing" as const } };
    const evicted = (tab: string, at = 2): Event => ({ kind: "evicted", at, tab });
    expect(check(missing, put)).toEqual(["pictures"]);
    expect(check(missing, put, evicted("0.1"))).toEqual([]);
    expect(check(missing, put, evicted("1.0"))).toEqual(["pictures"]);
    expect(check(missing, evicted("0.0", 0), put)).toEqual(["pictures"]);
    // An imported picture is stored before its note.
    expect(check(missing, evicted("0.0"))).toEqual(["pictures"]);
    const purged = decided({ what: "purge", id: FILE }, 2);
    expect(check(missing, put, purged)).toEqual([]);
    const damaged = { problems: { [FILE]: "other bytes" as const } };
    expect(check(damaged, put, evicted("0.1"))).toEqual(["pictures"]);
  });
});
