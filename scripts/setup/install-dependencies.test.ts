import { describe, expect, it } from "vitest";
import { comparePackages } from "./install-dependencies.mjs";

const locked = {
  packages: {
    "": { version: "0.1.0" },
    "node_modules/hono": { version: "4.0.0" },
    "node_modules/vitest": { version: "4.1.0", dev: true },
    "node_modules/esbuild": { version: "0.28.0", devOptional: true },
    "node_modules/@img/sharp-linux-x64": { version: "0.35.0", optional: true },
    "node_modules/typescript": { version: "6.0.0", peer: true },
  },
};
const empty = { packages: {} };
const running = { packages: { "node_modules/hono": { version: "4.0.0" } } };
const testing = {
  packages: {
    ...running.packages,
    "node_modules/vitest": { version: "4.1.0" },
    "node_modules/esbuild": { version: "0.28.0" },
  },
};

describe("comparePackages", () => {
  it("requires neither development nor platform packages to run", () => {
    expect(comparePackages(locked, empty, false)).toEqual({
      packages: ["node_modules/hono"],
      missing: ["node_modules/hono"],
      all: false,
    });
    expect(comparePackages(locked, running, false).missing).toEqual([]);
  });

  it("requires development packages when the tests need them", () => {
    const { missing, all } = comparePackages(locked, running, true);
    expect({ missing, all }).toEqual({
      missing: ["node_modules/vitest", "node_modules/esbuild"],
      all: true,
    });
  });

  it("keeps development packages that are already installed", () => {
    expect(comparePackages(locked, testing, false)).toMatchObject({ missing: [], all: true });
  });

  it("reports a package in another version as missing", () => {
    const older = { packages: { "node_modules/hono": { version: "3.9.0" } } };
    expect(comparePackages(locked, older, false).missing).toEqual(["node_modules/hono"]);
  });
});
