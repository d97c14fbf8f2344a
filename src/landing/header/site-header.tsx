import { SECTIONS, type SectionHeading, type SectionId } from "../../content/sections.ts";
import { Icon } from "../../ui/icon.tsx";
import { TypedText } from "../typed-text.tsx";

interface SiteHeaderProps {
  name: string;
  /** Those on the page, in their order. */
  sections: readonly SectionId[];
  headings: Record<SectionId, SectionHeading>;
}

/**
 * The sticky header of the page. The boot script handles its menu and theme switch from the first
 * paint, the after-load code its typed name; React only renders them and never changes their state.
 */
export function SiteHeader({ name, sections, headings }: SiteHeaderProps) {
  const anchors = anchorsOf(sections, headings);
  return (
    <header className="header">
      <div className="header-row">
        <a className="brand" href="#home">
          <TypedText text={name} />
        </a>
        <nav className="nav" aria-label="Main">
          {anchors.map(([href, label]) => (
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
          <a className="tool" href="#/workspace" title="Go to Workspace">
            <Icon name="workspace" />
            <span className="sr-only">Go to Workspace</span>
          </a>
          <button
            type="button"
            className="tool tool-menu"
            data-menu-button
            aria-expanded="false"
            aria-controls="menu"
          >
            <Icon name="menu" />
            <span className="sr-only">Menu</span>
          </button>
        </div>
      </div>
      <nav className="menu" id="menu" aria-label="Mobile">
        <a href="#/workspace">Workspace</a>
        {anchors.map(([href, label]) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
      </nav>
    </header>
  );
}

function anchorsOf(
  sections: readonly SectionId[],
  headings: SiteHeaderProps["headings"],
): [href: string, label: string][] {
  const between = sections.flatMap((id): [string, string][] =>
    "menu" in SECTIONS[id] ? [[`#${id}`, headings[id].name]] : [],
  );
  return [["#home", "Home"], ...between, ["#contact", "Contact"]];
}
