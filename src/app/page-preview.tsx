import { queryOptions, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { KIND_NAMES } from "../../shared/content/kinds.ts";
import type { PreviewChange } from "../admin/shell/events.ts";
import { readPortfolio } from "../content/read-portfolio.ts";
import { LandingPreview } from "../landing/preview/landing-preview.tsx";
import { readClientConfig } from "../lib/site-config.ts";
import { fetchAs } from "../lib/supabase.ts";
import { FailedRead } from "../ui/failed-read.tsx";
import { Spinner } from "../ui/spinner.tsx";

type Theme = "dark" | "light";

/** The public page with drafts and a change applied, in the panel's theme unless one is given. */
export function PagePreview(props: { change: PreviewChange; theme?: Theme }) {
  const shown = useSyncExternalStore(watchTheme, currentTheme);
  const { change, theme = shown } = props;
  const query = useQuery(pageQuery);
  if (query.data) {
    const page = change(query.data);
    return <LandingPreview portfolio={page} title="The public page" theme={theme} />;
  }
  if (query.isPending) return <Spinner />;
  return (
    <div className="p-4">
      <FailedRead query={query} />
    </div>
  );
}

const pageQuery = queryOptions({
  queryKey: ["personal_info", "page"],
  queryFn: () => readPortfolio(fetchAs("admin"), readClientConfig(), { drafts: true }),
  meta: { reads: KIND_NAMES },
  // A preview that opens shows what is stored now.
  staleTime: 0,
  gcTime: 0,
});

/** The panel's current theme. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "dark" || chosen === "light") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
