// A stand-in for Supabase Storage with the buckets, objects, signed URLs and resumable uploads
// described in README.md. Database policies decide every access: each request uses storage.buckets
// and storage.objects in a transaction with the caller's role and claims. Our own code, modeled on
// storage-api 1.x.
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, link, rm, stat } from "node:fs/promises";
import http from "node:http";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sign, verify } from "./jwt.mjs";

const DAY = 86_400_000;
const JSON_LIMIT = 1 << 20;
const METADATA_LIMIT = 1 << 20;
const KEY = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const BUCKET = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-5][0-9a-f]{3}-[089ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const MIME = /^([a-zA-Z0-9\-+.]+)\/([a-zA-Z0-9\-+.]+)(;\s*charset=[a-zA-Z0-9-]+)?$|\*$/;
const RESUMABLE = "/upload/resumable";

class Refusal extends Error {
  /** `status` is the status in the body; the response itself has 400 unless `http` is given. */
  constructor(status, code, message, error = code, answer = status === 500 ? 500 : 400) {
    super(message);
    Object.assign(this, { status, code, error, answer });
  }
}
const noBucket = () => new Refusal(404, "NoSuchBucket", "Bucket not found", "Bucket not found");
const noObject = () => new Refusal(404, "NoSuchKey", "Object not found", "not_found");
const denied = (message, answer) =>
  new Refusal(403, "AccessDenied", message, "Unauthorized", answer);
const tooLarge = (what = "object") =>
  new Refusal(
    413,
    "EntityTooLarge",
    `The ${what} exceeded the maximum allowed size`,
    "Payload too large",
  );
const exists = (code = "ResourceAlreadyExists") =>
  new Refusal(409, code, "The resource already exists", "Duplicate");
const badMime = (type) =>
  new Refusal(415, "InvalidMimeType", `mime type ${type} is not supported`, "invalid_mime_type");
const badSignature = (message = "Invalid signature") =>
  new Refusal(400, "InvalidSignature", message);
const noContent = (message = "No content provided") => new Refusal(400, "InvalidRequest", message);
const badRange = () =>
  new Refusal(416, "InvalidRange", "invalid range provided", "invalid_range", 416);
const malformed = (message) => new Refusal(400, "InvalidRequest", message, "Error");

export function createStorage({
  sql,
  busboy,
  Server,
  FileStore,
  files,
  jwtSecret,
  serviceClaims,
  origin,
  limit,
}) {
  const service = { claims: serviceClaims, role: "service_role" };
  const withJwt = (work) => (call) => {
    call.caller = authenticate(call);
    return work(call);
  };
  const maybeJwt = (work) => (call) => {
    try {
      call.caller = authenticate(call);
    } catch {
      call.caller = null;
    }
    return work(call);
  };
  const open = (work) => (call) => {
    call.caller = service;
    return work(call);
  };

  // Routes in matching order; fixed paths precede those with parameters.
  const routes = [
    ["GET", /^\/status$/, () => ({})],
    ["GET", /^\/bucket\/?$/, "storage.bucket.list", withJwt(listBuckets)],
    ["POST", /^\/bucket\/?$/, "storage.bucket.create", withJwt(createBucket)],
    ["POST", /^\/bucket\/(?<bucket>[^/]+)\/empty$/, "storage.bucket.empty", withJwt(emptyBucket)],
    ["GET", /^\/bucket\/(?<bucket>[^/]+)$/, "storage.bucket.get", withJwt(getBucket)],
    ["PUT", /^\/bucket\/(?<bucket>[^/]+)$/, "storage.bucket.update", withJwt(updateBucket)],
    ["DELETE", /^\/bucket\/(?<bucket>[^/]+)$/, "storage.bucket.delete", withJwt(deleteBucket)],

    ["POST", /^\/object\/move$/, "storage.object.move", withJwt(move)],
    ["POST", /^\/object\/copy$/, "storage.object.copy", withJwt(copy)],
    ["POST", /^\/object\/list\/(?<bucket>[^/]+)$/, "storage.object.list", withJwt(list)],
    ["POST", /^\/object\/list-v2\/(?<bucket>[^/]+)$/, "storage.object.list_v2", withJwt(listAfter)],
    [
      "POST",
      /^\/object\/upload\/sign\/(?<bucket>[^/]+)\/(?<key>.*)$/,
      "storage.object.sign_upload_url",
      withJwt(signUpload),
    ],
    [
      "PUT",
      /^\/object\/upload\/sign\/(?<bucket>[^/]+)\/(?<key>.*)$/,
      "storage.object.upload_signed",
      open(uploadSigned),
    ],
    ["POST", /^\/object\/sign\/(?<bucket>[^/]+)$/, "storage.object.sign_many", withJwt(signMany)],
    [
      "POST",
      /^\/object\/sign\/(?<bucket>[^/]+)\/(?<key>.*)$/,
      "storage.object.sign",
      withJwt(signOne),
    ],
    [
      "GET",
      /^\/object\/sign\/(?<bucket>[^/]+)\/(?<key>.*)$/,
      "storage.object.get_signed",
      open(getSigned),
    ],
    [
      "GET",
      /^\/object\/public\/(?<bucket>[^/]+)\/(?<key>.*)$/,
      "storage.object.get_public",
      open(getPublic),
    ],
    [
      "HEAD",
      /^\/object\/public\/(?<bucket>[^/]+)\/(?<key>.*)$/,
      "storage.object.info_public",
      open((call) => describe(call, false, true)),
    ],
    [
      "GET",
      /^\/object\/info\/public\/(?<bucket>[^/]+)\/(?<key>.*)$/,
      "storage.object.info_public",
      open((call) => describe(call, true, true)),
    ],
    [
      "GET",
      /^\/object\/info\/authenticated\/(?<bucket>[^/]+)\/(?<key>.*)$/,
      "object.get_authenticated_info",
      withJwt((call) => describe(call, true)),
    ],
    [
      "GET",
      /^\/object\/info\/(?<bucket>[^/]+)\/(?<key>.*)$/,
      "object.get_authenticated_info",
      maybeJwt((call) => describe(call, true)),
    ],
    [
      "HEAD",
      /^\/object\/authenticated\/(?<bucket>[^/]+)\/(?<key>.*)$/,
      "object.head_authenticated_info",
      withJwt((call) => describe(call)),
    ],
    [
      "GET",
      /^\/object\/authenticated\/(?<bucket>[^/]+)\/(?<key>.*)$/,
      "storage.object.get_authenticated",
      withJwt(getObject),
    ],
    [
      "HEAD",
      /^\/object\/(?<bucket>[^/]+)\/(?<key>.*)$/,
      "object.head_authenticated_info",
      maybeJwt((call) => describe(call)),
    ],
    [
      "GET",
      /^\/object\/(?<bucket>[^/]+)\/(?<key>.*)$/,
      "storage.object.get_authenticated",
      maybeJwt(getObject),
    ],
    [
      "POST",
      /^\/object\/(?<bucket>[^/]+)\/(?<key>.*)$/,
      "storage.object.upload",
      withJwt((call) => upload(call, call.request.headers["x-upsert"] === "true")),
    ],
    [
      "PUT",
      /^\/object\/(?<bucket>[^/]+)\/(?<key>.*)$/,
      "storage.object.upload_update",
      withJwt((call) => upload(call, true)),
    ],
    ["DELETE", /^\/object\/(?<bucket>[^/]+)$/, "storage.object.delete_many", withJwt(removeMany)],
    [
      "DELETE",
      /^\/object\/(?<bucket>[^/]+)\/(?<key>.*)$/,
      "storage.object.delete",
      withJwt(removeOne),
    ],
  ];
  const resumable = createResumable();

  const server = http.createServer(async (request, response) => {
    const at = request.url.indexOf("?");
    const path = at < 0 ? request.url : request.url.slice(0, at);
    const call = {
      request,
      response,
      path,
      query: new URLSearchParams(at < 0 ? "" : request.url.slice(at + 1)),
      operation: "",
    };
    try {
      if (path === RESUMABLE || path.startsWith(`${RESUMABLE}/`)) return await receive(call);
      for (const [method, pattern, ...rest] of routes) {
        const match = method === request.method && pattern.exec(path);
        if (!match) continue;
        const work = rest.pop();
        call.operation = rest[0] ?? "";
        for (const [name, value] of Object.entries(match.groups ?? {}))
          call[name] = decode(value, path);
        const answer = await work(call);
        if (answer !== undefined) send(call, 200, answer);
        return;
      }
      const message = `Route ${request.method}:${request.url} not found`;
      if (/^\/(bucket|object)(\/|$)/.test(path))
        send(
          call,
          404,
          { statusCode: "404", error: "Not Found", message, code: "InvalidRequest" },
          "application/json",
        );
      else send(call, 404, { message, error: "Not Found", statusCode: 404 });
    } catch (error) {
      if (error instanceof BadAddress)
        return send(
          call,
          400,
          {
            error: "Bad Request",
            code: "FST_ERR_BAD_URL",
            message: error.message,
            statusCode: 400,
          },
          "application/json",
        );
      refuse(call, error);
    }
  });
  server.requestTimeout = 0;
  return server;

  // Callers and the database --------------------------------------------------------------------------

  function authenticate({ request }) {
    if (request.headers.authorization === undefined)
      throw malformed("headers must have required property 'authorization'");
    const token = request.headers.authorization.replace(/^Bearer\s+/i, "");
    const claims = claimsOf(token, (message) => denied(message));
    return { claims, token, role: claims.role || "anon", owner: claims.sub };
  }

  /** The claims of a token; for an invalid one, the result of `refusal` for the reason. */
  function claimsOf(token, refusal) {
    try {
      return verify(token, jwtSecret);
    } catch ({ message }) {
      if (/number of segments/.test(message)) throw refusal("Invalid Compact JWS");
      if (/JSON decode/.test(message)) throw refusal("JWS Protected Header is invalid");
      if (/expired/.test(message)) throw refusal('"exp" claim timestamp check failed');
      if (/signing method/.test(message))
        throw refusal('"alg" (Algorithm) Header Parameter value not allowed');
      throw refusal("signature verification failed");
    }
  }

  /**
   * Runs a transaction with the caller's role; `undo` rolls it back and only reports whether it was
   * allowed.
   */
  async function as(who, call, work, undo = false) {
    const { host, connection, ...headers } = call.request.headers;
    try {
      return await sql.begin(async (tx) => {
        await tx`select set_config('role', ${who.role}, true), set_config('request.jwt.claim.role', ${who.role}, true),
          set_config('request.jwt', ${who.token ?? ""}, true), set_config('request.jwt.claim.sub', ${who.claims.sub ?? ""}, true),
          set_config('request.jwt.claims', ${JSON.stringify(who.claims)}, true), set_config('request.headers', ${JSON.stringify(headers)}, true),
          set_config('request.method', ${call.request.method}, true), set_config('request.path', ${call.path}, true),
          set_config('storage.operation', ${call.operation}, true), set_config('storage.allow_delete_query', 'true', true)`;
        const result = await work(tx);
        if (undo) throw new Undone(result);
        return result;
      });
    } catch (error) {
      if (error instanceof Undone) return error.result;
      throw fromDatabase(error);
    }
  }

  async function bucketOf(call, id = call.bucket, filter = {}) {
    const [bucket] = await as(
      service,
      call,
      (tx) =>
        tx`select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = ${id} limit 1`,
    );
    if (!bucket || (filter.public && !bucket.public)) throw noBucket();
    if (bucket.file_size_limit !== null) bucket.file_size_limit = Number(bucket.file_size_limit);
    return bucket;
  }

  async function objectOf(who, call, bucket = call.bucket, key = call.key) {
    mustBeKey(key);
    const [object] = await as(
      who,
      call,
      (tx) =>
        tx`select * from storage.objects where name = ${key} and bucket_id = ${bucket} limit 1`,
    );
    if (!object) throw noObject();
    return object;
  }

  /** Whether the caller may store an object there, tested and rolled back. */
  function mayUpload(call, { bucket, key, owner, upsert, metadata, userMetadata }) {
    const row = {
      bucket_id: bucket,
      name: key,
      version: "1",
      owner,
      metadata,
      user_metadata: userMetadata,
    };
    return as(call.caller, call, (tx) => put(tx, row, upsert), true).catch((error) => {
      throw error.code === "ResourceAlreadyExists" ? exists("KeyAlreadyExists") : error;
    });
  }

  async function put(tx, { owner, ...given }, upsert) {
    const value = present({
      ...given,
      owner: UUID.test(owner ?? "") ? owner : undefined,
      owner_id: owner,
      metadata: given.metadata && tx.json(given.metadata),
      user_metadata: given.user_metadata && tx.json(given.user_metadata),
    });
    if (!upsert) return tx`insert into storage.objects ${tx(value)}`;
    const { bucket_id, name, ...change } = value;
    const [row] =
      await tx`insert into storage.objects ${tx(value)} on conflict (name, bucket_id) do update set ${tx(change)} returning *`;
    return row;
  }

  /** Writes the row of a stored object, and removes the object it replaces. */
  async function complete(call, { bucket, key, owner, version, metadata, userMetadata }) {
    let replaced;
    try {
      const row = await as(service, call, async (tx) => {
        await tx`select pg_advisory_xact_lock(hashtext(${`${bucket}/${key}`}))`;
        [replaced] =
          await tx`select version from storage.objects where name = ${key} and bucket_id = ${bucket} for update`;
        return put(
          tx,
          { bucket_id: bucket, name: key, owner, version, metadata, user_metadata: userMetadata },
          true,
        );
      });
      if (replaced?.version && replaced.version !== version) await discard(replaced.version);
      return row;
    } catch (error) {
      await discard(version);
      throw error;
    }
  }

  // Buckets -------------------------------------------------------------------------------------------

  async function listBuckets(call) {
    const { query } = call;
    const number = (name, least) => {
      if (!query.has(name)) return undefined;
      const value = Number(query.get(name));
      if (!Number.isInteger(value)) throw malformed(`querystring/${name} must be integer`);
      if (value < least) throw malformed(`querystring/${name} must be >= ${least}`);
      return value;
    };
    const [most, offset] = [number("limit", 1), number("offset", 0)];
    const column = query.get("sortColumn");
    if (column && !["id", "name", "created_at", "updated_at"].includes(column))
      throw malformed("querystring/sortColumn must be equal to one of the allowed values");
    const order = query.get("sortOrder") === "desc" ? "desc" : "asc";
    const rows = await as(
      call.caller,
      call,
      (tx) => tx`select * from storage.buckets
      ${query.get("search") ? tx`where name ilike ${`%${literally(query.get("search"))}%`}` : tx``}
      ${column ? tx`order by ${tx(column)} ${tx.unsafe(order)}` : tx``}
      ${most ? tx`limit ${most}` : tx``} ${offset ? tx`offset ${offset}` : tx``}`,
    );
    return rows.map((row) => bucketJson(row, true));
  }

  async function getBucket(call) {
    const [row] = await as(
      call.caller,
      call,
      (tx) => tx`select * from storage.buckets where id = ${call.bucket} limit 1`,
    );
    if (!row) throw noBucket();
    return bucketJson(row);
  }

  async function createBucket(call) {
    const body = await json(call, ["name"]);
    if (!["boolean", "undefined"].includes(typeof body.public))
      throw malformed("body/public must be boolean");
    if (body.name.trim() !== body.name) throw badBucket();
    mustBeBucket(body.name);
    const row = present({
      id: body.id || body.name,
      name: body.name,
      public: body.public ?? false,
      owner: UUID.test(call.caller.owner ?? "") ? call.caller.owner : undefined,
      owner_id: call.caller.owner,
      ...bucketLimits(body),
      type: "STANDARD",
    });
    await as(call.caller, call, (tx) => tx`insert into storage.buckets ${tx(row)}`).catch(
      (error) => {
        throw error.code === "ResourceAlreadyExists" ? exists("BucketAlreadyExists") : error;
      },
    );
    return { name: body.name };
  }

  async function updateBucket(call) {
    const body = await json(call, []);
    if (
      ["public", "file_size_limit", "allowed_mime_types"].every((name) => body[name] === undefined)
    ) {
      throw malformed(
        "body must have required property 'public', body must have required property 'file_size_limit', body must have required property 'allowed_mime_types', body must match a schema in anyOf",
      );
    }
    mustBeBucket(call.bucket);
    const change = present({ public: body.public, ...bucketLimits(body) });
    const { count } = await as(
      call.caller,
      call,
      (tx) => tx`update storage.buckets set ${tx(change)} where id = ${call.bucket}`,
    );
    if (!count) throw noBucket();
    return { message: "Successfully updated" };
  }

  function bucketLimits(body) {
    let size = body.file_size_limit;
    if (typeof size === "string") {
      const [, value, unit] = /^([0-9]+(?:\.[0-9]+)?)(gb|mb|kb|b)$/i.exec(size) ?? [];
      if (!unit)
        throw malformed(
          'body/file_size_limit must be integer, body/file_size_limit must pass "finite" keyword validation, body/file_size_limit must match pattern "^[0-9]+(?:\\.[0-9]+)?(?:[gG][bB]|[mM][bB]|[kK][bB]|[bB])$", body/file_size_limit must match a schema in anyOf',
        );
      size =
        Number(Number(value).toPrecision(3)) *
        { GB: 1e9, MB: 1e6, KB: 1000, B: 1 }[unit.toUpperCase()];
    }
    if (size > limit) throw tooLarge();
    const types = body.allowed_mime_types?.filter(Boolean) ?? body.allowed_mime_types;
    for (const type of types ?? []) if (type.length > 1000 || !MIME.test(type)) throw badMime(type);
    return { file_size_limit: size, allowed_mime_types: types };
  }

  async function deleteBucket(call) {
    await as(call.caller, call, async (tx) => {
      await tx`select set_config('role', 'service_role', true)`;
      if (!(await tx`select id from storage.buckets where id = ${call.bucket} for update`).length)
        throw noBucket();
      if ((await tx`select 1 from storage.objects where bucket_id = ${call.bucket} limit 1`).length)
        throw new Refusal(409, "ResourceNotEmpty", "The bucket you tried to delete is not empty");
      await tx`select set_config('role', ${call.caller.role}, true)`;
      if (!(await tx`delete from storage.buckets where id = ${call.bucket}`).count)
        throw noBucket();
    });
    return { message: "Successfully deleted" };
  }

  async function emptyBucket(call) {
    if (call.caller.role !== "service_role") throw denied("Access denied: Invalid role", 403);
    await getBucket(call);
    const rows = await as(
      service,
      call,
      (tx) => tx`delete from storage.objects where bucket_id = ${call.bucket} returning version`,
    );
    await Promise.all(rows.map(({ version }) => discard(version)));
    return { message: "Empty bucket has been queued. Completion may take up to an hour." };
  }

  // Uploads -------------------------------------------------------------------------------------------

  async function upload(call, upsert) {
    const { row } = await store(call, { owner: call.caller.owner, upsert });
    return { Id: row.id, Key: `${call.bucket}/${call.key}` };
  }

  async function uploadSigned(call) {
    const { owner, upsert } = verifySigned(
      call.query.get("token"),
      call.bucket,
      call.key,
      "upload",
    );
    await store(call, { owner, upsert });
    return { Key: `${call.bucket}/${call.key}` };
  }

  async function store(call, { owner, upsert }) {
    mustBeBucket(call.bucket);
    const { file_size_limit: own, allowed_mime_types: types } = await bucketOf(call);
    const placeholder = call.key.endsWith(".emptyFolderPlaceholder");
    const most = placeholder ? 0 : Math.min(own ?? limit, limit);
    const { headers } = call.request;
    const multipart = headers["content-type"]?.startsWith("multipart/form-data");
    const file = multipart ? await part(call.request, most) : rawFile(call.request);
    try {
      if (types?.length && !placeholder) mustBeAllowed(file.mimeType, types);
      if (file.metadata === tooLarge) throw tooLarge("user_metadata");
      const declared =
        headers["content-length"] === undefined ? undefined : Number(headers["content-length"]);
      // Like the real service, limits a raw body to its declared length, or to nothing without one.
      if (!multipart && declared > most) throw tooLarge();
      mustBeKey(call.key);
      await mayUpload(call, {
        bucket: call.bucket,
        key: call.key,
        owner,
        upsert,
        userMetadata: file.metadata,
        metadata: present({ mimetype: file.mimeType, contentLength: declared }),
      });
      const version = randomUUID();
      const metadata = await keep(version, file);
      if (file.truncated?.()) {
        await discard(version);
        throw tooLarge();
      }
      const row = await complete(call, {
        bucket: call.bucket,
        key: call.key,
        owner,
        version,
        metadata,
        userMetadata: { ...file.metadata },
      });
      return { row };
    } finally {
      file.body.resume();
    }
  }

  function rawFile(request) {
    return {
      body: request,
      mimeType: request.headers["content-type"] || "application/octet-stream",
      cacheControl: request.headers["cache-control"] ?? "no-cache",
      metadata: decodedMetadata(request.headers["x-metadata"]),
    };
  }

  /**
   * The first file of a form and the fields before it. The stream stops at `most` bytes and reports
   * this.
   */
  function part(request, most) {
    return new Promise((resolve, reject) => {
      const fields = {};
      let form;
      try {
        form = busboy({ headers: request.headers, limits: { fields: 10, files: 1 } });
      } catch (error) {
        return reject(noContent(error.message));
      }
      form.on("field", (name, value) => {
        fields[name] = value;
      });
      form.on("file", (_name, stream, info) => {
        let size = 0;
        const body = stream.pipe(
          new Transform({
            transform(piece, _, done) {
              const room = Math.max(0, most - size);
              size += piece.length;
              done(null, room < piece.length ? piece.subarray(0, room) : piece);
            },
          }),
        );
        stream.once("error", (error) => body.destroy(error));
        request.once("aborted", () => body.destroy(new Error("the request ended too early")));
        let metadata = fields.metadata ?? fields.userMetadata;
        if (metadata !== undefined)
          metadata = Buffer.byteLength(metadata) > METADATA_LIMIT ? tooLarge : parsed(metadata);
        resolve({
          body,
          mimeType: fields.contentType || info.mimeType,
          cacheControl: fields.cacheControl ? `max-age=${fields.cacheControl}` : "no-cache",
          metadata,
          truncated: () => size > most,
        });
      });
      form.once("error", (error) => reject(noContent(error.message)));
      form.once("close", () => reject(noContent()));
      request.once("aborted", () => reject(noContent("the request ended too early")));
      request.pipe(form);
    });
  }

  /** Stores the bytes and returns the object's metadata. */
  async function keep(version, { body, mimeType, cacheControl }) {
    const hash = createHash("md5");
    try {
      await pipeline(
        body,
        async function* (source) {
          for await (const piece of source) {
            hash.update(piece);
            yield piece;
          }
        },
        createWriteStream(join(files, version)),
      );
    } catch (error) {
      await discard(version);
      throw new Refusal(500, "InternalError", error.message, error.name);
    }
    return {
      ...(await measured(version, `"${hash.digest("hex")}"`)),
      mimetype: mimeType || "application/octet-stream",
      cacheControl: cacheControl || "no-cache",
    };
  }

  async function measured(version, eTag) {
    const { size, mtime } = await stat(join(files, version));
    return {
      eTag,
      size,
      lastModified: mtime.toISOString(),
      contentLength: size,
      httpStatusCode: 200,
    };
  }

  function discard(version) {
    return Promise.all(
      [join(files, version), join(files, `${version}.json`)].map((path) =>
        rm(path, { force: true }),
      ),
    );
  }

  // Reading -------------------------------------------------------------------------------------------

  async function getObject(call) {
    const bucket = await bucketOf(call);
    if (!call.caller && !bucket.public) throw noBucket();
    const object = await objectOf(bucket.public ? service : call.caller, call);
    return render(call, object);
  }

  async function getPublic(call) {
    mustBeBucket(call.bucket);
    mustBeKey(call.key);
    await bucketOf(call, call.bucket, { public: true });
    return render(call, await objectOf(service, call));
  }

  async function getSigned(call) {
    mustBeBucket(call.bucket);
    if (!call.query.has("token"))
      throw malformed("querystring must have required property 'token'");
    const { exp } = verifySigned(call.query.get("token"), call.bucket, call.key, "download");
    return render(call, await objectOf(service, call), new Date(exp * 1000).toUTCString());
  }

  async function render({ request, response, query }, { version, metadata }, expires) {
    const path = join(files, version);
    const size = await stat(path).then(
      (found) => found.size,
      () => null,
    );
    if (size === null) {
      response.setHeader("cache-control", "no-store");
      return send({ request, response }, 400, {
        statusCode: "404",
        error: "Not found",
        message: "The resource was not found",
        code: "NoSuchKey",
      });
    }
    const { headers } = request;
    const lastModified = new Date(metadata.lastModified);
    const same = headers["if-none-match"]
      ? headers["if-none-match"] === metadata.eTag
      : Math.floor(lastModified / 1000) * 1000 <= Date.parse(headers["if-modified-since"] ?? "");
    const range = !same && headers.range ? rangeOf(headers.range, size) : null;
    const length = same ? 0 : range ? range.end - range.start + 1 : size;
    const out = {
      "accept-ranges": "bytes",
      "content-type": harmless(metadata.mimetype),
      etag: metadata.eTag,
      "x-robots-tag": "none",
      "last-modified": lastModified.toUTCString(),
      "content-length": length,
      ...(expires
        ? { expires }
        : { "cache-control": freshness(headers, metadata, "stale-while-revalidate=30") }),
      ...(range ? { "content-range": `bytes ${range.start}-${range.end}/${size}` } : {}),
    };
    const name = query.get("download");
    if (name !== null)
      out["content-disposition"] =
        name === ""
          ? "attachment;"
          : `attachment; filename=${encodeURIComponent(name)}; filename*=UTF-8''${encodeURIComponent(name)}`;
    response.writeHead(same ? 304 : range ? 206 : 200, out);
    if (same || size === 0) return void response.end();
    await pipeline(createReadStream(path, range ?? {}), response).catch(() => response.destroy());
  }

  async function describe(call, whole = false, isPublic = false) {
    const bucket = await bucketOf(call);
    if ((!call.caller || isPublic) && !bucket.public) throw noBucket();
    const object = await objectOf(bucket.public || isPublic ? service : call.caller, call);
    const { metadata, id, name, version } = object;
    const headers = {
      etag: metadata.eTag,
      "last-modified": new Date(metadata.lastModified).toUTCString(),
    };
    if (whole) {
      for (const [key, value] of Object.entries({
        ...headers,
        "cache-control": metadata.cacheControl,
      }))
        call.response.setHeader(key, value);
      return {
        id,
        name,
        version,
        bucket_id: object.bucket_id,
        size: metadata.size ?? null,
        content_type: metadata.mimetype ?? null,
        cache_control: metadata.cacheControl ?? null,
        etag: metadata.eTag ?? null,
        metadata: object.user_metadata,
        last_modified: object.updated_at,
        created_at: object.created_at,
      };
    }
    call.response
      .writeHead(200, {
        "accept-ranges": "bytes",
        "content-type": harmless(metadata.mimetype),
        ...headers,
        "x-robots-tag": "none",
        "content-length": metadata.contentLength,
        "cache-control": freshness(call.request.headers, metadata, "must-revalidate"),
      })
      .end();
  }

  // Lists ---------------------------------------------------------------------------------------------

  async function list(call) {
    mustBeBucket(call.bucket);
    const {
      prefix: given,
      limit: most = 100,
      offset = 0,
      sortBy,
      search = "",
    } = await json(call, ["prefix"]);
    const column = sortBy?.column ?? "name";
    const order = sortBy?.order ?? "asc";
    if (!Number.isInteger(most)) throw malformed("body/limit must be integer");
    if (most < 1) throw malformed("body/limit must be >= 1");
    if (!Number.isInteger(offset)) throw malformed("body/offset must be integer");
    if (offset < 0) throw malformed("body/offset must be >= 0");
    if (sortBy && !sortBy.column)
      throw malformed("body/sortBy must have required property 'column'");
    if (!["name", "updated_at", "created_at", "last_accessed_at"].includes(column))
      throw malformed("body/sortBy/column must be equal to one of the allowed values");
    if (!["asc", "desc"].includes(order))
      throw malformed("body/sortBy/order must be equal to one of the allowed values");
    const prefix = given && !given.endsWith("/") ? `${given}/` : given;
    const whole = prefix + search;
    const rows = await as(call.caller, call, (tx) => {
      const direction = tx.unsafe(order);
      const sorted =
        column === "name"
          ? tx`sorted collate "C" ${direction}`
          : tx`folder desc, case when folder then label end ${direction}, ${tx(column)} ${direction}`;
      // A folder is the common prefix of names up to the next slash, sorted by its first name.
      return tx`with found as (
          select *, position('/' in substr(name, length(${whole}) + 1)) as slash from storage.objects
          where bucket_id = ${call.bucket} and starts_with(lower(name), lower(${whole}))
        ), shown as (
          select distinct on (lower(left(name, length(${whole}) + slash)))
            substr(left(name, length(${whole}) + slash - 1), length(${prefix}) + 1) as label, true as folder, lower(left(name, length(${whole}) + slash)) as sorted,
            null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
          from found where slash > 0
          union all
          select substr(name, length(${prefix}) + 1), false, lower(name), id, updated_at, created_at, last_accessed_at, metadata from found where slash = 0
        )
        select label as name, id, updated_at, created_at, last_accessed_at, metadata from shown order by ${sorted} limit ${Math.min(most, 1500)} offset ${offset}`;
    });
    return rows.map((row) => ({ ...row }));
  }

  async function listAfter(call) {
    mustBeBucket(call.bucket);
    const {
      prefix = "",
      limit: asked = 1000,
      cursor,
      with_delimiter: folders = false,
      sortBy,
    } = await json(call, []);
    if (!Number.isInteger(asked)) throw malformed("body/limit must be integer");
    if (asked < 1) throw malformed("body/limit must be >= 1");
    const most = Math.min(asked, 1000);
    const from = cursor ? cursorOf(cursor) : {};
    const order = (from.order ?? sortBy?.order) === "desc" ? "desc" : "asc";
    const column = from.column ?? sortBy?.column;
    const timed = column === "updated_at" || column === "created_at";
    const rows = await as(call.caller, call, (tx) => {
      const [later, direction] = [tx.unsafe(order === "asc" ? ">" : "<"), tx.unsafe(order)];
      const rest = folders
        ? tx`rtrim(substr(key, length(${prefix.slice(0, prefix.lastIndexOf("/") + 1)}) + 1), '/')`
        : tx`null`;
      const key = folders
        ? tx`case when slash > 0 then left(name, length(${prefix}) + slash) else name end`
        : tx`name`;
      const moment = timed ? tx`date_trunc('milliseconds', ${tx(column)})` : tx`null::timestamptz`;
      return tx`with found as (
          select *, position('/' in substr(name, length(${prefix}) + 1)) as slash from storage.objects where bucket_id = ${call.bucket} and starts_with(name, ${prefix})
        ), keyed as (select *, ${key} as key, ${moment} as moment, ${folders ? tx`slash > 0` : tx`false`} as folder from found),
        shown as (select distinct on (key) * from keyed order by key, ${moment} ${direction})
        select key as name, ${rest} as label, case when folder then null else id end as id, bucket_id, folder, metadata, updated_at, created_at, last_accessed_at, moment from shown
        where ${from.after === undefined ? tx`true` : timed && from.moment ? tx`(moment, key collate "C") ${later} (${from.moment}::timestamptz, ${from.after})` : tx`key collate "C" ${later} ${from.after}`}
        order by ${timed ? tx`moment ${direction},` : tx``} key collate "C" ${direction} limit ${most + 1}`;
    });
    const page = rows.slice(0, most);
    const last = page.at(-1);
    const next =
      rows.length > most
        ? {
            nextCursor: cursorText({
              l: folders ? last.name.replace(/\/$/, "") : last.name,
              o: from.order ?? sortBy?.order,
              c: column,
              a: timed ? last.moment.toISOString() : undefined,
            }),
            nextCursorKey: last.name,
          }
        : {};
    return {
      hasNext: rows.length > most,
      ...next,
      folders: page.filter(({ folder }) => folder).map((row) => listed(row, null)),
      objects: page.filter(({ folder }) => !folder).map((row) => listed(row)),
    };
  }

  // Changes -------------------------------------------------------------------------------------------

  async function removeMany(call) {
    mustBeBucket(call.bucket);
    const { prefixes } = await json(call, ["prefixes"]);
    if (!Array.isArray(prefixes)) throw malformed("body/prefixes must be array");
    if (!prefixes.length) throw malformed("body/prefixes must NOT have fewer than 1 items");
    const rows = await as(
      call.caller,
      call,
      (tx) =>
        tx`delete from storage.objects where bucket_id = ${call.bucket} and name = any(${prefixes.map(String)}) returning *`,
    );
    await Promise.all(rows.map(({ version }) => version && discard(version)));
    return rows.map(objectJson);
  }

  async function removeOne(call) {
    mustBeBucket(call.bucket);
    const object = await as(
      service,
      call,
      (tx) =>
        tx`select version from storage.objects where name = ${call.key} and bucket_id = ${call.bucket}`,
    );
    if (!object.length) throw noObject();
    const { count } = await as(
      call.caller,
      call,
      (tx) =>
        tx`delete from storage.objects where name = ${call.key} and bucket_id = ${call.bucket}`,
    );
    if (!count) throw denied("Access denied");
    await discard(object[0].version);
    return { message: "Successfully deleted" };
  }

  async function move(call) {
    const {
      bucketId: bucket,
      sourceKey: from,
      destinationBucket: target = bucket,
      destinationKey: to,
    } = await json(call, ["bucketId", "sourceKey", "destinationKey"]);
    mustBeBucket(bucket);
    mustBeKey(to);
    const { owner } = call.caller;
    const version = randomUUID();
    const owned = (tx, metadata) =>
      tx(
        present({
          name: to,
          bucket_id: target,
          version,
          owner: UUID.test(owner ?? "") ? owner : undefined,
          owner_id: owner,
          metadata: metadata && tx.json(metadata),
        }),
      );
    await as(
      call.caller,
      call,
      async (tx) => {
        if (
          !(
            await tx`select id from storage.objects where name = ${from} and bucket_id = ${bucket} limit 1`
          ).length
        )
          throw noObject();
        if (
          !(
            await tx`update storage.objects set ${owned(tx)} where bucket_id = ${bucket} and name = ${from}`
          ).count
        )
          throw noObject();
      },
      true,
    );
    const source = await objectOf(service, call, bucket, from);
    if (bucket === target && from === to) return { message: "Successfully moved" };
    await link(join(files, source.version), join(files, version));
    try {
      await as(service, call, async (tx) => {
        const metadata = {
          ...source.metadata,
          lastModified: new Date().toISOString(),
          httpStatusCode: 200,
        };
        if (
          !(
            await tx`update storage.objects set ${owned(tx, metadata)} where bucket_id = ${bucket} and name = ${from}`
          ).count
        )
          throw noObject();
      });
    } catch (error) {
      await discard(version);
      throw error;
    }
    await discard(source.version);
    return { message: "Successfully moved" };
  }

  async function copy(call) {
    const body = await json(call, ["sourceKey", "bucketId", "destinationKey"]);
    const {
      bucketId: bucket,
      sourceKey: from,
      destinationBucket: target = bucket,
      destinationKey: to,
      copyMetadata = true,
    } = body;
    mustBeBucket(bucket);
    mustBeKey(to);
    const { owner } = call.caller;
    const [source] = await as(
      call.caller,
      call,
      (tx) =>
        tx`select * from storage.objects where name = ${from} and bucket_id = ${bucket} limit 1`,
    );
    if (!source) throw noObject();
    const metadata = {
      ...source.metadata,
      ...(copyMetadata
        ? {}
        : present({
            cacheControl: body.metadata?.cacheControl,
            mimetype: body.metadata?.mimetype,
          })),
    };
    const userMetadata =
      (copyMetadata ? source.user_metadata : decodedMetadata(call.request.headers["x-metadata"])) ??
      undefined;
    await mayUpload(call, {
      bucket: target,
      key: to,
      owner,
      upsert: call.request.headers["x-upsert"] === "true",
      userMetadata,
      metadata,
    });
    const version = randomUUID();
    await copyFile(join(files, source.version), join(files, version));
    const { lastModified } = await measured(version);
    const row = await complete(call, {
      bucket: target,
      key: to,
      owner,
      version,
      metadata: { ...metadata, lastModified },
      userMetadata,
    });
    return { Id: row.id, Key: `${target}/${to}`, ...objectJson(row) };
  }

  // Signed addresses ----------------------------------------------------------------------------------

  function signed(claims, seconds) {
    const now = Math.floor(Date.now() / 1000);
    return sign({ ...present(claims), iat: now, exp: now + seconds }, jwtSecret);
  }

  async function lifetime(call, more = []) {
    const body = await json(call, ["expiresIn", ...more]);
    if (!Number.isInteger(body.expiresIn)) throw malformed("body/expiresIn must be integer");
    if (body.expiresIn < 1) throw malformed("body/expiresIn must be >= 1");
    return body;
  }

  async function signOne(call) {
    const { expiresIn } = await lifetime(call);
    mustBeBucket(call.bucket);
    await objectOf(call.caller, call);
    // Only decodeURI, as in the real service: a key with an encoded "?" gets a URL that does not
    // open.
    const url = decodeURI(call.path.split("/").slice(3).join("/"));
    return {
      signedURL: `/object/sign/${url}?token=${signed({ url, scope: "download" }, expiresIn)}`,
    };
  }

  async function signMany(call) {
    const { expiresIn, paths } = await lifetime(call, ["paths"]);
    if (!Array.isArray(paths)) throw malformed("body/paths must be array");
    if (!paths.length) throw malformed("body/paths must NOT have fewer than 1 items");
    if (paths.length > 1000) throw malformed("body/paths must NOT have more than 1000 items");
    mustBeBucket(call.bucket);
    const rows = await as(
      call.caller,
      call,
      (tx) =>
        tx`select name from storage.objects where bucket_id = ${call.bucket} and name = any(${paths.map(String)})`,
    );
    const found = new Set(rows.map(({ name }) => name));
    return paths.map((path) => {
      if (!found.has(path))
        return {
          error: "Either the object does not exist or you do not have access to it",
          path,
          signedURL: null,
        };
      const url = `${call.bucket}/${path}`;
      return {
        error: null,
        path,
        signedURL: `/object/sign/${url}?token=${signed({ url, scope: "download" }, expiresIn)}`,
      };
    });
  }

  async function signUpload(call) {
    mustBeBucket(call.bucket);
    const { headers } = call.request;
    const { owner } = call.caller;
    const upsert = headers["x-upsert"] === "true";
    const metadata = present({
      mimetype: headers["content-type"],
      contentLength: headers["content-length"] && Number(headers["content-length"]),
    });
    await mayUpload(call, {
      bucket: call.bucket,
      key: call.key,
      owner,
      upsert,
      userMetadata: decodedMetadata(headers["x-metadata"]),
      metadata,
    });
    const url = `${call.bucket}/${call.key}`;
    const token = signed({ owner, url, upsert, scope: "upload" }, 7200);
    return { url: `/object/upload/sign/${url}?token=${token}`, token };
  }

  function verifySigned(token, bucket, key, scope) {
    const claims = claimsOf(token ?? "", (message) => new Refusal(400, "InvalidJWT", message));
    const fits =
      claims.scope === undefined
        ? "upsert" in claims === (scope === "upload")
        : claims.scope === scope;
    if (!fits) throw badSignature(`Token is not scoped for ${scope}`);
    if (claims.url !== `${bucket}/${key}`) throw badSignature();
    return claims;
  }

  // Resumable uploads ---------------------------------------------------------------------------------

  async function receive(call) {
    const { request, response, path } = call;
    const signedRoute = path === `${RESUMABLE}/sign` || path.startsWith(`${RESUMABLE}/sign/`);
    if (!signedRoute && request.method !== "OPTIONS") {
      try {
        call.caller = authenticate({
          request: { headers: { authorization: "", ...request.headers } },
        });
      } catch (error) {
        return refuse(call, error);
      }
    } else call.caller = service;
    call.operation = `storage.tus.upload.${{ POST: "create", PATCH: "part", HEAD: "get", DELETE: "delete", OPTIONS: "options" }[request.method] ?? "part"}${signedRoute ? "_signed" : ""}`;
    Object.assign(call, {
      owner: call.caller.owner,
      upsert: request.headers["x-upsert"] === "true",
      signedRoute,
    });
    request.call = call;
    await resumable.handle(request, response);
  }

  function createResumable() {
    const datastore = new FileStore({ directory: files, expirationPeriodInMilliseconds: DAY });
    datastore.deleteExpired().catch((error) => console.error("storage:", error));
    const callOf = (request) => request.runtime.node.req.call;

    /** Parses the object in a URL: base64url of bucket/object/version. */
    function named(call) {
      const text = Buffer.from(/([^/]+)\/?$/.exec(call.path)[1], "base64url").toString();
      const parts = text.split("/");
      if (parts.length < 3)
        throw tusRefusal(new Refusal(400, "InvalidUploadId", "Invalid upload id"));
      const version = parts.pop();
      return target(parts.shift(), parts.join("/"), version);
    }

    function target(bucket, key, version) {
      try {
        mustBeBucket(bucket);
        mustBeKey(key);
      } catch (error) {
        throw tusRefusal(error);
      }
      return { bucket, key, version };
    }

    async function incoming(request, id) {
      const call = callOf(request);
      const { method } = call.request;
      if (method !== "POST") {
        Object.assign(call, named(call));
        // The URL must belong to the object that the upload was created for.
        const kept = await datastore.getUpload(id).catch(() => null);
        if (
          kept &&
          (kept.metadata?.bucketName !== call.bucket || kept.metadata?.objectName !== call.key)
        )
          throw { status_code: 404, body: "The file for this url was not found\n" };
      }
      if (call.signedRoute) {
        const given = call.request.headers["x-signature"];
        if (!given) throw badSignature("Missing x-signature header");
        const { owner, upsert } = verifySigned(given, call.bucket, call.key, "upload");
        Object.assign(call, { owner, upsert });
        return;
      }
      if (method === "OPTIONS" || method === "HEAD") return;
      let metadata;
      let length;
      if (method === "POST") {
        metadata = call.metadata;
        length =
          call.request.headers["upload-length"] && Number(call.request.headers["upload-length"]);
      } else {
        const kept = await datastore.getUpload(id);
        metadata = kept.metadata;
        length = kept.size;
      }
      await mayUpload(call, {
        bucket: call.bucket,
        key: call.key,
        owner: call.owner,
        upsert: call.upsert,
        userMetadata: parsed(metadata?.metadata),
        metadata: present({ mimetype: metadata?.contentType ?? undefined, contentLength: length }),
      });
    }

    return new Server({
      path: RESUMABLE,
      datastore,
      disableTerminationForFinishedUploads: true,
      allowedHeaders: ["Authorization", "X-Upsert", "Upload-Expires", "ApiKey", "x-signature"],
      namingFunction(request, metadata) {
        const call = callOf(request);
        if (!metadata) throw tusRefusal(noContent("Metadata header is required"));
        Object.assign(
          call,
          target(metadata.bucketName || "", metadata.objectName || "", randomUUID()),
          { metadata },
        );
        return call.version;
      },
      generateUrl(request, { id }) {
        const call = callOf(request);
        const text = Buffer.from(`${call.bucket}/${call.key}/${id}`).toString("base64url");
        return `${origin}/storage/v1${RESUMABLE}${call.path.endsWith("/sign") ? "/sign" : ""}/${text}`;
      },
      getFileIdFromRequest(request) {
        const last = /([^/]+)\/?$/.exec(callOf(request).path)?.[1];
        if (!last || RESUMABLE.includes(last) || last === "sign") return undefined;
        const version = Buffer.from(last, "base64url").toString().split("/").pop();
        return UUID.test(version) ? version : "00000000-0000-0000-0000-000000000000";
      },
      onIncomingRequest: (request, id) =>
        incoming(request, id).catch((error) => {
          throw tusRefusal(error);
        }),
      async onUploadCreate(request, upload) {
        const call = callOf(request);
        try {
          const { allowed_mime_types: types } = await bucketOf(call);
          const metadata = { ...upload.metadata };
          metadata.cacheControl = /^-?\d+$/.test(metadata.cacheControl || "")
            ? `max-age=${metadata.cacheControl}`
            : "no-cache";
          if (metadata.contentType && types) mustBeAllowed(metadata.contentType, types);
          return { metadata };
        } catch (error) {
          throw tusRefusal(error);
        }
      },
      async onUploadFinish(request, { id, metadata }) {
        const call = callOf(request);
        try {
          const hash = createHash("md5");
          for await (const piece of createReadStream(join(files, id))) hash.update(piece);
          const found = await measured(id, `"${hash.digest("hex")}"`);
          await complete(call, {
            bucket: call.bucket,
            key: call.key,
            owner: call.owner,
            version: id,
            userMetadata: parsed(metadata?.metadata),
            metadata: {
              ...found,
              mimetype: metadata?.contentType || "application/octet-stream",
              cacheControl: metadata?.cacheControl || "no-cache",
            },
          });
          return { headers: { "Tus-Complete": "1" } };
        } catch (error) {
          throw tusRefusal(error);
        }
      },
      async maxSize(request, id) {
        const call = callOf(request);
        if (!id || !call.bucket) return limit;
        const { file_size_limit: own } = await bucketOf(call).catch((error) => {
          throw tusRefusal(error);
        });
        return Math.min(own || limit, limit);
      },
      onResponseError(_request, error) {
        if (error instanceof Refusal) return tusRefusal(error);
      },
    });
  }
}

class Undone extends Error {
  constructor(result) {
    super();
    this.result = result;
  }
}

/** Resumable uploads are refused with a status and a sentence. */
function tusRefusal(error) {
  if (!(error instanceof Refusal)) return error;
  return Object.assign(error, { status_code: error.status, body: error.message });
}

function fromDatabase(error) {
  switch (error.code) {
    case "42501":
      return denied(
        error.message.includes("row-level security")
          ? "new row violates row-level security policy"
          : error.message,
      );
    case "23505":
      return exists();
    case "23503":
      if (error.detail?.includes("is still referenced from table"))
        return new Refusal(
          409,
          "ResourceReferenced",
          "The resource could not be updated or removed due to a foreign key constraint",
        );
      return new Refusal(404, "InvalidRequest", "The related resource does not exist");
    case "55P03":
      return new Refusal(423, "ResourceLocked", "The resource is locked");
    case "57014":
      return new Refusal(
        544,
        "DatabaseTimeout",
        "The connection to the database timed out",
        "DatabaseTimeout",
        544,
      );
    case "25006":
      return new Refusal(
        503,
        "DatabaseReadOnly",
        "The database is currently in read-only mode. Please try again later.",
      );
    case "42P17":
      return new Refusal(
        503,
        "DatabaseInvalidObjectDefinition",
        "The database schema is invalid or incompatible.",
      );
    case "22P02":
      return new Refusal(400, "InvalidParameter", error.message);
    case "42703":
    case "42P01":
      return new Refusal(
        503,
        "DatabaseSchemaMismatch",
        "The database schema is out of sync. Please run migrations or contact support.",
      );
  }
  if (error instanceof Refusal || !/^[0-9A-Z]{5}$/.test(error.code ?? "")) return error;
  return new Refusal(500, "DatabaseError", `database error, code: ${error.code}`);
}

function send({ request, response }, status, body, type = "application/json; charset=utf-8") {
  const text = JSON.stringify(body);
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) });
  response.end(request.method === "HEAD" ? undefined : text);
}

