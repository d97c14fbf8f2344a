import { useMemo } from "react";
import { useWatch } from "react-hook-form";
import { sanitizeSvgInBrowser } from "../../lib/sanitize/sanitize-svg-browser.ts";
import { BUILT_IN_ICON, paintCyan } from "../../lib/sanitize/svg-policy.ts";
import { TextAreaField } from "../../ui/field.tsx";
import { NOTHING_SAFE } from "./info-schema.ts";
import type { InfoFormApi } from "./use-info-form.ts";

/** The SVG code of an icon and a preview of it in a browser tab. */
export function FaviconField({
  form,
  name,
  label,
}: {
  form: InfoFormApi;
  name: "faviconSvg" | "workspaceFaviconSvg" | "adminFaviconSvg";
  label: string;
}) {
  const text = useWatch({ control: form.control, name });
  const address = useMemo(() => addressOf(text), [text]);
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
                alt={`${label} at ${size} pixels${text.trim() === "" ? ", built in" : ""}`}
              />
            )}
          </span>
        ))}
      </div>
    </div>
  );
}

/** A `data:` URL of the sanitized icon; null when nothing safe is left of it. */
function addressOf(text: string): string | null {
  const safe = text.trim() === "" ? BUILT_IN_ICON : sanitizeSvgInBrowser(text);
  return safe && `data:image/svg+xml,${encodeURIComponent(paintCyan(safe))}`;
}
