import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parseConfig } from "../../server/config.ts";
import { connect } from "../../server/database/connect.ts";
import { openDatabase } from "../../server/database/open.ts";
import { silentLog } from "../../server/log/log.ts";
import { ensureOwner, hasOwner, setOwner } from "../../server/owner/account.ts";
import { runOwnerCommand } from "../../server/owner/command.ts";
import { loadSecrets } from "../../server/secrets.ts";
import { quickPasswords } from "../support/quick-passwords.ts";
import { addFactor } from "../support/second-factor.ts";
import {
  resetUsersAndLimits,
  signIn,
  signInStranger,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
} from "../support/sites/gateway.ts";

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

/** Runs the command with piped standard input. */
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

/**
 * Runs the command in a terminal and types the given keys, each batch once its prompt has appeared.
 */
async function runAtTerminal(environment: NodeJS.ProcessEnv, keys: string[], args: string[] = []) {
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
    args,
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
  // Separate from the gateway's own folder, which has no secrets file.
  const dataDir = join(gateway.blobs, "..", "owner-data");
  environment = { DATABASE_URL: gateway.database.url, FOYER_DATA_DIR: dataDir };
});
afterAll(() => gateway.stop());
beforeEach(() => resetUsersAndLimits(gateway));

async function countOwners() {
  const { sql } = gateway.database;
  const [row] = await sql`select count(*) as owners,
    (select count(*) from auth.users) as users from private.members where role = 'admin'`;
  return row;
}

/** Site for direct calls, which do not test the cost of hashing. */
const site = () => ({ database: gateway.database, passwords: quickPasswords });

/** The first line the command prints. */
function siteLine(): string {
  const { host, pathname } = new URL(gateway.database.url);
  return `Site: database ${pathname.slice(1)} on ${host}\n`;
}

// tests/gateway/setup.test.ts creates the owner concurrently.
describe("the first owner", () => {
  it("the first owner is left unchanged by a later start with other credentials", async () => {
    expect(await hasOwner(gateway)).toBe(false);
    expect(await ensureOwner(site(), owner)).toBe(true);
    const other = { email: "other@example.test", password: "another long password" };
    expect(await ensureOwner(site(), other)).toBe(false);
    expect(await hasOwner(gateway)).toBe(true);
    const { client } = await signIn(gateway, owner);
    const { error } = await client.from("social_links").insert({ name: "a", url: "https://a.b" });
    expect(error).toBeNull();
    expect(await countOwners()).toEqual({ owners: 1, users: 1 });
  });
});

describe("resetting the owner", () => {
  it("resetting the owner changes email and password and ends every session", async () => {
    await setOwner(site(), owner);
    const before = await signIn(gateway, owner);
    const fresh = { email: "New.Owner@example.test", password: "an entirely new one" };
    expect(await setOwner(site(), fresh)).toEqual({ done: "reset", removedFactors: 0 });
    expect((await before.client.from("messages").select()).data).toEqual([]);
    expect((await before.client.from("projects").insert({ name: "x" })).status).toBe(403);
    await expect(signIn(gateway, owner)).rejects.toThrow("Invalid login credentials");
    const after = await signIn(gateway, fresh);
    expect(after.id).toBe(before.id);
    expect(await countOwners()).toEqual({ owners: 1, users: 1 });
  });

  it("resetting the owner removes second factors, which may be lost, and says so", async () => {
    await setOwner(site(), owner);
    await addFactor(await signIn(gateway, owner));
    const result = await run(["--email", owner.email], environment, "an entirely new one");
    expect(result.output).toContain("The second factor was removed; set up a new one");
    const after = await signIn(gateway, { ...owner, password: "an entirely new one" });
    expect((await after.client.rpc("own_role")).data).toBe("admin");
  });

  it("resetting the owner never takes over another account", async () => {
    await setOwner(site(), owner);
    const workspace = await signInWorkspaceUser(gateway);
    const args = ["--yes", "--email", workspace.email];
    const result = await run(args, environment, "a very long password");
    expect(result).toEqual({
      code: 1,
      output: siteLine(),
      errors: "Another account already uses this email. Choose a different one.\n",
    });
    await signIn(gateway, workspace);
    await signIn(gateway, owner);
  });

  it("resetting the owner refuses another account's email for a first owner", async () => {
    const stranger = await signInStranger(gateway);
    const result = await run(["--email", stranger.email], environment, "a very long password");
    expect(result.code).toBe(1);
    expect(result.errors).toContain("Another account already uses this email");
    expect(await hasOwner(gateway)).toBe(false);
  });
});

