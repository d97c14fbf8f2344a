import { Check, CloudOff, LoaderCircle, TriangleAlert } from "lucide-react";
import type { SaveState } from "./notes-store.ts";

interface SaveStateTextProps {
  state: SaveState;
  /** Whether unsaved changes are stored on the device. */
  persistent: boolean;
}

export function SaveStateText({ state, persistent }: SaveStateTextProps) {
  const { Icon, tone } = looks[state.kind];
  // Screen readers announce only states that need attention, to not interrupt typing.
  const quiet = state.kind === "saved" || state.kind === "saving";
  return (
    <p
      role={quiet ? undefined : "status"}
      className={`flex min-w-0 items-center gap-1.5 text-small ${tone}`}
    >
      <Icon className="size-4 shrink-0" />
      {textOf(state, persistent)}
    </p>
  );
}

/** Shown while nothing is unsaved and the backend is unreachable. */
export function OfflineText() {
  return (
    <p role="status" className="flex min-w-0 items-center gap-1.5 text-small text-ink">
      <CloudOff className="size-4 shrink-0" />
      Offline, shown from this device
    </p>
  );
}

function textOf(state: SaveState, persistent: boolean): string {
  switch (state.kind) {
    case "saved":
      return "Saved";
    case "saving":
      return "Saving...";
    case "offline":
      return persistent ? "Offline, kept on this device" : "Offline, not saved: keep this tab open";
    case "refused":
      return `Not saved: ${state.message}`;
    case "conflict":
      return "Changed in the meantime";
    case "gone":
      return "Deleted in the meantime";
  }
}

const looks = {
  saved: { Icon: Check, tone: "text-soft" },
  saving: { Icon: LoaderCircle, tone: "text-soft" },
  offline: { Icon: CloudOff, tone: "text-ink" },
  refused: { Icon: TriangleAlert, tone: "text-bad" },
  conflict: { Icon: TriangleAlert, tone: "text-bad" },
  gone: { Icon: TriangleAlert, tone: "text-bad" },
} as const;
