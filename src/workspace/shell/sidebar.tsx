import { useQueryClient } from "@tanstack/react-query";
import {
  ExternalLink,
  Globe,
  LogOut,
  type LucideIcon,
  RotateCw,
  Search,
  SunMoon,
} from "lucide-react";
import { useState } from "react";
import { NavLink } from "react-router";
import { areaNames } from "../../lib/area.ts";
import { hashOf, paths } from "../../lib/paths.ts";
import { SIDEBAR_ITEM } from "../../ui/app-frame.tsx";
import { IconButton } from "../../ui/button.tsx";
import { shortcutText } from "../../ui/command-key.ts";
import { openPalette } from "../../ui/palette/palette-host.tsx";
import { SidebarHead } from "../../ui/sidebar-head.tsx";
import { screens } from "./screens.ts";
import { useSignOut } from "./use-sign-out.ts";

/** Navigation of the workspace, with links to the site and logout. */
export function Sidebar({ name, onClose }: { name: string; onClose?: (() => void) | undefined }) {
  const { leaving, signOut } = useSignOut();
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <SidebarHead name={name} area={areaNames.workspace} onClose={onClose} />
      <nav aria-label="Workspace" className="grid gap-0.5 p-3">
        {screens.map(({ path, title, label = title, Icon }) => (
          <Item key={path} to={path} label={label} Icon={Icon} />
        ))}
      </nav>
      <div className="mt-auto grid gap-0.5 border-t p-3">
        <button type="button" className={SIDEBAR_ITEM} onClick={openPalette}>
          <Search />
          <span className="flex-1 text-start">Find anything</span>
          <kbd className="text-small text-soft">{shortcutText("K")}</kbd>
        </button>
        <ReloadButton />
        <button type="button" className={SIDEBAR_ITEM} data-theme-switch>
          <SunMoon />
          Switch color theme
        </button>
        <a
          className={SIDEBAR_ITEM}
          href={hashOf(paths.admin.dashboard)}
          target="_blank"
          rel="noopener"
        >
          <ExternalLink />
          Admin Panel
        </a>
        <a className={SIDEBAR_ITEM} href={paths.site}>
          <Globe />
          View Site
        </a>
        <button
          type="button"
          className={SIDEBAR_ITEM}
          disabled={leaving}
          onClick={() => void signOut()}
        >
          <LogOut />
          Logout
        </button>
      </div>
    </div>
  );
}

function Item({ to, label, Icon }: { to: string; label: string; Icon: LucideIcon }) {
  return (
    <NavLink
      to={to}
      end
      className={({ isActive }) => `${SIDEBAR_ITEM} ${isActive ? "bg-raised text-ink!" : ""}`}
    >
      <Icon />
      {label}
    </NavLink>
  );
}

/**
 * Refetches the data of the screen. Unlike the browser's reload, this keeps input, open editors and
 * scroll positions.
 * @param inBar shows only an icon, for the bar on narrow screens.
 */
export function ReloadButton({ inBar = false }: { inBar?: boolean }) {
  const client = useQueryClient();
  const [reloading, setReloading] = useState(false);
  const attributes = {
    disabled: reloading,
    "aria-busy": reloading || undefined,
    async onClick() {
      setReloading(true);
      await client.invalidateQueries();
      setReloading(false);
    },
  };
  if (inBar) {
    return <IconButton label="Reload" icon={RotateCw} {...attributes} />;
  }
  return (
    <button type="button" className={SIDEBAR_ITEM} {...attributes}>
      <RotateCw />
      Reload
    </button>
  );
}
