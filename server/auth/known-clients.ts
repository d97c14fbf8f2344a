import { createHmac } from "node:crypto";
import type { Sql } from "../database/connect.ts";
import { createGatewayTable } from "../database/gateway-table.ts";
import { KNOWN_DEVICE_DAYS } from "../limits/limits.ts";

/** Where a sign-in attempt came from. */
export interface ClientInfo {
  /** An IPv4 address or an IPv6 network, as rate limits count them. */
  address: string;
  /** The browser's device id, null when it has none. */
  device: string | null;
}

/** The devices and addresses from which an account has signed in before. */
export interface KnownClients {
  /** @param userId null for an unknown account, for which the check takes as long. */
  check(userId: string | null, client: ClientInfo): Promise<{ device: boolean; address: boolean }>;
  /** Records the device and the address for 400 days, after a successful sign-in. */
  remember(userId: string, client: ClientInfo): Promise<void>;
}

/**
 * Stored in the database, so that all server processes share the known clients. Only keyed hashes
 * are stored, each bound to an account: a device known for one account is unknown to another.
 */
export async function createKnownClients(sql: Sql, hashKey: string): Promise<KnownClients> {
  await createGatewayTable(sql, "known_clients", COLUMNS);
  const keysOf = (userId: string, { address, device }: ClientInfo) => {
    const keyOf = (kind: string, value: string) =>
      createHmac("sha256", hashKey)
        .update(JSON.stringify(["known client", userId, kind, value]))
        .digest("base64url");
    return { address: keyOf("address", address), device: device && keyOf("device", device) };
  };
  return {
    async check(userId, client) {
      const keys = keysOf(userId ?? "", client);
      const rows = await sql<{ key: string }[]>`
        select key from gateway.known_clients
        where key in (${keys.address}, ${keys.device}) and expires_at > now()`;
      const found = new Set(rows.map(({ key }) => key));
      return {
        device: keys.device !== null && found.has(keys.device),
        address: found.has(keys.address),
      };
    },
    async remember(userId, client) {
      const keys = keysOf(userId, client);
      const present = [keys.address, keys.device].filter((key) => key !== null);
      await sql`insert into gateway.known_clients (key, expires_at)
        select key, now() + ${`${KNOWN_DEVICE_DAYS} days`}::interval from unnest(${present}::text[]) as key
        on conflict (key) do update set expires_at = excluded.expires_at`;
      await sql`delete from gateway.known_clients where expires_at < now()`;
    },
  };
}

/** Logged, unlike the counts: the owner's device must stay known after a crash. */
const COLUMNS = `
  key text primary key,
  expires_at timestamptz not null`;
