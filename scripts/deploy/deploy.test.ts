import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { projectRoot } from "../../server/project-root.ts";
import {
  type ManagementApi as FakeApi,
  PROJECT_REF,
  startManagementApi,
} from "../../tests/support/hosted/management-api.ts";
import { AnswerError, createAnswers, type Question, readFlags } from "./answers.ts";
import { readCommand, runCommand } from "./commands.ts";
import type { DeploymentDeps, Step } from "./deployment.ts";
import { limitsFor } from "./drive-limits.ts";
import { createManagementApi, ManagementApiError } from "./management-api.ts";
import { readWebhook, setUpNotices } from "./notices.ts";
import { createOwner } from "./owner.ts";
import { chooseProject, fetchKeys, findKeys } from "./project.ts";
import { callDatabase } from "./project-database.ts";
import { choosePublication } from "./publishers.ts";
import { pushSchema } from "./push-schema.ts";
import { type Remembered, withoutCleared } from "./remembered.ts";
import { runDeployment } from "./run-deployment.ts";

/** Without a terminal, no question can be answered. */
function answersOf(
  args: string[],
  environment: NodeJS.ProcessEnv = {},
  remembered: Remembered = {},
) {
  const terminal = { input: new PassThrough(), output: new PassThrough() };
  return createAnswers(readFlags(args).answers, environment, remembered, terminal);
}

describe("an answer", () => {
  it("an answer comes from a flag, then a variable, then the remembered answer, then the default", async () => {
    const environment = { FOYER_PUBLIC_URL: "https://b" };
    const remembered = { publicUrl: "https://c", site: "kept" };
    const answers = answersOf(["--public-url", "https://a"], environment, remembered);
    expect(answers.find("publicUrl")).toBe("https://a");
    expect(answersOf([], environment, remembered).find("publicUrl")).toBe("https://b");
    expect(answersOf([], {}, remembered).find("publicUrl")).toBe("https://c");
    expect(await answers.get("site", "Site")).toBe("kept");
    expect(await answers.get("region", "Region", { fallback: "eu-central-1" })).toBe(
      "eu-central-1",
    );
  });

  it("an answer on the command line outdates remembered ones that depend on it", () => {
    const remembered = { project: "first", publish: "netlify", site: "ours" };
    const find = (question: Question, ...args: string[]) =>
      answersOf(args, { SUPABASE_PROJECT_REF: "set" }, remembered).find(question);
    expect(find("project")).toBe("set");
    expect(find("project", "--create", "second")).toBeUndefined();
    expect(find("site", "--publish", "netlify")).toBe("ours");
    expect(find("site", "--publish", "vercel")).toBeUndefined();
    expect(find("site", "--publish", "vercel", "--site", "mine")).toBe("mine");
  });

  it("a missing answer is asked for on a terminal, and an empty line means the default", async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = new PassThrough();
    const answers = createAnswers({}, {}, {}, { input, output });
    for (const [typed, answer] of [
      ["us-east-1\n", "us-east-1"],
      ["\n", "eu-central-1"],
    ] as const) {
      const asked = answers.get("region", "Region", { fallback: "eu-central-1" });
      input.write(typed);
      expect(await asked).toBe(answer);
      expect(String(output.read())).toMatch(/^Region \[eu-central-1\]: /);
    }
    const needed = answers.get("publicUrl", "Address");
    input.write("\n");
    await expect.poll(() => String(output.read())).toMatch(/Address: $/);
    input.write("https://typed\n");
    expect(await needed).toBe("https://typed");
    const hidden = answers.get("accessToken", "Token", { hidden: true });
    input.write("sbp_typed\n");
    expect(await hidden).toBe("sbp_typed");
  });

  it("an answer that is empty on the command line clears a remembered one", async () => {
    const remembered = { site: "kept", folder: "/srv/site" };
    const answers = answersOf(
      ["--site=", "--public-url", ""],
      { FOYER_PUBLIC_URL: "b" },
      remembered,
    );
    expect(["site", "publicUrl", "folder"].map((one) => answers.find(one as Question))).toEqual([
      undefined,
      undefined,
      "/srv/site",
    ]);
    expect(withoutCleared(remembered, readFlags(["--site="]).answers)).toEqual({
      folder: "/srv/site",
    });
  });

  it("an answer that is missing without a terminal is an error that names its flag and variable", async () => {
    await expect(answersOf([]).get("publicUrl", "Address")).rejects.toThrow(
      "Nothing answers “Address”: pass --public-url or set FOYER_PUBLIC_URL.",
    );
    expect(() => readFlags(["--nonsense"])).toThrow(AnswerError);
  });
});

