import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot } from "cmdk";
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { messageOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { FoundGroup, PaletteItem } from "./search-items.ts";
import { usePaletteItems } from "./use-palette-items.ts";

/** Quick access to every screen, entry, message and action. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState("");
  const { groups, loading, error, retry } = usePaletteItems(typed);
  const input = useRef<HTMLInputElement>(null);
  // cmdk's root is focusable too, so the dialog would focus that first.
  useEffect(() => input.current?.focus(), []);
  const first = groups[0]?.items[0]?.id ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other words the best match is meant again.
  useEffect(() => setChosen(first), [first, typed]);

  function run({ action }: PaletteItem) {
    // Closed first, so that the focus is restored before anything else opens.
    onClose();
    if (typeof action === "string") void navigate(action);
    else action();
  }

  return (
    <Dialog
      label="Command palette"
      className="modal mt-[max(1rem,10vh)] max-w-2xl"
      onClose={onClose}
    >
      <CommandRoot
        label="Go to..."
        shouldFilter={false}
        vimBindings={false}
        loop
        value={chosen}
        onValueChange={setChosen}
        className="grid max-h-[min(34rem,calc(100dvh-2rem))] grid-rows-[auto_1fr]"
      >
        <div className="flex items-center gap-3 border-b px-4">
          <Search aria-hidden="true" className="size-4 shrink-0 text-soft" />
          <CommandInput
            ref={input}
            value={typed}
            onValueChange={setTyped}
            maxLength={200}
            placeholder="Search screens, entries, messages and actions"
            className="h-12 w-full min-w-0 bg-transparent text-note text-ink outline-none!"
          />
        </div>
        <div className="flex min-h-0 flex-col" aria-busy={loading}>
          <CommandList
            label="Results"
            className="min-h-0 overflow-y-auto overscroll-contain px-2 pt-2"
          >
            {groups.map((group) => (
              <Group key={group.name} group={group} onRun={run} />
            ))}
          </CommandList>
          <div className="px-2 pb-2">
            <Status empty={groups.length === 0} loading={loading} typed={typed.trim()} />
            {error && (
              <Notice action={<Button onClick={retry}>Try again</Button>}>
                {messageOf(error)}
              </Notice>
            )}
          </div>
        </div>
      </CommandRoot>
    </Dialog>
  );
}

function Group({ group, onRun }: { group: FoundGroup; onRun: (item: PaletteItem) => void }) {
  const { name, items, more } = group;
  return (
    <CommandGroup
      heading={more > 0 ? `${name} · ${more} more, keep typing to narrow` : name}
      className="pb-2 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-small [&_[cmdk-group-heading]]:text-soft"
    >
      {items.map((item) => (
        <CommandItem
          key={item.id}
          value={item.id}
          onSelect={() => onRun(item)}
          className="flex min-h-10 cursor-pointer items-center gap-3 rounded px-2 data-[selected=true]:bg-raised [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-soft"
        >
          <item.Icon aria-hidden="true" />
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {item.name}
          </span>
          {item.detail && (
            <span dir="auto" className="max-w-2/5 shrink-0 truncate text-small text-soft">
              {item.detail}
            </span>
          )}
        </CommandItem>
      ))}
    </CommandGroup>
  );
}

function Status({ empty, loading, typed }: { empty: boolean; loading: boolean; typed: string }) {
  return (
    <p role="status" className={`px-2 text-small text-soft ${empty || loading ? "py-2" : ""}`}>
      {loading ? (
        "Searching..."
      ) : empty ? (
        <>
          Nothing found for “<bdi className="wrap-anywhere">{typed}</bdi>”.
        </>
      ) : null}
    </p>
  );
}