function refuse(call, error) {
  if (error.code === "ERR_INVALID_CHAR")
    error = new Refusal(400, "InvalidRequest", error.message, "invalid_header_char");
  if (!(error instanceof Refusal)) console.error("storage:", error);
  const {
    status,
    answer,
    code,
    message,
    error: kind,
  } = error instanceof Refusal
    ? error
    : new Refusal(500, "InternalError", "Internal Server Error", "Internal");
  if (call.response.headersSent) return call.response.destroy();
  send(call, answer, { statusCode: String(status), error: kind, message, code });
}

/** Parses a JSON body and checks required keys. */
async function json({ request }, required) {
  const pieces = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > JSON_LIMIT)
      throw new Refusal(413, "InternalError", "Request body is too large", "FastifyError", 413);
    pieces.push(piece);
  }
  let body;
  try {
    body = JSON.parse(Buffer.concat(pieces));
  } catch {
    const why = size ? "Body is not valid JSON but" : "Body cannot be empty when";
    throw new Refusal(
      400,
      "InvalidRequest",
      `${why} content-type is set to 'application/json'`,
      "FastifyError",
    );
  }
  if (body === null || typeof body !== "object" || Array.isArray(body))
    throw malformed("body must be object");
  for (const name of required)
    if (body[name] === undefined) throw malformed(`body must have required property '${name}'`);
  return body;
}

