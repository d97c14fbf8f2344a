import { EllipsisVertical } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ActionMenu, type MenuAction } from "../../ui/action-menu.tsx";
import { Button, IconButton } from "../../ui/button.tsx";

interface HeaderActionsProps {
  /** The button of the screen's main action. */
  primary: ReactNode;
  /** Buttons beside it; on phones, a menu after it. */
  more: readonly MenuAction[];
}

/** The actions of a screen, in one row at every width. */
export function HeaderActions({ primary, more }: HeaderActionsProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <div className="flex flex-wrap gap-2 max-sm:hidden">
        {more.map(({ label, icon, run }, index) => (
          <Button
            key={label}
            look={index === 0 ? "quiet" : "secondary"}
            icon={icon}
            disabled={!run}
            onClick={() => run?.()}
          >
            {label}
          </Button>
        ))}
      </div>
      {primary}
      <IconButton
        label="More actions"
        aria-haspopup="menu"
        className="border border-line-strong! sm:hidden"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <EllipsisVertical aria-hidden="true" />
      </IconButton>
      {anchor && (
        <ActionMenu
          label="More actions"
          anchor={anchor}
          groups={[{ actions: more }]}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}
