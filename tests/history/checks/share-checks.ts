import type { Content, SeenEntry, Visit } from "../drive/drive-history.ts";
import type { History } from "../history.ts";
import { commitsOf, DriveState } from "./drive-state.ts";
import type { DriveViolation } from "./violation.ts";

/**
 * Milliseconds after its timestamp within which a commit becomes visible: the trigger sets the time
 * before the commit, and a busy machine may pause in between.
 */
const VISIBLE_MS = 2_000;

/** A visitor sees what a link shows at one moment of the visit, and nothing else. */
export function checkShares(
  { drive, events }: History,
  contents: ReadonlyMap<number, Content>,
): DriveViolation[] {
  const states = statesOf(drive?.versions ?? []);
  const found = checkRevoked(states, events);
  /** Times at which each hash was shown as a link, and each file as one without links. */
  const linked = new Map<string, { file: string; at: number }>();
  const ended = new Map<string, number>();
  for (const event of events) {
    if (event.kind === "linked") {
      linked.set(event.hash, { file: event.file, at: event.at });
      const isStored = states.some(
        ({ at, state }) =>
          at <= event.at + CLOCK_MS &&
          [...state.links.values()].some(({ token_hash }) => token_hash === event.hash),
      );
      if (!isStored) found.push(`A link to ${event.file} was shown, but not stored.`);
    }
    if (event.kind === "unlinked") {
      for (const [hash, { file, at }] of linked)
        if (file === event.file && at < event.from && !ended.has(hash)) ended.set(hash, event.at);
    }
    if (event.kind !== "visited") continue;
    const revoked = ended.get(event.hash);
    if (revoked !== undefined && revoked < event.from && event.entries)
      found.push(`A link to ${linked.get(event.hash)?.file} was opened after it was revoked.`);
    const possible = states.filter(
      ({ at, until }) => until >= event.from - VISIBLE_MS && at <= event.at + CLOCK_MS,
    );
    found.push(
      ...checkVisit(
        event,
        possible.map(({ state }) => state),
        contents,
      ),
    );
  }
  return found.map((text) => ({ check: "shares", text }));
}

/** Checks that a link ends only with its file, or because a user decided so. */
function checkRevoked(states: ReturnType<typeof statesOf>, events: History["events"]): string[] {
  return states.flatMap(({ at, state }, index) => {
    const before = states[index - 1]?.state ?? state;
    return [...before.links].flatMap(([id, { file_id }]) => {
      const isDecided = events.some(
        (event) =>
          event.kind === "decision" &&
          event.at <= at + CLOCK_MS &&
          event.decision.what === "unshare" &&
          event.decision.id === file_id,
      );
      const isLost = !state.links.has(id) && state.files.has(file_id) && !isDecided;
      return isLost ? [`A link to ${file_id} has gone without a decision.`] : [];
    });
  });
}

function checkVisit(
  { hash, entries, signed, served, kept }: Visit,
  states: readonly DriveState[],
  contents: ReadonlyMap<number, Content>,
): string[] {
  const found: string[] = [];
  const name = `The link ${hash.slice(0, 8)}`;
  for (const id of kept) {
    const isShared = states.some(
      (state) => state.isOpen(hash) && state.entriesOf(hash).some((entry) => entry.id === id),
    );
    if (!isShared) found.push(`${name} still opens ${id} by an earlier address.`);
  }
  if (entries === null) {
    if (states.every((state) => state.isOpen(hash)))
      found.push(`${name} was refused, but is open.`);
    return found;
  }
  const open = states.filter((state) => state.isOpen(hash));
  if (open.length === 0) return [`${name} was opened, but is revoked or in the trash.`];
  const shown = linesOf(entries);
  if (!open.some((state) => linesOf(state.entriesOf(hash)) === shown))
    found.push(`${name} shows ${shown || "nothing"}, which it never did.`);
  const ids = new Set(open.flatMap((state) => state.entriesOf(hash).map(({ id }) => id)));
  for (const id of signed) {
    if (!ids.has(id)) found.push(`${name} gives an address of ${id}, which is not shared.`);
  }
  for (const { id, size, digest } of served) {
    const isRight = open.some(
      ({ files }) =>
        Number(files.get(id)?.size) === size && (contents.get(size)?.digest ?? digest) === digest,
    );
    if (!isRight || !ids.has(id)) found.push(`${name} serves other bytes as ${id}.`);
  }
  return found;
}

const linesOf = (entries: readonly SeenEntry[]): string =>
  entries
    .map(({ id, parent, name, size }) => `${id} in ${parent} ${name} ${size}`)
    .sort()
    .join(", ");

/** Each state with the times of its commit and of the next one. */
function statesOf(versions: Parameters<typeof commitsOf>[0]) {
  let state = new DriveState();
  const states = [{ at: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY, state }];
  for (const commit of commitsOf(versions)) {
    state = state.copy();
    for (const version of commit) state.apply(version);
    const at = commit[0]?.at ?? 0;
    const last = states.at(-1);
    if (last) last.until = at;
    states.push({ at, until: Number.POSITIVE_INFINITY, state });
  }
  return states;
}

const CLOCK_MS = 2;
