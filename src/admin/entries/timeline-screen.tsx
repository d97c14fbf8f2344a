import type { ComponentType } from "react";
import type { Row } from "../../../shared/content/kind.ts";
import type { TimelineId } from "../../content/sections.ts";
import { type EditorProps, EntriesPage } from "./entries-page.tsx";
import type { TableColumn } from "./entry-table.tsx";
import { KindEditor } from "./kind-editor.tsx";

/** The screen of a timeline: a list of its entries, whose editor has all its fields. */
export function timelineScreen(kind: TimelineId): ComponentType {
  const Editor = (props: EditorProps<Row<TimelineId>>) => <KindEditor name={kind} {...props} />;
  return () => <EntriesPage<TimelineId> kind={kind} columns={COLUMNS} Editor={Editor} />;
}

/** Title with organization, dates and place; phones show all of it in one cell. */
const COLUMNS: readonly TableColumn<Row<TimelineId>>[] = [
  {
    header: "Title",
    cell: ({ title, organization, date_range, location }) => (
      <>
        <p className="line-clamp-2 font-semibold wrap-anywhere" dir="auto">
          {title}
        </p>
        <p className="line-clamp-2 text-soft wrap-anywhere" dir="auto">
          {organization}
        </p>
        <p className="truncate text-small text-soft md:hidden" dir="auto">
          {[date_range, location].filter(Boolean).join(" · ")}
        </p>
      </>
    ),
  },
  {
    header: "Dates",
    width: "w-40",
    className: "max-md:hidden",
    cell: ({ date_range }) => <Short text={date_range} />,
  },
  {
    header: "Location",
    width: "w-48",
    className: "max-lg:hidden",
    cell: ({ location }) => <Short text={location} />,
  },
];

function Short({ text }: { text: string | null }) {
  return (
    <p className="line-clamp-2 text-soft wrap-anywhere" dir="auto">
      {text ?? "–"}
    </p>
  );
}
