import type { ReactNode } from "react";
import { formatSize } from "../../../lib/file-size.ts";
import { formatCount, formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { CheckedArchive } from "./use-restore.ts";

interface ConfirmRestoreProps {
  checked: CheckedArchive;
  problem: string;
  canceled: boolean;
  onStart: () => void;
  onReset: () => void;
}

/** Shows the contents of an archive before it is restored. */
export function ConfirmRestore(props: ConfirmRestoreProps) {
  const { checked, problem, canceled, onStart, onReset } = props;
  const { file, archive, replacesContent } = checked;
  return (
    <div className="grid gap-5">
      <dl className="m-0 grid gap-2 rounded border bg-surface p-4">
        <Fact name="Archive">
          <bdi>{file.name}</bdi>, {formatSize(file.size)}
        </Fact>
        <Fact name="Made on">{formatDateTime(archive.createdAt)}</Fact>
        <Fact name="Holds">
          {formatCount(archive.rows)} rows and {formatCount(archive.files)} files (
          {formatSize(archive.fileBytes)})
        </Fact>
        <AccountFacts accounts={archive.accounts} />
      </dl>
      {replacesContent && (
        <Notice kind="info">
          This site already has content besides the sample. The restore deletes it.
        </Notice>
      )}
      {problem && <Notice>{problem}</Notice>}
      {canceled && <Notice kind="info">Canceled. Nothing was changed.</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button look="primary" autoFocus onClick={onStart}>
          Restore
        </Button>
        <Button onClick={onReset}>Choose another file</Button>
      </div>
    </div>
  );
}

/** Lists the accounts that the restore creates, with their passwords unchanged. */
function AccountFacts({ accounts }: Pick<CheckedArchive["archive"], "accounts">) {
  if (!accounts) return <Fact name="Accounts">Shown after the restore.</Fact>;
  return (
    <>
      <Fact name="Owner">
        {accounts.owner === null ? "None. You create one afterwards." : <bdi>{accounts.owner}</bdi>}
      </Fact>
      <Fact name="Workspace">
        {accounts.workspace === null ? "No user" : <bdi>{accounts.workspace}</bdi>}
      </Fact>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_1fr] gap-3 text-note">
      <dt className="text-soft">{name}</dt>
      <dd className="m-0 min-w-0 [overflow-wrap:anywhere] tabular-nums">{children}</dd>
    </div>
  );
}
