// @vitest-environment jsdom
import type { Session } from "@supabase/supabase-js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CONFIG_ID } from "../../shared/site-config.ts";
import { createEphemeralClient } from "./supabase.ts";

/** Seconds since the epoch, by the server's clock. */
const NOW = 1_800_000_000;
const session = {
  access_token: "access",
  refresh_token: "refresh",
  token_type: "bearer",
  expires_in: 3600,
  expires_at: NOW + 3600,
  user: { id: "1" },
} as Session;

let asked: string[];
beforeEach(() => {
  asked = [];
  const config = document.createElement("script");
  Object.assign(config, { id: CONFIG_ID, type: "application/json" });
  config.text = JSON.stringify({ supabaseUrl: "https://p.example", publishableKey: "key" });
  document.head.append(config);
  vi.stubGlobal("fetch", async (input: string) => {
    asked.push(new URL(input).pathname);
    return Response.json(session);
  });
});
afterEach(() => {
  document.head.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([0, 24, -24])("tokens expire by the device's clock, here %i hours fast", async (hours) => {
  const now = NOW + hours * 60 * 60;
  vi.useFakeTimers({ now: now * 1000 });
  const { auth } = createEphemeralClient();
  const { data } = await auth.signInWithPassword({ email: "a@example.com", password: "p" });
  expect(data.session?.expires_at).toBe(now + 3600);
  const later = createEphemeralClient(data.session ?? undefined);
  for (let call = 0; call < 3; call++) {
    expect((await later.auth.getSession()).data.session?.access_token).toBe("access");
  }
  expect(asked).toEqual(["/auth/v1/token"]);
  vi.setSystemTime((now + 3550) * 1000);
  await later.auth.getSession();
  expect(asked).toHaveLength(2);
});
