import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { SMALL_FILE_BYTES, SMALL_FILES_AT_ONCE } from "../../shared/limits.ts";
import { FILES, type StorageBench, startStorageBench } from "../support/bench/storage-bench.ts";
import { reserve } from "../support/drive-client.ts";
import { tokenOf } from "../support/sites/gateway.ts";

interface GivenFile {
  path: string;
  text: string;
  type?: string;
}

let bench: StorageBench;
const sql = () => bench.gateway.database.sql;

beforeAll(async () => {
  bench = await startStorageBench();
});
afterAll(() => bench.gateway.stop());
afterEach(() => bench.expectNoOrphans());

const reserveFor = (name: string, size: number) => reserve(bench.workspace.client, name, size);

const bodyOf = (files: GivenFile[]) =>
  `${JSON.stringify(
    files.map(({ path, text, type = "text/plain" }) => ({
      path,
      type,
      size: Buffer.byteLength(text),
    })),
  )}\n${files.map(({ text }) => text).join("")}`;

/** @returns the HTTP status, and the result of each file or the reason why all were refused. */
async function sendBatch(body: string, headers: Record<string, string> = bench.headers) {
  const response = await fetch(bench.address(`batch/${FILES}`), {
    method: "POST",
    headers: { ...headers, "cache-control": "max-age=3600" },
    body,
  });
  return { status: response.status, answer: await response.json() };
}

async function textAt(path: string): Promise<string | undefined> {
  const { data } = await bench.workspace.client.storage.from(FILES).download(path);
  return data?.text();
}

const storedAt = async (path: string) => {
  const [row] = await sql()`select * from storage.objects where name = ${path}`;
  return row;
};

