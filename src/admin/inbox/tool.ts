import { Inbox } from "lucide-react";
import { paths } from "../../lib/paths.ts";
import type { Screen } from "../shell/screen.ts";

export const inbox: Screen = {
  path: paths.admin.messages,
  title: "Inbox",
  Icon: Inbox,
  keywords: "messages mail",
  load: async () => (await import("./inbox-page.tsx")).InboxPage,
  live: {
    "public.messages": [],
    "public.trashed_messages": ["messages"],
    "public.spam_senders": ["messages"],
  },
};
