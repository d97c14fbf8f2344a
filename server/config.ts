import { resolve } from "node:path";
import { z } from "zod";
import {
  fitsBcrypt,
  isLongEnough,
  PASSWORD_MAX_BYTES,
  PASSWORD_MIN_LENGTH,
} from "../shared/password.ts";
import { isTestPushOrigin } from "../shared/push-endpoint.ts";
import { isWebhookSecret, isWebhookUrl } from "../shared/webhook.ts";
import { type DailyTime, parseSchedule } from "./backups/schedule.ts";
import { days, optional, port, readSize } from "./config-values.ts";
import type { LogFormat } from "./log/log.ts";
import { defaultSender, type MailSettings, parseMailServer } from "./notices/mail-server.ts";
import { PlainError } from "./plain-error.ts";
import { PUBLISHABLE_KEY, SECRET_KEY, type SiteKeys } from "./secrets.ts";
import { type BucketLocation, parseBucketUrl } from "./storage/blobs/s3/bucket-location.ts";

/** All settings from the environment, parsed once at start. */
export interface Config {
  host: string;
  port: number;
  /** The URL visitors use, when it differs from `http://host:port`. */
  publicUrl: URL | null;
  /** Absolute path; contains the cluster, the secrets and the blobs. */
  dataDir: string;
  /** A PostgreSQL 15 or later to use instead of the embedded one. */
  databaseUrl: string | null;
  /** URL without a transaction pooler, for notifications and locks; null without a pooler. */
  directDatabaseUrl: string | null;
  /** The site's keys; null when the site generates and stores them. */
  keys: SiteKeys | null;
  /** Storage for the files' bytes; null for a folder in the data directory. */
  blobs: BucketLocation | null;
  /** Whether the last `X-Forwarded-For` entry is trusted. */
  trustProxy: boolean;
  /** Maximum bytes in a workspace user's drive; null uses the database's default. */
  driveQuota: number | null;
  /**
   * Days after which a session ends, without use and in total; null uses the database's defaults.
   */
  sessionDays: { idle: number | null; total: number | null };
  /** Whether the first start loads the sample portfolio. */
  sampleContent: boolean;
  /** Whether a start archives a site with content before it changes the schema. */
  archiveBeforeMigrations: boolean;
  /** Local time and destination of daily backups; null when off. */
  backup: { at: DailyTime; to: { folder: string } | BucketLocation } | null;
  /** Passphrase for archives made by the server; null leaves them unencrypted. */
  backupPassphrase: string | null;
  /** Format of log lines; `json` adds a line for each request. */
  logFormat: LogFormat;
  /** Loopback port of the metrics; null when they are off. */
  metricsPort: number | null;
  /** Credentials of the owner to create when a start finds none. */
  owner: { email: string; password: string } | null;
  notion: { token: string | null; databaseId: string | null; baseUrl: string | null };
  /** Delivery of notices to the owner; null when off. */
  notices: { mail: MailSettings } | { webhook: { url: string; secret: string } } | null;
  /** Whether mail may be sent to other machines without TLS. */
  smtpMayLackTls: boolean;
  /** A push service for tests, on the loopback interface. */
  testPushOrigin: string | null;
}

/** An invalid environment variable, named in the message. */
export class ConfigError extends PlainError {
  override name = "ConfigError";
}

/** The password rule, worded for settings and the command line. */
export const passwordRule = z
  .string()
  .refine(isLongEnough, `must have at least ${PASSWORD_MIN_LENGTH} characters`)
  .refine(fitsBcrypt, `must have at most ${PASSWORD_MAX_BYTES} bytes`);

const webAddress = z.url({ protocol: /^https?$/, error: "must be an http or https address" });

const onOrOff = z.enum(["on", "off", "1", "0", "true", "false"], "must be on or off");

const postgresAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: "must look like postgresql://user:password@host:5432/database",
});

