import sprite from "./icons/brands.svg?no-inline";

/**
 * A brand icon in the current color, or the gray square for null. Decorative: its name is shown
 * next to it. `icon-keys.ts` maps an icon key to a symbol.
 */
export function BrandIcon({ symbol }: { symbol: string | null }) {
  if (symbol === null) return <span className="brand-icon brand-icon-unknown" aria-hidden="true" />;
  return (
    <svg className="brand-icon" aria-hidden="true">
      <use href={`${sprite}#${symbol}`} />
    </svg>
  );
}
