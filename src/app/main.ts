import { preloadScreen } from "./screens.ts";

// The screen's code loads in parallel with the application, which runs first.
preloadScreen();
import("./start.tsx").catch((error: unknown) => console.error(error));
