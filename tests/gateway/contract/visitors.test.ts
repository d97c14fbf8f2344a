import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type ContractTarget, startContractTarget } from "../../support/contract-target.ts";
import { openNewConnections } from "../../support/databases/open-new-connections.ts";
import { addRow } from "../../support/drive-client.ts";
import {
  answersOf,
  type Door,
  SEVERAL,
  severalChanges,
  singleChanges,
} from "../../support/hostile-doors.ts";

const FILES = "workspace-files";

let target: ContractTarget;
/** Three links: one shows a folder, one shows it with a password, one receives files. */
let links: { open: string; closed: string; inbox: string };
let file: string;
let path: string;

beforeAll(async () => {
  target = await startContractTarget({ FOYER_TRUST_PROXY: "on" });
  const { client, id: user_id } = target.workspace;
  const folder = { user_id, name: `links ${randomUUID()}`, is_folder: true };
  const made = await client.from("workspace_files").insert(folder).select("id").single();
  path = `${user_id}/${randomUUID()}`;
  const stored = await client.storage.from(FILES).upload(path, "text");
  expect([made.error, stored.error]).toEqual([null, null]);
  const row = { user_id, name: "a.txt", storage_object_path: path, size: 4 };
  file = await addRow(client, { ...row, parent_id: made.data?.id });
  const share = async (more: object) =>
    (await client.rpc("create_share", { file: made.data?.id, ...more })).data as string;
  links = {
    open: await share({}),
    closed: await share({ password: "a good password" }),
    inbox: await share({ max_files: 1000, max_bytes: 2 ** 40 }),
  };
  vi.spyOn(console, "error").mockImplementation(() => {});
});
beforeEach(openNewConnections);
afterAll(async () => {
  vi.restoreAllMocks();
  await target.service.storage.from(FILES).remove([path]);
  await target.stop();
});

const share = (body: object): Door => ({ method: "POST", path: "/functions/v1/open-share", body });
/** The expected outcome of an unchanged request. */
type Outcome = "accepted" | "refused";

/** The functions that anonymous callers can use. Called once the links exist. */
const doors: Record<string, () => [Outcome, Door]> = {
  "opening a link": () => [
    "accepted",
    share({ action: "open", token: links.open, pass: "", password: "", after: file }),
  ],
  "opening a link with a password": () => [
    "refused",
    share({ action: "open", token: links.closed, pass: "1.x", password: "a bad password" }),
  ],
  "signing URLs": () => [
    "refused",
    share({ action: "sign", token: links.closed, pass: "9999999999.x", files: [file] }),
  ],
  "opening a link that receives files": () => [
    "accepted",
    share({ action: "open-inbox", token: links.inbox, pass: "1.x", password: "" }),
  ],
  "reserving a path": () => [
    "accepted",
    share({ action: "reserve", token: links.inbox, pass: "", files: [{ name: "a", size: 1 }] }),
  ],
  "adding a file": () => [
    "accepted",
    share({
      ...{ action: "finish", token: links.inbox, pass: "", path: "a/b", type: "text/plain" },
      modified: 1,
    }),
  ],
  "signing in to the workspace": () => [
    "refused",
    {
      method: "POST",
      path: "/functions/v1/workspace-sign-in",
      body: { identifier: "guest", password: "x" },
    },
  ],
  "answering a reminder": () => [
    "refused",
    {
      method: "POST",
      path: "/functions/v1/reminders",
      body: {
        ...{ action: "answer", endpoint: "https://push.test/x", auth: "x", answer: "done" },
        ...{ task: file, note: file },
      },
    },
  ],
  "reading a calendar": () => [
    "refused",
    { path: "/functions/v1/calendar-feed", query: { token: "x".repeat(43) } },
  ],
  "a function of signed-in users": () => [
    "refused",
    {
      method: "POST",
      path: "/functions/v1/workspace-user",
      headers: { authorization: "Bearer x" },
      body: { action: "create", email: "a@b.example", username: "x", password: "x" },
    },
  ],
};

const keyed = () => ({ apikey: target.publishableKey, "content-type": "application/json" });

describe("functions give strangers no 5xx, whatever they send", () => {
  it.each(Object.keys(doors))("functions answer strangers without 5xx: %s", async (name) => {
    const [outcome, door] = (doors[name] as () => [Outcome, Door])();
    const [[unchanged] = []] = await answersOf(target.url, keyed(), door, [[]]);
    expect(outcome === "accepted" ? [200, 201] : [400, 401, 403, 404]).toContain(unchanged);
    const changes = [...singleChanges(door), ...fc.sample(severalChanges(door), SEVERAL)];
    const answers = await answersOf(target.url, keyed(), door, changes);
    expect(answers.filter(([status]) => status >= 500)).toEqual([]);
  });
});
