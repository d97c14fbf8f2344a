// PostgreSQL 15 in a given folder, configured like a hosted project.
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { kit, pgbin, run } from "./packages.mjs";
import { start, until } from "./processes.mjs";

const LOGINS = ["postgres", "authenticator", "supabase_auth_admin", "supabase_storage_admin"];

export async function startPostgres({ dir, port, secrets, extensions, upstream, logs, log }) {
  const account = databaseAccount();
  const data = join(dir, "postgres");
  const libraries = join(dir, "ext");
  mkdirSync(libraries, { recursive: true, mode: 0o755 });
  const from = upstream && existsSync(join(upstream, "ext")) ? join(upstream, "ext") : extensions();
  cpSync(from, libraries, { recursive: true });
  const fresh = !existsSync(join(data, "PG_VERSION"));
  if (fresh) {
    mkdirSync(data, { mode: 0o700 });
    if (account) chownSync(data, account.uid, account.gid);
    enterable(dir, account);
    const passwords = join(dir, "password");
    writeFileSync(passwords, secrets.databasePassword, { mode: 0o600 });
    if (account) chownSync(passwords, account.uid, account.gid);
    run(
      join(pgbin, "initdb"),
      [
        "-D",
        data,
        "-U",
        "supabase_admin",
        "-A",
        "scram-sha-256",
        "--pwfile",
        passwords,
        "-E",
        "UTF8",
        "--locale=C.UTF-8",
        "-N",
      ],
      { cwd: "/", ...account },
    );
    writeFileSync(join(data, "postgresql.auto.conf"), configuration(libraries, upstream));
  }
  start("postgres", join(pgbin, "postgres"), ["-D", data, "-p", String(port)], {
    logs,
    signal: "SIGINT",
    cwd: "/",
    ...account,
  });
  const psql = (user, args, options) =>
    run(
      join(pgbin, "psql"),
      [
        "-X",
        "-q",
        "-h",
        "127.0.0.1",
        "-p",
        String(port),
        "-U",
        user,
        "-d",
        "postgres",
        "-v",
        "ON_ERROR_STOP=1",
        ...args,
      ],
      {
        env: {
          ...process.env,
          PGPASSWORD: secrets.databasePassword,
          PGOPTIONS: "-c client_min_messages=warning",
        },
        ...options,
      },
    );
  await until("PostgreSQL", async () => psql("supabase_admin", ["-c", "select 1"]));
  if (fresh) {
    const given = upstream && join(upstream, "hosted-shape.sql");
    log("making the shape of a hosted project");
    const options = {
      env: {
        ...process.env,
        PGPASSWORD: secrets.databasePassword,
        PGOPTIONS: "-c client_min_messages=warning -c session_preload_libraries=",
      },
    };
    psql(
      "supabase_admin",
      ["-f", given && existsSync(given) ? given : join(kit, "shape.sql")],
      options,
    );
    for (const role of LOGINS)
      psql("supabase_admin", [], {
        input: `alter role ${role} password '${secrets.databasePassword}'`,
      });
  }
  const url = (user) =>
    `postgresql://${user}:${secrets.databasePassword}@127.0.0.1:${port}/postgres`;
  return { psql, url, fresh };
}

/** Configuration of a project, without settings that only cost time in a lab. */
function configuration(libraries, upstream) {
  const given = upstream && join(upstream, "postgresql.conf");
  return `listen_addresses = '127.0.0.1'
unix_socket_directories = ''
dynamic_library_path = '$libdir:${libraries}'
session_preload_libraries = 'supautils'
shared_buffers = 64MB
max_connections = 60
wal_level = logical
statement_timeout = '2min'
timezone = 'UTC'
fsync = off
full_page_writes = off
${given && existsSync(given) ? readFileSync(given, "utf8") : ""}`;
}

/** PostgreSQL does not run as root. */
function databaseAccount() {
  if (process.getuid() !== 0) return null;
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(run("id", [flag, "postgres"])));
  return { uid, gid };
}

function enterable(dir, account) {
  if (!account) return;
  chmodSync(dir, 0o755);
  for (let folder = dir; folder !== dirname(folder); folder = dirname(folder)) {
    if (!(statSync(folder).mode & 0o001))
      throw new Error(`The account postgres cannot enter ${folder}: choose another --dir.`);
  }
}

/**
 * Applies migrations like `supabase db push`: in order of their names, each in one transaction as
 * `postgres`, recorded with its statements. Recorded ones are skipped.
 */
export function migrate({ psql }, folder, log) {
  psql("postgres", [
    "-c",
    `create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text not null primary key, statements text[], name text)`,
  ]);
  const done = new Set(
    psql("postgres", [
      "-tA",
      "-c",
      "select version from supabase_migrations.schema_migrations",
    ]).split("\n"),
  );
  const files = readdirSync(folder)
    .filter((name) => /^\d+_.*\.sql$/.test(name))
    .sort();
  for (const name of files) {
    const [, version, title] = /^(\d+)_(.*)\.sql$/.exec(name);
    if (done.has(version)) continue;
    const statements = readFileSync(join(folder, name), "utf8");
    const record = `insert into supabase_migrations.schema_migrations (version, name, statements) values ('${version}', ${literal(title)}, array[${literal(statements)}]);`;
    try {
      psql("postgres", ["-1", "-f", join(folder, name), "-f", "-"], {
        input: `reset all;\n${record}`,
        stdio: "pipe",
      });
    } catch (error) {
      throw new Error(
        `migration ${basename(name)} failed\n${error.message.split("\n").slice(1).join("\n")}`,
      );
    }
  }
  log(`${files.length} migrations`);
}

const literal = (text) => `'${text.replaceAll("'", "''")}'`;
