import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, parseConfig } from "./config.ts";

test("an empty environment yields the documented defaults", () => {
  expect(parseConfig({})).toEqual({
    host: "127.0.0.1",
    port: 3000,
    publicUrl: null,
    dataDir: resolve("./data"),
    databaseUrl: null,
    trustProxy: false,
    driveQuota: null,
    sampleContent: true,
    archiveBeforeMigrations: true,
    logFormat: "text",
    metricsPort: null,
    owner: null,
    notion: { token: null, databaseId: null, baseUrl: null },
  });
});

test("NAME= is treated as unset", () => {
  const empty = { PORT: "", DATABASE_URL: "", FOYER_PUBLIC_URL: "", FOYER_OWNER_EMAIL: "" };
  expect(parseConfig(empty)).toEqual(parseConfig({}));
});

test("every setting can be set", () => {
  const config = parseConfig({
    HOST: "::1",
    PORT: "0",
    FOYER_PUBLIC_URL: "https://example.org",
    FOYER_DATA_DIR: "/srv/foyer",
    DATABASE_URL: "postgresql://u:p@localhost/d",
    FOYER_TRUST_PROXY: "on",
    FOYER_DRIVE_QUOTA: "5GB",
    FOYER_SAMPLE_CONTENT: "off",
    FOYER_ARCHIVE_BEFORE_MIGRATIONS: "off",
    FOYER_LOG: "json",
    FOYER_METRICS_PORT: "9464",
    FOYER_OWNER_EMAIL: "owner@example.org",
    FOYER_OWNER_PASSWORD: "long enough",
    NOTION_TOKEN: "t",
    NOTION_DATABASE_ID: "d",
    NOTION_BASE_URL: "http://127.0.0.1:9",
  });
  expect(config).toEqual({
    host: "::1",
    port: 0,
    publicUrl: new URL("https://example.org"),
    dataDir: "/srv/foyer",
    databaseUrl: "postgresql://u:p@localhost/d",
    trustProxy: true,
    driveQuota: 5 * 1024 ** 3,
    sampleContent: false,
    archiveBeforeMigrations: false,
    logFormat: "json",
    metricsPort: 9464,
    owner: { email: "owner@example.org", password: "long enough" },
    notion: { token: "t", databaseId: "d", baseUrl: "http://127.0.0.1:9" },
  });
});

test.each([
  ["5368709120", 5 * 1024 ** 3],
  ["700B", 700],
  ["500 mb", 500 * 1024 ** 2],
  ["1.5TB", 1.5 * 1024 ** 4],
])("the drive quota can be %s", (text, bytes) => {
  expect(parseConfig({ FOYER_DRIVE_QUOTA: text }).driveQuota).toBe(bytes);
});

describe("an invalid value is rejected and named", () => {
  test.each([
    ["FOYER_DRIVE_QUOTA", "much"],
    ["FOYER_DRIVE_QUOTA", "700 bytes"],
    ["FOYER_DRIVE_QUOTA", "0"],
    ["FOYER_DRIVE_QUOTA", "-5GB"],
    ["FOYER_DRIVE_QUOTA", "5 PB"],
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
    ["FOYER_TRUST_PROXY", "perhaps"],
    ["FOYER_SAMPLE_CONTENT", "maybe"],
    ["FOYER_OWNER_EMAIL", "not-an-address"],
    ["FOYER_OWNER_PASSWORD", "short"],
    ["FOYER_OWNER_PASSWORD", "é".repeat(37)],
    ["NOTION_BASE_URL", "notion"],
  ])("%s=%s", (name, value) => {
    const parse = () => parseConfig({ FOYER_OWNER_EMAIL: "o@example.org", [name]: value });
    expect(parse).toThrow(ConfigError);
    expect(parse).toThrow(new RegExp(`^${name} .+\\.$`));
  });
});

test("the owner's email and password go together", () => {
  const parse = () => parseConfig({ FOYER_OWNER_EMAIL: "o@example.org" });
  expect(parse).toThrow("FOYER_OWNER_EMAIL needs FOYER_OWNER_PASSWORD beside it.");
});
