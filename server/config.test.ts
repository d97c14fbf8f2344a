import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, parseConfig } from "./config.ts";
import { needsTls, parseMailServer } from "./notices/mail-server.ts";

test("an empty environment yields the documented defaults", () => {
  expect(parseConfig({})).toEqual({
    host: "127.0.0.1",
    port: 3000,
    publicUrl: null,
    dataDir: resolve("./data"),
    databaseUrl: null,
    directDatabaseUrl: null,
    keys: null,
    blobs: null,
    trustProxy: false,
    driveQuota: null,
    sessionDays: { idle: null, total: null },
    smtpMayLackTls: false,
    sampleContent: true,
    testPushOrigin: null,
    archiveBeforeMigrations: true,
    backup: null,
    backupPassphrase: null,
    logFormat: "text",
    metricsPort: null,
    owner: null,
    notion: { token: null, databaseId: null, baseUrl: null },
    notices: null,
  });
});

test("NAME= is treated as unset", () => {
  const empty = { PORT: "", DATABASE_URL: "", FOYER_PUBLIC_URL: "", FOYER_OWNER_EMAIL: "" };
  expect(parseConfig(empty)).toEqual(parseConfig({}));
});

test("every setting is read from its environment variable", () => {
  const config = parseConfig({
    HOST: "::1",
    PORT: "0",
    FOYER_PUBLIC_URL: "https://example.org",
    FOYER_DATA_DIR: "/srv/foyer",
    DATABASE_URL: "postgresql://u:p@localhost/d",
    FOYER_DIRECT_DATABASE_URL: "postgresql://u:p@localhost:5433/d",
    FOYER_JWT_SECRET: "j".repeat(43),
    FOYER_PUBLISHABLE_KEY: `sb_publishable_${"p".repeat(20)}`,
    FOYER_SECRET_KEY: `sb_secret_${"s".repeat(20)}`,
    FOYER_BLOBS: "s3://files/foyer",
    AWS_ENDPOINT_URL_S3: "http://127.0.0.1:9000",
    AWS_REGION: "eu-central-1",
    FOYER_TRUST_PROXY: "on",
    FOYER_DRIVE_QUOTA: "5GB",
    FOYER_SESSION_IDLE_DAYS: "7",
    FOYER_SESSION_DAYS: "90",
    FOYER_SMTP_TLS: "optional",
    FOYER_SAMPLE_CONTENT: "off",
    FOYER_ARCHIVE_BEFORE_MIGRATIONS: "off",
    FOYER_BACKUP: "daily@03:30",
    FOYER_BACKUP_TO: "/mnt/backups",
    FOYER_BACKUP_PASSPHRASE: "correct horse",
    FOYER_LOG: "json",
    FOYER_METRICS_PORT: "9464",
    FOYER_OWNER_EMAIL: "owner@example.org",
    FOYER_OWNER_PASSWORD: "long enough",
    NOTION_TOKEN: "t",
    NOTION_DATABASE_ID: "d",
    NOTION_BASE_URL: "http://127.0.0.1:9",
    FOYER_SMTP_URL: "smtps://me%40example.org:p%40ss@mail.example.org",
    FOYER_MAIL_TO: "owner@example.org",
    FOYER_MAIL_FROM: "site@example.org",
    FOYER_TEST_PUSH_ORIGIN: "http://127.0.0.1:9",
  });
  expect(config).toEqual({
    host: "::1",
    port: 0,
    publicUrl: new URL("https://example.org"),
    dataDir: "/srv/foyer",
    databaseUrl: "postgresql://u:p@localhost/d",
    directDatabaseUrl: "postgresql://u:p@localhost:5433/d",
    keys: {
      jwtSecret: "j".repeat(43),
      publishableKey: `sb_publishable_${"p".repeat(20)}`,
      secretKey: `sb_secret_${"s".repeat(20)}`,
    },
    blobs: {
      bucket: "files",
      prefix: "foyer",
      endpoint: "http://127.0.0.1:9000",
      region: "eu-central-1",
      pathStyle: true,
    },
    trustProxy: true,
    driveQuota: 5 * 1024 ** 3,
    sessionDays: { idle: 7, total: 90 },
    smtpMayLackTls: true,
    sampleContent: false,
    testPushOrigin: "http://127.0.0.1:9",
    archiveBeforeMigrations: false,
    backup: { at: { hour: 3, minute: 30 }, to: { folder: "/mnt/backups" } },
    backupPassphrase: "correct horse",
    logFormat: "json",
    metricsPort: 9464,
    owner: { email: "owner@example.org", password: "long enough" },
    notion: { token: "t", databaseId: "d", baseUrl: "http://127.0.0.1:9" },
    notices: {
      mail: {
        server: {
          host: "mail.example.org",
          port: 465,
          secure: true,
          auth: { user: "me@example.org", pass: "p@ss" },
        },
        to: "owner@example.org",
        from: "site@example.org",
      },
    },
  });
});

