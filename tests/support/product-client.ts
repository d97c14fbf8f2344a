import { inject, vi } from "vitest";
import type { Area } from "../../src/lib/area.ts";
import type { Client } from "../../src/lib/supabase.ts";
import type { Member } from "./contract-target.ts";
import { clientFor } from "./sites/gateway.ts";

/** Who is signed in to each area, for the product's own modules run without a browser. */
const members = new Map<Area, Member>();

/** What is in front of the project; by default nothing. */
const front: { url: string | null } = { url: null };

const readClientConfig = () => {
  const { url, publishableKey } = inject("hosted");
  return { supabaseUrl: front.url ?? url, publishableKey, embedded: false };
};

vi.mock("../../src/lib/supabase.ts", () => ({
  getClient: (area: Area) => memberOf(area).client as unknown as Client,
  createEphemeralClient: () => {
    const { supabaseUrl, publishableKey } = readClientConfig();
    return clientFor(supabaseUrl, publishableKey);
  },
  accessTokenOf: async (area: Area) => {
    const { data } = await memberOf(area).client.auth.getSession();
    return data.session?.access_token;
  },
}));

vi.mock("../../src/lib/site-config.ts", () => ({ readClientConfig: () => readClientConfig() }));

vi.mock("../../src/lib/stored-session.ts", () => ({
  readStoredSession: (area: Area) => {
    return { access_token: tokenOf(area), user: { id: memberOf(area).id } };
  },
}));

/** Makes the product call the project through this address; null for the project's own. */
export function reachThrough(url: string | null): void {
  front.url = url;
}

/** Makes an area of the product call the hosted-style project as this person. */
export function signInAs(area: Area, member: Member): void {
  members.set(area, member);
}

function memberOf(area: Area): Member {
  const member = members.get(area);
  if (!member) throw new Error(`Nobody is signed in to ${area}.`);
  return member;
}

function tokenOf(area: Area): string {
  return memberOf(area).headers.authorization.replace("Bearer ", "");
}
