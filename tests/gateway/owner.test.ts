import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parseConfig } from "../../server/config.ts";
import { openDatabase } from "../../server/database/open.ts";
import { silentLog } from "../../server/log.ts";
import { runOwnerCommand } from "../../server/owner/command.ts";
import { ensureOwner, hasOwner, setOwner } from "../../server/owner-account.ts";
import { loadSecrets } from "../../server/secrets.ts";
import {
  forgetEverybody,
  signIn,
  signInStranger,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
} from "../support/gateway.ts";

const owner = { email: "owner@example.test", password: "correct horse battery" };

function collect() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => chunks.join("") };
}

/** Runs the command with a piped standard input. */
async function run(args: string[], environment: NodeJS.ProcessEnv, piped = "") {
  const [output, errors] = [collect(), collect()];
  const input = new PassThrough();
  input.end(piped);
  const code = await runOwnerCommand({
    args,
    environment,
    input,
    output: output.stream,
    errors: errors.stream,
  });
  return { code, output: output.text(), errors: errors.text() };
}

/** A terminal at which the given keys are pressed, each batch once its prompt has appeared. */
async function runAtTerminal(environment: NodeJS.ProcessEnv, keys: string[]) {
  const errors = collect();
  const raw: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (on: boolean) => raw.push(on),
  });
  const shown: string[] = [];
  const output = new Writable({
    write(chunk, _encoding, done) {
      shown.push(String(chunk));
      if (/: $/.test(String(chunk))) {
        const next = keys.shift();
        if (next !== undefined) setImmediate(() => input.write(next));
      }
      done();
    },
  });
  const code = await runOwnerCommand({
    args: [],
    environment,
    input,
    output,
    errors: errors.stream,
  });
  return { code, output: shown.join(""), errors: errors.text(), raw };
}

let gateway: TestGateway;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  gateway = await startTestGateway();
  environment = { DATABASE_URL: gateway.database.url, FOYER_DATA_DIR: join(gateway.blobs, "..") };
});
afterAll(() => gateway.stop());
beforeEach(() => forgetEverybody(gateway));

async function countOwners() {
  const { sql } = gateway.database;
  const [row] = await sql`select count(*) as owners,
    (select count(*) from auth.users) as users from private.members where role = 'admin'`;
  return row;
}

describe("the first owner", () => {
  it("is one, however many try at once", async () => {
    const attempts = Array.from({ length: 100 }, (_, n) =>
      ensureOwner(
        // Hashing a hundred passwords is not what this is about.
        { database: gateway.database, passwords: { hash: async () => "hash" } },
        { ...owner, email: `owner-${n}@example.test` },
      ),
    );
    const won = (await Promise.all(attempts)).filter(Boolean);
    expect(won).toHaveLength(1);
    expect(await countOwners()).toEqual({ owners: 1, users: 1 });
  });

  it("is left alone by a later boot with other credentials", async () => {
    expect(await hasOwner(gateway)).toBe(false);
    expect(await ensureOwner(gateway, owner)).toBe(true);
    const other = { email: "other@example.test", password: "another long password" };
    expect(await ensureOwner(gateway, other)).toBe(false);
    expect(await hasOwner(gateway)).toBe(true);
    const { client } = await signIn(gateway, owner);
    const { error } = await client.from("social_links").insert({ name: "a", url: "https://a.b" });
    expect(error).toBeNull();
    expect(await countOwners()).toEqual({ owners: 1, users: 1 });
  });
});

describe("resetting the owner", () => {
  it("changes email and password and ends every session", async () => {
    await setOwner(gateway, owner);
    const before = await signIn(gateway, owner);
    const fresh = { email: "New.Owner@example.test", password: "an entirely new one" };
    expect(await setOwner(gateway, fresh)).toBe("reset");
    expect((await before.client.from("messages").select()).data).toEqual([]);
    expect((await before.client.from("projects").insert({ name: "x" })).status).toBe(403);
    await expect(signIn(gateway, owner)).rejects.toThrow("Invalid login credentials");
    const after = await signIn(gateway, fresh);
    expect(after.id).toBe(before.id);
    expect(await countOwners()).toEqual({ owners: 1, users: 1 });
  });

  it("never takes over another account", async () => {
    await setOwner(gateway, owner);
    const workspace = await signInWorkspaceUser(gateway);
    const result = await run(["--email", workspace.email], environment, "a very long password");
    expect(result).toEqual({
      code: 1,
      output: "",
      errors: "Another account already uses this email. Choose a different one.\n",
    });
    await signIn(gateway, workspace);
    await signIn(gateway, owner);
  });

  it("refuses a first owner with somebody else's email", async () => {
    const stranger = await signInStranger(gateway);
    const result = await run(["--email", stranger.email], environment, "a very long password");
    expect(result.code).toBe(1);
    expect(result.errors).toContain("Another account already uses this email");
    expect(await hasOwner(gateway)).toBe(false);
  });
});

