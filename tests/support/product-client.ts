import type { Session } from "@supabase/supabase-js";
import { inject, vi } from "vitest";
import type { Area } from "../../src/lib/area.ts";
import type { Client } from "../../src/lib/supabase.ts";
// Imports separate modules, because a setup file is evaluated again for each test file, while its
// mocks are not.
import { addressInFront, memberOf } from "./product-session.ts";
import { clientFor } from "./sites/gateway.ts";

const readClientConfig = () => {
  const { url, publishableKey } = inject("hosted");
  return { supabaseUrl: addressInFront() ?? url, publishableKey, embedded: false };
};

vi.mock("../../src/lib/supabase.ts", () => ({
  getClient: (area: Area) => memberOf(area).client as unknown as Client,
  createEphemeralClient: (session?: Session) => {
    const { supabaseUrl, publishableKey } = readClientConfig();
    const kept = new Map(session ? [["once", JSON.stringify(session)]] : []);
    return clientFor(supabaseUrl, publishableKey, {
      storageKey: "once",
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    });
  },
  accessTokenOf: async (area: Area) => {
    const { data } = await memberOf(area).client.auth.getSession();
    return data.session?.access_token;
  },
}));

vi.mock("../../src/lib/site-config.ts", () => ({ readClientConfig: () => readClientConfig() }));

vi.mock("../../src/lib/stored-session.ts", () => ({
  readStoredSession: (area: Area) => {
    const { id, headers } = memberOf(area);
    return { access_token: headers.authorization.replace("Bearer ", ""), user: { id } };
  },
}));
