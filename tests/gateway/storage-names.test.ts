import { readdir, readFile, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FILES, type StorageBench, startStorageBench } from "../support/bench/storage-bench.ts";

let bench: StorageBench;

beforeAll(async () => {
  bench = await startStorageBench();
});
afterAll(() => bench.gateway.stop());

describe("object names", () => {
  const own = [
    "../secret",
    "a/../../secret",
    "a/./b",
    "a//b",
    "a/",
    "/",
    "",
    ".",
    "..",
    "a\0b",
    "\0",
    "..\\..\\x",
    "C:\\x",
    "résumé.pdf",
    "最終.pdf",
    "emoji-😀",
    "\u202egnp.exe",
    "line\nbreak",
    "tab\tbed",
    'quo"te',
    "<x>",
    "a|b",
    "a%2fb",
    "%2e%2e%2fsecret",
    "{}",
    "[x]",
    "#hash",
    "~tilde",
    "`tick`",
    "^caret",
    "%ed%a0%80",
    "%zz",
    "x".repeat(1100),
    `${"d/".repeat(600)}f`,
    ".env",
    "...",
    "NUL",
    "aux.txt",
  ];

  async function corpus(): Promise<string[]> {
    const folder = join(import.meta.dirname, "../corpora/paths");
    const lists = (await readdir(folder)).filter((name) => name.endsWith(".txt"));
    const texts = await Promise.all(lists.map((name) => readFile(join(folder, name), "latin1")));
    return texts.flatMap((text) => text.split(/\r?\n/)).filter((line) => line !== "");
  }

  /** Sends the raw path, because fetch normalizes paths. */
  function send(method: string, path: string): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const url = new URL(bench.gateway.url);
      const request = httpRequest(
        {
          host: url.hostname,
          port: url.port,
          method,
          path,
          headers: { ...bench.headers },
          agent: false,
        },
        async (response) => {
          let body = "";
          for await (const chunk of response) body += chunk;
          resolve({ status: response.statusCode ?? 0, body });
        },
      );
      request.on("error", reject);
      request.end(method === "POST" ? "x" : undefined);
    });
  }

  it("object names never leave the blob folder and never crash the server", async () => {
    const marker = join(bench.gateway.blobs, "..", "secret");
    await writeFile(marker, "outside");
    const known = await corpus();
    expect(known.length).toBeGreaterThan(50);
    for (const name of [...own, ...known]) {
      const encodings = [encodeURIComponent(name), encodeURI(name)];
      const raw = name.replace(/[^\x21-\x7e]/gu, (c) => encodeURIComponent(c));
      for (const path of new Set([...encodings, raw])) {
        const object = `${FILES}/${bench.workspace.id}/${path}`;
        const others = [
          ["HEAD", object],
          ["GET", `info/${object}`],
          ["GET", `public/${object}`],
          ["GET", `sign/${object}?token=x`],
        ] as const;
        for (const [method, target] of [
          ["POST", object],
          ["GET", object],
          // One parser reads the name for all of these requests.
          ...(known.includes(name) ? [] : others),
          ["DELETE", object],
        ] as const) {
          const { status, body } = await send(method, `/storage/v1/object/${target}`);
          expect(status, `${method} ${target}`).toBeLessThan(500);
          expect(body).not.toContain("outside");
        }
      }
    }
    expect(await readFile(marker, "utf8")).toBe("outside");
    for (const name of await readdir(bench.gateway.blobs))
      expect(name).toMatch(/^([0-9a-f]{2}|database)$/);
    await bench.expectNoOrphans();
  });

  it.each(["../x", "a/../b", "a//b", "a\0b", "résumé.pdf", "x".repeat(1025), "a/.", "tab\tbed"])(
    "object names are refused as hosted Supabase refuses them: %j",
    async (name) => {
      const key = `${bench.workspace.id}/${name}`;
      const path = `/storage/v1/object/${FILES}/${encodeURIComponent(key)}`;
      const { status, body } = await send("POST", path);
      expect(status).toBe(400);
      expect(JSON.parse(body)).toMatchObject({ statusCode: "400", error: "InvalidKey" });
    },
  );

  it("object names may contain every character that hosted Supabase accepts", async () => {
    const key = `${bench.workspace.id}/root/!-.*'() &$@=;:+,_09azAZ`;
    await bench.upload(encodeURIComponent(key), "odd");
    const { data } = await bench.workspace.client.storage
      .from(FILES)
      .list(`${bench.workspace.id}/root`, {
        search: "!-.*",
      });
    expect(data?.map(({ name }) => name)).toEqual(["!-.*'() &$@=;:+,_09azAZ"]);
    const back = await fetch(bench.address(`${FILES}/${encodeURIComponent(key)}`), {
      headers: bench.headers,
    });
    expect(await back.text()).toBe("odd");
  });

  it.each(["no-such-bucket", "a/b", "x".repeat(200), "\0"])(
    "the bucket %j is refused",
    async (bucket) => {
      const path = `/storage/v1/object/${encodeURIComponent(bucket)}/${bench.workspace.id}/x`;
      expect((await send("POST", path)).status).toBe(400);
      expect((await send("GET", path)).status).toBe(400);
    },
  );
});

describe("malformed requests", () => {
  it.each([
    ["list", "list/workspace-files", "{"],
    ["list", "list/workspace-files", '{"prefix":5}'],
    ["list", "list/workspace-files", '{"prefix":"a\\u0000b"}'],
    ["list", "list/workspace-files", '{"sortBy":{"column":"name; drop table x"}}'],
    ["list", "list/workspace-files", '{"limit":1000000}'],
    ["list", "list/workspace-files", '{"offset":-1}'],
    ["move", "move", '{"bucketId":"workspace-files","sourceKey":"../a","destinationKey":"b"}'],
    ["copy", "copy", "null"],
    ["sign", "sign/workspace-files", '{"expiresIn":60,"paths":"x"}'],
  ])("malformed requests to %s are refused: %s %s", async (_name, path, body) => {
    const response = await fetch(bench.address(path), {
      method: "POST",
      headers: { ...bench.headers, "content-type": "application/json" },
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ statusCode: "400", error: expect.any(String) });
  });

  it.each([
    ["no boundary", "multipart/form-data", "x"],
    [
      "no file",
      "multipart/form-data; boundary=b",
      '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
    ],
    [
      "cut off",
      "multipart/form-data; boundary=b",
      '--b\r\ncontent-disposition: form-data; name=""; filename="f"\r\n\r\nhalf',
    ],
    ["not a form", "multipart/form-data; boundary=b", "nothing of the kind"],
    ["a type that is none", "nonsense", "x"],
  ])("malformed requests to upload leave nothing behind: %s", async (_name, type, body) => {
    const before = await bench.blobIds();
    const response = await fetch(bench.address(`${FILES}/${bench.ownKey()}`), {
      method: "POST",
      headers: { ...bench.headers, "content-type": type },
      body,
    });
    expect(response.status).toBe(400);
    expect(await bench.blobIds()).toEqual(before);
  });

  it("malformed requests with metadata that the database cannot store are refused", async () => {
    const response = await fetch(bench.address(`${FILES}/${bench.ownKey()}`), {
      method: "POST",
      headers: {
        ...bench.headers,
        "x-metadata": Buffer.from('{"a":"\\u0000"}').toString("base64"),
      },
      body: "x",
    });
    expect(response.status).toBe(400);
    await bench.expectNoOrphans();
  });
});
