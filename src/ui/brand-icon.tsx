import { siteAddress } from "../lib/site-address.ts";
import { librarySlug, MONOGRAM, monogramOf } from "./icon-keys.ts";
import sprite from "./icons/brands.svg?no-inline";

interface BrandIconProps {
  /** Symbol from `icon-keys.ts`; null for the gray square, empty for no icon. */
  symbol: string | null;
  /** Name from which a monogram is made. */
  name: string;
  /** Path data of a simple-icons icon that the site's sprite lacks. */
  path?: string | undefined;
}

/**
 * A brand icon in the current color, decorative because its name is shown beside it. The icons that
 * the owner chose from all of simple-icons are in `/icons.svg`, which the server generates.
 */
export function BrandIcon({ symbol, name, path }: BrandIconProps) {
  if (symbol === "") return null;
  if (symbol === null) return <span className="brand-icon brand-icon-unknown" aria-hidden="true" />;
  if (symbol === MONOGRAM) {
    return (
      <span className="brand-icon brand-icon-monogram" aria-hidden="true">
        {monogramOf(name)}
      </span>
    );
  }
  const slug = librarySlug(symbol);
  return (
    <svg className="brand-icon" viewBox={path && "0 0 24 24"} aria-hidden="true">
      {path ? (
        <path d={path} />
      ) : (
        <use href={slug ? `${siteAddress("/icons.svg")}#${slug}` : `${sprite}#${symbol}`} />
      )}
    </svg>
  );
}
