import "./without-eval.ts";
import "./app.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";

const root = document.getElementById("app");
if (!root) throw new Error("The page has no root element (#app), so the app cannot start.");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
