import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createHashRouter, Outlet, RouterProvider } from "react-router";

/** The application's route setup without content: the lower bound for every admin screen. */
const router = createHashRouter([
  {
    Component: Outlet,
    HydrateFallback: () => null,
    children: [
      {
        path: "*",
        lazy: async () => ({ Component: (await import("./empty-page.tsx")).EmptyPage }),
      },
    ],
  },
]);

const root = document.getElementById("app");
if (!root) throw new Error("The page has no #app.");
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
