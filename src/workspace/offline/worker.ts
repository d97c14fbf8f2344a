/**
 * The service worker: caches the application's own files, so that the workspace opens offline, and
 * shows reminders.
 * Built to /service-worker.js by scripts/build/service-worker.ts.
 */

import { type Build, cacheBuild, removeOtherBuilds } from "./build-cache.ts";
import type { WorkerMessage } from "./register-worker.ts";
import { answerReminder, type ReminderScope, showReminder } from "./reminders.ts";
import { dataRoutes, respond, type WorkerScope } from "./respond.ts";

/** Defined by the build script. */
declare const BUILD: Omit<Build, "root">;

const scope = self as unknown as WorkerScope;
const { caches, clients, location, registration } = scope;
const build: Build = { ...BUILD, root: new URL("./", location.href).pathname };

scope.addEventListener("install", (event) => {
  // Where browsers know routes, a request for data does not wait for the worker, which may have to
  // be started first.
  const routes = event.addRoutes?.(dataRoutes()).catch(() => {});
  event.waitUntil(
    Promise.all([routes, cacheBuild(caches, build, fetch)]).then(() => scope.skipWaiting()),
  );
});

scope.addEventListener("activate", (event) => {
  const preload = registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([preload, sweep(), clients.claim().then(announce)]));
});

scope.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.waitUntil(sweep());
  const answer = respond(event, {
    build,
    caches,
    origin: location.origin,
    fetch: (request) => fetch(request),
  });
  if (answer) event.respondWith(answer);
});

/** Tells every page which build the worker belongs to; a page of another build offers to reload. */
async function announce(): Promise<void> {
  const message: WorkerMessage = { entry: build.entry };
  for (const tab of await clients.matchAll({ type: "window" })) tab.postMessage(message);
}

const reminders: ReminderScope = {
  registration: registration as ServiceWorkerRegistration,
  clients,
  caches,
  fetch: (...call) => fetch(...call),
  root: build.root,
};

scope.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(showReminder(reminders, event.data.json()));
});

scope.addEventListener("notificationclick", (event) =>
  event.waitUntil(answerReminder(reminders, event)),
);

/** Several tabs may include an older build that needs its files. */
async function sweep(): Promise<void> {
  const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (tabs.length <= 1) await removeOtherBuilds(caches, build);
}
