import { type ChangeEvent, type ReactNode, useState } from "react";
import { messageOf } from "../../../lib/errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox, SelectField, TextAreaField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Options } from "../../../ui/options.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import type { LinkDraft } from "./change-links.ts";

export const DURATIONS = [
  [1, "1 day"],
  [7, "7 days"],
  [30, "30 days"],
  [90, "90 days"],
  [365, "1 year"],
] as const;

const ORDERS = [
  ["name", "Name, A to Z"],
  ["-name", "Name, Z to A"],
  ["-updated_at", "Newest first"],
  ["updated_at", "Oldest first"],
  ["-size", "Largest first"],
  ["size", "Smallest first"],
] as const;

/** Characters of a link's password, as in the database. */
const PASSWORD_LENGTH = { least: 8, most: 200 };

interface LinkFormProps {
  initial: LinkDraft;
  durations: readonly (readonly [number, string])[];
  isFolder: boolean;
  receives: boolean;
  /** Whether the link has a password that can be replaced or removed. */
  hasPassword?: boolean;
  saving: { isPending: boolean; error: Error | null };
  /** Texts of the button, and while the link is saved. */
  texts: readonly [string, string];
  onSave: (draft: LinkDraft) => void;
  /** Undefined where the form cannot be closed. */
  onCancel?: () => void;
  /** Further fields beside the validity. */
  children?: ReactNode;
}

/** The properties of a link that can be chosen at first and changed later. */
export function LinkForm(props: LinkFormProps) {
  const { initial, isFolder, receives, hasPassword = false, saving, texts } = props;
  const [draft, setDraft] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const change = (part: Partial<LinkDraft>) => setDraft({ ...draft, ...part });
  const text = (key: "label" | "title" | "note" | "sorting") => ({
    value: draft[key],
    onChange: ({ target }: ChangeEvent<{ value: string }>) => change({ [key]: target.value }),
  });

  function submit(): void {
    const { least, most } = PASSWORD_LENGTH;
    const length = draft.password?.length || least;
    const isWrong = length < least || length > most;
    setProblem(isWrong ? `Use ${least} to ${most} characters.` : undefined);
    if (!isWrong && !saving.isPending) props.onSave(draft);
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid gap-5 sm:grid-cols-3">
        <SelectField
          label="Valid for"
          value={draft.days}
          onChange={({ target }) => change({ days: Number(target.value) })}
        >
          <Options of={props.durations} />
        </SelectField>
        {props.children}
      </div>
      {hasPassword && (
        <Checkbox
          checked={draft.password !== null}
          onChange={({ target }) => change({ password: target.checked ? "" : null })}
        >
          Ask for a password
        </Checkbox>
      )}
      {draft.password !== null && (
        <PasswordField
          label={hasPassword ? "New password (optional)" : "Password (optional)"}
          hint="Tell them the password by another way than the link."
          value={draft.password}
          error={problem}
          onChange={({ target }) => change({ password: target.value })}
        />
      )}
      {!receives && (
        <Checkbox
          hint="Without it, there are no download buttons. What a browser shows can still be saved by someone who is determined to."
          checked={draft.allowsDownload}
          onChange={({ target }) => change({ allowsDownload: target.checked })}
        >
          Allow download
        </Checkbox>
      )}
      <details open={[initial.label, initial.title, initial.note].some(Boolean)}>
        <summary className="min-h-10 py-2 text-note font-semibold text-soft">
          Label, title and note
        </summary>
        <div className="mt-2 grid gap-5">
          <TextField
            label="Label (optional)"
            hint="For you only, such as “for Ana”."
            maxLength={100}
            {...text("label")}
          />
          <TextField label="Title on the page (optional)" maxLength={200} {...text("title")} />
          <TextAreaField
            label="Note on the page (optional)"
            hint={receives ? "Say which files you want." : undefined}
            rows={2}
            maxLength={2000}
            {...text("note")}
          />
          {isFolder && !receives && (
            <SelectField label="Order on the page" {...text("sorting")}>
              <Options of={ORDERS} />
            </SelectField>
          )}
        </div>
      </details>
      {saving.error && <Notice>{messageOf(saving.error)}</Notice>}
      <div className="flex justify-end gap-2">
        {props.onCancel && <Button onClick={props.onCancel}>Cancel</Button>}
        <Button type="submit" look="primary" pending={saving.isPending}>
          {texts[saving.isPending ? 1 : 0]}
        </Button>
      </div>
    </form>
  );
}
