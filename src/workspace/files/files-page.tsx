import { useSession } from "../../auth/session-context.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Drive } from "./drive.tsx";

/** My Drive: the files and folders of the signed-in user only. */
export function FilesPage() {
  const { state } = useSession();
  if (state.status !== "signed-in") return <Notice>User not authenticated.</Notice>;
  return <Drive key={state.userId} userId={state.userId} />;
}
