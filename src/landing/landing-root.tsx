import { useEffect, useState } from "react";
import type { ClientConfig } from "../lib/site-config.ts";
import { ErrorScreen } from "../ui/error-screen.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { Page } from "./page.tsx";
import type { PageContent } from "./page-content.ts";

/** The data block of the page: what was prerendered, and the year it was prerendered in. */
export interface PageData {
  content: PageContent;
  year: number;
}

/** The id of the JSON block that holds a PageData. */
export const DATA_ID = "foyer-data";

interface LandingRootProps {
  /** Null when the page was delivered without content. */
  data: PageData | null;
  config: ClientConfig;
  /** Reads the content anew; only called where the server does not keep the page fresh. */
  load: () => Promise<PageContent>;
}

/** The page in its three states: content, loading, or the error screen. */
export function LandingRoot({ data, config, load }: LandingRootProps) {
  const [content, setContent] = useState(data?.content ?? null);
  const [error, setError] = useState<string | null>(null);
  const [year, setYear] = useState(data?.year ?? 0);
  const delivered = data !== null;

  useEffect(() => {
    // A page baked last year still shows this year.
    setYear(new Date().getFullYear());
    if (delivered && config.embedded) return;
    load().then(setContent, (reason: unknown) => {
      if (delivered) console.error("The content could not be refreshed", reason);
      else setError(reason instanceof Error ? reason.message : String(reason));
    });
  }, [delivered, config.embedded, load]);

  if (content) return <Page content={content} config={config} year={year} />;
  return error === null ? <Spinner /> : <ErrorScreen message={error} />;
}
