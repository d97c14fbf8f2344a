import { PageHeader } from "../shell/page-header.tsx";

export function ExperiencePage() {
  return <PageHeader title="Manage Experience" />;
}
