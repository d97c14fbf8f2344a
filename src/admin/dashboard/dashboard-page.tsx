import { PageHeader } from "../shell/page-header.tsx";

export function DashboardPage() {
  return <PageHeader title="Dashboard" />;
}
