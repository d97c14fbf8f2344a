import { PageHeader } from "../shell/page-header.tsx";

export function WorkspaceUserPage() {
  return <PageHeader title="Workspace Management" />;
}
