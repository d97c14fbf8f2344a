import "./without-eval.ts";
import "../ui/composition.ts";
import "./app.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import { withTimeLimit } from "../../shared/time-limit.ts";
import { createRouter, prepareFirstScreen } from "./routes.tsx";

/** How long the screen stays empty before a spinner appears. */
const PATIENCE_MS = 1_000;

const firstScreen = prepareFirstScreen();

// A module from the browser's cache may run before the document is parsed this far.
if (document.readyState === "loading" && !document.getElementById("app")) {
  await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
}
const root = document.getElementById("app");
if (!root) throw new Error("The page has no root element (#app), so the app cannot start.");
// Not awaited: a screen's module may import this one and would deadlock.
void withTimeLimit(firstScreen, PATIENCE_MS, () => {}).then(() => {
  // The landing page is a second React root in the same document and generates the same ids.
  createRoot(root, { identifierPrefix: "app" }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});

const router = createRouter();

/** The application behind `#/tradmin…` and `#/workspace…`. */
function App() {
  return <RouterProvider router={router} />;
}
