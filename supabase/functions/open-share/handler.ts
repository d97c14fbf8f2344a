import { z } from "zod";
import { answerPost, Refusal } from "../_shared/answers.ts";
import { type Backend, createBackend } from "../_shared/backend.ts";
import type { FunctionEnvironment, FunctionHandler } from "../_shared/environment.ts";
import {
  finishedSchema,
  openedInboxSchema,
  openedShareSchema,
  reservedSchema,
  type ShareRefusal,
  shareRefusalSchema,
  shareRequest,
  signedFilesSchema,
} from "./contract.ts";

/**
 * Seconds a signed URL of a shared file is valid on Supabase, so that a revoked link opens nothing
 * after it. Our own storage checks the link instead, whenever the URL is opened.
 * @limit drive: a signed URL of a link on Supabase [seconds]
 */
const SIGNED_FOR = 60;

/**
 * Handles the requests of anybody with a link. The database decides with every call whether the
 * link can be used; this function holds the key that signs URLs, and knows the visitor's address.
 */
export function createHandler(env: FunctionEnvironment): FunctionHandler {
  const backend = createBackend(env);
  const call = <T extends z.ZodType>(name: string, schema: T, body: object) =>
    callShare(backend, name, schema, body);
  return (request) =>
    answerPost(request, shareRequest, async (body): Promise<object> => {
      const { token, pass } = body;
      const address = env.visitor;
      switch (body.action) {
        case "open":
        case "open-inbox": {
          const { password } = body;
          if (password !== "") await countTry(backend, token, address);
          return body.action === "open"
            ? call("open_share", shareWithPass, {
                ...{ token, password, pass, address },
                after: body.after,
              })
            : call("open_inbox", inboxWithPass, { token, password, pass });
        }
        case "sign":
          return sign(backend, body);
        case "reserve":
          return call("reserve_received", reservedSchema, {
            ...{ token, pass, files: body.files, address },
          });
        case "finish":
          return finish(backend, body);
      }
    });
}

/** Calls a function of the database. @throws {Refusal} when the link cannot be used. */
async function callShare<T extends z.ZodType>(
  backend: Backend,
  name: string,
  schema: T,
  body: object,
): Promise<z.infer<T> & object> {
  const answer = await backend.call(`/rest/v1/rpc/${name}`, anySchema, { body });
  const refused = refusedSchema.safeParse(answer);
  if (refused.success) {
    const { refusal, wait } = refused.data;
    throw refuse(refusal, wait);
  }
  return schema.parse(answer) as z.infer<T> & object;
}

// Created once, because a schema is compiled on first use.
const anySchema = z.unknown();
const refusedSchema = z.object({ refusal: shareRefusalSchema, wait: z.int().optional() });
const shareWithPass = withPass(openedShareSchema);
const inboxWithPass = withPass(openedInboxSchema);
const finishedWithDue = finishedSchema.extend({ due: z.array(z.string()).default([]) });

/** The database has no pass for a link without a password. */
function withPass<T extends z.ZodObject>(schema: T) {
  const pass = z.string().nullable();
  return schema.extend({ pass: pass.transform((held) => held ?? "") });
}

/** Counted before the password is checked. @throws {Refusal} 429 after too many. */
async function countTry(backend: Backend, token: string, address: string): Promise<void> {
  const wait = await backend.call("/rest/v1/rpc/count_share_try", z.number(), {
    body: { token, address },
  });
  if (wait > 0) throw refuse("wait", wait);
}

type Finish = Extract<z.output<typeof shareRequest>, { action: "finish" }>;

/** Earlier versions of the user's files are deleted for received files. */
async function finish(backend: Backend, { token, pass, path, type, modified }: Finish) {
  const mimetype = type || "application/octet-stream";
  const body = { token, pass, path, mimetype };
  const { state, due } = await callShare(backend, "finish_received", finishedWithDue, body);
  let finished: z.infer<typeof finishedSchema> = { state };
  if (due.length > 0) {
    await backend.call("/storage/v1/object/workspace-files", z.array(z.unknown()), {
      method: "DELETE",
      body: { prefixes: due },
    });
    finished = await callShare(backend, "finish_received", finishedSchema, body);
  }
  if (finished.state === "finished" && modified > 0) {
    // The path is used once: other bytes may be stored at it later.
    const entry = `storage_object_path=eq.${encodeURIComponent(path)}&modified_at=is.null`;
    await backend.call(`/rest/v1/workspace_files?${entry}`, anySchema, {
      method: "PATCH",
      body: { modified_at: new Date(modified).toISOString() },
    });
  }
  return finished;
}

type Sign = Extract<z.output<typeof shareRequest>, { action: "sign" }>;

async function sign(backend: Backend, { action: _, ...body }: Sign) {
  const found = await backend.call("/rest/v1/rpc/share_paths", pathsSchema, { body });
  if (!found) throw refuse("unknown");
  const paths = found.map(({ path }) => path);
  const signed =
    paths.length === 0
      ? []
      : await backend.call("/storage/v1/object/sign/workspace-files", signedSchema, {
          body: { expiresIn: SIGNED_FOR, paths, share: found[0]?.share },
        });
  const urls = new Map(signed.map(({ path, signedURL }) => [path, signedURL]));
  return signedFilesSchema.parse({
    files: found.flatMap(({ id, path }) => {
      const url = urls.get(path);
      return url ? [{ id, url }] : [];
    }),
  });
}

/** @param wait seconds after which another try is accepted. */
function refuse(reason: ShareRefusal, wait?: number): Refusal {
  const { status, message } = REFUSALS[reason];
  if (wait === undefined) return new Refusal(status, message, { details: { reason } });
  const minutes = Math.ceil(wait / 60);
  const when = minutes === 1 ? "a minute" : `${minutes} minutes`;
  const headers = { "retry-after": String(wait) };
  return new Refusal(status, `${message} Please try again in ${when}.`, {
    headers,
    details: { reason },
  });
}

const REFUSALS: Record<ShareRefusal, { status: number; message: string }> = {
  unknown: { status: 404, message: "This link does not exist or is no longer valid." },
  password: { status: 401, message: "This link has a password." },
  "wrong-password": { status: 403, message: "This password is wrong." },
  wait: { status: 429, message: "Too many tries." },
};

const pathsSchema = z
  .array(z.object({ id: z.string(), path: z.string(), share: z.string() }))
  .nullable();
const signedSchema = z.array(z.object({ path: z.string(), signedURL: z.string().nullable() }));
