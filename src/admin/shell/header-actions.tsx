import { EllipsisVertical } from "lucide-react";
import type { ReactNode } from "react";
import type { MenuAction } from "../../ui/action-menu.tsx";
import { Button } from "../../ui/button.tsx";
import { MenuButton } from "../../ui/menu-button.tsx";

interface HeaderActionsProps {
  /** The button of the screen's main action. */
  primary: ReactNode;
  /** Buttons beside the main action; on phones, a menu after it. */
  more: readonly MenuAction[];
}

/** The actions of a screen, in one row at every width. */
export function HeaderActions({ primary, more }: HeaderActionsProps) {
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
      <MenuButton
        label="More actions"
        className="border border-line-strong! sm:hidden"
        groups={() => [{ actions: more }]}
      >
        <EllipsisVertical aria-hidden="true" />
      </MenuButton>
    </>
  );
}
