/** `npm run dev`: the same backend, with Vite serving and hot-reloading the browser code. */
import type { ServerResponse } from "node:http";
import { createServer as createViteServer } from "vite";
import { parseConfig } from "../server/config.ts";
import { consoleLog } from "../server/log/log.ts";
import type { PrerenderModule, Renderer } from "../server/page/renderer.ts";
import { startServer } from "../server/start-server.ts";
import { onStopSignal } from "../server/stop-signals.ts";
import { compileBoot } from "./build/bundles.ts";

const vite = await createViteServer({
  appType: "custom",
  server: { middlewareMode: true, hmr: { port: 0 } },
  clearScreen: false,
});

const start = async () =>
  startServer({
    config: parseConfig(process.env),
    log: consoleLog,
    gateway: { loadRenderer, keepPages: false },
    wrap: (listener) => (request, response) => {
      // The production policy forbids the styles and the client that Vite inlines into the page.
      response.removeHeader("content-security-policy");
      const writeHead = response.writeHead.bind(response) as WriteHead;
      response.writeHead = (status: number, headers?: unknown) => {
        const kept = Object.entries(headers ?? {}).filter(
          ([name]) => name.toLowerCase() !== "content-security-policy",
        );
        return writeHead(status, Object.fromEntries(kept));
      };
      vite.middlewares(request, response, () => listener(request, response));
    },
  });
const server = await start().catch((error: Error) => {
  consoleLog.error(error.message);
  process.exit(1);
});

onStopSignal(async () => {
  await vite.close();
  await server.stop();
  process.exit(0);
});

type WriteHead = (status: number, headers?: object) => ServerResponse;

/** Renders from the current sources; Vite invalidates a module when its file changes. */
async function loadRenderer(): Promise<Renderer> {
  const module = (await vite.ssrLoadModule("/src/landing/prerender.tsx")) as PrerenderModule;
  return {
    module,
    assets: {
      bootScript: await compileBoot(),
      css: "",
      otherMediaCss: "/src/landing/other-media.css",
      landingEntry: "/src/landing/entry.ts",
      appModules: ["/src/app/main.ts"],
      appCss: [],
      shareModules: ["/src/share/main.tsx"],
      shareCss: [],
      devHead: `<link rel="stylesheet" href="/src/landing/landing.css">
<script type="module">${reactRefreshPreamble}</script>
<script type="module" src="/@vite/client"></script>`,
    },
  };
}

/** The preamble that Vite's React plugin requires on a page it did not generate. */
const reactRefreshPreamble = `import { injectIntoGlobalHook } from "/@react-refresh";
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;`;
