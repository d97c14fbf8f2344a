import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatCount } from "../../../lib/format.ts";
import { folderPath } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { receivedQuery, useSeeReceived } from "./sharing-queries.ts";

/** Names the folders with files received through links, until it is dismissed. */
export function ReceivedNotice({ userId }: { userId: string }) {
  const { data: received = [] } = useQuery(receivedQuery(userId));
  const seeing = useSeeReceived();
  if (received.length === 0) return null;
  return (
    <div className="mb-3">
      <Notice
        kind="info"
        action={
          <Button look="quiet" pending={seeing.isPending} onClick={() => seeing.mutate()}>
            Dismiss
          </Button>
        }
      >
        {received.map(({ folderId, name, files }) => (
          <span key={folderId} className="block [overflow-wrap:anywhere]">
            {files === 1 ? "1 file was" : `${formatCount(files)} files were`} sent to{" "}
            <Link to={folderPath(folderId)} dir="auto" className="font-semibold">
              {name}
            </Link>
          </span>
        ))}
      </Notice>
    </div>
  );
}
