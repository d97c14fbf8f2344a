import "./without-eval.ts";
import "./app.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";

// Out of the browser's cache this may arrive before the document has been read that far.
if (document.readyState === "loading" && !document.getElementById("app")) {
  await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
}
const root = document.getElementById("app");
if (!root) throw new Error("The page has no root element (#app), so the app cannot start.");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
