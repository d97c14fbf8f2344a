/**
 * The parts of the service worker API used here. TypeScript's own types for it conflict with those
 * of a page.
 */
export interface WorkerScope {
  readonly caches: CacheStorage;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: {
      type: "window";
      includeUncontrolled: boolean;
    }): Promise<readonly unknown[]>;
  };
  readonly location: Location;
  readonly registration: { readonly navigationPreload?: NavigationPreloadManager };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", answer: (event: LifeEvent) => void): void;
  addEventListener(type: "fetch", answer: (event: FetchEvent) => void): void;
}

export interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends LifeEvent {
  readonly request: Request;
  /** The browser's navigation preload response; for documents only. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
