import { SETUP_PATH } from "../../../../shared/api-paths.ts";
import { ARCHIVE_HEAD_BYTES } from "../../../../shared/limits.ts";
import {
  type ArchiveCheck,
  PASSPHRASE_HEADER,
  RESTORE_ID_HEADER,
  type RestoreOutcome,
  type RestoreState,
  SETUP_TOKEN_HEADER,
} from "../../../../shared/restore.ts";
import { readClientConfig } from "../../../lib/site-config.ts";
import { refusalOf } from "../setup-api.ts";

/** An archive on this device, with the setup token and the passphrase. */
export interface ArchiveToSend {
  file: File;
  token: string;
  passphrase: string | null;
}

/**
 * Sends the start of an archive to learn its contents.
 * @throws {UnreadableFileError}
 * @throws {SetupError} with the text to show.
 */
export async function checkArchive(archive: ArchiveToSend): Promise<ArchiveCheck> {
  const head = await readHead(archive.file);
  const { url, headers } = requestFor(archive);
  const response = await fetch(`${url}/check`, { method: "POST", headers, body: head });
  if (!response.ok) throw await refusalOf(response);
  return response.json();
}

/**
 * Sends the whole archive. Uses XMLHttpRequest, because fetch reports no upload progress.
 * @returns the outcome, including failures.
 * @throws {Error} when the site's host did not answer; the outcome is then unknown.
 */
export function sendArchive(
  archive: ArchiveToSend,
  id: string,
  { signal, onSent }: { signal: AbortSignal; onSent: (bytes: number) => void },
): Promise<RestoreOutcome> {
  const { url, headers } = requestFor(archive);
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    request.open("POST", url);
    for (const [name, value] of Object.entries({ ...headers, [RESTORE_ID_HEADER]: id })) {
      request.setRequestHeader(name, value);
    }
    request.upload.addEventListener("progress", ({ loaded }) => onSent(loaded));
    request.addEventListener("load", () => {
      const outcome = outcomeIn(request.responseText);
      if (outcome) resolve(outcome);
      else if (request.status === 413) resolve(PROXY_LIMIT);
      else reject(new Error(`The server answered ${request.status}.`));
    });
    request.addEventListener("error", () => reject(new Error("The connection was lost.")));
    request.addEventListener("abort", () => reject(signal.reason));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(archive.file);
  });
}

/** The state of the restore with this id, according to the host. */
export async function getRestoreState(id: string): Promise<RestoreState> {
  const { supabaseUrl, publishableKey } = readClientConfig();
  const response = await fetch(
    `${supabaseUrl}${SETUP_PATH}/archive?${new URLSearchParams({ id })}`,
    { headers: { apikey: publishableKey }, cache: "no-store" },
  );
  if (!response.ok) throw await refusalOf(response);
  return response.json();
}

/** The chosen file was deleted, moved or changed, or is a folder. */
export class UnreadableFileError extends Error {
  override name = "UnreadableFileError";

  constructor() {
    super("This file cannot be read, or has changed. Choose it again.");
  }
}

/** @throws {UnreadableFileError} */
export async function readHead(file: File): Promise<ArrayBuffer> {
  try {
    return await file.slice(0, ARCHIVE_HEAD_BYTES).arrayBuffer();
  } catch {
    throw new UnreadableFileError();
  }
}

function requestFor({ token, passphrase }: ArchiveToSend) {
  const { supabaseUrl, publishableKey } = readClientConfig();
  return {
    url: `${supabaseUrl}${SETUP_PATH}/archive`,
    headers: {
      apikey: publishableKey,
      "content-type": "application/octet-stream",
      [SETUP_TOKEN_HEADER]: token,
      // Headers are limited to Latin-1.
      ...(passphrase === null ? {} : { [PASSPHRASE_HEADER]: encodeURIComponent(passphrase) }),
    },
  };
}

/** The host itself accepts a body of any size, so this response comes from a proxy. */
const PROXY_LIMIT: RestoreOutcome = {
  state: "failed",
  code: "proxy_limit",
  message:
    "A proxy in front of the server refuses a file of this size. Allow larger request bodies there, or use npm run restore on the server.",
};

/** A refusal before the restore contains a code and a message; a proxy's answer lacks both. */
function outcomeIn(body: string): RestoreOutcome | null {
  try {
    const answer = JSON.parse(body);
    if (answer.state === "done") return answer;
    const { code, message } = answer;
    if (typeof code !== "string" || typeof message !== "string") return null;
    return { state: "failed", code, message };
  } catch {
    return null;
  }
}
