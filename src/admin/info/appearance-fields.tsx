import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Controller, useWatch } from "react-hook-form";
import { contrastOf, GROUNDS, toAccent } from "../../content/accent.ts";
import { sanitizeSvgInBrowser } from "../../lib/sanitize/sanitize-svg-browser.ts";
import { BUILT_IN_ICON, paintCyan } from "../../lib/sanitize/svg-policy.ts";
import { SelectField, TextAreaField, TextField } from "../../ui/field.tsx";
import { fieldOf } from "../../ui/field-of.ts";
import { projectPicturesQuery } from "./info-api.ts";
import { NOTHING_SAFE } from "./info-schema.ts";
import type { InfoFormApi } from "./use-info-form.ts";

/** A field for an icon's SVG code, with a preview in a browser tab. */
export function FaviconField(props: {
  form: InfoFormApi;
  name: "faviconSvg" | "workspaceFaviconSvg" | "adminFaviconSvg";
  label: string;
}) {
  const { form, name, label } = props;
  const [text, siteIcon] = useWatch({ control: form.control, name: [name, "faviconSvg"] });
  const shown = text.trim() === "" ? siteIcon : text;
  const address = useMemo(() => addressOf(shown), [shown]);
  const problem = form.formState.errors[name]?.message ?? (address ? undefined : NOTHING_SAFE);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-4">
      <TextAreaField
        label={label}
        rows={3}
        spellCheck={false}
        wrap="[&_textarea]:font-mono [&_textarea]:text-small"
        error={problem}
        {...form.register(name)}
      />
      <div className="flex items-start gap-2 pt-7">
        {[16, 32].map((size) => (
          <span key={size} className="grid size-12 place-items-center rounded border bg-ground">
            {address && (
              <img
                src={address}
                width={size}
                height={size}
                alt={`${label} at ${size} pixels${shown.trim() === "" ? ", built in" : ""}`}
              />
            )}
          </span>
        ))}
      </div>
    </div>
  );
}

/** A `data:` URL of the sanitized icon; null when the sanitized SVG is empty. */
function addressOf(text: string): string | null {
  const safe = text.trim() === "" ? BUILT_IN_ICON : sanitizeSvgInBrowser(text);
  return safe && `data:image/svg+xml,${encodeURIComponent(paintCyan(safe))}`;
}

/** A field for the accent color, with a preview in both themes. */
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
        {...fieldOf(form, "accentColor")}
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

/** Selects the picture of the first screen: the portrait or the picture of a project. */
export function HeroPictureField({ form }: { form: InfoFormApi }) {
  const { data: projects = [] } = useQuery(projectPicturesQuery);
  return (
    <Controller
      control={form.control}
      name="heroPicture"
      render={({ field }) => (
        <SelectField
          label="Picture on the first screen"
          hint="A project's picture is shown while the project is."
          {...field}
        >
          <option value="">Your profile picture</option>
          {projects.map(({ id, name, image_url }) => (
            <option key={id} value={image_url ?? ""}>
              {name}
            </option>
          ))}
          {field.value && !projects.some(({ image_url }) => image_url === field.value) && (
            <option value={field.value}>A picture no project has</option>
          )}
        </SelectField>
      )}
    />
  );
}
