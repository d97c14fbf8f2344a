import { SECTIONS, type SectionHeading, type SectionId } from "../../content/sections.ts";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "../texts.ts";
import { TypedText } from "../typed-text.tsx";

interface SiteHeaderProps {
  name: string;
  /** Sections on the page, in their order. */
  sections: readonly SectionId[];
  headings: Record<SectionId, SectionHeading>;
}

/**
 * The sticky header of the page. The boot script handles its menu and theme switch from the first
 * paint, and the after-load code its typed name. React only renders them and never changes their
 * state.
 */
export function SiteHeader({ name, sections, headings }: SiteHeaderProps) {
  const texts = useTexts();
  const between = sections.flatMap((id): [string, string][] =>
    "menu" in SECTIONS[id] ? [[`#${id}`, headings[id].name]] : [],
  );
  const anchors = [["#home", texts.home], ...between, ["#contact", texts.contact]];
  return (
    <header className="header">
      <div className="header-row">
        <a className="brand" href="#home">
          <TypedText text={name} />
        </a>
        <nav className="nav" aria-label={texts.mainMenu}>
          {anchors.map(([href, label]) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
        </nav>
        <div className="tools">
          <button type="button" className="tool" data-theme-switch title={texts.switchTheme}>
            <Icon name="theme" />
            <span className="sr-only">{texts.switchTheme}</span>
          </button>
          <a className="tool" href="#/workspace" title={texts.toWorkspace}>
            <Icon name="workspace" />
            <span className="sr-only">{texts.toWorkspace}</span>
          </a>
          <button
            type="button"
            className="tool tool-menu"
            data-menu-button
            aria-expanded="false"
            aria-controls="menu"
          >
            <Icon name="menu" />
            <span className="sr-only">{texts.menu}</span>
          </button>
        </div>
      </div>
      <nav className="menu" id="menu" aria-label={texts.mobileMenu}>
        <a href="#/workspace">{texts.workspace}</a>
        {anchors.map(([href, label]) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
      </nav>
    </header>
  );
}
