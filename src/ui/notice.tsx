import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";

/** A status message, announced when it appears. */
export function Notice(props: {
  kind?: "error" | "success" | "info";
  children: ReactNode;
  /** An action at the end of the line. */
  action?: ReactNode;
}) {
  const { kind = "error", children, action } = props;
  const { Icon, tone } = kinds[kind];
  return (
    <div
      role={kind === "error" ? "alert" : "status"}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded border border-line bg-surface px-4 py-2.5 text-note"
    >
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${tone}`} />
      <p
        className={`min-w-0 flex-1 basis-48 wrap-anywhere ${kind === "error" ? "text-bad" : "text-ink"}`}
      >
        {children}
      </p>
      {action}
    </div>
  );
}

const kinds = {
  error: { Icon: CircleAlert, tone: "text-bad" },
  success: { Icon: CircleCheck, tone: "text-good" },
  info: { Icon: Info, tone: "text-accent" },
} as const;
