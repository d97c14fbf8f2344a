import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Modal } from "../../../ui/modal.tsx";
import type { DriveFile } from "../file.ts";
import { LinkList } from "./link-list.tsx";
import { LinksDialog } from "./links-dialog.tsx";
import { NewLink } from "./new-link.tsx";
import { sharesQuery } from "./sharing-queries.ts";

interface ShareDialogProps {
  userId: string;
  file: DriveFile;
  onClose: () => void;
}

/** Creates a link to a file or folder, and lists the existing ones. */
export function ShareDialog({ userId, file, onClose }: ShareDialogProps) {
  const [all, setAll] = useState(false);
  const query = useQuery(sharesQuery(userId));
  const links = query.data?.filter(({ fileId }) => fileId === file.id) ?? [];
  if (all) return <LinksDialog userId={userId} onClose={onClose} />;
  return (
    <Modal
      title={
        <span className="[overflow-wrap:anywhere]">
          Share “<bdi>{file.name}</bdi>”
        </span>
      }
      width="lg"
      onClose={onClose}
    >
      <NewLink file={file} />
      {links.length > 0 && (
        <section className="mt-6 grid gap-2 border-t pt-5">
          <h3 className="text-note font-semibold">Links to it</h3>
          <LinkList links={links} />
        </section>
      )}
      <Button look="quiet" className="mt-4 -ms-4" onClick={() => setAll(true)}>
        All links
      </Button>
    </Modal>
  );
}