describe("npm run owner", () => {
  it("reads the password from standard input, without its line break", async () => {
    const result = await run(["--email", owner.email], environment, `${owner.password}\n`);
    expect(result).toEqual({ code: 0, output: `Created the owner ${owner.email}.\n`, errors: "" });
    await signIn(gateway, owner);
    const again = await run(["--email", owner.email], environment, "a different password");
    expect(again.output).toBe(
      `Reset the owner to ${owner.email}; all earlier sessions have ended.\n`,
    );
  });

  it.each([
    [["--email", "no address"], "long enough password", 1, "The email is not an email address."],
    [["--email", "a@b.co"], "short", 1, "The password must have at least 8 characters."],
    [["--email", "a@b.co"], "ü".repeat(40), 1, "The password must have at most 72 bytes."],
    [["--email", "a@b.co"], "", 1, "The password must have at least 8 characters."],
    [[], "", 2, "name the email with --email"],
    [["--password", "x"], "", 2, "Unknown option"],
  ])("%j with %j fails and changes nothing", async (args, piped, code, text) => {
    const result = await run(args, environment, piped);
    expect(result.code).toBe(code);
    expect(result.errors).toContain(text);
    expect(await hasOwner(gateway)).toBe(false);
  });

  it("explains itself", async () => {
    const { code, output } = await run(["--help"], environment);
    expect(code).toBe(0);
    expect(output).toContain("npm run owner -- --email you@example.com");
  });

  it("asks at a terminal, the password twice and hidden", async () => {
    const { code, output, raw } = await runAtTerminal(environment, [
      `${owner.email}\n`,
      `${owner.password}x\u007f\r`,
      `${owner.password}\r`,
    ]);
    expect(code).toBe(0);
    expect(output).toContain("Password again: ");
    expect(output).not.toContain(owner.password);
    expect(raw.at(-1)).toBe(false);
    await signIn(gateway, owner);
  });

  it("changes nothing when the two passwords differ or Ctrl-C is pressed", async () => {
    const typed = [`${owner.email}\n`, `${owner.password}\r`];
    const differing = await runAtTerminal(environment, [...typed, "something else\r"]);
    expect(differing.code).toBe(1);
    expect(differing.errors).toBe("The two passwords differ; nothing was changed.\n");
    const cancelled = await runAtTerminal(environment, [...typed, "\u0003"]);
    expect(cancelled.code).toBe(130);
    expect(cancelled.raw.at(-1)).toBe(false);
    expect(await hasOwner(gateway)).toBe(false);
  });

  it("works on a hosted project through its API alone", async () => {
    const hosted = {
      SUPABASE_URL: gateway.url,
      SUPABASE_SECRET_KEY: gateway.secrets.secretKey,
    };
    const created = await run(["--email", owner.email], hosted, owner.password);
    expect(created).toMatchObject({ code: 0, output: `Created the owner ${owner.email}.\n` });
    const before = await signIn(gateway, owner);
    const reset = await run(["--email", owner.email], hosted, "an entirely new one");
    expect(reset).toMatchObject({ code: 0, errors: "" });
    expect((await before.client.auth.getUser()).error).not.toBeNull();
    const after = await signIn(gateway, { ...owner, password: "an entirely new one" });
    expect((await after.client.from("messages").select()).error).toBeNull();
    const half = await run(["--email", owner.email], { SUPABASE_URL: gateway.url }, owner.password);
    expect(half.errors).toBe("SUPABASE_URL and SUPABASE_SECRET_KEY go together; set both.\n");
  });
});

describe("the embedded database", () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "foyer-owner-"));
    await chmod(dataDir, 0o755);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it("gets its owner whether Foyer is running or not", async () => {
    const embedded = { FOYER_DATA_DIR: dataDir, FOYER_SAMPLE_CONTENT: "off" };
    const stopped = await run(["--email", owner.email], embedded, owner.password);
    expect(stopped).toEqual({ code: 0, output: `Created the owner ${owner.email}.\n`, errors: "" });
    const config = parseConfig(embedded);
    const secrets = await loadSecrets(dataDir);
    const database = await openDatabase({ config, secrets, log: silentLog });
    try {
      expect(await hasOwner({ database })).toBe(true);
      const running = await run(["--email", owner.email], embedded, "an entirely new one");
      expect(running).toMatchObject({ code: 0, errors: "" });
      expect(running.output).toMatch(/^Reset the owner/);
    } finally {
      await database.stop();
    }
  });
});
