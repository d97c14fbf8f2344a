import { PAGE_BACKGROUND } from "../../shared/page.ts";
import { SHARE_TARGET } from "../../shared/share-target.ts";
import { paths } from "../lib/paths.ts";
import { shortcuts } from "../lib/shortcuts.ts";

/**
 * The manifest with which the workspace is installed (https://www.w3.org/TR/appmanifest). URLs are
 * relative to it, because a static site may be served below any path.
 * @param name the owner's, empty when there is none.
 */
export function renderAppManifest(name: string): string {
  const screen = (path: string) => `./#${path}`;
  return JSON.stringify({
    name: name ? `${name}: Workspace` : "Workspace",
    short_name: "Workspace",
    id: "./",
    start_url: screen(paths.workspace.dashboard),
    scope: "./",
    display: "standalone",
    background_color: PAGE_BACKGROUND.dark,
    theme_color: PAGE_BACKGROUND.dark,
    icons: [
      { src: "icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "icon-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: Object.values(shortcuts).map(({ text, path }) => ({
      name: text,
      url: screen(path),
    })),
    // The service worker answers it (src/workspace/offline/respond.ts).
    share_target: {
      action: SHARE_TARGET,
      method: "POST",
      enctype: "multipart/form-data",
      params: {
        title: "title",
        text: "text",
        url: "url",
        files: [{ name: "files", accept: ["*/*"] }],
      },
    },
  });
}
