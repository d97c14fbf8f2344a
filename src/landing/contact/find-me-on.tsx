import { BrandIcon } from "../../ui/brand-icon.tsx";
import type { SocialLink } from "../page-content.ts";

/** The owner's social links; each opens in a new tab. */
export function FindMeOn({ links }: { links: SocialLink[] }) {
  return (
    <div className="find-me">
      <h3>Find me on</h3>
      <ul>
        {links.map(({ key, name, href, icon, iconPath }) => (
          <li key={key}>
            <a href={href} target="_blank" rel="me noopener">
              <BrandIcon symbol={icon} name={name} path={iconPath} />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