test.each([
  ["smtp://me%40example.org:p@mail.example.org", 587, "me@example.org"],
  ["smtp://me:p@mail.example.org:2525", 2525, "you@example.org"],
  ["smtps://relay", 465, "you@example.org"],
])("mail through %s has the server's port and sender", (url, port, from) => {
  const { notices } = parseConfig({ FOYER_SMTP_URL: url, FOYER_MAIL_TO: "you@example.org" });
  expect(notices).toMatchObject({ mail: { server: { port }, from } });
});

test.each([
  ["smtps://relay", false, false],
  ["smtp://relay", true, false],
  ["smtp://192.168.0.2:25", true, false],
  ["smtp://me:p@relay", true, true],
  ["smtp://127.0.0.1:1025", false, false],
  ["smtp://[::1]:1025", false, false],
  ["smtp://me:p@localhost", false, false],
  ["smtp://localhost.example.org", true, false],
  ["smtp://127.0.0.1.example.org", true, false],
])(
  "mail to %s needs STARTTLS: %s, and with FOYER_SMTP_TLS=optional: %s",
  (url, byDefault, allowed) => {
    const server = parseMailServer(url);
    if (!server) throw new Error(url);
    const mayLackTls = (env: object) => parseConfig({ ...env }).smtpMayLackTls;
    expect(needsTls(server, mayLackTls({}))).toBe(byDefault);
    expect(needsTls(server, mayLackTls({ FOYER_SMTP_TLS: "optional" }))).toBe(allowed);
  },
);

test("notices are sent to a webhook", () => {
  const webhook = { url: "https://hooks.example.org/x", secret: `whsec_${"A".repeat(32)}` };
  const env = { FOYER_WEBHOOK_URL: webhook.url, FOYER_WEBHOOK_SECRET: webhook.secret };
  expect(parseConfig(env).notices).toEqual({ webhook });
});

test("a bucket is addressed as Amazon does unless an endpoint or a style is set", () => {
  const bucket = (more: NodeJS.ProcessEnv) =>
    parseConfig({ FOYER_BLOBS: "s3://b-1/", ...more }).blobs;
  const amazon = {
    bucket: "b-1",
    prefix: "",
    endpoint: null,
    region: "us-east-1",
    pathStyle: false,
  };
  expect(bucket({})).toEqual(amazon);
  const endpoint = "https://s3.example.org";
  expect(bucket({ AWS_ENDPOINT_URL: endpoint, FOYER_S3_PATH_STYLE: "off" })).toEqual({
    ...amazon,
    endpoint,
  });
});

test("a bad endpoint stops only a start that uses it", () => {
  const AWS_ENDPOINT_URL_S3 = "not an address";
  expect(parseConfig({ AWS_ENDPOINT_URL_S3 }).blobs).toBeNull();
  expect(() => parseConfig({ AWS_ENDPOINT_URL_S3, FOYER_BLOBS: "s3://files" })).toThrow(
    "AWS_ENDPOINT_URL_S3 must be an http or https address.",
  );
});

test.each([
  ["5368709120", 5 * 1024 ** 3],
  ["700B", 700],
  ["500 mb", 500 * 1024 ** 2],
  ["1.5TB", 1.5 * 1024 ** 4],
])("the drive quota accepts the value %s", (text, bytes) => {
  expect(parseConfig({ FOYER_DRIVE_QUOTA: text }).driveQuota).toBe(bytes);
});

