import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Resolver, useForm } from "react-hook-form";
import { toast } from "sonner";
import { texts } from "../../../supabase/functions/workspace-user/contract.ts";
import { DifferenceList } from "../../forms/difference-list.tsx";
import { differencesOf } from "../../forms/field-difference.ts";
import { useUnsavedForm } from "../../forms/unsaved-form.ts";
import { useFormMerge } from "../../forms/use-form-merge.ts";
import { messageOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { useSubmitOnce } from "../../ui/hooks/use-submit-once.ts";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "./password-field.tsx";
import type { WorkspaceUser } from "./workspace-user-api.ts";
import { saveWorkspaceUserMutation, workspaceUserQuery } from "./workspace-user-queries.ts";
import { type WorkspaceUserValues, workspaceUserSchema } from "./workspace-user-schema.ts";

/** Creates the workspace user, or updates the existing one. */
export function WorkspaceUserForm({ user }: { user: WorkspaceUser | null }) {
  const action = user ? "update" : "create";
  const form = useForm<WorkspaceUserValues>({
    resolver: zodResolver(workspaceUserSchema[action]) as Resolver<WorkspaceUserValues>,
    defaultValues: toValues(user),
  });
  const stored = toStored(user);
  const unsaved = useUnsavedForm(form, "workspace_users", stored.revision, { secrets: SECRETS });
  const { conflicts, takeTheirs, acceptSaved } = useFormMerge(form, stored, unsaved);
  const { errors, isDirty } = form.formState;
  const client = useQueryClient();
  const saving = useMutation({
    ...saveWorkspaceUserMutation,
    onSuccess: (saved, { sent }) => {
      acceptSaved(sent, toStored(saved));
      client.setQueryData(workspaceUserQuery.queryKey, saved);
      toast.success(action === "create" ? "User created." : "User updated.");
    },
  });
  const submit = useSubmitOnce(
    form.handleSubmit(async (values) => {
      const request = { ...values, action } as const;
      await saving.mutateAsync({ request, sent: form.getValues() }).catch(() => {});
    }),
  );

  const nameMissing = [errors.email, errors.username].some(isNameRequired);
  const refused = isValid(errors) && saving.error ? messageOf(saving.error) : "";
  const failure = nameMissing ? texts.nameRequired : refused;
  return (
    <form className="grid gap-5" noValidate onSubmit={submit} aria-labelledby="account-heading">
      <h2 id="account-heading" className="text-body font-semibold">
        {user ? "Account" : "Create the workspace user"}
      </h2>
      {unsaved.restored && isDirty && (
        <Notice kind="info" action={<Button onClick={unsaved.discard}>Discard</Button>}>
          Your unsaved changes have been restored. Passwords are never kept.
        </Notice>
      )}
      {conflicts.length > 0 && (
        <>
          <Notice kind="info" action={<Button onClick={takeTheirs}>Take theirs</Button>}>
            The account was changed elsewhere in the meantime. Saving overwrites that change.
          </Notice>
          <DifferenceList
            differences={differencesOf(conflicts, NAMES, form.getValues(), stored.values)}
          />
        </>
      )}
      <TextField
        label={NAMES.email}
        type="email"
        required
        autoComplete="off"
        spellCheck={false}
        aria-invalid={errors.email && true}
        error={isNameRequired(errors.email) ? undefined : errors.email?.message}
        {...form.register("email")}
      />
      <TextField
        label={NAMES.username}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={errors.username && true}
        error={isNameRequired(errors.username) ? undefined : errors.username?.message}
        {...form.register("username")}
      />
      <PasswordField
        required={!user}
        hint={
          user
            ? "Leave blank to keep the current one. A new password ends every session."
            : "At least 8 characters."
        }
        error={errors.password?.message}
        {...form.register("password")}
      />
      {failure && <Notice>{failure}</Notice>}
      <Button
        type="submit"
        look="primary"
        className="justify-self-start"
        pending={saving.isPending}
      >
        {saving.isPending ? "Saving..." : user ? "Update User" : "Create User"}
      </Button>
    </form>
  );
}

const NAMES = { email: "Email", username: "Username", password: "Password" } as const;

const SECRETS = ["password"] as const;

const isValid = (errors: object) => Object.keys(errors).length === 0;

const isNameRequired = (error?: { message?: string }) => error?.message === texts.nameRequired;

/** The row has no revision; the time of its last update serves as one. */
function toStored(user: Pick<WorkspaceUser, "email" | "username" | "updated_at"> | null) {
  return { values: toValues(user), revision: user && Date.parse(user.updated_at) };
}

function toValues(user: Pick<WorkspaceUser, "email" | "username"> | null): WorkspaceUserValues {
  return {
    email: user?.email ?? "",
    username: user?.username ?? "",
    password: "",
  };
}
