import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Resolver, useForm } from "react-hook-form";
import { toast } from "sonner";
import { refusalOf } from "../../account/password/password-rules.ts";
import { useUnsavedForm } from "../../forms/unsaved-form.ts";
import { useFormMerge } from "../../forms/use-form-merge.ts";
import { messageOf } from "../../lib/errors.ts";
import { useSubmitOnce } from "../../ui/hooks/use-submit-once.ts";
import { type WorkspaceUser, workspaceUserQuery } from "../shell/workspace-user.ts";
import {
  saveWorkspaceUserMutation,
  type WorkspaceUserValues,
  workspaceUserSchema,
} from "./workspace-user-api.ts";

/**
 * The form's values, unsaved input, conflicts with changes from other tabs and devices, and saving.
 */
export function useWorkspaceUserForm(user: WorkspaceUser | null) {
  const action = user ? "update" : "create";
  const form = useForm<WorkspaceUserValues>({
    resolver: zodResolver(workspaceUserSchema[action]) as Resolver<WorkspaceUserValues>,
    defaultValues: toValues(user),
  });
  const stored = toStored(user);
  const unsaved = useUnsavedForm(form, "workspace_users", stored.revision, { secrets: SECRETS });
  const { conflicts, takeTheirs, acceptSaved } = useFormMerge(form, stored, unsaved);
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
      if (values.password) {
        // Loaded on demand, because it has half a megabyte.
        const loading = import("../../account/password/estimate-password.ts");
        const estimator = await loading.catch(() => null);
        const known = `${values.email} ${values.username} ${location.hostname}`;
        const message = estimator && refusalOf(estimator.estimatePassword(values.password, known));
        if (message) return form.setError("password", { message }, { shouldFocus: true });
      }
      const request = { ...values, action } as const;
      await saving.mutateAsync({ request, sent: form.getValues() }).catch(() => {});
    }),
  );
  const { errors, isDirty } = form.formState;
  const isValid = Object.keys(errors).length === 0;
  return {
    form,
    errors,
    conflicts,
    takeTheirs,
    storedValues: stored.values,
    hasRestoredInput: unsaved.restored && isDirty,
    discard: unsaved.discard,
    submit,
    isSaving: saving.isPending,
    /** Why the last save failed, unless the form has errors to correct first. */
    saveError: isValid && saving.error ? messageOf(saving.error) : "",
  };
}

const SECRETS = ["password"] as const;

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