it("a batch upload stores each file of a request under its path, with its type and bytes", async () => {
  const texts = ["one", "", "drei: 最終\n[]\n"];
  const files = await Promise.all(
    texts.map(async (text, index) => ({
      path: await reserveFor(`${index}.txt`, Buffer.byteLength(text)),
      text,
      type: index === 0 ? "text/markdown" : "text/plain",
    })),
  );
  expect(await sendBatch(bodyOf(files))).toEqual({ status: 200, answer: [null, null, null] });
  for (const { path, text, type } of files) {
    expect(await textAt(path)).toBe(text);
    expect(await storedAt(path)).toMatchObject({
      owner_id: bench.workspace.id,
      user_metadata: null,
      metadata: {
        size: Buffer.byteLength(text),
        mimetype: type,
        cacheControl: "max-age=3600",
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
  }
});

it("a batch upload refuses single files without refusing the others", async () => {
  const canceled = await reserveFor("canceled.txt", 1);
  await bench.workspace.client.rpc("release_upload", { path: canceled });
  const [first, typed, last] = await Promise.all(
    ["a", "b", "c"].map((name) => reserveFor(name, 1)),
  );
  const { status, answer } = await sendBatch(
    bodyOf([
      { path: first as string, text: "a" },
      { path: canceled, text: "x" },
      { path: bench.ownKey("unreserved.txt"), text: "x" },
      { path: "../x", text: "x" },
      { path: typed as string, text: "x", type: "not a type" },
      { path: last as string, text: "c" },
    ]),
  );
  expect(status).toBe(200);
  expect((answer as ({ statusCode: string } | null)[]).map((one) => one?.statusCode)).toEqual([
    undefined,
    "410",
    "410",
    "400",
    "415",
    undefined,
  ]);
  expect(await textAt(first as string)).toBe("a");
  expect(await textAt(last as string)).toBe("c");
});

it("a batch upload stores the other files when the database refuses one", async () => {
  const files = await Promise.all(
    ["good", "refused", "fine"].map(async (name) => ({
      path: await reserveFor(name, 1),
      text: "x",
    })),
  );
  const refused = files[1]?.path ?? "";
  await sql()`create function refuse_one() returns trigger language plpgsql as $$
    begin
      if new.name like '%-refused' then raise insufficient_privilege; end if;
      return new;
    end $$`;
  await sql()`create trigger refuse_one before insert on storage.objects
    for each row execute function refuse_one()`;
  try {
    const { answer } = await sendBatch(bodyOf(files));
    expect(answer).toEqual([null, expect.objectContaining({ statusCode: "403" }), null]);
  } finally {
    await sql()`drop function refuse_one cascade`;
  }
  expect(await storedAt(refused)).toBeUndefined();
  for (const { path } of [files[0], files[2]] as GivenFile[]) expect(await textAt(path)).toBe("x");
});

it("a batch upload replaces the object of an earlier attempt at the path, whose space counts once", async () => {
  const used = async () => {
    const [row] = await sql()`select private.drive_used(${bench.workspace.id}) as used`;
    return Number(row?.used);
  };
  const before = await used();
  const paths = await Promise.all(["a", "b"].map((name) => reserveFor(name, 5)));
  for (const text of ["first", "again"]) {
    const { answer } = await sendBatch(bodyOf(paths.map((path) => ({ path, text }))));
    expect(answer).toEqual([null, null]);
    for (const path of paths) expect(await textAt(path)).toBe(text);
    expect(await used()).toBe(before + 10);
  }
});

it.each(["in a batch", "alone"])(
  "a batch upload stores more than the reserved bytes only where there is space (%s)",
  async (how) => {
    const path = await reserveFor("grown.txt", 10);
    await sql()`insert into private.drive_limits (quota)
      select private.drive_used(${bench.workspace.id}) + 5`;
    const send = async (text: string) => {
      if (how === "in a batch") return (await sendBatch(bodyOf([{ path, text }]))).answer[0];
      const response = await fetch(bench.address(`${FILES}/${path}`), {
        method: "POST",
        headers: { ...bench.headers, "content-type": "text/plain", "x-upsert": "true" },
        body: text,
      });
      return response.ok ? null : response.json();
    };
    try {
      expect(await send("x".repeat(16))).toMatchObject({ statusCode: "413" });
      expect(await storedAt(path)).toBeUndefined();
      expect(await send("x".repeat(10))).toBeNull();
      // Stored bytes count until they are replaced.
      expect(await send("y".repeat(10))).toMatchObject({ statusCode: "413" });
      expect(await textAt(path)).toBe("x".repeat(10));
    } finally {
      await sql()`delete from private.drive_limits where only_row`;
    }
  },
);

it("a batch upload refuses a request that is not a batch", async () => {
  const path = await reserveFor("a.txt", 1);
  const file = { path, text: "x" };
  const large = { path, text: "x".repeat(SMALL_FILE_BYTES + 1) };
  const list = (sizes: number[]) =>
    JSON.stringify(sizes.map((size) => ({ path, type: "a/b", size })));
  for (const body of [
    "",
    "not a list\nx",
    `${list([])}\n`,
    list([0]),
    `${list([2])}\nx`,
    `${list([1])}\nxy`,
    `${list([-1])}\nx`,
    `${list([0.5])}\nx`,
    bodyOf([large]),
    bodyOf(Array(SMALL_FILES_AT_ONCE + 1).fill(file)),
  ]) {
    expect((await sendBatch(body)).status, body.slice(0, 100)).toBe(400);
  }
  const tooMuch = `${bodyOf([file])}${"x".repeat(SMALL_FILES_AT_ONCE * (SMALL_FILE_BYTES + 4096))}`;
  expect((await sendBatch(tooMuch)).answer).toMatchObject({ statusCode: "413" });
  expect(await storedAt(path)).toBeUndefined();
});

it("a batch upload stores a batch of the largest size", async () => {
  const text = "x".repeat(SMALL_FILE_BYTES);
  const files = await Promise.all(
    Array.from({ length: SMALL_FILES_AT_ONCE }, async (_, index) => ({
      path: await reserveFor(`${index}`, SMALL_FILE_BYTES),
      text,
    })),
  );
  expect((await sendBatch(bodyOf(files))).answer).toEqual(files.map(() => null));
});

it("a batch upload stores nothing for a visitor or the owner, who know a reserved path", async () => {
  const body = bodyOf([{ path: await reserveFor("a.txt", 1), text: "x" }]);
  const { apikey } = bench.headers;
  expect((await sendBatch(body, { apikey })).answer).toMatchObject({ statusCode: "403" });
  const authorization = `Bearer ${await tokenOf(bench.owner.client)}`;
  const { answer } = await sendBatch(body, { apikey, authorization });
  expect(answer).toEqual([expect.objectContaining({ statusCode: "403" })]);
});
