import { randomBytes } from "node:crypto";
import { lockableUrl } from "../archive/archive-lock.ts";
import { encrypt } from "../archive/encryption.ts";
import { describeDefects } from "../archive/site-defects.ts";
import type { Progress } from "../archive/source-and-target.ts";
import { openSqlSource } from "../archive/sql-source.ts";
import { writeArchive } from "../archive/write-archive.ts";
import type { ServerDeps } from "../deps.ts";
import type { Connection } from "../http/visitor-address.ts";
import { whileAllowed } from "../http/while-allowed.ts";
import { streamOf } from "../storage/stream-of.ts";

/**
 * Milliseconds until an unused download link expires.
 * @limit drive: an unused link to download an archive
 */
const DOWNLOAD_TICKET_MS = 60_000;

/** The owner's choices for a downloaded archive. */
export interface DownloadChoice {
  /** Passphrase for encryption; null for an unencrypted archive. */
  passphrase: string | null;
  /** Omits content that only the workspace user may read. */
  withoutWorkspace: boolean;
}

interface Ticket extends DownloadChoice {
  /** Milliseconds since 1970. */
  expires: number;
  /** The download is aborted when this session ends. */
  sessionId: string;
}

export interface ArchiveDownloads {
  /** Issues a ticket for one download, because a link cannot carry the session. */
  issueTicket(sessionId: string, choice: DownloadChoice): string;
  /**
   * Streams the archive while it is made, until the session ends. Null for a ticket that is
   * unknown, used or expired, or whose session has ended.
   * @throws {ArchiveError} `archive_busy` while another backup or restore is running.
   */
  open(ticket: string, connection: Connection): Promise<Response | null>;
  /** Progress of the download that this server is currently sending. */
  progress(): Progress | null;
  /** Aborts the current download; the browser shows it as failed. */
  cancel(): void;
}

/** Archives for the owner's browser, one at a time, sent while they are made. */
export function createArchiveDownloads(
  deps: Pick<ServerDeps, "blobs" | "config" | "database" | "log">,
): ArchiveDownloads {
  const tickets = new Map<string, Ticket>();
  let current: { progress: Progress; abort: AbortController } | null = null;

  return {
    issueTicket(sessionId, choice) {
      const now = Date.now();
      for (const [ticket, { expires }] of tickets) if (expires < now) tickets.delete(ticket);
      const ticket = randomBytes(32).toString("base64url");
      tickets.set(ticket, { ...choice, sessionId, expires: now + DOWNLOAD_TICKET_MS });
      return ticket;
    },

    async open(name, connection) {
      const ticket = tickets.get(name);
      tickets.delete(name);
      if (!ticket || ticket.expires < Date.now()) return null;
      const { sql } = deps.database;
      const isAllowed = async () => {
        const sessions = await sql`select from auth.sessions
          where id = ${ticket.sessionId} and (not_after is null or not_after > now())`;
        return sessions.length > 0;
      };
      if (!(await isAllowed())) return null;
      const { passphrase, withoutWorkspace } = ticket;
      const { blobs } = deps;
      const source = await openSqlSource({ url: lockableUrl(deps), blobs, withoutWorkspace });
      const abort = new AbortController();
      const archive = writeArchive(source, {
        signal: abort.signal,
        onProgress: (progress) => {
          if (!abort.signal.aborted) current = { progress, abort };
        },
        onWritten: ({ defects }) => {
          for (const problem of describeDefects(defects)) deps.log.warn(problem);
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
      // The response is not read, nor canceled, if the request was answered with 504 meanwhile.
      const { outgoing } = connection;
      if (outgoing?.destroyed) abort.abort();
      else outgoing?.once("close", () => abort.abort());
      const day = source.contents.createdAt.slice(0, 10);
      const file = `foyer-${day}.tar${passphrase === null ? "" : ".age"}`;
      whileAllowed(connection, isAllowed);
      const bytes = passphrase === null ? archive : await encrypt(archive, passphrase);
      return new Response(streamOf(bytes), {
        headers: {
          "content-type": passphrase === null ? "application/x-tar" : "application/octet-stream",
          "content-disposition": `attachment; filename="${file}"`,
          "cache-control": "no-store",
        },
      });
    },

    progress: () => current?.progress ?? null,
    cancel: () => current?.abort.abort(),
  };
}
