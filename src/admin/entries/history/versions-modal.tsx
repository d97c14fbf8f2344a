import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { DifferenceList } from "../../../forms/difference-list.tsx";
import type { FieldDifference } from "../../../forms/field-difference.ts";
import { Button } from "../../../ui/button.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { EntryList } from "../entry-list.tsx";

interface VersionsModalProps<Version, Key extends QueryKey> {
  title: string;
  text: string;
  query: UseQueryOptions<Version[], Error, Version[], Key>;
  /** What happened and when, the fields it is about, and the comparison with the current state. */
  describe: (version: Version) => Pick<VersionItemProps, "title" | "summary" | "children">;
  onClose: () => void;
}

/** A dialog with the last versions, of which one is open at a time. */
export function VersionsModal<Version extends { id: number }, Key extends QueryKey>(
  props: VersionsModalProps<Version, Key>,
) {
  const { title, text, query, describe, onClose } = props;
  const versions = useQuery(query);
  const [open, setOpen] = useState<number | null>(null);
  return (
    <Modal title={title} onClose={onClose}>
      <div className="grid gap-3">
        <p className="text-note text-soft">{text}</p>
        <EntryList
          query={versions}
          empty={{ title: "No Versions Yet", text: "Each change from now on is kept here." }}
        >
          {(rows) => (
            <ul aria-label="Versions" className="rounded border">
              {rows.map((version) => (
                <VersionItem
                  key={version.id}
                  {...describe(version)}
                  isOpen={version.id === open}
                  onToggle={() => setOpen(version.id === open ? null : version.id)}
                />
              ))}
            </ul>
          )}
        </EntryList>
      </div>
    </Modal>
  );
}

interface VersionItemProps {
  /** What happened, and when. */
  title: string;
  /** The fields it is about. */
  summary: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Rendered while it is open. */
  children: ReactNode;
}

/** A version in a list, with a comparison that can be opened. */
function VersionItem({ title, summary, isOpen, onToggle, children }: VersionItemProps) {
  const id = useId();
  return (
    <li className="border-b last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className="flex min-h-11 w-full flex-wrap items-baseline gap-x-3 px-4 py-2 text-start hover:bg-raised/50"
        onClick={onToggle}
      >
        <span className="font-semibold text-note">{title}</span>
        <span className="min-w-0 text-small text-soft wrap-anywhere">{summary}</span>
      </button>
      <div id={id} hidden={!isOpen} className="grid gap-3 px-4 pb-3">
        {isOpen && children}
      </div>
    </li>
  );
}

interface VersionComparisonProps {
  differences: readonly FieldDifference[];
  /** What is to be restored can be chosen here. */
  choice?: ReactNode;
  disabled?: boolean;
  pending: boolean;
  onRestore: () => void;
}

/** A version beside the current state, with the button that restores it. */
export function VersionComparison(props: VersionComparisonProps) {
  const { differences, choice, disabled, pending, onRestore } = props;
  if (differences.length === 0) {
    return <p className="text-small text-soft">Nothing differs from the current state.</p>;
  }
  return (
    <>
      <DifferenceList differences={differences} headings={["This version", "Now"]} />
      {choice}
      <Button
        className="justify-self-end"
        icon={<RotateCcw aria-hidden="true" />}
        disabled={disabled}
        pending={pending}
        onClick={onRestore}
      >
        Restore this version
      </Button>
    </>
  );
}
