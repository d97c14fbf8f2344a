/** Decides whether a page of this origin may call the functions. */
export type AllowsOrigin = (origin: string) => boolean;

/**
 * The origins whose pages may call the functions: that of FOYER_PUBLIC_URL and those listed in
 * FOYER_ALLOWED_ORIGINS, separated by commas or spaces. A `*` in a listed host's first label stands
 * for letters, digits and hyphens, so that `https://*.foyer.pages.dev` allows every preview.
 * @returns null when neither variable is set.
 * @throws one sentence that names the variable with the invalid entry.
 */
export function readSiteOrigins(read: (name: string) => string | undefined): AllowsOrigin | null {
  const publicUrl = read("FOYER_PUBLIC_URL")?.trim();
  const listed = (read("FOYER_ALLOWED_ORIGINS") ?? "").split(/[\s,]+/).filter(Boolean);
  const patterns = [
    ...(publicUrl ? [exactly(publicUrl)] : []),
    ...listed.map((entry) => (entry.includes("*") ? matching(entry) : exactly(entry, LIST))),
  ];
  if (patterns.length === 0) return null;
  return (sent) => {
    const origin = originOf(sent);
    return origin !== null && patterns.some((pattern) => pattern(origin));
  };
}

/**
 * A URL's origin in the browser's format: lower case, without a path or a default port. Null for
 * anything that is not an http or https URL.
 */
export function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? origin : null;
}

const LIST = "FOYER_ALLOWED_ORIGINS";

function exactly(address: string, variable = "FOYER_PUBLIC_URL"): AllowsOrigin {
  const origin = originOf(address);
  if (!origin) throw new Error(`${variable} must be an http or https address.`);
  return (sent) => sent === origin;
}

/** One label only, followed by at least two others: `https://*.com` would allow everyone. */
function matching(entry: string): AllowsOrigin {
  const placeholder = "placeholder";
  const [before = "", after = "", ...more] = entry.toLowerCase().split("*");
  const origin = originOf(`${before}${placeholder}${after}`);
  const [head = "", tail = ""] = origin?.split(placeholder) ?? [];
  const inFirstLabel = /^https?:\/\/[a-z0-9-]*$/.test(head);
  if (!origin || more.length > 0 || !inFirstLabel || !/^[a-z0-9-]*\.[^.]+\../.test(tail)) {
    throw new Error(
      `${LIST}: "${entry}" must be an address such as https://*.foyer.pages.dev, with one * in its first label.`,
    );
  }
  return (sent) =>
    sent.length > head.length + tail.length &&
    sent.startsWith(head) &&
    sent.endsWith(tail) &&
    /^[a-z0-9-]+$/.test(sent.slice(head.length, -tail.length));
}