it("docs/deploy.md answers every question of a first deployment in one line", async () => {
  const text = await readFile(join(projectRoot, "docs/deploy.md"), "utf8");
  const line = /^(SUPABASE_ACCESS_TOKEN=.*) npm run deploy -- (.*)$/m.exec(text);
  const assigned = line?.[1]?.split(" ").map((word) => word.split("=", 2)) ?? [];
  const answers = answersOf(line?.[2]?.split(" ") ?? [], Object.fromEntries(assigned));
  const asked = ["accessToken", "create", "organization", "region", "publicUrl"] as const;
  for (const question of [...asked, "ownerEmail", "ownerPassword", "publish"] as const) {
    expect([question, answers.find(question)]).toEqual([question, expect.any(String)]);
  }
  const publication = await choosePublication(answers, "https://example.org");
  expect(publication.plan).toContain("npx --yes wrangler");
});

describe("the project", () => {
  let fake: FakeApi;
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "foyer-account-"));
    fake = await startManagementApi(home);
  });
  afterEach(async () => {
    await fake.stop();
    await rm(home, { recursive: true });
  });
  const apiOf = (token = fake.environment.SUPABASE_ACCESS_TOKEN ?? "") =>
    createManagementApi({ url: fake.url, token });
  const choose = (...args: string[]) => chooseProject(apiOf(), answersOf(args), () => {}, 1);

  it("the project is created once, however often a deployment is repeated, and used as soon as it runs", async () => {
    fake.rows = [{ contents: "empty" }];
    for (const _ of [1, 2]) {
      const { name, status } = await choose("--create", "portfolio");
      expect([name, status]).toEqual(["portfolio", "ACTIVE_HEALTHY"]);
    }
    expect(fake.projects.map(({ name }) => name)).toEqual(["Stand-in", "portfolio"]);
  });

  it("the project is the one that --create names, also after the deployment of another one", async () => {
    const answers = answersOf(["--create", "second"], {}, { project: PROJECT_REF });
    expect((await chooseProject(apiOf(), answers, () => {}, 1)).name).toBe("second");
    await expect(choose("--create", "second", "--project", PROJECT_REF)).rejects.toThrow(
      "Pass either --project or --create.",
    );
  });

  it.each([
    [[{ contents: "foyer" }], "used"],
    [[{ contents: "other" }], "has data of something else"],
    [null, "may have data of something else"],
  ])("a deployed project has to be empty or a site of Foyer: %j is %s", async (rows, then) => {
    fake.rows = rows;
    const found = choose("--create", "Stand-in");
    if (then === "used") expect((await found).ref).toBe(PROJECT_REF);
    else {
      await expect(found).rejects.toThrow(
        `The existing project Stand-in, ${PROJECT_REF} (organization stand-in), ${then}. Pass --project ${PROJECT_REF} to use it, or --create with another name.`,
      );
    }
    expect(fake.queries).toHaveLength(1);
    expect(fake.projects).toHaveLength(1);
  });

  it("the project that a name stands for is the one of its organization, or has to be named by its reference", async () => {
    const [first] = fake.projects;
    if (first) fake.projects.push({ ...first, ref: "other", organization_slug: "work" });
    await expect(choose("--create", "Stand-in")).rejects.toThrow(
      `Several projects are named Stand-in: ${PROJECT_REF} (organization stand-in), other (organization work). Pass --project with one of them.`,
    );
    fake.rows = [{ contents: "foyer" }];
    const narrowed = await choose("--create", "Stand-in", "--organization", "work");
    expect(narrowed.ref).toBe("other");
    const made = await choose("--create", "Stand-in", "--organization", "new");
    expect(made.organization_slug).toBe("new");
  });

  it.each([
    ["its number", ["1"], "Stand-in"],
    ["its name", ["Stand-in"], "Stand-in"],
    ["a name for a new one", ["portfolio", "", "us-east-1"], "portfolio"],
  ])("the project is chosen from a list on a terminal by %s", async (_how, typed, name) => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = new PassThrough();
    const answers = createAnswers({}, {}, {}, { input, output });
    const shown: string[] = [];
    fake.rows = [{ contents: "foyer" }];
    // Each line is typed when it is asked for.
    output.on("data", () => input.write(`${typed.shift()}\n`));
    const project = await chooseProject(apiOf(), answers, (line) => shown.push(line), 1);
    expect(project.name).toBe(name);
    expect(shown[0]).toBe(`Projects of this account:\n  1. Stand-in (${PROJECT_REF})`);
    expect(typed).toEqual([]);
  });

  it("a deployment requires an existing, running project", async () => {
    await expect(choose("--project", "x")).rejects.toThrow("This account has no project x.");
    for (const status of ["INACTIVE", "INIT_FAILED"]) {
      for (const project of fake.projects) project.status = status;
      await expect(choose("--project", PROJECT_REF)).rejects.toThrow(
        `Stand-in is ${status}, not running`,
      );
    }
  });

  it("a project with only legacy keys gets new keys", async () => {
    expect(await fetchKeys(apiOf(), PROJECT_REF)).toEqual({
      publishable: "sb_publishable_stand_in",
      secret: "sb_secret_stand_in",
    });
    fake.keys = [{ id: "1", type: "legacy", name: "anon", api_key: "a.b.c" }];
    expect(await findKeys(apiOf(), PROJECT_REF)).toEqual({});
    for (const _ of [1, 2]) {
      expect(await fetchKeys(apiOf(), PROJECT_REF)).toEqual({
        publishable: "sb_publishable_made",
        secret: "sb_secret_made",
      });
    }
  });

  it("a deployment makes the database call the function of notices after each notice, and on a schedule for reminders", async () => {
    const called: unknown[] = [];
    const lines: string[] = [];
    const fetched = fetch;
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      if (!url.startsWith("https://p.example/")) return fetched(url, init);
      called.push([url, JSON.parse(String(init.body))]);
      return new Response(null, { status: 204 });
    });
    const setUp = (environment: NodeJS.ProcessEnv, token?: string) =>
      setUpNotices(
        { api: apiOf(token), ref: PROJECT_REF, environment, log: (line) => lines.push(line) },
        { url: "https://p.example", key: "k" },
      );
    const function_url = "https://p.example/functions/v1/send-notices";
    const KEYS = [
      "https://p.example/rest/v1/rpc/save_push_keys",
      { public_key: expect.stringMatching(/^B/), private_key: expect.stringMatching(/^.{43}$/) },
    ];
    await setUp({});
    expect([called, fake.queries]).toEqual([
      [["https://p.example/rest/v1/rpc/register_reminder_sender", { function_url }], KEYS],
      [expect.stringContaining("cron.schedule('foyer-notices'")],
    ]);
    [called, fake.queries].forEach((list) => {
      list.length = 0;
    });
    const environment = {
      FOYER_WEBHOOK_URL: "https://hooks.example/x",
      FOYER_WEBHOOK_SECRET: `whsec_${"A".repeat(32)}`,
    };
    await setUp(environment);
    const sender = { transport: "webhook", recipient: "hooks.example", function_url };
    expect(called).toEqual([
      ["https://p.example/rest/v1/rpc/register_notice_sender", sender],
      KEYS,
    ]);
    expect(fake.queries).toEqual([expect.stringContaining("cron.schedule('foyer-notices'")]);
    await setUp(environment, "sbp_without_rights");
    expect(lines.at(-1)).toContain("not scheduled (Unauthorized): run docs/examples/notices.sql");
    vi.unstubAllGlobals();
    expect(() => readWebhook({ ...environment, FOYER_WEBHOOK_SECRET: "x" })).toThrow(
      "FOYER_WEBHOOK_SECRET must be",
    );
  });

  it("a deployment reports a wrong token and a missing network", async () => {
    await expect(apiOf("sbp_wrong").listProjects()).rejects.toEqual(
      new ManagementApiError("Unauthorized", 401),
    );
    vi.stubGlobal("fetch", async () => new Response("<html>A proxy's page</html>"));
    await expect(apiOf().listProjects()).rejects.toThrow(
      "The Management API answered GET /projects with something else than expected.",
    );
    vi.unstubAllGlobals();
    const away = createManagementApi({ url: "http://127.0.0.1:9", token: "x" });
    await expect(away.listProjects()).rejects.toThrow("http://127.0.0.1:9 could not be reached");
  });
});

