import { Icon } from "../../ui/icon.tsx";
import { TypedName } from "./typed-name.tsx";

const ANCHORS = [
  ["#home", "Home"],
  ["#about", "About"],
  ["#experience", "Experience"],
  ["#skills", "Skills"],
  ["#projects", "Projects"],
  ["#contact", "Contact"],
] as const;

/**
 * The sticky header of the page. The boot script handles its menu and theme switch from the first
 * paint; React only renders them and never changes their state.
 */
export function SiteHeader({ name }: { name: string }) {
  return (
    <header className="header">
      <div className="header-row">
        <TypedName name={name} />
        <nav className="nav" aria-label="Main">
          {ANCHORS.map(([href, label]) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
        </nav>
        <div className="tools">
          <button type="button" className="tool" data-theme-switch title="Switch color theme">
            <Icon name="theme" />
            <span className="sr-only">Switch color theme</span>
          </button>
          <a className="tool tool-workspace" href="#/workspace" title="Go to Workspace">
            <Icon name="workspace" />
            <span className="sr-only">Go to Workspace</span>
          </a>
          <button
            type="button"
            className="tool tool-menu"
            data-menu-button
            aria-expanded="false"
            aria-controls="menu"
            suppressHydrationWarning
          >
            <Icon name="menu" />
            <span className="sr-only">Menu</span>
          </button>
        </div>
      </div>
      <nav className="menu" id="menu" aria-label="Mobile" suppressHydrationWarning>
        <a href="#/workspace">Workspace</a>
        {ANCHORS.map(([href, label]) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
      </nav>
    </header>
  );
}
