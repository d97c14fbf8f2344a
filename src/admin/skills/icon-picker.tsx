import type { UseFormRegisterReturn } from "react-hook-form";
import { BrandIcon } from "../../ui/brand-icon.tsx";
import { SKILL_ICONS, skillSymbol } from "../../ui/icon-keys.ts";

/** The icons a skill can have. One tab stop; arrow keys choose. */
export function IconPicker({
  stored,
  field,
}: {
  /** The stored key; an unknown one stays selectable. */
  stored: string;
  field: UseFormRegisterReturn;
}) {
  const unknown = stored !== "" && skillSymbol(stored) === null ? [stored] : [];
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="pb-1.5 font-semibold text-small text-soft">Icon</legend>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-5">
        {["", ...unknown, ...SKILL_ICONS.keys()].map((key) => (
          <label
            key={key}
            className="grid min-h-18 min-w-0 content-center justify-items-center gap-2 rounded border px-1 py-2 text-center text-small text-soft hover:border-line-strong has-checked:border-accent has-checked:bg-raised has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input type="radio" value={key} className="sr-only" {...field} />
            <BrandIcon symbol={skillSymbol(key)} />
            <span className="max-w-full truncate" title={key || undefined}>
              {key || "None"}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
