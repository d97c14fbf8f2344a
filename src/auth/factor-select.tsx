import type { ComponentProps } from "react";
import { SelectField } from "../ui/field.tsx";

/** An authenticator app. */
export interface NamedFactor {
  id: string;
  name: string;
}

type FactorSelectProps = { factors: readonly NamedFactor[]; label?: string } & Omit<
  ComponentProps<typeof SelectField>,
  "label" | "children"
>;

/** Selects the authenticator app whose code is entered; renders nothing for a single app. */
export function FactorSelect(props: FactorSelectProps) {
  const { factors, label = "Confirm with", ...field } = props;
  if (factors.length < 2) return null;
  return (
    <SelectField label={label} {...field}>
      {factors.map(({ id, name }) => (
        <option key={id} value={id}>
          {name || "Unnamed"}
        </option>
      ))}
    </SelectField>
  );
}
