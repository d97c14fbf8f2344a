import { PageHeader } from "../shell/page-header.tsx";

export function SkillsPage() {
  return <PageHeader title="Manage Skills" />;
}
