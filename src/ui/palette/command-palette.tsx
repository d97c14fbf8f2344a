import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot } from "cmdk";
import { type MouseEvent, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../button.tsx";
import { Highlight } from "../highlight.tsx";
import { Notice } from "../notice.tsx";
import { InputRow, inputProps } from "./input-row.tsx";
import type { PaletteProps } from "./palette-host.tsx";
import type { FoundGroup, PaletteItem } from "./search-items.ts";

interface CommandPaletteProps extends PaletteProps {
  placeholder: string;
  groups: readonly FoundGroup[];
  /** Whether the groups are those of an earlier text. */
  stale: boolean;
  /** Whether more items may be found. */
  loading: boolean;
  /** Why something could not be searched; empty when everything could. */
  problem: string;
  onRetry: () => void;
  /** Name of the narrower search, if not everything is searched. */
  hint?: string | undefined;
  /** Opens an item's router path. */
  onNavigate: (path: string) => void;
}

/** Quick access to everything of an area: screens, entries and actions, as the caller found them. */
export function CommandPalette(props: CommandPaletteProps) {
  const { placeholder, typed, onTyped, groups, stale, problem, hint, onClose } = props;
  const loading = props.loading || stale;
  const first = groups[0]?.items[0];
  // The best match is selected again when the words change.
  const best = `${typed}\n${first?.id ?? ""}`;
  const [chosen, setChosen] = useState({ best, id: first?.id ?? "" });
  // Enter, pressed before the results of what was typed are shown, means the best of these.
  const [entered, setEntered] = useState(props.entered);
  const runBest = useEffectEvent(() => {
    setEntered(false);
    if (first) run(first);
  });
  useEffect(() => {
    // Not within an effect, which cannot close the palette at once.
    if (entered && !stale) queueMicrotask(() => runBest());
  }, [entered, stale]);

  function run({ action }: PaletteItem) {
    // Closed first, so that the focus is restored before anything else opens.
    flushSync(onClose);
    if (typeof action === "string") props.onNavigate(action);
    else action();
  }

  function retry({ currentTarget }: MouseEvent) {
    // The button is removed with the error.
    currentTarget.closest("dialog")?.querySelector("input")?.focus();
    props.onRetry();
  }

  return (
    <CommandRoot
      label="Go to..."
      shouldFilter={false}
      vimBindings={false}
      loop
      value={chosen.best === best ? chosen.id : (first?.id ?? "")}
      onValueChange={(id) => setChosen({ best, id })}
      onKeyDown={(event) => {
        if (!stale || event.key !== "Enter") return;
        event.preventDefault();
        setEntered(true);
      }}
      className="grid max-h-[min(34rem,calc(100dvh-2rem))] grid-rows-[auto_1fr]"
    >
      <InputRow>
        <CommandInput
          {...inputProps}
          value={typed}
          onValueChange={onTyped}
          placeholder={placeholder}
        />
      </InputRow>
      <div className="flex min-h-0 flex-col" aria-busy={loading}>
        <CommandList
          label="Results"
          className="min-h-0 overflow-y-auto overscroll-contain px-2 pt-2"
        >
          {groups.map((group) => (
            <Group key={group.name} group={group} search={typed} onRun={run} />
          ))}
        </CommandList>
        <div className="px-2 pb-2">
          <Status empty={groups.length === 0} loading={loading} typed={typed.trim()} />
          {hint && <p className="px-2 pb-2 text-small text-soft">{hint}</p>}
          {problem && (
            <Notice action={<Button onClick={retry}>Try again</Button>}>{problem}</Notice>
          )}
        </div>
      </div>
    </CommandRoot>
  );
}

interface GroupProps {
  group: FoundGroup;
  search: string;
  onRun: (item: PaletteItem) => void;
}

function Group({ group: { name, items, more, isCapped }, search, onRun }: GroupProps) {
  const count = more > 0 ? `${more}${isCapped ? "+" : ""} ` : "";
  return (
    <CommandGroup
      heading={more > 0 || isCapped ? `${name} · ${count}more, keep typing to narrow` : name}
      className="pb-2 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-small [&_[cmdk-group-heading]]:text-soft"
    >
      {items.map((item) => (
        <CommandItem
          key={item.id}
          value={item.id}
          onSelect={() => onRun(item)}
          className="flex min-h-10 cursor-pointer py-1 pointer-coarse:min-h-11 items-center gap-3 rounded px-2 data-[selected=true]:bg-raised [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-soft"
        >
          <item.Icon aria-hidden="true" />
          <span className="grid min-w-0 flex-1">
            <span dir="auto" className="truncate">
              <Highlight text={item.name} search={search} />
            </span>
            {item.passage && (
              <span dir="auto" className="truncate text-small text-soft">
                <Highlight text={item.passage} search={search} />
              </span>
            )}
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
