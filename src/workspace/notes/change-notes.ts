import { changedBy, isSameValue, type Note, type NotePatch } from "./note.ts";
import type { NotesService } from "./notes-service.ts";

/**
 * Changes several notes at once, through the outbox.
 * @returns undoes the change, except where a field has been changed since.
 */
export function changeNotes(
  { store, outbox }: Pick<NotesService, "store" | "outbox">,
  some: readonly Pick<Note, "id">[],
  patchOf: (note: Note) => NotePatch,
): () => void {
  const changes = some.flatMap(({ id }) => {
    const before = store.get(id);
    return before ? [{ id, before, patch: changedBy(patchOf(before), before) }] : [];
  });
  const apply = (patchFor: (change: (typeof changes)[number]) => NotePatch) =>
    store.update(() => {
      for (const change of changes) {
        const patch = patchFor(change);
        if (Object.keys(patch).length > 0) outbox.edit(change.id, patch);
      }
    });
  apply(({ patch }) => patch);
  return () =>
    apply(({ id, before, patch: { labels, ...fields } }) => {
      const now = store.get(id);
      if (!now) return {};
      const isUnchanged = ([field, value]: [string, NotePatch[keyof NotePatch]]) =>
        isSameValue(now[field as keyof NotePatch], value);
      const undone = Object.entries(fields)
        .filter(isUnchanged)
        .map(([field]) => [field, before[field as keyof NotePatch]]);
      const patch: NotePatch = Object.fromEntries(undone);
      return labels
        ? { ...patch, labels: withoutChange(now.labels, before.labels, labels) }
        : patch;
    });
}

/** The current labels without what was added, and with what was removed, between two states. */
function withoutChange(
  now: readonly string[],
  before: readonly string[],
  after: readonly string[],
): string[] {
  const others = now.filter((label) => before.includes(label) || !after.includes(label));
  return [...others, ...before.filter((label) => !after.includes(label) && !now.includes(label))];
}