describe("npm run owner", () => {
  it("npm run owner reads the password from standard input, without its line break", async () => {
    const result = await run(["--email", owner.email], environment, `${owner.password}\n`);
    expect(result).toEqual({
      code: 0,
      output: `${siteLine()}Created the owner ${owner.email}.\n`,
      errors: "",
    });
    await signIn(gateway, owner);
    const again = await run(["--email", owner.email], environment, "a different password");
    expect(again.output).toBe(
      `${siteLine()}Reset the owner to ${owner.email}; all earlier sessions have ended.\n`,
    );
  });

  it("npm run owner changes the owner's email only when requested, with and without a terminal", async () => {
    await setOwner(site(), owner);
    const other = "other@example.test";
    const refused = await run(["--email", other], environment, "a different password");
    expect(refused).toEqual({
      code: 1,
      output: siteLine(),
      errors: `The owner of this site is ${owner.email}. Add --yes to change the email to ${other}.\n`,
    });
    const declined = await runAtTerminal(environment, [`${other}\n`, "no\n"]);
    expect(declined.code).toBe(1);
    expect(declined.output).toContain(
      `Its owner is ${owner.email}. Change the owner's email to ${other}? (yes/no): `,
    );
    expect(declined.errors).toBe("Nothing was changed.\n");
    await signIn(gateway, owner);

    const password = "a different password";
    const agreed = await runAtTerminal(environment, [
      `${other}\n`,
      "yes\n",
      `${password}\r`,
      `${password}\r`,
    ]);
    expect(agreed).toMatchObject({ code: 0, errors: "" });
    await signIn(gateway, { email: other, password });
    expect((await run(["--yes", "--email", owner.email], environment, password)).code).toBe(0);
    await signIn(gateway, { ...owner, password });
  });

  it.each([
    [["--email", "no address"], "long enough password", 1, "The email is not an email address."],
    [["--email", "a@b.co"], "only nine", 1, "The password must have at least 10 characters."],
    [["--email", "a@b.co"], "ü".repeat(40), 1, "The password must have at most 72 bytes."],
    [["--email", "a@b.co"], "", 1, "The password must have at least 10 characters."],
    [[], "", 2, "name the email with --email"],
    [["--password", "x"], "", 2, "Unknown option"],
  ])(
    "npm run owner with the flags %j and the password %j fails and changes nothing",
    async (args, piped, code, text) => {
      const result = await run(args, environment, piped);
      expect(result.code).toBe(code);
      expect(result.errors).toContain(text);
      expect(await hasOwner(gateway)).toBe(false);
    },
  );

  it("npm run owner prints its usage", async () => {
    const { code, output } = await run(["--help"], environment);
    expect(code).toBe(0);
    expect(output).toContain("npm run owner -- --email you@example.com");
  });

  it("npm run owner asks for the password twice at a terminal, hidden", async () => {
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

  it("npm run owner changes nothing when the two passwords differ or Ctrl-C is pressed", async () => {
    const typed = [`${owner.email}\n`, `${owner.password}\r`];
    const differing = await runAtTerminal(environment, [...typed, "something else\r"]);
    expect(differing.code).toBe(1);
    expect(differing.errors).toBe("The two passwords differ; nothing was changed.\n");
    const canceled = await runAtTerminal(environment, [...typed, "\u0003"]);
    expect(canceled.code).toBe(130);
    expect(canceled.raw.at(-1)).toBe(false);
    expect(await hasOwner(gateway)).toBe(false);
  });

  it("npm run owner works on a hosted project through its API alone", async () => {
    const hosted = {
      SUPABASE_URL: gateway.url,
      SUPABASE_SECRET_KEY: gateway.secrets.secretKey,
    };
    const created = await run(["--email", owner.email], hosted, owner.password);
    expect(created).toMatchObject({
      code: 0,
      output: `Site: Supabase project ${gateway.url}\nCreated the owner ${owner.email}.\n`,
    });
    const renamed = await run(["--email", "other@example.test"], hosted, owner.password);
    expect(renamed.errors).toContain(`The owner of this site is ${owner.email}.`);
    const before = await signIn(gateway, owner);
    const reset = await run(["--email", owner.email], hosted, "an entirely new one");
    expect(reset).toMatchObject({ code: 0, errors: "" });
    expect((await before.client.auth.getUser()).error).not.toBeNull();
    const after = await signIn(gateway, { ...owner, password: "an entirely new one" });
    expect((await after.client.from("messages").select()).error).toBeNull();
    const half = await run(["--email", owner.email], { SUPABASE_URL: gateway.url }, owner.password);
    expect(half.errors).toBe("SUPABASE_URL and SUPABASE_SECRET_KEY must be set together.\n");
    const wrongKey = { ...hosted, SUPABASE_SECRET_KEY: `sb_secret_${"x".repeat(43)}` };
    const refused = await run(["--email", owner.email], wrongKey, owner.password);
    expect(refused).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^The members could not be read: [^\n]+\n$/),
    });
  });
});

