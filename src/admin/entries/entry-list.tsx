import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { readErrorOf } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyPanel } from "../../ui/empty-panel.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

/** A list in all its states: loading, failed, empty or filled. */
export function EntryList<Row>({
  query,
  empty,
  children,
}: {
  query: UseQueryResult<Row[]>;
  empty: { title: string; text?: ReactNode; action?: ReactNode };
  children: (rows: Row[]) => ReactNode;
}) {
  if (query.isPending) return <SkeletonRows rows={5} />;
  if (query.isError && query.data === undefined) {
    return (
      <Notice action={<Button onClick={() => void query.refetch()}>Try again</Button>}>
        {readErrorOf(query.error)}
      </Notice>
    );
  }
  if (query.data.length === 0) return <EmptyPanel {...empty} />;
  return children(query.data);
}
