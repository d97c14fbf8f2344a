import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";

/** The head of the sidebar: name and area; in a drawer also the close button. */
export function SidebarHead(props: {
  name: string;
  area: string;
  /** A small picture before the name. */
  avatar?: ReactNode;
  onClose?: (() => void) | undefined;
}) {
  const { name, area, avatar, onClose } = props;
  return (
    <div className="flex items-start gap-3 border-b px-5 py-4">
      {avatar}
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold text-body" dir="auto">
          {name || "\u00a0"}
        </p>
        <p className="text-small text-soft">{area}</p>
      </div>
      {onClose && (
        <IconButton label="Close menu" icon={X} className="-me-2 -mt-1" onClick={onClose} />
      )}
    </div>
  );
}
