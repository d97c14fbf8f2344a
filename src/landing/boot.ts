/**
 * The only script that runs before the page has loaded; the prerender inlines it into the head. It
 * must stay small and depend on nothing but the document.
 */
import { startControls } from "./boot/controls.ts";
import { startNewVisit, startTheme, startTypeface } from "./boot/first-paint.ts";
import { startHydration, startRoutes } from "./boot/loading.ts";

const { landing = "", form, app, styles, eager } = document.currentScript?.dataset ?? {};
const load = (url: string) => import(/* @vite-ignore */ url);

startTheme();
startTypeface();
startNewVisit();
startControls();
startHydration(list(form), load);
startRoutes({ landing, app: list(app), styles: list(styles), eager: eager !== undefined, load });

function list(urls = ""): string[] {
  return urls.split(" ").filter(Boolean);
}
