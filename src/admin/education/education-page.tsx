import { PageHeader } from "../shell/page-header.tsx";

export function EducationPage() {
  return <PageHeader title="Manage Education" />;
}
