import { inject, vi } from "vitest";
import type { Area } from "../../src/lib/area.ts";
import type { Client } from "../../src/lib/supabase.ts";
import type { Member } from "./contract-target.ts";

/** Who is signed in to each area, for the product's own modules run without a browser. */
const members = new Map<Area, Member>();

vi.mock("../../src/lib/supabase.ts", () => ({
  getClient: (area: Area) => memberOf(area).client as unknown as Client,
  accessTokenOf: async (area: Area) => tokenOf(area),
}));

vi.mock("../../src/lib/site-config.ts", () => {
  const { url, publishableKey } = inject("hosted");
  return {
    readClientConfig: () => ({ supabaseUrl: url, publishableKey, embedded: false }),
  };
});

vi.mock("../../src/lib/stored-session.ts", () => ({
  readStoredSession: (area: Area) => {
    return { access_token: tokenOf(area), user: { id: memberOf(area).id } };
  },
}));

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
