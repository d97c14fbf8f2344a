import { RotateCcw } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { DifferenceList } from "../../../forms/difference-list.tsx";
import type { FieldDifference } from "../../../forms/field-difference.ts";
import { Button } from "../../../ui/button.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { EntryList } from "../entry-list.tsx";

interface VersionsModalProps<Version> {
  title: string;
  /** Explains what the versions contain and how to use them. */
  note: string;
  query: ComponentProps<typeof EntryList<Version>>["query"];
  /** Title with the operation and its time, and the names of the fields that changed. */
  describe: (version: Version) => { title: string; summary: string };
  /** A version beside the current state, rendered while it is open. */
  compare: (version: Version) => ReactNode;
  onClose: () => void;
}

/** The last versions of an entry or text, newest first, each comparable with the current one. */
export function VersionsModal<Version extends { id: number }>(props: VersionsModalProps<Version>) {
  const { title, note, query, describe, compare, onClose } = props;
  const [open, setOpen] = useState<number | null>(null);
  return (
    <Modal title={title} onClose={onClose}>
      <div className="grid gap-3">
        <p className="text-note text-soft">{note}</p>
        <EntryList
          query={query}
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
                >
                  {version.id === open && compare(version)}
                </VersionItem>
              ))}
            </ul>
          )}
        </EntryList>
      </div>
    </Modal>
  );
}

interface VersionItemProps {
  title: string;
  summary: string;
  isOpen: boolean;
  onToggle: () => void;
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
        {children}
      </div>
    </li>
  );
}

interface VersionComparisonProps {
  differences: readonly FieldDifference[];
  /** Lets the owner choose the fields to restore. */
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