const environmentSchema = z.object({
  HOST: optional(z.string().regex(/^[^\s/]+$/, "must be a host name or an address")),
  PORT: optional(port()),
  FOYER_PUBLIC_URL: optional(
    webAddress.refine((value) => !URL.canParse(value) || new URL(value).pathname === "/", {
      error: "must not have a path",
    }),
  ),
  FOYER_DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(postgresAddress),
  FOYER_DIRECT_DATABASE_URL: optional(postgresAddress),
  FOYER_JWT_SECRET: optional(z.string().min(43, "must have at least 43 characters")),
  FOYER_PUBLISHABLE_KEY: optional(
    z.string().regex(PUBLISHABLE_KEY, "must be sb_publishable_ and at least 20 characters"),
  ),
  FOYER_SECRET_KEY: optional(
    z.string().regex(SECRET_KEY, "must be sb_secret_ and at least 20 characters"),
  ),
  FOYER_BLOBS: optional(
    z.string().refine((value) => parseBucketUrl(value) !== null, {
      error: "must look like s3://bucket or s3://bucket/prefix",
    }),
  ),
  FOYER_S3_PATH_STYLE: optional(onOrOff),
  FOYER_TRUST_PROXY: optional(onOrOff),
  FOYER_DRIVE_QUOTA: optional(z.string().transform(readSize)),
  FOYER_SESSION_IDLE_DAYS: optional(days()),
  FOYER_SESSION_DAYS: optional(days()),
  FOYER_SAMPLE_CONTENT: optional(z.enum(["on", "off"], "must be on or off")),
  FOYER_ARCHIVE_BEFORE_MIGRATIONS: optional(z.enum(["on", "off"], "must be on or off")),
  FOYER_BACKUP: optional(z.string()),
  FOYER_BACKUP_TO: optional(z.string()),
  FOYER_BACKUP_PASSPHRASE: optional(z.string()),
  FOYER_LOG: optional(z.enum(["text", "json"], "must be text or json")),
  FOYER_METRICS_PORT: optional(port()),
  FOYER_OWNER_EMAIL: optional(z.email("must be an email address")),
  FOYER_OWNER_PASSWORD: optional(z.string()),
  NOTION_TOKEN: optional(z.string()),
  NOTION_DATABASE_ID: optional(z.string()),
  NOTION_BASE_URL: optional(webAddress),
  FOYER_TEST_PUSH_ORIGIN: optional(
    z.string().refine(isTestPushOrigin, "must be http://127.0.0.1 with a port"),
  ),
  FOYER_SMTP_URL: optional(
    z.string().refine((value) => parseMailServer(value) !== null, {
      error: "must look like smtps://user:password@mail.example.org:465",
    }),
  ),
  FOYER_SMTP_TLS: optional(z.enum(["required", "optional"], "must be required or optional")),
  FOYER_MAIL_TO: optional(z.email("must be an email address")),
  FOYER_MAIL_FROM: optional(z.email("must be an email address")),
  FOYER_WEBHOOK_URL: optional(
    z.string().refine(isWebhookUrl, "must be an https address without a password"),
  ),
  FOYER_WEBHOOK_SECRET: optional(
    z.string().refine(isWebhookSecret, "must be whsec_ and 24 to 64 bytes in base64"),
  ),
});

/** The names of the variables, except those of the AWS SDK. */
export const SETTINGS: readonly string[] = Object.keys(environmentSchema.shape);

/**
 * Parsed only for buckets, because another program's settings must not prevent a start without one.
 */
const bucketSchema = z.object({
  AWS_ENDPOINT_URL_S3: optional(webAddress),
  AWS_ENDPOINT_URL: optional(webAddress),
  AWS_REGION: optional(z.string()),
  AWS_DEFAULT_REGION: optional(z.string()),
});

/**
 * Parses the configuration from an environment.
 * @throws {ConfigError} naming the first invalid variable.
 */
export function parseConfig(environment: NodeJS.ProcessEnv): Config {
  const env = parse(environmentSchema, environment);
  return {
    host: env.HOST ?? "127.0.0.1",
    port: env.PORT ?? 3000,
    publicUrl: env.FOYER_PUBLIC_URL ? new URL(env.FOYER_PUBLIC_URL) : null,
    dataDir: resolve(env.FOYER_DATA_DIR ?? "./data"),
    databaseUrl: env.DATABASE_URL ?? null,
    directDatabaseUrl: directUrlOf(env.DATABASE_URL, env.FOYER_DIRECT_DATABASE_URL),
    keys: keysOf(env.FOYER_JWT_SECRET, env.FOYER_PUBLISHABLE_KEY, env.FOYER_SECRET_KEY),
    blobs: env.FOYER_BLOBS ? locateBucket(env.FOYER_BLOBS, environment) : null,
    trustProxy: isOn(env.FOYER_TRUST_PROXY),
    driveQuota: env.FOYER_DRIVE_QUOTA ?? null,
    sessionDays: {
      idle: env.FOYER_SESSION_IDLE_DAYS ?? null,
      total: env.FOYER_SESSION_DAYS ?? null,
    },
    sampleContent: env.FOYER_SAMPLE_CONTENT !== "off",
    archiveBeforeMigrations: env.FOYER_ARCHIVE_BEFORE_MIGRATIONS !== "off",
    backup: backupOf(env.FOYER_BACKUP, env.FOYER_BACKUP_TO, environment),
    backupPassphrase: env.FOYER_BACKUP_PASSPHRASE ?? null,
    logFormat: env.FOYER_LOG ?? "text",
    metricsPort: env.FOYER_METRICS_PORT ?? null,
    owner: ownerOf(env.FOYER_OWNER_EMAIL, env.FOYER_OWNER_PASSWORD),
    notion: {
      token: env.NOTION_TOKEN ?? null,
      databaseId: env.NOTION_DATABASE_ID ?? null,
      baseUrl: env.NOTION_BASE_URL ?? null,
    },
    notices: noticesOf(env),
    smtpMayLackTls: env.FOYER_SMTP_TLS === "optional",
    testPushOrigin: env.FOYER_TEST_PUSH_ORIGIN ?? null,
  };
}

