import { preloadScreen } from "./screens.ts";

// The screen's code loads in parallel with the application, which runs first.
preloadScreen(location.hash.slice(1).split("?")[0] ?? "");
import("./start.tsx").catch((error: unknown) => console.error(error));
