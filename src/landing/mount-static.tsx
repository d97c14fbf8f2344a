import { loadContent } from "./load-content.ts";
import { mount } from "./mount.tsx";
import { SelfLoadingPage } from "./self-loading-page.tsx";

/** Starts the page on static hosting, where it reads its content from Supabase itself. */
export function mountStatic(): void {
  mount((data, config) => (
    <SelfLoadingPage data={data} config={config} load={() => loadContent(config)} />
  ));
}
