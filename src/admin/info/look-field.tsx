import { useCallback, useDeferredValue } from "react";
import { useWatch } from "react-hook-form";
import { DEFAULT_LOOK, LOOK_NAMES, LOOKS } from "../../../shared/looks.ts";
import type { Portfolio } from "../../content/portfolio.ts";
import { SelectField } from "../../ui/field.tsx";
import { SmallPreview } from "../shell/small-preview.tsx";
import type { InfoFormApi } from "./use-info-form.ts";

/** Selects the typefaces of the page; a choice that is not saved is shown in both themes. */
export function LookField({ form }: { form: InfoFormApi }) {
  const watched = useWatch({ control: form.control, name: ["look", "accentColor"] });
  const [look, accentColor] = useDeferredValue(watched);
  const change = useCallback(
    ({ info, ...page }: Portfolio) => ({ ...page, info: { ...info, look, accentColor } }),
    [look, accentColor],
  );
  const isChanged = form.formState.dirtyFields.look;
  return (
    <div className="grid gap-3">
      <SelectField
        label="Look"
        hint="The typefaces of your page, of your CV and of the share image, with their sizes and lines."
        {...form.register("look")}
      >
        {LOOK_NAMES.map((name) => (
          <option key={name} value={name === DEFAULT_LOOK ? "" : name}>
            {LOOKS[name].label}
          </option>
        ))}
      </SelectField>
      {isChanged && (
        <div className="grid gap-3 xl:grid-cols-2">
          <SmallPreview change={change} theme="light" />
          <SmallPreview change={change} theme="dark" />
        </div>
      )}
    </div>
  );
}
