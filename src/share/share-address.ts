import { useSyncExternalStore } from "react";

/** Parts of the URL `#/share/<token>?folder=…&file=…` or `#/send/<token>`. */
export interface ShareAddress {
  token: string;
  /** The open folder; null for the root of the shared tree. */
  folder: string | null;
  /** The file whose preview is open. */
  file: string | null;
}

/** The current place in the URL, which the Back button changes as well. */
export function useShareAddress(): ShareAddress {
  return readAddress(useSyncExternalStore(subscribe, () => location.hash));
}

export function readAddress(hash: string): ShareAddress {
  const [token = "", query] = hash.replace(/^#\/\w+\//, "").split("?");
  const params = new URLSearchParams(query);
  return { token, folder: params.get("folder"), file: params.get("file") };
}

export function hashOfShare({ token, folder, file }: ShareAddress): string {
  const query = new URLSearchParams({ ...(folder && { folder }), ...(file && { file }) });
  return `#/share/${token}${query.size > 0 ? `?${query}` : ""}`;
}

function subscribe(onChange: () => void): () => void {
  addEventListener("hashchange", onChange);
  return () => removeEventListener("hashchange", onChange);
}
