import { describe, expect, it } from "vitest";
import type { RestoreOutcome, RestoreState } from "../../../../shared/restore.ts";
import { type RestoreRequests, runRestore } from "./run-restore.ts";

const done: RestoreOutcome = { state: "done", rows: 3, files: 1, problems: [], owner: "me@x.test" };
const damaged: RestoreOutcome = {
  state: "failed",
  code: "archive_refused",
  message: "The archive is damaged.",
};
const progress = { rows: 1, files: 0, fileBytes: 0, total: { rows: 3, files: 1, fileBytes: 9 } };

/** A host that answers the upload with this outcome. Its clock advances only during pauses. */
function hostWith(answer: RestoreOutcome | "silent" | "broken", states: (RestoreState | Error)[]) {
  let now = 0;
  let aborted = false;
  const requests: RestoreRequests = {
    send: (_id, { signal }) =>
      new Promise((resolve, reject) => {
        if (answer === "broken") reject(new Error("The connection was lost."));
        else if (answer !== "silent") resolve(answer);
        signal.addEventListener("abort", () => {
          aborted = true;
          reject(signal.reason);
        });
      }),
    async getState() {
      const state = (states.length > 1 ? states.shift() : states[0]) ?? { state: "unknown" };
      if (state instanceof Error) throw state;
      return state;
    },
    async pause(milliseconds) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      now += milliseconds;
    },
    now: () => now,
  };
  return { requests, wasAborted: () => aborted };
}

function listen(signal = new AbortController().signal) {
  const seen: unknown[] = [];
  return { signal, seen, onSent: () => {}, onProgress: (found: unknown) => seen.push(found) };
}

describe("a restore", () => {
  it("a restore ends with the host's answer", async () => {
    expect(await runRestore(hostWith(done, []).requests, listen())).toEqual(done);
  });

  it("a restore stops sending an archive that the host has refused midway", async () => {
    const host = hostWith("silent", [{ state: "restoring", progress }, damaged]);
    const listeners = listen();
    expect(await runRestore(host.requests, listeners)).toEqual(damaged);
    expect(listeners.seen).toEqual([progress]);
    expect(host.wasAborted()).toBe(true);
  });

  it("a restore learns the outcome after the connection broke", async () => {
    const host = hostWith("broken", [new Error("offline"), { state: "restoring", progress }, done]);
    expect(await runRestore(host.requests, listen())).toEqual(done);
  });

  it.each<[string, RestoreState | Error]>([
    ["the host does not answer", new Error("offline")],
    ["the host knows nothing of it", { state: "unknown" }],
    ["it makes no progress", { state: "restoring", progress }],
  ])("a restore gives up after a lost connection when %s", async (_case, state) => {
    const outcome = await runRestore(hostWith("broken", [state]).requests, listen());
    expect(outcome).toMatchObject({ state: "failed", code: "connection_lost" });
  });

  it("a restore that is canceled too late is completed", async () => {
    const abort = new AbortController();
    const host = hostWith("silent", [{ state: "restoring", progress }, done]);
    const running = runRestore(host.requests, listen(abort.signal));
    abort.abort();
    expect(await running).toEqual(done);
    expect(host.wasAborted()).toBe(true);
  });
});
