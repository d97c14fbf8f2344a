import type { ComponentType } from "react";
import type { Row } from "../../../shared/content/kind.ts";
import { fieldsOf } from "../../../shared/content/kinds.ts";
import type { TimelineId } from "../../content/sections.ts";
import { type EditorProps, EntriesPage } from "./entries-page.tsx";
import type { TableColumn } from "./entry-table.tsx";
import { KindEditor } from "./kind-editor.tsx";

/** The screen of a timeline: a list of its entries, whose editor has all its fields. */
export function timelineScreen(kind: TimelineId): ComponentType {
  const Editor = (props: EditorProps<Row<TimelineId>>) => <KindEditor name={kind} {...props} />;
  const has = new Set(fieldsOf(kind).map(([column]) => column));
  const columns = COLUMNS.filter(({ field }) => has.has(field));
  return () => <EntriesPage<TimelineId> kind={kind} columns={columns} Editor={Editor} />;
}

/** Title with organization, dates and place, if the kind has them; phones show all in one cell. */
const COLUMNS: readonly (TableColumn<Row<TimelineId>> & { field: string })[] = [
  {
    field: "title",
    header: "Title",
    cell: ({ title, ...row }) => (
      <>
        <p className="line-clamp-2 font-semibold wrap-anywhere" dir="auto">
          {title}
        </p>
        <p className="line-clamp-2 text-soft wrap-anywhere" dir="auto">
          {textIn(row, "organization") ?? textIn(row, "level_text")}
        </p>
        <p className="truncate text-small text-soft md:hidden" dir="auto">
          {[textIn(row, "date_range"), textIn(row, "location")].filter(Boolean).join(" · ")}
        </p>
      </>
    ),
  },
  {
    field: "date_range",
    header: "Dates",
    width: "w-40",
    className: "max-md:hidden",
    cell: (row) => <Short text={textIn(row, "date_range")} />,
  },
  {
    field: "location",
    header: "Location",
    width: "w-48",
    className: "max-lg:hidden",
    cell: (row) => <Short text={textIn(row, "location")} />,
  },
];

/** A column that not every timeline has. */
function textIn(row: object, column: string): string | null {
  const values = row as Record<string, unknown>;
  return typeof values[column] === "string" ? values[column] : null;
}

function Short({ text }: { text: string | null }) {
  return (
    <p className="line-clamp-2 text-soft wrap-anywhere" dir="auto">
      {text ?? "–"}
    </p>
  );
}
