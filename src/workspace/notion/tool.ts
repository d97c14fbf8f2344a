import { Cable } from "lucide-react";
import { openTab } from "../../lib/open-tab.ts";
import { paths } from "../../lib/paths.ts";
import { safeHref } from "../../lib/safe-url.ts";
import type { Screen } from "../shell/screen.ts";

const TABLE = "notion_notes";

export const notion: Screen = {
  path: paths.workspace.notion,
  title: "Notion Integration",
  Icon: Cable,
  text: "Read the notes of your Notion database, always up to date.",
  load: async () => (await import("./notion-page.tsx")).NotionPage,
  found: {
    group: "Notion",
    kinds: {
      notion: ({ place }) => {
        const link = safeHref(place);
        return { Icon: Cable, action: link ? () => openTab(link) : paths.workspace.notion };
      },
    },
  },
  live: { [`private.${TABLE}`]: [] },
  // The tool's query asks Notion, and storing the answer announces the table again.
  isStill: ([first]) => first === TABLE,
};
