import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** What every build and the dev server share; scripts/build.ts adds entries and folders. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: "es2022",
    // Newer than Vite's default for styles: light-dark() holds both themes in one declaration.
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    // The landing page imports its code by itself; nothing is to be announced ahead.
    modulePreload: false,
    // A sprite used through <use> has to stay a file.
    assetsInlineLimit: 0,
  },
});
