import { Hono } from "hono";
import { ArchiveBusyError } from "../archive/archive-lock.ts";
import { requireOwner } from "../auth/require-owner.ts";
import type { ServerDeps } from "../deps.ts";
import { notFound } from "../http/error-responses.ts";
import { ARCHIVE_DOWNLOADS } from "../limits/backups.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { createArchiveDownloads } from "./archive-downloads.ts";
import type { StoredArchive } from "./backup-place.ts";
import type { BackupStatus } from "./backup-record.ts";

/** What the panel shows of scheduled backups. */
export interface ScheduleReport {
  status(): Promise<BackupStatus>;
  /** Newest first. */
  archives(): Promise<StoredArchive[]>;
}

export interface BackupRoutesDeps {
  deps: Pick<ServerDeps, "blobs" | "config" | "database" | "log" | "origin" | "secrets">;
  limits: RateLimits;
  /** Null without a schedule. */
  schedule: ScheduleReport | null;
}

/**
 * The owner's backups, under `/backup/v1`: `GET /status` is what the schedule achieved last and
 * `GET /archives` its archives, both null without a schedule. `POST /downloads` gives a ticket for
 * `GET /archive`, `GET /downloads` is the progress of the download, and `DELETE /downloads` cancels
 * it.
 */
export function createBackupRoutes({ deps, limits, schedule }: BackupRoutesDeps): Hono {
  const downloads = createArchiveDownloads(deps);
  const routes = new Hono();

  // The ticket authorizes it instead of a session.
  routes.get("/archive", async (context) => {
    try {
      const archive = await downloads.open(context.req.query("ticket") ?? "");
      return archive ?? refuse(403, "This download link was already used or is too old.");
    } catch (error) {
      if (error instanceof ArchiveBusyError) return refuse(409, error.message);
      throw error;
    }
  });

  routes.use(async (context, next) => {
    const { headers } = context.req.raw;
    const refusal = await requireOwner(headers, deps, "Only the owner has access to backups.");
    return refusal ?? next();
  });
  routes.get("/status", async () => answer((await schedule?.status()) ?? null));
  routes.get("/archives", async () => {
    try {
      return answer((await schedule?.archives()) ?? null);
    } catch (error) {
      // The folder or bucket is away; the owner needs the reason, and nothing else fails.
      deps.log.error("The archives could not be listed.", error);
      return refuse(503, (error as Error).message);
    }
  });
  routes.get("/downloads", () => answer(downloads.progress()));
  routes.post("/downloads", async () => {
    const hit = await limits.hit(ARCHIVE_DOWNLOADS, "owner");
    if (hit.allowed) return answer({ ticket: downloads.issueTicket() }, 201);
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
}

function refuse(status: number, message: string): Response {
  return answer({ code: String(status), message }, status);
}

function answer(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
