#!/usr/bin/env node
// A hosted Supabase project on the loopback interface. README.md lists which parts are real and
// which are stand-ins.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import bcrypt from "bcryptjs";
import connect from "postgres";
import { createAuth } from "./lib/auth.mjs";
import { readConfig, startFunctions } from "./lib/functions.mjs";
import { createGateway } from "./lib/gateway.mjs";
import { sign } from "./lib/jwt.mjs";
import { binaries, extensions, packages, requirePostgres } from "./lib/packages.mjs";
import { migrate, startPostgres } from "./lib/postgres.mjs";
import { fail, freePort, start, stop, until } from "./lib/processes.mjs";
import { startStorage } from "./lib/storage.mjs";

const HELP = `node up.mjs [options]
  --dir PATH              where data, logs and secrets are kept (a new temporary folder)
  --port N                the gateway's port (a free one)
  --migrations PATH       a folder of migrations, applied in order as role postgres
  --functions PATH        a folder of edge functions
  --config PATH           config.toml (the one beside --functions or --migrations)
  --secret NAME=VALUE     a secret of the functions; may be repeated
  --file-size-limit N     bytes a file may have (52428800, the free plan's)
  --no-legacy-keys        refuse the anon and service_role JWTs as API keys
  --omit-legacy-env       leave SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY out of the functions' environment
  --allow-signup          let anybody sign up, whatever config.toml says
  --upstream PATH         a folder with locally obtained real parts
  --quiet                 no progress and no request log on stderr`;

const { values: given } = parseArgs({
  options: {
    dir: { type: "string" },
    port: { type: "string" },
    migrations: { type: "string" },
    functions: { type: "string" },
    config: { type: "string" },
    secret: { type: "string", multiple: true, default: [] },
    "file-size-limit": { type: "string", default: "52428800" },
    "no-legacy-keys": { type: "boolean" },
    "omit-legacy-env": { type: "boolean" },
    "allow-signup": { type: "boolean" },
    upstream: { type: "string" },
    quiet: { type: "boolean" },
    help: { type: "boolean" },
  },
});
if (given.help) {
  console.log(HELP);
  process.exit(0);
}

const log = (text) => given.quiet || process.stderr.write(`hosted-lab: ${text}\n`);
for (const signal of ["SIGTERM", "SIGINT"])
  process.on(signal, () => stop().then(() => process.exit(0)));
process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);

const require = packages(log);
requirePostgres();
const dir = given.dir ? resolve(given.dir) : mkdtempSync(join(tmpdir(), "hosted-lab-"));
const logs = join(dir, "logs");
mkdirSync(logs, { recursive: true });
const secrets = loadSecrets();
const [database, rest, restAdmin, authPort] = await Promise.all([1, 2, 3, 4].map(freePort));
const port = given.port ? Number(given.port) : await freePort();
const url = `http://127.0.0.1:${port}`;
const upstream = given.upstream ? resolve(given.upstream) : null;
const beside = given.functions ?? given.migrations;
const config = readConfig(
  given.config ?? (beside && join(dirname(resolve(beside)), "config.toml")),
);

const postgres = await startPostgres({
  dir,
  port: database,
  secrets,
  extensions: () => extensions(log),
  upstream,
  logs,
  log,
});
if (given.migrations) migrate(postgres, resolve(given.migrations), log);

start("postgrest", binaries.postgrest, [], {
  logs,
  env: {
    PGRST_DB_URI: postgres.url("authenticator"),
    PGRST_DB_SCHEMAS: "public",
    PGRST_DB_EXTRA_SEARCH_PATH: "public,extensions",
    PGRST_DB_ANON_ROLE: "anon",
    PGRST_DB_MAX_ROWS: "1000",
    PGRST_DB_POOL: "10",
    PGRST_JWT_SECRET: secrets.jwtSecret,
    PGRST_SERVER_HOST: "127.0.0.1",
    PGRST_SERVER_PORT: String(rest),
    PGRST_ADMIN_SERVER_PORT: String(restAdmin),
    PGRST_LOG_LEVEL: "warn",
  },
});

const sql = connect(postgres.url("supabase_auth_admin"), {
  max: 8,
  onnotice() {},
  types: { bigint: connect.BigInt },
});
const signIns = config.auth ?? {};
const auth = createAuth({
  sql,
  bcrypt,
  jwtSecret: secrets.jwtSecret,
  issuer: `${url}/auth/v1`,
  settings: {
    jwtExpiry: signIns.jwt_expiry ?? 3600,
    reuseInterval: signIns.refresh_token_reuse_interval ?? 10,
    rotation: signIns.enable_refresh_token_rotation ?? true,
    minimumPassword: signIns.minimum_password_length ?? 6,
    signUp: given["allow-signup"] ?? false,
    confirmations: config["auth.email"]?.enable_confirmations ?? true,
    securePasswordChange: config["auth.email"]?.secure_password_change ?? false,
    // A hundredth of Auth's cost: the tests make and check hundreds of passwords.
    cost: 4,
  },
});
await listen(auth, authPort);

const keys = {
  publishableKey: secrets.publishableKey,
  secretKey: secrets.secretKey,
  anonKey: legacyKey("anon"),
  serviceRoleKey: legacyKey("service_role"),
};
const storage = await startStorage({
  require,
  upstream,
  dir,
  url,
  logs,
  secrets,
  postgres,
  keys,
  limit: given["file-size-limit"],
});

const functions = new Map();
const gateway = createGateway({
  keys,
  jwtSecret: secrets.jwtSecret,
  legacy: !given["no-legacy-keys"],
  ports: { rest, auth: authPort, storage: storage.port },
  functions,
  origin: url,
  quiet: given.quiet,
});
// A large file on a slow line may take any time.
gateway.requestTimeout = 0;
await listen(gateway, port);

if (given.functions) {
  const environment = {
    SUPABASE_URL: url,
    SUPABASE_DB_URL: postgres.url("postgres"),
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
    ...(given["omit-legacy-env"]
      ? {}
      : { SUPABASE_ANON_KEY: keys.anonKey, SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey }),
    ...Object.fromEntries(
      given.secret.map((pair) => [
        pair.slice(0, pair.indexOf("=")),
        pair.slice(pair.indexOf("=") + 1),
      ]),
    ),
  };
  for (const [name, one] of await startFunctions({
    folder: resolve(given.functions),
    config,
    environment,
    logs,
    port,
    log,
  }))
    functions.set(name, one);
}
await until("PostgREST", async () => (await fetch(`http://127.0.0.1:${restAdmin}/ready`)).ok);

console.log(
  JSON.stringify({
    url,
    ...keys,
    dbUrl: postgres.url("postgres"),
    adminDbUrl: postgres.url("supabase_admin"),
    functions: [...functions.keys()],
    storage: storage.kind,
    dir,
  }),
);

/** Generated once per folder, so that a restarted project keeps its keys. */
function loadSecrets() {
  const path = join(dir, "secrets.json");
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  const text = (bytes) => randomBytes(bytes).toString("base64url");
  const made = {
    jwtSecret: text(48),
    databasePassword: randomBytes(18).toString("hex"),
    publishableKey: `sb_publishable_${text(23)}`,
    secretKey: `sb_secret_${text(23)}`,
  };
  writeFileSync(path, JSON.stringify(made), { mode: 0o600 });
  return made;
}

function legacyKey(role) {
  return sign(
    { iss: "supabase", ref: "lab", role, iat: 1767225600, exp: 2082758400 },
    secrets.jwtSecret,
  );
}

function listen(server, at) {
  return new Promise((done, failed) => server.once("error", failed).listen(at, "127.0.0.1", done));
}
