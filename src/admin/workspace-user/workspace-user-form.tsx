import { PASSWORD_HINT } from "../../../shared/password.ts";
import { texts } from "../../../supabase/functions/workspace-user/contract.ts";
import { DifferenceList } from "../../forms/difference-list.tsx";
import { differencesOf } from "../../forms/field-difference.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { fieldOf } from "../../ui/field-of.ts";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import type { WorkspaceUser } from "../shell/workspace-user.ts";
import { useWorkspaceUserForm } from "./use-workspace-user-form.ts";

/** Creates the workspace user, or updates the existing one. */
export function WorkspaceUserForm({ user }: { user: WorkspaceUser | null }) {
  const state = useWorkspaceUserForm(user);
  const { form, errors, submit, isSaving } = state;
  const nameMissing = [errors.email, errors.username].some(isNameRequired);
  const failure = nameMissing ? texts.nameRequired : state.saveError;
  return (
    <form className="grid gap-5" noValidate onSubmit={submit} aria-labelledby="account-heading">
      <h2 id="account-heading" className="text-body font-semibold">
        {user ? "Account" : "Create the workspace user"}
      </h2>
      <EarlierChanges state={state} />
      <TextField
        label={NAMES.email}
        type="email"
        required
        autoComplete="off"
        spellCheck={false}
        aria-invalid={errors.email && true}
        {...form.register("email")}
        error={isNameRequired(errors.email) ? undefined : errors.email?.message}
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
            : PASSWORD_HINT
        }
        {...fieldOf(form, "password")}
      />
      {failure && <Notice>{failure}</Notice>}
      <Button type="submit" look="primary" className="justify-self-start" pending={isSaving}>
        {isSaving ? "Saving..." : user ? "Update User" : "Create User"}
      </Button>
    </form>
  );
}

/**
 * Shows input restored from the last visit, and conflicts with changes from other tabs and devices.
 */
function EarlierChanges({ state }: { state: ReturnType<typeof useWorkspaceUserForm> }) {
  const { form, conflicts, takeTheirs, storedValues, hasRestoredInput, discard } = state;
  return (
    <>
      {hasRestoredInput && (
        <Notice kind="info" action={<Button onClick={discard}>Discard</Button>}>
          Your unsaved changes have been restored. Passwords are never kept.
        </Notice>
      )}
      {conflicts.length > 0 && (
        <>
          <Notice kind="info" action={<Button onClick={takeTheirs}>Take theirs</Button>}>
            The account was changed in the meantime. Saving overwrites that change.
          </Notice>
          <DifferenceList
            differences={differencesOf(conflicts, NAMES, form.getValues(), storedValues)}
          />
        </>
      )}
    </>
  );
}

const NAMES = { email: "Email", username: "Username", password: "Password" } as const;

const isNameRequired = (error?: { message?: string }) => error?.message === texts.nameRequired;
