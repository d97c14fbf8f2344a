import type { UseFormRegisterReturn } from "react-hook-form";
import { SelectField } from "../../ui/field.tsx";

/** Who sees an entry. @param note what the choice does not cover. */
export function VisibilityField({
  note,
  ...field
}: UseFormRegisterReturn & { error: string | undefined; note?: string }) {
  return (
    <SelectField
      label={VISIBILITY_NAME.label}
      hint={`Drafts are shown in the preview only, hidden entries nowhere.${note ? ` ${note}` : ""}`}
      {...field}
    >
      {Object.entries(LABELS).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

const LABELS: Record<string, string> = { public: "Public", draft: "Draft", hidden: "Hidden" };

/** The field's name where differences are listed. */
export const VISIBILITY_NAME = {
  label: "Visibility",
  show: (value: string) => LABELS[value] ?? value,
};