it("npm run owner creates no site in a database without one unless told to", async () => {
  const empty = new URL(gateway.database.url);
  empty.pathname = "/postgres";
  const otherDatabase = { ...environment, DATABASE_URL: empty.href };
  const refused = await run(["--email", owner.email], otherDatabase, owner.password);
  expect(refused).toMatchObject({ code: 1, output: `Site: database postgres on ${empty.host}\n` });
  expect(refused.errors).toContain("There is no site in the database postgres");
  const sql = connect(empty.href, { max: 1 });
  const [row] = await sql`select to_regnamespace('private') as schema`;
  await sql.end();
  expect(row).toEqual({ schema: null });
});

describe("the embedded database", () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "foyer-owner-"));
    await chmod(dataDir, 0o755);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it("the embedded database accepts an owner whether Foyer is running or not", async () => {
    const embedded = { FOYER_DATA_DIR: dataDir, FOYER_SAMPLE_CONTENT: "off" };
    const line = `Site: data directory ${dataDir}\n`;
    const args = ["--email", owner.email];
    expect(await run(args, embedded, owner.password)).toEqual({
      code: 1,
      output: line,
      errors: `There is no site in the data directory ${dataDir} yet. Set FOYER_DATA_DIR or DATABASE_URL as your server has it, or add --yes to create a new site.\n`,
    });
    const declined = await runAtTerminal(embedded, ["\n"], args);
    expect(declined).toMatchObject({ code: 1, errors: "Nothing was changed.\n" });
    expect(await readdir(dataDir)).toEqual([]);
    const stopped = await run([...args, "--yes"], embedded, owner.password);
    expect(stopped).toEqual({
      code: 0,
      output: `${line}Created the owner ${owner.email}.\n`,
      errors: "",
    });
    const config = parseConfig(embedded);
    const secrets = await loadSecrets(dataDir);
    const database = await openDatabase({ config, secrets, log: silentLog });
    try {
      expect(await hasOwner({ database })).toBe(true);
      const running = await run(["--email", owner.email], embedded, "an entirely new one");
      expect(running).toMatchObject({ code: 0, errors: "" });
      expect(running.output).toBe(
        `${line}Reset the owner to ${owner.email}; all earlier sessions have ended.\n`,
      );
    } finally {
      await database.stop();
    }
  });
});
