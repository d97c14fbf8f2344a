import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  newJob,
  reduceUpload,
  toDate,
  type UploadEvent,
  type UploadJob,
  type UploadState,
} from "./upload-machine.ts";

const FILE = new File(["1234"], "a.txt", { lastModified: 1 });

const states: Record<UploadState["kind"], UploadState> = {
  waiting: { kind: "waiting" },
  asking: { kind: "asking", takenByFolder: false },
  sending: { kind: "sending" },
  offline: { kind: "offline" },
  failed: { kind: "failed", message: "The disk is full." },
  "file-needed": { kind: "file-needed" },
  done: { kind: "done" },
};

const events: { [Type in UploadEvent["type"]]: Extract<UploadEvent, { type: Type }> } = {
  started: { type: "started" },
  conflicted: { type: "conflicted", takenByFolder: true },
  answered: { type: "answered", choice: "both" },
  named: { type: "named", name: "a (1).txt", replaces: null },
  unreserved: { type: "unreserved" },
  reserved: { type: "reserved", path: "user/a.txt" },
  progressed: { type: "progressed", sent: 2 },
  resumable: { type: "resumable", resumeUrl: "https://storage.test/1" },
  stored: { type: "stored" },
  completed: { type: "completed" },
  "name-lost": { type: "name-lost" },
  disconnected: { type: "disconnected" },
  failed: { type: "failed", message: "Refused." },
  retried: { type: "retried" },
  reconnected: { type: "reconnected" },
  "file-chosen": { type: "file-chosen", file: FILE },
};

function jobIn(kind: UploadState["kind"]): UploadJob {
  const job = newJob("1", { folders: [], file: FILE }, null);
  const hasFile = kind !== "file-needed" && kind !== "done";
  return { ...job, state: states[kind], file: hasFile ? FILE : null };
}

/** The next state for each event, one column per state; `-` means that the event does not apply. */
const COLUMNS = Object.keys(states) as UploadState["kind"][];
const TABLE: Record<UploadEvent["type"], string> = {
  started: "sending - - - - - -",
  conflicted: "asking asking asking - - - -",
  answered: "- waiting - - - - -",
  named: "waiting asking sending - - - -",
  unreserved: "waiting asking sending - - - -",
  reserved: "waiting asking sending - - - -",
  progressed: "waiting asking sending - - - -",
  resumable: "waiting asking sending - - - -",
  stored: "waiting asking sending - - - -",
  completed: "done done done - - - -",
  "name-lost": "waiting waiting waiting - - - -",
  disconnected: "offline offline offline - - - -",
  failed: "failed failed failed - - - -",
  retried: "- - - - waiting - -",
  reconnected: "- - - waiting - - -",
  "file-chosen": "- - - - - waiting -",
};

describe("the state of an upload", () => {
  const rows = Object.entries(TABLE).flatMap(([type, cells]) =>
    COLUMNS.map((from, index) => [type, from, cells.split(" ")[index]] as const),
  );
  it.each(rows)("the state of an upload after %s in %s is %s", (type, from, to) => {
    const job = jobIn(from);
    const next = reduceUpload(job, events[type as UploadEvent["type"]]);
    if (to === "-") expect(next).toBe(job);
    else expect(next.state.kind).toBe(to);
  });
});

describe("an upload's progress", () => {
  it.each<[UploadEvent["type"], Partial<UploadJob>]>([
    ["conflicted", { state: { kind: "asking", takenByFolder: true } }],
    ["named", { name: "a (1).txt", replaces: null, named: true }],
    ["unreserved", { path: null, resumeUrl: null, stored: false, sent: 0 }],
    ["reserved", { path: "user/a.txt" }],
    ["progressed", { sent: 2 }],
    ["resumable", { resumeUrl: "https://storage.test/1" }],
    ["stored", { stored: true, sent: 4 }],
    ["completed", { file: null, sent: 4 }],
    ["name-lost", { named: false, replaces: null, choice: null }],
    ["failed", { state: { kind: "failed", message: "Refused." } }],
  ])("an upload's progress records %s and changes nothing else", (type, change) => {
    const job: UploadJob = {
      ...jobIn("sending"),
      ...{ path: "user/old.txt", resumeUrl: "https://storage.test/0", sent: 3 },
      ...{ named: true, replaces: "2", choice: "replace" },
    };
    const next = reduceUpload(job, events[type]);
    expect(next).toEqual({ ...job, state: next.state, ...change });
  });

  it("an upload's progress keeps the answer to a conflict, and the file chosen again", () => {
    expect(reduceUpload(jobIn("asking"), events.answered).choice).toBe("both");
    expect(reduceUpload(jobIn("file-needed"), events["file-chosen"]).file).toBe(FILE);
  });
});

describe("any order of events", () => {
  const start = fc.constantFrom<UploadState["kind"]>("waiting", "file-needed");
  const order = fc.array(fc.constantFrom(...Object.values(events)), { maxLength: 40 });
  const check = (property: (job: UploadJob, order: UploadEvent[]) => void) =>
    fc.assert(fc.property(start, order, (kind, events) => property(jobIn(kind), events)));

  it("no order of events changes a completed upload or the given job", () =>
    check((first, order) => {
      let job = Object.freeze(first);
      for (const event of order) {
        const next = Object.freeze(reduceUpload(job, event));
        if (job.state.kind === "done") expect(next).toBe(job);
        job = next;
      }
    }));

  it("an upload has a file to send exactly while it is neither completed nor missing its file", () =>
    check((first, order) => {
      const job = order.reduce(reduceUpload, first);
      expect(job.file === null).toBe(["done", "file-needed"].includes(job.state.kind));
    }));

  it("after any order of events every upload can still be completed", () => {
    const types = ["file-chosen", "reconnected", "retried", "answered", "started", "completed"];
    const finish = types.map((type) => events[type as UploadEvent["type"]]);
    check((first, order) => {
      const job = [...order, ...finish].reduce(reduceUpload, first);
      expect(job.state.kind).toBe("done");
      expect(job.sent).toBe(job.size);
    });
  });
});

it.each([
  [Date.UTC(2019, 4, 4, 10, 20, 30), "2019-05-04T10:20:30.000Z"],
  [1, "1970-01-01T00:00:00.001Z"],
  [0, null],
  [-1, null],
  [Number.NaN, null],
  [Date.UTC(9999, 11, 31), "9999-12-31T00:00:00.000Z"],
  [Date.UTC(10_000, 0), null],
])("a file's date %s is stored as %s", (time, date) => {
  expect(toDate(time)).toBe(date);
});
