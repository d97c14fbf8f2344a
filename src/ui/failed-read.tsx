import { readErrorOf } from "../lib/errors.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

interface FailedReadProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  /** Name of the data, as the subject of the sentence, where the place does not say it. */
  what?: string;
}

/**
 * Says why something could not be loaded, with a button that tries again; nothing otherwise. The
 * screen is rendered for the start of a read only once one has failed.
 */
export function FailedRead({ query, what }: FailedReadProps) {
  const { error, refetch } = query;
  if (!error) return null;
  return (
    <Notice
      action={
        <Button pending={query.isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {what && `${what} could not be loaded: `}
      {readErrorOf(error)}
    </Notice>
  );
}
