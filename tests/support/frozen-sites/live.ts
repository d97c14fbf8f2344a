import type { SupabaseClient } from "@supabase/supabase-js";
import { DATABASE_ID, NOTION_TOKEN, notionPage, startFakeNotion } from "../fakes/fake-notion.ts";
import { startBuiltServer } from "../sites/built-server.ts";
import { clientFor } from "../sites/gateway.ts";
import { type OfflineBrowser, writeOffline } from "./offline-browser.ts";
import { scheduleBackups, sortMessages, workAsOwner } from "./owner-steps.ts";
import { startUpload, type UnfinishedUpload } from "./unfinished-upload.ts";
import { browse, type GivenLinks, openLinks, sendFile, writeMessages } from "./visitor-steps.ts";
import { workInWorkspace } from "./workspace-steps.ts";

/** Facts about a frozen site that tests need in addition to its data directory. */
export interface Life {
  owner: Account;
  workspace: Account & { username: string };
  upload: UnfinishedUpload;
  browser: OfflineBrowser;
  links: GivenLinks;
}

interface Account {
  email: string;
  password: string;
  /** Refresh token of a session that has not ended. */
  refreshToken: string;
}

/**
 * The settings of every frozen site. Nothing listens at the mail server's address, so notices wait.
 */
export const SETTINGS = {
  FOYER_WEBHOOK_URL: "http://127.0.0.1:1",
  FOYER_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, "secret").toString("base64")}`,
};

const PASSWORD = "correct horse battery staple";
const OWNER = { email: "owner@example.test", password: PASSWORD };
const WORKSPACE = { email: "guest@example.test", username: "guest", password: PASSWORD };

/**
 * Starts a checkout's own server on an empty data directory, and uses it like an owner, a visitor
 * and a workspace user, with the requests of its pages.
 * @param checkout with its packages installed and built.
 */
export async function liveOn(checkout: string, dataDir: string): Promise<Life> {
  const notion = await startFakeNotion();
  notion.pages = [notionPage(1, { title: "From Notion", tags: ["work"] })];
  const server = await startBuiltServer({
    checkout,
    dataDir,
    env: {
      FOYER_OWNER_EMAIL: OWNER.email,
      FOYER_OWNER_PASSWORD: OWNER.password,
      NOTION_BASE_URL: notion.url,
      NOTION_TOKEN,
      NOTION_DATABASE_ID: DATABASE_ID,
      ...SETTINGS,
    },
  });
  try {
    const { publishableKey } = await server.secrets();
    const site = { origin: server.origin, publishableKey };
    const connect = () => clientFor(server.origin, publishableKey);
    const owner = connect();
    await signIn(owner, OWNER);
    await workAsOwner(owner, { owner: OWNER, workspace: WORKSPACE });
    await scheduleBackups(owner, site);
    await writeMessages(connect());
    await browse(connect(), site);
    await sortMessages(owner);
    const workspace = connect();
    await signIn(workspace, WORKSPACE);
    const links = await workInWorkspace(workspace);
    const { inbox } = await openLinks(site, links);
    await sendFile(site, links.inbox.token, inbox.pass);
    return {
      owner: { ...OWNER, refreshToken: await refreshTokenOf(owner) },
      workspace: { ...WORKSPACE, refreshToken: await refreshTokenOf(workspace) },
      upload: await startUpload(server.origin, workspace),
      browser: await writeOffline(server.origin, WORKSPACE),
      links,
    };
  } finally {
    await server.stop();
    await notion.stop();
  }
}

async function signIn(
  { auth }: SupabaseClient,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
}

async function refreshTokenOf({ auth }: SupabaseClient): Promise<string> {
  return (await auth.getSession()).data.session?.refresh_token ?? "";
}
