import { STORAGE_PATH } from "../../../shared/api-paths.ts";
import type {
  Finished,
  OpenedInbox,
  Reserved,
} from "../../../supabase/functions/open-share/contract.ts";
import { BackendError } from "../../lib/errors.ts";
import { formatSize } from "../../lib/file-size.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { grouped } from "../../workspace/files/uploads/grouped.ts";
import { sendInChunks } from "../../workspace/files/uploads/send-in-chunks.ts";
import {
  ConnectionLost,
  type Names,
  type UploadBackend,
} from "../../workspace/files/uploads/upload-backend.ts";
import { toDate, type UploadJob } from "../../workspace/files/uploads/upload-machine.ts";
import { callShare, type ShareKey } from "../share-api.ts";

/** Milliseconds between extensions of a reservation, which initially lasts 10 minutes. */
const EXTEND_MS = 4 * 60_000;

/** Maximum number of files per reservation call; the database has the same limit. */
const RESERVED_AT_ONCE = 20;

/** Uploads through a link that receives files. Names that are taken are numbered by the database. */
export function createInboxBackend(key: ShareKey, { fileLimit }: OpenedInbox): UploadBackend {
  const problems = {
    files: `This link takes no more files. ${ASK} for another one.`,
    bytes: `This is more than the link still takes. Choose a smaller file. ${ASK} for another one.`,
    "file-limit": `This file is too large: a file has at most ${formatSize(fileLimit)}.`,
    space: `There is no space for this file. Try again in 10 minutes. ${ASK} if that does not help.`,
  };
  const reserve = grouped(
    async (jobs: UploadJob[]) => {
      const files = jobs.map(({ name, size }) => ({ name: name.toWellFormed(), size }));
      const reserved = await callShare<Reserved>({ action: "reserve", ...key, files });
      if ("problem" in reserved) throw new BackendError(problems[reserved.problem]);
      return reserved.paths;
    },
    { most: RESERVED_AT_ONCE, isFinal: (error) => error instanceof TypeError },
  );
  const stateOf = async (path: string, { type = "", lastModified = 0 } = {}) => {
    const modified = toDate(lastModified) === null ? 0 : lastModified;
    const call = callShare<Finished>({ action: "finish", ...key, path, type, modified });
    return (await call.catch(toConnectionLost)).state;
  };
  return {
    listNames: async () => NO_NAMES,
    openFolder: () => Promise.reject(new Error("A link receives no folders.")),
    reserve: (job) => reserve(job).catch(toConnectionLost),
    extend: async (path) => (await stateOf(path)) === "incomplete",
    isFinished: async (path) => (await stateOf(path)) === "finished",
    isBatched: () => false,
    async send(job, path, options) {
      const { file, type, resumeUrl } = job;
      if (!file) throw new Error("The file has to be chosen again.");
      let extended = Date.now();
      const onProgress = (sent: number) => {
        options.onProgress(sent);
        if (Date.now() - extended < EXTEND_MS) return;
        extended = Date.now();
        // Reading the state extends the reservation. After a failure, the next interval retries.
        void stateOf(path, job).catch(() => {});
      };
      await sendInChunks({ path, file, type, resumeUrl }, { ...options, onProgress }, access);
    },
    async finish(job, path) {
      const state = await stateOf(path, job);
      if (state === "space") throw new BackendError(problems.space);
      if (state !== "finished") throw new BackendError("The file did not arrive completely.");
    },
    // The space of a discarded upload is released when its reservation expires.
    discard: async () => {},
  };
}

/** Uploads run as an anonymous visitor; the policies allow only reserved paths. */
const access = {
  get url(): string {
    return `${readClientConfig().supabaseUrl}${STORAGE_PATH}`;
  },
  async headers() {
    const { publishableKey } = readClientConfig();
    return { apikey: publishableKey, authorization: `Bearer ${publishableKey}` };
  },
  sendsAtOnce: false,
};

/** Always empty, because two files may have the same name. */
const NO_NAMES: Names = Object.freeze(
  Object.assign(new Map<string, never>(), { set: () => NO_NAMES }),
);

const ASK = "Ask the person who gave you the link";

/** A missing response is not a refusal. */
function toConnectionLost(error: unknown): never {
  throw error instanceof TypeError ? new ConnectionLost() : error;
}
