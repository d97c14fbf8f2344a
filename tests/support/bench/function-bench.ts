import type { SupabaseClient } from "@supabase/supabase-js";
import {
  clientFor,
  type Person,
  signInOwner,
  signInStranger,
  startTestGateway,
  type TestGateway,
  visitor,
} from "../sites/gateway.ts";

export const ACCOUNT = {
  email: "Back@Room.example",
  username: "Backroom",
  password: "a quiet back room",
};

export interface Answer {
  status: number;
  body: Record<string, unknown> & { error?: string };
  retryAfter: string | null;
}

/** A gateway with an owner and a stranger, and helpers that call the two functions. */
export interface FunctionBench {
  gateway: TestGateway;
  owner: Person;
  stranger: Person;
  /** Calls `workspace-user`, as the owner by default. */
  manage(body: object, client?: SupabaseClient): Promise<Answer>;
  create(account?: object): Promise<Answer>;
  /** Calls `workspace-sign-in`. */
  enter(identifier: string, password: string): Promise<Answer>;
  /** A client with the session that `enter` returned. */
  sessionFrom(answer: Answer): Promise<SupabaseClient>;
  countAccounts(): Promise<{ users: number; members: number; accounts: number } | undefined>;
  /** Removes the workspace user and resets all limits. */
  reset(): Promise<void>;
}

export async function startFunctionBench(): Promise<FunctionBench> {
  const gateway = await startTestGateway();
  const { sql } = gateway.database;
  const owner = await signInOwner(gateway);
  const stranger = await signInStranger(gateway);
  const manage = (body: object, client = owner.client) => invoke(client, "workspace-user", body);
  return {
    gateway,
    owner,
    stranger,
    manage,
    create: (account = ACCOUNT) => manage({ action: "create", ...account }),
    enter: (identifier, password) =>
      invoke(visitor(gateway), "workspace-sign-in", { identifier, password }),
    async sessionFrom({ body }) {
      const client = clientFor(gateway.url, gateway.secrets.publishableKey);
      const tokens = body as { access_token: string; refresh_token: string };
      const { error } = await client.auth.setSession(tokens);
      if (error) throw error;
      return client;
    },
    async countAccounts() {
      const [row] = await sql<{ users: number; members: number; accounts: number }[]>`
        select (select count(*) from auth.users) as users,
          (select count(*) from private.members) as members,
          (select count(*) from workspace_users) as accounts`;
      return row;
    },
    async reset() {
      await sql`delete from auth.users where id not in (${owner.id}, ${stranger.id})`;
      await sql`truncate gateway.rate_limits, gateway.known_clients`;
    },
  };
}

/** The status of a function's response, taken from supabase-js's error. */
export function statusOf(error: { context?: Response } | null): number {
  return error?.context?.status ?? 200;
}

/** The function's response, whether supabase-js treats it as an error or not. */
async function invoke(client: SupabaseClient, name: string, body: object): Promise<Answer> {
  const { data, error } = await client.functions.invoke(name, { body });
  const response = error?.context as Response | undefined;
  return {
    status: statusOf(error),
    body: response ? await response.json() : data,
    retryAfter: response?.headers.get("retry-after") ?? null,
  };
}
