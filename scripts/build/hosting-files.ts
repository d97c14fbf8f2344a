/** Response headers of a static site, by name. */
export type Headers = Record<string, string>;

/** Files that tell common static hosts how to serve the site, by name. */
export function hostingFiles(headers: Headers): Record<string, string> {
  const rules: [paths: string, headers: Headers][] = [
    ["/*", headers],
    // These files are named after their content.
    ["/assets/*", { "cache-control": "public, max-age=31536000, immutable" }],
    ["/index.html", REVALIDATED],
    ["/", REVALIDATED],
    ["/service-worker.js", REVALIDATED],
  ];
  return {
    // For Netlify and Cloudflare Pages.
    _headers: rules.map(([path, set]) => `${path}\n${linesOf(set)}`).join("\n"),
    "vercel.json": `${JSON.stringify({ headers: rules.map(vercelRule) }, null, 2)}\n`,
    // Without this file, GitHub Pages omits files whose names begin with an underscore.
    ".nojekyll": "",
  };
}

const REVALIDATED = { "cache-control": "no-cache" };

const linesOf = (headers: Headers) =>
  Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join("");

function vercelRule([path, headers]: [string, Headers]) {
  return {
    source: path.replace("*", "(.*)"),
    headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
  };
}
