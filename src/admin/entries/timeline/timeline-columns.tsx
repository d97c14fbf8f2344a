import type { Column } from "../entry-table.tsx";
import type { TimelineRow } from "./timeline-schema.ts";

/** Title with organization, dates and place; phones show all of it in one cell. */
export const timelineColumns: readonly Column<TimelineRow>[] = [
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
