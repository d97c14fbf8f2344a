import { Search, X } from "lucide-react";
import { type RefObject, useEffect } from "react";
import { IconButton } from "../../ui/button.tsx";
import { CONTROL } from "../../ui/field.tsx";

/** Where the list is searched; `/` brings the focus here. */
export function SearchBox({
  value,
  onChange,
  box,
  onLeave,
}: {
  value: string;
  onChange: (text: string) => void;
  box: RefObject<HTMLInputElement | null>;
  /** Down or Enter: on to what was found. */
  onLeave: () => void;
}) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      box.current?.select();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [box]);

  return (
    <search className="relative block min-w-0 flex-1">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute start-3 top-3 size-4 text-soft"
      />
      <input
        ref={box}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        dir="auto"
        aria-label="Search messages"
        aria-keyshortcuts="/"
        placeholder="Search messages"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape" && value !== "") onChange("");
          else if (event.key === "ArrowDown" || event.key === "Enter") onLeave();
          else return;
          event.preventDefault();
        }}
        className={`${CONTROL} h-10 ps-9 pe-10`}
      />
      {value !== "" && (
        <IconButton
          label="Clear search"
          className="absolute end-0 top-0"
          onClick={() => {
            onChange("");
            box.current?.focus();
          }}
        >
          <X aria-hidden="true" />
        </IconButton>
      )}
    </search>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select"))
  );
}
