import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { Portfolio } from "../../content/portfolio.ts";
import { directionOf } from "../../content/texts/direction.ts";
import { languageOf } from "../../content/texts/languages.ts";
import { usePageTexts } from "../../content/texts/use-page-texts.ts";
import { useIconPaths } from "../../ui/hooks/use-icon-paths.ts";
import { startLoops } from "../after-load/typed-texts.ts";
import { addAllStyles } from "../all-styles.ts";
import { toSafeContent } from "../load-content.ts";
import { Page } from "../page.tsx";

/**
 * The public page with this content in an iframe, so that the iframe's width determines the layout,
 * as on a device. Not interactive.
 */
export function LandingPreview({
  portfolio,
  title,
  theme,
}: {
  portfolio: Portfolio;
  title: string;
  theme: "dark" | "light";
}) {
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (body) body.ownerDocument.documentElement.dataset.theme = theme;
  }, [body, theme]);
  return (
    <>
      <iframe
        title={title}
        // Without a doctype the iframe would use quirks mode.
        srcDoc="<!doctype html><html lang=en><head></head><body></body></html>"
        className="size-full bg-ground"
        onLoad={async ({ currentTarget: { contentDocument: frame } }) => {
          if (!frame) return;
          await addAllStyles(frame);
          setBody(frame.body);
        }}
      />
      {body && createPortal(<Still portfolio={portfolio} body={body} />, body)}
    </>
  );
}

function Still({ portfolio, body }: { portfolio: Portfolio; body: HTMLElement }) {
  const keys = [...portfolio.skills, ...portfolio.links].map((row) =>
    "icon" in row ? row.icon : row.icon_key,
  );
  const icons = useIconPaths(keys);
  const texts = usePageTexts(languageOf(portfolio.info));
  useEffect(() => startLoops(body), [body]);
  const content = toSafeContent(portfolio, { emptySections: true, icons, texts });
  return (
    <div inert lang={texts.language} dir={directionOf(texts.language)}>
      <Page content={content} year={new Date().getFullYear()} />
    </div>
  );
}
