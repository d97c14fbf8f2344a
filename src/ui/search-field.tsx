import { Search, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useMemo, useRef } from "react";
import { IconButton } from "./button.tsx";
import { CONTROL } from "./field.tsx";
import { type PageKey, usePageKeys } from "./hooks/use-page-keys.ts";

interface SearchFieldProps {
  /** Name and placeholder, such as "Search messages". */
  label: string;
  value: string;
  onChange: (text: string) => void;
  box?: RefObject<HTMLInputElement | null>;
  /** Whether this is the screen's main search, which `/` focuses. */
  main?: boolean;
  /** Called for keys other than an Escape that clears the field. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  className?: string;
}

/** A list's search field; Escape and a button clear it. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, main = false, onKeyDown, className = "flex-1" } = props;
  const own = useRef<HTMLInputElement>(null);
  const box = props.box ?? own;
  usePageKeys(
    useMemo(
      () => (main ? [{ keys: "/", text: label, run: () => box.current?.select() }] : NO_KEYS),
      [main, label, box],
    ),
  );
  return (
    <search className={`relative block min-w-0 ${className}`}>
      <Search className="pointer-events-none absolute start-3 top-3 size-4 text-soft" />
      <input
        ref={box}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        dir="auto"
        aria-label={label}
        aria-keyshortcuts={main ? "/" : undefined}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || value === "") return onKeyDown?.(event);
          event.preventDefault();
          onChange("");
        }}
        className={`${CONTROL} h-10 ps-9 pe-10`}
      />
      {value !== "" && (
        <IconButton
          label="Clear search"
          icon={X}
          className="absolute end-0 top-0"
          onClick={() => {
            onChange("");
            box.current?.focus();
          }}
        />
      )}
    </search>
  );
}

const NO_KEYS: readonly PageKey[] = [];