it.each([
  [{ fileSizeLimit: 50, plan: "free" }, undefined, { quota: 2 ** 30, file_limit: 50 }],
  [
    { fileSizeLimit: 2 ** 40, plan: "pro" },
    undefined,
    { quota: 10 * 2 ** 30, file_limit: 5 * 2 ** 30 },
  ],
  [{ fileSizeLimit: 50, plan: undefined }, undefined, { quota: 2 ** 30, file_limit: 50 }],
  // Only the owner knows what a plan includes that the token may not read.
  [{ fileSizeLimit: 50, plan: undefined }, "2GB", { quota: 2 ** 31, file_limit: 50 }],
  [{ fileSizeLimit: 50, plan: "pro" }, "50GB", { quota: 50 * 2 ** 30, file_limit: 50 }],
  [{ fileSizeLimit: 50, plan: "free" }, "2GB", { quota: 2 ** 30, file_limit: 50 }],
  [{ fileSizeLimit: 50, plan: "free" }, "500MB", { quota: 500 * 2 ** 20, file_limit: 50 }],
])(
  "for the project limits %o and the quota %s, the drive is limited to %o",
  (project, chosen, expected) => {
    expect(limitsFor(project, chosen)).toEqual(expected);
  },
);

it("a page of a proxy is not the answer of a project's database", async () => {
  const project = { url: "https://p.example", key: "k" };
  const limits = () => callDatabase(project, "set_drive_limits", { quota: 1, file_limit: 1 });
  vi.stubGlobal("fetch", async () => new Response("<html>Sign in to the network</html>"));
  await expect(limits()).rejects.toThrow(
    "https://p.example answered set_drive_limits with something else than JSON, as a proxy does.",
  );
  vi.stubGlobal("fetch", async () => new Response("<html>Bad gateway</html>", { status: 502 }));
  await expect(limits()).rejects.toThrow("set_drive_limits answered 502.");
  vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
  expect(await limits()).toBeNull();
  vi.unstubAllGlobals();
});

