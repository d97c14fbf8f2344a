import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ExternalLink, Layers, LogOut, Search, SunMoon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { NavLink, useLocation } from "react-router";
import { areaNames } from "../../lib/area.ts";
import { formatCount } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { FOYER_VERSION } from "../../lib/version.ts";
import { SIDEBAR_ITEM as ITEM } from "../../ui/app-frame.tsx";
import { shortcutText } from "../../ui/command-key.ts";
import { openPalette } from "../../ui/palette/palette-host.tsx";
import { SidebarHead } from "../../ui/sidebar-head.tsx";
import type { Screen } from "./screen.ts";
import { screens } from "./screens.ts";
import { unreadQuery } from "./unread-query.ts";
import { useSignOut } from "./use-sign-out.ts";

const PORTFOLIO = screens.filter(({ group }) => group === "Portfolio");

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
        {screens.map((screen) =>
          screen.group ? (
            screen === PORTFOLIO[0] && <PortfolioGroup key={screen.group} />
          ) : (
            <Item key={screen.path} {...screen}>
              {screen.path === paths.admin.messages && <UnreadBadge />}
            </Item>
          ),
        )}
      </nav>
      <div className="mt-auto grid gap-0.5 border-t p-3">
        <button type="button" className={ITEM} onClick={openPalette}>
          <Search aria-hidden="true" />
          <span className="flex-1 text-start">Go to...</span>
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
  const inside = PORTFOLIO.some(({ path }) => path === pathname);
  const [chosen, setChosen] = useState<boolean | null>(null);
  // Open while one of its screens is shown, until the owner toggles it.
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
        {PORTFOLIO.map((screen) => (
          <Item key={screen.path} {...screen} />
        ))}
      </div>
    </>
  );
}

interface ItemProps extends Pick<Screen, "path" | "title" | "label" | "Icon"> {
  /** Shown at the end of the row. */
  children?: ReactNode;
}

function Item({ path, title, label = title, Icon, children }: ItemProps) {
  return (
    <NavLink
      to={path}
      end
      className={({ isActive }) => `${ITEM} ${isActive ? "bg-raised text-ink!" : ""}`}
    >
      <Icon aria-hidden="true" />
      {label}
      {children}
    </NavLink>
  );
}

/** Numbers above this are shown as "99+". */
const HIGHEST_SHOWN = 99;

/** The number of unread messages; empty for zero or an unknown number. */
function UnreadBadge() {
  const { data: unread = 0 } = useQuery(unreadQuery);
  if (unread === 0) return null;
  return (
    <span className="ms-auto rounded-full bg-accent px-2 py-px font-semibold text-on-accent text-small tabular-nums">
      <span aria-hidden="true">{unread > HIGHEST_SHOWN ? `${HIGHEST_SHOWN}+` : unread}</span>
      <span className="sr-only">, {formatCount(unread)} unread</span>
    </span>
  );
}
