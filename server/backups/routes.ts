import { Hono } from "hono";
import { z } from "zod";
import { PASSPHRASE_MIN_LENGTH } from "../../shared/limits.ts";
import { codeOf } from "../archive/archive-error.ts";
import { activeUser } from "../auth/active-user.ts";
import { identifyCaller } from "../auth/caller.ts";
import { confirmIdentity } from "../auth/confirm-identity.ts";
import { type CurrentPasswordDeps, currentPasswordSchema } from "../auth/current-password.ts";
import { isText, readJson } from "../auth/json-body.ts";
import { sourceOf } from "../auth/request-source.ts";
import { requireOwner } from "../auth/require-owner.ts";
import type { ServerDeps } from "../deps.ts";
import { notFound } from "../http/error-responses.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import type { RateLimit } from "../limits/rate-limit.ts";
import { createArchiveDownloads } from "./archive-downloads.ts";
import type { StoredArchive } from "./backup-place.ts";
import type { BackupStatus } from "./backup-record.ts";

/**
 * The owner's downloads of an archive; each reads the whole site.
 * @limit drive: downloads of an archive in an hour; 10 downloads
 */
const ARCHIVE_DOWNLOADS: RateLimit = { name: "archive", limit: 10, seconds: 60 * 60 };

/** What the panel shows of scheduled backups. */
export interface ScheduleReport {
  status(): Promise<BackupStatus>;
  /** Newest first. */
  archives(): Promise<StoredArchive[]>;
}

export interface BackupRoutesDeps {
  deps: Pick<ServerDeps, "blobs" | "config" | "database" | "log" | "origin" | "secrets">;
  account: CurrentPasswordDeps;
  /** Null without a schedule. */
  schedule: ScheduleReport | null;
}

/**
 * The owner's backups, under `/backup/v1`: `GET /status` is what the schedule achieved last and
 * `GET /archives` its archives, both null without a schedule. `POST /downloads` asks for the
 * password, and for a recent code where there is a second factor, and gives a ticket for `GET
 * /archive`: a session alone must not read what only the workspace user may. `GET /downloads` is
 * the progress of the download, and `DELETE /downloads` cancels it.
 */
export function createBackupRoutes({
  deps,
  account,
  schedule,
}: BackupRoutesDeps): Hono<GatewayEnvironment> {
  const downloads = createArchiveDownloads(deps);
  const { sql } = deps.database;
  const routes = new Hono<GatewayEnvironment>();

  // The ticket authorizes it instead of a session.
  routes.get("/archive", async (context) => {
    try {
      const archive = await downloads.open(context.req.query("ticket") ?? "");
      return archive ?? refuse(403, "This download link was already used or is too old.");
    } catch (error) {
      if (codeOf(error) === "archive_busy") return refuse(409, (error as Error).message);
      throw error;
    }
  });

  routes.use(async (context, next) => {
    const { headers } = context.req.raw;
    const refusal = await requireOwner(headers, deps, "Only the owner has access to backups.");
    if (refusal) return refusal;
    const identified = await identifyCaller(headers, deps);
    if ("caller" in identified) context.set("caller", identified.caller);
    return next();
  });
  routes.get("/status", async () => answer((await schedule?.status()) ?? null));
  routes.get("/archives", async () => {
    try {
      return answer((await schedule?.archives()) ?? null);
    } catch (error) {
      // The folder or bucket is unavailable; the owner needs the reason, and nothing else fails.
      deps.log.error("The archives could not be listed.", error);
      return refuse(503, (error as Error).message);
    }
  });
  routes.get("/downloads", () => answer(downloads.progress()));
  routes.post("/downloads", async (context) => {
    const active = await activeUser(sql, context.var.caller);
    if (active instanceof Response) return active;
    const body = await readJson(context.req.raw);
    if (body instanceof Response) return body;
    const { success, data } = downloadSchema.safeParse(body);
    if (!success) return refuse(400, PASSPHRASE_TOO_SHORT);
    const { password, passphrase, withoutWorkspace } = data;
    if (passphrase === null && !withoutWorkspace && (await hasWorkspaceUser())) {
      return refuse(400, "Choose a passphrase, or leave the workspace out.");
    }
    const refusal = await confirmIdentity(
      account,
      active,
      password,
      sourceOf(context, deps.config),
    );
    if (refusal) return refusal;
    const hit = await account.limits.hit(ARCHIVE_DOWNLOADS, "owner");
    if (hit.allowed) {
      const ticket = downloads.issueTicket(active.sessionId, { passphrase, withoutWorkspace });
      return answer({ ticket }, 201);
    }
    const response = refuse(429, "Too many downloads. Please wait a few minutes and try again.");
    response.headers.set("retry-after", String(hit.retryAfterSeconds));
    return response;
  });
  routes.delete("/downloads", () => {
    downloads.cancel();
    return new Response(null, { status: 204 });
  });
  routes.all("*", () => notFound());
  return routes;

  async function hasWorkspaceUser(): Promise<boolean> {
    const members = await sql`select from private.members where role = 'workspace'`;
    return members.length > 0;
  }
}

const PASSPHRASE_TOO_SHORT = `Choose a passphrase of at least ${PASSPHRASE_MIN_LENGTH} characters.`;

const downloadSchema = z.object({
  password: currentPasswordSchema,
  passphrase: z
    .string()
    .min(PASSPHRASE_MIN_LENGTH)
    .max(1000)
    .refine(isText)
    .nullable()
    .default(null),
  withoutWorkspace: z.boolean().default(false),
});

function refuse(status: number, message: string): Response {
  return answer({ code: String(status), message }, status);
}

function answer(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
