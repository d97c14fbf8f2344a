// Sends storage requests to a running lab and prints each in a line that is equal in every run.
// Used by check.mjs; the output of a run with --upstream is compared with diff to that of a run
// without.
import { createHash, randomUUID } from "node:crypto";

const KEY_HEADERS = [
  "content-type",
  "content-length",
  "content-range",
  "content-disposition",
  "cache-control",
  "etag",
  "expires",
  "last-modified",
  "accept-ranges",
  "x-robots-tag",
  "location",
  "tus-resumable",
  "tus-complete",
  "upload-offset",
  "upload-length",
  "upload-metadata",
  "upload-expires",
  "tus-extension",
  "tus-version",
  "access-control-allow-origin",
];
/** Printed if the request has an origin. */
const CORS_HEADERS = [
  "access-control-allow-methods",
  "access-control-allow-headers",
  "access-control-expose-headers",
];

/**
 * Sends all requests and passes each line to `tell`. Creates and removes two buckets of the lab
 * with the secret key, and two policies through `sql` (role postgres): a signed-in user owns the
 * folder of their id in `lab-files`.
 */
export async function storageRequests({ lab, sql, token, userId, stranger, tell }) {
  const base = `${lab.url}/storage/v1`;
  const mine = { apikey: lab.publishableKey, authorization: `Bearer ${token}` };
  const other = { apikey: lab.publishableKey, authorization: `Bearer ${stranger}` };
  const nobody = { apikey: lab.publishableKey };
  const service = { apikey: lab.secretKey };
  const json = (headers) => ({ ...headers, "content-type": "application/json" });
  const names = { [userId]: "<me>", [lab.url]: "<lab>" };
  let number = 0;

  const calm = (text) => {
    text = text.replace(
      /"nextCursor":"([^"]+)"/,
      (_, cursor) => `"nextCursor":${JSON.stringify(Buffer.from(cursor, "base64").toString())}`,
    );
    for (const [from, to] of Object.entries(names)) text = text.replaceAll(from, to);
    return text
      .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, "<token>")
      .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "<uuid>")
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g, "<time>")
      .replace(/(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, "<date>")
      .replace(/objectName [\w+/=]+/, "objectName <name>")
      .replace(/(resumable(?:\/sign)?\/)[\w-]{20,}/g, "$1<upload>");
  };

  /** Sends a request; `body` is sent unchanged, a plain object as JSON. */
  async function ask(what, method, path, { headers = {}, body, show = true, quiet = false } = {}) {
    const plain = body && Object.getPrototypeOf(body) === Object.prototype;
    const response = await fetch(path.startsWith("http") ? path : base + path, {
      method,
      headers: plain ? json(headers) : headers,
      body: plain ? JSON.stringify(body) : body,
      duplex: body instanceof ReadableStream ? "half" : undefined,
      redirect: "manual",
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const type = response.headers.get("content-type") ?? "";
    let value;
    try {
      value = type.includes("json") ? JSON.parse(bytes) : undefined;
    } catch {}
    if (quiet) return { response, value, bytes };
    const text =
      value !== undefined
        ? JSON.stringify(sorted(value))
        : bytes.length > 200
          ? `${bytes.length} bytes ${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}`
          : bytes.toString();
    const isError = !response.ok;
    const shown = [...KEY_HEADERS, ...(headers.origin ? CORS_HEADERS : [])]
      .filter(
        (name) => response.headers.has(name) && !(value !== undefined && name === "content-length"),
      )
      .map((name) => `${name}=${calm(response.headers.get(name))}`);
    tell(
      `${String(++number).padStart(3)} ${what}: ${response.status} ${show || isError ? calm(text) : ""} | ${shown.join("; ")}`,
    );
    return { response, value, bytes };
  }

  const form = (content, type, fields = {}) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    data.append("", new Blob([content], { type }));
    return data;
  };
  const files = `/object/lab-files/${userId}`;
  const rowOf = async (name, bucket = "lab-files") => {
    const [row] =
      await sql`select owner, owner_id, metadata, user_metadata, path_tokens from storage.objects where bucket_id = ${bucket} and name = ${name}`;
    tell(`    row: ${row ? calm(JSON.stringify(sorted(row))) : "none"}`);
  };

  await sql`create policy "lab files" on storage.objects for all to authenticated
    using (bucket_id = 'lab-files' and (storage.foldername(name))[1] = (select auth.uid()::text))
    with check (bucket_id = 'lab-files' and (storage.foldername(name))[1] = (select auth.uid()::text))`;

  // Buckets
  await ask("create a bucket", "POST", "/bucket", {
    headers: service,
    body: { name: "lab-files", file_size_limit: 1000000 },
  });
  await ask("create a public bucket with types", "POST", "/bucket", {
    headers: service,
    body: {
      id: "lab-public",
      name: "lab-public",
      public: true,
      allowed_mime_types: ["image/*", "text/plain"],
      file_size_limit: "2KB",
    },
  });
  await ask("create it again", "POST", "/bucket", {
    headers: service,
    body: { name: "lab-files" },
  });
  await ask("create without a name", "POST", "/bucket", {
    headers: service,
    body: { public: true },
  });
  await ask("create with a bad name", "POST", "/bucket", {
    headers: service,
    body: { name: "a/b" },
  });
  await ask("create above the limit", "POST", "/bucket", {
    headers: service,
    body: { name: "lab-large", file_size_limit: "100GB" },
  });
  await ask("create with a bad size", "POST", "/bucket", {
    headers: service,
    body: { name: "lab-large", file_size_limit: "much" },
  });
  await ask("create with a bad type", "POST", "/bucket", {
    headers: service,
    body: { name: "lab-large", allowed_mime_types: ["nothing"] },
  });
  await ask("create as somebody", "POST", "/bucket", { headers: mine, body: { name: "lab-mine" } });
  await ask("get a bucket", "GET", "/bucket/lab-public", { headers: service });
  await ask("get a bucket as somebody", "GET", "/bucket/lab-public", { headers: mine });
  await ask("get an unknown bucket", "GET", "/bucket/lab-none", { headers: service });
  await ask("list buckets", "GET", "/bucket?sortColumn=name&sortOrder=desc&search=lab-", {
    headers: service,
  });
  await ask("list one bucket", "GET", "/bucket?limit=1&offset=1&sortColumn=name&search=lab-", {
    headers: service,
  });
  await ask("list with a bad limit", "GET", "/bucket?limit=0", { headers: service });
  await ask("list as somebody", "GET", "/bucket", { headers: mine });
  await ask("update a bucket", "PUT", "/bucket/lab-public", {
    headers: service,
    body: { public: true, file_size_limit: 3000 },
  });
  await ask("update an unknown bucket", "PUT", "/bucket/lab-none", {
    headers: service,
    body: { public: true },
  });
  await ask("update with nothing", "PUT", "/bucket/lab-public", { headers: service, body: {} });
  await ask("update as somebody", "PUT", "/bucket/lab-public", {
    headers: mine,
    body: { public: false },
  });

  // Uploads
  await ask("upload raw", "POST", `${files}/a.txt`, {
    headers: {
      ...mine,
      "content-type": "text/plain",
      "cache-control": "max-age=60",
      "x-metadata": Buffer.from('{"a":"ü"}').toString("base64"),
    },
    body: "hello, lab",
  });
  await rowOf(`${userId}/a.txt`);
  await ask("upload a form", "POST", `${files}/form.txt`, {
    headers: mine,
    body: form("from a form", "text/plain", { cacheControl: "120", metadata: '{"b":1}' }),
  });
  await rowOf(`${userId}/form.txt`);
  await ask("upload a form without fields", "POST", `${files}/plain.bin`, {
    headers: mine,
    body: form("x", ""),
  });
  await rowOf(`${userId}/plain.bin`);
  await ask("upload JSON", "POST", `${files}/b.json`, { headers: mine, body: { b: 1 } });
  await ask("upload nothing", "POST", `${files}/empty`, {
    headers: { ...mine, "content-type": "application/x-none" },
    body: "",
  });
  await rowOf(`${userId}/empty`);
  await ask("upload again", "POST", `${files}/a.txt`, {
    headers: { ...mine, "content-type": "text/plain" },
    body: "again",
  });
  await ask("upload over it", "POST", `${files}/a.txt`, {
    headers: { ...mine, "content-type": "text/plain", "x-upsert": "true" },
    body: "over",
  });
  await rowOf(`${userId}/a.txt`);
  await ask("put what is there", "PUT", `${files}/a.txt`, {
    headers: { ...mine, "content-type": "text/plain", "cache-control": "max-age=60" },
    body: "hello, lab",
  });
  await ask("put what is not there", "PUT", `${files}/put.txt`, {
    headers: { ...mine, "content-type": "text/plain" },
    body: "put",
  });
  await ask("upload into somebody else's folder", "POST", `${files}/b.txt`, {
    headers: other,
    body: "x",
  });
  await ask("upload as nobody", "POST", `${files}/b.txt`, { headers: nobody, body: "x" });
  await ask("upload without a key", "POST", `${files}/b.txt`, { body: "x" });
  await ask("upload with a bad token", "POST", `${files}/b.txt`, {
    headers: { ...nobody, authorization: "Bearer a.b.c" },
    body: "x",
  });
  await ask("upload with half a token", "POST", `${files}/b.txt`, {
    headers: { ...nobody, authorization: "Bearer abc" },
    body: "x",
  });
  await ask("upload with a forged token", "POST", `${files}/b.txt`, {
    headers: { ...nobody, authorization: `Bearer ${token.slice(0, -6)}AAAAAA` },
    body: "x",
  });
  await ask("upload into an unknown bucket", "POST", "/object/lab-none/x", {
    headers: mine,
    body: "x",
  });
  await ask("upload with a bad key", "POST", `${files}/${encodeURIComponent("ü.txt")}`, {
    headers: mine,
    body: "x",
  });
  await ask(
    "upload with a key of special characters",
    "POST",
    `${files}/${encodeURIComponent("sp ace!*'()&$=@;:+,?-.txt")}`,
    { headers: { ...mine, "content-type": "text/plain" }, body: "special" },
  );
  await ask("upload above the bucket limit", "POST", `${files}/large`, {
    headers: mine,
    body: Buffer.alloc(1000001),
  });
  await ask("upload at the bucket limit", "POST", `${files}/large`, {
    headers: { ...mine, "content-type": "application/octet-stream" },
    body: Buffer.alloc(1000000),
  });
  await ask("upload a form above the bucket limit", "POST", `${files}/large2`, {
    headers: mine,
    body: form(Buffer.alloc(1000001), "a/b"),
  });
  await ask("upload a form at the bucket limit", "POST", `${files}/large2`, {
    headers: mine,
    body: form(Buffer.alloc(1000000), "a/b"),
  });
  await ask("upload a stream above the bucket limit", "POST", `${files}/large3`, {
    headers: mine,
    body: new Blob([Buffer.alloc(1000001)]).stream(),
  });
  await ask("upload a wrong type", "POST", "/object/lab-public/x.pdf", {
    headers: { ...service, "content-type": "application/pdf" },
    body: "x",
  });
  await ask("upload a wrong type in a form", "POST", "/object/lab-public/x.pdf", {
    headers: service,
    body: form("x", "application/pdf"),
  });
  await ask("upload a right type", "POST", "/object/lab-public/p.png", {
    headers: { ...service, "content-type": "image/png", "cache-control": "max-age=3600" },
    body: "png",
  });
  await ask("upload a form without a file", "POST", `${files}/nofile`, {
    headers: mine,
    body: (() => {
      const data = new FormData();
      data.append("a", "b");
      return data;
    })(),
  });
  await ask("upload a page", "POST", `${files}/page.html`, {
    headers: { ...mine, "content-type": "text/html" },
    body: "<p>x</p>",
  });

  // Reading
  await ask("read", "GET", `${files}/a.txt`, { headers: mine });
  await ask("read, authenticated", "GET", `/object/authenticated/lab-files/${userId}/a.txt`, {
    headers: mine,
  });
  await ask("read a range", "GET", `${files}/a.txt`, { headers: { ...mine, range: "bytes=2-4" } });
  await ask("read an open range", "GET", `${files}/a.txt`, {
    headers: { ...mine, range: "bytes=7-" },
  });
  await ask("read the end", "GET", `${files}/a.txt`, { headers: { ...mine, range: "bytes=-3" } });
  await ask("read a range past the end", "GET", `${files}/a.txt`, {
    headers: { ...mine, range: "bytes=100-" },
  });
  await ask("read two ranges", "GET", `${files}/a.txt`, {
    headers: { ...mine, range: "bytes=0-1,3-4" },
  });
  const { response: known } = await ask("read, for the ETag", "GET", `${files}/a.txt`, {
    headers: mine,
    quiet: true,
  });
  await ask("read what has not changed", "GET", `${files}/a.txt`, {
    headers: { ...mine, "if-none-match": known.headers.get("etag") },
  });
  await ask("read what has changed", "GET", `${files}/a.txt`, {
    headers: { ...mine, "if-none-match": '"x"' },
  });
  await ask("read what is not newer", "GET", `${files}/a.txt`, {
    headers: { ...mine, "if-modified-since": new Date(Date.now() + 60_000).toUTCString() },
  });
  await ask("read nothing", "GET", `${files}/empty`, { headers: mine });
  await ask("read a page", "GET", `${files}/page.html`, { headers: mine });
  await ask("read a large one", "GET", `${files}/large`, { headers: mine });
  await ask("read as a download", "GET", `${files}/a.txt?download`, { headers: mine });
  await ask(
    "read as a download with a name",
    "GET",
    `${files}/a.txt?download=${encodeURIComponent("a b+ü%20.txt")}`,
    { headers: mine },
  );
  await ask(
    "read special characters",
    "GET",
    `${files}/${encodeURIComponent("sp ace!*'()&$=@;:+,?-.txt")}`,
    { headers: mine },
  );
  await ask("read somebody else's", "GET", `${files}/a.txt`, { headers: other });
  await ask("read as nobody", "GET", `${files}/a.txt`, { headers: nobody });
  await ask("read without a key", "GET", `${files}/a.txt`);
  await ask(
    "read, authenticated, without a key",
    "GET",
    `/object/authenticated/lab-files/${userId}/a.txt`,
  );
  await ask("read what is not there", "GET", `${files}/none`, { headers: mine });
  await ask("read from an unknown bucket", "GET", "/object/lab-none/x", { headers: mine });
  await ask("read with a bad key", "GET", `${files}/${encodeURIComponent("ü")}`, { headers: mine });
  await ask("read with a broken address", "GET", `${files}/%E0%A4%A`, { headers: mine });
  await ask("head", "HEAD", `${files}/a.txt`, { headers: mine });
  await ask("head what is not there", "HEAD", `${files}/none`, { headers: mine });
  await ask("info", "GET", `/object/info/lab-files/${userId}/form.txt`, { headers: mine });
  await ask(
    "info, authenticated",
    "GET",
    `/object/info/authenticated/lab-files/${userId}/form.txt`,
    { headers: mine },
  );
  await ask("info of somebody else's", "GET", `/object/info/lab-files/${userId}/form.txt`, {
    headers: other,
  });
  await ask("public", "GET", "/object/public/lab-public/p.png");
  await ask("public as a download", "GET", "/object/public/lab-public/p.png?download=picture.png");
  await ask("public, what is not there", "GET", "/object/public/lab-public/none");
  await ask("public, a private bucket", "GET", `/object/public/lab-files/${userId}/a.txt`);
  await ask("public, an unknown bucket", "GET", "/object/public/lab-none/x");
  await ask("public head", "HEAD", "/object/public/lab-public/p.png");
  await ask("public info", "GET", "/object/info/public/lab-public/p.png");
  await ask("public without the word", "GET", "/object/lab-public/p.png");
  await ask("an unknown route", "GET", "/nothing", { headers: mine });
  await ask("an unknown route of objects", "PATCH", `${files}/a.txt`, { headers: mine, body: "x" });
  await ask("broken JSON", "POST", "/object/list/lab-files", { headers: json(mine), body: "{" });
  await ask("no JSON", "POST", "/object/list/lab-files", { headers: json(mine), body: "" });
  await ask("head what has changed", "HEAD", `${files}/a.txt`, {
    headers: { ...mine, "if-none-match": '"x"' },
  });

  // Lists
  for (const name of ["deep/x.txt", "deep/y/z.txt", "Beta.txt", "deep.txt", "under_score"])
    await ask("", "POST", `${files}/list/${name}`, {
      headers: { ...mine, "content-type": "text/plain" },
      body: name,
      quiet: true,
    });
  const list = (what, body, headers = mine) =>
    ask(`list ${what}`, "POST", "/object/list/lab-files", { headers, body });
  const folder = `${userId}/list`;
  await ask("list a folder", "POST", "/object/list/lab-files", {
    headers: mine,
    body: { prefix: folder },
  });
  const short = async (what, more, headers = mine) => {
    const { value } = await ask("", "POST", "/object/list/lab-files", {
      headers,
      body: { prefix: folder, ...more },
      quiet: true,
    });
    tell(
      calm(
        `${String(++number).padStart(3)} list ${what}: ${JSON.stringify(value.map?.(({ name, id }) => (id ? name : `${name}/`)) ?? value)}`,
      ),
    );
  };
  await short("backwards", { sortBy: { column: "name", order: "desc" } });
  await short("by time", { sortBy: { column: "created_at", order: "desc" } });
  await short("by time, forwards", { sortBy: { column: "updated_at", order: "asc" } });
  await short("a page", { limit: 2, offset: 1 });
  await short("past the end", { limit: 2, offset: 10 });
  await short("what begins so", { search: "DE" });
  await short("what begins so, with a wildcard", { search: "under%" });
  await short("what begins so, with an underscore", { search: "under_" });
  await short("what begins so, deeper", { search: "deep/" });
  await short("with a slash at the end", { prefix: `${folder}/deep/` });
  await short("the root", { prefix: "" });
  await list("somebody else's", { prefix: folder }, other);
  await list("with nothing asked", {});
  await list("with a bad limit", { prefix: "", limit: 0 });
  await list("with a bad offset", { prefix: "", offset: -1 });
  await list("by an unknown column", { prefix: "", sortBy: { column: "id" } });
  await ask("list an unknown bucket", "POST", "/object/list/lab-none", {
    headers: mine,
    body: { prefix: "" },
  });
  const page = await ask("list v2", "POST", "/object/list-v2/lab-files", {
    headers: mine,
    body: { prefix: `${folder}/`, with_delimiter: true, limit: 2 },
  });
  if (page.value?.nextCursor)
    await ask("list v2, the next", "POST", "/object/list-v2/lab-files", {
      headers: mine,
      body: { prefix: `${folder}/`, with_delimiter: true, limit: 9, cursor: page.value.nextCursor },
    });
  const second = await ask("list v2, by time", "POST", "/object/list-v2/lab-files", {
    headers: mine,
    body: {
      prefix: `${folder}/`,
      with_delimiter: true,
      limit: 2,
      sortBy: { column: "created_at", order: "desc" },
    },
    quiet: true,
  });
  tell(
    calm(
      `${String(++number).padStart(3)} list v2, by time: ${JSON.stringify([second.value.folders, second.value.objects].map((part) => part.map(({ key }) => key)))} ${second.value.hasNext}`,
    ),
  );
  await ask("list v2, a bad cursor", "POST", "/object/list-v2/lab-files", {
    headers: mine,
    body: { cursor: "nothing" },
  });
  await ask("list v2, all", "POST", "/object/list-v2/lab-files", {
    headers: mine,
    body: { prefix: `${folder}/deep` },
  });

  // Moving, copying, removing
  await ask("copy", "POST", "/object/copy", {
    headers: mine,
    body: {
      bucketId: "lab-files",
      sourceKey: `${userId}/form.txt`,
      destinationKey: `${userId}/copy.txt`,
    },
  });
  await rowOf(`${userId}/copy.txt`);
  await ask("copy onto what is there", "POST", "/object/copy", {
    headers: mine,
    body: {
      bucketId: "lab-files",
      sourceKey: `${userId}/form.txt`,
      destinationKey: `${userId}/copy.txt`,
    },
  });
  await ask("copy over it", "POST", "/object/copy", {
    headers: { ...mine, "x-upsert": "true" },
    body: {
      bucketId: "lab-files",
      sourceKey: `${userId}/form.txt`,
      destinationKey: `${userId}/copy.txt`,
      copyMetadata: false,
      metadata: { cacheControl: "max-age=1" },
    },
  });
  await rowOf(`${userId}/copy.txt`);
  await ask("copy what is not there", "POST", "/object/copy", {
    headers: mine,
    body: { bucketId: "lab-files", sourceKey: `${userId}/none`, destinationKey: `${userId}/copy2` },
  });
  await ask("copy into somebody else's", "POST", "/object/copy", {
    headers: mine,
    body: { bucketId: "lab-files", sourceKey: `${userId}/form.txt`, destinationKey: "x/copy" },
  });
  await ask("copy into another bucket", "POST", "/object/copy", {
    headers: service,
    body: {
      bucketId: "lab-files",
      sourceKey: `${userId}/form.txt`,
      destinationBucket: "lab-public",
      destinationKey: "copy.txt",
    },
  });
  await ask("move", "POST", "/object/move", {
    headers: mine,
    body: {
      bucketId: "lab-files",
      sourceKey: `${userId}/copy.txt`,
      destinationKey: `${userId}/moved.txt`,
    },
  });
  await rowOf(`${userId}/moved.txt`);
  await ask("read what was moved", "GET", `${files}/moved.txt`, { headers: mine });
  await ask("move onto what is there", "POST", "/object/move", {
    headers: mine,
    body: {
      bucketId: "lab-files",
      sourceKey: `${userId}/moved.txt`,
      destinationKey: `${userId}/a.txt`,
    },
  });
  await ask("move what is not there", "POST", "/object/move", {
    headers: mine,
    body: { bucketId: "lab-files", sourceKey: `${userId}/none`, destinationKey: `${userId}/x` },
  });
  await ask("move into somebody else's", "POST", "/object/move", {
    headers: mine,
    body: { bucketId: "lab-files", sourceKey: `${userId}/moved.txt`, destinationKey: "x/y" },
  });
  await ask("move to where it is", "POST", "/object/move", {
    headers: mine,
    body: {
      bucketId: "lab-files",
      sourceKey: `${userId}/moved.txt`,
      destinationKey: `${userId}/moved.txt`,
    },
  });
  await ask("move with a bad key", "POST", "/object/move", {
    headers: mine,
    body: {
      bucketId: "lab-files",
      sourceKey: `${userId}/moved.txt`,
      destinationKey: `${userId}/ü`,
    },
  });
  await ask("move without a key", "POST", "/object/move", {
    headers: mine,
    body: { bucketId: "lab-files", sourceKey: `${userId}/moved.txt` },
  });
  await ask("remove somebody else's", "DELETE", "/object/lab-files", {
    headers: other,
    body: { prefixes: [`${userId}/moved.txt`] },
  });
  await ask("remove somebody else's, one", "DELETE", `${files}/moved.txt`, { headers: other });
  await ask("remove many", "DELETE", "/object/lab-files", {
    headers: mine,
    body: { prefixes: [`${userId}/moved.txt`, `${userId}/none`] },
  });
  await ask("remove none", "DELETE", "/object/lab-files", {
    headers: mine,
    body: { prefixes: [] },
  });
  await ask("remove with nothing", "DELETE", "/object/lab-files", { headers: mine, body: {} });
  await ask("remove one", "DELETE", `${files}/put.txt`, { headers: mine });
  await ask("remove what is not there", "DELETE", `${files}/put.txt`, { headers: mine });

  // Signed addresses
  const one = await ask("sign", "POST", `/object/sign/lab-files/${userId}/a.txt`, {
    headers: mine,
    body: { expiresIn: 60 },
  });
  const address = one.value?.signedURL;
  const claims = JSON.parse(
    Buffer.from(new URL(base + address).searchParams.get("token").split(".")[1], "base64url"),
  );
  tell(
    `    token: ${calm(JSON.stringify(sorted({ ...claims, iat: typeof claims.iat, exp: claims.exp - claims.iat })))}`,
  );
  await ask("read by it", "GET", address);
  await ask("read a range by it", "GET", address, { headers: { range: "bytes=0-1" } });
  await ask(
    "read by it, as a download",
    "GET",
    `${address}&download=${encodeURIComponent("résumé — 最終.txt")}`,
  );
  await ask("read another by it", "GET", address.replace("a.txt", "form.txt"));
  await ask("read with an altered token", "GET", `${address.slice(0, -4)}AAAA`);
  await ask("read with half a token", "GET", address.replace(/token=.*/, "token=a.b"));
  await ask("read with an empty token", "GET", address.replace(/token=.*/, "token="));
  await ask("read without a token", "GET", address.replace(/\?.*/, ""));
  await ask("read with a session as token", "GET", address.replace(/token=.*/, `token=${token}`));
  await ask("sign with no time", "POST", `/object/sign/lab-files/${userId}/a.txt`, {
    headers: mine,
    body: { expiresIn: 0 },
  });
  await ask("sign with no body", "POST", `/object/sign/lab-files/${userId}/a.txt`, {
    headers: mine,
    body: {},
  });
  await ask("sign what is not there", "POST", `/object/sign/lab-files/${userId}/none`, {
    headers: mine,
    body: { expiresIn: 60 },
  });
  await ask("sign somebody else's", "POST", `/object/sign/lab-files/${userId}/a.txt`, {
    headers: other,
    body: { expiresIn: 60 },
  });
  await ask("sign many", "POST", "/object/sign/lab-files", {
    headers: mine,
    body: { expiresIn: 60, paths: [`${userId}/a.txt`, `${userId}/none`] },
  });
  await ask("sign none", "POST", "/object/sign/lab-files", {
    headers: mine,
    body: { expiresIn: 60, paths: [] },
  });
  const special = `${userId}/${encodeURIComponent("sp ace!*'()&$=@;:+,?-.txt")}`;
  const { value: odd } = await ask(
    "sign special characters",
    "POST",
    `/object/sign/lab-files/${special}`,
    { headers: mine, body: { expiresIn: 60 } },
  );
  if (odd?.signedURL) await ask("read special characters by it", "GET", odd.signedURL);
  const brief = await ask("sign for a second", "POST", `/object/sign/lab-files/${userId}/a.txt`, {
    headers: mine,
    body: { expiresIn: 1 },
    quiet: true,
  });
  const slot = await ask(
    "sign an upload",
    "POST",
    `/object/upload/sign/lab-files/${userId}/slot.txt`,
    { headers: mine },
  );
  const slotClaims = JSON.parse(Buffer.from(slot.value.token.split(".")[1], "base64url"));
  tell(
    `    token: ${calm(JSON.stringify(sorted({ ...slotClaims, iat: typeof slotClaims.iat, exp: slotClaims.exp - slotClaims.iat })))}`,
  );
  await ask(
    "sign an upload into somebody else's",
    "POST",
    `/object/upload/sign/lab-files/${userId}/slot2.txt`,
    { headers: other },
  );
  await ask(
    "sign an upload onto what is there",
    "POST",
    `/object/upload/sign/lab-files/${userId}/a.txt`,
    { headers: mine },
  );
  await ask("upload by it", "PUT", slot.value.url, {
    headers: { "content-type": "text/plain" },
    body: "by a signature",
  });
  await rowOf(`${userId}/slot.txt`);
  await ask("upload by it again", "PUT", slot.value.url, {
    headers: { "content-type": "text/plain" },
    body: "again",
  });
  await ask(
    "read by an upload token",
    "GET",
    `/object/sign/lab-files/${userId}/slot.txt?token=${slot.value.token}`,
  );
  await ask(
    "upload by a read token",
    "PUT",
    `/object/upload/sign/lab-files/${userId}/a.txt?${address.split("?")[1]}`,
    { body: "x" },
  );

  // Resumable uploads
  const tus = { ...mine, "tus-resumable": "1.0.0" };
  const meta = (fields) =>
    Object.entries(fields)
      .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
      .join(",");
  const begin = (what, fields, more = {}) =>
    ask(`resumable: ${what}`, "POST", more.path ?? "/upload/resumable", {
      headers: {
        ...(more.auth ?? tus),
        "tus-resumable": "1.0.0",
        ...(fields
          ? {
              "upload-metadata": meta({
                bucketName: "lab-files",
                objectName: `${userId}/tus.bin`,
                contentType: "text/plain",
                cacheControl: "3600",
                ...fields,
              }),
            }
          : {}),
        "upload-length": "10",
        ...more.headers,
      },
      body: more.body,
    });
  await ask("resumable: what it can", "OPTIONS", "/upload/resumable", {
    headers: {
      origin: "https://site.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,tus-resumable",
    },
  });
  await begin("nobody", {}, { auth: nobody });
  await begin("without a key", {}, { auth: {} });
  await begin("a bad token", {}, { auth: { ...nobody, authorization: "Bearer a.b.c" } });
  await begin("somebody else's", {}, { auth: other });
  await begin("without metadata", null);
  await begin("an unknown bucket", { bucketName: "lab-none" });
  await begin("a bad key", { objectName: `${userId}/ü` });
  await begin("no name", { objectName: "" });
  await begin("too large", {}, { headers: { "upload-length": "1000001" } });
  await begin(
    "a wrong type",
    { bucketName: "lab-public", objectName: "x", contentType: "application/pdf" },
    { auth: service },
  );
  await begin("what is there", { objectName: `${userId}/a.txt` });
  await begin("no length", {}, { headers: { "upload-length": "" } });
  const upload = await begin(
    "begun",
    { metadata: '{"c":"3"}' },
    { headers: { origin: "https://site.example" } },
  );
  const place = upload.response.headers.get("location");
  if (place) {
    const patch = (what, offset, body, headers = tus) =>
      ask(`resumable: ${what}`, "PATCH", place, {
        headers: {
          ...headers,
          "tus-resumable": "1.0.0",
          "upload-offset": String(offset),
          "content-type": "application/offset+octet-stream",
        },
        body,
      });
    await ask("resumable: how far", "HEAD", place, { headers: tus });
    await ask("resumable: how far, a bad token", "HEAD", place, {
      headers: { ...tus, authorization: "Bearer a.b.c" },
    });
    await patch("a piece", 0, "hello");
    await patch("a piece at the wrong place", 3, "hello");
    await patch("a piece of somebody else's", 5, "hello", other);
    await patch("a piece too many", 5, "hello, lab");
    await ask("resumable: a piece of no type", "PATCH", place, {
      headers: { ...tus, "upload-offset": "5" },
      body: "x",
    });
    await ask("resumable: how far now", "HEAD", place, { headers: tus });
    await patch("the last piece", 5, "world");
    await rowOf(`${userId}/tus.bin`);
    await ask("resumable: how far in the end", "HEAD", place, { headers: tus });
    await ask("resumable: read it", "GET", `${files}/tus.bin`, { headers: mine });
    await patch("a piece after the end", 10, "x");
    await ask("resumable: remove it after the end", "DELETE", place, {
      headers: { ...tus, "x-upsert": "true" },
    });
  }
  await begin(
    "in one",
    { objectName: `${userId}/one.bin` },
    { headers: { "content-type": "application/offset+octet-stream" }, body: "all of it." },
  );
  await rowOf(`${userId}/one.bin`);
  await begin(
    "over it",
    { objectName: `${userId}/one.bin` },
    {
      headers: { "content-type": "application/offset+octet-stream", "x-upsert": "true" },
      body: "over it...",
    },
  );
  await ask("resumable: read what is over it", "GET", `${files}/one.bin`, { headers: mine });
  await begin(
    "of nothing",
    { objectName: `${userId}/zero.bin`, contentType: "" },
    { headers: { "upload-length": "0" } },
  );
  await rowOf(`${userId}/zero.bin`);
  const given = await begin("given up", { objectName: `${userId}/given-up.bin` });
  const left = given.response.headers.get("location");
  if (left) {
    await ask("resumable: give it up", "DELETE", left, { headers: tus });
    await ask("resumable: how far, given up", "HEAD", left, { headers: tus });
  }
  await ask(
    "resumable: an unknown address",
    "HEAD",
    `/upload/resumable/${Buffer.from(`lab-files/${userId}/x/${randomUUID()}`).toString("base64url")}`,
    { headers: tus },
  );
  await ask("resumable: no address", "HEAD", "/upload/resumable/abc", { headers: tus });
  const pass = await ask("", "POST", `/object/upload/sign/lab-files/${userId}/signed.bin`, {
    headers: mine,
    quiet: true,
  });
  const bySign = await begin(
    "signed",
    { objectName: `${userId}/signed.bin` },
    { path: "/upload/resumable/sign", auth: {}, headers: { "x-signature": pass.value.token } },
  );
  if (bySign.response.headers.get("location"))
    await ask("resumable: signed, all of it", "PATCH", bySign.response.headers.get("location"), {
      headers: {
        "x-signature": pass.value.token,
        "tus-resumable": "1.0.0",
        "upload-offset": "0",
        "content-type": "application/offset+octet-stream",
      },
      body: "signed one",
    });
  await rowOf(`${userId}/signed.bin`);
  await begin(
    "signed, for another",
    { objectName: `${userId}/other.bin` },
    { path: "/upload/resumable/sign", auth: {}, headers: { "x-signature": pass.value.token } },
  );
  await begin(
    "signed, without",
    { objectName: `${userId}/other.bin` },
    { path: "/upload/resumable/sign", auth: {} },
  );

  await new Promise((done) => setTimeout(done, 1100));
  await ask("read by an address that has run out", "GET", brief.value.signedURL);
  await ask("remove a bucket that has objects", "DELETE", "/bucket/lab-files", {
    headers: service,
  });
  await ask("empty as somebody", "POST", "/bucket/lab-files/empty", { headers: mine });
  await ask("empty", "POST", "/bucket/lab-files/empty", { headers: service });
  await ask("empty an unknown bucket", "POST", "/bucket/lab-none/empty", { headers: service });
  for (const name of ["lab-files", "lab-public"]) {
    const rows = await sql`select name from storage.objects where bucket_id = ${name}`;
    if (rows.length)
      await ask("", "DELETE", `/object/${name}`, {
        headers: service,
        body: { prefixes: rows.map((row) => row.name) },
        quiet: true,
      });
  }
  await ask("remove a bucket as somebody", "DELETE", "/bucket/lab-files", { headers: mine });
  await ask("remove a bucket", "DELETE", "/bucket/lab-files", { headers: service });
  await ask("remove an unknown bucket", "DELETE", "/bucket/lab-none", { headers: service });
  await ask("", "DELETE", "/bucket/lab-public", { headers: service, quiet: true });
  await sql`drop policy "lab files" on storage.objects`;
  return number;
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value instanceof Date) return value.toISOString();
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}
