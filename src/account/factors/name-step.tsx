import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { NAME_MAX_LENGTH } from "../../../shared/limits.ts";
import type { Area } from "../../lib/area.ts";
import { messageOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { useSubmitOnce } from "../../ui/hooks/use-submit-once.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Enrollment } from "./factors-api.ts";
import { enrollMutation } from "./factors-queries.ts";

/** Names a new authenticator app, so that several can be told apart. */
export function NameStep({
  area,
  onEnrolled,
  onCancel,
}: {
  area: Area;
  onEnrolled: (enrollment: Enrollment) => void;
  onCancel: () => void;
}) {
  const form = useForm({ defaultValues: { name: "" } });
  const { errors } = form.formState;
  const enrolling = useMutation(enrollMutation(area));
  const submit = useSubmitOnce(
    form.handleSubmit(async ({ name }) => {
      const enrollment = await enrolling.mutateAsync(name.trim()).catch(() => null);
      if (enrollment) onEnrolled(enrollment);
    }),
  );
  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <TextField
        label="Name"
        required
        autoComplete="off"
        hint="Where the app is, such as “Phone” or “Tablet”."
        error={errors.name?.message}
        {...form.register("name", {
          validate: (name) =>
            name.trim() === ""
              ? "Please enter a name."
              : [...name.trim()].length <= NAME_MAX_LENGTH ||
                `Please use at most ${NAME_MAX_LENGTH} characters.`,
        })}
      />
      {enrolling.error && <Notice>{messageOf(enrolling.error)}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" pending={enrolling.isPending}>
          {enrolling.isPending ? "Preparing..." : "Continue"}
        </Button>
      </div>
    </form>
  );
}
