import { useQuery } from "@tanstack/react-query";
import { EmptyPanel } from "../../../ui/empty-panel.tsx";
import { FailedRead } from "../../../ui/failed-read.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { LinkList } from "./link-list.tsx";
import { sharesQuery } from "./sharing-queries.ts";

/** Lists all links to files and folders of the drive. */
export function LinksDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const query = useQuery(sharesQuery(userId));
  return (
    <Modal title="Links" onClose={onClose}>
      {query.data ? (
        query.data.length > 0 ? (
          <LinkList links={query.data} named />
        ) : (
          <EmptyPanel
            title="No links"
            text="Choose Share in the menu of a file or folder to make one."
          />
        )
      ) : query.isError ? (
        <FailedRead query={query} what="The links" />
      ) : (
        <SkeletonRows />
      )}
    </Modal>
  );
}