it("the owner's typed password has to be typed twice", async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  const answers = createAnswers({ ownerEmail: "ada@example.org" }, {}, {}, { input, output });
  const typed = ["a long enough password", "a long enuogh password"];
  output.on("data", (text) => {
    if (/: $/.test(text)) input.write(`${typed.shift()}\n`);
  });
  const project = { url: "http://127.0.0.1:9", key: "x" };
  await expect(createOwner(project, answers)).rejects.toThrow("The two passwords differ");
  expect(typed).toEqual([]);
});

it.each(Object.entries({ runCommand, readCommand }))(
  "a failed command of %s is reported without the password of its database",
  async (_name, run) => {
    const pooler = "postgresql://postgres.ref:***@pooler.example:5432/postgres";
    for (const password of ["p4ss/w%40rd", "not@encoded", "with a space"]) {
      const url = pooler.replace("***", password);
      await expect(run("false", ["db", "push", `--remote=${url}`])).rejects.toThrow(
        `“false db push --remote=${pooler}” failed.`,
      );
    }
    const parameters = [
      "postgresql://db.example/postgres?user=ada&password=s3cret&sslmode=require",
    ];
    await expect(run("false", parameters)).rejects.toThrow(
      "ada&password=***&sslmode=require” failed",
    );
  },
);

