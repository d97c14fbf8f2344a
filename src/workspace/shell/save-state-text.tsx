import { Check, CloudOff, LoaderCircle, TriangleAlert } from "lucide-react";

/** What a note or the board says about unsaved changes. */
type SaveState =
  | { kind: "saved" | "saving" | "offline" | "conflict" | "gone" }
  | { kind: "refused"; message: string };

interface SaveStateTextProps {
  state: SaveState;
  /** What needs a decision, if it is not what is open. */
  name?: string | undefined;
  /** Whether unsaved changes are stored on the device. */
  persistent: boolean;
}

export function SaveStateText({ state, name, persistent }: SaveStateTextProps) {
  const { kind } = state;
  const isLost = kind === "offline" && !persistent;
  const text = isLost ? "Offline, not saved: keep this tab open" : looks[kind].text;
  const named = name ? `${text}: ${name}` : text;
  return <StateLine kind={kind} text={state.kind === "refused" ? text + state.message : named} />;
}

/** Shown while nothing is unsaved and the backend is unreachable. */
export function OfflineText() {
  return <StateLine kind="offline" text="Offline, shown from this device" />;
}

function StateLine({ kind, text }: { kind: SaveState["kind"]; text: string }) {
  const { Icon, tone } = looks[kind];
  // Screen readers announce only states that need attention, to not interrupt typing.
  const quiet = kind === "saved" || kind === "saving";
  return (
    <p
      role={quiet ? undefined : "status"}
      className={`flex min-w-0 items-center gap-1.5 text-small ${tone}`}
    >
      <Icon className="size-4 shrink-0" />
      {text}
    </p>
  );
}

const looks = {
  saved: { Icon: Check, tone: "text-soft", text: "Saved" },
  saving: { Icon: LoaderCircle, tone: "text-soft", text: "Saving..." },
  offline: { Icon: CloudOff, tone: "text-ink", text: "Offline, kept on this device" },
  refused: { Icon: TriangleAlert, tone: "text-bad", text: "Not saved: " },
  conflict: { Icon: TriangleAlert, tone: "text-bad", text: "Changed in the meantime" },
  gone: { Icon: TriangleAlert, tone: "text-bad", text: "Deleted in the meantime" },
} as const;
