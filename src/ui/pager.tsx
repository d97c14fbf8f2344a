import { ChevronLeft, ChevronRight } from "lucide-react";
import { formatCount } from "../lib/format.ts";
import { IconButton } from "./button.tsx";

/** Buttons to newer and older pages of a list, with the range of shown entries. */
export function Pager(props: {
  label: string;
  /** Page number; 0 is the newest. */
  page: number;
  /** Entries per page. */
  size: number;
  count: number;
  onChoose: (page: number) => void;
}) {
  const { label, page, size, count, onChoose } = props;
  const first = page * size + 1;
  const last = Math.min(count, first + size - 1);
  return (
    <nav aria-label={label} className="flex items-center gap-1">
      <p role="status" className="me-2 text-small text-soft tabular-nums">
        {`${formatCount(first)}–${formatCount(last)} of ${formatCount(count)}`}
      </p>
      <IconButton
        label="Newer entries"
        icon={ChevronLeft}
        disabled={page === 0}
        onClick={() => onChoose(page - 1)}
      />
      <IconButton
        label="Older entries"
        icon={ChevronRight}
        disabled={last >= count}
        onClick={() => onChoose(page + 1)}
      />
    </nav>
  );
}
