import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { SETTINGS } from "./config.ts";
import { projectRoot } from "./project-root.ts";
import { describeUnknownVariables } from "./unknown-variables.ts";

const describe = (...names: string[]) =>
  describeUnknownVariables(Object.fromEntries(names.map((name) => [name, "x"])), SETTINGS);

it.each([
  ["FOYER_PUBLIC_URI", "FOYER_PUBLIC_URL"],
  ["FOYER_DATADIR", "FOYER_DATA_DIR"],
  ["FOYER_BACKUP_PASSWORD", "FOYER_BACKUP_PASSPHRASE"],
  ["FOYER_SMPT_URL", "FOYER_SMTP_URL"],
  ["FOYER_TRUST_PROXIES", "FOYER_TRUST_PROXY"],
])("%s is reported with the similar name %s", (name, nearest) => {
  expect(describe(name)).toEqual([
    `${name} is not a setting of Foyer and has no effect. Is ${nearest} meant?`,
  ]);
});

it("an unknown variable without a similar known name is reported without a suggestion", () => {
  expect(describe("FOYER_XYZZY", "FOYER_REBUILD_HOOK")).toEqual([
    "FOYER_XYZZY is not a setting of Foyer and has no effect.",
    "FOYER_REBUILD_HOOK is not a setting of Foyer and has no effect.",
  ]);
});

it("variables of other programs are not reported", () => {
  expect(describe("HOST", "PORTS", "NOTION_TOKENS", "DATABASE_URI", "MY_FOYER_DATA")).toEqual([]);
});

it("every variable that a document names is known", () => {
  const files = ["README.md", "docs/*.md", "deploy", "compose.yaml", "Dockerfile", "CHANGELOG.md"];
  const found = execFileSync("git", ["grep", "-hoEw", "FOYER_[A-Z0-9_]+", "--", ...files], {
    cwd: projectRoot,
    encoding: "utf8",
  });
  // Variables that the tests and benchmarks read themselves.
  const others = /^FOYER_(TEST_BUCKET|CPU_SLOWDOWN|TRACE|SOAK_SECONDS|BENCH_SECONDS)$/;
  const named = new Set(found.split("\n").filter((name) => !others.test(name)));
  expect(describe(...named)).toEqual([]);
});
