import { preloadOpenScreen } from "./screens.ts";

// Loads in parallel with the application, which runs first.
preloadOpenScreen();
import("./start.tsx").catch((error: unknown) => console.error(error));
