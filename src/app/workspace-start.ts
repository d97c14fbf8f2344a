import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { toast } from "sonner";
import { siteAddress } from "../lib/site-address.ts";
import { registerWorker } from "../workspace/offline/register-worker.ts";
import { isInstalled, keepInstallOffer } from "../workspace/shell/install-prompt.ts";
import { hasShared } from "../workspace/shell/shared-content.ts";
import { finishWork } from "../workspace/shell/unfinished-work.ts";
import { todayHere } from "../workspace/tasks/due-date.ts";
import { TABLE } from "../workspace/tasks/tool.ts";

let started = false;

/**
 * What the workspace does once its first screen has been shown: offline use, installing, the badge
 * of the installed app, and reminders.
 * @param onShared called if other apps have shared something that is not stored yet.
 * @returns a disposer.
 */
export function startWorkspace(
  client: QueryClient,
  userId: string,
  onShared: () => void,
): () => void {
  if (!started) {
    started = true;
    keepInstallOffer();
    linkManifest();
    registerWorker(offerNewVersion);
  }
  // The session may be newer than the browser's subscription.
  if ("Notification" in window && Notification.permission === "granted") {
    import("../workspace/shell/push-subscription.ts")
      .then(({ renewSubscription }) => renewSubscription())
      .catch(() => {});
  }
  // Sends the changes that closed tabs have left.
  import("../workspace/tasks/task-queue-service.ts")
    .then(({ getTaskQueue }) => getTaskQueue(userId, client))
    .catch(() => {});
  void hasShared().then((shared) => shared && onShared());
  return showBadge(client, userId);
}

/** Called only for the workspace, because the public page is not part of the installed app. */
function linkManifest(): void {
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = siteAddress("/workspace.webmanifest");
  document.head.append(link);
}

/** The page keeps using its own files until the user reloads it. */
function offerNewVersion(): void {
  toast("A new version of Foyer is available.", {
    id: "new version",
    duration: Number.POSITIVE_INFINITY,
    action: {
      label: "Reload",
      // At that time, unsaved text is stored on the device, or the browser asks.
      onClick: () => void finishWork().then(() => location.reload()),
    },
  });
}

/** Shows the number of overdue tasks on the icon of the installed app. */
function showBadge(client: QueryClient, userId: string): () => void {
  if (!("setAppBadge" in navigator) || !isInstalled()) return () => {};
  const observer = new QueryObserver(client, {
    queryKey: [TABLE, "overdue", userId],
    queryFn: async () => {
      const { countOverdue } = await import("../workspace/tasks/tasks-api.ts");
      return countOverdue(userId, todayHere());
    },
    refetchInterval: BADGE_MS,
  });
  const stop = observer.subscribe(({ data }) => {
    if (data !== undefined) navigator.setAppBadge(data).catch(() => {});
  });
  return () => {
    stop();
    navigator.clearAppBadge().catch(() => {});
  };
}

/**
 * A day can end while the app is open.
 * @limit content: interval between two counts of overdue tasks for the badge
 */
const BADGE_MS = 60 * 60 * 1000;
