import { CONTROL, Field } from "../../ui/field.tsx";
import type { KindForm } from "../entries/kind-form.ts";

/** The level in percent: a number field and a slider, kept in sync. */
export function LevelField({ form }: { form: KindForm<"skills">["form"] }) {
  const { register, setValue, watch, formState } = form;
  return (
    <Field label="Level" required error={formState.errors.level?.message}>
      {(wiring) => (
        <div className="flex items-center gap-3">
          <input
            {...wiring}
            type="number"
            inputMode="numeric"
            min={0}
            max={100}
            step={1}
            required
            className={`${CONTROL} h-10 max-w-20 px-3 tabular-nums`}
            {...register("level")}
          />
          <input
            type="range"
            aria-label="Level, by slider"
            min={0}
            max={100}
            className="h-10 min-w-0 flex-1 accent-accent"
            value={Number(watch("level")) || 0}
            onChange={({ target }) =>
              setValue("level", target.value, { shouldDirty: true, shouldValidate: true })
            }
          />
        </div>
      )}
    </Field>
  );
}
