import "./app.css";
import { StrictMode, useEffect } from "react";
import { createRoot } from "react-dom/client";

/**
 * Starts what stands behind `#/tradmin…` and `#/workspace…`.
 * Throws when the page lacks its root element.
 */
function startApp(): void {
  const root = document.getElementById("app");
  if (!root) throw new Error("The page has no root element (#app), so the app cannot start.");
  createRoot(root).render(
    <StrictMode>
      <NotInThisVersion />
    </StrictMode>,
  );
}

function NotInThisVersion() {
  useEffect(() => {
    const { title } = document;
    document.title = HEADING;
    const restore = () => {
      document.title = location.hash.startsWith("#/") ? HEADING : title;
    };
    addEventListener("hashchange", restore);
    return () => removeEventListener("hashchange", restore);
  }, []);
  return (
    <main className="absent">
      <h1>{HEADING}</h1>
      <p>
        This version of the site consists of its public page. The signed-in area behind this address
        is not part of it yet.
      </p>
      <p>
        <a href="#home">Back to Profile</a>
      </p>
    </main>
  );
}

const HEADING = "Not available in this version";

startApp();
