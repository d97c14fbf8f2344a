import { readErrorOf } from "../lib/errors.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

interface FailedReadProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  /** Name of the data that could not be loaded, as the subject of the sentence. */
  what: string;
}

/** Says why something could not be loaded, with a button that tries again. */
export function FailedRead({ query: { error, isFetching, refetch }, what }: FailedReadProps) {
  return (
    <Notice
      action={
        <Button pending={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {what} could not be loaded: {readErrorOf(error)}
    </Notice>
  );
}
