import { RouterProvider } from "react-router";
import { createRouter } from "./routes.tsx";

const router = createRouter();

/** The application behind `#/tradmin…` and `#/workspace…`. */
export function App() {
  return <RouterProvider router={router} />;
}
