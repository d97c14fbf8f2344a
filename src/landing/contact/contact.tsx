import { useEffect, useState } from "react";
import type { ClientConfig } from "../../../shared/site-config.ts";
import { CONTACT_LEAD } from "../../content/page-texts.ts";
import type { PageContent } from "../page-content.ts";
import { Section } from "../section.tsx";
import { ContactForm } from "./contact-form.tsx";
import { FindMeOn } from "./find-me-on.tsx";

interface ContactProps extends Pick<PageContent, "email" | "links" | "contactLead"> {
  config: ClientConfig;
}

/** Collapsed at first; 'here' opens the message form permanently. */
export function Contact({ email, links, contactLead, config }: ContactProps) {
  const [expanded, setExpanded] = useState(false);
  useEffect(() => {
    // 'here' may have been pressed before hydration; the boot script stores that.
    if (document.documentElement.dataset.contact === "open") setExpanded(true);
  }, []);
  return (
    <Section id="contact" title="Get In Touch" layout="closing">
      <div className={expanded ? "contact contact-open" : "contact"}>
        <div className="contact-text">
          <p>{contactLead || CONTACT_LEAD}</p>
          {email && (
            <p className="mail">
              <a href={email.href}>{email.text}</a>
            </p>
          )}
          {!expanded && (
            <p className="offer">
              {email ? "Prefer a form? Click " : "To write to me, click "}
              <button
                type="button"
                className="here"
                data-contact-button
                onClick={() => setExpanded(true)}
              >
                here
              </button>{" "}
              to send me a message.
            </p>
          )}
          <noscript>
            <p>The message form needs JavaScript.</p>
          </noscript>
        </div>
        {links.length > 0 && <FindMeOn links={links} />}
        {expanded && <ContactForm config={config} />}
      </div>
    </Section>
  );
}
