import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { createClient, type SupabaseClient, type SupportedStorage } from "@supabase/supabase-js";
import ws from "ws";
import { parseConfig } from "../../../server/config.ts";
import { createGateway, type GatewayOptions } from "../../../server/gateway.ts";
import { listen } from "../../../server/http/listen.ts";
import { securityHeadersFor } from "../../../server/http/security-headers.ts";
import { type Log, silentLog } from "../../../server/log/log.ts";
import { setOwner } from "../../../server/owner/account.ts";
import { generateSecrets, type Secrets, type SiteKeys } from "../../../server/secrets.ts";
import { createFileBlobStore } from "../../../server/storage/blobs/file-blob-store.ts";
import { createTestDatabase, openForServer, type TestDatabase } from "../databases/postgres.ts";
import { quickPasswords } from "../quick-passwords.ts";

export interface TestGateway {
  /** Such as `http://127.0.0.1:<port>`. */
  url: string;
  database: TestDatabase;
  secrets: Secrets;
  /** The folder of the uploaded blobs. */
  blobs: string;
  /** Closes the gateway, then drops the database. */
  stop(): Promise<void>;
}

export interface TestGatewayOptions {
  /** The server's environment variables. */
  environment?: Record<string, string>;
  gateway?: GatewayOptions;
  /**
   * A database shared with another gateway, as with several server processes; it is not dropped.
   */
  database?: TestDatabase;
  secrets?: Secrets;
  log?: Log;
  /** Whether to print the setup link, like a started server. */
  openSetup?: boolean;
  /** The built browser files to serve; none by default. */
  paths?: { client: string; prerender: string };
}

/** A complete gateway on a free loopback port over a fresh copy of the migrated database. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const database = options.database ?? (await createTestDatabase(17));
  const opened = openForServer(database);
  const secrets = options.secrets ?? generateSecrets();
  const folder = await mkdtemp(join(tmpdir(), "foyer-gateway-"));
  await writeFile(join(folder, "secrets.json"), JSON.stringify(secrets));
  const config = parseConfig({ FOYER_DATA_DIR: folder, ...options.environment });
  const listening = await listen("127.0.0.1", 0, {
    headers: securityHeadersFor(config),
    trustProxy: config.trustProxy,
  });
  const url = `http://127.0.0.1:${listening.port}`;
  const blobs = join(folder, "blobs");
  const gateway = await createGateway(
    {
      config,
      secrets,
      database: opened,
      blobs: createFileBlobStore(blobs),
      log: options.log ?? silentLog,
      origin: config.publicUrl?.origin ?? url,
      paths: {
        client: join(folder, "client"),
        prerender: join(folder, "prerender.js"),
        ...options.paths,
      },
    },
    { passwords: quickPasswords, ...options.gateway },
  );
  const listener = getRequestListener(
    (request, bindings) => gateway.fetch(request, bindings as HttpBindings),
    { overrideGlobalObjects: false },
  );
  listening.serve(listener, gateway.live.upgrade);
  if (options.openSetup) await gateway.openSetup();
  const stop = async () => {
    await gateway.live.close();
    await listening.close(0);
    await gateway.close();
    await opened.stop();
    if (!options.database) await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url, database, secrets, blobs, stop };
}

/**
 * Deletes all accounts and everything visitors have written, so that tests that count from zero can
 * share a gateway.
 */
export async function resetUsersAndLimits({ database: { sql } }: TestGateway): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`delete from auth.users`;
    await tx`delete from private.setup_links`;
    await tx`delete from public.messages`;
    await tx`delete from public.visits`;
    await tx`delete from gateway.rate_limits`;
    await tx`delete from gateway.known_clients`;
    await tx`delete from private.visitor_counts`;
  });
}

/** An unmodified supabase-js client; sessions stay in memory. */
export function clientFor(
  url: string,
  key: string,
  auth: { storage?: SupportedStorage; storageKey?: string } = {},
): SupabaseClient {
  const persistSession = auth.storage !== undefined;
  return createClient(url, key, {
    auth: { persistSession, autoRefreshToken: false, detectSessionInUrl: false, ...auth },
    // Node.js 20 has no built-in WebSocket, and createClient requires one.
    realtime: { transport: ws as never },
  });
}

/** Facts about a site that a client needs. */
interface ReachableSite {
  url: string;
  secrets: SiteKeys;
}

/** A client that is not signed in. */
export function visitor({ url, secrets }: ReachableSite): SupabaseClient {
  return clientFor(url, secrets.publishableKey);
}

/** A client with the secret key, which bypasses every policy. */
export function service({ url, secrets }: ReachableSite): SupabaseClient {
  return clientFor(url, secrets.secretKey);
}

export interface Person {
  client: SupabaseClient;
  id: string;
  email: string;
  password: string;
}

/** Creates the owner and signs in as them. */
export async function signInOwner(gateway: TestGateway): Promise<Person> {
  const credentials = { email: "owner@example.test", password: "correct horse battery" };
  await setOwner({ database: gateway.database, passwords: quickPasswords }, credentials);
  return signIn(gateway, credentials);
}

/** Creates the workspace user and signs in as them. */
export async function signInWorkspaceUser(gateway: ReachableSite): Promise<Person> {
  const credentials = { email: "workspace@example.test", password: "quiet back room 42" };
  const person = await createPerson(gateway, credentials);
  const { error } = await service(gateway).rpc("grant_role", {
    member: person,
    granted: "workspace",
  });
  if (error) throw error;
  return signIn(gateway, credentials);
}

/** Creates an account without a role and signs in to it. */
export async function signInStranger(gateway: TestGateway, name = "stranger"): Promise<Person> {
  const credentials = { email: `${name}@example.test`, password: "a guest with no role" };
  await createPerson(gateway, credentials);
  return signIn(gateway, credentials);
}

async function createPerson(
  gateway: ReachableSite,
  credentials: { email: string; password: string },
): Promise<string> {
  const { data, error } = await service(gateway).auth.admin.createUser({
    ...credentials,
    email_confirm: true,
  });
  if (error) throw error;
  return data.user.id;
}

/** A separate client, signed in with a password. */
export async function signIn(
  gateway: ReachableSite,
  { email, password }: { email: string; password: string },
): Promise<Person> {
  const client = visitor(gateway);
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, id: data.user.id, email, password };
}

/** The access token of the session a client holds. */
export async function tokenOf({ auth }: SupabaseClient): Promise<string> {
  const { data } = await auth.getSession();
  if (!data.session) throw new Error("Nobody is signed in.");
  return data.session.access_token;
}

/** The session that an access token names. */
export function sessionIdOf(token: string): string {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).session_id;
}

/**
 * Runs `work` while every `change`, such as `delete on storage.objects`, fails with the message
 * "broken".
 */
export async function whileFailing<T>(
  { database: { sql } }: TestGateway,
  change: string,
  work: () => Promise<T>,
  condition = "true",
): Promise<T> {
  await sql.unsafe(`create function private.fail() returns trigger language plpgsql as
      $$ begin raise exception 'broken'; end $$;
    create trigger fail before ${change} for each row when (${condition}) execute function private.fail()`);
  try {
    return await work();
  } finally {
    await sql`drop function private.fail cascade`;
  }
}
