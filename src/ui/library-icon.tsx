import { BrandIcon } from "./brand-icon.tsx";
import { librarySlug } from "./icon-keys.ts";

interface LibraryIconProps {
  /** Symbol from `icon-keys.ts`; null for the gray square, empty for no icon. */
  symbol: string | null;
  /** Name from which a monogram is made. */
  name: string;
  /** Result of `useIconPaths`. */
  paths: ReadonlyMap<string, string | null>;
}

/** A brand icon that the site's own sprite may lack; empty until its path is loaded. */
export function LibraryIcon({ symbol, name, paths }: LibraryIconProps) {
  const slug = librarySlug(symbol);
  if (symbol === "") return <span className="brand-icon" aria-hidden="true" />;
  if (slug === null) return <BrandIcon symbol={symbol} name={name} />;
  const path = paths.get(slug);
  if (path === undefined) return <span className="brand-icon" aria-hidden="true" />;
  return <BrandIcon symbol={path === null ? null : symbol} name={name} path={path ?? undefined} />;
}
