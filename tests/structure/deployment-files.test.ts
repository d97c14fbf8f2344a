import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SOURCES } from "../../scripts/release/pack.ts";
import { parseConfig } from "../../server/config.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Instructions with their arguments; continued lines are joined. */
const dockerfile = read("Dockerfile")
  .replaceAll("\\\n", " ")
  .split("\n")
  .flatMap((line) => {
    const [, instruction, text = ""] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    return instruction ? [{ instruction, text }] : [];
  });
const lastFrom = dockerfile.findLastIndex(({ instruction }) => instruction === "FROM");
const finalStage = dockerfile.slice(lastFrom);

/** Paths in this folder that a stage copies. */
function copied(stage: typeof dockerfile): string[] {
  return stage
    .filter(({ instruction, text }) => instruction === "COPY" && !text.startsWith("--from"))
    .flatMap(({ text }) => text.split(" ").slice(0, -1));
}

const valueIn = (stage: typeof dockerfile, instruction: string) =>
  stage.find((one) => one.instruction === instruction)?.text ?? "";

describe("Dockerfile", () => {
  test("Dockerfile copies only files that exist and that .dockerignore lets through", () => {
    const ignored = read(".dockerignore").split("\n");
    expect(ignored).toContain("*");
    const allowed = ignored.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    const paths = copied(dockerfile);
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const isAllowed = (path: string) => allowed.some((one) => `${path}/`.startsWith(`${one}/`));
    expect(paths.filter((path) => !isAllowed(path))).toEqual([]);
    expect(allowed.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("Dockerfile copies everything that a release is made of, and runs only the release", () => {
    const sources = copied(dockerfile);
    expect([...SOURCES, "package-lock.json"].filter((path) => !sources.includes(path))).toEqual([]);
    expect(copied(finalStage)).toEqual([]);
    const runs = finalStage.filter(({ instruction }) => instruction === "RUN");
    expect(runs.map(({ text }) => text).join()).toContain("npm install --global");
    expect(valueIn(finalStage, "CMD")).toBe('["foyer", "start"]');
  });

  test("Dockerfile runs without root, with its data in the volume and a health check on an existing route", () => {
    expect(valueIn(finalStage, "USER")).toMatch(/^(?!root|0)\w+$/);
    const environment = Object.fromEntries(
      valueIn(finalStage, "ENV")
        .split(" ")
        .map((pair) => pair.split("=", 2)),
    );
    expect(parseConfig(environment)).toMatchObject({
      host: "0.0.0.0",
      dataDir: valueIn(finalStage, "VOLUME"),
      port: Number(valueIn(finalStage, "EXPOSE")),
    });
    const [, path = "none"] = /\}(\/\w+)`/.exec(valueIn(finalStage, "HEALTHCHECK")) ?? [];
    expect(read("server/gateway.ts")).toContain(`app.get("${path}"`);
  });
});

describe("compose.yaml", () => {
  const text = read("compose.yaml");

  test("compose.yaml stores the data in the image's volume and mounts files that exist", () => {
    expect(text).toContain(`foyer-data:${valueIn(finalStage, "VOLUME")}\n`);
    const mounted = [...text.matchAll(/^ +- (\.\/\S+?):/gm)].map(([, file = ""]) => file);
    expect(mounted).toEqual(["./deploy/Caddyfile"]);
    expect(mounted.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test("compose.yaml sets only variables that docs/configuration.md lists", () => {
    const known = read("docs/configuration.md");
    const names = [...text.matchAll(/^ +(FOYER_\w+):/gm)].map(([, name = ""]) => name);
    expect(names).toContain("FOYER_TRUST_PROXY");
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe("the workflows of a public forge", () => {
  const folder = ".github/workflows";
  const workflows = readdirSync(join(root, folder)).map((file) => read(join(folder, file)));
  const all = workflows.join("\n");

  test("the workflows of a public forge run commands and use workflows that exist", () => {
    const { scripts } = JSON.parse(read("package.json"));
    const commands = [...all.matchAll(/npm (?:run )?(test|release\b)/g)].map(
      ([, name = ""]) => name,
    );
    expect(new Set(commands)).toEqual(new Set(["test", "release"]));
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    const used = [...all.matchAll(/uses: \.\/(\S+)/g)].map(([, file = ""]) => file);
    expect(used).toEqual([`${folder}/test.yml`]);
    expect(used.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test("the workflows of a public forge test on the oldest Node.js and on the image's", () => {
    const [, image] = /NODE_IMAGE=\S+:(\d+)-/.exec(read("Dockerfile")) ?? [];
    const [, oldest] = /\^(\d+)\./.exec(JSON.parse(read("package.json")).engines.node) ?? [];
    expect(all).toContain(`node: [${oldest}, ${image}]`);
  });

  test("the workflows of a public forge build the image for two architectures with provenance, only from a tag", () => {
    const release = workflows.find((text) => text.startsWith("# A tag made by")) ?? "";
    expect(release).toMatch(/^on:\n {2}push:\n {4}tags: \["v\*"\]\n\n/m);
    expect(release).toContain("platforms: linux/amd64,linux/arm64");
    expect(release).toContain("provenance: mode=max");
    expect(release.match(/needs: \w+/g)).toEqual(["needs: test", "needs: image"]);
  });

  test("the workflows of a public forge have no right that they do not name", () => {
    for (const text of workflows) expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
  });
});

describe("deploy/foyer.service", () => {
  const directives = read("deploy/foyer.service")
    .split("\n")
    .filter((line) => line !== "" && !/^[#[]/.test(line))
    .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)] as const);
  const values = (name: string) =>
    directives.flatMap(([key, value]) => (key === name ? value : []));

  test("deploy/foyer.service starts an installed release, with settings the server accepts, in its state directory", () => {
    expect(values("ExecStart")).toEqual(["/usr/bin/env foyer start"]);
    expect(values("WorkingDirectory")).toEqual(
      values("StateDirectory").map((name) => `/var/lib/${name}`),
    );
    const environment = Object.fromEntries(values("Environment").map((pair) => pair.split("=", 2)));
    const { dataDir, trustProxy } = parseConfig(environment);
    expect([dataDir, trustProxy]).toEqual([`/var/lib/${values("StateDirectory")}`, true]);
  });

  test.each([
    ["NoNewPrivileges", "yes"],
    ["ProtectSystem", "strict"],
    ["ProtectHome", "yes"],
    ["PrivateTmp", "yes"],
    ["PrivateDevices", "yes"],
    ["CapabilityBoundingSet", ""],
    ["StateDirectoryMode", "0700"],
    // The server stops its own database.
    ["KillMode", "mixed"],
  ])("deploy/foyer.service has %s=%s", (name, value) => {
    expect(values(name)).toEqual([value]);
  });
});
