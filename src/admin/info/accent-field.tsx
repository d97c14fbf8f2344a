import { useWatch } from "react-hook-form";
import { contrastOf, GROUNDS, toAccent } from "../../content/accent.ts";
import { TextField } from "../../ui/field.tsx";
import type { InfoFormApi } from "./use-info-form.ts";

/** The accent color, and how it looks in both themes. */
export function AccentField({ form }: { form: InfoFormApi }) {
  const text = useWatch({ control: form.control, name: "accentColor" });
  const accent = toAccent(text);
  return (
    <div className="grid gap-3">
      <TextField
        label="Accent color"
        placeholder="#22d3ee"
        spellCheck={false}
        hint="A hex color for links, buttons and bars on your page. Empty for cyan. Adjusted where text would be hard to read."
        error={form.formState.errors.accentColor?.message}
        {...form.register("accentColor")}
      />
      {accent && (
        <ul className="flex flex-wrap gap-3" aria-label="Accent in both themes">
          {(["light", "dark"] as const).map((theme) => (
            <li
              key={theme}
              className="flex items-center gap-3 rounded border px-3 py-2 text-small"
              style={{ background: GROUNDS[theme], color: accent[theme].color }}
            >
              <span
                className="rounded px-2 py-0.5 font-semibold"
                style={{ background: accent[theme].color, color: accent[theme].on }}
              >
                {theme === "light" ? "Light" : "Dark"}
              </span>
              {accent[theme].color}, contrast{" "}
              {contrastOf(accent[theme].color, GROUNDS[theme]).toFixed(1)}:1
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
