import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { writeAvifFiles } from "./project-pictures.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-avif-"));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const supabaseUrl = "https://db.example";
const bucket = `${supabaseUrl}/storage/v1/object/public/profile-pictures/projects`;

it("the build converts own pictures without AVIF files once, and skips unreadable pictures", async () => {
  const webp = await sharp({ create: { width: 8, height: 5, channels: 3, background: "red" } })
    .webp()
    .toBuffer();
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return address.includes("gone") ? new Response("", { status: 404 }) : new Response(webp);
  });
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const projects = [
    `${bucket}/mk1-1000x625-1000.webp`,
    `${bucket}/mk1-1000x625-1000.webp`,
    `${bucket}/gone-1000x625-1000.webp`,
    `${bucket}/mk2-1000x625-avif-1000.webp`,
    "https://other.example/storage/v1/object/public/profile-pictures/projects/mk3-9x9-9.webp",
    "/sample/slipway-800.webp",
    null,
  ].map((image_url) => ({ image_url }));
  const folders = { supabaseUrl, client: join(folder, "client"), cache: join(folder, "cache") };

  const written = await writeAvifFiles({ projects }, folders);
  expect([...written]).toEqual(["mk1-1000x625"]);
  expect(asked).toEqual([
    `${bucket}/mk1-1000x625-400.webp`,
    `${bucket}/mk1-1000x625-800.webp`,
    `${bucket}/mk1-1000x625-1000.webp`,
    `${bucket}/gone-1000x625-400.webp`,
  ]);
  expect(warn).toHaveBeenCalledOnce();
  const files = await readdir(join(folder, "client/pictures"));
  expect(files.sort()).toEqual(["1000", "400", "800"].map((one) => `mk1-1000x625-${one}.avif`));
  const { format, compression } = await sharp(
    join(folder, "client/pictures", files[0] ?? ""),
  ).metadata();
  expect([format, compression]).toEqual(["heif", "av1"]);

  asked.length = 0;
  await rm(join(folder, "client"), { recursive: true });
  await writeAvifFiles({ projects: projects.slice(0, 1) }, folders);
  expect(asked, "the second build").toEqual([]);
  expect(await readdir(join(folder, "client/pictures"))).toHaveLength(3);
});
