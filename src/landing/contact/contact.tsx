import { CONTACT_LEAD } from "../../content/page-texts.ts";
import { BrandIcon } from "../../ui/brand-icon.tsx";
import type { PageContent, SocialLink } from "../page-content.ts";
import { Section } from "../section.tsx";

interface ContactProps extends Pick<PageContent, "email" | "links" | "contactLead"> {
  /** HTML of the message form, so that it can be written in before React has hydrated it. */
  form?: string;
}

/**
 * Collapsed at first; 'here' opens the message form permanently: see boot/controls.ts. Where the
 * form was not delivered, hydrate.tsx renders it.
 */
export function Contact({ email, links, contactLead, form }: ContactProps) {
  return (
    <Section id="contact" heading={HEADING} layout="closing">
      <div className="contact">
        <div className="contact-text">
          <p>{contactLead || CONTACT_LEAD}</p>
          {email && (
            <p className="mail">
              <a href={email.href}>{email.text}</a>
            </p>
          )}
          <p className="offer">
            {email ? "Prefer a form? Click " : "To write to me, click "}
            <button type="button" className="here" data-contact-button>
              here
            </button>{" "}
            to send me a message.
          </p>
          <noscript>
            <p>The message form needs JavaScript.</p>
          </noscript>
        </div>
        {links.length > 0 && <FindMeOn links={links} />}
        <div id="contact-form">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own component's markup. */}
          {form && <template dangerouslySetInnerHTML={{ __html: form }} />}
        </div>
      </div>
    </Section>
  );
}

const HEADING = { title: "Get In Touch", subtitle: "", name: "Contact" };

/** The owner's social links; each opens in a new tab. */
function FindMeOn({ links }: { links: SocialLink[] }) {
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
