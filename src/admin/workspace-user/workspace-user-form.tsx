import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { toast } from "sonner";
import { texts } from "../../../supabase/functions/workspace-user/contract.ts";
import { useUnsavedForm } from "../../forms/unsaved-form.ts";
import { messageOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "./password-field.tsx";
import type { WorkspaceUser } from "./workspace-user-api.ts";
import { saveWorkspaceUserMutation, workspaceUserQuery } from "./workspace-user-queries.ts";
import { type WorkspaceUserValues, workspaceUserSchema } from "./workspace-user-schema.ts";

/** Creates the workspace user, or changes the one there is. */
export function WorkspaceUserForm({ user }: { user: WorkspaceUser | null }) {
  const action = user ? "update" : "create";
  const form = useForm<WorkspaceUserValues>({
    resolver: zodResolver(workspaceUserSchema[action]) as Resolver<WorkspaceUserValues>,
    defaultValues: toValues(user),
  });
  const version = user ? Date.parse(user.updated_at) : null;
  const unsaved = useUnsavedForm(form, "workspace_users", version, { secrets: SECRETS });
  const { errors, isDirty } = form.formState;
  const client = useQueryClient();
  const saving = useMutation({
    ...saveWorkspaceUserMutation,
    onSuccess: (saved) => {
      client.setQueryData(workspaceUserQuery.queryKey, saved);
      unsaved.markSaved();
      form.reset(toValues(saved));
      toast.success(action === "create" ? "User created." : "User updated.");
    },
  });
  const busy = useRef(false);

  const shown = useRef(version);
  useEffect(() => {
    // A form nobody has touched follows what is stored.
    if (isDirty || version === shown.current) return;
    shown.current = version;
    form.reset(toValues(user));
  }, [form, user, version, isDirty]);

  const submit = form.handleSubmit(async (values) => {
    // The button is disabled a render later; two Enters in one go must still save once.
    if (busy.current) return;
    busy.current = true;
    await saving.mutateAsync({ ...values, action }).catch(() => {});
    busy.current = false;
  });

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
          What you had typed is back. Passwords are never kept.
        </Notice>
      )}
      {isDirty && version !== unsaved.baseRevision && (
        <Notice kind="info" action={<Button onClick={unsaved.discard}>Show it</Button>}>
          The account was changed elsewhere in the meantime. Saving replaces that.
        </Notice>
      )}
      <TextField
        label="Email"
        type="email"
        required
        autoComplete="off"
        spellCheck={false}
        aria-invalid={errors.email && true}
        error={isNameRequired(errors.email) ? undefined : errors.email?.message}
        {...form.register("email")}
      />
      <TextField
        label="Username"
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

const SECRETS = ["password"] as const;

const isValid = (errors: object) => Object.keys(errors).length === 0;

const isNameRequired = (error?: { message?: string }) => error?.message === texts.nameRequired;

function toValues(user: Pick<WorkspaceUser, "email" | "username"> | null): WorkspaceUserValues {
  return {
    email: user?.email ?? "",
    username: user?.username ?? "",
    password: "",
  };
}
