import "./without-eval.ts";
import "./app.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { preloadFirstScreen } from "./routes.tsx";

/** How long nothing is better than a spinner. */
const PATIENCE_MS = 1_000;

const firstScreen = preloadFirstScreen();

// Out of the browser's cache this may arrive before the document has been read that far.
if (document.readyState === "loading" && !document.getElementById("app")) {
  await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
}
const root = document.getElementById("app");
if (!root) throw new Error("The page has no root element (#app), so the app cannot start.");
const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
// Not awaited here: a screen's file may import this one, and would wait for it to end.
void Promise.race([firstScreen, patience]).then(() => {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
