/** One build of the application, as cached by the worker for offline use. */
export interface Build {
  /** URL path of the site, with a slash at both ends; also the cache key of its only document. */
  root: string;
  /** A digest of all files. */
  version: string;
  /** URL of the application's entry, which every document of this build references. */
  entry: string;
  /** URLs of all files the workspace may request; each is named after its content. */
  files: readonly string[];
}

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

export function openBuild(caches: CacheStorage, build: Build): Promise<Cache> {
  return caches.open(nameOf(build));
}

/**
 * Caches all files of a build sequentially, so that the user's own requests take priority. Files
 * already cached by an earlier build are copied, not requested.
 * @throws {Error} when a file is missing, or the server has a newer build by now; then nothing is
 *   cached.
 */
export async function cacheBuild(caches: CacheStorage, build: Build, fetch: Fetch): Promise<void> {
  const cache = await openBuild(caches, build);
  try {
    for (const file of build.files) {
      const known = await caches.match(file, { ignoreVary: true });
      const response = known ?? (await fetch(file));
      // Some static hosts respond with a page for a missing file.
      if (!response.ok || isPage(response)) throw new Error(`${file}: ${response.status}`);
      await cache.put(file, response);
    }
    const document = await fetch(build.root, { cache: "no-cache" });
    if (!(await cacheDocument(cache, build, document))) {
      throw new Error("The document is not of this build.");
    }
  } catch (error) {
    await caches.delete(nameOf(build));
    throw error;
  }
}

/** Caches a document if it belongs to this build; any other would request files not cached. */
export async function cacheDocument(
  cache: Cache,
  { entry, root }: Build,
  response: Response,
): Promise<boolean> {
  if (!response.ok || response.redirected || !isPage(response)) return false;
  const text = await response.clone().text();
  if (!text.includes(entry)) return false;
  await cache.put(root, response);
  return true;
}

export async function removeOtherBuilds(caches: CacheStorage, build: Build): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(prefixOf(build)) && name !== nameOf(build));
  await Promise.all(others.map((name) => caches.delete(name)));
}

const nameOf = (build: Build) => `${prefixOf(build)}${build.version}`;

// Sites at different paths of one host share its caches.
const prefixOf = ({ root }: Build) => (root === "/" ? "foyer-build-" : `foyer${root}build-`);

function isPage(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/html") === true;
}
