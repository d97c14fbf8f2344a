/**
 * The only script that runs before the page has loaded; the prerender inlines it into the head. It
 * must stay small and depend on nothing but the document.
 */
import { startControls } from "./boot/controls.ts";
import { keepNameStill, startNewVisit, startTheme, startTypeface } from "./boot/first-paint.ts";
import { startRoutes } from "./boot/loading.ts";
import { dataset } from "./boot/root.ts";

const code = { ...document.currentScript?.dataset };
startRoutes(code);
// Early, because it has the longest way to go. The application has its own fonts.
if (!dataset.area) startTypeface(code.fonts);
startTheme();
keepNameStill();
startNewVisit();
startControls();
