import { FUNCTIONS_PATH } from "../../../shared/api-paths.ts";
import { unwrap } from "../../lib/errors.ts";
import { siteAddress } from "../../lib/site-address.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { getClient } from "../../lib/supabase.ts";
import { REMINDERS_ADDRESS, REMINDERS_CACHE } from "./reminders-address.ts";

/** State of reminders in this browser. */
export type PushState = "unsupported" | "blocked" | "off" | "on";

export async function getPushState(): Promise<PushState> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return "unsupported";
  }
  if (Notification.permission === "denied") return "blocked";
  return (await currentSubscription()) ? "on" : "off";
}

/** Asks for permission and subscribes this browser. @returns the new state. */
export async function subscribe(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return getPushState();
  const { data, error } = await getClient("workspace").functions.invoke<{ publicKey: string }>(
    "reminders",
    { body: { action: "key" } },
  );
  if (!data) throw error;
  const options = {
    userVisibleOnly: true,
    applicationServerKey: data.publicKey,
  };
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription with another key, as of an earlier site at this address, cannot be changed.
  const subscription = await pushManager.subscribe(options).catch(async () => {
    await (await currentSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  await save(subscription);
  return "on";
}

/** Renews this browser's subscription for the current session, if it is subscribed. */
export async function renewSubscription(): Promise<void> {
  const subscription = await currentSubscription();
  if (subscription) await save(subscription);
}

/** Idempotent. The server also ends a subscription with its session. */
export async function unsubscribe(): Promise<void> {
  const subscription = await currentSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await subscriptions().delete().eq("endpoint", subscription.endpoint).then(unwrap);
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration(siteAddress("/"));
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

async function save(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (!endpoint || !p256dh || !auth) throw new Error("The browser gave no keys.");
  await subscriptions()
    // The database sets the session.
    .upsert({ endpoint, p256dh, auth, session_id: NO_SESSION })
    .then(unwrap);
  const cache = await caches.open(REMINDERS_CACHE);
  const answers = `${readClientConfig().supabaseUrl}${FUNCTIONS_PATH}/reminders`;
  await cache.put(new URL(REMINDERS_ADDRESS, siteUrl()), new Response(answers));
}

const siteUrl = () => new URL(siteAddress("/"), location.href);

const subscriptions = () => getClient("workspace").from("push_subscriptions");

const NO_SESSION = "00000000-0000-0000-0000-000000000000";
