import { PageHeader } from "../shell/page-header.tsx";

export function InboxPage() {
  return <PageHeader title="Inbox" />;
}
