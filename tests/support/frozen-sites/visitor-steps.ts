import type { SupabaseClient } from "@supabase/supabase-js";
import type {
  Finished,
  OpenedInbox,
  OpenedShare,
  ShareRequest,
  SignedFiles,
} from "../../../supabase/functions/open-share/contract.ts";
import { tusUpload } from "../drive-client.ts";
import { must } from "./steps.ts";

export interface OpenSite {
  origin: string;
  publishableKey: string;
}

/** Links that the workspace user created. */
export interface GivenLinks {
  /** The token of a link to a folder with a file. */
  share: string;
  /** A link that receives files. */
  inbox: { token: string; password: string };
  /** The token of the tasks' calendar. */
  calendar: string;
}

export const SPAMMER = "seo@spam.example.test";

/** Sends as many messages as one visitor may at a time. */
export async function writeMessages(client: SupabaseClient): Promise<void> {
  for (const more of [
    { subject: "Hello" },
    { subject: "مرحبا <b>&amp;</b>" },
    { subject: "Wrong address" },
    { subject: "Your ranking", email: SPAMMER },
    // The form's honeypot was filled in.
    { subject: "Cheap", spam_reason: "trap" },
  ]) {
    const message = { name: "Ada", email: "ada@example.test", message: "One\ntwo\t\u202e" };
    must(await client.from("messages").insert({ ...message, ...more, is_read: false }));
  }
}

/** Visits with a client that counts as a bot, then with a browser, which clicks a link. */
export async function browse(client: SupabaseClient, site: OpenSite): Promise<void> {
  must(await client.from("visits").insert({}));
  const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  await post(site, "rest/v1/visits", {}, agent);
  await post(site, "rest/v1/link_clicks", { target: "form" }, agent);
}

/** Reads everything that a holder of the links can see. */
export async function openLinks(site: OpenSite, links: GivenLinks) {
  const shared = await callShare<OpenedShare>(site, { action: "open", token: links.share });
  const file = shared.entries.find(({ isFolder }) => !isFolder);
  const ids = [file?.id ?? ""];
  const sign = { action: "sign", token: links.share, files: ids } as const;
  const { files } = await callShare<SignedFiles>(site, sign);
  const content = await fetch(`${site.origin}/storage/v1${files[0]?.url}`);
  const inbox = await callShare<OpenedInbox>(site, { action: "open-inbox", ...links.inbox });
  const calendar = `${site.origin}/functions/v1/calendar-feed?token=${links.calendar}`;
  return {
    name: file?.name,
    size: (await content.arrayBuffer()).byteLength,
    inbox,
    calendar: await (await fetch(calendar)).text(),
  };
}

/** Sends a file through the link that receives files. */
export async function sendFile(site: OpenSite, token: string, pass: string): Promise<void> {
  const content = Buffer.from("sent through a link");
  const files = [{ name: "from\u202e outside.txt", size: content.length }];
  const reserve = { action: "reserve", token, pass, files } as const;
  const { paths } = await callShare<{ paths: string[] }>(site, reserve);
  const [path = ""] = paths;
  const { upload, done } = tusUpload(site.origin, site.publishableKey, path, content, {
    // Links accept bytes only in separate requests.
    uploadDataDuringCreation: false,
  });
  upload.start();
  await done;
  const finish = { action: "finish", token, pass, path, type: "text/plain" } as const;
  const { state } = await callShare<Finished>(site, { ...finish, modified: 1_700_000_000_000 });
  if (state !== "finished") throw new Error(`The file that was sent is ${state}.`);
}

async function callShare<Answer>(site: OpenSite, request: ShareRequest): Promise<Answer> {
  return (await post(site, "functions/v1/open-share", request)).json() as Promise<Answer>;
}

async function post(site: OpenSite, path: string, body: object, agent = ""): Promise<Response> {
  const headers = {
    apikey: site.publishableKey,
    "content-type": "application/json",
    ...(agent && { "user-agent": agent }),
  };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(`${site.origin}/${path}`, request);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
