import type { UseFormRegisterReturn } from "react-hook-form";
import { SelectField } from "../../ui/field.tsx";
import { VISIBILITY_LABELS } from "./arrange/arrangement.ts";

/** Who sees an entry. @param note what the choice does not cover. */
export function VisibilityField({
  note,
  ...field
}: UseFormRegisterReturn & { error: string | undefined; note?: string }) {
  return (
    <SelectField
      label="Visibility"
      hint={`Drafts are shown in the preview only, hidden entries nowhere.${note ? ` ${note}` : ""}`}
      {...field}
    >
      {Object.entries(VISIBILITY_LABELS).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
