import { useEffect, useState } from "react";
import type { ClientConfig } from "../../shared/site-config.ts";
import { ErrorScreen } from "../ui/error-screen.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { Page } from "./page.tsx";
import type { PageContent, PageData } from "./page-content.ts";

interface SelfLoadingPageProps {
  /** Null when the page was delivered without content. */
  data: PageData | null;
  config: ClientConfig;
  /** Reads the content again. */
  load: () => Promise<PageContent>;
}

/**
 * The page on static hosting: it refreshes its own content, or loads it when it was delivered
 * without. Its three states are content, loading and the error screen.
 */
export function SelfLoadingPage({ data, config, load }: SelfLoadingPageProps) {
  const [content, setContent] = useState(data?.content ?? null);
  const [error, setError] = useState<string | null>(null);
  const delivered = data !== null;

  useEffect(() => {
    load().then(setContent, (reason: unknown) => {
      if (delivered) console.error("The content could not be refreshed", reason);
      else setError(reason instanceof Error ? reason.message : String(reason));
    });
  }, [delivered, load]);

  if (content) return <Page content={content} config={config} year={data?.year ?? 0} />;
  return error === null ? <Spinner /> : <ErrorScreen message={error} />;
}
