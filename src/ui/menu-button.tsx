import { type ComponentProps, useState } from "react";
import { ActionMenu, type MenuGroups } from "./action-menu.tsx";
import { IconButton } from "./button.tsx";

interface MenuButtonProps extends ComponentProps<typeof IconButton> {
  /** Called on every render while the menu is open. */
  groups: () => MenuGroups;
  /** Accessible name of the menu; by default that of the button. */
  menuLabel?: string;
}

/** An icon button that opens a menu. */
export function MenuButton({ groups, menuLabel, ...button }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        aria-haspopup="menu"
        {...button}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      {anchor && (
        <ActionMenu
          label={menuLabel ?? button.label}
          anchor={anchor}
          groups={groups()}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}
