import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";

/** Maximum number of queued passwords. At 60 ms each, the last one waits about four seconds. */
const PASSWORD_QUEUE_LENGTH = 64;

/**
 * Runs bcrypt off the main thread, where one comparison would block all other requests for 60 ms.
 */
export interface Passwords {
  /**
   * Whether the password matches the hash. A null hash does the same work against a dummy and
   * returns false, so that an unknown account takes as long as a known one.
   * @throws {PasswordsBusyError} when too many are waiting.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** A `$2b$` hash at cost 10, like hosted Supabase's. */
  hash(password: string): Promise<string>;
  close(): Promise<void>;
}

export class PasswordsBusyError extends Error {
  override name = "PasswordsBusyError";
}

/**
 * Starts a worker, which does not keep the process alive. It loads bcrypt at once, because the
 * installation of an open server may be replaced.
 */
export function createPasswords(): Passwords {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let worker: Worker | null = start();
  let lastId = 0;

  return {
    verify: async (password, hash) => {
      const matches = await run({ task: "compare", password, hash: hash ?? DUMMY_HASH });
      return matches === true && hash !== null;
    },
    hash: async (password) => String(await run({ task: "hash", password })),
    close: async () => {
      await worker?.terminate();
    },
  };

  function run(job: { task: "compare" | "hash"; password: string; hash?: string }) {
    if (waiting.size >= PASSWORD_QUEUE_LENGTH) return Promise.reject(new PasswordsBusyError());
    worker ??= start();
    const id = ++lastId;
    const current = worker;
    return new Promise<unknown>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      current.postMessage({ id, ...job });
    });
  }

  function start(): Worker {
    const bcryptPath = createRequire(import.meta.url).resolve("bcryptjs");
    const started = new Worker(workerSource, { eval: true, workerData: { bcryptPath } });
    started.unref();
    started.on("message", ({ id, result, error }: WorkerAnswer) => {
      const caller = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) caller?.resolve(result);
      else caller?.reject(new Error(error));
    });
    const fail = (error: Error) => {
      worker = null;
      for (const caller of waiting.values()) caller.reject(error);
      waiting.clear();
    };
    started.on("error", fail);
    started.on("exit", () => fail(new Error("The password worker has ended.")));
    return started;
  }
}

interface WorkerAnswer {
  id: number;
  result?: unknown;
  error?: string;
}

/** The hash (cost 10) of a discarded random password. */
const DUMMY_HASH = "$2b$10$iY/gQlbUgOom9h7JQodvb.fxLP2YgkdSSyO4cc8JJuStblDt52MNa";

/** Text instead of a file, so that it works both from source and in the bundled server. */
const workerSource = `
const { parentPort, workerData } = require("node:worker_threads");
const bcrypt = require(workerData.bcryptPath);
parentPort.on("message", ({ id, task, password, hash }) => {
  try {
    const result = task === "hash" ? bcrypt.hashSync(password, 10) : bcrypt.compareSync(password, hash);
    parentPort.postMessage({ id, result });
  } catch (error) {
    parentPort.postMessage({ id, error: String(error && error.message) });
  }
});
`;
