import { type Context, Hono } from "hono";
import { z } from "zod";
import { ARCHIVE_HEAD_BYTES } from "../../shared/limits.ts";
import {
  type ArchiveCheck,
  PASSPHRASE_HEADER,
  RESTORE_ID_HEADER,
  type RestoreOutcome,
  SETUP_TOKEN_HEADER,
} from "../../shared/restore.ts";
import { withTimeLimit } from "../../shared/time-limit.ts";
import { codeOf, mayHaveChanged } from "../archive/archive-error.ts";
import { describeFiles } from "../archive/site-defects.ts";
import type { Progress } from "../archive/source-and-target.ts";
import { hasContent } from "../archive/sql-target.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import { BodyTooLargeError, readBody } from "../http/request-body.ts";
import { DISCARD_BYTES, DISCARD_MS } from "../limits/limits.ts";
import type { Log } from "../log/log.ts";
import { ownerEmail } from "../owner/account.ts";
import { readChunks } from "../storage/upload-body.ts";
import { answer, refuse } from "./answers.ts";
import { connectionLost, explainFailure, type RestoreFailure } from "./restore-failure.ts";
import { inspectArchive, type RestoreDeps, restoreSite } from "./restore-site.ts";
import { createRestoreStates } from "./restore-states.ts";

/** Milliseconds between reports of a restore's progress to the setup page. */
const RESTORE_REPORT_MS = 500;

interface ArchiveRoutesDeps {
  deps: RestoreDeps & { log: Log };
  /** @returns null for a valid token of a site without an owner. */
  refuseToken(context: Context<GatewayEnvironment>, token: string): Promise<Response | null>;
  /** Called after a restore has created an owner. */
  onOwner(): void;
}

/**
 * Restores an archive into a site without an owner. `POST /check` takes its first bytes and
 * describes its content, `POST /` takes all of it, and `GET /?id=…` reports the state of the
 * restore with this id.
 */
export function createArchiveRoutes({ deps, refuseToken, onOwner }: ArchiveRoutesDeps): {
  routes: Hono<GatewayEnvironment>;
  /** Cancels a restore; resolves when it has ended. */
  close(): Promise<void>;
} {
  const states = createRestoreStates(deps.database.session);
  const stopped = new AbortController();
  const running = new Set<Promise<unknown>>();
  const routes = new Hono<GatewayEnvironment>();

  routes.get("/", (context) => answer(200, states.find(context.req.query("id") ?? "")));

  routes.post("/check", async (context) => {
    const refusal = await refuseToken(context, tokenOf(context));
    if (refusal) return refusal;
    try {
      const head = await readBody(context.req.raw, ARCHIVE_HEAD_BYTES);
      return answer(200, await check(deps, head, passphraseOf(context)));
    } catch (error) {
      if (error instanceof BodyTooLargeError) {
        return refuse(413, "request_too_large", "The request is too large.");
      }
      return answerFailure(explainFailure(error), error);
    }
  });

  routes.post("/", async (context) => {
    const body = openArchiveBody(context.req.raw);
    const refusal = await refuseToken(context, tokenOf(context));
    const id = z.guid().safeParse(context.req.header(RESTORE_ID_HEADER)).data;
    if (refusal || id === undefined) {
      await body.discard();
      return refusal ?? refuse(400, "no_restore_id", "The request names no restore.");
    }
    const restoring = restore(id, body, context);
    running.add(restoring);
    return restoring.finally(() => running.delete(restoring));
  });

  return {
    routes,
    async close() {
      states.close();
      stopped.abort();
      await Promise.allSettled(running);
    },
  };

  async function restore(id: string, body: ArchiveBody, context: Context): Promise<Response> {
    states.report(id, { state: "restoring", progress: null });
    const left = context.req.raw.signal;
    try {
      const { rows, files, defects } = await restoreSite(deps, body.chunks, {
        passphrase: passphraseOf(context),
        signal: AbortSignal.any([left, stopped.signal]),
        onProgress: atIntervals((progress) => states.report(id, { state: "restoring", progress })),
      });
      const owner = await ownerEmail(deps.database.sql);
      if (owner !== null) onOwner();
      deps.log.info(`Restored an archive of ${rows} rows and ${files} files on the setup page.`);
      const problems = describeFiles(defects, OUTCOME_NAMES);
      for (const problem of problems) deps.log.warn(`Of the archive's files, ${problem}`);
      const outcome: RestoreOutcome = { state: "done", rows, files, problems, owner };
      states.report(id, outcome);
      return answer(201, outcome);
    } catch (error) {
      const isLost =
        !mayHaveChanged(error) && (body.isLost || left.aborted || stopped.signal.aborted);
      const failure = isLost ? connectionLost() : explainFailure(error);
      states.report(id, failure.outcome);
      await body.discard();
      return answerFailure(failure, error);
    }
  }

  function answerFailure({ status, outcome }: RestoreFailure, error: unknown): Response {
    if (status === 500) deps.log.error("An archive could not be restored.", error);
    return answer(status, outcome);
  }
}

async function check(
  deps: RestoreDeps,
  head: Uint8Array,
  passphrase: string | null,
): Promise<ArchiveCheck> {
  try {
    const archive = await inspectArchive(deps, head, passphrase);
    const replacesContent = await hasContent(deps.database.sql);
    return { passphrase: null, archive, replacesContent };
  } catch (error) {
    // A request for a passphrase is not a failure.
    if (codeOf(error) === "passphrase_needed") return { passphrase: "needed" };
    if (codeOf(error) === "passphrase_wrong") return { passphrase: "wrong" };
    throw error;
  }
}

/**
 * Maximum number of names in an outcome, which must fit into a database notification of 8000 bytes.
 */
const OUTCOME_NAMES = 5;

const tokenOf = (context: Context) => context.req.header(SETUP_TOKEN_HEADER) ?? "";

function passphraseOf(context: Context): string | null {
  const encoded = context.req.header(PASSPHRASE_HEADER);
  if (!encoded) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** Reports the first chunk and then at intervals. The outcome includes the last state. */
function atIntervals(report: (progress: Progress) => void): (progress: Progress) => void {
  let next = 0;
  return (progress) => {
    const now = performance.now();
    if (now < next) return;
    next = now + RESTORE_REPORT_MS;
    // A copy, because the reader keeps changing its object.
    report({ ...progress });
  };
}

interface ArchiveBody {
  /** Chunks, read on demand; throws when the sender disconnects or stalls. */
  chunks: AsyncIterable<Uint8Array>;
  /** Whether the body ended before it was complete. */
  readonly isLost: boolean;
  /** Reads the rest of the body, because a browser reads a refusal only afterwards. */
  discard(): Promise<void>;
}

/** A request's body without a size limit: the holder of the setup link may fill the disk. */
function openArchiveBody(request: Request): ArchiveBody {
  const body = readChunks(request, Number.POSITIVE_INFINITY);
  let isLost = false;
  const next = () =>
    body.next().catch((error) => {
      isLost = true;
      throw error;
    });
  const discardRest = async () => {
    let read = 0;
    for await (const chunk of body) {
      read += chunk.byteLength;
      if (read > DISCARD_BYTES) return;
    }
  };
  return {
    chunks: { [Symbol.asyncIterator]: () => ({ next }) },
    get isLost() {
      return isLost;
    },
    // Errors are ignored, because the refusal is the response in any case.
    discard: () => withTimeLimit(discardRest(), DISCARD_MS, () => {}).catch(() => {}),
  };
}
