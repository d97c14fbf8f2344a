import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { addFactor } from "../second-factor.ts";
import { tokenOf } from "../sites/gateway.ts";
import { insert, must, PIXEL } from "./steps.ts";
import { type OpenSite, SPAMMER } from "./visitor-steps.ts";

interface Accounts {
  owner: { password: string };
  workspace: { email: string; username: string; password: string };
}

/** Writes and imports content, adds the workspace user, and sets up a second factor. */
export async function workAsOwner(client: SupabaseClient, accounts: Accounts): Promise<void> {
  must(await client.from("personal_info").upsert({ key: "location", value: "Göteborg – 日本" }));
  const job = await insert(client, "experience", {
    title: "Engineer",
    organization: "Acme",
    skills: ["a,b", "\\N"],
  });
  const left = await insert(client, "education", { title: "Left", organization: "A school" });
  must(await client.from("education").delete().eq("id", left));
  const category = await insert(client, "skill_categories", { name: "Frozen skills" });
  for (const [table, row] of [
    ["skills", { name: "Ice", level: 12, category_id: category, icon: "React" }],
    ["projects", { name: "Sled", live_link: "https://example.test", stack: ["wood"] }],
    ["social_links", { name: "GitHub", url: "https://github.com/x", icon_key: "GitHub" }],
    ["volunteering", { title: "Lifeguard", start_month: "2019-06-01", end_month: "2019-08-01" }],
    ["certificates", { title: "Skating", number: "No. 7", expires_month: "2031-02-01" }],
    ["awards", { title: "Best sled", organization: "A jury", visibility: "draft" }],
    ["publications", { title: "On ice", authors: "Ada Lovelace, B. Éluard, et al." }],
  ] as const) {
    await insert(client, table, row);
  }
  await importFile(client, job);
  const picture = { contentType: "image/png", cacheControl: "3600", upsert: true };
  const path = "public/1700000000000.png";
  must(await client.storage.from("profile-pictures").upload(path, PIXEL, picture));
  const { publicUrl } = client.storage.from("profile-pictures").getPublicUrl(path).data;
  must(await client.from("personal_info").upsert({ key: "profilePictureUrl", value: publicUrl }));
  const body = { action: "create", ...accounts.workspace };
  must(await client.functions.invoke("workspace-user", { body }));
  must(await client.from("notice_choices").insert({ cause: "digest", enabled: true }));
  await addFactor({ client, password: accounts.owner.password }, "phone");
  must(await client.rpc("create_recovery_codes"));
}

/** Adds entries, and changes one, by an import. */
async function importFile(client: SupabaseClient, job: string): Promise<void> {
  const added = () => ({ id: randomUUID(), revision: null, visibility: "public" });
  const content = {
    experience: [{ id: job, revision: 1, location: "Kiruna" }],
    languages: [{ ...added(), title: "Svenska", level_text: "Modersmål" }],
    interests: [{ ...added(), title: "Winter", skills: ["snow", "northern lights"] }],
    recommendations: [{ ...added(), title: "Ada", description: "<p>Quick &amp; careful</p>" }],
  };
  must(await client.rpc("import_file", { content, clear_sample: false }));
}

/**
 * Sets the schedule in the panel. Opening the site makes no backup, because a time takes effect at
 * its next occurrence.
 */
export async function scheduleBackups(client: SupabaseClient, site: OpenSite): Promise<void> {
  const saved = await fetch(`${site.origin}/backup/v1/schedule`, {
    method: "PUT",
    headers: { apikey: site.publishableKey, authorization: `Bearer ${await tokenOf(client)}` },
    body: JSON.stringify({ at: "03:41" }),
  });
  if (!saved.ok) throw new Error(`${saved.status} ${await saved.text()}`);
}

/** Leaves two of the visitors' messages in the inbox. */
export async function sortMessages(client: SupabaseClient): Promise<void> {
  const messages = must(await client.from("messages").select("id,email,subject"));
  const idOf = (key: "email" | "subject", value: string) =>
    messages.find((message) => message[key] === value)?.id;
  must(await client.rpc("mark_spam", { ids: [idOf("email", SPAMMER)] }));
  must(await client.from("messages").delete().eq("id", idOf("subject", "Wrong address")));
  must(
    await client.rpc("mark_messages_replied", {
      ids: [idOf("subject", "Hello")],
      as_replied: true,
    }),
  );
}
