import type { ComponentProps } from "react";
import { SelectField } from "../../ui/field.tsx";
import type { NamedFactor } from "./factors-api.ts";

type FactorSelectProps = { factors: readonly NamedFactor[] } & Omit<
  ComponentProps<typeof SelectField>,
  "label" | "children"
>;

/** Selects the authenticator app whose code is entered; renders nothing for a single app. */
export function FactorSelect({ factors, ...field }: FactorSelectProps) {
  if (factors.length < 2) return null;
  return (
    <SelectField label="Confirm with" {...field}>
      {factors.map(({ id, name }) => (
        <option key={id} value={id}>
          {name || "Unnamed"}
        </option>
      ))}
    </SelectField>
  );
}
