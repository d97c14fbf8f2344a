import { z } from "zod";
import { answerPost, Refusal } from "../_shared/answers.ts";
import { type Backend, createBackend } from "../_shared/backend.ts";
import type { FunctionEnvironment, FunctionHandler } from "../_shared/environment.ts";
import {
  openedShareSchema,
  type ShareRefusal,
  shareRefusalSchema,
  shareRequest,
  signedFilesSchema,
} from "./contract.ts";

/**
 * Seconds a signed URL of a shared file is valid, so that a revoked link opens nothing after it.
 * @limit drive: a signed URL of a link [seconds]
 */
const SIGNED_FOR = 60;

/**
 * What anybody with a link may do. The database decides with every call whether the link can be
 * used; this function holds the key that signs URLs, and knows the visitor's address.
 */
export function createHandler(env: FunctionEnvironment): FunctionHandler {
  const backend = createBackend(env);
  return (request) =>
    answerPost(request, shareRequest, (body) =>
      body.action === "open"
        ? open(backend, body, env.visitor)
        : sign(backend, body.token, body.pass, body.files),
    );
}

async function open(
  backend: Backend,
  { token, password, pass }: { token: string; password: string; pass: string },
  address: string,
): Promise<z.infer<typeof openedShareSchema>> {
  if (password !== "") await countTry(backend, token, address);
  const opened = await backend.call("/rest/v1/rpc/open_share", openedSchema, {
    body: { token, password, pass },
  });
  if ("refusal" in opened) throw refuse(opened.refusal);
  return opened;
}

/** Counted before the password is looked at. @throws {Refusal} 429 after too many. */
async function countTry(backend: Backend, token: string, address: string): Promise<void> {
  const wait = await backend.call("/rest/v1/rpc/count_share_try", z.number(), {
    body: { token, address },
  });
  if (wait > 0) throw refuse("wait", { "retry-after": String(wait) });
}

async function sign(backend: Backend, token: string, pass: string, files: string[]) {
  const found = await backend.call("/rest/v1/rpc/share_paths", pathsSchema, {
    body: { token, pass, files },
  });
  if (!found) throw refuse("unknown");
  const paths = found.map(({ path }) => path);
  const signed =
    paths.length === 0
      ? []
      : await backend.call("/storage/v1/object/sign/workspace-files", signedSchema, {
          body: { expiresIn: SIGNED_FOR, paths },
        });
  const urls = new Map(signed.map(({ path, signedURL }) => [path, signedURL]));
  return signedFilesSchema.parse({
    files: found.flatMap(({ id, path }) => {
      const url = urls.get(path);
      return url ? [{ id, url }] : [];
    }),
  });
}

function refuse(reason: ShareRefusal, headers: Record<string, string> = {}): Refusal {
  const { status, message } = REFUSALS[reason];
  return new Refusal(status, message, { headers, details: { reason } });
}

const REFUSALS: Record<ShareRefusal, { status: number; message: string }> = {
  unknown: { status: 404, message: "This link does not exist or is no longer valid." },
  password: { status: 401, message: "This link has a password." },
  "wrong-password": { status: 403, message: "This password is wrong." },
  wait: { status: 429, message: "Too many tries. Please try again later." },
};

const openedSchema = z.union([
  z.object({ refusal: shareRefusalSchema }),
  openedShareSchema.extend({
    pass: z
      .string()
      .nullable()
      .transform((pass) => pass ?? ""),
  }),
]);
const pathsSchema = z.array(z.object({ id: z.string(), path: z.string() })).nullable();
const signedSchema = z.array(z.object({ path: z.string(), signedURL: z.string().nullable() }));
