import { randomBytes } from "node:crypto";
import type { Progress } from "../archive/archive-ends.ts";
import { writeArchive } from "../archive/write-archive.ts";
import type { ServerDeps } from "../deps.ts";
import { DOWNLOAD_TICKET_MS } from "../limits/backups.ts";
import { streamOf } from "../storage/stream-of.ts";
import { openSiteSource, type SiteSourceDeps } from "./site-source.ts";

export interface ArchiveDownloads {
  /** A ticket for one download. A link cannot carry the session, and a browser saves only links. */
  issueTicket(): string;
  /**
   * The archive as it is made; null for a ticket that is unknown, used or too old.
   * @throws {ArchiveBusyError} while another backup or restore is running.
   */
  open(ticket: string): Promise<Response | null>;
  /** Of the download in progress on this server. */
  progress(): Progress | null;
  /** Ends the download in progress; the browser shows it as failed. */
  cancel(): void;
}

/** Archives that the owner's browser saves, one at a time, made while they are sent. */
export function createArchiveDownloads(
  deps: SiteSourceDeps & Pick<ServerDeps, "log">,
): ArchiveDownloads {
  const tickets = new Map<string, number>();
  let current: { progress: Progress; abort: AbortController } | null = null;

  return {
    issueTicket() {
      const now = Date.now();
      for (const [ticket, expires] of tickets) if (expires < now) tickets.delete(ticket);
      const ticket = randomBytes(32).toString("base64url");
      tickets.set(ticket, now + DOWNLOAD_TICKET_MS);
      return ticket;
    },

    async open(ticket) {
      const expires = tickets.get(ticket) ?? 0;
      tickets.delete(ticket);
      if (expires < Date.now()) return null;
      const source = await openSiteSource(deps);
      const abort = new AbortController();
      const archive = writeArchive(source, {
        signal: abort.signal,
        onProgress: (progress) => {
          current = { progress, abort };
        },
      });
      archive.once("close", () => {
        current = null;
        source
          .close()
          .catch((error) =>
            deps.log.error("The connection of a download could not be closed.", error),
          );
      });
      const day = source.contents.createdAt.slice(0, 10);
      return new Response(streamOf(archive), {
        headers: {
          "content-type": "application/x-tar",
          "content-disposition": `attachment; filename="foyer-${day}.tar"`,
          "cache-control": "no-store",
        },
      });
    },

    progress: () => current?.progress ?? null,
    cancel: () => current?.abort.abort(),
  };
}
