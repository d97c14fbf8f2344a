// Storage: the real storage-api if a folder with it is given, otherwise the stand-in.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Server } from "@tus/server";
import busboy from "busboy";
import connect from "postgres";
import { verify } from "./jwt.mjs";
import { freePort, start, until } from "./processes.mjs";
import { createStorage } from "./storage-standin.mjs";

/**
 * Returns the port and the kind of the service. `upstream` may contain storage.cjs, which starts
 * storage-api.
 */
export async function startStorage({
  require,
  upstream,
  dir,
  url,
  logs,
  secrets,
  postgres,
  keys,
  limit,
}) {
  const files = join(dir, "storage");
  mkdirSync(files, { recursive: true });
  const port = await freePort();
  const program = upstream && join(upstream, "storage.cjs");
  if (!program || !existsSync(program)) {
    const sql = connect(postgres.url("supabase_storage_admin"), { max: 10, onnotice() {} });
    const { FileStore } = require("@tus/file-store");
    const server = createStorage({
      sql,
      busboy,
      Server,
      FileStore,
      files,
      jwtSecret: secrets.jwtSecret,
      origin: url,
      limit: Number(limit),
      serviceClaims: verify(keys.serviceRoleKey, secrets.jwtSecret),
    });
    await new Promise((done, failed) =>
      server.once("error", failed).listen(port, "127.0.0.1", done),
    );
    return { port, kind: "stand-in" };
  }
  start("storage", process.execPath, ["--no-warnings", program], {
    logs,
    cwd: upstream,
    env: {
      PATH: process.env.PATH,
      SERVER_HOST: "127.0.0.1",
      SERVER_PORT: String(port),
      AUTH_JWT_SECRET: secrets.jwtSecret,
      AUTH_JWT_ALGORITHM: "HS256",
      DATABASE_URL: postgres.url("supabase_storage_admin"),
      DB_INSTALL_ROLES: "false",
      DB_SUPER_USER: "supabase_storage_admin",
      PG_QUEUE_ENABLE: "false",
      STORAGE_BACKEND: "file",
      STORAGE_FILE_BACKEND_PATH: files,
      TENANT_ID: "stub",
      REGION: "stub",
      GLOBAL_S3_BUCKET: "stub",
      UPLOAD_FILE_SIZE_LIMIT: limit,
      UPLOAD_FILE_SIZE_LIMIT_STANDARD: limit,
      UPLOAD_SIGNED_URL_EXPIRATION_TIME: "7200",
      TUS_URL_PATH: "/upload/resumable",
      TUS_URL_EXPIRY_MS: "86400000",
      TUS_ALLOW_S3_TAGS: "false",
      IMAGE_TRANSFORMATION_ENABLED: "false",
      STORAGE_PUBLIC_URL: url,
      REQUEST_ALLOW_X_FORWARDED_PATH: "true",
      ANON_KEY: keys.anonKey,
      SERVICE_KEY: keys.serviceRoleKey,
      LOG_LEVEL: "error",
    },
  });
  await until("storage-api", async () => (await fetch(`http://127.0.0.1:${port}/status`)).ok);
  return { port, kind: "storage-api" };
}
