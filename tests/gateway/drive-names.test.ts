import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UPLOAD_CHUNK_BYTES } from "../../shared/limits.ts";
import { FILES, type StorageBench, startStorageBench } from "../support/bench/storage-bench.ts";
import { addRow, reserve, tusUpload } from "../support/drive-client.ts";

let bench: StorageBench;

beforeAll(async () => {
  bench = await startStorageBench();
});
afterAll(() => bench.gateway.stop());

/** File names that at least one operating system allows. */
const names = [
  "report (final) [2].pdf",
  "résumé.pdf",
  "re\u0301sume\u0301 of a Mac.pdf",
  "报告 最终版.docx",
  "تقرير.txt",
  "\u202Etxt.exe",
  "👨‍👩‍👧‍👦 family.png",
  "😀".repeat(255),
  "x".repeat(255),
  ".env",
  "...",
  " leading and trailing ",
  "100% sure.txt",
  "%2e%2e%2fetc",
  "a%20b+c&d=e?f#g.txt",
  `quotes " ' \` and ; , .txt`,
  "back\\slash.txt",
  "<script>alert(1)</script>.html",
  "line\nbreak.txt",
  "Icon\r",
  "CON",
  "{a,b}*~|:.txt",
  "__proto__",
  "file.tar.gz",
];

describe("a file with any name", () => {
  it.each(names)("a file with any name is uploaded, listed and downloaded as %j", async (name) => {
    const { client, id: user_id } = bench.workspace;
    const content = Buffer.from(`content of ${name}`);
    const path = await reserve(client, name, content.length);
    const stored = await client.storage.from(FILES).upload(path, content);
    expect(stored.error).toBeNull();
    const id = await addRow(client, {
      user_id,
      name,
      storage_object_path: path,
      size: content.length,
    });
    const entry = expect.objectContaining({ id, name: name.normalize("NFC") });
    const listed = await client.from("workspace_files").select();
    expect(listed.data).toContainEqual(entry);
    const found = await client.rpc("search_files", { search: name });
    expect(found.data).toContainEqual(entry);

    // The URL is built like in the drive: supabase-js would encode the name twice.
    const signed = await client.storage.from(FILES).createSignedUrl(path, 60);
    const download = `download=${encodeURIComponent(name)}`;
    const response = await fetch(`${signed.data?.signedUrl}&${download}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    const { headers } = response;
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    const header = headers.get("content-disposition") ?? "";
    const sent = decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(header)?.[1] ?? "");
    // Headers cannot contain these characters, which no operating system allows in names either.
    expect(sent).toBe(name.replace(/[\p{Cc}/\\]/gu, "_"));
  });

  it("a file with any name is served in ranges, by a signed URL and with the session", async () => {
    const { client } = bench.workspace;
    const content = await readFile(process.execPath).then((bytes) =>
      bytes.subarray(0, UPLOAD_CHUNK_BYTES + 99),
    );
    const path = await reserve(client, "node", content.length);
    const token = bench.headers.authorization.slice("Bearer ".length);
    const { upload, done } = tusUpload(bench.gateway.url, token, path, content);
    upload.start();
    await done;
    const signed = await client.storage.from(FILES).createSignedUrl(path, 60, { download: "node" });
    for (const [url, headers] of [
      [signed.data?.signedUrl ?? "", {}],
      [bench.address(`authenticated/${FILES}/${path}`), bench.headers],
    ] as const) {
      const first = await fetch(url, { headers: { ...headers, range: "bytes=0-99" } });
      expect(first.status).toBe(206);
      expect(first.headers.get("content-range")).toBe(`bytes 0-99/${content.length}`);
      const etag = first.headers.get("etag") ?? "";
      const rest = await fetch(url, {
        headers: { ...headers, range: "bytes=100-", "if-range": etag },
      });
      const whole = Buffer.concat([
        Buffer.from(await first.arrayBuffer()),
        Buffer.from(await rest.arrayBuffer()),
      ]);
      expect(whole.equals(content)).toBe(true);
    }
  });
});
