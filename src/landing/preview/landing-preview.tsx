import { useState } from "react";
import { createPortal } from "react-dom";
import type { Portfolio } from "../../content/portfolio.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { toSafeContent } from "../load-content.ts";
import { Page } from "../page.tsx";

/**
 * The public page as it would look with this content, in a frame of its own, so that its width
 * decides the layout as a device's would. A picture of the page: nothing in it can be pressed.
 */
export function LandingPreview({ portfolio, title }: { portfolio: Portfolio; title: string }) {
  const [body, setBody] = useState<HTMLElement | null>(null);
  return (
    <>
      <iframe
        title={title}
        // Without a doctype the frame would lay out as browsers did in 1999.
        srcDoc="<!doctype html><html lang=en><head></head><body></body></html>"
        className="size-full bg-ground"
        onLoad={(event) => setBody(furnish(event.currentTarget.contentDocument))}
      />
      {body && createPortal(<Still portfolio={portfolio} />, body)}
    </>
  );
}

function Still({ portfolio }: { portfolio: Portfolio }) {
  const [config] = useState(() => readClientConfig());
  return (
    <div inert>
      <Page content={toSafeContent(portfolio)} config={config} year={new Date().getFullYear()} />
    </div>
  );
}

/** Gives the frame the page's own styles and theme; our policy allows exactly these texts. */
function furnish(frame: Document | null): HTMLElement | null {
  if (!frame) return null;
  const { theme } = document.documentElement.dataset;
  if (theme) frame.documentElement.dataset.theme = theme;
  for (const style of document.head.querySelectorAll("style")) {
    frame.head.append(frame.importNode(style, true));
  }
  return frame.body;
}
