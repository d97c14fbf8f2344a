import { useState } from "react";
import { messageOf } from "../../../lib/errors.ts";
import { formatSize } from "../../../lib/file-size.ts";
import { formatCount, formatDate, formatDateTime } from "../../../lib/format.ts";
import { askToConfirm } from "../../../ui/browser-dialogs.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useRenewShare, useRevokeShare } from "./change-links.ts";
import { EditLink } from "./edit-link.tsx";
import { LinkAddress } from "./link-address.tsx";
import type { ShareLink } from "./sharing-api.ts";
import { isExpired } from "./sharing-queries.ts";

interface LinkListProps {
  links: readonly ShareLink[];
  /** Whether each line begins with the name of the shared file. */
  named?: boolean;
}

/** Links with their state and last use, which can be changed and revoked. */
export function LinkList({ links, named = false }: LinkListProps) {
  return (
    <div className="grid gap-3">
      <p className="text-small text-soft">
        Addresses are not stored. “New address” makes one to copy; the earlier one stops working.
      </p>
      <ul className="m-0 list-none p-0">
        {links.map((link) => (
          <LinkItem key={link.id} link={link} named={named} />
        ))}
      </ul>
    </div>
  );
}

function LinkItem({ link, named }: { link: ShareLink; named: boolean }) {
  const [isEdited, setEdited] = useState(false);
  const renewing = useRenewShare();
  const revoking = useRevokeShare();
  const { id, name, label } = link;
  const failure = renewing.error ?? revoking.error;
  const to = label ? `${name}, ${label}` : name;
  return (
    <li className="grid gap-2 border-b py-2.5 first:border-t">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          {(named || label) && (
            <p dir="auto" className="text-start font-semibold [overflow-wrap:anywhere]">
              {[...(named ? [name] : []), ...(label ? [label] : [])].join(" · ")}
            </p>
          )}
          <p className="text-small text-soft">{stateOf(link)}</p>
          <p className="text-small text-soft">
            Created {formatDate(link.createdAt)} ·{" "}
            {link.lastUsedAt ? `Last used ${formatDateTime(link.lastUsedAt)}` : "Not used yet"}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            aria-label={`Edit the link to ${to}`}
            aria-expanded={isEdited}
            onClick={() => setEdited(!isEdited)}
          >
            Edit
          </Button>
          <Button
            aria-label={`New address for the link to ${to}`}
            pending={renewing.isPending}
            onClick={() => renewing.mutate(id)}
          >
            New address
          </Button>
          <Button
            look="danger"
            aria-label={`Revoke the link to ${to}`}
            pending={revoking.isPending}
            onClick={() => askToConfirm(QUESTION) && revoking.mutate(id)}
          >
            Revoke
          </Button>
        </div>
      </div>
      {failure && <Notice>{messageOf(failure)}</Notice>}
      {renewing.data && (
        <LinkAddress key={renewing.data} token={renewing.data} receives={link.maxFiles !== null} />
      )}
      {isEdited && <EditLink link={link} onClose={() => setEdited(false)} />}
    </li>
  );
}

const QUESTION = "Revoke this link? It stops working within a minute and cannot be restored.";

function stateOf(link: ShareLink): string {
  return [
    isExpired(link) ? "Expired" : `Until ${formatDate(link.expiresAt)}`,
    ...(link.isTrashed ? ["in the trash, so it does not open"] : []),
    link.maxFiles !== null && link.maxBytes !== null
      ? `receives ${formatCount(link.maxFiles)} files, ${formatSize(link.maxBytes)}`
      : link.allowsDownload
        ? "with download"
        : "view only",
    ...(link.hasPassword ? ["with a password"] : []),
  ].join(", ");
}
