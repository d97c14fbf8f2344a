import { formatDate } from "../../../lib/format.ts";
import { useChangeShare } from "./change-links.ts";
import { DURATIONS, LinkForm } from "./link-form.tsx";
import type { ShareLink } from "./sharing-api.ts";

/** The form that changes a link; its address stays. */
export function EditLink({ link, onClose }: { link: ShareLink; onClose: () => void }) {
  const changing = useChangeShare();
  const { id, label, title, note, sorting, allowsDownload, hasPassword } = link;
  return (
    <LinkForm
      initial={{ label, title, note, sorting, allowsDownload, days: 0, password: "" }}
      durations={[
        [0, `Until ${formatDate(link.expiresAt)}`],
        ...DURATIONS.map(([days, text]) => [days, `${text} from now`] as const),
      ]}
      isFolder={link.isFolder}
      receives={link.maxFiles !== null}
      hasPassword={hasPassword}
      saving={changing}
      texts={["Save", "Saving..."]}
      onSave={(draft) => changing.mutate({ id, draft }, { onSuccess: onClose })}
      onCancel={onClose}
    />
  );
}
