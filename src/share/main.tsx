import "../ui/composition.ts";
import "./share.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ShareApp } from "./share-app.tsx";

// Search engines must not index the page, even if the link is published.
document.head.append(
  Object.assign(document.createElement("meta"), { name: "robots", content: "noindex, nofollow" }),
);

if (document.readyState === "loading" && !document.getElementById("app")) {
  await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
}
const root = document.getElementById("app");
if (!root) throw new Error("The page has no root element (#app), so the link cannot be opened.");
createRoot(root, { identifierPrefix: "share" }).render(
  <StrictMode>
    <ShareApp />
  </StrictMode>,
);
