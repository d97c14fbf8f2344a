import { PageHeader } from "../shell/page-header.tsx";

export function ProjectsPage() {
  return <PageHeader title="Manage Projects" />;
}
