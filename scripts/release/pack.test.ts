import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { COMMANDS } from "../setup/commands.mjs";
import { nameCommands } from "./pack.ts";

const root = join(import.meta.dirname, "../..");

it.each([
  ["Create one with: npm run owner", "Create one with: foyer owner"],
  ["npm start", "foyer start"],
  ["npm run --silent backup -- --out - | …", "foyer backup --out - | …"],
  ["npm run deploy -- --help lists the hosts.", "foyer deploy --help lists the hosts."],
  ["npm run schema -- --remote", "npm run schema -- --remote"],
  ["npm run deployment", "npm run deployment"],
])("the text %j names the commands of an installed release", (text, expected) => {
  expect(nameCommands(text)).toBe(expected);
});

it("the columns of a usage text stay aligned", () => {
  const usage = "  npm run owner                  asks\n  npm run owner -- --email E     reads\n";
  const named = "  foyer owner                    asks\n  foyer owner --email E          reads\n";
  expect(nameCommands(usage)).toBe(named);
});

it("every command of an installed release is a script of the checkout", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(Object.keys(COMMANDS).filter((name) => !(name in scripts))).toEqual([]);
});
