import { Keyboard } from "lucide-react";
import { pageKeys } from "../hooks/use-page-keys.ts";
import type { PaletteItem } from "./search-items.ts";

/** The items with the keys of the current screen, after an item for each key that has none. */
export function withKeys(items: readonly PaletteItem[]): PaletteItem[] {
  const { screen, area } = pageKeys();
  // The palette is what `/` opens where the screen has no search.
  const keys = [...screen, ...area.filter(({ keys }) => keys !== "/")];
  const named = items.map((item) => {
    const key = keys.find(({ text }) => text === item.name);
    return key ? { ...item, detail: key.keys } : item;
  });
  const others = keys.flatMap(({ keys, text, run }): PaletteItem[] =>
    !run || items.some(({ name }) => name === text)
      ? []
      : [
          {
            id: `key ${keys}`,
            group: "Actions",
            name: text,
            detail: keys,
            Icon: Keyboard,
            action: run,
          },
        ],
  );
  return [...others, ...named];
}
