import { Search, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useRef } from "react";
import { IconButton } from "./button.tsx";
import { CONTROL } from "./field.tsx";

interface SearchFieldProps {
  /** Name and placeholder, such as "Search messages". */
  label: string;
  value: string;
  onChange: (text: string) => void;
  box?: RefObject<HTMLInputElement | null>;
  /** The key that focuses the field, if the screen has one. */
  shortcut?: string;
  /** Called for keys other than an Escape that clears the field. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  className?: string;
}

/** A list's search field; Escape and a button clear it. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, shortcut, onKeyDown, className = "flex-1" } = props;
  const own = useRef<HTMLInputElement>(null);
  const box = props.box ?? own;
  return (
    <search className={`relative block min-w-0 ${className}`}>
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
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key !== "Escape" || value === "") return onKeyDown?.(event);
          event.preventDefault();
          onChange("");
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
