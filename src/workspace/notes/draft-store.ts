import { openDeviceStore } from "../../lib/device-store.ts";
import { withLock } from "../../lib/with-lock.ts";
import { openUserStore } from "../shell/user-store.ts";
import type { Draft } from "./note-draft.ts";

export type DraftStore = ReturnType<typeof openDraftStore>;

/**
 * The drafts of one tab, and access to other tabs' drafts. Calls take effect in order. They never
 * fail, even if the browser stores nothing. Drafts are in IndexedDB, keyed by user, tab and note, so
 * that two tabs with the same note open never overwrite each other, and nobody sees another user's.
 * No practical size limit.
 */
export function openDraftStore(userId: string, tab: string) {
  const stored = openUserStore(openDeviceStore("foyer-workspace-drafts", "notes"), userId);
  const queued = new Map<string, () => Promise<void>>();
  /** Tabs whose lock is requested until their drafts are taken. */
  const requested = new Map<string, Promise<void>>();
  let writing = 0;
  let available = true;
  holdLock(lockOf(tab));

  return {
    write: (draft: Draft) => run(draft.id, () => stored.write([[`${tab} ${draft.id}`, draft]], [])),
    remove: (id: string) => run(id, () => stored.write([], [`${tab} ${id}`])),
    /** Whether the device stores drafts. */
    isAvailable: () => available,
    /**
     * Passes the drafts of each other tab, once it is closed, to `take`, which returns whether it
     * took the draft. Resolves when all other tabs are done.
     */
    async takeOver(take: (draft: Draft) => boolean): Promise<void> {
      const keys = await foreignKeys().catch(onFailure);
      const tabs = [...new Set(keys?.map(tabOf))];
      await Promise.all(tabs.map((other) => requested.get(other) ?? takeFrom(other, take)));
    },
    /** The ids of the notes with drafts of other tabs, open or closed. */
    others: (): Promise<string[]> =>
      foreignKeys().then(
        (keys) => keys.map((key) => key.split(" ")[1] ?? ""),
        () => [],
      ),
  };

  /**
   * Writes immediately, because a closing tab could not finish a queued write. Beyond the limit,
   * the latest write per note is queued.
   */
  function run(id: string, write: () => Promise<void>): void {
    if (writing >= MAX_CONCURRENT_WRITES) {
      queued.delete(id);
      queued.set(id, write);
      return;
    }
    writing += 1;
    void write()
      .then(() => {
        available = true;
      }, onFailure)
      .then(() => {
        writing -= 1;
        const [next] = queued;
        if (!next) return;
        queued.delete(next[0]);
        run(...next);
      });
  }

  function takeFrom(other: string, take: (draft: Draft) => boolean): Promise<void> {
    const taking = withLock(lockOf(other), async () => {
      for (const draft of await stored.values<Draft>(`${other} `)) {
        // `take` stores the draft under this tab's key; only then is the other tab's draft deleted.
        if (take(draft)) await stored.write([], [`${other} ${draft.id}`]);
      }
    })
      .catch(onFailure)
      .then(() => void requested.delete(other));
    requested.set(other, taking);
    return taking;
  }

  /** The keys of other tabs' drafts, split into tab and note. */
  async function foreignKeys(): Promise<string[]> {
    return (await stored.keys("")).filter((key) => tabOf(key) !== tab);
  }

  function onFailure(): void {
    available = false;
  }
}

/** Maximum number of concurrent writes that do not slow down typing. */
const MAX_CONCURRENT_WRITES = 8;

const tabOf = (key: string) => key.split(" ")[0] ?? "";

const lockOf = (tab: string) => `foyer-notes ${tab}`;

/** Holds the lock until this tab closes, which marks its drafts as in use. */
function holdLock(name: string): void {
  void withLock(name, () => new Promise(() => {})).catch(() => {});
}
