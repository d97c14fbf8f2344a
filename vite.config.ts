import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import foyer from "./package.json" with { type: "json" };

/** Options of every build and the dev server; scripts/build.ts adds entries and folders. */
export default defineConfig({
  define: { "import.meta.env.FOYER_VERSION": JSON.stringify(foyer.version) },
  plugins: [react(), tailwindcss(), withoutInjectedStyles(), withoutRealtime()],
  // Pre-bundling would skip the plugin above.
  optimizeDeps: { exclude: ["sonner"] },
  build: {
    target: "es2022",
    // Newer than Vite's default for styles, because light-dark() defines both themes at once.
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    // Only application screens preload their imports; the page itself does not.
    modulePreload: { polyfill: false },
    // A sprite used through <use> must be a separate file.
    assetsInlineLimit: 0,
  },
});

/**
 * supabase-js includes Realtime, which would delay every signed-in screen. Only `src/live` loads it,
 * after the first screen.
 */
function withoutRealtime(): Plugin {
  return {
    name: "without-realtime",
    enforce: "pre",
    resolveId: {
      filter: { id: /^@supabase\/realtime-js$/ },
      handler: (_id, importer) =>
        /[\\/]supabase-js[\\/]/.test(importer ?? "")
          ? `${import.meta.dirname}/src/live/no-realtime.ts`
          : null,
    },
  };
}

/**
 * Our policy forbids injected style elements. Sonner injects its own on load; app.css contains the
 * same styles, so the call is removed. The build fails if a release writes the call differently.
 */
function withoutInjectedStyles(): Plugin {
  return {
    name: "without-injected-styles",
    transform(code, id) {
      if (!/[\\/]sonner[\\/]dist[\\/]index\.mjs/.test(id)) return null;
      const without = code.replace(/^__insertCSS\(".*"\);?$/m, "");
      if (without === code) throw new Error("sonner no longer injects its styles as expected.");
      return { code: without, map: null };
    },
  };
}