it("a database that cannot be read for its schema is reported without its password", async () => {
  const url = "postgresql://postgres:s3cret@127.0.0.1:9/postgres";
  const failed = await pushSchema(`--remote=${url}`, runCommand).catch((error: Error) => error);
  expect(String(failed)).toMatch(/migration list --remote=postgresql:\/\/postgres:\*\*\*@127/);
  expect(String(failed)).not.toContain("s3cret");
});

describe("publishing", () => {
  const SITE = "https://ada.example";

  it.each([
    ["github-pages", "gh-pages@6.3.0 --dist dist/client --dotfiles --cname ada.example"],
    ["netlify", "netlify-cli@27.10.2 deploy --prod --no-build --dir dist/client --site mine"],
    ["cloudflare-pages", "wrangler@4.164.0 pages deploy dist/client --project-name mine"],
    [
      "vercel",
      "vercel@64.0.2 link --cwd dist/client --yes --project mine && npx --yes vercel@64.0.2 deploy --cwd dist/client --yes --prod",
    ],
  ])("publishing to %s runs npx %s", async (host, commands) => {
    const publication = await choosePublication(
      answersOf(["--publish", host, "--site", "mine"]),
      SITE,
    );
    const ran: string[] = [];
    await publication.publish(async (program, args) => {
      ran.push([program, ...args].join(" "));
    });
    expect(ran.join(" && ")).toBe(`npx --yes ${commands}`);
    expect(publication.plan).toBe(ran.join(" && "));
  });

  it("publishing refuses an unknown host", async () => {
    await expect(choosePublication(answersOf(["--publish", "ftp"]), SITE)).rejects.toThrow(
      "There is no host “ftp”. Choose one of: folder, github-pages",
    );
  });
});

describe("a deployment", () => {
  function start(dryRun: boolean) {
    const lines: string[] = [];
    const done: string[] = [];
    const step = (title: string, run = async () => void done.push(title)): Step => ({
      title,
      remedy: `Fix ${title}.`,
      plan: () => `would do ${title}`,
      run,
    });
    const fail = () => Promise.reject(new Error("broken"));
    const deps = { answers: answersOf([]), log: (line: string) => lines.push(line) };
    const steps = [step("one"), step("two", fail), step("three")];
    const code = runDeployment(steps, deps as unknown as DeploymentDeps, { dryRun });
    return { code, lines, done };
  }

  it("a deployment stops at the step that fails, with its remedy", async () => {
    const { code, lines, done } = start(false);
    expect(await code).toBe(1);
    expect(done).toEqual(["one"]);
    expect(lines).toEqual([
      "1/3 one",
      "2/3 two",
      "Failed: broken",
      "What to do: Fix two.",
      "Run npm run deploy again to continue; finished steps change nothing.",
    ]);
  });

  it("a deployment only prints its steps in a dry run", async () => {
    const { code, lines, done } = start(true);
    expect(await code).toBe(0);
    expect(done).toEqual([]);
    expect(lines).toEqual([
      "1/3 one: would do one",
      "2/3 two: would do two",
      "3/3 three: would do three",
      "Nothing was changed.",
    ]);
  });
});
