import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  EllipsisVertical,
  Eye,
  EyeOff,
  type LucideIcon,
  PencilLine,
} from "lucide-react";
import type { MenuAction, MenuGroups } from "../../../ui/action-menu.tsx";
import { MenuButton } from "../../../ui/menu-button.tsx";
import { VISIBILITIES, type Visibility } from "./arrangement.ts";

/** @param groups called while the menu is open. */
export function RowMenu({ name, groups }: { name: string; groups: () => MenuGroups }) {
  return (
    <MenuButton label={`More for ${name}`} title="More" groups={groups}>
      <EllipsisVertical aria-hidden="true" />
    </MenuButton>
  );
}

/** The moves within a list. */
export function moveActions(
  count: number,
  index: number,
  move: (index: number) => void,
): MenuAction[] {
  const step = (label: string, Icon: LucideIcon, to: number) => ({
    label,
    icon: <Icon aria-hidden="true" />,
    run: to !== index && to >= 0 && to < count ? () => move(to) : null,
  });
  return [
    step("Move to top", ArrowUpToLine, 0),
    step("Move up", ArrowUp, index - 1),
    step("Move down", ArrowDown, index + 1),
    step("Move to bottom", ArrowDownToLine, count - 1),
  ];
}

export function visibilityActions(
  current: string,
  choose: (visibility: Visibility) => void,
): MenuAction[] {
  return VISIBILITIES.map((visibility) => {
    const { label, Icon } = VISIBILITY[visibility];
    return {
      label,
      icon: <Icon aria-hidden="true" />,
      checked: visibility === current,
      run: () => {
        if (visibility !== current) choose(visibility);
      },
    };
  });
}

/** Marks an entry that visitors do not see. */
export function VisibilityMark({ visibility }: { visibility: string }) {
  if (visibility !== "draft" && visibility !== "hidden") return null;
  const { label, Icon, title } = VISIBILITY[visibility];
  return (
    <span
      title={title}
      className="inline-flex w-fit shrink-0 items-center gap-1 rounded border border-line-strong px-1.5 text-small text-soft [&_svg]:size-3.5"
    >
      <Icon aria-hidden="true" />
      {label}
    </span>
  );
}

const VISIBILITY = {
  public: { label: "Public", Icon: Eye, title: "On your page" },
  draft: { label: "Draft", Icon: PencilLine, title: "Not on your page, shown in the preview" },
  hidden: { label: "Hidden", Icon: EyeOff, title: "Neither on your page nor in the preview" },
} as const;
