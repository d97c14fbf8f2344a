import type { Page } from "@playwright/test";
import type { BuiltSite } from "../sites/built-site.ts";

interface Session {
  access_token: string;
  refresh_token: string;
  user: { id: string };
}

/** Stores a new session in the browser under this key, like a sign-in. Returns the user's id. */
export async function storeSession(
  page: Page,
  site: BuiltSite,
  key: string,
  account: { email: string; password: string },
): Promise<string> {
  const session = await signIn(site, account);
  await page.addInitScript(
    ([key, value]) => {
      // The browser's own frames, such as its PDF viewer, have no storage.
      if (!globalThis.sessionStorage) return;
      // The session is stored only once, because a reload must not undo a logout.
      if (sessionStorage.getItem(`${key} given`)) return;
      sessionStorage.setItem(`${key} given`, "yes");
      localStorage.setItem(key, value);
    },
    [key, JSON.stringify(session)] as const,
  );
  return session.user.id;
}

/** A session by password, as returned by `/auth/v1/token`. Throws when it is refused. */
export async function signIn(
  site: BuiltSite,
  { email, password }: { email: string; password: string },
): Promise<Session> {
  const { publishableKey } = await site.secrets();
  const response = await fetch(`${site.origin}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`Sign-in: ${response.status} ${await response.text()}`);
  return response.json();
}
