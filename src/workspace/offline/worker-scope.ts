/**
 * What is used here of a service worker's world. TypeScript's own types for it cannot stand beside
 * those of a page.
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
  /** What the browser has asked for by itself while the worker was starting; for documents only. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
