import { useMutation } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useUnsavedForm } from "../../forms/unsaved-form.ts";
import { messageOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { fieldOf } from "../../ui/field-of.ts";
import { Notice } from "../../ui/notice.tsx";
import type { StoredValue } from "../shell/info-rows.ts";
import type { Step } from "../shell/missing-steps.ts";

export type FirstStep = Step & { id: "displayName" | "tagline" };

interface FirstFieldProps {
  step: FirstStep;
  stored: StoredValue;
  /** Whether the field before was saved, so that this one takes the focus. */
  isNext: boolean;
  onType: (text: string) => void;
  onSaved: () => void;
}

/** A first step that is one value of General Info. */
export function FirstField({ step, stored, isNext, onType, onSaved }: FirstFieldProps) {
  const { id, name, text } = step;
  const heading = useId();
  const form = useForm({ defaultValues: { text: "" } });
  const { setFocus } = form;
  const unsaved = useUnsavedForm(form, `first step ${id}`, stored.revision, { place: "page" });
  const typed = useWatch({ control: form.control, name: "text" }).trim();
  useEffect(() => onType(typed), [onType, typed]);
  useEffect(() => {
    if (isNext) setFocus("text");
  }, [isNext, setFocus]);
  const saving = useMutation({
    mutationFn: async () => {
      const { saveInfo } = await import("../shell/info-rows.ts");
      await saveInfo({ [id]: { value: typed, revision: stored.revision } });
    },
    meta: { changes: [["personal_info"]] },
    onSuccess: () => {
      unsaved.markSaved();
      onSaved();
    },
  });
  return (
    <form
      noValidate
      aria-labelledby={heading}
      className="grid content-start gap-4"
      onSubmit={(event) => {
        void form.handleSubmit(() => !saving.isPending && saving.mutate())(event);
      }}
    >
      <h3 id={heading} className="text-body font-semibold">
        {name}
      </h3>
      <TextField
        label={LABELS[id]}
        hint={text}
        autoComplete={id === "displayName" ? "name" : "off"}
        {...fieldOf(form, "text", { validate: (value) => value.trim() !== "" || EMPTY[id] })}
      />
      {saving.isError && <Notice>It was not saved: {messageOf(saving.error)}</Notice>}
      <Button
        type="submit"
        look="primary"
        className="justify-self-start"
        pending={saving.isPending}
      >
        {saving.isPending ? "Saving..." : "Save and Continue"}
      </Button>
    </form>
  );
}

const LABELS = { displayName: "Display name", tagline: "Tagline" };

const EMPTY = { displayName: "Please enter your name.", tagline: "Please enter a few words." };
