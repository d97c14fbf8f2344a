import { PageHeader } from "../shell/page-header.tsx";

export function InfoPage() {
  return <PageHeader title="General Info" />;
}