describe("an invalid value is rejected and named", () => {
  test.each([
    ["FOYER_DRIVE_QUOTA", "much"],
    ["FOYER_DRIVE_QUOTA", "700 bytes"],
    ["FOYER_DRIVE_QUOTA", "0"],
    ["FOYER_DRIVE_QUOTA", "-5GB"],
    ["FOYER_DRIVE_QUOTA", "5 PB"],
    ["FOYER_SESSION_IDLE_DAYS", "0"],
    ["FOYER_SESSION_IDLE_DAYS", "30d"],
    ["FOYER_SESSION_DAYS", "1.5"],
    ["FOYER_SESSION_DAYS", "3651"],
    ["FOYER_SESSION_DAYS", "-1"],
    ["FOYER_SMTP_TLS", "off"],
    ["PORT", "abc"],
    ["PORT", "1.5"],
    ["PORT", "-1"],
    ["PORT", "70000"],
    ["HOST", "http://localhost"],
    ["FOYER_PUBLIC_URL", "example.org"],
    ["FOYER_PUBLIC_URL", "ftp://example.org"],
    ["FOYER_PUBLIC_URL", "https://example.org/path"],
    ["DATABASE_URL", "not a url"],
    ["DATABASE_URL", "mysql://localhost/x"],
    ["FOYER_DIRECT_DATABASE_URL", "postgresql://u@localhost/d"],
    ["FOYER_JWT_SECRET", "short"],
    ["FOYER_PUBLISHABLE_KEY", "sb_secret_instead_of_the_other_one"],
    ["FOYER_SECRET_KEY", "sb_secret_x"],
    ["FOYER_BLOBS", "/srv/files"],
    ["FOYER_BLOBS", "s3://Upper"],
    ["FOYER_BLOBS", "s3://files//twice"],
    ["FOYER_S3_PATH_STYLE", "perhaps"],
    ["FOYER_TRUST_PROXY", "perhaps"],
    ["FOYER_SAMPLE_CONTENT", "maybe"],
    ["FOYER_OWNER_EMAIL", "not-an-address"],
    ["NOTION_BASE_URL", "notion"],
    ["FOYER_SMTP_URL", "mail.example.org"],
    ["FOYER_SMTP_URL", "smtps://user@mail.example.org"],
    ["FOYER_SMTP_URL", "smtp://mail.example.org/?tls=off"],
    ["FOYER_MAIL_TO", "me"],
    ["FOYER_MAIL_TO", "a@b.example\r\nBcc: c@d.example"],
    ["FOYER_WEBHOOK_URL", "http://hooks.example.org"],
    ["FOYER_WEBHOOK_URL", "http://127.0.0.1.example.org"],
    ["FOYER_WEBHOOK_URL", "https://user:password@hooks.example.org"],
    ["FOYER_WEBHOOK_SECRET", "secret"],
  ])("%s=%s", (name, value) => {
    const parse = () => parseConfig({ FOYER_OWNER_EMAIL: "o@example.org", [name]: value });
    expect(parse).toThrow(ConfigError);
    expect(parse).toThrow(new RegExp(`^${name} .+\\.$`));
  });
});

test("the three keys must be set together", () => {
  const parse = () => parseConfig({ FOYER_JWT_SECRET: "j".repeat(43) });
  expect(parse).toThrow(
    "FOYER_JWT_SECRET, FOYER_PUBLISHABLE_KEY and FOYER_SECRET_KEY must be set together.",
  );
});

test.each([
  [{ FOYER_SMTP_URL: "smtp://relay" }, "FOYER_SMTP_URL needs FOYER_MAIL_TO beside it."],
  [{ FOYER_MAIL_TO: "a@b.example" }, "FOYER_MAIL_TO needs FOYER_SMTP_URL beside it."],
  [
    { FOYER_WEBHOOK_URL: "https://hooks.example.org" },
    "FOYER_WEBHOOK_URL needs FOYER_WEBHOOK_SECRET beside it.",
  ],
  [
    { FOYER_SMTP_URL: "smtp://relay", FOYER_WEBHOOK_URL: "https://hooks.example.org" },
    "Set either FOYER_SMTP_URL or FOYER_WEBHOOK_URL.",
  ],
])("the incomplete or contradictory configuration %o is refused", (env, message) => {
  expect(() => parseConfig(env)).toThrow(message);
});

test("the owner's email and password must be set together", () => {
  const parse = () => parseConfig({ FOYER_OWNER_EMAIL: "o@example.org" });
  expect(parse).toThrow("FOYER_OWNER_EMAIL needs FOYER_OWNER_PASSWORD beside it.");
});

test.each([
  [{ FOYER_BACKUP: "daily@03:00" }, "FOYER_BACKUP needs FOYER_BACKUP_TO beside it."],
  [{ FOYER_BACKUP_TO: "/mnt" }, "FOYER_BACKUP_TO needs FOYER_BACKUP beside it."],
  [{ FOYER_BACKUP: "weekly", FOYER_BACKUP_TO: "/mnt" }, "FOYER_BACKUP must look like daily@03:00."],
  [{ FOYER_BACKUP: "daily@03:00", FOYER_BACKUP_TO: "s3://" }, "s3:// must look like s3://bucket"],
])("a schedule of backups needs a time and a folder: %o", (environment, message) => {
  expect(() => parseConfig(environment)).toThrow(message);
});
