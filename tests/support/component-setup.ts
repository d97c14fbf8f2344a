import { afterEach } from "vitest";

if (typeof document !== "undefined") {
  const { cleanup, configure } = await import("@testing-library/react");
  // Waits for components as long as for everything else (vitest.config.ts) instead of one second.
  configure({ asyncUtilTimeout: 30_000 });
  refuseSelectorListeners();
  // Test files share a window.
  afterEach(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
  });
}

/**
 * For each document that DOMParser returns, jsdom's selector engine adds nine listeners to the
 * window and never removes them. They keep the document in memory, and every event calls them. Only
 * those of the page's own document are kept, because no other document has a focus or a pointer.
 */
function refuseSelectorListeners(): void {
  const { window } = (globalThis as unknown as { jsdom: { window: Window } }).jsdom;
  if (Object.hasOwn(window, "addEventListener")) return;
  document.querySelector("html:focus");
  window.addEventListener = (type: string, listener: (event: Event) => void, options?: object) => {
    if (/^_handle(Focus|Keyboard|Mouse)Event$/.test(listener.name)) return;
    EventTarget.prototype.addEventListener.call(window, type, listener, options);
  };
}
