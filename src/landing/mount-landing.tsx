import { mount } from "./mount.tsx";
import { Page } from "./page.tsx";

/** Starts the page where our own server delivers it, always fresh and with its content. */
export function mountLanding(): void {
  mount((data, config) => data && <Page {...data} config={config} />);
}
