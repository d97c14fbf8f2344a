import sprite from "./icons/brands.svg?no-inline";

/**
 * A brand icon in the current colour, or the grey square for null. Decorative: the name stands
 * beside it. `icon-keys.ts` turns an icon key into a symbol.
 */
export function BrandIcon({ symbol }: { symbol: string | null }) {
  if (symbol === null) return <span className="brand-icon brand-icon-unknown" aria-hidden="true" />;
  return (
    <svg className="brand-icon" aria-hidden="true">
      <use href={`${sprite}#${symbol}`} />
    </svg>
  );
}
