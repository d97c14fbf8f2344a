import { en } from "../../content/texts/en.ts";
import { BrandIcon } from "../../ui/brand-icon.tsx";
import { ANCHORED } from "../anchors.ts";
import { linked } from "../list-text.tsx";
import type { PageContent, SocialLink } from "../page-content.ts";
import { Section } from "../section.tsx";
import { useTexts } from "../texts.ts";

interface ContactProps extends Pick<PageContent, "email" | "links" | "contactLead" | "sections"> {
  /** HTML of the message form, which can be filled in before hydration. */
  form?: string;
}

/**
 * Collapsed at first; 'here' opens the message form permanently: see boot/controls.ts. If the page
 * does not contain the form, hydrate.tsx renders it.
 */
export function Contact({ email, links, contactLead, sections, form }: ContactProps) {
  const texts = useTexts();
  // The scripts contain the English texts.
  const own = texts === en ? undefined : JSON.stringify({ ...texts.form, ...texts.failures });
  const anchors = sections.length === 0 ? ANCHORED : [];
  const heading = { title: texts.getInTouch, subtitle: "", name: texts.contact, anchors };
  const [before, after] = (email ? texts.formOffer : texts.formOnly).split("{here}");
  return (
    <Section id="contact" heading={heading} layout="rail closing">
      <div className="contact">
        <div className="contact-text">
          <p>{contactLead ? linked(contactLead) : texts.contactLead}</p>
          {email && (
            <p className="mail">
              <a href={email.href}>{email.text}</a>
            </p>
          )}
          <p className="offer">
            {before}
            <button type="button" className="here" data-contact-button>
              {texts.here}
            </button>
            {after}
          </p>
          <noscript>
            <p>{texts.formNeedsScript}</p>
          </noscript>
        </div>
        {links.length > 0 && <FindMeOn links={links} />}
        <div id="contact-form" data-texts={own}>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own component's markup. */}
          {form && <template dangerouslySetInnerHTML={{ __html: form }} />}
        </div>
      </div>
    </Section>
  );
}

/** The owner's social links; each opens in a new tab. */
function FindMeOn({ links }: { links: SocialLink[] }) {
  const { findMe } = useTexts();
  return (
    <div className="find-me">
      <h3>{findMe}</h3>
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
