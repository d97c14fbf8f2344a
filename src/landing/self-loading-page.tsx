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
  /** Reads the content again; null when the delivered content is current. */
  refresh: () => Promise<PageContent | null>;
}

/**
 * The page on static hosting: it refreshes its own content, or loads it when it was delivered
 * without. Its three states are content, loading and the error screen. When a refresh fails, it
 * keeps the delivered content and names its date.
 */
export function SelfLoadingPage({ data, config, refresh }: SelfLoadingPageProps) {
  const [content, setContent] = useState(data?.content ?? null);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    refresh().then(
      (read) => read && setContent(read),
      (reason: unknown) => {
        console.error("The content could not be refreshed", reason);
        setError(reason instanceof Error ? reason.message : String(reason));
      },
    );
  }, [refresh]);

  if (content) {
    const notice = error !== null && data?.snapshot ? outdated(data.snapshot.takenAt) : null;
    return <Page content={content} config={config} year={data?.year ?? 0} notice={notice} />;
  }
  return error === null ? <Spinner /> : <ErrorScreen message={error} />;
}

function outdated(takenAt: string): string {
  const day = new Date(takenAt).toLocaleDateString("en-US", { dateStyle: "long" });
  return `The latest changes could not be loaded. This page shows the content of ${day}.`;
}
