import { mount } from "./mount.tsx";
import { Page } from "./page.tsx";

/** Starts the page on our own server, which always delivers it with current content. */
export function mountLanding(): void {
  mount((data, config) => data && <Page {...data} config={config} />);
}
