import { type RefObject, useMemo } from "react";
import { usePageKeys } from "../../ui/hooks/use-page-keys.ts";
import { SearchField } from "../../ui/search-field.tsx";

/** The search field of the list; `/` focuses it. */
export function SearchBox({
  value,
  onChange,
  box,
  onLeave,
}: {
  value: string;
  onChange: (text: string) => void;
  box: RefObject<HTMLInputElement | null>;
  /** Called for Down or Enter: moves the focus to the results. */
  onLeave: () => void;
}) {
  usePageKeys(useMemo(() => ({ "/": () => box.current?.select() }), [box]));
  return (
    <SearchField
      label="Search messages"
      shortcut="/"
      value={value}
      onChange={onChange}
      box={box}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown" && event.key !== "Enter") return;
        event.preventDefault();
        onLeave();
      }}
    />
  );
}
