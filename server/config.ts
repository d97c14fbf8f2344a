import { resolve } from "node:path";
import { z } from "zod";
import { fitsBcrypt, PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "../shared/password.ts";
import type { LogFormat } from "./log/log.ts";

/** All settings that come from the environment. Parsed once, at start. */
export interface Config {
  host: string;
  port: number;
  /** The URL visitors use, when it differs from `http://host:port`. */
  publicUrl: URL | null;
  /** Absolute path; contains the cluster, the secrets and the blobs. */
  dataDir: string;
  /** A PostgreSQL 15 or later to use instead of the embedded one. */
  databaseUrl: string | null;
  /** Whether the last `X-Forwarded-For` entry is trusted. */
  trustProxy: boolean;
  /** Maximum bytes in a workspace user's drive; null uses the database's default. */
  driveQuota: number | null;
  /** Whether the first start loads the sample portfolio. */
  sampleContent: boolean;
  /** Whether a start archives a site with content before it changes the schema. */
  archiveBeforeMigrations: boolean;
  /** How log lines are printed; `json` adds a line for each request. */
  logFormat: LogFormat;
  /** Loopback port of the metrics; null when they are off. */
  metricsPort: number | null;
  /** Credentials of the owner to create when a start finds none. */
  owner: { email: string; password: string } | null;
  notion: { token: string | null; databaseId: string | null; baseUrl: string | null };
}

/**
 * An invalid environment variable. The message names the variable and can be printed on its own.
 */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** The password rule in the words of settings and the command line. */
export const passwordRule = z
  .string()
  .min(PASSWORD_MIN_LENGTH, `must have at least ${PASSWORD_MIN_LENGTH} characters`)
  .refine(fitsBcrypt, `must have at most ${PASSWORD_MAX_BYTES} bytes`);

const environmentSchema = z.object({
  HOST: optional(z.string().regex(/^[^\s/]+$/, "must be a host name or an address")),
  PORT: optional(port()),
  FOYER_PUBLIC_URL: optional(
    z
      .url({ protocol: /^https?$/, error: "must be an http or https address" })
      .refine((value) => !URL.canParse(value) || new URL(value).pathname === "/", {
        error: "must not have a path",
      }),
  ),
  FOYER_DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(
    z.url({
      protocol: /^postgres(ql)?$/,
      error: "must look like postgresql://user:password@host:5432/database",
    }),
  ),
  FOYER_TRUST_PROXY: optional(
    z.enum(["on", "off", "1", "0", "true", "false"], "must be on or off"),
  ),
  FOYER_DRIVE_QUOTA: optional(z.string().transform(readSize)),
  FOYER_SAMPLE_CONTENT: optional(z.enum(["on", "off"], "must be on or off")),
  FOYER_ARCHIVE_BEFORE_MIGRATIONS: optional(z.enum(["on", "off"], "must be on or off")),
  FOYER_LOG: optional(z.enum(["text", "json"], "must be text or json")),
  FOYER_METRICS_PORT: optional(port()),
  FOYER_OWNER_EMAIL: optional(z.email("must be an email address")),
  FOYER_OWNER_PASSWORD: optional(passwordRule),
  NOTION_TOKEN: optional(z.string()),
  NOTION_DATABASE_ID: optional(z.string()),
  NOTION_BASE_URL: optional(
    z.url({ protocol: /^https?$/, error: "must be an http or https address" }),
  ),
});

/**
 * Parses the configuration from an environment.
 * @throws {ConfigError} naming the first invalid variable.
 */
export function parseConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}.`);
  }
  const env = parsed.data;
  return {
    host: env.HOST ?? "127.0.0.1",
    port: env.PORT ?? 3000,
    publicUrl: env.FOYER_PUBLIC_URL ? new URL(env.FOYER_PUBLIC_URL) : null,
    dataDir: resolve(env.FOYER_DATA_DIR ?? "./data"),
    databaseUrl: env.DATABASE_URL ?? null,
    trustProxy: ["on", "1", "true"].includes(env.FOYER_TRUST_PROXY ?? "off"),
    driveQuota: env.FOYER_DRIVE_QUOTA ?? null,
    sampleContent: env.FOYER_SAMPLE_CONTENT !== "off",
    archiveBeforeMigrations: env.FOYER_ARCHIVE_BEFORE_MIGRATIONS !== "off",
    logFormat: env.FOYER_LOG ?? "text",
    metricsPort: env.FOYER_METRICS_PORT ?? null,
    owner: ownerOf(env.FOYER_OWNER_EMAIL, env.FOYER_OWNER_PASSWORD),
    notion: {
      token: env.NOTION_TOKEN ?? null,
      databaseId: env.NOTION_DATABASE_ID ?? null,
      baseUrl: env.NOTION_BASE_URL ?? null,
    },
  };
}

function ownerOf(email: string | undefined, password: string | undefined): Config["owner"] {
  if (email && password) return { email, password };
  if (email) throw new ConfigError("FOYER_OWNER_EMAIL needs FOYER_OWNER_PASSWORD beside it.");
  if (password) throw new ConfigError("FOYER_OWNER_PASSWORD needs FOYER_OWNER_EMAIL beside it.");
  return null;
}

function port() {
  return z.coerce
    .number("must be a number from 0 to 65535")
    .int("must be a whole number")
    .min(0, "must be a number from 0 to 65535")
    .max(65_535, "must be a number from 0 to 65535");
}

/** `NAME=` in a shell or a compose file means "not set". */
function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
}

const UNITS = ["", "k", "m", "g", "t"];

/** Bytes; a kilobyte has 1024 bytes, as everywhere in the drive: `5368709120`, `5GB`, `1.5 TB`. */
function readSize(text: string, context: z.RefinementCtx): number {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)\s*([kmgt]?)b?$/i.exec(text.trim()) ?? [];
  const bytes = Math.floor(Number(amount) * 1024 ** UNITS.indexOf(unit.toLowerCase()));
  if (bytes >= 1 && Number.isSafeInteger(bytes)) return bytes;
  context.addIssue("must be a size in bytes or like 500MB, 5GB or 1.5TB");
  return z.NEVER;
}
