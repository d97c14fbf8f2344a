import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const seed = readFileSync(join(root, "supabase/seed.sql"), "utf8");
const projects = [...seed.matchAll(/'(\/sample\/[\w-]+)-800\.webp'/g)].map(([, name = ""]) => name);

const variants = [
  ...projects.flatMap((name) => [
    { name, width: 800, height: 500, kilobytes: 25 },
    { name, width: 400, height: 250, kilobytes: 10 },
  ]),
  { name: "/sample/profile", width: 640, height: 640, kilobytes: 25 },
  { name: "/sample/profile", width: 320, height: 320, kilobytes: 12 },
];

describe("the sample content’s pictures", () => {
  it("the sample content’s pictures cover six projects and the portrait", () => {
    expect(new Set(projects).size).toBe(6);
    expect(seed).toContain("'/sample/profile-640.webp'");
  });

  it.each(variants)("$name at $width pixels exists in both formats", async (variant) => {
    const { name, width, height, kilobytes } = variant;
    const path = join(root, "public", `${name}-${width}`);
    for (const [ending, format] of [
      ["avif", "heif"],
      ["webp", "webp"],
    ]) {
      expect(await sharp(`${path}.${ending}`).metadata()).toMatchObject({ format, width, height });
    }
    expect(statSync(`${path}.avif`).size).toBeLessThanOrEqual(kilobytes * 1024);
  });
});
