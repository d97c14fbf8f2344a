import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { clientFor, startTestGateway } from "./sites/gateway.ts";

export interface Member {
  client: SupabaseClient;
  id: string;
  email: string;
  password: string;
  /** Headers for requests without supabase-js. */
  headers: { apikey: string; authorization: string };
}

/** A backend with one account of each kind, signed in. */
export interface ContractTarget {
  url: string;
  publishableKey: string;
  secretKey: string;
  anonymous: SupabaseClient;
  service: SupabaseClient;
  owner: Member;
  workspace: Member;
  stranger: Member;
  /** Removes everything that was created. */
  stop(): Promise<void>;
}

/**
 * Starts the gateway, or uses the Supabase project named by CONTRACT_SUPABASE_URL,
 * CONTRACT_PUBLISHABLE_KEY and CONTRACT_SECRET_KEY, which has this project's schema. It must be a
 * test project, because both roles are assigned to accounts of this test.
 * @param environment of the gateway.
 */
export async function startContractTarget(
  environment: Record<string, string> = {},
): Promise<ContractTarget> {
  const { CONTRACT_SUPABASE_URL, CONTRACT_PUBLISHABLE_KEY, CONTRACT_SECRET_KEY } = process.env;
  if (CONTRACT_SUPABASE_URL && CONTRACT_PUBLISHABLE_KEY && CONTRACT_SECRET_KEY) {
    return prepare(CONTRACT_SUPABASE_URL, CONTRACT_PUBLISHABLE_KEY, CONTRACT_SECRET_KEY, noStop);
  }
  const gateway = await startTestGateway({ environment });
  const { publishableKey, secretKey } = gateway.secrets;
  return prepare(gateway.url, publishableKey, secretKey, gateway.stop);
}

async function prepare(
  url: string,
  publishableKey: string,
  secretKey: string,
  stopBackend: () => Promise<void>,
): Promise<ContractTarget> {
  const service = clientFor(url, secretKey);
  const created: string[] = [];

  async function member(role: "admin" | "workspace" | null): Promise<Member> {
    const credentials = {
      email: `${role ?? "stranger"}-${randomUUID()}@example.test`,
      password: randomUUID(),
    };
    const user = await service.auth.admin.createUser({ ...credentials, email_confirm: true });
    if (user.error) throw user.error;
    const { id } = user.data.user;
    created.push(id);
    if (role) {
      const granted = await service.rpc("grant_role", { member: id, granted: role });
      if (granted.error) throw granted.error;
    }
    const client = clientFor(url, publishableKey);
    const session = await client.auth.signInWithPassword(credentials);
    if (session.error) throw session.error;
    const authorization = `Bearer ${session.data.session.access_token}`;
    return { client, id, ...credentials, headers: { apikey: publishableKey, authorization } };
  }

  return {
    url,
    publishableKey,
    secretKey,
    anonymous: clientFor(url, publishableKey),
    service,
    owner: await member("admin"),
    workspace: await member("workspace"),
    stranger: await member(null),
    async stop() {
      for (const id of created) await service.auth.admin.deleteUser(id);
      await stopBackend();
    },
  };
}

const noStop = async () => {};
