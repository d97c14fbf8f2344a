import { Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../../lib/errors.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
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

/** The form for a link; then the link itself, which cannot be shown again. */
export function NewLink({ file }: { file: DriveFile }) {
  const [days, setDays] = useState(30);
  const [password, setPassword] = useState("");
  const [allowsDownload, setAllowsDownload] = useState(true);
  const [problem, setProblem] = useState<string>();
  const creating = useCreateShare();
  if (creating.data) return <MadeLink token={creating.data} onAnother={creating.reset} />;

  function submit(): void {
    const { least, most } = PASSWORD_LENGTH;
    const isWrong = password !== "" && (password.length < least || password.length > most);
    setProblem(isWrong ? `Use ${least} to ${most} characters.` : undefined);
    if (isWrong || creating.isPending) return;
    creating.mutate({ fileId: file.id, days, password, allowsDownload });
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
      <p className="text-soft">
        {file.is_folder
          ? "Anybody with the link sees this folder and everything in it, now and later."
          : "Anybody with the link sees this file."}
      </p>
      <SelectField
        label="Valid for"
        value={days}
        onChange={({ target }) => setDays(Number(target.value))}
      >
        {DURATIONS.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <PasswordField
        label="Password (optional)"
        hint="Give it to them on another way than the link."
        value={password}
        error={problem}
        onChange={({ target }) => setPassword(target.value)}
      />
      <div>
        <label className="flex min-h-10 items-center gap-3">
          <input
            type="checkbox"
            className="size-[1.125rem] accent-(--color-accent)"
            checked={allowsDownload}
            aria-describedby="view-only"
            onChange={({ target }) => setAllowsDownload(target.checked)}
          />
          Allow download
        </label>
        <p id="view-only" className="text-small text-soft">
          Without it, there are no download buttons. What a browser shows can still be saved by
          someone who is determined to.
        </p>
      </div>
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

function MadeLink({ token, onAnother }: { token: string; onAnother: () => void }) {
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
          value={`${page}#/share/${token}`}
          onFocus={({ target }) => target.select()}
        />
        <Button look="primary" icon={<Copy aria-hidden="true" />} onClick={copy}>
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
