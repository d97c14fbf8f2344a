import { Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../../lib/errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox, SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Options } from "../../../ui/options.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import type { DriveFile } from "../file.ts";
import { useCreateShare } from "./sharing-queries.ts";

const DURATIONS = [
  [1, "1 day"],
  [7, "7 days"],
  [30, "30 days"],
  [90, "90 days"],
  [365, "1 year"],
] as const;

/** Characters of a link's password, as in the database. */
const PASSWORD_LENGTH = { least: 8, most: 200 };

/** Choices for the most bytes that a link receives; its files are counted as well. */
const SIZES = [
  [100 * 2 ** 20, "100 MB"],
  [2 ** 30, "1 GB"],
  [5 * 2 ** 30, "5 GB"],
] as const;
const COUNTS = [1, 10, 50, 200];

/** The form for a link; then the link itself, which cannot be shown again. */
export function NewLink({ file }: { file: DriveFile }) {
  const [receives, setReceives] = useState(false);
  const [days, setDays] = useState(30);
  const [password, setPassword] = useState("");
  const [allowsDownload, setAllowsDownload] = useState(true);
  const [limits, setLimits] = useState({ maxFiles: 10, maxBytes: 2 ** 30 });
  const [problem, setProblem] = useState<string>();
  const creating = useCreateShare();
  if (creating.data) {
    return <MadeLink token={creating.data} receives={receives} onAnother={creating.reset} />;
  }

  function submit(): void {
    const { least, most } = PASSWORD_LENGTH;
    const isWrong = password !== "" && (password.length < least || password.length > most);
    setProblem(isWrong ? `Use ${least} to ${most} characters.` : undefined);
    if (isWrong || creating.isPending) return;
    const share = { fileId: file.id, days, password, allowsDownload };
    creating.mutate({ ...share, receives: receives ? limits : null });
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
      {file.is_folder && <PurposeField receives={receives} onChange={setReceives} />}
      <p className="text-soft">{aboutLink(file, receives)}</p>
      <div className="grid gap-5 sm:grid-cols-3">
        <SelectField
          label="Valid for"
          value={days}
          onChange={({ target }) => setDays(Number(target.value))}
        >
          <Options of={DURATIONS} />
        </SelectField>
        {receives && (
          <>
            <SelectField
              label="Files at most"
              value={limits.maxFiles}
              onChange={({ target }) => setLimits({ ...limits, maxFiles: Number(target.value) })}
            >
              <Options of={COUNTS.map((count) => [count, `${count}`])} />
            </SelectField>
            <SelectField
              label="Together at most"
              value={limits.maxBytes}
              onChange={({ target }) => setLimits({ ...limits, maxBytes: Number(target.value) })}
            >
              <Options of={SIZES} />
            </SelectField>
          </>
        )}
      </div>
      <PasswordField
        label="Password (optional)"
        hint="Tell them the password by another way than the link."
        value={password}
        error={problem}
        onChange={({ target }) => setPassword(target.value)}
      />
      {!receives && (
        <Checkbox
          hint="Without it, there are no download buttons. What a browser shows can still be saved by someone who is determined to."
          checked={allowsDownload}
          onChange={({ target }) => setAllowsDownload(target.checked)}
        >
          Allow download
        </Checkbox>
      )}
      {creating.isError && <Notice>{messageOf(creating.error)}</Notice>}
      <Button
        type="submit"
        look="primary"
        className="justify-self-end"
        pending={creating.isPending}
      >
        {creating.isPending ? "Creating..." : "Create link"}
      </Button>
    </form>
  );
}

function aboutLink({ is_folder }: DriveFile, receives: boolean): string {
  if (receives) {
    return "Anybody with the link can send files into this folder. They see their own files only.";
  }
  return is_folder
    ? "Anybody with the link sees this folder and everything in it, now and later."
    : "Anybody with the link sees this file.";
}

interface PurposeFieldProps {
  receives: boolean;
  onChange: (receives: boolean) => void;
}

function PurposeField({ receives, onChange }: PurposeFieldProps) {
  return (
    <fieldset className="m-0 flex flex-wrap gap-x-6 p-0">
      <legend className="sr-only">What the link is for</legend>
      {[false, true].map((value) => (
        <label key={String(value)} className="flex min-h-10 items-center gap-3">
          <input
            type="radio"
            name="purpose"
            className="size-[1.125rem] accent-(--color-accent)"
            checked={receives === value}
            onChange={() => onChange(value)}
          />
          {value ? "Receive files" : "Show this folder"}
        </label>
      ))}
    </fieldset>
  );
}

interface MadeLinkProps {
  token: string;
  receives: boolean;
  onAnother: () => void;
}

function MadeLink({ token, receives, onAnother }: MadeLinkProps) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const [page] = location.href.split("#");
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  function copy(): void {
    field.current?.select();
    // Absent on pages without TLS.
    const copying = navigator.clipboard?.writeText(field.current?.value ?? "");
    copying?.then(
      () => setCopied(true),
      () => {},
    );
  }
  return (
    <div className="grid gap-5">
      <div className="flex items-end gap-2">
        <TextField
          ref={field}
          label="Link"
          wrap="flex-1"
          readOnly
          dir="ltr"
          value={`${page}#/${receives ? "send" : "share"}/${token}`}
          onFocus={({ target }) => target.select()}
        />
        <Button look="primary" icon={<Copy />} onClick={copy}>
          Copy
        </Button>
      </div>
      <Notice kind={copied ? "success" : "info"}>
        {copied
          ? "Copied. The link cannot be shown again."
          : "Copy the link now: it cannot be shown again, because only a hash of it is stored."}
      </Notice>
      <Button className="justify-self-start" onClick={onAnother}>
        Create another link
      </Button>
    </div>
  );
}
