import { useMutation } from "@tanstack/react-query";
import { useCallback, useDeferredValue } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { Portfolio } from "../../content/portfolio.ts";
import { useUnsavedForm } from "../../forms/unsaved-form.ts";
import { messageOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { fieldOf } from "../../ui/field-of.ts";
import { Notice } from "../../ui/notice.tsx";
import type { StoredValue } from "../shell/info-rows.ts";
import { SmallPreview } from "../shell/small-preview.tsx";

/** The first step: the owner's name, beside the page, which shows it while it is typed. */
export function NameStep({ stored, onSaved }: { stored: StoredValue; onSaved: () => void }) {
  const form = useForm({ defaultValues: { name: "" } });
  const unsaved = useUnsavedForm(form, "first name", stored.revision, { place: "page" });
  // Typing stays responsive while the page is rendered.
  const name = useDeferredValue(useWatch({ control: form.control, name: "name" }).trim());
  const change = useCallback(
    ({ info, ...page }: Portfolio) => {
      return { ...page, info: name ? { ...info, displayName: name } : info };
    },
    [name],
  );
  const saving = useMutation({
    mutationFn: async (value: string) => {
      const { saveInfo } = await import("../shell/info-rows.ts");
      await saveInfo({ displayName: { value, revision: stored.revision } });
    },
    meta: { changes: [["personal_info"]] },
    onSuccess: () => {
      unsaved.markSaved();
      onSaved();
    },
  });
  const submit = form.handleSubmit((values) => {
    if (!saving.isPending) saving.mutate(values.name.trim());
  });
  return (
    <div className="grid gap-6 rounded border bg-surface p-4 sm:p-5 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <form noValidate className="grid content-start gap-4" onSubmit={submit}>
        <TextField
          label="Your name"
          autoComplete="name"
          hint="The largest words of your page, and its title in search results."
          {...fieldOf(form, "name", {
            validate: (value) => value.trim() !== "" || "Please enter your name.",
          })}
        />
        {saving.isError && <Notice>Your name was not saved: {messageOf(saving.error)}</Notice>}
        <Button
          type="submit"
          look="primary"
          className="justify-self-start"
          pending={saving.isPending}
        >
          {saving.isPending ? "Saving..." : "Save Name"}
        </Button>
      </form>
      <SmallPreview change={change} />
    </div>
  );
}