const badBucket = () =>
  new Refusal(400, "InvalidBucketName", "Bucket name invalid", "Invalid Input");

function mustBeBucket(name) {
  if (!BUCKET.test(name ?? "")) throw badBucket();
}

function mustBeKey(key) {
  if (!KEY.test(key ?? "")) throw new Refusal(400, "InvalidKey", `Invalid key: ${key ?? ""}`);
}

function mustBeAllowed(mimeType, allowed) {
  const [type, kind] = mimeType.split("/");
  const fits =
    kind !== undefined &&
    allowed.some((one) => {
      const [wantedType, wantedKind] = one.split("/");
      return wantedType === type && (wantedKind === "*" || wantedKind === kind);
    });
  if (!fits) throw badMime(mimeType);
}

function rangeOf(text, size) {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(text) ?? [];
  if (from === undefined || size <= 0 || (!from && !to)) throw badRange();
  if (!from) {
    if (!(Number(to) > 0)) throw badRange();
    return { start: Math.max(size - Number(to), 0), end: size - 1 };
  }
  const [start, end] = [Number(from), to ? Number(to) : size - 1];
  if (end < start || start >= size) throw badRange();
  return { start, end: Math.min(end, size - 1) };
}

function freshness(headers, { cacheControl, eTag }, stale) {
  const given = headers["if-none-match"];
  return given && given !== eTag ? `${cacheControl}, ${stale}` : cacheControl;
}

