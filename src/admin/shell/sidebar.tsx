import {
  Bell,
  BriefcaseBusiness,
  ChartColumn,
  ChevronDown,
  DatabaseBackup,
  ExternalLink,
  FileInput,
  FolderGit2,
  GraduationCap,
  Inbox,
  Layers,
  LayoutDashboard,
  LogOut,
  type LucideIcon,
  Search,
  ShieldUser,
  SunMoon,
  UserRound,
  UserRoundCog,
  Wrench,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { NavLink, useLocation } from "react-router";
import { areaNames } from "../../lib/area.ts";
import { paths } from "../../lib/paths.ts";
import { FOYER_VERSION } from "../../lib/version.ts";
import { SIDEBAR_ITEM as ITEM } from "../../ui/app-frame.tsx";
import { shortcutText } from "../../ui/command-key.ts";
import { SidebarHead } from "../../ui/sidebar-head.tsx";
import { openPalette } from "./palette-events.ts";
import { UnreadBadge } from "./unread-badge.tsx";
import { useSignOut } from "./use-sign-out.ts";

const { admin } = paths;

const PORTFOLIO = [
  [admin.info, "General Info", UserRound],
  [admin.experience, "Experience", BriefcaseBusiness],
  [admin.education, "Education", GraduationCap],
  [admin.projects, "Projects", FolderGit2],
  [admin.skills, "Skills", Wrench],
] as const;

/** Navigation of the admin panel, with links to the site and logout. */
export function Sidebar(props: {
  name: string;
  avatar: ReactNode;
  onClose?: (() => void) | undefined;
}) {
  const { leaving, signOut } = useSignOut();
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <SidebarHead area={areaNames.admin} {...props} />
      <nav aria-label="Admin" className="grid gap-0.5 p-3">
        <Item to={admin.dashboard} label="Dashboard" Icon={LayoutDashboard} />
        <Item to={admin.messages} label="Inbox" Icon={Inbox}>
          <UnreadBadge />
        </Item>
        <Item to={admin.analytics} label="Analytics" Icon={ChartColumn} />
        <PortfolioGroup />
        <Item to={admin.workspaceUser} label="Workspace" Icon={UserRoundCog} />
        <Item to={admin.notices} label="Notices" Icon={Bell} />
        <Item to={admin.import} label="Import" Icon={FileInput} />
        <Item to={admin.backups} label="Backups" Icon={DatabaseBackup} />
        <Item to={admin.account} label="Account" Icon={ShieldUser} />
      </nav>
      <div className="mt-auto grid gap-0.5 border-t p-3">
        <button type="button" className={ITEM} onClick={openPalette}>
          <Search aria-hidden="true" />
          <span className="flex-1 text-start">Go to…</span>
          <kbd className="text-small text-soft">{shortcutText("K")}</kbd>
        </button>
        <button type="button" className={ITEM} data-theme-switch>
          <SunMoon aria-hidden="true" />
          Switch color theme
        </button>
        <a className={ITEM} href={paths.site} target="_blank" rel="noopener">
          <ExternalLink aria-hidden="true" />
          View Site
        </a>
        <button type="button" className={ITEM} disabled={leaving} onClick={() => void signOut()}>
          <LogOut aria-hidden="true" />
          Logout
        </button>
        <p className="px-3 pt-1 text-small text-soft">Foyer {FOYER_VERSION}</p>
      </div>
    </div>
  );
}

function PortfolioGroup() {
  const { pathname } = useLocation();
  const inside = PORTFOLIO.some(([path]) => path === pathname);
  const [chosen, setChosen] = useState<boolean | null>(null);
  // Open on the current section's screens until the owner toggles it.
  const open = chosen ?? inside;
  return (
    <>
      <button
        type="button"
        className={ITEM}
        aria-expanded={open}
        aria-controls="portfolio-group"
        onClick={() => setChosen(!open)}
      >
        <Layers aria-hidden="true" />
        <span className="flex-1 text-start">Portfolio</span>
        <ChevronDown aria-hidden="true" className={open ? "" : "-rotate-90"} />
      </button>
      <div id="portfolio-group" hidden={!open} className="ms-5 border-s ps-2">
        {PORTFOLIO.map(([path, label, Icon]) => (
          <Item key={path} to={path} label={label} Icon={Icon} />
        ))}
      </div>
    </>
  );
}

interface ItemProps {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** Shown at the end of the row. */
  children?: ReactNode;
}

function Item({ to, label, Icon, children }: ItemProps) {
  return (
    <NavLink
      to={to}
      end
      className={({ isActive }) => `${ITEM} ${isActive ? "bg-raised text-ink!" : ""}`}
    >
      <Icon aria-hidden="true" />
      {label}
      {children}
    </NavLink>
  );
}
