import { useQuery } from "@tanstack/react-query";
import { Archive, Trash2, Undo2 } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { useSearchParamsState } from "../../forms/use-search-params-state.ts";
import { formatDate } from "../../lib/format.ts";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { Highlight, matchingPassage } from "../../ui/highlight.tsx";
import { Modal } from "../../ui/modal.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { wordMatcher } from "./match-tasks.ts";
import type { ArchivedTask } from "./task.ts";
import { TaskTag } from "./task-tag.tsx";
import { archiveQuery, useArchive } from "./tasks-queries.ts";

/** The archive of done tasks: its button and its dialog, which a search in the URL opens. */
export function TaskArchive({ userId }: { userId: string }) {
  const [params, setParams] = useSearchParams();
  const change = (open: boolean) =>
    setParams((old) => {
      const next = new URLSearchParams(old);
      if (open) next.set("archive", "");
      else next.delete("archive");
      return next;
    });
  return (
    <>
      <Button icon={<Archive />} className="max-md:px-2.5!" onClick={() => change(true)}>
        <span className="max-md:sr-only">Archive</span>
      </Button>
      {params.has("archive") && (
        <Modal title="Archive" onClose={() => change(false)}>
          <ArchivedTasks userId={userId} />
        </Modal>
      )}
    </>
  );
}

/** The archived tasks, to be searched, restored or deleted permanently. */
function ArchivedTasks({ userId }: { userId: string }) {
  const query = useQuery(archiveQuery(userId));
  const { pending, restore, remove } = useArchive();
  const { typed, type } = useSearchParamsState(SEARCH, true);
  const [shown, setShown] = useState(PART);
  const words = useDeferredValue(typed.archive);
  const all = query.data;
  const found = useMemo(() => all?.filter(wordMatcher(words)), [all, words]);
  if (query.isPending) return <SkeletonRows rows={4} height="h-12" />;
  if (!all || !found) return <FailedRead query={query} />;
  if (all.length === 0) {
    return <p className="text-soft">“Archive done” moves the cards of Done here.</p>;
  }
  return (
    <div className="grid gap-3">
      <SearchField
        label="Search the archive"
        value={typed.archive}
        onChange={(archive) => type({ archive })}
      />
      <p role="status" className="text-small text-soft tabular-nums">
        {words.trim() ? `${found.length} of ${all.length} tasks` : `${all.length} archived`}
      </p>
      {found.length > 0 && (
        <ul aria-label="Archived tasks" className="rounded border">
          {found.slice(0, shown).map((task) => (
            <ArchivedRow
              key={task.id}
              task={task}
              search={words}
              pending={pending}
              onRestore={() => restore([task.id])}
              onRemove={() => remove(task.id)}
            />
          ))}
        </ul>
      )}
      {found.length > shown && (
        <Button className="justify-self-start" onClick={() => setShown(shown + PART)}>
          Show more
        </Button>
      )}
    </div>
  );
}

const SEARCH = ["archive"] as const;

/** Number of tasks shown at first, and added by each "Show more". */
const PART = 100;

interface ArchivedRowProps {
  task: ArchivedTask;
  search: string;
  pending: boolean;
  onRestore: () => void;
  onRemove: () => void;
}

function ArchivedRow({ task, search, pending, onRestore, onRemove }: ArchivedRowProps) {
  const { title, tags, description, archived_at } = task;
  const passage = search && description && matchingPassage(description, search);
  const question = `Are you sure you want to delete "${title}" permanently? This cannot be undone.`;
  return (
    <li className="flex items-center gap-2 border-b py-1 ps-4 pe-2 last:border-b-0">
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span dir="auto" className="line-clamp-2 wrap-anywhere">
          <Highlight text={title} search={search} />
        </span>
        {passage && (
          <span dir="auto" className="line-clamp-2 wrap-anywhere text-small text-soft">
            <Highlight text={passage} search={search} />
          </span>
        )}
        <span className="flex flex-wrap items-center gap-1.5 text-small text-soft">
          {formatDate(archived_at)}
          {[...new Set(tags)].map((tag) => (
            <TaskTag key={tag} name={tag} search={search} />
          ))}
        </span>
      </span>
      <IconButton
        label={`Restore ${title}`}
        icon={Undo2}
        title="Restore"
        disabled={pending}
        onClick={onRestore}
      />
      <IconButton
        label={`Delete ${title} permanently`}
        icon={Trash2}
        title="Delete permanently"
        disabled={pending}
        className="hover:not-disabled:text-bad"
        onClick={() => {
          if (askToConfirm(question)) onRemove();
        }}
      />
    </li>
  );
}
