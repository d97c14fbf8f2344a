import { messageOf } from "../../../lib/errors.ts";
import { formatSize } from "../../../lib/file-size.ts";
import { formatCount, formatDate, formatDateTime } from "../../../lib/format.ts";
import { askToConfirm } from "../../../ui/browser-dialogs.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { ShareLink } from "./sharing-api.ts";
import { useRevokeShare } from "./sharing-queries.ts";

interface LinkListProps {
  links: readonly ShareLink[];
  /** Whether each line begins with the name of the shared file. */
  named?: boolean;
}

/** Links with their state and last use, each with a button that revokes it. */
export function LinkList({ links, named = false }: LinkListProps) {
  const revoking = useRevokeShare();
  return (
    <div className="grid gap-3">
      {revoking.isError && <Notice>{messageOf(revoking.error)}</Notice>}
      <ul className="m-0 list-none p-0">
        {links.map((link) => (
          <li key={link.id} className="flex items-center gap-3 border-b py-2.5 first:border-t">
            <div className="min-w-0 flex-1">
              {named && (
                <p dir="auto" title={link.name} className="truncate text-start font-semibold">
                  {link.name}
                </p>
              )}
              <p className="text-small text-soft">{stateOf(link)}</p>
              <p className="text-small text-soft">
                Created {formatDate(link.createdAt)} ·{" "}
                {link.lastUsedAt ? `Last used ${formatDateTime(link.lastUsedAt)}` : "Not used yet"}
              </p>
            </div>
            <Button
              look="danger"
              aria-label={`Revoke the link to ${link.name}`}
              pending={revoking.isPending && revoking.variables === link.id}
              onClick={() => askToConfirm(QUESTION) && revoking.mutate(link.id)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const QUESTION = "Revoke this link? It stops working within a minute and cannot be restored.";

function stateOf(link: ShareLink): string {
  const isOver = new Date(link.expiresAt) <= new Date();
  return [
    isOver ? "Expired" : `Until ${formatDate(link.expiresAt)}`,
    ...(link.isTrashed ? ["in the trash, so it does not open"] : []),
    link.maxFiles !== null && link.maxBytes !== null
      ? `receives ${formatCount(link.maxFiles)} files, ${formatSize(link.maxBytes)}`
      : link.allowsDownload
        ? "with download"
        : "view only",
    ...(link.hasPassword ? ["with a password"] : []),
  ].join(", ");
}
