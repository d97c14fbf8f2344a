import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type Person,
  signInOwner,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
  tokenOf,
} from "../support/sites/gateway.ts";

let gateway: TestGateway;
let owner: Person;
let workspace: Person;

beforeAll(async () => {
  gateway = await startTestGateway();
  owner = await signInOwner(gateway);
  workspace = await signInWorkspaceUser(gateway);
  const { sql } = gateway.database;
  await sql`insert into projects (name, live_link, visibility)
    select 'hidden ' || n, 'https://example.test', 'draft' from generate_series(1, 33) as n`;
  await sql`insert into workspace_notes (user_id, title)
    select ${workspace.id}, 'note ' || n from generate_series(1, 33) as n`;
  await sql`analyze`;
});
afterAll(() => gateway.stop());

/** Forms of a request's `Prefer` header; each would ask for an estimate. */
const preferences: string[][] = ["planned", "estimated"].flatMap((kind) => [
  [`Prefer: count=${kind}`],
  [`PREFER: count=${kind}`],
  [`Prefer:\tcount=${kind} `],
  [`Prefer: return=representation,count=${kind}`],
  [`Prefer: count=${kind} , count=exact`],
  [`Prefer: count=exact,count=${kind}`],
  [`Prefer: count=${kind}`, "Prefer: return=representation"],
  ["Prefer: return=representation", `Prefer: count=${kind}`],
  [`Prefer: Count=${kind}`],
  [`Prefer: count = ${kind}`],
  [`Prefer: count="${kind}"`],
]);

const reads: [caller: "visitor" | "owner" | "workspace user", path: string, rows: number][] = [
  ["visitor", "projects?select=id", 0],
  ["visitor", "skills?select=id,skill_categories!inner(id)", 0],
  ["owner", "workspace_notes?select=id", 0],
  ["owner", "projects?select=id", 33],
  ["owner", "rpc/list_own_sessions", 1],
  ["workspace user", "projects?select=id", 0],
  ["workspace user", "workspace_notes?select=id", 33],
];

it.each(reads)("a count for the %s of %s is always exact", async (caller, path, rows) => {
  for (const method of ["GET", "HEAD"]) {
    for (const lines of preferences) {
      const { status, total } = await ask(method, path, lines, caller);
      const asked = `${method} ${JSON.stringify(lines)} ${status}`;
      // A preference that is spelled wrong is ignored: nothing is counted.
      expect([String(rows), "*"], asked).toContain(total);
      expect(status, asked).toBeLessThan(300);
    }
    expect(await ask(method, path, ["Prefer: count=planned"], caller)).toMatchObject({
      total: String(rows),
    });
  }
});

it("a count for the secret key is exact as well", async () => {
  const { sql } = gateway.database;
  await sql`insert into messages (name, email, subject, message)
    select 'a', 'a@example.test', 'b', 'c' from generate_series(1, 40)`;
  await sql`analyze messages`;
  await sql`delete from messages`;
  const asked = await ask("GET", "messages?select=id", ["Prefer: count=planned"], "secret key");
  expect(asked).toEqual({ status: 200, total: "0" });
});

/**
 * Sends exactly these lines, which no HTTP client would, and reads the total of `Content-Range`.
 */
async function ask(method: string, path: string, lines: string[], caller: string) {
  const { publishableKey, secretKey } = gateway.secrets;
  const person = { owner, "workspace user": workspace }[caller];
  const authorization = person && `Authorization: Bearer ${await tokenOf(person.client)}`;
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  const head = [
    `${method} /rest/v1/${path} HTTP/1.1`,
    "Host: localhost",
    "Connection: close",
    `apikey: ${caller === "secret key" ? secretKey : publishableKey}`,
    ...(authorization ? [authorization] : []),
    ...lines,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  const answer = await text(socket);
  return {
    status: Number(answer.slice(9, 12)),
    total: /^content-range: .*\/(.+)\r$/im.exec(answer)?.[1] ?? "*",
  };
}
