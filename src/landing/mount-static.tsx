import { mount } from "./mount.tsx";
import { refreshContent } from "./refresh-content.ts";
import { SelfLoadingPage } from "./self-loading-page.tsx";

/** Starts the page on static hosting, where it reads its content from Supabase itself. */
export function mountStatic(): void {
  mount((data, config) => (
    <SelfLoadingPage
      data={data}
      config={config}
      refresh={() => refreshContent(config, data?.snapshot?.version ?? null)}
    />
  ));
}