/** HTML is served as text, so that nobody can host pages here. */
function harmless(type) {
  return type?.includes("text/html") ? "text/plain" : type;
}

class BadAddress extends Error {}

function decode(text, path) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadAddress(`'${path}' is not a valid url component`);
  }
}

function parsed(text) {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function decodedMetadata(text) {
  return typeof text === "string" ? parsed(Buffer.from(text, "base64").toString()) : undefined;
}

function present(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

function literally(text) {
  return text.replace(/[\\%_]/g, "\\$&");
}

function bucketJson(row, type = false) {
  const {
    id,
    name,
    owner,
    public: isPublic,
    file_size_limit: size,
    allowed_mime_types,
    created_at,
    updated_at,
  } = row;
  return {
    id,
    name,
    owner: owner ?? "",
    public: isPublic,
    ...(type ? { type: row.type } : {}),
    file_size_limit: size === null ? null : Number(size),
    allowed_mime_types,
    created_at,
    updated_at,
  };
}

function objectJson({
  name,
  bucket_id,
  owner,
  owner_id,
  version,
  id,
  updated_at,
  created_at,
  last_accessed_at,
  metadata,
  user_metadata,
}) {
  return {
    name,
    bucket_id,
    owner: owner ?? "",
    owner_id: owner_id ?? "",
    version: version ?? "",
    id,
    updated_at,
    created_at,
    last_accessed_at,
    metadata,
    user_metadata,
  };
}

/** A folder has only a name. */
function listed({ id, name, label, metadata, updated_at, created_at, last_accessed_at }, instead) {
  const fields = { id, metadata, updated_at, created_at, last_accessed_at };
  const shown =
    instead === undefined
      ? fields
      : Object.fromEntries(Object.keys(fields).map((key) => [key, instead]));
  return { ...(label === null ? {} : { key: label }), name, ...shown };
}

function cursorText(parts) {
  return Buffer.from(
    Object.entries(present(parts))
      .map(([name, value]) => `${name}:${value}`)
      .join("\n"),
  ).toString("base64");
}

function cursorOf(text) {
  const parts = {};
  for (const line of Buffer.from(text, "base64").toString().split("\n")) {
    const [, name, value] = /^([loca]):(.*)$/.exec(line) ?? [];
    if (!name) throw new Refusal(400, "InvalidParameter", "Invalid Parameter continuation token");
    parts[{ l: "after", o: "order", c: "column", a: "moment" }[name]] = value;
  }
  return parts;
}
