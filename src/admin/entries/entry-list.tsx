import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyPanel } from "../../ui/empty-panel.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

/** A list in all its states: loading, failed, empty or filled. */
export function EntryList<Row>(props: {
  query: UseQueryResult<Row[]>;
  empty: { title: string; text?: ReactNode; action?: ReactNode };
  children: (rows: Row[]) => ReactNode;
}) {
  const { query, empty, children } = props;
  if (query.isPending) return <SkeletonRows rows={5} />;
  if (query.isError && query.data === undefined) return <FailedRead query={query} />;
  if (query.data.length === 0) return <EmptyPanel {...empty} />;
  return children(query.data);
}
