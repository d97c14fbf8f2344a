import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { askToConfirm } from "../../../ui/browser-dialogs.ts";
import { askBeforeSignOut, beforeSignOut } from "../../shell/unfinished-work.ts";
import { TABLE } from "../file.ts";
import { isBatched } from "./batched.ts";
import { createUnfinishedStore } from "./unfinished-store.ts";
import { ConnectionLost, type UploadBackend } from "./upload-backend.ts";
import { isUnfinished } from "./upload-machine.ts";
import { Uploads } from "./uploads.ts";

/** The user's uploads; re-renders on change. */
export function useUploads(userId: string) {
  const client = useQueryClient();
  const uploads = useMemo(() => uploadsOf(userId, client), [userId, client]);
  const jobs = useSyncExternalStore(uploads.subscribe, uploads.get);
  return { uploads, jobs };
}

/** Minimum interval between refetches while uploads add files, in milliseconds. */
const REFRESH_EVERY_MS = 3_000;

/** Logging out deletes stored contents: large uploads resume once the file is chosen again. */
const LEAVE_QUESTION = "Files are still being uploaded. Log out and stop them?";

let open: { userId: string; uploads: Uploads; close: () => void } | undefined;

/**
 * The user's uploads, stored outside of components so that they continue across screens. They end
 * with the session; leaving the page asks for confirmation.
 * @param client invalidated when the drive has changed.
 */
function uploadsOf(userId: string, client: QueryClient): Uploads {
  if (open?.userId === userId) return open.uploads;
  open?.close();
  const store = createUnfinishedStore(userId);
  const uploads = new Uploads({
    backend: openBackend(userId),
    store,
    onStored: refresher(client),
    isOnline: () => navigator.onLine,
  });
  const busy = () => uploads.get().some(isUnfinished);
  const warn = (event: BeforeUnloadEvent) => {
    if (busy()) event.preventDefault();
  };
  addEventListener("beforeunload", warn);
  addEventListener("online", uploads.reconnect);
  const close = () => {
    uploads.stop();
    removeEventListener("beforeunload", warn);
    removeEventListener("online", uploads.reconnect);
    for (const dispose of disposers) dispose();
    open = undefined;
  };
  const disposers = [
    askBeforeSignOut(() => !busy() || askToConfirm(LEAVE_QUESTION)),
    beforeSignOut(async () => {
      close();
      await store.forgetFiles();
    }),
  ];
  open = { userId, uploads, close };
  return uploads;
}

/** The drive's backend, loaded by the first call, because most visits upload nothing. */
function openBackend(userId: string): UploadBackend {
  let backend: UploadBackend | undefined;
  async function load(): Promise<UploadBackend> {
    const loaded = await import("./drive-backend.ts").catch(() => null);
    if (!loaded) throw new ConnectionLost();
    backend ??= loaded.createDriveBackend(userId);
    return backend;
  }
  return {
    isBatched,
    listNames: async (...call) => (await load()).listNames(...call),
    openFolder: async (...call) => (await load()).openFolder(...call),
    reserve: async (...call) => (await load()).reserve(...call),
    extend: async (...call) => (await load()).extend(...call),
    isFinished: async (...call) => (await load()).isFinished(...call),
    send: async (...call) => (await load()).send(...call),
    finish: async (...call) => (await load()).finish(...call),
    discard: async (...call) => (await load()).discard(...call),
  };
}

/**
 * Refreshes every query that shows the drive, in all tabs. The write is pending until then, so that
 * this tab does not read the lists at the announcement of each of its own entries as well.
 */
function refresher(client: QueryClient): (isLast: boolean) => void {
  let refresh: (() => void) | undefined;
  let last = 0;
  return (isLast) => {
    if (!refresh) {
      const due = new Promise<void>((resolve) => {
        refresh = resolve;
        setTimeout(resolve, Math.max(last + REFRESH_EVERY_MS - Date.now(), 50));
      });
      const mutationFn = async () => {
        await due;
        refresh = undefined;
        last = Date.now();
      };
      const change = { mutationFn, meta: { changes: [[TABLE]] } };
      void client.getMutationCache().build(client, change).execute(undefined);
    }
    if (isLast) refresh?.();
  };
}
