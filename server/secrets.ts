import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readNote, refuseExternal, wasUsed } from "./database/cluster-note.ts";
import { createFile, createFolder, replaceFile } from "./durable-files.ts";
import { PlainError } from "./plain-error.ts";

/** Name of the file in the data directory. */
const FILE = "secrets.json";

export const PUBLISHABLE_KEY = /^sb_publishable_[\w-]{20,}$/;
export const SECRET_KEY = /^sb_secret_[\w-]{20,}$/;

/** Keys that sign and identify requests, the same for every server of a site. */
const keysSchema = z.object({
  /** Signs access tokens. At least 32 bytes of entropy. */
  jwtSecret: z.string().min(43),
  /** The key for browsers; maps to the role `anon`. */
  publishableKey: z.string().regex(PUBLISHABLE_KEY),
  /** Maps to `service_role`; bypasses every policy. Never leaves the server. */
  secretKey: z.string().regex(SECRET_KEY),
});

export type SiteKeys = z.infer<typeof keysSchema>;

const secretsSchema = keysSchema.extend({
  /** The embedded cluster's superuser password. */
  postgresPassword: z.string().min(20),
});

export type Secrets = z.infer<typeof secretsSchema>;

/** The secrets file exists but cannot be used. */
export class SecretsError extends PlainError {
  override name = "SecretsError";
}

/**
 * Reads `<dataDir>/secrets.json`, creating it (mode 0600) on the first start. Two processes
 * starting at once get the same file.
 * @throws {SecretsError} when the file is damaged, or missing next to a database: a new one would
 * sign everyone out and lose the database password.
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, FILE);
  const existing = await readSecrets(dataDir);
  if (existing) return existing;
  await createFolder(dataDir, 0o755);
  const note = await readNote(dataDir);
  if (note) refuseExternal(dataDir, note);
  if (await wasUsed(dataDir)) {
    // Another starting process may have created both in the meantime.
    const created = await readSecrets(dataDir);
    if (created) return created;
    throw new SecretsError(
      `${path} is missing, but ${dataDir} belongs to a database that was created with it. Restore it from a backup; without it every session ends and the database password is lost.`,
    );
  }
  await createFile(path, `${JSON.stringify(generateSecrets(), null, 2)}\n`);
  const created = await readSecrets(dataDir);
  if (!created) throw new SecretsError(`${path} disappeared while it was being created.`);
  return created;
}

/**
 * Replaces the keys that sign sessions and grant access to the API, for a site that was moved here.
 * A running server adopts them at its next start.
 */
export async function replaceKeys(
  dataDir: string,
  keys: Omit<Secrets, "postgresPassword">,
): Promise<void> {
  const { postgresPassword } = await loadSecrets(dataDir);
  const secrets = secretsSchema.parse({ ...keys, postgresPassword });
  await replaceFile(join(dataDir, FILE), `${JSON.stringify(secrets, null, 2)}\n`);
}

/** Fresh random secrets, each from its own 32 bytes. */
export function generateSecrets(): Secrets {
  return { ...generateKeys(), postgresPassword: token() };
}

export function generateKeys(): SiteKeys {
  return {
    jwtSecret: token(),
    publishableKey: `sb_publishable_${token()}`,
    secretKey: `sb_secret_${token()}`,
  };
}

const token = () => randomBytes(32).toString("base64url");

/**
 * @returns null if the file does not exist.
 * @throws {SecretsError} when it cannot be used.
 */
export async function readSecrets(dataDir: string): Promise<Secrets | null> {
  const path = join(dataDir, FILE);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    throw new SecretsError(`${path} cannot be read (${code}). Correct its permissions.`);
  }
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    throw new SecretsError(
      `${path} is damaged. Restore it from a backup; without it every session ends and the database password is lost.`,
    );
  }
}
