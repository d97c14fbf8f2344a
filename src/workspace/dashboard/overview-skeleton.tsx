/** The overview's columns; one below the other on narrow screens. */
export const COLUMNS = "grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]";
export const COLUMN = "grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-8";

/** The cards of the latest notes; phones show half of them. */
export const NOTE_GRID =
  "m-0 grid list-none gap-2 p-0 min-[30rem]:grid-cols-2 max-[30rem]:[&>:nth-child(n+5)]:hidden";

/** In place of the overview while its code loads. */
export function OverviewSkeleton() {
  return (
    <div className={COLUMNS}>
      <div className={COLUMN}>
        <div aria-hidden="true" className="skeleton mb-7 h-11" />
        <LeftSkeleton />
      </div>
      <RightSkeleton />
    </div>
  );
}

/** In place of tasks and notes. */
export function LeftSkeleton() {
  return (
    <div role="status" className={COLUMN}>
      <span className="sr-only">Loading...</span>
      <Rows count={4} />
      <div aria-hidden="true" className={NOTE_GRID}>
        {[1, 2, 3, 4].map((card) => (
          <div key={card} className="skeleton h-22" />
        ))}
      </div>
    </div>
  );
}

/** In place of files and Notion. */
export function RightSkeleton() {
  return (
    <div className={COLUMN}>
      <Rows count={6} />
      <Rows count={5} />
    </div>
  );
}

function Rows({ count }: { count: number }) {
  return (
    <div aria-hidden="true" className="grid gap-2">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
        <div key={index} className="skeleton h-9" />
      ))}
    </div>
  );
}