/**
 * A bucket by its `s3://` URL; all other settings come from the AWS SDK's own variables.
 * @throws {ConfigError} naming the first invalid variable.
 */
export function locateBucket(url: string, environment: NodeJS.ProcessEnv): BucketLocation {
  const place = parseBucketUrl(url);
  if (!place) throw new ConfigError(`${url} must look like s3://bucket or s3://bucket/prefix.`);
  const env = parse(bucketSchema, environment);
  const endpoint = env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL ?? null;
  const { FOYER_S3_PATH_STYLE: style } = environment;
  return {
    ...place,
    endpoint,
    region: env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? "us-east-1",
    // Self-hosted stores rarely have the wildcard certificate that bucket host names require.
    pathStyle: style ? isOn(style) : endpoint !== null,
  };
}

function parse<T extends z.ZodType>(schema: T, environment: NodeJS.ProcessEnv): z.output<T> {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}.`);
}

function isOn(value: string | undefined): boolean {
  return ["on", "1", "true"].includes(value ?? "off");
}

function directUrlOf(url: string | undefined, direct: string | undefined): string | null {
  if (direct && !url) {
    throw new ConfigError("FOYER_DIRECT_DATABASE_URL needs DATABASE_URL beside it.");
  }
  return direct ?? null;
}

function keysOf(
  jwtSecret: string | undefined,
  publishableKey: string | undefined,
  secretKey: string | undefined,
): SiteKeys | null {
  if (jwtSecret && publishableKey && secretKey) return { jwtSecret, publishableKey, secretKey };
  if (!jwtSecret && !publishableKey && !secretKey) return null;
  throw new ConfigError(
    "FOYER_JWT_SECRET, FOYER_PUBLISHABLE_KEY and FOYER_SECRET_KEY must be set together.",
  );
}

function ownerOf(email: string | undefined, password: string | undefined): Config["owner"] {
  if (email && password) return { email, password };
  if (email) throw new ConfigError("FOYER_OWNER_EMAIL needs FOYER_OWNER_PASSWORD beside it.");
  if (password) throw new ConfigError("FOYER_OWNER_PASSWORD needs FOYER_OWNER_EMAIL beside it.");
  return null;
}

function backupOf(
  schedule: string | undefined,
  to: string | undefined,
  environment: NodeJS.ProcessEnv,
): Config["backup"] {
  if (!schedule && !to) return null;
  if (!schedule) throw new ConfigError("FOYER_BACKUP_TO needs FOYER_BACKUP beside it.");
  if (!to) throw new ConfigError("FOYER_BACKUP needs FOYER_BACKUP_TO beside it.");
  const at = parseSchedule(schedule);
  if (!at) throw new ConfigError("FOYER_BACKUP must look like daily@03:00.");
  if (to.startsWith("s3:")) return { at, to: locateBucket(to, environment) };
  return { at, to: { folder: resolve(to) } };
}

function noticesOf(env: NoticeVariables): Config["notices"] {
  if (env.FOYER_SMTP_URL && env.FOYER_WEBHOOK_URL) {
    throw new ConfigError("Set either FOYER_SMTP_URL or FOYER_WEBHOOK_URL.");
  }
  requireBeside(env, "FOYER_SMTP_URL", "FOYER_MAIL_TO");
  requireBeside(env, "FOYER_MAIL_TO", "FOYER_SMTP_URL");
  requireBeside(env, "FOYER_MAIL_FROM", "FOYER_SMTP_URL");
  requireBeside(env, "FOYER_WEBHOOK_URL", "FOYER_WEBHOOK_SECRET");
  requireBeside(env, "FOYER_WEBHOOK_SECRET", "FOYER_WEBHOOK_URL");
  const { FOYER_WEBHOOK_URL: url, FOYER_WEBHOOK_SECRET: secret } = env;
  if (url && secret) return { webhook: { url, secret } };
  const server = parseMailServer(env.FOYER_SMTP_URL ?? "");
  const to = env.FOYER_MAIL_TO;
  if (!server || !to) return null;
  return { mail: { server, to, from: env.FOYER_MAIL_FROM ?? defaultSender(server, to) } };
}

type NoticeVariables = Pick<
  z.output<typeof environmentSchema>,
  | "FOYER_SMTP_URL"
  | "FOYER_MAIL_TO"
  | "FOYER_MAIL_FROM"
  | "FOYER_WEBHOOK_URL"
  | "FOYER_WEBHOOK_SECRET"
>;

function requireBeside(
  env: NoticeVariables,
  name: keyof NoticeVariables,
  other: keyof NoticeVariables,
): void {
  if (env[name] && !env[other]) throw new ConfigError(`${name} needs ${other} beside it.`);
}
