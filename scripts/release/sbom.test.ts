import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createSbom } from "./sbom.ts";

const root = join(import.meta.dirname, "../..");

it("the bill of materials lists every package that is installed to run Foyer with its hash, and no other", async () => {
  const { bomFormat, metadata, components } = JSON.parse(await createSbom(root));
  expect(bomFormat).toBe("CycloneDX");
  expect(metadata.component).toMatchObject({ type: "application", name: "foyer" });
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const locked = Object.entries<Record<string, unknown>>(packages)
    .filter(([path, { dev }]) => path !== "" && !dev)
    // An entry has a `name` if another package was installed in its place.
    .map(([path, { name, version }]) => `${name ?? path.split("node_modules/").at(-1)}@${version}`);
  const listed = components.map(({ purl }: { purl: string }) => nameIn(purl));
  expect(new Set(listed)).toEqual(new Set(locked));
  expect(listed).toContain("react@19.3.1");
  const unverified = components.filter((one: Component) => !one.hashes?.length && !isBundled(one));
  expect(unverified).toEqual([]);
}, 120_000);

interface Component {
  hashes?: unknown[];
  properties?: { name: string; value: string }[];
}

/** Whether another package's archive, whose hash covers it, includes the package. */
function isBundled({ properties = [] }: Component): boolean {
  return properties.some(({ name, value }) => name.endsWith(":bundled") && value === "true");
}

/** Extracts the name: `pkg:npm/%40scope/name@1.0.0?vcs_url=…` becomes `@scope/name@1.0.0`. */
function nameIn(purl: string): string {
  return decodeURIComponent(purl.replace(/^pkg:npm\//, "").replace(/\?.*$/, ""));
}
