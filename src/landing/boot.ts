/**
 * The only script that runs before the page has loaded; the prerender inlines it into the head. It
 * must stay small and depend on nothing but the document.
 */
import { startMenu } from "./boot/menu.ts";
import { startRoutes } from "./boot/routes.ts";
import { startTheme } from "./boot/theme.ts";
import { startTypeface } from "./boot/typeface.ts";

const { landing = "", app = "", styles = "", eager } = document.currentScript?.dataset ?? {};

startTheme();
startTypeface();
startMenu();
startRoutes({
  landing,
  app: app.split(" ").filter(Boolean),
  styles: styles.split(" ").filter(Boolean),
  eager: eager !== undefined,
  load: (url) => import(/* @vite-ignore */ url),
});
