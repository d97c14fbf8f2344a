/**
 * The only script that runs before the page has loaded; the prerender inlines it into the head. It
 * must stay small and depend on nothing but the document.
 */
import { startContact } from "./boot/contact.ts";
import { startDescriptions } from "./boot/descriptions.ts";
import { startHydration } from "./boot/hydration.ts";
import { startMenu } from "./boot/menu.ts";
import { startNewVisit } from "./boot/new-visit.ts";
import { startRoutes } from "./boot/routes.ts";
import { startTheme } from "./boot/theme.ts";
import { startTypeface } from "./boot/typeface.ts";

const { landing = "", form, app, styles, eager } = document.currentScript?.dataset ?? {};
const load = (url: string) => import(/* @vite-ignore */ url);

startTheme();
startTypeface();
startNewVisit();
startMenu();
startDescriptions();
startContact();
startHydration(list(form), load);
startRoutes({ landing, app: list(app), styles: list(styles), eager: eager !== undefined, load });

function list(urls = ""): string[] {
  return urls.split(" ").filter(Boolean);
}
