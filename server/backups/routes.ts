import { Hono } from "hono";
import { z } from "zod";
import { PASSPHRASE_MIN_LENGTH } from "../../shared/limits.ts";
import { codeOf } from "../archive/archive-error.ts";
import { activeUser } from "../auth/active-user.ts";
import { confirmIdentity, currentPasswordSchema } from "../auth/current-password.ts";
import { isText, readJson } from "../auth/json-body.ts";
import { sourceOf } from "../auth/request-source.ts";
import { requireOwner } from "../auth/require-owner.ts";
import type { AccountDeps } from "../auth/sign-in-limits.ts";
import type { ServerDeps } from "../deps.ts";
import { notFound, siteError } from "../http/error-responses.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import type { RateLimit } from "../limits/rate-limit.ts";
import { createArchiveDownloads } from "./archive-downloads.ts";
import type { StoredArchive } from "./backup-place.ts";
import type { BackupStatus } from "./backup-record.ts";
import { type DailyTime, parseSchedule } from "./schedule.ts";

/**
 * Limit of the owner's archive downloads, because each reads the whole site.
 * @limit drive: downloads of an archive in an hour; 10 downloads
 */
const ARCHIVE_DOWNLOADS: RateLimit = { name: "archive", limit: 10, seconds: 60 * 60 };

/** State of scheduled backups for the panel. */
export interface ScheduleReport {
  /** Null without a schedule. */
  status(): Promise<BackupStatus | null>;
  /** Newest first; null without a schedule. */
  archives(): Promise<StoredArchive[] | null>;
  setting(): Promise<ScheduleSetting>;
  /**
   * Only allowed while no variable sets the time; all servers adopt it within the timer's interval.
   */
  setTime(time: DailyTime | null): Promise<void>;
}

/** Time and destination of backups. */
export interface ScheduleSetting {
  /** Such as `03:00`; null while backups are off. */
  at: string | null;
  /** Whether variables set the schedule, so that the panel cannot change it. */
  isFixed: boolean;
  /** A folder on the server, or a bucket. */
  place: string;
  timeZone: string;
}

export interface BackupRoutesDeps {
  deps: Pick<ServerDeps, "blobs" | "config" | "database" | "log" | "origin" | "secrets">;
  account: AccountDeps;
  /** Null without a schedule. */
  schedule: ScheduleReport | null;
}

/**
 * The owner's backups, under `/backup/v1`. `GET /status` returns the schedule's last result and
 * `GET /archives` its archives, both null without a schedule; `GET` and `PUT /schedule` its time of
 * day. `POST /downloads` requires the password and, with a second factor, a recent code, and
 * returns a ticket for `GET /archive`: a session alone must not read the workspace user's content.
 * `GET /downloads` returns the progress of the download, and `DELETE /downloads` cancels it.
 */
export function createBackupRoutes({
  deps,
  account,
  schedule,
}: BackupRoutesDeps): Hono<GatewayEnvironment> {
  const downloads = createArchiveDownloads(deps);
  const { sql } = deps.database;
  const routes = new Hono<GatewayEnvironment>();

  // The ticket authorizes the download instead of a session.
  routes.get("/archive", async (context) => {
    try {
      const archive = await downloads.open(context.req.query("ticket") ?? "", context.env);
      return archive ?? siteError(403, "This download link was already used or is too old.");
    } catch (error) {
      if (codeOf(error) === "archive_busy") return siteError(409, (error as Error).message);
      throw error;
    }
  });

  routes.use(async (context, next) => {
    const { headers } = context.req.raw;
    const message = "Only the owner has access to backups.";
    context.set("caller", await requireOwner(headers, deps, message));
    return next();
  });
  routes.get("/status", async () => answer((await schedule?.status()) ?? null));
  routes.get("/archives", async () => {
    try {
      return answer((await schedule?.archives()) ?? null);
    } catch (error) {
      // The folder or bucket is unavailable. The owner needs the reason.
      deps.log.error("The archives could not be listed.", error);
      return siteError(503, (error as Error).message);
    }
  });
  routes.get("/schedule", async () => answer((await schedule?.setting()) ?? null));
  routes.put("/schedule", async (context) => {
    const body = scheduleSchema.safeParse(await readJson(context.req.raw));
    if (!body.success) return siteError(400, "Enter a time such as 03:00.");
    const setting = await schedule?.setting();
    if (!schedule || !setting || setting.isFixed) {
      return siteError(409, "The server's variables FOYER_BACKUP and FOYER_BACKUP_TO set this.");
    }
    await schedule.setTime(body.data.at);
    return answer(await schedule.setting());
  });
  routes.get("/downloads", () => answer(downloads.progress()));
  routes.post("/downloads", async (context) => {
    const active = await activeUser(sql, context.var.caller);
    const { success, data } = downloadSchema.safeParse(await readJson(context.req.raw));
    if (!success) return siteError(400, PASSPHRASE_TOO_SHORT);
    const { password, passphrase, withoutWorkspace } = data;
    if (passphrase === null && !withoutWorkspace && (await hasWorkspaceUser())) {
      return siteError(400, "Choose a passphrase, or leave the workspace out.");
    }
    await confirmIdentity(account, active, password, sourceOf(context, deps.config));
    const hit = await account.limits.hit(ARCHIVE_DOWNLOADS, "owner");
    if (hit.allowed) {
      const ticket = downloads.issueTicket(active.sessionId, { passphrase, withoutWorkspace });
      return answer({ ticket }, 201);
    }
    const response = siteError(429, "Too many downloads. Please wait a few minutes and try again.");
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

const scheduleSchema = z.object({
  at: z
    .string()
    .transform((text, context) => {
      const time = parseSchedule(`daily@${text}`);
      if (!time) context.addIssue("must be a time");
      return time;
    })
    .nullable(),
});

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

function answer(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
